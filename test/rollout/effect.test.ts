/** How long workers of a write before may still come, by the clock of the run that noted it. */

import { expect, test } from 'vitest';
import { withRecord } from '../../src/model/record.ts';
import { isUnsettled, noWrite } from '../../src/rollout/effect.ts';
import { createTestClock } from '../clock.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';

test.for<[string, number, number, boolean]>([
  ['a moment ago', 0, 120, true],
  ['100 s ago', -100, 20, true],
  ['an hour ago', -3600, 0, false],
  ['by a clock that is an hour ahead', 3600, 120, true],
])('a write with workers still to come, %s', ([, seconds, leftSeconds, unsettled]) => {
  const clock = createTestClock();
  const unsettledAt = Math.floor(clock.date().getTime() / 1000) + seconds;
  const envs = withRecord([], { oldWorkers: '8.', envKeys: '8.', unsettledAt });
  const live = { ...liveEndpoint, config: { ...liveConfig, envs } };
  const { lateWorkersUntilMs = 0 } = noWrite(live, clock);
  expect(Math.round((lateWorkersUntilMs - clock.monotonicMs()) / 1000)).toBe(leftSeconds);
  expect(isUnsettled(live, clock.date())).toBe(unsettled);
});
