/** What users of an endpoint lose during an update: one request a second beside the rollout, counted, never judged. */

import type { Clock } from '../clock.ts';
import { codeRow, type DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { EndpointTest } from '../model/tests.ts';
import type { Availability } from '../render/tests.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { readyIn } from '../rollout/evidence/condition.ts';
import type { CommandContext } from '../run/context.ts';
import { isSuccess } from '../tests/answer.ts';
import { buildRequest, sendsSecret } from '../tests/request.ts';
import { samplePauseMs, sampleTimeoutMs } from '../times.ts';

/** One request, from its sending to the end of its answer: a gap, unless the answer is right. */
type UserRequest = NonNullable<Availability['gap']> & { isRight: boolean };

/** The availability by requests in turn. A gap lasts until the next right answer, or else until its last failure. */
export function availabilityOf(samples: readonly UserRequest[]): Availability {
  const gaps: UserRequest[] = [];
  for (const [index, sample] of samples.entries()) {
    const toMs = samples[index + 1]?.fromMs ?? sample.toMs;
    const last = gaps.at(-1);
    if (sample.isRight) continue;
    if (last?.toMs === sample.fromMs) Object.assign(last, { toMs, during: last.during || sample.during });
    else gaps.push({ ...sample, toMs });
  }
  const [gap] = gaps.sort((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs));
  const longestGapSeconds = gap ? Math.ceil((gap.toMs - gap.fromMs) / 1000) : 0;
  const failed = samples.filter(({ isRight }) => !isRight).length;
  return { requests: samples.length, failed, longestGapSeconds, gap, failedVersion: undefined };
}

/**
 * Requests the first `get` test without a secret, else the health check, until `end` or the signal. Resolves after the
 * first answer, within a second; rejects with why nothing is counted, such as a first answer that is not a 2xx.
 */
export async function watchUsers(live: Endpoint, tests: readonly EndpointTest[], context: CommandContext) {
  const { clock, connect } = context.connections.users;
  const target = { endpointUrl: new URL(live.url), secrets: context.inputs.secretEnvs };
  const open = tests.find((test) => test.get !== undefined && !sendsSecret(test, target));
  const test = open ?? { get: live.config.healthy.path };
  if (test.get === '') throw new Error('there is neither a `get` test without a secret nor a health check');
  const request = buildRequest(test, target);
  const connection = await connect(target.endpointUrl);
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, context.signal]);
  const { now, follow, failedVersion } = followServing(live, clock);
  const samples: UserRequest[] = [];
  const ask = async (timeoutMs: number) => {
    const fromMs = clock.date().getTime();
    const answer = await connection.send({ ...request, timeoutMs, signal });
    const isRight = answer.kind === 'answer' && isSuccess(answer.status);
    if (!signal.aborted) samples.push({ fromMs, toMs: clock.date().getTime(), during: now.during, isRight });
  };
  const repeat = async () => {
    for (;;) {
      await clock.sleep(samplePauseMs, signal);
      if (!now.isPaused) await ask(sampleTimeoutMs);
    }
  };
  await ask(samplePauseMs);
  const isServing = samples[0]?.isRight;
  if (!isServing) ended.abort();
  // The signal ends it with its pause or its request.
  repeat().catch(() => connection.close());
  if (!isServing) throw new Error('the first answer was not a 2xx');
  const end = () => {
    ended.abort();
    return { ...availabilityOf(samples), failedVersion: failedVersion() };
  };
  return { follow, end };
}

/** Who serves users `now`, by the events of the rollout. */
function followServing({ workers }: Endpoint, clock: Clock) {
  const now = { isPaused: false, isRestoring: false, during: '' };
  const oldIds = new Set(workers.map(({ id }) => id));
  const newIds = new Set<string>();
  let failure: DeployError | undefined;
  /** The time in which only the version of this run served. */
  let alone: Availability['failedVersion'];
  const follow = (event: RolloutEvent) => {
    now.isRestoring ||= event.kind === 'restoring';
    if (event.kind === 'failed') failure = event.failure;
    if (event.kind !== 'reading') return;
    const serving = readyIn(event.endpoint);
    const old = serving.filter(({ id }) => oldIds.has(id));
    // A worker that comes after a failure runs the version that is restored.
    if (!failure) for (const { id } of serving) if (!oldIds.has(id)) newIds.add(id);
    const nowMs = clock.date().getTime();
    const isAlone = serving.length > 0 && serving.every(({ id }) => newIds.has(id));
    if (isAlone) alone = { fromMs: alone?.fromMs ?? nowMs, toMs: nowMs };
    // Users lose nothing while both serve, and requests would keep an old worker awake that is to stop.
    now.isPaused = old.length > 0 && old.length < serving.length;
    now.during = now.isRestoring ? 'during the restore' : serving.length === 0 ? 'while the old worker stopped' : '';
  };
  const failedVersion = () => (failure && codeRow(failure.code).subject === 'version' ? alone : undefined);
  return { now, follow, failedVersion };
}
