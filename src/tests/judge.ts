/** Whether an answer is the expected one, and the words for what is wrong with it. */

import { isDeepStrictEqual } from 'node:util';
import { isObject, jsonText, tryParseJson } from '../json.ts';
import { type EndpointTest, isStreamed, type JsonExpectation, minSpeedTokens } from '../model/tests.ts';
import { visibleText } from '../shown-text.ts';
import type { Answer, Streamed, WholeAnswer } from './answer.ts';
import { formatMs, maxAnswerBytes, readStream, readWholeChat, speedOf, textOf } from './answer.ts';
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
  firstTokenMs?: number;
  tokensPerSecond?: number;
  /** Of a stream. */
  tokens?: number;
  /** The content of a chat or stream, neither clean nor short. */
  content?: string;
}

export interface Judged {
  measured: Measured;
  fault?: TestFault | undefined;
}

export const testFault = (expected: string, got: string, weight: Weight = 'own'): TestFault => ({
  expected,
  got,
  weight,
});

/** `isTimed`: the times are judged, too. The gravest fault counts. */
export function judgeAnswer(test: EndpointTest, answer: Answer, { isTimed }: { isTimed: boolean }): Judged {
  if (answer.kind === 'lost') return { measured: {}, fault: testFault('an answer', answer.reason, 'none') };
  const text = textOf(answer.body);
  const streamed = streamedIn(test, answer, text);
  const speed = streamed && speedOf(streamed);
  const measured: Measured = {
    status: answer.status,
    totalMs: answer.endMs,
    ...(streamed?.firstMs !== undefined && { firstTokenMs: streamed.firstMs }),
    ...(streamed && { tokens: streamed.tokens }),
    ...(speed !== undefined && Number.isFinite(speed) && { tokensPerSecond: speed }),
    ...(streamed && { content: streamed.content }),
  };
  const reading = { test, answer, text, streamed };
  const [fault = isTimed ? timeFault(reading, speed) : undefined] = faults(reading);
  return { measured, fault };
}

type ReadAnswer = { test: EndpointTest; answer: WholeAnswer; text: string; streamed: Streamed | undefined };

function* faults({ test, answer, text, streamed }: ReadAnswer): Generator<TestFault> {
  const { status, location } = answer;
  const { status: wanted, contains, equals, finish, json = {} } = test.expect ?? {};
  if (wanted === undefined ? status < 200 || status > 299 : status !== wanted) {
    const where = location === undefined ? '' : ` with a redirect to ${location}, which is not followed`;
    const words = text.trim() === '' ? '' : `: ${bodyWords(text)}`;
    const expected = wanted === undefined ? 'a 2xx status' : `status ${wanted}`;
    yield testFault(expected, `${status}${where}${words}`, weightOf(status, text));
  }
  if (streamed?.error !== undefined) yield testFault('no error in the stream', streamed.error);
  const { brokenBy } = answer.body;
  // A part may be right as far as it goes; of what cannot be decoded, the status may.
  const needsText = (contains ?? equals) !== undefined || test.expect?.json || isStreamed(test);
  const isLimited = brokenBy === 'size' || brokenBy === 'coding';
  const isMissing = isLimited ? (text === '' ? needsText : test.expect?.json) : brokenBy;
  if (streamed ? !streamed.isWhole : isMissing) {
    const expected = streamed ? 'a stream that comes to its end' : 'a whole answer';
    const after = ` after ${inQuotes(streamed?.content ?? text)}`;
    if (brokenBy === 'size') yield testFault(expected, `more than ${maxAnswerBytes / 1024 / 1024} MiB`);
    else if (brokenBy === 'coding') yield testFault(expected, 'one that is compressed and cannot be decoded');
    else if (brokenBy === 'timeout') yield testFault(expected, `no end within ${formatMs(answer.endMs)}${after}`);
    else yield testFault(expected, `it broke off${after}`, 'none');
  }
  // An expected error is neither a stream nor a completion.
  if (isStreamed(test) && status >= 200 && status <= 299) yield* streamFaults({ test, answer, text, streamed });
  const anyOf = contains === undefined ? [] : [contains].flat();
  const weight = weightOfText(text, anyOf.join(' '));
  const said = streamed?.content ?? text;
  const isJson = !streamed && /^\s*[{[]/.test(text) && tryParseJson(text) !== undefined;
  if (contains !== undefined && !anyOf.some((each) => includes(said, each)))
    yield testFault(
      `an answer that contains ${anyOf.map(inQuotes).join(' or ')}`,
      isJson ? `JSON, so use \`json\`: ${said}` : inQuotes(said),
      weight,
    );
  if (equals !== undefined && folded(said).trim() !== folded(equals).trim())
    yield testFault(`the answer ${inQuotes(equals)}`, inQuotes(said), weight);
  const end = streamed?.finish === undefined ? 'no reason of its end' : inQuotes(streamed.finish);
  if (finish !== undefined && streamed?.finish !== finish)
    yield testFault(`a stream that ends with ${inQuotes(finish)}`, end);
  const parsed = test.expect?.json && tryParseJson(text);
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
function weightOfText(text: string, contains = ''): Weight {
  return isPage(text) && !/^\s*</.test(contains) ? 'starting' : 'own';
}

/** Faults of an answer that was requested as a stream. */
function* streamFaults({ test, answer, text, streamed }: ReadAnswer): Generator<TestFault> {
  const { 'first-token': firstToken, 'tokens-per-second': slowest } = test.expect ?? {};
  const isChat = test.chat !== undefined;
  const weight = weightOfText(text);
  const isUnnamed = !isStream(answer) && /^(?:data|event):/.test(text);
  const got = isUnnamed ? `a stream without the content type \`text/event-stream\`: ${text}` : bodyWords(text);
  if (isChat && !streamed?.isCompletion) yield testFault('an OpenAI-compatible chat completion', got, weight);
  if (!streamed) return yield testFault('a stream of events', got, weight);
  if (!isStream(answer) && (firstToken ?? slowest) !== undefined)
    yield testFault('a stream of events', 'an answer in one piece');
  const { content, has, tokens } = streamed;
  const thinking = `${tokens} tokens of thinking, no answer: raise \`max-tokens\``;
  if (!hasText(content) && (isChat || !has.call))
    yield testFault('an answer with content', has.thinking ? thinking : inQuotes(text));
}

function timeFault(
  { test, answer: { endMs }, streamed }: ReadAnswer,
  speed: number | undefined,
): TestFault | undefined {
  const { within, 'first-token': firstToken, 'tokens-per-second': slowest } = test.expect ?? {};
  const { firstMs } = streamed ?? {};
  const after = (ms: number | undefined) => (ms === undefined ? 'none' : `it after ${formatMs(ms)}`);
  if (firstToken !== undefined && (firstMs === undefined || firstMs > firstToken))
    return testFault(`the first token within ${formatMs(firstToken)}`, after(firstMs));
  if (within !== undefined && endMs > within)
    return testFault(`the whole answer within ${formatMs(within)}`, after(endMs));
  if (slowest === undefined || (speed !== undefined && speed >= slowest)) return undefined;
  const few = `${streamed?.tokens ?? 0} tokens, and ${minSpeedTokens} are needed to tell: ask for a longer answer`;
  return testFault(`at least ${slowest} tokens/s`, speed === undefined ? few : `${speed.toFixed(1)} tokens/s`);
}

function isPage(text: string): boolean {
  return /^\s*<(!doctype|html)/i.test(text);
}

/** The body, or the title of an error page. */
function bodyWords(text: string): string {
  if (text.trim() === '') return 'an empty one';
  return isPage(text)
    ? `an HTML page, ${/<title[^<>]*>([^<]*)/i.exec(text.slice(0, 16_384))?.[1]?.trim() || 'without a title'}`
    : text;
}

/** A server may answer a chat in one piece; only expected times of a stream need a stream. */
function streamedIn(test: EndpointTest, answer: WholeAnswer, text: string): Streamed | undefined {
  if (isStream(answer)) return readStream(answer.body);
  return test.chat === undefined ? undefined : readWholeChat(text);
}

const isStream = ({ contentType }: WholeAnswer) => contentType.includes('text/event-stream');

/** RFC 6901; undefined if the pointer leads to nothing. */
export function valueAtPointer(json: unknown, pointer: string): { value: unknown } | undefined {
  let value = json;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    // `length` is not an item of a list.
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return { value };
}

/** The expectation that the value misses, as the end of `expected …`; undefined when it is right. */
function missed(wanted: JsonExpectation, found: { value: unknown } | undefined): string | undefined {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted))
    return found && (found.value === wanted || isDeepStrictEqual(found.value, wanted))
      ? undefined
      : `to be ${JSON.stringify(wanted)}`;
  const { exists, contains, min, max, length } = wanted;
  if (exists === false) return found ? 'to be absent' : undefined;
  if (!found) return 'to exist';
  const { value } = found;
  const isNumber = typeof value === 'number';
  if (contains !== undefined && !containsText(value, contains)) return `to contain ${inQuotes(contains)}`;
  if (min !== undefined && !(isNumber && value >= min)) return `to be at least ${min}`;
  if (max !== undefined && !(isNumber && value <= max)) return `to be at most ${max}`;
  if (length !== undefined && sizeOf(value)?.count !== length) return `to have the length ${length}`;
  return undefined;
}

/** The length alone, where the length is wrong: a list may have a thousand numbers. */
function foundValue(wanted: JsonExpectation, value: unknown): string {
  const size = isObject(wanted) && wanted.length !== undefined ? sizeOf(value) : undefined;
  return size ? `${size.count} ${size.unit}${size.count === 1 ? '' : 's'}` : jsonText(value);
}

function containsText(value: unknown, wanted: string): boolean {
  if (Array.isArray(value))
    return value.some((item) => typeof item !== 'object' && String(item).toLowerCase() === wanted.toLowerCase());
  return typeof value === 'string' && includes(value, wanted);
}

/** Whatever the capitals and the kind of space: a model writes `Pong.` for `pong`, and a narrow space in `10 km`. */
function includes(text: string, part: string): boolean {
  return folded(text).includes(folded(part));
}

const folded = (text: string) => text.normalize().replaceAll(/\s+/g, ' ').toLowerCase();

/** Bytes that are no text, and an empty pattern of Braille, look like an answer to a computer alone. */
function hasText(content: string): boolean {
  return /[^\s\p{M}\p{Cs}\u2800\ufffd]/u.test(visibleText(content));
}

function sizeOf(value: unknown): { count: number; unit: string } | undefined {
  if (typeof value === 'string') return { count: [...value].length, unit: 'character' };
  if (typeof value !== 'object' || value === null) return undefined;
  return { count: Object.keys(value).length, unit: Array.isArray(value) ? 'item' : 'member' };
}

const inQuotes = (text: string) => (text === '' ? 'nothing' : `"${text}"`);
