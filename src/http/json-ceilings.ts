/** How much a JSON text holds: a few megabytes of `{}` would take seconds and a gigabyte to parse. */

export interface JsonCeilings {
  /** Members, items and the lists and objects around them. */
  values: number;
  /** Lists and objects inside each other. */
  depth: number;
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** What is too much of a body, as the end of a sentence; undefined for one within the ceilings, and for one that is neither a list nor an object. */
export function jsonExcess(body: Uint8Array, { values, depth }: JsonCeilings): string | undefined {
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
