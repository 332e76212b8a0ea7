// Servers that no test may trust: endless, huge, broken off, in the wrong form, or repeating what they were told.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Answer, Call } from './wire.ts';

export type HostileServer =
  | 'endless-stream'
  | 'huge'
  | 'html'
  | 'invalid-utf8'
  | 'half-event'
  | 'early-hints'
  | 'closes-in-body'
  | 'closes-in-stream'
  | 'stream-error'
  | 'silent-stream'
  | 'gzip-bomb'
  | 'echo'
  | 'commands';

const sse = { 'content-type': 'text/event-stream' };
const chunk = (content: string) =>
  `data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":${JSON.stringify(content)}}}]}\n\n`;

export function hostileAnswer(kind: HostileServer, call: Call): Answer {
  const plain = (body: string, type = 'text/plain'): Answer => ({
    status: 200,
    headers: { 'content-type': type },
    body,
  });
  const streamed = (
    stream: (response: ServerResponse) => Promise<void> | void,
    headers: Record<string, string> = sse,
  ): Answer => ({ status: 200, headers, body: '', stream });
  switch (kind) {
    case 'endless-stream':
      return streamed((response) => pour(response, chunk('on and on ')));
    case 'huge':
      return streamed((response) => pour(response, 'x'.repeat(64 * 1024), 1024 ** 3), { 'content-type': 'text/plain' });
    case 'html':
      return plain(
        '<!doctype html><html><head><title>Welcome to nginx!</title></head><body>pong</body></html>',
        'text/html',
      );
    case 'invalid-utf8':
      return streamed((response) => void response.end(Buffer.from([0x70, 0xff, 0xfe, 0xc3, 0x28])), {
        'content-type': 'application/json',
      });
    case 'half-event':
      return streamed((response) => void response.end(`${chunk('po')}data: {"choices":[{"index":0,"delta":{"cont`));
    case 'early-hints':
      return streamed((response) => {
        response.writeEarlyHints({ link: '</style.css>; rel=preload' });
        response.writeHead(200, { 'content-type': 'text/plain' });
        response.end('pong');
      }, {});
    case 'closes-in-body':
      return streamed((response) => breakOff(response, '{"answer": "po'), {
        'content-type': 'application/json',
        'content-length': '1000',
      });
    case 'closes-in-stream':
      return streamed((response) => breakOff(response, chunk('po')));
    case 'stream-error':
      return streamed(
        (response) =>
          void response.end(
            `${chunk('po')}data: {"error":{"message":"CUDA out of memory","type":"InternalServerError"}}\n\ndata: [DONE]\n\n`,
          ),
      );
    case 'silent-stream':
      return streamed(
        (response) =>
          void response.end(
            `data: {"object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`,
          ),
      );
    case 'gzip-bomb':
      // Nobody asked for it to be compressed.
      return streamed((response) => pour(response, Buffer.alloc(64 * 1024), 1024 ** 3), {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
      });
    case 'echo':
      return plain(`you sent ${JSON.stringify(call.headers)} and ${call.bodyText}`);
    case 'commands':
      return plain(
        '::set-output name=url::https://evil.example\n##[add-mask]x\n\u001b[2J</code>| [x](javascript:1) @everyone pong',
      );
  }
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
