/** Undoes the content coding of a body: nobody here asks for one, but a proxy on the way may compress what passes. */

import type { BrotliOptions, ZlibOptions } from 'node:zlib';

export type Decoded =
  | { body: Buffer }
  /** More bytes would come out than are read. */
  | { isTooLarge: true }
  /** It is in another coding, or not in the one that its header names. */
  | { isUndecodable: true };

/** gzip, deflate and br. `maxBytes` of what comes out, so that a small body cannot fill the memory; an empty body has no coding. Never rejects. */
export async function decodeBody(
  body: Buffer,
  { coding, maxBytes }: { coding: string; maxBytes: number },
): Promise<Decoded> {
  if (body.length === 0) return { body };
  const { brotliDecompress, gunzip, inflate, inflateRaw } = await import('node:zlib');
  // Some servers leave out the header that RFC 9110 wants around `deflate`.
  const hasZlibHeader = ((body[0] ?? 0) & 0x0f) === 8;
  const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
    ['gzip', gunzip],
    ['x-gzip', gunzip],
    ['deflate', hasZlibHeader ? inflate : inflateRaw],
    ['br', brotliDecompress],
  ]);
  const decode = decoders.get(coding);
  if (!decode) return { isUndecodable: true };
  const { promise, resolve } = Promise.withResolvers<Decoded>();
  decode(body, { maxOutputLength: maxBytes }, (error, decoded) => {
    if (!error) resolve({ body: decoded });
    else if ('code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') resolve({ isTooLarge: true });
    else resolve({ isUndecodable: true });
  });
  return promise;
}

type Decoder = (
  body: Buffer,
  options: ZlibOptions & BrotliOptions,
  done: (error: Error | null, decoded: Buffer) => void,
) => void;
