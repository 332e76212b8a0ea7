// Makes a call out of an incoming HTTP message.
import type { IncomingMessage } from 'node:http';
import { parsedBody } from '../http-server/json.ts';
import type { Call } from './wire.ts';

const bodyBytesMax = 4 * 1024 * 1024;

/** `undefined` when the client went away in the middle of its request: there is nobody to answer. */
export async function readCall(incoming: IncomingMessage): Promise<Call | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bodyBytesMax) incoming.destroy();
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  // Put together as text: a path that starts with two slashes must not be taken for a host.
  const url = new URL(`http://emulator${incoming.url ?? '/'}`);
  const bodyText = Buffer.concat(chunks).toString('utf8');
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const method = incoming.method ?? '';
  return { method, path: url.pathname, query: url.searchParams, headers, body: parsedBody(bodyText), bodyText };
}

/** What was offered, told without showing it. */
export function credentials(call: Call, apiKey: string): string {
  const given = call.headers.authorization;
  if (given === undefined) return 'missing';
  return given === `Bearer ${apiKey}` ? 'Bearer <ok>' : 'Bearer <wrong>';
}
