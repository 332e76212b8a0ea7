/** The tests of a spec: requests to the endpoint's own URL, and the expected answers. Never sent to the service. */
import * as z from 'zod/mini';
import { durationPattern, parseDurationMs } from '../durations.ts';
import { isObject } from '../json.ts';
import { atLeast, bareFor, field, matching, someText, withDescription, withUnit, writtenText } from './values.ts';

const maxTests = 20;

/** Fewer tokens say nothing about their speed. */
export const minSpeedTokens = 8;

/** A fragment is never sent, and dot segments and backslashes would lead out of the endpoint's URL. */
export const urlPath = () =>
  matching(
    /^(?!.*\/(?:\.|%2[Ee]){1,2}(?:[/?]|$))\/(?!\/)[!-"$-[\]-~]*$/,
    "must be a path such as `/health`, without `..` and `#`: the host is always the endpoint's own",
  );

/** A duration of the spec, as milliseconds. */
const duration = () =>
  withUnit(
    durationPattern,
    'must be a duration with its unit, such as `500ms`, `2s` or `1m30s`',
    (text) => parseDurationMs(text) ?? 0,
  );

/** The value at a JSON Pointer: the same, or with these properties. */
const jsonExpectation = () =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.unknown()),
    z.strictObject({
      contains: field(writtenText(), 'Text that the value contains, in capitals or not; or an item of a list.', 'cat'),
      exists: field(z.boolean(), 'Whether there is a value at all.', true),
      min: field(z.number(), 'Smallest number that is right.', 0.5),
      max: field(z.number(), 'Largest number that is right.', 1),
      length: field(atLeast(0), 'Number of items of a list, of members of an object, or of characters.', 1024),
    }),
  ]);

export const expectationSchema = z.strictObject({
  status: field(z.int().check(z.gte(200), z.lte(599)), 'HTTP status of the answer; any 2xx if omitted.', 200),
  contains: field(
    z.union([writtenText(), z.array(writtenText()).check(z.minLength(1))]),
    'Text that the answer contains, in capitals or not; of a stream, its content. Of a list, any of them.',
    'Paris',
  ),
  equals: field(
    writtenText(),
    'The whole answer, in capitals or not, whatever its white space; of a stream, its content.',
    'B',
  ),
  json: field(
    z.record(matching(/^(?:\/(?:[^~/]|~[01])*)*$/, 'must be a JSON Pointer, such as `/data/0/id`'), jsonExpectation()),
    'Values of a JSON answer by JSON Pointer (RFC 6901): the value itself, or `{contains: …}`, `{exists: true}`, `{min: …, max: …}`, `{length: …}`.',
    { '/model': 'bge-m3', '/data/0/embedding': { length: 1024 } },
  ),
  within: field(duration(), 'Longest time from the request to the end of the answer.', '500ms'),
  'first-token': field(
    duration(),
    'Of a stream: longest time from the request to the first content; thinking is not content.',
    '2s',
  ),
  'tokens-per-second': field(atLeast(1), 'Of a stream: fewest tokens in a second, counted from the first one.', 20),
  finish: field(writtenText(), 'Of a stream: why it ended, as the server says it.', 'stop'),
});

/** YAML has `.nan` and `.inf`. */
const isJson = (value: unknown) => z.json().safeParse(value).success;

export const testSchema = z.strictObject({
  get: field(urlPath(), "Path to GET, on the endpoint's own URL.", '/health'),
  post: field(urlPath(), "Path to POST `json` or `text` to, on the endpoint's own URL.", '/v1/embeddings'),
  chat: field(
    someText(),
    'What the user says to an OpenAI-compatible chat server. The answer is streamed.',
    'What is the capital of France? Answer in one sentence.',
  ),
  path: field(urlPath(), 'Path of the chat, if it is another than `/v1/chat/completions`.', '/api/v1/chat/completions'),
  model: field(someText(), 'Model of the chat; if omitted, the first one of `/v1/models`.', 'llama-3.1-8b'),
  'max-tokens': field(
    z.int().check(z.gte(1), z.lte(100_000)),
    'Most tokens of the answer to a chat; 256 if omitted.',
    64,
  ),
  headers: field(
    z.record(matching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, 'must be the name of a header'), writtenText()),
    'Headers of the request. `${KEY}` is also filled from the `secret-envs` input, and never shown.',
    { authorization: 'Bearer ${VLLM_API_KEY}' },
  ),
  json: field(
    z.unknown().check(z.refine(isJson, { error: 'must be JSON, which has finite numbers only' })),
    'JSON body of a `post`. `${KEY}` is also filled from the `secret-envs` input, and never shown.',
    { input: 'hello' },
  ),
  text: field(
    z.string(),
    'Text body of a `post`. `${KEY}` is also filled from the `secret-envs` input, and never shown.',
    'hello',
  ),
  expect: field(expectationSchema, 'What is right. If omitted, any answer with a 2xx status that is no error.', {
    contains: 'Paris',
    'first-token': '2s',
  }),
});

/** A request and its expected answer, with the names of the spec; times in milliseconds. */
export type EndpointTest = z.output<typeof testSchema> & {
  /** We ask a `post` for a stream, which its `json` does not mention. */
  isStreamAdded?: true;
};
export type JsonExpectation = z.output<ReturnType<typeof jsonExpectation>>;

/** The field `tests`; a bare path is a `get`. */
export const testsSchema = withDescription(
  z.array(z.union([bareFor('get', urlPath()), testSchema])).check(z.minLength(1), z.maxLength(maxTests)),
  'Requests that a deploy sends to the endpoint when it is ready, in order; the deploy fails if an answer is wrong. At most 20. Never sent to the service.',
  ['/health', { chat: 'What is the capital of France? Answer in one sentence.', expect: { contains: 'Paris' } }],
);

/** Whether `${KEY}` of `secret-envs` may be there: in body and headers, but not in the path, which is shown. */
export function isBodyOrHeader([field, , part = '']: readonly (string | number)[]): boolean {
  return field === 'tests' && ['headers', 'json', 'text', 'chat'].includes(String(part));
}

/** Whether a header can contain the text: one line, of characters of one byte. */
export const isHeaderText = (text: string) => !/[^\t\u0020-\u007e\u0080-\u00ff]/.test(text);

/** Whether the test says which answers are right. Time limits do not, and without it any whole answer with a 2xx is. */
export function hasRightAnswer({ expect = {} }: EndpointTest): boolean {
  const { status = 200, contains, equals, json, finish } = expect;
  return status >= 300 || [contains, equals, json, finish].some((each) => each !== undefined);
}

/** A text in the form in which texts are compared: without capitals, with one kind of space. */
export const folded = (text: string) => text.normalize().replaceAll(/\s+/g, ' ').toLowerCase();

/** Whatever the capitals and the kind of space: a model writes `Pong.` for `pong`, and a narrow space in `10 km`. */
export function includes(text: string, part: string): boolean {
  return folded(text).includes(folded(part));
}

/** The largest body of a request. */
export const maxRequestBytes = 64 * 1024;

/** Whether the request is for a streamed answer. */
export function isStreamed({ chat, json, headers = {}, isStreamAdded }: EndpointTest): boolean {
  const isAccept = ([name, media]: [string, string]) =>
    name.toLowerCase() === 'accept' && media.includes('text/event-stream');
  return (
    (chat ?? isStreamAdded) !== undefined ||
    (isObject(json) && json.stream === true) ||
    Object.entries(headers).some(isAccept)
  );
}

/** The body of a test, without the parameters of a chat; references to secrets are not filled. Undefined for none. */
export function bodyOf({ chat, json, text }: EndpointTest): string | undefined {
  return json === undefined ? (text ?? chat) : JSON.stringify(json);
}
