/** May this run's version go over the one that the endpoint has? One table, asked from above; pure. */

import { DeployError } from '../errors.ts';
import { replacesWorkers } from '../model/config.ts';
import { shortCommit } from '../model/display.ts';
import type { Order, Recalled, Trigger } from './history.ts';

export interface OrderFacts {
  name: string;
  by: Trigger;
  /** By `older-commit`. */
  isAllowed: boolean;
  /** `branch` is '' if unknown, and the default branch for a tag. */
  ours: { commit: string; ref: string; branch: string; run: string };
  /** What an earlier run of this repository has noted; undefined without such a record. */
  recorded: Recorded | undefined;
  /** Who has parked the endpoint; '' for no person. */
  parkedBy: string;
  /** Nothing but scaling would change, which starts no worker anew and moves no record. */
  isScalingOnly: boolean;
  /** The fields that change. */
  members: readonly string[];
  /** The plan is approved: what GitHub does not say is a refusal. */
  isApproved: boolean;
}

interface Recorded extends Pick<Recalled, 'commit' | 'ref' | 'run' | 'bytes' | 'chosen'> {
  order: Order;
  hasServed: boolean;
  /** Whether our branch contains the newer version: the recorded one, or else one that is left. */
  isInBranch: 'yes' | 'no' | 'unknown';
  /** The versions that somebody went back from. */
  left: readonly { commit: string; order: Order }[];
  /** What this run replaces was made by hand or on a command line: other words say so. */
  isOutside: boolean;
  /** What served before, in words; '' where nothing is known. */
  ran: string;
  /** Why an order is not known, in GitHub's words, and what to do. */
  doubt: { why: string; said: string; hint: string };
}

export interface Word {
  title: string;
  severity: 'notice' | 'warning';
  /** A sentence about an endpoint without its name: the same may hold for several. */
  message: string;
  hint: string;
}

export type Decision =
  | { kind: 'go'; words: readonly Word[] }
  /** The version stays as it is, and the run is green. `hold`: the scaling of the spec is applied. */
  | { kind: 'skip' | 'hold'; word: Word }
  | { kind: 'refuse'; failure: DeployError };

type Known = Omit<OrderFacts, 'recorded'> & Recorded & Record<'our' | 'their', string>;

/** `goBack`: for a run on purpose; default as any other. */
interface OrderRow {
  fits(known: Known): boolean;
  decide(known: Known): Decision;
  goBack?(known: Known): Decision;
}

const go: Decision = { kind: 'go', words: [] };
const goWith = (title: string, word: Omit<Word, 'title'>): Decision => ({ kind: 'go', words: [{ title, ...word }] });
/** Whoever tells it gives it the title of its end. */
const title = 'superseded';
const holds = 'It holds until something newer is deployed.';
const startAgain = 'To deploy it anyway, start this job again.';

/** Asked from above: the first row that fits decides; where none does, the run goes on without a word. */
const rows: readonly OrderRow[] = [
  {
    fits: ({ isScalingOnly, order, isInBranch }) => isScalingOnly && order === 'newer' && isInBranch !== 'no',
    decide: superseded,
    goBack: ({ name, their, run, ran }) => {
      const message = `nothing of ${name} would be rolled back: it runs the version of ${their} (run ${run}), and this run would change no more than its scaling`;
      const hint =
        ran && `Before, it ran ${ran}. Start the job of that run again, or name its digest in \`rollback.yml\`.`;
      return {
        kind: 'refuse',
        failure: new DeployError({ code: 'nothing-rolled-back', message, ...(hint && { hint }) }),
      };
    },
  },
  { fits: ({ isScalingOnly }) => isScalingOnly, decide: () => go },
  {
    fits: ({ bytes }) => bytes === 'left',
    decide: (known) => (known.by === 'dispatch' ? goBackTo(known) : hold(known)),
    goBack: goBackTo,
  },
  {
    fits: ({ by, order, hasServed, left, isInBranch }) => {
      const isMeant = by === 'purpose';
      return (isMeant || isInBranch === 'yes') && ((order === 'newer' && (isMeant || hasServed)) || left.some(isNewer));
    },
    decide: superseded,
    goBack: goBackTo,
  },
  {
    fits: ({ by, chosen, bytes, run, ours, isOutside }) => {
      const isOthers = by === 'purpose' && run !== ours.run && !isOutside;
      return (by === 'schedule' || isOthers) && chosen !== '' && bytes === 'known';
    },
    decide: hold,
    goBack: goBackTo,
  },
  {
    fits: ({ order, isInBranch, hasServed, ...known }) =>
      order === 'newer' && ((isInBranch === 'no' && !isOfOtherRef(known)) || (isInBranch === 'yes' && !hasServed)),
    decide: ({ their, ours, isInBranch }) => {
      const why = isInBranch === 'no' ? `not in the branch ${ours.branch}` : 'nothing shows that it ever served';
      const message = `commit ${their} is newer, but ${why}.`;
      const hint = 'To keep the newer one, start its run again.';
      return goWith('a newer commit is replaced', { severity: 'notice', message, hint });
    },
  },
  { fits: ({ isOutside }) => isOutside, decide: () => go },
  {
    fits: (known) => isOfOtherRef(known) && (known.order === 'apart' || known.order === 'newer'),
    decide: ({ our, their, ours, ref, run }) =>
      goWith('another branch or tag is replaced', {
        severity: 'warning',
        message: `this run deploys ${our} of ${ours.ref} over ${their} of ${ref} (run ${run}), which it does not contain.`,
        hint: 'To keep both, merge one into the other, or give each a `name` of its own.',
      }),
  },
  {
    fits: ({ left }) => left.length > 0 && left.every(({ order }) => order === 'older' || order === 'same'),
    decide: ({ our, left, run, their }) =>
      goWith('a rollback ends', {
        severity: 'warning',
        message: `this run's ${our} contains ${leftNames(left)}, which run ${run} rolled back to ${their}: the rollback ends.`,
        hint: 'If it does not repair that commit, start the job of the rollback again.',
      }),
    goBack: () => go,
  },
  {
    fits: ({ order, left, isInBranch }) =>
      [order, ...left.map((each) => each.order)].includes('unknown') ||
      order === 'apart' ||
      ((order === 'newer' || left.some(isNewer)) && isInBranch === 'unknown'),
    decide: ({ name, our, doubt: { why, said, hint }, isApproved, isAllowed, by }) => {
      const question = `whether something newer than this run's ${our} is already deployed`;
      const doubt = said === '' ? `(${why})` : `(${why}). ${said}`;
      const message = `cannot determine ${question}: ${name} ${doubt}`;
      if (isApproved && !isAllowed)
        return { kind: 'refuse', failure: new DeployError({ code: 'order-unknown', message }) };
      const next = by === 'purpose' ? holds : 'If this run was the older one, run the newer workflow again.';
      return goWith('order of commits unknown', {
        severity: 'warning',
        message: `could not determine ${question}, so this run deploys anyway ${doubt}.`,
        hint: `${next} ${hint}`.trim(),
      });
    },
  },
];

export function decideOrder(facts: OrderFacts): Decision {
  const { recorded, ours, by, parkedBy } = facts;
  if (by === 'schedule' && parkedBy !== '') {
    const message = `Skipped: it is parked by ${parkedBy}, and a schedule does not end that.`;
    return {
      kind: 'skip',
      word: { title, severity: 'notice', message, hint: 'To end it, push, or start this job again.' },
    };
  }
  if (!recorded) return go;
  const [our, their] = [shortCommit(ours.commit), shortCommit(recorded.commit)];
  const known: Known = { ...facts, ...recorded, our, their };
  const row = rows.find(({ fits }) => fits(known));
  const decide = (by === 'purpose' && row?.goBack) || row?.decide;
  return decide?.(known) ?? go;
}

/**
 * Whether the run goes back on purpose: what it replaces is left, and all that is newer. One of the same commit or a
 * newer one may bring bytes back that were here, too.
 */
export function isWayBack({ by, isAllowed, recorded }: OrderFacts): boolean {
  if (!recorded) return false;
  const { order, bytes, isOutside } = recorded;
  const isMeant = by === 'purpose' || (by === 'dispatch' && bytes === 'left');
  return isMeant && ((order !== 'older' && order !== 'same') || ((isAllowed || isOutside) && bytes === 'known'));
}

const isNewer = ({ order }: { order: Order }) => order === 'newer';

const leftNames = (left: Recorded['left']) => [...new Set(left.map(({ commit }) => shortCommit(commit)))].join(', ');

/** Of the branch, a tag of it counts as well. */
function isOfOtherRef({ ours, ref }: Pick<Known, 'ours' | 'ref'>): boolean {
  const isOfBranch = ref === `refs/heads/${ours.branch}`;
  return /^refs\/(?:heads|tags)\//.test(ref) && ref !== ours.ref && !isOfBranch;
}

const unchanged = (members: readonly string[], { name }: Known) => `Not changed: ${members.join(', ')} of ${name}.`;

function superseded(known: Known): Decision {
  const { name, by, our, their, ours, order, left, run, isScalingOnly } = known;
  const never = by === 'rerun' ? ` Nothing shows that run ${ours.run} ever served here.` : '';
  const hint =
    by === 'rerun'
      ? 'To deploy it anyway, use `rollback.yml`, or add `older-commit` to `allow`.'
      : 'To roll back on purpose, start the job of a run that served here again, or add `older-commit` to `allow`.';
  const skip = (severity: Word['severity'], message: string): Decision => ({
    kind: 'skip',
    word: { title, severity, message: `Skipped: ${message}${never}`, hint },
  });
  if (order !== 'newer' && !isScalingOnly)
    return skip(
      'warning',
      `${leftNames(left.filter(isNewer))} is rolled back: run ${run} deployed ${their} instead, and this run's ${our} is older. ${unchanged(known.members, known)}`,
    );
  if (our === their)
    return skip('notice', `run ${run} has deployed the same commit to ${name}, and is newer than this run.`);
  return skip('notice', `commit \`${their}\` is already deployed to ${name}, and is newer than this run's \`${our}\`.`);
}

function hold(known: Known): Decision {
  const { bytes, chosen, their, run, by } = known;
  const why =
    bytes === 'left'
      ? `the version of this run is rolled back: run ${run} deployed ${their} instead.`
      : `${chosen}, and a ${by} brings back no version that ran before.`;
  const kept = known.members.filter(replacesWorkers);
  return {
    kind: 'hold',
    word: { title, severity: 'warning', message: `Held: ${why} ${unchanged(kept, known)}`, hint: startAgain },
  };
}

function goBackTo({ by, isAllowed, our, their, order, bytes, chosen, left }: Known): Decision {
  const asked = isAllowed ? '`older-commit` allows it' : 'it was started again';
  const why = `because ${by === 'dispatch' ? 'it was started by hand' : asked}`;
  const newer = order === 'newer' ? `${our === their ? ' over a newer run of it' : ` over the newer ${their}`}` : '';
  const after = bytes === 'left' ? ', which ends its rollback' : '';
  const still = leftNames(left.filter(isNewer));
  const stays = still === '' ? '' : ` ${still} stays rolled back.`;
  const although = order !== 'newer' && bytes === 'known' && chosen !== '' ? `, although ${chosen}` : '';
  const message = `this run deploys ${our}${newer}, ${why}${although}${after}.${stays}`;
  return goWith('an earlier version, on purpose', { severity: 'warning', message, hint: holds });
}
