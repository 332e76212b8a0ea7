/** From a test of a spec to the request that is sent: on the endpoint's own URL, with secrets filled in last. */

import { isDeepStrictEqual } from 'node:util';
import { DeployError } from '../errors.ts';
import { isObject, type JsonObject } from '../json.ts';
import { bodyOf, type EndpointTest, isHeaderText } from '../model/tests.ts';
import { bounded } from '../shown-text.ts';

export interface TestRequest {
  method: 'GET' | 'POST';
  url: URL;
  /** The headers by lower-case name. */
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

interface TestContext {
  endpointUrl: URL;
  /** The `secret-envs` input. */
  secrets: ReadonlyMap<string, string>;
  /** The model of a chat that names none; undefined if it is unknown. */
  model?: string | undefined;
  /** Members that are not added to a body, because the server refuses them. */
  refused?: ReadonlySet<Addition>;
}

const chatPath = '/v1/chat/completions';
/** The pieces of a compressed stream have no times of their own. */
const defaultHeaders: Readonly<Record<string, string>> = { accept: '*/*', 'accept-encoding': 'identity' };

/** The name of a test in tables and messages; secrets are still `${KEY}` in it. */
export function testTitle({ get, post, chat = '' }: EndpointTest): string {
  if (get !== undefined) return `GET ${get}`;
  if (post !== undefined) return `POST ${post}`;
  return `chat "${bounded(chat.replaceAll(/\s+/g, ' ').trim(), 60)}"`;
}

/** Throws `inputs-invalid` when a secret cannot stand in the header that names it. */
export function buildRequest(test: EndpointTest, context: TestContext): TestRequest {
  const { secrets } = context;
  const { headers, body, ...address } = templateOf(test, context);
  // References stand in strings of JSON only, so that a secret becomes part of one.
  const quoted = (secret: string) => (test.text === undefined ? JSON.stringify(secret).slice(1, -1) : secret);
  const inBody = new Map(Array.from(secrets, ([key, secret]) => [key, quoted(secret)]));
  return { ...address, headers: { ...headers, ...headersOf(test, secrets) }, body: body && fillSecrets(body, inBody) };
}

/** The request with `${KEY}` of secrets still in its headers and body. */
function templateOf(test: EndpointTest, context: Omit<TestContext, 'secrets'>): TestRequest {
  const { get, post, path = chatPath, text, headers = {} } = test;
  const fields = fieldsOf(test, context.model);
  const added = Object.fromEntries(additionsTo(test, context.refused).map((field) => [field, additions[field]]));
  const body = fields ? JSON.stringify({ ...fields, ...added }) : bodyOf(test);
  const type = text === undefined ? 'application/json' : 'text/plain; charset=utf-8';
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]);
  return {
    method: get === undefined ? 'POST' : 'GET',
    url: urlBelow(context.endpointUrl, get ?? post ?? path),
    headers: { ...defaultHeaders, ...(body !== undefined && { 'content-type': type }), ...Object.fromEntries(given) },
    body,
  };
}

/** A longer body is left out of the line for a shell. */
const maxShownBody = 400;

/** The request as a line for a shell, with `$KEY` for each secret. */
export function curlLine(test: EndpointTest, context: TestContext): string {
  const { method, url, headers, body } = templateOf(test, context);
  const inShell = new Map(Array.from(context.secrets.keys(), (key) => [key, `'"$${key}"'`]));
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const fill = (template: string) => fillSecrets(quote(template), inShell).replace(/(?<=")''$/, '');
  const isLong = body !== undefined && (body.length > maxShownBody || /[\r\n]/.test(body));
  const data = body ? `-d ${isLong ? '@body.txt' : fill(body)}` : [];
  const given = Object.entries(headers).filter(([name, value]) => defaultHeaders[name] !== value);
  const options = given.map(([name, value]) => `-H ${fill(`${name}: ${value}`)}`);
  return ['curl -i', method === 'POST' && !body ? '-X POST' : [], options, data, quote(url.href)].flat().join(' ');
}

/** Whether a value of `secret-envs` is part of the request. */
export function sendsSecret(test: EndpointTest, context: TestContext): boolean {
  return !isDeepStrictEqual(buildRequest(test, context), buildRequest(test, { ...context, secrets: new Map() }));
}

/** The request for the models of a chat. */
export function modelsRequest(test: EndpointTest, { endpointUrl, secrets }: TestContext): TestRequest {
  const { path = chatPath } = test;
  const models = path.endsWith('/chat/completions') ? path.replace(/chat\/completions$/, 'models') : '/v1/models';
  const url = urlBelow(endpointUrl, models);
  return { method: 'GET', url, headers: { ...defaultHeaders, ...headersOf(test, secrets) } };
}

/** Joined as text: a path is never resolved, so that it cannot leave the endpoint's URL. */
function urlBelow({ origin, pathname }: URL, path: string): URL {
  return new URL(`${origin}${pathname.replace(/(?<!\/)\/+$/, '')}${path}`);
}

const oddSecret = 'a value of `secret-envs` in it has a line break or another character that a header cannot contain';

function headersOf(test: EndpointTest, secrets: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(test.headers ?? {}).map(([name, template]) => {
      const value = fillSecrets(template, secrets).trim();
      if (!isHeaderText(value))
        throw new DeployError({
          code: 'inputs-invalid',
          message: `the header \`${name}\` of the test ${testTitle(test)} cannot be sent: ${oddSecret}`,
          hint: 'Save the secret again, as one line of plain text.',
        });
      return [name.toLowerCase(), value];
    }),
  );
}

/** Throws `inputs-invalid` when a secret cannot be sent: before anything is written. */
export function assertSendable(tests: readonly EndpointTest[], secrets: ReadonlyMap<string, string>): void {
  for (const test of tests) headersOf(test, secrets);
}

/**
 * What we add to a chat, and of it to a line of a batch: greedy, so that the same model says the same again, and with
 * the server's own count, because an event of speculative decoding holds several tokens, and one under load, too.
 */
const additions = { stream: true, stream_options: { include_usage: true }, max_tokens: 256, temperature: 0 };
export type Addition = keyof typeof additions;

/** What a request of the test has beside its own fields. */
export function additionsTo(test: EndpointTest, refused: ReadonlySet<Addition> = new Set()): Addition[] {
  const own = fieldsOf(test) ?? {};
  const ofChat = ['stream_options', 'max_tokens', 'temperature'] as const;
  const ofBatch = refused.has('stream') ? [] : (['stream', 'stream_options'] as const);
  const all = test.chat !== undefined ? ofChat : test.isStreamAdded ? ofBatch : [];
  return all.filter((field) => own[field] === undefined && !refused.has(field));
}

/** The JSON body without additions: OpenAI's chat completion, or that of a `post`; undefined without an object. */
function fieldsOf(
  { chat, json, model, 'max-tokens': maxTokens }: EndpointTest,
  listed?: string,
): JsonObject | undefined {
  if (chat === undefined) return isObject(json) ? json : undefined;
  // The endpoint chooses the listed name, so no secret is filled into it.
  const name = (model ?? listed)?.replaceAll('${', () => '$${');
  return { model: name, messages: [{ role: 'user', content: chat }], stream: true, max_tokens: maxTokens };
}

function fillSecrets(template: string, secrets: ReadonlyMap<string, string>): string {
  return template.replaceAll(/\$\$\{|\$\{([A-Za-z_]\w*)\}/g, (found, key?: string) =>
    key === undefined ? '${' : (secrets.get(key) ?? found),
  );
}
