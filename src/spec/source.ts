/** The text of a spec file: bytes to text, offsets to lines. */
import type { FileRange, Issue, Point } from './issue.ts';

/** 1 MiB; whoever reads the file refuses more as well. */
export const maxSpecBytes = 1024 * 1024;

/** Of one document, which is composed and judged in one go; and of what its variables are filled in with. */
export const maxCharactersOfDocument = 256 * 1024;

/** Text of one file, with its lines. Line ends are `\n` and `\r\n`. */
export class SourceText {
  readonly file: string;
  readonly text: string;
  readonly #lineStarts: number[] = [0];

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lineStarts.push(at + 1);
  }

  /** Offsets beyond the text are its end. */
  point(offset: number): Point {
    const inside = Math.min(Math.max(offset, 0), this.text.length);
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= inside) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: inside - (this.#lineStarts[low] ?? 0) + 1, offset: inside };
  }

  range(start: number, end: number): FileRange {
    return { file: this.file, start: this.point(start), end: this.point(Math.max(start, end)) };
  }

  /** The text of a 1-based line without its line end; empty beyond the file. */
  line(number: number): string {
    const start = this.#lineStarts[number - 1];
    if (start === undefined) return '';
    const next = this.#lineStarts[number];
    return this.text.slice(start, next === undefined ? undefined : next - 1).replace(/\r$/, '');
  }
}

/** UTF-8 bytes to text, a byte order mark left out. What can't be YAML at all is an issue, at its place, with the text up to there. */
export function decodeSource(file: string, bytes: Uint8Array): { source: SourceText; issue?: Issue } {
  if (bytes.byteLength > maxSpecBytes) {
    const source = new SourceText(file, '');
    return {
      source,
      issue: {
        code: 'file-too-large',
        severity: 'error',
        message: `the file is ${bytes.byteLength} bytes long; allowed: ${maxSpecBytes} (1 MiB)`,
        hint: 'Keep only the spec in the file.',
        path: [],
        position: source.range(0, 0),
      },
    };
  }
  const text = decode(bytes);
  if (text === undefined) return brokenEncoding(file, bytes);
  const source = new SourceText(file, text);
  if (/\r(?!\n)/.test(text) && !text.includes('\n')) {
    return {
      source,
      issue: {
        code: 'control-character',
        severity: 'error',
        message: 'the lines end with a carriage return only',
        hint: 'Save the file with LF or CRLF line endings.',
        path: [],
        position: source.range(text.indexOf('\r'), text.indexOf('\r') + 1),
      },
    };
  }
  const control = text.search(/[^\P{Cc}\t\n\r\u0085]/u);
  if (control === -1) return { source };
  const codePoint = text.charCodeAt(control).toString(16).toUpperCase().padStart(4, '0');
  return {
    source,
    issue: {
      code: 'control-character',
      severity: 'error',
      message: `the control character U+${codePoint} is not allowed in YAML`,
      hint: 'Delete it, or write it as an escape inside double quotes.',
      path: [],
      position: source.range(control, control + 1),
    },
  };
}

function decode(bytes: Uint8Array, stream = false): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

/** The longest readable beginning is searched by halves: a prefix of a readable prefix is readable. */
function brokenEncoding(file: string, bytes: Uint8Array): { source: SourceText; issue: Issue } {
  let readable = 0;
  let unreadable = bytes.length + 1;
  while (unreadable - readable > 1) {
    const middle = (readable + unreadable) >> 1;
    if (decode(bytes.subarray(0, middle), true) === undefined) unreadable = middle;
    else readable = middle;
  }
  const source = new SourceText(file, decode(bytes.subarray(0, readable), true) ?? '');
  const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return {
    source,
    issue: {
      code: 'not-utf8',
      severity: 'error',
      message: `the bytes from offset ${readable} on are not UTF-8 text`,
      hint: utf16 ? 'The file looks like UTF-16; save it as UTF-8.' : 'Save the file as UTF-8.',
      path: [],
      position: source.range(source.text.length, source.text.length),
    },
  };
}
