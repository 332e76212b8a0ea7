/** The tests of an endpoint: a pass sends them in order until one fails; the next one knows if a worker answered. */

import type { Clock } from '../clock.ts';
import { hostKind } from '../http/addresses.ts';
import { tryParseJson } from '../json.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { EndpointTest } from '../model/tests.ts';
import { askWhile } from '../poll.ts';
import { oneLine } from '../shown-text.ts';
import { lateAnswerMs, maxTestRequestMs, minTestRequestMs, testPauseMs } from '../times.ts';
import { type Answer, modelNames, textOf } from './answer.ts';
import type { ConnectEndpoint, EndpointConnection, SentRequest } from './connection.ts';
import { type Judged, judgeAnswer, type Measured, type TestFault, testFault } from './judge.ts';
import { buildRequest, curlLine, modelsRequest, sendsSecret, testTitle } from './request.ts';
import { trackWrongAnswers, type Weight } from './wrong-answers.ts';

export interface TestOptions {
  /** At least one. */
  tests: readonly EndpointTest[];
  /** The `secret-envs` input. */
  secrets: ReadonlyMap<string, string>;
  connect: ConnectEndpoint;
  clock: Pick<Clock, 'monotonicMs'>;
  /** Keeps secrets out of what an answer says. */
  clean: (text: string, maxLength?: number) => string;
  /** Keeps secrets out of our own words about a test. Default: `clean`. */
  hideInOwn?: (text: string) => string;
}

interface TestTime {
  signal: AbortSignal;
  /** No request waits longer, on the clock's monotonic time. */
  deadlineMs: number;
}

/**
 * One pass of all tests. Rejects with the signal's reason when aborted, with `inputs-invalid` when a secret cannot be
 * sent, and with `test-failed` for an address that is not contacted.
 */
export type TestEndpoint = (endpoint: Pick<Endpoint, 'url'>, time: TestTime) => Promise<TestPass>;

/** Free of secrets; text of the answer is one line of at most 300 characters. */
export interface TestResult extends Measured {
  /** `GET /health`. */
  title: string;
  outcome: 'passed' | 'failed';
  /** Whether the times are of the warm-up request. */
  isWarmUp: boolean;
  expected?: string;
  got?: string;
}

/**
 * `message`: request, expectation and answer, without secrets; `hint`: how to send the request by hand; `weight`: what
 * the failed test says of the version.
 */
export type TestPass = ({ kind: 'passed' } | { kind: 'failed'; message: string; hint?: string; weight: Weight }) & {
  /** Of the requests that were sent, in order. */
  results: readonly TestResult[];
  /** From the first request of all passes to its right answer; absent while none has come. */
  coldStartSeconds?: number | undefined;
};

/** A timer for more fires at once. */
const maxTimerMs = 86_400_000;
/** The rest of a longer text is neither searched for secrets nor shown. */
const maxAnswerWords = 2048;

/**
 * The first request of all passes is the warm-up, which may have to wait for a worker: of its answer, all but the times
 * is judged, and where the test expects times, it is sent again.
 */
export function openTests({ tests, secrets, connect, clock, clean, hideInOwn = clean }: TestOptions): TestEndpoint {
  let startedMs: number | undefined;
  let coldStartSeconds: number | undefined;
  const shown = (text: string) => oneLine(clean(text, maxAnswerWords));

  return async ({ url }, time) => {
    const results: TestResult[] = [];
    const resultOf = (test: EndpointTest, measured: Measured, isWarmUp: boolean): TestResult => {
      const content = measured.content && shown(measured.content);
      return { ...measured, title: testTitle(test), outcome: 'passed', isWarmUp, content };
    };
    const fail = (passed: TestResult, fault: TestFault, curl?: string): TestPass => {
      const [expected, got] = [shown(fault.expected), shown(fault.got)];
      const message = `${passed.title}: expected ${expected}, got ${got}`;
      const hint = curl && { hint: `Send the request yourself: \`${hideInOwn(curl)}\`.` };
      results.push({ ...passed, outcome: 'failed', expected, got });
      return { kind: 'failed', message, ...hint, weight: fault.weight, results, coldStartSeconds };
    };

    const endpointUrl = URL.parse(url);
    // The service may show the URL later.
    if (!endpointUrl || !/^https?:$/.test(endpointUrl.protocol)) {
      const fault = testFault('a URL of the endpoint', url === '' ? 'none' : JSON.stringify(url), 'none');
      return fail(resultOf(tests[0] ?? {}, {}, true), fault);
    }
    startedMs ??= clock.monotonicMs();
    const connection = await connect(endpointUrl);
    try {
      const asking = { secrets, clock, endpointUrl, connection, models: new Map(), ...time };
      for (const test of tests) {
        const { within, 'first-token': first, 'tokens-per-second': slowest } = test.expect ?? {};
        let isWarmUp = coldStartSeconds === undefined;
        let { measured, fault, curl } = await ask(test, { ...asking, isTimed: !isWarmUp });
        if (isWarmUp && !fault) {
          coldStartSeconds = (clock.monotonicMs() - startedMs) / 1000;
          isWarmUp = (within ?? first ?? slowest) === undefined;
          if (!isWarmUp) ({ measured, fault, curl } = await ask(test, { ...asking, isTimed: true }));
        }
        const result = resultOf(test, measured, isWarmUp);
        if (fault) return fail(result, fault, curl);
        results.push(result);
      }
      return { kind: 'passed', results, coldStartSeconds };
    } finally {
      await connection.close();
    }
  };
}

export interface Asking extends TestTime, Pick<TestOptions, 'secrets' | 'clock'> {
  endpointUrl: URL;
  connection: EndpointConnection;
  /** Whether the times are judged, too. */
  isTimed: boolean;
  /** The model that the server lists for chats at a path, '' for none: asked for once. */
  models: Map<string, string>;
}

/** `curl`: the request for a shell. `answer` is neither clean nor short. */
export interface Asked extends Judged {
  curl?: string | undefined;
  answer?: Answer;
}

/** Long enough to say how late what a limit is about arrives. */
function patienceFor(limitMs: number | undefined): number | undefined {
  return limitMs === undefined ? undefined : Math.min(2 * limitMs + lateAnswerMs, maxTimerMs);
}

/** One request of a test, and before it the question for the model of a chat that names none. */
export async function ask(test: EndpointTest, asking: Asking): Promise<Asked> {
  const { endpointUrl, secrets } = asking;
  const isOpen = endpointUrl.protocol === 'http:' && hostKind(endpointUrl) !== 'loopback';
  if (isOpen && sendsSecret(test, { endpointUrl, secrets })) {
    const expected = 'an https URL, because the request carries a value of `secret-envs`';
    return { measured: {}, fault: testFault(expected, endpointUrl.origin) };
  }
  const model = test.chat === undefined || test.model !== undefined ? {} : await listedModel(test, asking);
  if (model.fault) return { measured: {}, fault: model.fault };
  const { within, 'first-token': first } = (asking.isTimed && test.expect) || {};
  const context = { endpointUrl, secrets, model: model.name };
  const request = { ...buildRequest(test, context), contentWithinMs: patienceFor(first) };
  const answer = await sendInTime(request, asking, patienceFor(within) ?? maxTestRequestMs);
  const { measured, fault } = judgeAnswer(test, answer, asking);
  return { measured, fault, curl: curlLine(test, context), answer };
}

/** Without a list of models, the chat is sent without a model: the server has only one, or says what is missing. */
async function listedModel(
  test: EndpointTest,
  asking: Asking,
): Promise<{ name?: string | undefined; fault?: TestFault }> {
  const request = modelsRequest(test, asking);
  const known = asking.models.get(request.url.pathname);
  if (known !== undefined) return { name: known || undefined };
  const answer = await sendInTime(request, asking, maxTestRequestMs);
  const { fault } = judgeAnswer({ get: request.url.pathname }, answer, { isTimed: false });
  const isNoServer = answer.kind === 'lost' || answer.status >= 502;
  if (fault && isNoServer) return { fault: { ...fault, expected: `the models of ${request.url.pathname}` } };
  const name = answer.kind === 'lost' || fault ? undefined : modelNames(tryParseJson(textOf(answer.body))?.value)[0];
  asking.models.set(request.url.pathname, name ?? '');
  return { name };
}

async function sendInTime(
  request: Omit<SentRequest, 'timeoutMs' | 'signal'>,
  asking: Omit<Asking, 'isTimed'>,
  longestMs: number,
): Promise<Answer> {
  const { connection, signal, clock, deadlineMs } = asking;
  const timeoutMs = Math.max(minTestRequestMs, Math.min(longestMs, deadlineMs - clock.monotonicMs()));
  const answer = await connection.send({ ...request, timeoutMs, signal });
  signal.throwIfAborted();
  return answer;
}

interface Repeated extends TestTime {
  test: TestEndpoint;
  endpoint: Pick<Endpoint, 'url'>;
  clock: Clock;
  onFailedPass: (pass: TestPass & { kind: 'failed' }) => void;
}

/** Repeats the pass until it is right, the answers are certainly wrong, or the time is over. */
export async function passUntilSettled({ test, endpoint, clock, onFailedPass, ...time }: Repeated): Promise<TestPass> {
  const wrong = trackWrongAnswers();
  const isOpen = (pass: TestPass) => {
    if (pass.kind === 'passed') return false;
    const nowMs = clock.monotonicMs();
    // A live endpoint was ready before.
    const isWrong = wrong.add(pass.weight, { nowMs, healthySinceMs: Number.NEGATIVE_INFINITY });
    const isLast = isWrong || nowMs + testPauseMs >= time.deadlineMs;
    if (!isLast) onFailedPass(pass);
    return !isLast;
  };
  return askWhile(() => test(endpoint, time), { ...time, clock, isOpen, pauseMs: () => testPauseMs });
}
