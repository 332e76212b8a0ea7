/** What users lose while a deploy runs: one request a second, whose answers are counted and never judged. */

import type { Clock } from '../clock.ts';
import type { EndpointTest } from '../model/tests.ts';
import { samplePauseMs, sampleTimeoutMs } from '../times.ts';
import { isSuccess } from './answer.ts';
import type { ConnectEndpoint, EndpointConnection } from './connection.ts';
import { buildRequest, sendsSecret } from './request.ts';

/** One request, with wall-clock times in milliseconds since 1970. `isRight`: the answer was a 2xx. */
export interface Sample {
  sentMs: number;
  endMs: number;
  isRight: boolean;
  /** What may explain a failure: `while the old worker stopped`; '' for nothing. */
  during: string;
}

/** `gap`: the longest time without a right answer, in milliseconds since 1970; undefined if every answer was right. */
export interface Availability {
  requests: number;
  failed: number;
  longestGapSeconds: number;
  gap: { fromMs: number; toMs: number; during: string } | undefined;
}

/** A gap lasts from its first failed request until the next right one was sent, or else until its last failure. */
export function availabilityOf(samples: readonly Sample[]): Availability {
  const gaps: NonNullable<Availability['gap']>[] = [];
  let wasRight = true;
  for (const { sentMs, endMs, isRight, during } of samples) {
    if (wasRight && !isRight) gaps.push({ fromMs: sentMs, toMs: endMs, during });
    const gap = gaps.at(-1);
    if (gap && !wasRight) gaps.splice(-1, 1, { ...gap, toMs: isRight ? sentMs : endMs, during: gap.during || during });
    wasRight = isRight;
  }
  const [gap] = gaps.toSorted((a, b) => lengthMs(b) - lengthMs(a));
  const failed = samples.filter(({ isRight }) => !isRight).length;
  return { requests: samples.length, failed, longestGapSeconds: Math.ceil(lengthMs(gap) / 1000), gap };
}

const lengthMs = (gap: Availability['gap']) => (gap ? gap.toMs - gap.fromMs : 0);

export interface Watched {
  endpointUrl: URL;
  tests: readonly EndpointTest[];
  /** Of the health check, '' for none: requested where no `get` test goes without a secret. */
  healthPath: string;
}

export interface WatchPorts {
  secrets: ReadonlyMap<string, string>;
  connect: ConnectEndpoint;
  clock: Clock;
  /** Ends the requests. */
  signal: AbortSignal;
  /** Why nothing is counted, as a clause. */
  onSkip: (why: string) => void;
}

export interface Watch {
  /** Whether requests are held back, and what the deploy is doing: {@link Sample.during}. */
  now: { isPaused: boolean; during: string };
  /** Ends the requests at once. */
  end(): Availability;
}

/** Resolves after the first answer, within a second: with undefined if it is not a 2xx. Never rejects. */
export async function watchAvailability(watched: Watched, ports: WatchPorts): Promise<Watch | undefined> {
  const { endpointUrl, tests, healthPath } = watched;
  const { secrets, connect, clock, onSkip } = ports;
  const test = tests.find((test) => test.get !== undefined && !sendsSecret(test, { endpointUrl, secrets }));
  if (!test && healthPath === '') {
    onSkip('there is neither a `get` test without a secret nor a health check');
    return undefined;
  }
  const request = buildRequest(test ?? { get: healthPath }, { endpointUrl, secrets });
  const ended = new AbortController();
  const signal = AbortSignal.any([ended.signal, ports.signal]);
  const samples: Sample[] = [];
  const now: Watch['now'] = { isPaused: false, during: '' };

  /** Adds no sample where the watch has ended meanwhile. Resolves with the status, 0 for none. */
  async function sample(connection: EndpointConnection, timeoutMs: number): Promise<number> {
    const sentMs = clock.date().getTime();
    const answer = await connection.send({ ...request, timeoutMs, signal });
    const status = answer.kind === 'answer' ? answer.status : 0;
    const facts = { sentMs, endMs: clock.date().getTime(), during: now.during };
    if (!signal.aborted) samples.push({ ...facts, isRight: isSuccess(status) });
    return status;
  }

  async function repeat(connection: EndpointConnection): Promise<void> {
    for (;;) {
      await clock.sleep(samplePauseMs, signal);
      if (!now.isPaused) await sample(connection, sampleTimeoutMs);
    }
  }

  try {
    const connection = await connect(endpointUrl, { keepAliveMs: 2 * sampleTimeoutMs });
    const first = await sample(connection, samplePauseMs).catch(String);
    if (samples[0]?.isRight) {
      // The signal ends it, as every pause and every request does.
      repeat(connection).catch(() => connection.close());
      const end = () => {
        ended.abort();
        return availabilityOf(samples);
      };
      return { now, end };
    }
    await connection.close();
    onSkip(`the first answer was ${first || 'none'}`);
  } catch (error) {
    onSkip(String(error));
  }
  return undefined;
}
