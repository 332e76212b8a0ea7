/** What a deploy tells the count of what users lose: when requests are held back, and what may explain a gap. */

import { expect, test } from 'vitest';
import type { CommandContext } from '../../src/commands/context.ts';
import { watchUsers } from '../../src/commands/users.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { RolloutEvent } from '../../src/rollout/events.ts';
import { endpointOf, type Shown } from '../rollout/readings.ts';

const stopped = 'while the old worker stopped';
test.for<[string, readonly (Shown | 'restoring')[], isPaused: boolean, during: string]>([
  ['an old worker', ['old running+'], false, ''],
  ['an old worker and a new one that starts', ['old running+, new running'], false, ''],
  ['an old worker and a new one', ['old running+, new running+'], true, ''],
  ['the new one after both', ['old running+, new running+', 'new running+'], false, ''],
  ['two old ones', ['old running+, older running+'], false, ''],
  ['none', ['new running'], false, stopped],
  ['a new one after none', ['new running', 'new running+'], false, ''],
  ['none in a restore', ['new running', 'restoring', 'new running'], false, 'during the restore'],
])('while users are served by %s', async ([, readings, isPaused, during]) => {
  const now = { isPaused: false, during: '' };
  const live = endpointOf('old running+, older running+');
  const plan = { live, desired: live.config, operation: 'update', workers: 'replaced', tests: [] };
  const context = { inputs: { wait: 'healthy' }, connections: { watch: async () => ({ now, end: () => undefined }) } };
  const users = await watchUsers(plan as unknown as Plan, context as unknown as CommandContext);
  for (const shown of readings) {
    const event = shown === 'restoring' ? { kind: shown } : { kind: 'reading', endpoint: endpointOf(shown) };
    users?.follow(event as RolloutEvent);
  }
  expect(now).toEqual({ isPaused, during });
});
