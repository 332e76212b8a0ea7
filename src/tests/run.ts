/** The tests of an endpoint: a pass sends them in order until one fails; the next one knows if a worker answered. */

import type { Clock, Stopwatch } from '../clock.ts';
import { hostKind } from '../http/addresses.ts';
import { tryParseJson } from '../json.ts';
import type { EndpointTest } from '../model/tests.ts';
import { askWhile } from '../poll.ts';
import { oneLine } from '../shown-text.ts';
import { certainMs, lateAnswerMs, maxTestRequestMs, minTestRequestMs, silentMs, testPauseMs } from '../times.ts';
import { type Answer, modelNames, textOf } from './answer.ts';
import type { ConnectEndpoint, EndpointConnection, SentRequest } from './connection.ts';
import { type JudgedAnswer, judgeAnswer, type Measured, type TestFault, testFault } from './judge.ts';
import {
  type Addition,
  additionsTo,
  buildRequest,
  curlLine,
  modelsRequest,
  sendsSecret,
  testTitle,
} from './request.ts';
import { trackWrongAnswers, type Weight } from './wrong-answers.ts';

export interface TestOptions {
  /** The tests; at least one. */
  tests: readonly EndpointTest[];
  /** The `secret-envs` input. */
  secrets: ReadonlyMap<string, string>;
  connect: ConnectEndpoint;
  clock: Stopwatch;
  /** Keeps secrets out of what an answer says. */
  clean: (text: string, maxLength?: number) => string;
  /** Keeps secrets out of our own words about a test. Default: `clean`. */
  hideInOwn?: (text: string) => string;
}

interface TestTime {
  signal: AbortSignal;
  /** No request waits longer, on the clock's monotonic time. */
  deadlineMs: number;
  /**
   * For how long a worker of the version, and no other, has been healthy; 0 for none. Patience is for a worker that is
   * woken. Default: none.
   */
  healthyForMs?: () => number;
}

/**
 * One pass of all tests. Rejects with the signal's reason when aborted, with `inputs-invalid` when a secret cannot be
 * sent, and with `test-failed` for an address that is not contacted.
 */
export type TestEndpoint = (endpoint: { url: string }, time: TestTime) => Promise<TestPass>;

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
  /** The results of the requests that were sent, in order. */
  results: readonly TestResult[];
  /** The time from the first request of all passes to its right answer; absent while none has come. */
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
  const known = knowNothing();

  return async ({ url }, time) => {
    const results: TestResult[] = [];
    const resultOf = (test: EndpointTest, measured: Measured & { isWarmUp: boolean }): TestResult => {
      const content = measured.content && shown(measured.content);
      return { ...measured, title: testTitle(test), outcome: 'passed', content };
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
      return fail(resultOf(tests[0] ?? {}, { isWarmUp: true }), fault);
    }
    startedMs ??= clock.monotonicMs();
    const connection = await connect(endpointUrl);
    try {
      const asking = { secrets, clock, endpointUrl, connection, models: new Map(), known, ...time };
      for (const test of tests) {
        const { within, 'first-token': first, 'tokens-per-second': slowest } = test.expect ?? {};
        let isWarmUp = coldStartSeconds === undefined;
        let { measured, fault, curl } = await ask(test, { ...asking, isTimed: !isWarmUp });
        if (isWarmUp && !fault) {
          coldStartSeconds = (clock.monotonicMs() - startedMs) / 1000;
          isWarmUp = (within ?? first ?? slowest) === undefined;
          if (!isWarmUp) ({ measured, fault, curl } = await ask(test, { ...asking, isTimed: true }));
        }
        const result = resultOf(test, { ...measured, isWarmUp });
        if (fault) return fail(result, fault, curl);
        results.push(result);
      }
      return { kind: 'passed', results, coldStartSeconds };
    } finally {
      await connection.close();
    }
  };
}

interface Asking extends TestTime, Pick<TestOptions, 'secrets' | 'clock'> {
  endpointUrl: URL;
  connection: EndpointConnection;
  /** Whether the times are judged, too. */
  isTimed: boolean;
  /** The model that the server lists for chats at a path, or why it is unknown: asked for once. */
  models: Map<string, { name?: string; missing?: string }>;
  known: KnownOfServer;
}

/** What requests have shown of a server. */
interface KnownOfServer {
  /** What we add to a request, and the server refuses. */
  refused: Set<Addition>;
  /** When a healthy worker last began to be silent, by the request. */
  silentSince: Map<unknown, number>;
}

export const knowNothing = (): KnownOfServer => ({ refused: new Set(), silentSince: new Map() });

/** `curl`: the request for a shell. `answer` is neither clean nor short. */
export interface Asked extends JudgedAnswer {
  curl?: string;
  answer?: Answer;
}

/** Long enough to say how late what a limit is about arrives. */
function patienceFor(limitMs: number | undefined): number | undefined {
  return limitMs === undefined ? undefined : Math.min(2 * limitMs + lateAnswerMs, maxTimerMs);
}

/** Sends a test, and again without our additions that the server refuses: they are not a fault of the version. */
export async function ask(test: EndpointTest, asking: Asking): Promise<Asked> {
  const { refused } = asking.known;
  const before = [...refused];
  for (;;) {
    const asked = await askOnce(test, asking);
    const fields = refusedIn(asked, additionsTo(test, refused));
    for (const field of fields) refused.add(field);
    if (fields.length > 0) continue;
    // It is refused for another reason.
    if (asked.fault && isRefusal(asked)) for (const field of additionsTo(test, new Set(before))) refused.delete(field);
    return asked;
  }
}

const isRefusal = ({ measured: { status } }: Asked) => status === 400 || status === 422;

/** The additions that a refusal, or an error of the server's own, names; all of them where a refusal names none. */
function refusedIn(asked: Asked, additions: readonly Addition[]): readonly Addition[] {
  const { fault, measured, answer } = asked;
  if (!fault || answer?.kind !== 'answer' || !(isRefusal(asked) || measured.status === 500)) return [];
  const text = textOf(answer.body);
  const named = additions.filter((field) => new RegExp(`\\b${field}\\b`).test(text));
  return named.length > 0 || !isRefusal(asked) ? named : additions;
}

const mayNeedModel = [400, 404, 422, 500];

/** One request, and before it the question for the model of a chat that names none. */
async function askOnce(test: EndpointTest, asking: Asking): Promise<Asked> {
  const { endpointUrl, secrets } = asking;
  const isOpen = endpointUrl.protocol === 'http:' && hostKind(endpointUrl) !== 'loopback';
  if (isOpen && sendsSecret(test, { endpointUrl, secrets })) {
    const expected = 'an https URL, because the request carries a value of `secret-envs`';
    return { measured: {}, fault: testFault(expected, endpointUrl.origin) };
  }
  const model = test.chat === undefined || test.model !== undefined ? {} : await listedModel(test, asking);
  if (model.fault) return { measured: {}, fault: model.fault };
  const { within, 'first-token': first } = (asking.isTimed && test.expect) || {};
  const context = { endpointUrl, secrets, model: model.name, refused: asking.known.refused };
  const request = { ...buildRequest(test, context), contentWithinMs: patienceFor(first) };
  const longestMs = patienceFor(within) ?? maxTestRequestMs;
  const { answer, isSilent } = await sendInTime(request, asking, { test, key: test, longestMs });
  const { measured, fault } = judgeAnswer(test, answer, asking);
  if (fault && model.missing && mayNeedModel.includes(measured.status ?? 0))
    fault.got = fault.got.replace(/^\d+/, (status) => `${status}; no model was sent: ${model.missing}`);
  const judged = isSilent && fault?.weight === 'none' ? { ...fault, weight: 'silent' as const } : fault;
  return { measured, fault: judged, curl: curlLine(test, context), answer };
}

/** Without a list of models, the chat names no model: the server has only one, or says that the name is missing. */
async function listedModel(
  test: EndpointTest,
  asking: Asking,
): Promise<{ name?: string; missing?: string; fault?: TestFault }> {
  const request = modelsRequest(test, asking);
  const { pathname } = request.url;
  const known = asking.models.get(pathname);
  if (known !== undefined) return known;
  const { answer, isSilent } = await sendInTime(request, asking, { test, key: pathname, longestMs: maxTestRequestMs });
  const { fault } = judgeAnswer({ get: pathname }, answer, { isTimed: false });
  if (answer.kind === 'lost' || (fault && answer.status >= 502)) {
    const expected = `the models of ${pathname}`;
    return { fault: testFault(expected, fault?.got ?? '', isSilent ? 'silent' : 'none') };
  }
  const name = fault ? undefined : modelNames(tryParseJson(textOf(answer.body))?.value)[0];
  const missing = `${pathname} answered ${answer.status}${fault ? '' : ' without a model'}`;
  const model = name === undefined ? { missing } : { name };
  asking.models.set(pathname, model);
  return model;
}

interface Waited {
  test: EndpointTest;
  /** What the silence is of. */
  key: unknown;
  longestMs: number;
}

/** How long a healthy worker may say nothing. A first request takes longer than later ones. */
function silenceOf({ expect = {} }: EndpointTest): number {
  const limitMs = patienceFor(expect.within ?? expect['first-token']);
  return limitMs === undefined ? silentMs : Math.max(certainMs, limitMs);
}

/** `isSilent`: a healthy worker has said nothing for too long, by this request and those just before it. */
async function sendInTime(
  request: Omit<SentRequest, 'timeoutMs' | 'signal'>,
  asking: Omit<Asking, 'isTimed'>,
  { test, key, longestMs }: Waited,
): Promise<{ answer: Answer; isSilent: boolean }> {
  const { connection, signal, clock, deadlineMs, healthyForMs, known } = asking;
  const startedMs = clock.monotonicMs();
  const timeoutMs = Math.max(minTestRequestMs, Math.min(longestMs, deadlineMs - startedMs));
  const allowedMs = silenceOf(test);
  const sinceMs = known.silentSince.get(key);
  // After a silence, one more request shows whether it was an accident.
  const maxMs = Math.max(certainMs, allowedMs - (sinceMs === undefined ? 0 : startedMs - sinceMs));
  const silence = healthyForMs && { maxMs, healthyForMs };
  const answer = await connection.send({ ...request, timeoutMs, signal, silence });
  signal.throwIfAborted();
  const nowMs = clock.monotonicMs();
  const waitedMs = Math.min(nowMs - startedMs, healthyForMs?.() ?? 0);
  const isNone = answer.kind === 'lost' || answer.status === 504 || answer.body.brokenBy === 'timeout';
  if (!isNone || waitedMs < certainMs) {
    known.silentSince.delete(key);
    return { answer, isSilent: false };
  }
  const silentSinceMs = sinceMs ?? nowMs - waitedMs;
  known.silentSince.set(key, silentSinceMs);
  return { answer, isSilent: nowMs - silentSinceMs >= allowedMs };
}

interface Repeated extends TestTime {
  test: TestEndpoint;
  endpoint: { url: string };
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
    const isWrong = wrong.add(pass.weight, { nowMs, healthySinceMs: -Infinity });
    const isLast = isWrong || nowMs + testPauseMs >= time.deadlineMs;
    if (!isLast) onFailedPass(pass);
    return !isLast;
  };
  return askWhile(() => test(endpoint, time), { ...time, clock, isOpen, pauseMs: () => testPauseMs });
}
