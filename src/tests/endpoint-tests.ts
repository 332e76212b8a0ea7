/** The tests of one endpoint, for whoever asks them again and again: what one pass has shown is kept for the next. */

import type { Clock } from '../clock.ts';
import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { EndpointTest } from '../model/tests.ts';
import { buildRequest } from './request.ts';
import { runTests, type TestPass, type TestRun, type WarmUp } from './run.ts';

type Options = Pick<TestRun, 'tests' | 'secrets' | 'connect' | 'clock' | 'redact'>;

/** One pass of all tests, in order. Rejects as {@link runTests} does, and with `test-failed` where the endpoint has no URL that can be asked. */
export type TestEndpoint = (
  endpoint: Pick<Endpoint, 'id' | 'url' | 'config'>,
  options: { signal: AbortSignal },
) => Promise<TestPass>;

export function openTests(options: Options): TestEndpoint {
  let warmUp: WarmUp | undefined;
  return async (endpoint, { signal }) => {
    const pass = await runTests({ ...options, endpointUrl: urlOf(endpoint), signal, warmUp });
    warmUp = pass.warmUp;
    return pass;
  };
}

/** An answer that is wrong may have come at a bad moment; the third one counts. */
const wrongPasses = 3;
const pauses = { firstMs: 1000, growth: 1.5, slowestMs: 10_000 } as const;

interface Repeated {
  test: TestEndpoint;
  endpoint: Pick<Endpoint, 'id' | 'url' | 'config'>;
  clock: Clock;
  signal: AbortSignal;
  /** On the clock's monotonic time. */
  deadlineMs: number;
  onFailedPass: (pass: TestPass & { kind: 'failed' }) => void;
}

/** Passes one after the other, until one is right, the answers were wrong three times, or the time is over. Of an endpoint that nobody writes to. */
export async function passUntilSettled({
  test,
  endpoint,
  clock,
  signal,
  deadlineMs,
  onFailedPass,
}: Repeated): Promise<TestPass> {
  let wrong = 0;
  for (let pauseMs: number = pauses.firstMs; ; pauseMs = Math.min(pauses.slowestMs, pauseMs * pauses.growth)) {
    const pass = await test(endpoint, { signal });
    if (pass.kind === 'passed') return pass;
    wrong += pass.canHeal ? 0 : 1;
    if (wrong >= wrongPasses || clock.monotonicMs() + pauseMs >= deadlineMs) return pass;
    onFailedPass(pass);
    await clock.sleep(pauseMs, signal);
  }
}

/** Throws `inputs-invalid` when a secret cannot be sent: before anything is written. */
export function assertSendable(tests: readonly EndpointTest[], secrets: ReadonlyMap<string, string>): void {
  const endpointUrl = new URL('https://endpoint.invalid');
  for (const test of tests) buildRequest(test, { endpointUrl, secrets });
}

function urlOf({ id, url, config }: Pick<Endpoint, 'id' | 'url' | 'config'>): URL {
  const parsed = URL.parse(url);
  if (parsed && (parsed.protocol === 'https:' || parsed.protocol === 'http:')) return parsed;
  throw new DeployError({
    code: 'test-failed',
    message: `endpoint ${config.name} (${id}) has no URL that its tests can be sent to: ${url ? `"${url}"` : 'it is empty'}`,
    hint: 'Check the endpoint in the console of the service.',
  });
}
