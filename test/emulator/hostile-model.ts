// Servers that no test may trust: endless, huge, broken off, in the wrong form, or repeating what they were told.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Answer, Call } from './wire.ts';

const sse = { 'content-type': 'text/event-stream' };
const json = { 'content-type': 'application/json' };
const plain = { 'content-type': 'text/plain' };
const chunk = (content: string) =>
  `data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":${JSON.stringify(content)}}}]}\n\n`;
const done = 'data: [DONE]\n\n';
const stop = `data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n`;
const exhausted = `data: {"error":{"message":"CUDA out of memory","type":"InternalServerError"}}\n\n`;

type Stream = (response: ServerResponse) => Promise<void> | void;
type Headers = Readonly<Record<string, string>>;

/** What each answers: headers, and the body or who sends it. */
const servers = {
  'endless-stream': [sse, (response) => pour(response, chunk('on and on '))],
  huge: [plain, (response) => pour(response, 'x'.repeat(64 * 1024), 1024 ** 3)],
  html: [
    { 'content-type': 'text/html' },
    '<!doctype html><html><head><title>Welcome to nginx!</title></head><body>pong</body></html>',
  ],
  'invalid-utf8': [json, (response) => void response.end(Buffer.from([0x70, 0xff, 0xfe, 0xc3, 0x28]))],
  'half-event': [sse, `${chunk('po')}data: {"choices":[{"index":0,"delta":{"cont`],
  'early-hints': [
    {},
    (response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeHead(200, plain).end('pong');
    },
  ],
  'closes-in-body': [{ ...json, 'content-length': '1000' }, (response) => breakOff(response, '{"answer": "po')],
  'closes-in-stream': [sse, (response) => breakOff(response, chunk('po'))],
  'stream-error': [sse, `${chunk('po')}${exhausted}${done}`],
  'silent-stream': [sse, `${stop}${done}`],
  // Nobody asked for it to be compressed.
  'gzip-bomb': [
    { ...json, 'content-encoding': 'gzip' },
    (response) => pour(response, Buffer.alloc(64 * 1024), 1024 ** 3),
  ],
  commands: [
    plain,
    '::set-output name=url::https://evil.example\n##[add-mask]x\n\u001b[2J</code>| [x](javascript:1) @everyone pong',
  ],
} as const satisfies Readonly<Record<string, readonly [Headers, string | Stream]>>;

export type HostileServer = keyof typeof servers | 'echo';

export function hostileAnswer(kind: HostileServer, call: Call): Answer {
  const [headers, sent]: readonly [Headers, string | Stream] =
    kind === 'echo' ? [plain, `you sent ${JSON.stringify(call.headers)} and ${call.bodyText}`] : servers[kind];
  return typeof sent === 'string'
    ? { status: 200, headers, body: sent }
    : { status: 200, headers, body: '', stream: sent };
}

/** As fast as the client reads, until it has enough. */
async function pour(response: ServerResponse, piece: string | Buffer, bytes = Infinity): Promise<void> {
  for (let sent = 0; sent < bytes && !response.destroyed; sent += piece.length) {
    if (response.write(piece)) {
      await new Promise((resolve) => setImmediate(resolve));
      continue;
    }
    const given = new AbortController();
    const { signal } = given;
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).catch(() => {});
    given.abort();
  }
  response.end();
}

function breakOff(response: ServerResponse, text: string): void {
  response.write(text, () => response.socket?.destroy());
}
