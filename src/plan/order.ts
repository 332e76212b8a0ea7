/** May this run's commit go over the one that the endpoint records? One table, asked from above; pure. */

import { DeployError } from '../errors.ts';
import { shortCommit } from '../model/display.ts';

/** How a commit stands to that of this run. `apart`: neither contains the other, or it no longer exists. */
export type Standing = 'same' | 'newer' | 'older' | 'apart' | 'unknown';

export interface OrderFacts {
  name: string;
  /** The commit whose bytes are deployed; `branch` is '' if unknown, and the default branch for a tag. */
  ours: { commit: string; ref: string; branch: string };
  /** What an earlier run of this repository has noted; undefined without such a record. */
  recorded: Recorded | undefined;
  /** The branch's tip if newer than our commit; '' if not, or unknown; undefined if the branch has lost our commit. */
  tip: string | undefined;
  /** A change of scaling starts no worker anew, and so moves no record. */
  change: 'none' | 'scaling' | 'version';
  /** The fields that change. */
  members: readonly string[];
  image: RequestedImage;
  /** Why this run may go over a newer commit, as the end of a sentence; '' where nobody has asked for that. */
  meant: string;
  /** Nothing goes over a commit of which GitHub does not say whether it is newer: the plan is approved. */
  mustBeKnown: boolean;
}

interface Recorded {
  commit: string;
  ref: string;
  run: string;
  standing: Standing;
  /** The newest commit that a rollback went over; undefined without one. */
  over: { commit: string; standing: Standing } | undefined;
  hasServed: boolean;
  isInBranch: 'yes' | 'no' | 'unknown';
  /** Why a standing is not known, in GitHub's words, and what to do. */
  doubt: { why: string; said: string; hint: string };
}

/**
 * `named`: by its digest, or the tag of this commit. `kept`: a tag, or nothing, and no other image than the live one
 * follows from it. `why` it may be another image than when the commit was deployed.
 */
export type RequestedImage = { kind: 'named' } | { kind: 'changed' | 'kept'; why: string };

export interface Word {
  title: string;
  severity: 'notice' | 'warning';
  /** A sentence about an endpoint without its name: the same may hold for several. */
  message: string;
  hint: string;
}

export type Decision =
  | { kind: 'go'; words: readonly Word[] }
  /** The endpoint stays as it is, and the run is green. */
  | { kind: 'skip'; word: Word }
  | { kind: 'refuse'; failure: DeployError };

type RecordedFacts = OrderFacts & { recorded: Recorded };

interface OrderRow {
  fits(facts: RecordedFacts): boolean;
  decide(facts: RecordedFacts): Decision;
  /** For a run that may go over a newer commit; default as any other. */
  decideMeant?(facts: RecordedFacts): Decision;
}

const go: Decision = { kind: 'go', words: [] };
const title = 'order of commits';
const holds = 'It holds until a newer commit is deployed.';
const goWith = (severity: Word['severity'], message: string, hint = ''): Decision => ({
  kind: 'go',
  words: [{ title, severity, message, hint }],
});

/** Asked from above: the first row that fits decides; where none does, the run goes on without a word. */
const rows: readonly OrderRow[] = [
  {
    // Without a write, only a rollback that rolls nothing back would go unnoticed.
    fits: ({ change, image, recorded }) =>
      change === 'none' && (image.kind === 'named' || recorded.standing !== 'newer'),
    decide: () => go,
  },
  {
    // Also after a deploy from another branch in between: that is no newer commit.
    fits: isHeld,
    decide: ({ name, ours, recorded, members }) => ({
      kind: 'skip',
      word: {
        title,
        severity: 'warning',
        message:
          `Skipped: ${overOf(recorded)} is rolled back: run ${recorded.run} deployed ${shortCommit(recorded.commit)} instead.${isOver(recorded) ? '' : ` This run's ${shortCommit(ours.commit)} is older.`} ` +
          `Not changed: ${members.join(', ')} of ${name}.`,
        hint: `To end the rollback, push something newer, start the job of ${overOf(recorded)} again, or add \`older-commit\` to \`allow\`.`,
      },
    }),
    decideMeant: goBack,
  },
  {
    // The commit of the rollback, with a tag that may stand for what was rolled back by now.
    fits: ({ recorded: { standing, over }, image, members }) =>
      standing === 'same' && over?.standing === 'newer' && image.kind !== 'named' && members.includes('image.image'),
    decide: () => go,
    decideMeant: goBack,
  },
  {
    fits: isOfOtherBranch,
    decide: ({ ours, recorded }) =>
      goWith(
        'warning',
        `this run deploys ${shortCommit(ours.commit)} of ${ours.ref} over ${shortCommit(recorded.commit)} of ${recorded.ref} (run ${recorded.run}).`,
        'Run the step for one branch only, or give each branch a `name` of its own.',
      ),
  },
  {
    fits: ({ recorded }) => recorded.over?.standing === 'older',
    decide: ({ ours, recorded }) =>
      goWith(
        'notice',
        `this run's ${shortCommit(ours.commit)} contains ${overOf(recorded)}, which is rolled back: run ${recorded.run} deployed ${shortCommit(recorded.commit)} instead.`,
        'If it does not repair that commit, start the job of the rollback again.',
      ),
    decideMeant: () => go,
  },
  {
    fits: ({ recorded: { standing, over, isInBranch }, meant }) =>
      [standing, over?.standing].includes('unknown') ||
      standing === 'apart' ||
      (standing === 'newer' && isInBranch === 'unknown' && meant === ''),
    decide: ({ name, ours, recorded, mustBeKnown, meant }) => {
      const question = `whether something newer than this run's ${shortCommit(ours.commit)} is already deployed`;
      const { why, said, hint } = recorded.doubt;
      const doubt = said === '' ? `(${why})` : `(${why}). ${said}`;
      if (mustBeKnown) return refuse('order-unknown', `cannot determine ${question}: ${name} ${doubt}`);
      const next = meant === '' ? 'If this run was the older one, run the newer workflow again.' : holds;
      const message = `could not determine ${question}, so this run deploys anyway ${doubt}.`;
      return goWith('warning', message, `${next} ${hint}`.trim());
    },
  },
  {
    fits: ({ recorded }) => recorded.standing === 'newer' && recorded.hasServed && recorded.isInBranch === 'yes',
    decide: ({ name, ours, recorded }) => ({
      kind: 'skip',
      word: {
        title,
        severity: 'notice',
        message: `Skipped: commit \`${shortCommit(recorded.commit)}\` is already deployed to ${name}, and is newer than this run's \`${shortCommit(ours.commit)}\`.`,
        hint: 'To roll back on purpose, start the job of the older commit again, or add `older-commit` to `allow`.',
      },
    }),
    decideMeant: goBack,
  },
  {
    fits: ({ recorded }) => recorded.standing === 'newer',
    decide: ({ ours, recorded }) => {
      const why =
        recorded.isInBranch === 'no' ? `not in the branch ${ours.branch}` : 'nothing shows that it ever served';
      const message = `commit ${shortCommit(recorded.commit)} is newer, but ${why}.`;
      return goWith('notice', message, 'To keep the newer one, start its run again.');
    },
    decideMeant: goBack,
  },
  {
    fits: ({ tip }) => tip !== '',
    decide: ({ ours, tip }) =>
      goWith(
        'notice',
        `this run's ${shortCommit(ours.commit)} is not ${tip === undefined ? `in the branch ${ours.branch}` : `the last commit of ${ours.branch}, which is ${shortCommit(tip)}`}.`,
        'If the branch has given this commit up, run the deploy of its last commit again.',
      ),
  },
];

export function decideOrder(facts: OrderFacts): Decision {
  const { recorded, meant } = facts;
  if (!recorded) return go;
  const known = { ...facts, recorded };
  const row = rows.find(({ fits }) => fits(known));
  const decide = (meant !== '' && row?.decideMeant) || row?.decide;
  return decide?.(known) ?? go;
}

/**
 * The commit that stays rolled back once this run has written: the newest one that a run went over on purpose, also
 * where nothing tells which of them is newer. It is forgotten by a run of that commit, or of one that contains it.
 */
export function overAfter({ recorded, meant }: OrderFacts): string | undefined {
  if (!recorded) return undefined;
  const { over, standing, commit } = recorded;
  const isPassed = meant !== '' && standing !== 'same' && standing !== 'older';
  const passed = (isPassed && commit) || undefined;
  if (!over || over.standing === 'same' || over.standing === 'older') return passed;
  // What a force-push has removed holds nothing any more.
  return (over.standing === 'apart' && passed) || over.commit;
}

const branchOfRef = (ref: string) => /^refs\/heads\/(.+)$/.exec(ref)?.[1] ?? '';

/** A tag is of the default branch, or of whatever branch it goes on from. */
function isOfOtherBranch({ ours, recorded }: RecordedFacts): boolean {
  const theirs = branchOfRef(recorded.ref);
  const isTag = branchOfRef(ours.ref) === '';
  const goesOn = recorded.standing === 'same' || (isTag && recorded.standing === 'older');
  return theirs !== '' && ours.branch !== '' && theirs !== ours.branch && !goesOn;
}

/** Whether our commit is the one that stays rolled back. */
const isOver = ({ over }: Recorded) => over?.standing === 'same';

const overOf = ({ over }: Recorded) => shortCommit(over?.commit ?? '');

function isHeld({ recorded: { over, standing } }: RecordedFacts): boolean {
  return standing !== 'same' && (over?.standing === 'same' || over?.standing === 'newer');
}

/** An older commit on purpose, where it says which image ran then. */
function goBack(facts: RecordedFacts): Decision {
  const { name, ours, recorded, meant, image, members, change } = facts;
  const others = members.filter((member) => member !== 'image.image');
  if (image.kind === 'kept' && others.length === 0 && recorded.standing === 'newer')
    return refuse(
      'nothing-rolled-back',
      `${name} cannot be rolled back from commit ${shortCommit(recorded.commit)}: ${image.why}`,
    );
  const doubt = image.kind === 'named' ? '' : ` Its image may be another than at that time: ${image.why}.`;
  const unrecorded =
    change === 'scaling'
      ? ' It changes scaling alone, which the endpoint does not record: the next push or schedule changes it back.'
      : '';
  const ends = isOver(recorded);
  const newer = recorded.standing === 'newer' ? ` over the newer ${shortCommit(recorded.commit)}` : '';
  const after = ends ? ', which ends its rollback' : `; ${overOf(recorded)} stays rolled back`;
  const message = `this run deploys ${shortCommit(ours.commit)}${newer}, ${meant}${isHeld(facts) ? after : ''}.${doubt}${unrecorded}`;
  const hint = ends ? 'To roll it back again, start the job of an older commit again.' : holds;
  return goWith('warning', message, change === 'scaling' ? 'Revert the commit.' : hint);
}

function refuse(code: 'order-unknown' | 'nothing-rolled-back', message: string): Decision {
  return { kind: 'refuse', failure: new DeployError({ code, message }) };
}
