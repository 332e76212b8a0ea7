/** From a written configuration to an endpoint that is proved to serve it. */

import type { Endpoint } from '../model/endpoint.ts';
import { readRecord } from '../model/record.ts';
import type { Rollout } from './context.ts';
import { assertSingle } from './create.ts';
import type { Story } from './story.ts';
import { passTests } from './test-phase.ts';
import { awaitReady } from './wait.ts';
import type { Written } from './writes.ts';

/** The way from a written configuration to an endpoint that is proved to serve it; the last reading. */
export async function serve(written: Written, { options, test, context }: Rollout): Promise<Endpoint> {
  if (options.wait === 'none') return written.endpoint;
  const goal = { wait: options.wait, isTested: test !== undefined };
  let story: Story = await awaitReady({ written, goal, context });
  const isOfThisCommit = options.record !== undefined && commitOf(written) === options.record.commit;
  if (test && (isOfThisCommit || isWorthWaking(written, story)))
    story = await passTests({ written, story, goal, test, context });
  return story.endpoint;
}

function commitOf({ endpoint }: Written): string | undefined {
  return readRecord(endpoint.config)?.commit;
}

/** An endpoint that sleeps at zero and that this run has not changed is not woken by every push, but by the job that is started again. */
function isWorthWaking({ write }: Written, { endpoint, workers }: Story): boolean {
  return write.effect !== 'none' || endpoint.config.workerConfig.minNum > 0 || workers.size > 0;
}

/** After a create: exactly one endpoint has the name, and the next run will find it. */
export async function settleCreation(written: Written, { plan, context }: Rollout): Promise<void> {
  const { endpoint, origin, wasLost } = written;
  if (origin === undefined || origin === 'found') return;
  const expectedIds = new Set(plan.live ? [plan.live.id] : []);
  await assertSingle({ id: endpoint.id, config: written.target.desired, expectedIds, wasLost, context });
}
