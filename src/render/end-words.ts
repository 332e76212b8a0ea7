/** The sentences about the end of a rollout, a row each: what is left, what proves it, what is billed. */

import { codeRow, type ErrorCode } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import type { AnnotationWords, EndpointOutputs } from '../report.ts';
import type { Bills, End, Lack, Left, Proof } from '../rollout/end.ts';
import { unreadNow } from './run-failure.ts';

/** What the rows need of an end. */
interface Ended {
  plan: Plan;
  end: End;
  /** The image that the run deploys, and `: ` with the live image; short. */
  wanted: string;
  found: string;
  /** The version before this one. */
  previous: string;
  /** The hint of the cause, or a better one for this end; '' without a cause. */
  remedy: string;
  /** The command that deletes the endpoint, with its input. */
  deletion: string;
  /** How the version before comes back; '' without one, or where nothing has ever proved it. */
  back: string;
  /** How the version before this one comes back, whether it was proved or not. */
  wayBack: string;
  /** `back` where a version has failed and one before it still serves; else ''. */
  rescue: string;
  /** The version before has been proved. */
  isProvedBefore: boolean;
  /** The workers that are billed and serve nobody, for a title; '' for none. */
  inVain: string;
}

/** `title`: the end of a title. `now`: a sentence without its full stop. `next`: what to do, in sentences. */
interface LeftWords {
  title: string;
  now: string;
  next: string;
}

/** One row for each kind of what a rollout leaves. */
export const leftWords: Readonly<Record<Left['kind'], (told: Ended) => LeftWords>> = {
  serving: ({ end, remedy }) => ({ title: `${end.operation}`, now: proofWords(end)?.words ?? '', next: remedy }),
  untouched: ({ plan, remedy, rescue }) => ({
    title: `${plan.first.isFirst ? `${plan.desired.name} ` : ''}not changed`,
    now: unreadNow.left,
    next: `${remedy} ${rescue}`,
  }),
  absent: ({ remedy, plan }) => ({
    title: 'nothing created',
    now: `No endpoint is named ${plan.desired.name}, and none was created`,
    next: remedy,
  }),
  unproved: ({ inVain, wanted, remedy, back }) => ({
    // The bill says it.
    title: inVain ? '' : 'written, not proved',
    now: `It has the new configuration, image ${wanted}`,
    next: `${remedy} ${back}`,
  }),
  restored: ({ end, previous, remedy, isProvedBefore }) => ({
    title: `restored to ${previous}${exceptIn(end)}`,
    now: `${again(end)}${isProvedBefore ? '' : ', which no run has proved'}`,
    next: remedy,
  }),
  'written-back': ({ end, previous, remedy, rescue }) => ({
    title: `${previous} ${end.problem ? 'written back, not seen serving' : 'put back, not waited for'}`,
    now: `${again(end)}, which ${end.problem ? 'nothing has shown to serve' : 'was not waited for'}`,
    next: `Run the command \`status\` to see whether it serves. ${remedy} ${end.problem ? rescue : ''}`,
  }),
  'not-restored': ({ end: { problem }, wayBack }) => ({
    title: 'RESTORE FAILED',
    now: 'Nothing shows its previous configuration again',
    // A refused write would be refused again.
    next: problem && codeRow(problem.code).writes !== 'again' ? `${problem.hint} ${wayBack}` : wayBack,
  }),
  parked: ({ plan, remedy, deletion, back }) => ({
    title: 'parked',
    now: 'It is parked at zero workers',
    next: `${remedy} ${plan.live ? back : `To delete it, run the command ${deletion}.`}`,
  }),
  deleted: ({ remedy }) => ({ title: 'deleted', now: 'It is deleted: nothing had proved it', next: remedy }),
  gone: ({ remedy }) => ({ title: 'deleted meanwhile', now: 'It no longer exists', next: remedy }),
  foreign: ({ end: { cause }, wanted, found, wayBack }) => {
    const isSame = found === `: ${wanted}`;
    const what = isSame ? 'puts back only what the spec mentions' : `replaces \`${found.slice(2)}\` by \`${wanted}\``;
    return {
      title: `changed meanwhile${isSame ? '' : found}`,
      now: 'It has the change that was made meanwhile',
      next: `Check that change: a run again ${what}. ${isOfVersion(cause) ? wayBack : ''}`,
    };
  },
  rival: ({ found }) => ({
    title: `created by another run${found}`,
    now: 'It is left as that run made it',
    next: 'Run the step again: it looks that endpoint up, and plans the change as of any other.',
  }),
  'perhaps-created': ({ plan }) => ({
    title: 'perhaps created',
    now: `The response to the create was lost, so a new ${plan.desired.name} may exist`,
    next:
      'Run the step again: it looks the endpoint up before it creates anything. ' +
      'If it exists, it is billed; the command `park` or `delete` ends that.',
  }),
  'perhaps-updated': ({ wanted, remedy }) => ({
    title: 'perhaps updated',
    now: `The update to ${wanted} was in progress, and may have taken effect`,
    next: remedy,
  }),
};

export const isOfVersion = (cause: { code: ErrorCode } | undefined) =>
  cause !== undefined && codeRow(cause.code).subject === 'version';

const exceptIn = ({ left }: End) =>
  'except' in left && left.except.length > 0 ? ` except ${left.except.join(', ')}` : '';

const again = (end: End) => `It has its previous configuration again${exceptIn(end)}`;

interface ProofWords {
  words: string;
  output: NonNullable<EndpointOutputs['proof']>;
  /** Why a green end has a warning. */
  weak?: AnnotationWords;
}

const versionTest = 'Add a test that only the new version passes, such as one that asks the app for its version.';

const proofs: Readonly<Record<Proof, ProofWords>> = {
  tests: { words: 'Its tests passed on this version', output: 'tests' },
  'new-workers': { words: 'A worker of this version is healthy', output: 'workers' },
  shared: {
    words: 'Its tests passed, but an old worker may have answered',
    output: 'workers',
    weak: {
      title: 'an old worker may have answered',
      message: 'The tests passed, but a worker of the old version did not stop, and may have answered.',
      hint: versionTest,
    },
  },
  told: {
    words: 'A worker is healthy, but nothing shows which version it runs',
    output: 'none',
    weak: {
      title: 'not proved',
      message: 'A worker is healthy, but nothing shows which version it runs.',
      hint: versionTest,
    },
  },
  'not-tested': {
    words:
      'Not tested: it sleeps at zero workers, and nothing of its version changes. The command `test` wakes a worker',
    output: 'none',
  },
  'no-tests': {
    words: 'Nothing has run: it needs no worker',
    output: 'none',
    weak: {
      title: 'no proof',
      message: 'Nothing has run: it scales to zero and has no `tests`, so nothing has shown that this version works.',
      hint: 'Add `tests` to the spec, for example `tests: [/health]`: the first one wakes a worker.',
    },
  },
  'not-waited': {
    words: 'Not waited for',
    output: 'none',
    weak: {
      title: 'no proof',
      message: 'Nothing has shown that this version works: `wait` is `none`.',
      hint: 'Use `wait: ready`, or run the command `test` in a later step.',
    },
  },
};

/** What proves a version that serves; undefined where the rollout failed. */
export const proofWords = ({ left }: End) => (left.kind === 'serving' ? proofs[left.proof] : undefined);

const cannotPull = ['cannot pull the image', 'cannot pull the image'] as const;

/** What one and what several workers with this lack do; the gravest comes first. */
export const lackWords: Readonly<Record<Lack, readonly [one: string, several: string]>> = {
  crashed: ['has crashed', 'have crashed'],
  'image-pull': cannotPull,
  'image-pull-definite': cannotPull,
  'no-capacity': ['finds no free GPU', 'find no free GPU'],
  listing: ['is not listed', 'are not listed'],
  time: ['starts', 'start'],
};

export const billsWords: Readonly<Record<Extract<Bills, string>, string>> = {
  nothing: 'Nothing is billed',
  stopped: 'Nothing is billed until the service starts it again',
  'when-called': 'Nothing is billed unless it is called',
  called: 'A worker that a test has woken is billed until it is idle again',
  'no-gpu': 'Nothing is billed before a GPU is free',
  unknown: 'Nothing shows whether it is billed',
};
