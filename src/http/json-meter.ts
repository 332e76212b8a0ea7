/** How much a JSON text holds, told while it arrives: a few megabytes of `{}` would take seconds and a gigabyte to parse. */

export interface JsonCeilings {
  /** Members, items and the lists and objects around them. */
  values: number;
  /** Lists and objects inside each other. */
  depth: number;
}

/** Takes the chunks of one body in their order. Returns what is too much of it, as the end of a sentence; undefined while nothing is. */
export type JsonMeter = (chunk: Uint8Array) => string | undefined;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** A text that begins with neither a list nor an object is not measured: it is no answer, but a page or a word. */
export function createJsonMeter({ values, depth }: JsonCeilings): JsonMeter {
  let kind: 'unknown' | 'json' | 'other' = 'unknown';
  let isInString = false;
  let isEscaped = false;
  let countedValues = 0;
  let openNow = 0;
  return (chunk) => {
    // An index, because an iterator takes ten times as long.
    for (let at = 0; at < chunk.length && kind !== 'other'; at += 1) {
      const byte = chunk[at] ?? 0;
      if (kind === 'unknown') {
        // White space and a byte order mark.
        if (byte <= 0x20 || byte >= 0xbb) continue;
        kind = byte === openBracket || byte === openBrace ? 'json' : 'other';
        if (kind === 'other') continue;
      }
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
      } else if (byte === quote) isInString = true;
      else if (byte === comma) countedValues += 1;
      else if (byte === openBracket || byte === openBrace) {
        countedValues += 1;
        openNow += 1;
        if (openNow > depth) return `lists and objects nested more than ${depth} levels deep`;
      } else if (byte === closeBracket || byte === closeBrace) openNow -= 1;
    }
    return countedValues > values ? `more than ${values} values` : undefined;
  };
}
