/** The smoke test: one path on the endpoint's own URL, asked without credentials until it answers well or the time is over. */

import type { Clock } from '../clock.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Probe, ProbeAnswer } from '../service/probe.ts';
import { RolloutError } from './errors.ts';
import type { OnRolloutEvent, SmokeResult } from './events.ts';

/** A cold start may hold the first request for long; nothing is gained by asking a second time meanwhile. */
const requestTimeoutMs = 60_000;
const pausesMs = { first: 1000, growth: 1.5, slowest: 10_000 } as const;
const maxRedirects = 5;
/** An event this often while the answer stays the same; a try and its pause come on top. */
const quietMs = 20_000;
/** A ready worker's own "not found" or "forbidden" is its last word when it says so for this long; without workers it may be the gateway's. */
const refusedMs = 30_000;

interface SmokeRequest {
  probe: Probe;
  clock: Clock;
  endpoint: Endpoint;
  /** Starts with a slash. */
  path: string;
  timeoutSeconds: number;
  onEvent: OnRolloutEvent;
  signal: AbortSignal;
}

/** Resolves with the first 2xx. Rejects with `smoke-test` when none came in time, and sooner when nothing else can be expected. */
export async function smokeTest({
  probe,
  clock,
  endpoint,
  path,
  timeoutSeconds,
  onEvent,
  signal,
}: SmokeRequest): Promise<SmokeResult> {
  const url = smokeUrl(endpoint, path);
  const startedMs = clock.monotonicMs();
  const deadlineMs = startedMs + timeoutSeconds * 1000;
  const wakesWorker = endpoint.config.workerConfig.minNum === 0;
  onEvent({ kind: 'smoke-started', url: url.href, wakesWorker, isPlain: url.protocol === 'http:' });
  let refusedSinceMs: number | undefined;
  let reported: { answer: string; atMs: number } | undefined;
  for (let attempt = 1, pauseMs: number = pausesMs.first; ; attempt += 1) {
    const leftMs = deadlineMs - clock.monotonicMs();
    const timeoutMs = Math.max(1000, Math.min(requestTimeoutMs, leftMs));
    const { status, answer, isFinal, firstByteSeconds } = await ask(url, { probe, timeoutMs, signal });
    const nowMs = clock.monotonicMs();
    if (status !== undefined && status >= 200 && status < 300) {
      const passed = { status, coldStartSeconds: (nowMs - startedMs) / 1000, firstByteSeconds };
      onEvent({ kind: 'smoke-passed', ...passed });
      return passed;
    }
    if (answer !== reported?.answer || nowMs - reported.atMs >= quietMs) {
      reported = { answer, atMs: nowMs };
      onEvent({
        kind: 'smoke-failed',
        attempt,
        answer,
        elapsedSeconds: Math.round((nowMs - startedMs) / 1000),
        leftSeconds: Math.max(0, Math.round((deadlineMs - nowMs) / 1000)),
      });
    }
    refusedSinceMs = !wakesWorker && isRefusal(status) ? (refusedSinceMs ?? nowMs) : undefined;
    const isSettled = isFinal || (refusedSinceMs !== undefined && nowMs - refusedSinceMs >= refusedMs);
    if (isSettled || nowMs + pauseMs >= deadlineMs) throw failed({ endpoint, url, attempt, answer });
    await clock.sleep(pauseMs, signal);
    pauseMs = Math.min(pausesMs.slowest, pauseMs * pausesMs.growth);
  }
}

/** An answer that another try does not change, unlike 408, 425 and 429. */
function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500 && ![408, 425, 429].includes(status);
}

function smokeUrl({ id, url, config }: Endpoint, path: string): URL {
  const base = URL.parse(url);
  if (base && (base.protocol === 'https:' || base.protocol === 'http:')) {
    return new URL(`${base.origin}${base.pathname.replace(/(?<!\/)\/+$/, '')}${path}`);
  }
  throw new RolloutError({
    code: 'smoke-test',
    message: `endpoint ${config.name} (${id}) has no URL for a smoke test: ${url ? `"${url}"` : 'it is empty'}`,
    endpointId: id,
  });
}

interface Answer {
  status?: number;
  /** A clause: `answered 503`, `connection refused`. */
  answer: string;
  /** Asking again would bring the same. */
  isFinal: boolean;
  firstByteSeconds: number;
}

/** Follows redirects on the endpoint's own host; another host is none of the test's business. */
async function ask(
  start: URL,
  { probe, timeoutMs, signal }: { probe: Probe; timeoutMs: number; signal: AbortSignal },
): Promise<Answer> {
  let url = start;
  for (let redirects = 0; ; redirects += 1) {
    const reply: ProbeAnswer = await probe(url, { timeoutMs, signal });
    signal.throwIfAborted();
    if (reply.kind === 'lost') return { answer: reply.came, isFinal: false, firstByteSeconds: 0 };
    const { status, location, firstByteSeconds } = reply;
    if (status < 300 || status >= 400 || location === undefined)
      return { status, answer: `answered ${status}`, isFinal: false, firstByteSeconds };
    const next = URL.parse(location, url.href);
    if (!next || next.host !== start.host || next.protocol !== start.protocol) {
      return {
        status,
        answer: `answered ${status} with a redirect to ${next?.origin ?? 'an address that cannot be read'}, which is not followed`,
        isFinal: true,
        firstByteSeconds,
      };
    }
    if (redirects === maxRedirects)
      return { status, answer: `redirects more than ${maxRedirects} times`, isFinal: true, firstByteSeconds };
    url = next;
  }
}

function failed({
  endpoint,
  url,
  attempt,
  answer,
}: {
  endpoint: Endpoint;
  url: URL;
  attempt: number;
  answer: string;
}): RolloutError {
  const { id, config } = endpoint;
  return new RolloutError({
    code: 'smoke-test',
    message: `the smoke test of endpoint ${config.name} (${id}) failed: ${url.pathname} ${answer} after ${attempt} ${attempt === 1 ? 'attempt' : 'attempts'}`,
    endpointId: id,
    log: { of: 'the endpoint', text: endpoint.log },
  });
}
