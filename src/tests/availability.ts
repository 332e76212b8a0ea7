/** What users lose while a deploy runs: one request a second, whose answers are counted and never judged. */

import type { Clock } from '../clock.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { EndpointTest } from '../model/tests.ts';
import { samplePauseMs, sampleTimeoutMs } from '../times.ts';
import { isSuccess } from './answer.ts';
import { buildRequest, sendsSecret } from './request.ts';
import type { TestOptions } from './run.ts';

/** In milliseconds since 1970. `during`: what may explain it, such as `while the old worker stopped`; '' for nothing. */
interface Gap {
  fromMs: number;
  toMs: number;
  during: string;
}

/** One request, from its sending to the end of its answer. `isRight`: it was a 2xx. */
type Sample = Gap & { isRight: boolean };

/** `gap`: the longest time without a right answer; undefined if every answer was right. */
export interface Availability {
  requests: number;
  failed: number;
  longestGapSeconds: number;
  gap: Gap | undefined;
}

/** Of requests in turn. A gap lasts until the next one that is right, or else until its last failure. */
export function availabilityOf(samples: readonly Sample[]): Availability {
  const failed = samples.flatMap(({ isRight, fromMs, toMs, during }, index) =>
    isRight ? [] : [{ fromMs, toMs: samples[index + 1]?.fromMs ?? toMs, during }],
  );
  const gaps: Gap[] = [];
  for (const { fromMs, toMs, during } of failed) {
    const last = gaps.at(-1);
    if (last?.toMs === fromMs) Object.assign(last, { toMs, during: last.during || during });
    else gaps.push({ fromMs, toMs, during });
  }
  const lengthMs = ({ fromMs, toMs }: Gap) => toMs - fromMs;
  const [gap] = gaps.sort((a, b) => lengthMs(b) - lengthMs(a));
  const longestGapSeconds = gap ? Math.ceil(lengthMs(gap) / 1000) : 0;
  return { requests: samples.length, failed: failed.length, longestGapSeconds, gap };
}

/** Of an endpoint that serves users. */
export interface Watched {
  live: Pick<Endpoint, 'url' | 'config'>;
  tests: readonly EndpointTest[];
}

type WatchPorts = Pick<TestOptions, 'secrets' | 'connect'> & { clock: Clock; signal: AbortSignal };

/** `now`: whether requests are held back, and what the deploy is doing. `end` ends the requests at once. */
export interface Watch {
  now: { isPaused: boolean; during: string };
  end(): Availability;
}

/**
 * Requests the first `get` test without a secret, else the health check, until the signal or `end`. Resolves after the
 * first answer, within a second; rejects with why nothing is counted, such as a first answer that is not a 2xx.
 */
export async function watchAvailability({ live, tests }: Watched, ports: WatchPorts): Promise<Watch> {
  const { secrets, connect, clock } = ports;
  const endpointUrl = new URL(live.url);
  const open = tests.find((test) => test.get !== undefined && !sendsSecret(test, { endpointUrl, secrets }));
  const test = open ?? { get: live.config.healthy.path };
  if (test.get === '') throw new Error('there is neither a `get` test without a secret nor a health check');
  const request = buildRequest(test, { endpointUrl, secrets });
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, ports.signal]);
  const samples: Sample[] = [];
  const now = { isPaused: false, during: '' };
  const connection = await connect(endpointUrl, { keepAliveMs: 2 * sampleTimeoutMs });
  const sample = async (timeoutMs: number) => {
    const fromMs = clock.date().getTime();
    const answer = await connection.send({ ...request, timeoutMs, signal });
    const isRight = answer.kind === 'answer' && isSuccess(answer.status);
    if (!signal.aborted) samples.push({ ...now, fromMs, toMs: clock.date().getTime(), isRight });
  };
  const repeat = async () => {
    for (;;) {
      await clock.sleep(samplePauseMs, signal);
      if (!now.isPaused) await sample(sampleTimeoutMs);
    }
  };
  const end = () => {
    ended.abort();
    return availabilityOf(samples);
  };
  await sample(samplePauseMs);
  const isServing = samples.some(({ isRight }) => isRight);
  if (!isServing) end();
  // The signal ends it with its pause or its request.
  repeat().catch(() => connection.close());
  if (!isServing) throw new Error('the first answer was not a 2xx');
  return { now, end };
}
