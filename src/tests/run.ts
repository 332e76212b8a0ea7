/** One pass of the tests of an endpoint, in order, until one fails. */

import type { Clock } from '../clock.ts';
import { tryParseJson } from '../json.ts';
import type { EndpointTest } from '../model/tests.ts';
import { oneLine } from '../shown-text.ts';
import { type Answer, firstModel, textOf } from './answer.ts';
import type { ConnectEndpoint, Connection } from './connection.ts';
import { type Fault, type Judged, judge, type Measured } from './judge.ts';
import { buildRequest, modelsRequest, type TestRequest, testTitle } from './request.ts';

export interface TestOptions {
  /** At least one. */
  tests: readonly EndpointTest[];
  /** The `secret-envs` input. */
  secrets: ReadonlyMap<string, string>;
  connect: ConnectEndpoint;
  clock: Pick<Clock, 'monotonicMs'>;
  /** Keeps secrets out of what an answer says. */
  clean: (text: string, maxLength?: number) => string;
}

export interface TestRun {
  endpointUrl: URL;
  signal: AbortSignal;
  /** No answer is waited for longer, on the clock's monotonic time. */
  deadlineMs: number;
  /** Of the pass before; undefined for the first one. */
  warmUp?: WarmUp | undefined;
}

/** The first request of all passes, which may have to wait for a worker. */
export interface WarmUp {
  /** On the clock's monotonic time. */
  startedMs: number;
  /** Until its right answer; undefined while none has come. */
  coldStartSeconds?: number;
}

/** Nothing in it is secret; words of others are one line of at most 300 characters. */
export interface TestResult extends Measured {
  /** `GET /health`. */
  title: string;
  outcome: 'passed' | 'failed';
  /** Its times are those of the warm-up. */
  isWarmUp: boolean;
  expected?: string;
  got?: string;
}

export type TestPass = {
  /** Those that were asked, in order. */
  results: readonly TestResult[];
  /** For the next pass; absent where nothing was asked. */
  warmUp?: WarmUp;
} & (
  | { kind: 'passed' }
  | {
      kind: 'failed';
      /** What was asked, expected and answered, as a clause without secrets. */
      message: string;
      /** The failed test may pass when it is asked again, because no worker may have answered it. */
      canHeal: boolean;
    }
);

/** As long as the service lets a request take by default. */
const longestRequestMs = 600_000;
/** At the end of the time, an answer that is on its way may still come. */
const shortestRequestMs = 1000;
/** More is not searched for secrets; one line of it is shown. */
const maxWordsLength = 2048;

/**
 * Sends each test and judges its answer. The first request of all passes is the warm-up: of its answer, all but the
 * times is judged, and where the test expects times, it is sent again. Rejects with the signal's reason when aborted,
 * and with `inputs-invalid` when a secret cannot be sent.
 */
export async function runTests(options: TestOptions, run: TestRun): Promise<TestPass> {
  const { tests, clock, connect, clean } = options;
  let warmUp = run.warmUp ?? { startedMs: clock.monotonicMs() };
  const results: TestResult[] = [];
  const connection = await connect(run.endpointUrl);
  try {
    const asking = { ...options, ...run, connection };
    for (const test of tests) {
      let isWarmUp = warmUp.coldStartSeconds === undefined;
      let judged = await ask(test, { ...asking, isTimed: !isWarmUp });
      if (isWarmUp && !judged.fault) {
        warmUp = { ...warmUp, coldStartSeconds: (clock.monotonicMs() - warmUp.startedMs) / 1000 };
        isWarmUp = !expectsTimes(test);
        if (!isWarmUp) judged = await ask(test, { ...asking, isTimed: true });
      }
      const result = resultOf(test, { ...judged, isWarmUp, clean });
      results.push(result);
      if (!judged.fault) continue;
      const message = `${result.title}: expected ${result.expected}, got ${result.got}`;
      return { kind: 'failed', message, canHeal: judged.fault.canHeal, results, warmUp };
    }
    return { kind: 'passed', results, warmUp };
  } finally {
    await connection.close();
  }
}

function expectsTimes({ expect = {} }: EndpointTest): boolean {
  return [expect.within, expect['first-token'], expect['tokens-per-second']].some((each) => each !== undefined);
}

interface Asking extends TestOptions, TestRun {
  connection: Connection;
  isTimed: boolean;
}

async function ask(test: EndpointTest, asking: Asking): Promise<Judged> {
  const model = test.chat === undefined || test.model !== undefined ? {} : await listedModel(test, asking);
  if (model.fault) return { measured: {}, fault: model.fault };
  const request = buildRequest(test, { ...asking, model: model.name });
  const { within } = test.expect ?? {};
  // Enough to say by how much it is too late.
  const longestMs = asking.isTimed && within !== undefined ? 2 * within + 5000 : longestRequestMs;
  return judge(test, await send(request, { ...asking, longestMs }), asking);
}

/** A server that lists no models is asked without one: it has only one, or says what is missing. */
async function listedModel(test: EndpointTest, asking: Asking): Promise<{ name?: string | undefined; fault?: Fault }> {
  const request = modelsRequest(test, asking);
  const answer = await send(request, { ...asking, longestMs: longestRequestMs });
  const { fault } = judge({ get: request.url.pathname }, answer, { isTimed: false });
  const isNoServer = answer.kind === 'lost' || answer.status >= 502;
  if (fault?.canHeal && isNoServer) return { fault: { ...fault, expected: `the models of ${request.url.pathname}` } };
  if (answer.kind === 'lost' || fault) return {};
  return { name: firstModel(tryParseJson(textOf(answer.body))?.value) };
}

async function send(
  request: TestRequest,
  { connection, signal, clock, deadlineMs, longestMs }: Asking & { longestMs: number },
): Promise<Answer> {
  const timeoutMs = Math.max(shortestRequestMs, Math.min(longestMs, deadlineMs - clock.monotonicMs()));
  const answer = await connection.send({ ...request, timeoutMs, signal });
  signal.throwIfAborted();
  return answer;
}

function resultOf(
  test: EndpointTest,
  { measured, fault, isWarmUp, clean }: Judged & Pick<TestResult, 'isWarmUp'> & Pick<TestOptions, 'clean'>,
): TestResult {
  const shown = (text: string) => oneLine(clean(text, maxWordsLength));
  const { content, ...numbers } = measured;
  return {
    title: testTitle(test),
    outcome: fault ? 'failed' : 'passed',
    isWarmUp,
    ...numbers,
    ...(content !== undefined && { content: shown(content) }),
    ...(fault && { expected: shown(fault.expected), got: shown(fault.got) }),
  };
}
