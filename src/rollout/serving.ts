/** The way from a written configuration to an endpoint that serves it: the wait, then the smoke test. */

import type { Endpoint } from '../model/endpoint.ts';
import type { Rollout } from './context.ts';
import { expectationOfPlan } from './expectation.ts';
import { judgeReadiness } from './readiness.ts';
import { smokeTest } from './smoke.ts';
import { waitUntilReady } from './wait.ts';

/** The last reading of the endpoint. Rejects as {@link waitUntilReady} and {@link smokeTest} do. */
export async function awaitServing(written: Endpoint, { plan, options, probe, context }: Rollout): Promise<Endpoint> {
  const { clock, onEvent, signal } = context;
  const startedMs = clock.monotonicMs();
  const endpoint = await awaitReadiness(written, { plan, options, context });
  if (options.smokeTest === '') return endpoint;
  onEvent({ kind: 'phase', phase: 'smoke' });
  const leftSeconds = options.waitTimeoutSeconds - (clock.monotonicMs() - startedMs) / 1000;
  await smokeTest({ probe, clock, onEvent, signal, endpoint, path: options.smokeTest, timeoutSeconds: leftSeconds });
  return endpoint;
}

async function awaitReadiness(
  written: Endpoint,
  { plan, options, context }: Pick<Rollout, 'plan' | 'options' | 'context'>,
): Promise<Endpoint> {
  if (options.wait === 'none') return written;
  const expectation = expectationOfPlan(plan, options.wait);
  // An unchanged endpoint that serves is asked nothing more; one that is still starting is waited for like any other.
  if (plan.operation === 'unchanged' && judgeReadiness(written, expectation).kind === 'ready') return written;
  return waitUntilReady({ endpoint: written, expectation, timeoutSeconds: options.waitTimeoutSeconds, context });
}
