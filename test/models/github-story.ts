/** Random stories of GitHub's model: a branch that is pushed to and forced, pull requests, runs that are lost, late, killed or started again. Plain data. */

import * as fc from 'fast-check';
import type { Operation } from '../github-api/wire.ts';

export interface GitHubFault {
  kind: 'unavailable' | 'page' | 'rate-limit' | 'not-found' | 'reset' | 'lost-answer' | 'hang';
  operation: Operation | 'any';
  after: number;
  times: 1 | 3 | 'always';
}

/** What becomes of a run. Requests to the service and to GitHub are counted together; 0 for never. */
export interface Fate {
  faults: readonly GitHubFault[];
  killAfter: number;
  cancelAfter: number;
}

/** `lost`: no run ever comes. `queued`: it comes when a step `late` says so. */
export type Turn = 'now' | 'lost' | 'queued';

export type GitHubStep =
  /** `workflow_run`: deployed by a workflow that follows the one of the push. */
  | ({ kind: 'push'; turn: Turn; isRevert: boolean; via: 'push' | 'workflow_run' } & Fate)
  /** The branch goes back by so many commits; with `adds`, a new one takes their place. */
  | ({ kind: 'force-push'; back: number; adds: boolean; turn: Turn } & Fate)
  | ({ kind: 'dispatch' } & Fate)
  | ({ kind: 'rerun'; which: number } & Fate)
  | ({ kind: 'late'; which: number } & Fate)
  | ({ kind: 'open' | 'synchronize' | 'close' | 'reopen'; pull: number; turn: Turn } & Fate)
  /** The pull request closes while the run that it starts is under way, just before that many requests. */
  | ({ kind: 'overtaken'; pull: number; closesBefore: number } & Fate)
  | ({ kind: 'sweep'; maxAge: boolean } & Fate)
  | ({ kind: 'approve'; between: 'nothing' | 'push' | 'foreign' } & Fate)
  | ({ kind: 'plan'; pull: number } & Fate)
  | { kind: 'stranger'; does: 'comment' | 'copy' | 'deployment'; pull: number }
  | { kind: 'pass'; hours: number };

export interface GitHubStory {
  seed: number;
  /** How long lists do not show what was just created, in milliseconds. */
  listedAfterMs: number;
  /** For what is pushed to the branch; '' for no Deployments. */
  environment: 'production' | '';
  /** The secret that the spec's endpoint gets. */
  secret: 'token' | 'key-file' | 'flag';
  /** It is one of the repository's, so that the runner registers each of its lines by itself. */
  isRepositorySecret: boolean;
  steps: readonly GitHubStep[];
}

const operations: readonly (Operation | 'any')[] = [
  'any',
  'issues/list-comments',
  'issues/create-comment',
  'issues/update-comment',
  'repos/list-deployments',
  'repos/create-deployment',
  'repos/list-deployment-statuses',
  'repos/create-deployment-status',
  'pulls/list',
  'pulls/get',
  'repos/compare-commits-with-basehead',
];

const faults = fc.record({
  kind: fc.constantFrom('unavailable', 'page', 'rate-limit', 'not-found', 'reset', 'lost-answer', 'hang'),
  operation: fc.constantFrom(...operations),
  after: fc.nat(4),
  times: fc.constantFrom(1, 3, 'always'),
}) as fc.Arbitrary<GitHubFault>;

const never = fc.constant(0);
const fate = {
  faults: fc.oneof(
    { arbitrary: fc.constant([]), weight: 4 },
    { arbitrary: fc.array(faults, { minLength: 1, maxLength: 2 }), weight: 1 },
  ),
  killAfter: fc.oneof({ arbitrary: never, weight: 7 }, { arbitrary: fc.integer({ min: 1, max: 30 }), weight: 1 }),
  cancelAfter: fc.oneof({ arbitrary: never, weight: 12 }, { arbitrary: fc.integer({ min: 1, max: 30 }), weight: 1 }),
};
const turn = fc.constantFrom<Turn[]>('now', 'now', 'now', 'lost', 'queued');
const pull = fc.constantFrom(7, 7, 8);

const steps: fc.Arbitrary<GitHubStep> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('push' as const),
      turn,
      isRevert: fc.constantFrom(false, false, true),
      via: fc.constantFrom('push', 'push', 'workflow_run'),
      ...fate,
    }),
    weight: 8,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('force-push' as const),
      back: fc.integer({ min: 1, max: 3 }),
      adds: fc.boolean(),
      turn,
      ...fate,
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ kind: fc.constant('dispatch' as const), ...fate }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('rerun' as const), which: fc.nat(5), ...fate }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('late' as const), which: fc.nat(3), ...fate }), weight: 5 },
  {
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'open' as const,
        'synchronize' as const,
        'synchronize' as const,
        'close' as const,
        'reopen' as const,
      ),
      pull,
      turn,
      ...fate,
    }),
    weight: 8,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('overtaken' as const),
      pull,
      closesBefore: fc.integer({ min: 1, max: 25 }),
      ...fate,
    }),
    weight: 2,
  },
  { arbitrary: fc.record({ kind: fc.constant('sweep' as const), maxAge: fc.boolean(), ...fate }), weight: 3 },
  {
    arbitrary: fc.record({
      kind: fc.constant('approve' as const),
      between: fc.constantFrom('nothing', 'nothing', 'push', 'foreign'),
      ...fate,
    }) as fc.Arbitrary<GitHubStep>,
    weight: 2,
  },
  { arbitrary: fc.record({ kind: fc.constant('plan' as const), pull, ...fate }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('stranger' as const),
      does: fc.constantFrom('comment', 'copy', 'deployment'),
      pull,
    }) as fc.Arbitrary<GitHubStep>,
    weight: 2,
  },
  { arbitrary: fc.record({ kind: fc.constant('pass' as const), hours: fc.constantFrom(1, 48) }), weight: 1 },
);

export const gitHubStories: fc.Arbitrary<GitHubStory> = fc.record({
  seed: fc.nat(1_000_000),
  listedAfterMs: fc.constantFrom(0, 0, 400, 800),
  environment: fc.constantFrom('production', ''),
  secret: fc.constantFrom('token', 'key-file', 'flag'),
  isRepositorySecret: fc.boolean(),
  steps: fc.array(steps, { minLength: 1, maxLength: 14, size: 'max' }),
});
