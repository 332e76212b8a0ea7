/** Whether an answer is as expected, and the words for its fault. */

import { isObject, tryParseJson } from '../json.ts';
import { type EndpointTest, includes, isStreamed, minSpeedTokens } from '../model/tests.ts';
import { visibleText } from '../shown-text.ts';
import { type Answer, formatMs, isSuccess, maxAnswerBytes, textOf, type WholeAnswer } from './answer.ts';
import { errorOf, isStreamType, readStream, readUnstreamed, type Streamed, speedOf } from './stream.ts';
import { foundValue, inQuotes, isSameText, missed, valueAtPointer } from './values.ts';
import type { Weight } from './wrong-answers.ts';

/** Two clauses: `a 2xx status`, `503: no worker is running`. `got` quotes the answer and is neither clean nor short. */
export interface TestFault {
  expected: string;
  got: string;
  weight: Weight;
}

/** What a report shows of an answer, right or wrong; times in milliseconds. */
export interface Measured {
  status?: number;
  totalMs?: number;
  /** The first token of thinking, or of the content. */
  firstTokenMs?: number | undefined;
  firstContentMs?: number | undefined;
  tokensPerSecond?: number | undefined;
  /** The tokens of a stream. */
  tokens?: number | undefined;
  /** The content of a chat or stream, neither clean nor short. */
  content?: string | undefined;
}

export interface JudgedAnswer {
  measured: Measured;
  fault?: TestFault | undefined;
}

export const testFault = (expected: string, got: string, weight: Weight = 'own'): TestFault => ({
  expected,
  got,
  weight,
});

/** `isTimed`: the times are judged, too. The gravest fault counts. */
export function judgeAnswer(test: EndpointTest, answer: Answer, { isTimed }: { isTimed: boolean }): JudgedAnswer {
  if (answer.kind === 'lost') {
    const late = isTimed ? limitFault(test, { ...nothingYet, endMs: answer.waitedMs ?? 0 }, answer.reason) : undefined;
    return { measured: {}, fault: late ?? testFault('an answer', answer.reason, 'none') };
  }
  const text = textOf(answer.body);
  const streamed = streamedIn(test, answer, text);
  const speed = streamed && speedOf(streamed);
  const { firstMs, contentMs } = streamed?.times ?? {};
  const measured: Measured = {
    status: answer.status,
    totalMs: answer.endMs,
    firstTokenMs: firstMs,
    firstContentMs: contentMs,
    tokensPerSecond: Number.isFinite(speed) ? speed : undefined,
    tokens: streamed?.tokens,
    content: streamed?.content,
  };
  const reading = { test, answer, text, streamed };
  const [fault = isTimed ? timeFault(reading, speed) : undefined] = faults(reading, isTimed);
  return { measured, fault };
}

/** The fault of an answer whose content is not judged: of its status, its form or its end. */
export function formFault(test: EndpointTest, answer: Answer): TestFault | undefined {
  const { status } = test.expect ?? {};
  return judgeAnswer({ ...test, expect: status === undefined ? {} : { status } }, answer, { isTimed: false }).fault;
}

/** Times in milliseconds from the request; content that is still missing at the end of the answer is late. */
type Arrival = { contentMs: number | undefined; wholeMs: number | undefined; endMs: number };

const nothingYet = { contentMs: undefined, wholeMs: undefined };

/** The first time limit of the test that the answer breaks; `missing`: what to say of content that has not arrived. */
function limitFault({ expect = {} }: EndpointTest, arrival: Arrival, missing: string): TestFault | undefined {
  const { contentMs, wholeMs, endMs } = arrival;
  const limits = [
    ['the first content', expect['first-token'], contentMs],
    ['the whole answer', expect.within, wholeMs],
  ] as const;
  for (const [what, limitMs = Infinity, atMs] of limits) {
    if ((atMs ?? endMs) <= limitMs) continue;
    return testFault(
      `${what} within ${formatMs(limitMs)}`,
      atMs === undefined ? missing : `it after ${formatMs(atMs)}`,
    );
  }
  return undefined;
}

type ReadAnswer = { test: EndpointTest; answer: WholeAnswer; text: string; streamed: Streamed | undefined };

function* faults({ test, answer, text, streamed }: ReadAnswer, isTimed: boolean): Generator<TestFault> {
  const { status, location } = answer;
  const { status: wanted, contains, equals, finish, json = {} } = test.expect ?? {};
  if (wanted === undefined ? !isSuccess(status) : status !== wanted) {
    const where = location === undefined ? '' : ` with a redirect to ${location}, which is not followed`;
    const words = text.trim() === '' ? '' : `: ${bodyWords(text)}`;
    const expected = wanted === undefined ? 'a 2xx status' : `status ${wanted}`;
    yield testFault(expected, `${status}${where}${words}`, weightOf(status, text));
  }
  if (typeof streamed?.end === 'object') yield testFault('no error in the stream', bodyWords(streamed.end.error));
  const { brokenBy } = answer.body;
  // The part of a long answer may be right as far as it goes.
  const isMissing = brokenBy === 'size' ? test.expect?.json : brokenBy;
  if (streamed ? streamed.end === 'cut' : isMissing) {
    const expected = streamed ? 'a stream that comes to its end' : 'a whole answer';
    const after = ` after ${inQuotes(streamed?.content ?? text)}`;
    if (brokenBy === 'size') yield testFault(expected, `more than ${maxAnswerBytes / 1024 / 1024} MiB`);
    else if (brokenBy === 'timeout') {
      const got = `no end within ${formatMs(answer.endMs)}${after}`;
      const arrival = { ...nothingYet, ...streamed?.times, endMs: answer.endMs };
      yield (isTimed && limitFault(test, arrival, got)) || testFault(expected, got);
    } else yield testFault(expected, `it broke off${after}`, 'none');
  }
  // An expected error is neither a stream nor a completion.
  if (isStreamed(test) && isSuccess(status)) yield* streamFaults({ test, text, streamed });
  const anyOf = contains === undefined ? [] : [contains].flat();
  const weight = weightOfText(text);
  const said = streamed?.content ?? text;
  if (contains !== undefined && !anyOf.some((part) => includes(said, part)))
    yield testFault(`an answer that contains ${anyOf.map(inQuotes).join(' or ')}`, inQuotes(said), weight);
  if (equals !== undefined && !isSameText(said, equals))
    yield testFault(`the answer ${inQuotes(equals)}`, inQuotes(said), weight);
  if (finish !== undefined && streamed?.finish !== finish) {
    const end = streamed?.finish ? inQuotes(streamed.finish) : 'no reason of its end';
    yield testFault(`a stream that ends with ${inQuotes(finish)}`, end);
  }
  const parsed = tryParseJson(text);
  // A test may expect an error, such as of a wrong request.
  const isAnyContent = (contains ?? equals ?? finish ?? test.expect?.json ?? streamed) === undefined;
  const error = isAnyContent && isSuccess(status) ? errorOf(parsed?.value) : '';
  if (error !== '') yield testFault('no error in the answer', error);
  if (test.expect?.json && !parsed) yield testFault('a JSON answer', bodyWords(text), weight);
  for (const [pointer, expectation] of Object.entries(json)) {
    const found = valueAtPointer(parsed?.value, pointer);
    const miss = missed(expectation, found);
    if (miss !== undefined)
      yield testFault(`\`${pointer}\` ${miss}`, found ? foundValue(expectation, found.value) : 'no such value');
  }
}

/** What a wrong status says of the version: too early, too many requests, no worker, or no such path. */
function weightOf(status: number, text: string): Weight {
  if ([408, 425, 429].includes(status)) return 'busy';
  if ([502, 503, 504].includes(status)) return 'none';
  if (status >= 500) return 'starting';
  const body = tryParseJson(text)?.value;
  if (isObject(body) && ('error' in body || 'detail' in body)) return 'own';
  return isPage(text) ? 'starting' : 'other';
}

/** A proxy, or a server that is still starting, answers with a web page. */
function weightOfText(text: string): Weight {
  return isPage(text) ? 'starting' : 'own';
}

/** Faults of an answer that was requested as a stream. */
function* streamFaults({ test, text, streamed }: Omit<ReadAnswer, 'answer'>): Generator<TestFault> {
  const { 'first-token': firstToken, 'tokens-per-second': slowest } = test.expect ?? {};
  const isChat = test.chat !== undefined;
  const weight = weightOfText(text);
  const got = bodyWords(text);
  if (isChat && streamed?.form !== 'completion') yield testFault('an OpenAI-compatible chat completion', got, weight);
  if (!streamed) return yield testFault('a stream of events', got, weight);
  if (streamed.isWhole && (firstToken ?? slowest) !== undefined)
    yield testFault('a stream of events', 'an answer in one piece');
  if (!hasText(streamed.content) && (isChat || !streamed.parts.has('call')))
    yield testFault(
      'an answer with content',
      streamed.parts.has('thinking') ? thinkingWords(streamed) : inQuotes(text),
    );
}

/** Why there is only thinking: a limit has cut it, or the server takes the answer for a part of it. */
function thinkingWords({ tokens, finish, parts }: Streamed): string {
  const words = `${tokens} tokens of thinking, no answer`;
  if (/^(?:length|max_(?:output_)?tokens|incomplete)$/i.test(finish)) return `${words}: raise \`max-tokens\``;
  if (finish === '' || parts.has('content')) return words;
  return `${words}, and the end "${finish}": check the reasoning parser of the server`;
}

function timeFault(
  { test, answer: { endMs }, streamed }: ReadAnswer,
  speed: number | undefined,
): TestFault | undefined {
  const late = limitFault(test, { contentMs: streamed?.times?.contentMs, wholeMs: endMs, endMs }, 'none');
  if (late) return late;
  const { 'tokens-per-second': slowest } = test.expect ?? {};
  if (slowest === undefined || (speed !== undefined && speed >= slowest)) return undefined;
  const few = `${streamed?.tokens ?? 0} tokens, and ${minSpeedTokens} are needed to tell: ask for a longer answer`;
  return testFault(`at least ${slowest} tokens/s`, speed === undefined ? few : `${speed.toFixed(1)} tokens/s`);
}

function isPage(text: string): boolean {
  return /^\s*<(?:!doctype|html|head|body)/i.test(text);
}

/** The body, or the title of an error page. */
function bodyWords(text: string): string {
  if (text.trim() === '') return 'an empty one';
  return isPage(text)
    ? `an HTML page, ${/<title[^<>]*>([^<]*)/i.exec(text.slice(0, 16_384))?.[1]?.trim() || 'without a title'}`
    : text;
}

/** A server may answer the request for a stream in one piece; only expected times of a stream need a stream. */
function streamedIn(test: EndpointTest, answer: WholeAnswer, text: string): Streamed | undefined {
  const isExpected = isStreamed(test) || isStreamType(answer.contentType);
  const streamed = isExpected ? readStream(answer.body, answer.contentType) : undefined;
  return streamed ?? (isStreamed(test) ? readUnstreamed(text) : undefined);
}

/** Bytes that are no text, and an empty pattern of Braille, look like an answer to a computer alone. */
function hasText(content: string): boolean {
  return /[^\s\p{M}\p{Cs}\u2800\ufffd]/u.test(visibleText(content));
}
