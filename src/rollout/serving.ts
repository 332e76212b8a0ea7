/** The way from a written configuration to an endpoint that serves it: the wait, then the smoke test, then one more reading. */

import type { Clock } from '../clock.ts';
import { diffConfigs } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readRecord } from '../model/record.ts';
import { ForeignChange, lookUntilApplied, watchConfig } from './config-watch.ts';
import { type Rollout, waitOf, withTime } from './context.ts';
import { type Look, lookForRivals } from './create.ts';
import { expectationWithoutWrite } from './expectation.ts';
import { proofSeconds, recentWriteMs } from './patience.ts';
import { judgeReadiness, type Verdict } from './readiness.ts';
import { giveWay } from './rivals.ts';
import { smokeTest } from './smoke.ts';
import { startWait, type Wait } from './wait.ts';
import { goOnWith, type Written } from './write.ts';

/** For the look at an endpoint whose smoke test has failed. */
const lookMs = 15_000;
/** After so long another run may have created the name since the list was read. */
const freshMs = 5000;

/** The last reading of the endpoint. Rejects as {@link Wait} and {@link smokeTest} do. */
export async function awaitServing(written: Written, { plan, options, probe, context }: Rollout): Promise<Endpoint> {
  const { clock, onEvent, signal } = context;
  const { waitTimeoutSeconds: timeoutSeconds } = options;
  const paths = plan.tests.flatMap(({ get }) => get ?? []);
  const deadlineMs = context.deadlineMs();
  const already = options.wait === 'none' ? undefined : servesAlready(written);
  const isTested = paths.length > 0;
  if (already) onEvent({ ...already, isTested, isAgain: false });
  const isPlain = options.wait === 'none' || already !== undefined;
  let wait: Wait | undefined;
  const untilReady = () => {
    wait ??= startWait({ ...written, timeoutSeconds, deadlineMs, isTested, context });
    return wait.untilReady();
  };
  const endpoint = isPlain ? written.endpoint : await untilReady();
  if (!isTested) return endpoint;
  onEvent({ kind: 'phase', phase: 'smoke' });
  try {
    for (const path of paths) {
      const leftSeconds = (deadlineMs - clock.monotonicMs()) / 1000;
      await smokeTest({ probe, clock, onEvent, signal, endpoint, path, timeoutSeconds: leftSeconds });
    }
  } catch (error) {
    // What has failed may be what somebody else has put there meanwhile. Where that cannot be told, the test has failed.
    if (!signal.aborted) await written.watch.look({ deadlineMs: clock.monotonicMs() + lookMs }).catch(rethrowForeign);
    throw error;
  }
  if (options.wait === 'none') return endpoint;
  // The smoke test may have taken minutes: what it has asked may be somebody else's by now, or down.
  const look = isPlain ? await written.watch.look({ deadlineMs }) : undefined;
  if (look?.isApplied && judgeReadiness(look.endpoint, written.expectation).kind === 'ready') return look.endpoint;
  return untilReady();
}

function rethrowForeign(error: unknown): void {
  if (error instanceof ForeignChange) throw error;
}

/** An endpoint that this run has not written to and that serves, with nothing beside it that would have to be looked at. */
function servesAlready({ endpoint, expectation }: Written): (Verdict & { kind: 'ready' }) | undefined {
  if (expectation.effect !== 'nothing') return undefined;
  const verdict = judgeReadiness(endpoint, expectation);
  return verdict.kind === 'ready' && verdict.evidence === 'serving' ? verdict : undefined;
}

/** A live endpoint that shows the desired configuration already. */
export function unwritten(
  live: Endpoint,
  { plan, options, context }: Pick<Rollout, 'plan' | 'options' | 'context'>,
): Written {
  const { desired } = plan;
  const expectation = expectationWithoutWrite({
    live,
    wait: options.wait === 'rollout' ? 'rollout' : 'ready',
    isRecentlyWritten: isRecentlyWritten(live, context.clock),
  });
  const watch = watchConfig({ id: live.id, desired, earlier: undefined, shownBefore: live.config, context });
  return { endpoint: live, before: undefined, watch, expectation, origin: undefined };
}

function isRecentlyWritten({ config }: Endpoint, clock: Clock): boolean {
  const record = readRecord(config);
  return record !== undefined && clock.date().getTime() - Date.parse(record.time) < recentWriteMs;
}

/**
 * The proof that the next run will find what this one has created, also with `wait: none`; and another run may have created the same name after the first look.
 * The reading of its endpoint, where it stays and this run's is gone.
 */
export async function settleRivalry(
  { endpoint, origin, watch, look: first }: Written,
  rollout: Rollout,
): Promise<Endpoint | undefined> {
  const { plan, context } = rollout;
  if (origin === undefined || origin === 'found' || isProof(first, context)) return undefined;
  const expectedIds = new Set(plan.live ? [plan.live.id] : []);
  const proof = withTime(context, proofSeconds);
  const contest = { id: endpoint.id, origin, config: plan.desired, expectedIds, context: proof };
  const look = await lookForRivals({ ...contest, mustBeListed: true });
  const survivor = await giveWay(contest, { look, isOver: true });
  // The list may show what is newer than the last reading.
  const isSame = look.own && diffConfigs({ asked: plan.desired, found: look.own.config }).length === 0;
  if (!survivor && !isSame) await lookUntilApplied(watch, { ...context, deadlineMs: proof.deadlineMs() });
  if (!survivor) return undefined;
  const writes = { desired: plan.desired, wait: waitOf(rollout) };
  return awaitServing(await goOnWith(survivor, { writes, context }), rollout);
}

/** The first look has shown all that the second one would. */
function isProof(look: Look | undefined, { clock }: Pick<Rollout['context'], 'clock'>): boolean {
  if (!look?.isListed || look.rivals.length > 0) return false;
  return clock.monotonicMs() - look.startedMs <= freshMs;
}
