/** Whether an answer is the expected one, and in which words it is not. */

import { isDeepStrictEqual } from 'node:util';
import { tryParseJson } from '../json.ts';
import { type EndpointTest, isStreamed, type JsonExpectation } from '../model/tests.ts';
import {
  type Answer,
  formatMs,
  maxAnswerBytes,
  readStream,
  readWholeChat,
  type Streamed,
  speedOf,
  textOf,
} from './answer.ts';

/** Two clauses: `a 2xx status`, `503: no worker is running`. `got` quotes the answer and is neither clean nor short. */
export interface Fault {
  expected: string;
  got: string;
  /** Asking again may bring another answer: none came, or one of a proxy. */
  canHeal: boolean;
}

/** What is told of an answer, right or wrong; times in milliseconds. */
export interface Measured {
  status?: number;
  totalMs?: number;
  firstTokenMs?: number;
  tokensPerSecond?: number;
  /** The content of a chat, in the words of others. */
  content?: string;
}

export interface Judged {
  measured: Measured;
  fault?: Fault | undefined;
}

/** Too early, too many, or no worker at hand: words of a gateway, but also of a server that has no such path. */
const healing: ReadonlySet<number> = new Set([404, 408, 425, 429, 502, 503, 504]);

/** `isTimed`: the times are judged, too. */
export function judge(test: EndpointTest, answer: Answer, { isTimed }: { isTimed: boolean }): Judged {
  if (answer.kind === 'lost')
    return { measured: {}, fault: { expected: 'an answer', got: answer.came, canHeal: true } };
  const { status, endMs } = answer;
  const text = textOf(answer.body);
  const streamed = streamedIn(test, answer, text);
  const speed = streamed && speedOf(streamed);
  const measured: Measured = {
    status,
    totalMs: endMs,
    ...(streamed?.firstMs !== undefined && { firstTokenMs: streamed.firstMs }),
    ...(speed !== undefined && { tokensPerSecond: speed }),
    ...(streamed && test.chat !== undefined && { content: streamed.content }),
  };
  const reading = { test, answer, text, streamed, speed };
  // The first one, of the gravest kind.
  const fault =
    statusFault(reading) ??
    wholenessFault(reading) ??
    contentFault(reading) ??
    jsonFault(reading) ??
    (isTimed ? timeFault(reading) : undefined);
  return { measured, fault: fault && { canHeal: false, ...fault } };
}

interface Reading {
  test: EndpointTest;
  answer: Answer & { kind: 'answer' };
  text: string;
  streamed: Streamed | undefined;
  speed: number | undefined;
}

type FaultFound = Omit<Fault, 'canHeal'> & Partial<Fault>;

function statusFault({ test, answer, text }: Reading): FaultFound | undefined {
  const { status } = answer;
  const wanted = test.expect?.status;
  if (wanted === undefined ? status >= 200 && status < 300 : status === wanted) return undefined;
  const where = answer.location === undefined ? '' : ` with a redirect to ${answer.location}, which is not followed`;
  return {
    expected: wanted === undefined ? 'a 2xx status' : `status ${wanted}`,
    got: `${status}${where}${text.trim() === '' ? '' : `: ${wordsOf(text)}`}`,
    canHeal: healing.has(status),
  };
}

/** An error page is told by its title. */
function wordsOf(text: string): string {
  if (text.trim() === '') return 'an empty one';
  return /^\s*<(!doctype|html)/i.test(text)
    ? `an HTML page, ${/<title[^<>]*>([^<]*)/i.exec(text.slice(0, 16_384))?.[1]?.trim() || 'without a title'}`
    : text;
}

/** What broke off may have been right so far. */
function wholenessFault({ test, answer, text, streamed }: Reading): FaultFound | undefined {
  const { brokenBy } = answer.body;
  const expected = streamed ? 'a stream that comes to its end' : 'a whole answer';
  const came = ` after ${streamed ? quote(streamed.content) : quote(text)}`;
  if (streamed?.error !== undefined) return { expected: 'no error in the stream', got: streamed.error };
  if (streamed ? streamed.isWhole : brokenBy === undefined || (brokenBy === 'size' && !test.expect?.json))
    return undefined;
  if (brokenBy === 'size') return { expected, got: `more than ${maxAnswerBytes / 1024 / 1024} MiB` };
  if (brokenBy === 'timeout') return { expected, got: `no end within ${formatMs(answer.endMs)}${came}` };
  return { expected, got: `it broke off${came}`, canHeal: true };
}

function contentFault({ test, text, streamed }: Reading): FaultFound | undefined {
  const { contains, finish } = test.expect ?? {};
  const said = streamed?.content ?? text;
  if (contains !== undefined && !includes(said, contains))
    return { expected: `an answer that contains ${quote(contains)}`, got: quote(said) };
  // A chat that says nothing is no answer.
  if (test.chat !== undefined && streamed?.tokens === 0)
    return { expected: 'an answer with content', got: quote(text) };
  if (test.chat !== undefined && !streamed)
    return { expected: 'an OpenAI-compatible chat completion', got: wordsOf(text) };
  if (finish === undefined || streamed?.finish === finish) return undefined;
  return {
    expected: `a stream that ends with ${quote(finish)}`,
    got: streamed?.finish === undefined ? 'no reason of its end' : quote(streamed.finish),
  };
}

function jsonFault({ test, text }: Reading): FaultFound | undefined {
  const wanted = Object.entries(test.expect?.json ?? {});
  if (wanted.length === 0) return undefined;
  const parsed = tryParseJson(text);
  if (!parsed) return { expected: 'a JSON answer', got: wordsOf(text) };
  for (const [pointer, expectation] of wanted) {
    const found = valueAt(parsed.value, pointer);
    const miss = missed(expectation, found);
    if (miss !== undefined)
      return { expected: `\`${pointer}\` ${miss}`, got: found ? JSON.stringify(found.value) : 'no such value' };
  }
  return undefined;
}

function timeFault({ test, answer, streamed, speed }: Reading): FaultFound | undefined {
  const { within, 'first-token': firstToken, 'tokens-per-second': slowest } = test.expect ?? {};
  const firstMs = streamed?.firstMs;
  if (firstToken !== undefined && (firstMs === undefined || firstMs > firstToken))
    return {
      expected: `the first token within ${formatMs(firstToken)}`,
      got: firstMs === undefined ? 'none' : `it after ${formatMs(firstMs)}`,
    };
  if (within !== undefined && answer.endMs > within)
    return { expected: `the whole answer within ${formatMs(within)}`, got: `it after ${formatMs(answer.endMs)}` };
  if (slowest !== undefined && speed !== undefined && speed < slowest)
    return { expected: `at least ${slowest} tokens/s`, got: `${speed.toFixed(1)} tokens/s` };
  return undefined;
}

function streamedIn(test: EndpointTest, answer: Answer & { kind: 'answer' }, text: string): Streamed | undefined {
  if (answer.contentType.includes('text/event-stream')) return readStream(answer.body);
  if (!isStreamed(test)) return undefined;
  return readWholeChat(tryParseJson(text)?.value, answer.endMs);
}

/** RFC 6901; undefined where there is nothing. */
function valueAt(json: unknown, pointer: string): { value: unknown } | undefined {
  let value = json;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    // `length` of a list is no member of it.
    if (Array.isArray(value) && !/^(?:0|[1-9]\d*)$/.test(key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return { value };
}

/** What the value does not do, as the end of "expected … "; undefined when it is right. */
function missed(wanted: JsonExpectation, found: { value: unknown } | undefined): string | undefined {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) {
    return found && isDeepStrictEqual(found.value, wanted) ? undefined : `to be ${JSON.stringify(wanted)}`;
  }
  const { exists, contains, min, max, length } = wanted;
  if (exists === false) return found ? 'to be absent' : undefined;
  if (!found) return 'to exist';
  const { value } = found;
  const isNumber = typeof value === 'number';
  if (contains !== undefined && !containsText(value, contains)) return `to contain ${quote(contains)}`;
  if (min !== undefined && !(isNumber && value >= min)) return `to be at least ${min}`;
  if (max !== undefined && !(isNumber && value <= max)) return `to be at most ${max}`;
  if (length !== undefined && lengthOf(value) !== length) return `to have the length ${length}`;
  return undefined;
}

function containsText(value: unknown, wanted: string): boolean {
  if (Array.isArray(value))
    return value.some((item) => includes(String(item), wanted) && String(item).length === wanted.length);
  return typeof value === 'string' && includes(value, wanted);
}

/** A model writes `Pong.` where `pong` is asked for. */
function includes(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.toLowerCase());
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

function quote(text: string): string {
  return text === '' ? 'nothing' : `"${text}"`;
}
