/** The body of an answer: its content coding undone, and how much it may hold. */

import { promisify } from 'node:util';

export interface JsonCeilings {
  /** Members, items, lists and objects: to parse a few megabytes of `{}` takes seconds and a gigabyte. */
  values: number;
  /** Lists and objects inside each other. */
  depth: number;
}

export interface BodyCeilings {
  /** Of what comes out of a content coding, so that a small body cannot fill the memory. */
  maxBytes: number;
  json?: JsonCeilings | undefined;
}

export const tooManyBytes = (maxBytes: number) => `more than ${maxBytes} bytes`;

/**
 * The body without its content coding: no request asks for one, but a proxy on the way may compress what passes. Empty
 * where it cannot be decoded; what is too much of it as the end of a sentence. Never rejects.
 */
export async function readBody(
  raw: Buffer,
  { coding, maxBytes, json }: BodyCeilings & { coding: string },
): Promise<Buffer | string> {
  const body = coding === '' || raw.length === 0 ? raw : await decode(raw, coding, maxBytes);
  if (body === undefined) return tooManyBytes(maxBytes);
  return (json && jsonExcess(body, json)) ?? body;
}

/** gzip, deflate and br. Undefined for more than `maxBytes`. */
async function decode(raw: Buffer, coding: string, maxBytes: number): Promise<Buffer | undefined> {
  const { brotliDecompress, gunzip, inflate } = await import('node:zlib');
  const decoders = new Map([
    ['gzip', promisify<Buffer, object, Buffer>(gunzip)],
    ['deflate', promisify<Buffer, object, Buffer>(inflate)],
    ['br', promisify<Buffer, object, Buffer>(brotliDecompress)],
  ]);
  try {
    return (await decoders.get(coding)?.(raw, { maxOutputLength: maxBytes })) ?? Buffer.alloc(0);
  } catch (error) {
    return (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : Buffer.alloc(0);
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Undefined for a body within the ceilings, and for one that is neither a list nor an object. */
function jsonExcess(body: Uint8Array, { values, depth }: JsonCeilings): string | undefined {
  // White space and a byte order mark may stand before it.
  let at = body.findIndex((byte) => byte > 0x20 && byte < 0xbb);
  if (body[at] !== openBracket && body[at] !== openBrace) return undefined;
  let counted = 0;
  let open = 0;
  let inString = false;
  for (; at < body.length; at += 1) {
    const byte = body[at];
    if (inString) {
      if (byte === quote) inString = false;
      else if (byte === backslash) at += 1;
    } else if (byte === quote) inString = true;
    else if (byte === comma) counted += 1;
    else if (byte === openBracket || byte === openBrace) {
      counted += 1;
      open += 1;
      if (open > depth) return `lists and objects nested more than ${depth} levels deep`;
    } else if (byte === closeBracket || byte === closeBrace) open -= 1;
  }
  return counted > values ? `more than ${values} values` : undefined;
}
