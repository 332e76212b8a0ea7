/** May this run's version go over the endpoint's? One table, asked from above; pure. */

import { DeployError } from '../errors.ts';
import { replacesWorkers } from '../model/config.ts';
import { shortCommit } from '../model/display.ts';
import type { Order, Recalled, Trigger } from './history.ts';

export interface OrderQuestion {
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
  /** An endpoint beside it in the step gets another version. */
  movesBeside?: boolean;
  /** The fields that change. */
  members: readonly string[];
  /** The plan is approved: what GitHub does not say is a refusal. */
  isApproved: boolean;
}

interface Recorded extends Recalled {
  order: Order;
  hasServed: boolean;
  /** Whether our branch contains the newer version: the recorded version, or else a version that is left. */
  isInBranch: 'yes' | 'no' | 'unknown';
  /** The versions that somebody went back from. */
  left: readonly { commit: string; order: Order }[];
  /** What this run replaces was made by hand or on a command line: other words say so. */
  isOutside: boolean;
  /** What served before, in words; '' where nothing is known. */
  ran: string;
  /** Why an order is not known, in brackets, with GitHub's words behind it, and what to do. */
  doubt: { why: string; hint: string };
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

interface Known extends Omit<OrderQuestion, 'recorded'>, Recorded {
  our: string;
  their: string;
  /** The commits that are left and newer than ours; '' for none. */
  newerLeft: string;
  /** Its branch or tag is not that of this run; the branch of this run's tag is no other one. */
  isOfOtherRef: boolean;
}

/** `goBack`: for a run on purpose; default as any other. */
interface OrderRow {
  fits(known: Known): boolean;
  decide(known: Known): Decision;
  goBack?(known: Known): Decision;
}

const go: Decision = { kind: 'go', words: [] };
/** Of a run that deploys no version: a word of any other gets its own title. */
const wordOf = (severity: Word['severity'], message: string, hint: string): Word => ({
  title: 'superseded',
  severity,
  message,
  hint,
});
const goWith = (title: string, ...word: Parameters<typeof wordOf>): Decision => ({
  kind: 'go',
  words: [{ ...wordOf(...word), title }],
});
const holds = 'It holds until something newer is deployed.';

/** Asked from above: the first row that fits decides; where none does, the run goes on without a word. */
const rows: readonly OrderRow[] = [
  {
    fits: ({ isScalingOnly, order, isInBranch }) => isScalingOnly && order === 'newer' && isInBranch !== 'no',
    decide: superseded,
    goBack: ({ name, their, run, ran, movesBeside }) => {
      if (movesBeside) return go;
      const message = `nothing of ${name} would be rolled back: it runs the version of ${their} (run ${run}), and this run would change no more than its scaling`;
      const hint = `Before, it ran ${ran}. Start the job of that run again, or name its digest in \`rollback.yml\`.`;
      const failure = new DeployError({ code: 'nothing-rolled-back', message, ...(ran && { hint }) });
      return { kind: 'refuse', failure };
    },
  },
  { fits: ({ isScalingOnly }) => isScalingOnly, decide: () => go },
  {
    fits: ({ bytes }) => bytes === 'left',
    decide: (known) => (known.by === 'dispatch' ? goBackTo(known) : hold(known)),
    goBack: goBackTo,
  },
  {
    fits: ({ by, order, hasServed, newerLeft, isInBranch }) => {
      const isMeant = by === 'purpose';
      return (isMeant || isInBranch === 'yes') && ((order === 'newer' && (isMeant || hasServed)) || newerLeft !== '');
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
    fits: ({ order, isInBranch, hasServed, isOfOtherRef }) =>
      order === 'newer' && ((isInBranch === 'no' && !isOfOtherRef) || (isInBranch === 'yes' && !hasServed)),
    decide: ({ their, ours, isInBranch }) => {
      const why = isInBranch === 'no' ? `not in the branch ${ours.branch}` : 'nothing shows that it ever served';
      const message = `commit ${their} is newer, but ${why}.`;
      return goWith('a newer commit is replaced', 'notice', message, 'To keep the newer one, start its run again.');
    },
  },
  { fits: ({ isOutside }) => isOutside, decide: () => go },
  {
    fits: ({ isOfOtherRef, order }) => isOfOtherRef && (order === 'apart' || order === 'newer'),
    decide: ({ our, their, ours, ref, run }) =>
      goWith(
        'another branch or tag is replaced',
        'warning',
        `this run deploys ${our} of ${ours.ref} over ${their} of ${ref} (run ${run}), which it does not contain.`,
        'To keep both, merge one into the other, or give each a `name` of its own.',
      ),
  },
  {
    fits: ({ left }) => left.length > 0 && left.every(({ order }) => order === 'older' || order === 'same'),
    decide: ({ our, left, run, their }) =>
      goWith(
        'a rollback ends',
        'warning',
        `this run's ${our} contains ${namesOf(left)}, which run ${run} rolled back to ${their}: once ${our} is deployed, the rollback ends.`,
        'If it does not repair that commit, start the job of the rollback again.',
      ),
    goBack: () => go,
  },
  {
    fits: ({ order, left, newerLeft, isInBranch }) =>
      [order, ...left.map((each) => each.order)].includes('unknown') ||
      order === 'apart' ||
      ((order === 'newer' || newerLeft !== '') && isInBranch === 'unknown'),
    decide: ({ name, our, doubt, isApproved, isAllowed, by }) => {
      const question = `whether something newer than this run's ${our} is already deployed`;
      if (isApproved && !isAllowed) {
        const message = `cannot determine ${question}: ${name} ${doubt.why}`;
        return { kind: 'refuse', failure: new DeployError({ code: 'order-unknown', message }) };
      }
      const next = by === 'purpose' ? holds : 'If this run was the older one, run the newer workflow again.';
      return goWith(
        'order of commits unknown',
        'warning',
        `could not determine ${question}, so this run deploys anyway ${doubt.why}.`,
        `${next} ${doubt.hint}`.trim(),
      );
    },
  },
];

export function decideOrder(question: OrderQuestion): Decision {
  const { recorded, ours, by, parkedBy } = question;
  if (by === 'schedule' && parkedBy !== '') {
    const message = `Skipped: it is parked by ${parkedBy}, and a schedule does not end that.`;
    return { kind: 'skip', word: wordOf('notice', message, 'To end it, push, or start this job again.') };
  }
  if (!recorded) return go;
  const { commit, ref, left } = recorded;
  const known: Known = {
    ...question,
    ...recorded,
    our: shortCommit(ours.commit),
    their: shortCommit(commit),
    newerLeft: namesOf(left.filter(({ order }) => order === 'newer')),
    isOfOtherRef: /^refs\/(?:heads|tags)\//.test(ref) && ![ours.ref, `refs/heads/${ours.branch}`].includes(ref),
  };
  const row = rows.find(({ fits }) => fits(known));
  return ((by === 'purpose' && row?.goBack) || row?.decide)?.(known) ?? go;
}

/**
 * Whether the run goes back on purpose: what it replaces is left, and all that is newer. One of the same commit or a
 * newer one may bring bytes back that were here, too.
 */
export function isWayBack({ by, isAllowed, recorded }: OrderQuestion): boolean {
  if (!recorded) return false;
  const { order, bytes, isOutside } = recorded;
  const isMeant = by === 'purpose' || (by === 'dispatch' && bytes === 'left');
  return isMeant && ((order !== 'older' && order !== 'same') || ((isAllowed || isOutside) && bytes === 'known'));
}

const namesOf = (left: Recorded['left']) => [...new Set(left.map(({ commit }) => shortCommit(commit)))].join(', ');

const unchanged = (members: readonly string[], { name }: Known) => `Not changed: ${members.join(', ')} of ${name}.`;

function superseded(known: Known): Decision {
  const { name, by, our, their, ours, order, newerLeft, run, isScalingOnly, members } = known;
  const isRolledBack = order !== 'newer' && !isScalingOnly;
  const found = isRolledBack
    ? `${newerLeft} is rolled back: run ${run} deployed ${their} instead, and this run's ${our} is older. ${unchanged(members, known)}`
    : our === their
      ? `run ${run} has deployed the same commit to ${name}, and is newer than this run.`
      : `commit \`${their}\` is already deployed to ${name}, and is newer than this run's \`${our}\`.`;
  const [never, hint] =
    by === 'rerun'
      ? [
          ` Nothing shows that run ${ours.run} ever served here.`,
          'To deploy it anyway, use `rollback.yml`, or add `older-commit` to `allow`.',
        ]
      : [
          '',
          'To roll back on purpose, start the job of a run that served here again, or add `older-commit` to `allow`.',
        ];
  return { kind: 'skip', word: wordOf(isRolledBack ? 'warning' : 'notice', `Skipped: ${found}${never}`, hint) };
}

function hold(known: Known): Decision {
  const { bytes, chosen, their, run, by, members } = known;
  const why =
    bytes === 'left'
      ? `the version of this run is rolled back: run ${run} deployed ${their} instead.`
      : `${chosen}, and a ${by} brings back no version that ran before.`;
  const message = `Held: ${why} ${unchanged(members.filter(replacesWorkers), known)}`;
  return { kind: 'hold', word: wordOf('warning', message, 'To deploy it anyway, start this job again.') };
}

function goBackTo({ by, isAllowed, our, their, order, bytes, chosen, newerLeft }: Known): Decision {
  const asked = isAllowed ? '`older-commit` allows it' : 'it was started again';
  const why = `because ${by === 'dispatch' ? 'it was started by hand' : asked}`;
  const newer = order === 'newer' ? ` over ${our === their ? 'a newer run of it' : `the newer ${their}`}` : '';
  const after = bytes === 'left' ? ', which ends its rollback' : '';
  const isOther = by === 'purpose' && !isAllowed && bytes === 'new';
  const other = isOther ? ' It is no version of `before`: its tag may have moved.' : '';
  const stays = newerLeft && ` ${newerLeft} stays rolled back.`;
  const although = order !== 'newer' && bytes === 'known' && chosen && `, although ${chosen}`;
  const message = `this run deploys ${our}${newer}, ${why}${although || ''}${after}.${other}${stays}`;
  return goWith('an earlier version, on purpose', 'warning', message, holds);
}
