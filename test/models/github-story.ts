/** Random stories of GitHub's model: a branch that is pushed to and forced, pull requests, runs that are lost, late, killed or started again. Plain data. */

import * as fc from 'fast-check';
import type { Operation } from '../github-api/wire.ts';
import { oneOfKinds, seldom } from './replay.ts';

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
  | { kind: 'stranger'; does: 'comment' | 'copy'; pull: number }
  | { kind: 'pass'; hours: number };

export interface GitHubStory {
  seed: number;
  /** How long lists do not show what was just created, in milliseconds. */
  listedAfterMs: number;
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
  'issues/delete-comment',
  'pulls/get',
  'repos/compare-commits-with-basehead',
];

const faults = fc.record({
  kind: fc.constantFrom('unavailable', 'page', 'rate-limit', 'not-found', 'reset', 'lost-answer', 'hang'),
  operation: fc.constantFrom(...operations),
  after: fc.nat(4),
  times: fc.constantFrom(1, 3, 'always'),
}) as fc.Arbitrary<GitHubFault>;

const fate = {
  faults: seldom(4, [], fc.array(faults, { minLength: 1, maxLength: 2 })),
  killAfter: seldom(7, 0, fc.integer({ min: 1, max: 30 })),
  cancelAfter: seldom(12, 0, fc.integer({ min: 1, max: 30 })),
};
const turn = fc.constantFrom<Turn[]>('now', 'now', 'now', 'lost', 'queued');
const pull = fc.constantFrom(7, 7, 8);
const push = {
  turn,
  isRevert: fc.constantFrom(false, false, true),
  via: fc.constantFrom('push', 'push', 'workflow_run'),
};
const back = fc.integer({ min: 1, max: 3 });
const does = fc.constantFrom('comment', 'copy');
const ofPulls = ['open', 'synchronize', 'synchronize', 'close', 'reopen'];

const steps = oneOfKinds<GitHubStep>([
  [8, 'push', { ...push, ...fate }],
  [3, 'force-push', { back, adds: fc.boolean(), turn, ...fate }],
  [2, 'dispatch', fate],
  [2, 'rerun', { which: fc.nat(5), ...fate }],
  [5, 'late', { which: fc.nat(3), ...fate }],
  [8, ofPulls, { pull, turn, ...fate }],
  [2, 'overtaken', { pull, closesBefore: fc.integer({ min: 1, max: 25 }), ...fate }],
  [3, 'sweep', { maxAge: fc.boolean(), ...fate }],
  [2, 'approve', { between: fc.constantFrom('nothing', 'nothing', 'push', 'foreign'), ...fate }],
  [1, 'plan', { pull, ...fate }],
  [2, 'stranger', { does, pull }],
  [1, 'pass', { hours: fc.constantFrom(1, 48) }],
]);

export const gitHubStories: fc.Arbitrary<GitHubStory> = fc.record({
  seed: fc.nat(1_000_000),
  listedAfterMs: fc.constantFrom(0, 0, 400, 800),
  secret: fc.constantFrom('token', 'key-file', 'flag'),
  isRepositorySecret: fc.boolean(),
  steps: fc.array(steps, { minLength: 1, maxLength: 14, size: 'max' }),
});
