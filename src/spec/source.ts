/** The text of a spec file: bytes to text, offsets to lines. */
import { LineCounter } from 'yaml';
import type { FileRange, Issue, Point } from './issue.ts';

/** 64 KiB; whoever reads the file refuses more as well. */
export const maxSpecBytes = 64 * 1024;

/** Text of one file, with its lines. Line ends are `\n` and `\r\n`. */
export class SourceText {
  readonly file: string;
  readonly text: string;
  readonly #lines = new LineCounter();

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    this.#lines.addNewLine(0);
    for (const { index } of text.matchAll(/\n/g)) this.#lines.addNewLine(index + 1);
  }

  /** Offsets beyond the text are its end. */
  range(start: number, end: number): FileRange {
    return { file: this.file, start: this.#point(start), end: this.#point(Math.max(start, end)) };
  }

  #point(offset: number): Point {
    const inside = Math.min(Math.max(offset, 0), this.text.length);
    const { line, col } = this.#lines.linePos(inside);
    return { line, column: col, offset: inside };
  }

  get lineCount(): number {
    return this.#lines.lineStarts.length;
  }

  /** The offset at which a 1-based line starts; the end of the text beyond the file. */
  startOf(line: number): number {
    return this.#lines.lineStarts[line - 1] ?? this.text.length;
  }

  /** The text of a 1-based line without its line end; empty beyond the file. */
  line(number: number): string {
    return this.text.slice(this.startOf(number), this.startOf(number + 1)).replace(/\r?\n$/, '');
  }
}

/** UTF-8 bytes to text, a byte order mark left out. What can't be YAML at all is an issue, at its place. */
export function decodeSource(file: string, bytes: Uint8Array): { source: SourceText; issue?: Issue } {
  const refuse = (
    source: SourceText,
    { at, ...words }: Pick<Issue, 'code' | 'message' | 'hint'> & { at: number },
  ): { source: SourceText; issue: Issue } => ({
    source,
    issue: { ...words, severity: 'error', path: [], position: source.range(at, at + 1) },
  });
  if (bytes.byteLength > maxSpecBytes)
    return refuse(new SourceText(file, ''), {
      code: 'file-too-large',
      message: `the file is ${bytes.byteLength} bytes long; allowed: ${maxSpecBytes} (64 KiB)`,
      hint: 'Keep only the spec in the file. Put bulk data into the image or on a volume.',
      at: 0,
    });
  const text = new TextDecoder().decode(bytes);
  const source = new SourceText(file, text);
  if (!isUtf8(bytes)) {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    return refuse(source, {
      code: 'not-utf8',
      message: 'the file is not UTF-8 text',
      hint: isUtf16 ? 'The file looks like UTF-16; save it as UTF-8.' : 'Save the file as UTF-8.',
      at: text.indexOf('\uFFFD'),
    });
  }
  const at = text.search(/\r(?!\n)|[^\P{Cc}\t\n\r\u0085]/u);
  if (at === -1) return { source };
  const codePoint = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return refuse(source, {
    code: 'control-character',
    message: `the control character U+${codePoint} is not allowed in YAML`,
    hint:
      text[at] === '\r'
        ? 'Save the file with LF or CRLF line endings.'
        : 'Delete it, or write it as an escape inside double quotes.',
    at,
  });
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
