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

  function measure(chunk: Uint8Array, start: number): string | undefined {
    // Of its own, and by an index: a list of 10,000 endpoints has 50 million bytes, and what is shared with other calls is ten times slower.
    const { length } = chunk;
    let inString = isInString;
    let counted = countedValues;
    let open = openNow;
    let at = start;
    if (isEscaped && at < length) at += 1;
    isEscaped = isEscaped && start === length;
    while (at < length) {
      const byte = chunk[at] ?? 0;
      at += 1;
      if (inString) {
        if (byte === quote) inString = false;
        else if (byte === backslash) {
          isEscaped = at === length;
          at += 1;
        }
      } else if (byte === quote) inString = true;
      else if (byte === comma) counted += 1;
      else if (byte === openBracket || byte === openBrace) {
        counted += 1;
        open += 1;
        if (open > depth) return `lists and objects nested more than ${depth} levels deep`;
      } else if (byte === closeBracket || byte === closeBrace) open -= 1;
    }
    isInString = inString;
    countedValues = counted;
    openNow = open;
    return counted > values ? `more than ${values} values` : undefined;
  }

  return (chunk) => {
    let start = 0;
    // White space and a byte order mark.
    if (kind === 'unknown') {
      const begins = (byte: number) => byte > 0x20 && byte < 0xbb;
      start = chunk.findIndex(begins);
      if (start < 0) return undefined;
      kind = chunk[start] === openBracket || chunk[start] === openBrace ? 'json' : 'other';
    }
    return kind === 'json' ? measure(chunk, start) : undefined;
  };
}
