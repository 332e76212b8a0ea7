/** The events after a failure → what is left, and whether the endpoint was changed. */

import { expect, test } from 'vitest';
import { RolloutError } from '../../src/rollout/errors.ts';
import type { RolloutEvent } from '../../src/rollout/events.ts';
import { factsAfter, initialFacts } from '../../src/rollout/facts.ts';
import { liveEndpoint } from '../plan/example.ts';

const failureOf = (code: RolloutError['code']) => new RolloutError({ code, message: `it is ${code}` });
const failed = (code: RolloutError['code']): RolloutEvent => {
  return { kind: 'failed', failure: failureOf(code), isUndone: true };
};
const undoFailed = (by: 'restoring' | 'parking' | 'marking', code: RolloutError['code']): RolloutEvent => {
  return { kind: 'undo-failed', by, failure: failureOf(code) };
};
const putBack: RolloutEvent = { kind: 'put-back', unrestored: [] };
const ready: RolloutEvent = { kind: 'ready', readyReason: 'new-workers' };
const after = (events: readonly RolloutEvent[]) =>
  events.reduce((facts, event) => factsAfter(facts, event, 0), initialFacts(liveEndpoint));

test.for<[left: string | undefined, events: RolloutEvent[]]>([
  [undefined, [failed('crashed')]],
  ['foreign', [failed('conflict')]],
  ['gone', [failed('not-found')]],
  ['rival', [{ kind: 'create-found', endpointId: 'e2', by: 'another-run' }, failed('conflict')]],
  ['written-back', [failed('crashed'), putBack]],
  ['restored', [failed('crashed'), putBack, ready]],
  ['written-back', [failed('crashed'), putBack, undoFailed('restoring', 'timeout')]],
  ['not-restored', [failed('crashed'), undoFailed('restoring', 'unavailable')]],
  ['foreign', [failed('crashed'), undoFailed('restoring', 'conflict')]],
  // What fails after a restore that has failed changes nothing of it.
  ['not-restored', [failed('crashed'), undoFailed('restoring', 'busy'), undoFailed('parking', 'busy')]],
  ['parked', [failed('crashed'), undoFailed('restoring', 'busy'), { kind: 'cleaned-up', by: 'parking' }]],
  ['unproved', [failed('crashed'), undoFailed('parking', 'unavailable')]],
  ['gone', [failed('crashed'), undoFailed('parking', 'not-found')]],
  ['foreign', [failed('crashed'), undoFailed('parking', 'conflict')]],
  [undefined, [failed('crashed'), undoFailed('marking', 'unavailable')]],
])('%s is left', ([left, events]) => {
  expect(after(events).left?.kind).toBe(left);
});

test('a version that is parked or marked was changed, also by a run that has deployed nothing', () => {
  const cleaned = (by: 'parking' | 'marking') =>
    after([{ kind: 'nothing-to-write', isRecorded: true }, failed('slower'), { kind: 'cleaned-up', by }]);
  expect([cleaned('parking').changed, cleaned('marking').changed]).toEqual([true, true]);
});
