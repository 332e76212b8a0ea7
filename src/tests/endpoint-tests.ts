/** The tests of one endpoint, pass after pass: what one has shown is kept for the next. */

import type { Clock } from '../clock.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { EndpointTest } from '../model/tests.ts';
import { buildRequest, testTitle } from './request.ts';
import { runTests, type TestOptions, type TestPass, type TestResult, type WarmUp } from './run.ts';

/** One pass of all tests, in order, until `deadlineMs` on the clock's monotonic time. Rejects as {@link runTests} does. */
export type TestEndpoint = (
  endpoint: Pick<Endpoint, 'url'>,
  options: { signal: AbortSignal; deadlineMs: number },
) => Promise<TestPass>;

export function openTests(options: TestOptions): TestEndpoint {
  let warmUp: WarmUp | undefined;
  return async ({ url }, run) => {
    const endpointUrl = URL.parse(url);
    if (!endpointUrl || !/^https?:$/.test(endpointUrl.protocol)) return withoutUrl(url, options);
    const pass = await runTests(options, { ...run, endpointUrl, warmUp });
    warmUp = pass.warmUp ?? warmUp;
    return pass;
  };
}

/** An answer that is wrong may have come at a bad moment; the third one counts. */
const wrongPasses = 3;
const pauses = { firstMs: 1000, growth: 1.5, slowestMs: 10_000 } as const;

interface Repeated {
  test: TestEndpoint;
  endpoint: Pick<Endpoint, 'url'>;
  clock: Clock;
  signal: AbortSignal;
  /** On the clock's monotonic time. */
  deadlineMs: number;
  onFailedPass: (pass: TestPass & { kind: 'failed' }) => void;
}

/** Passes one after the other, until one is right, the answers were wrong three times, or the time is over. */
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
    const pass = await test(endpoint, { signal, deadlineMs });
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

/** The service may tell the URL later. */
function withoutUrl(url: string, { tests: [test = {}] }: TestOptions): TestPass {
  const [expected, got] = ['a URL of the endpoint', url === '' ? 'none' : JSON.stringify(url)];
  const result: TestResult = { title: testTitle(test), outcome: 'failed', isWarmUp: true, expected, got };
  const message = `${result.title}: expected ${expected}, got ${got}`;
  return { kind: 'failed', message, canHeal: true, results: [result] };
}
