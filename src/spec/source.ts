/** The text of a spec file and the nodes of its documents: bytes to text, offsets to lines, paths to places. */
import { isUtf8 } from 'node:buffer';
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  visit,
} from 'yaml';
import type { FileRange, InputPlace, Issue, IssueCode, IssuePath, Place, Point } from './issue.ts';
import { errorAt } from './issue.ts';

/** 64 KiB; the workspace reads no more. */
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
    const point = (offset: number): Point => {
      const inside = Math.min(Math.max(offset, 0), this.text.length);
      const { line, col } = this.#lines.linePos(inside);
      return { line, column: col, offset: inside };
    };
    return { file: this.file, start: point(start), end: point(Math.max(start, end)) };
  }
}

/** UTF-8 bytes to text, without a byte order mark. Text that cannot be YAML is an issue, at its place. */
export function decodeSource(file: string, bytes: Uint8Array): { source: SourceText; issue?: Issue } {
  const isTooLarge = bytes.byteLength > maxSpecBytes;
  const text = isTooLarge ? '' : new TextDecoder().decode(bytes);
  const source = new SourceText(file, text);
  const refuse = (at: number, code: IssueCode, message: string, hint: string) => {
    return { source, issue: errorAt(source.range(at, at + 1), { code, message, hint }) };
  };
  if (isTooLarge) {
    const message = `the file is ${bytes.byteLength} bytes long; allowed: ${maxSpecBytes} (64 KiB)`;
    const hint = 'Keep only the spec in the file. Put bulk data into the image or on a volume.';
    return refuse(0, 'file-too-large', message, hint);
  }
  if (!isUtf8(bytes)) {
    const hint = 'Save the file as UTF-8; editors on Windows may have saved it as UTF-16.';
    return refuse(text.indexOf('\uFFFD'), 'not-utf8', 'the file is not UTF-8 text', hint);
  }
  const at = text.search(/\r(?!\n)|[^\P{Cc}\t\n\r\u0085]/u);
  if (at === -1) return { source };
  const codePoint = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  const lineEnd = 'Save the file with LF or CRLF line endings.';
  const hint = text[at] === '\r' ? lineEnd : 'Delete it, or write it as an escape inside double quotes.';
  return refuse(at, 'control-character', `the control character U+${codePoint} is not allowed in YAML`, hint);
}

/** Keys are text as written: `1:` is the key "1". */
export function keyText(key: unknown): string {
  if (!isScalar(key)) return '';
  return typeof key.value === 'string' ? key.value : (key.source ?? '');
}

/** A document with the file that it stands in, and the nodes that inputs of the step gave. */
export interface PlacedDocument {
  readonly document: Document.Parsed;
  readonly source: SourceText;
  readonly origins: ReadonlyMap<Node, InputPlace>;
  /** The node of each alias, by its place: an input may have replaced the anchor. */
  readonly anchored: Anchored;
}

export type Anchored = (alias: Alias) => Node | undefined;

/** Before inputs are written into the document. */
export function resolveAliases(document: Document.Parsed): Anchored {
  const nodes = new Map<number | undefined, Node | undefined>();
  visit(document, { Alias: (_, alias) => void nodes.set(alias.range?.[0], alias.resolve(document)) });
  return (alias) => nodes.get(alias.range?.[0]);
}

interface Located {
  readonly node: Node | null;
  readonly key?: Node | undefined;
  /** How many segments of the path exist. */
  readonly depth: number;
}

/** What exists of a path: all of it, or the last ancestor. The place of an aliased node is that of the alias. */
export function locate({ document, anchored }: PlacedDocument, path: IssuePath): Located {
  let found: Located = { node: document.contents, depth: 0 };
  for (const segment of path) {
    const parent = isAlias(found.node) ? anchored(found.node) : found.node;
    const depth = found.depth + 1;
    if (isSeq(parent) && typeof segment === 'number' && segment < parent.items.length) {
      found = { node: parent.items[segment] as Node | null, depth };
      continue;
    }
    const pairs = isMap(parent) ? (parent.items as Pair<Node, Node | null>[]) : [];
    const pair = pairs.find(({ key }) => typeof segment === 'string' && isScalar(key) && keyText(key) === segment);
    if (pair === undefined) return found;
    found = { node: pair.value, key: pair.key, depth };
  }
  return found;
}

/** The node at exactly this path; null where nothing is written for its key, or an alias means nothing. */
export function nodeAt(placed: PlacedDocument, path: IssuePath): Node | null | undefined {
  const { node, depth } = locate(placed, path);
  if (depth < path.length) return undefined;
  return isAlias(node) ? (placed.anchored(node) ?? null) : node;
}

/** The range of the value; of the nearest ancestor's key when it is missing; or the input that gave it. */
export function placeOf(placed: PlacedDocument, path: IssuePath): Place {
  const { source, origins, document } = placed;
  const { node, key, depth } = locate(placed, path);
  const origin = node && origins.get(node);
  if (origin) return origin;
  const value = node && spanOf(node, source);
  // A scalar in the place of a block is a shorthand: it is the value of any of its fields.
  const isGiven = depth === path.length || (isScalar(node) && depth > 0);
  if (isGiven && value && value.end > value.start) return source.range(value.start, value.end);
  const span = key ? spanOf(key, source) : value;
  const start = span?.start ?? document.range[0];
  return source.range(start, span && depth > 0 ? span.end : start);
}

/** The place of a key itself. */
export function keyPlaceOf(placed: PlacedDocument, path: IssuePath): Place {
  const { node, key, depth } = locate(placed, path);
  if (depth < path.length || !key || (node && placed.origins.has(node))) return placeOf(placed, path);
  const { start, end } = spanOf(key, placed.source);
  return placed.source.range(start, end);
}

/** A path to a key of `envs`, without a value that slipped into the key behind a `=`. */
export function pathToKey(parent: IssuePath, key: string): IssuePath {
  return [...parent, parent[0] === 'envs' ? (key.split('=', 1)[0] ?? '') : key];
}

/** Ranges of blocks reach to the start of what follows; a place ends with its last character. */
export function spanOf({ range }: Node, source: SourceText): { start: number; end: number } {
  const [start, valueEnd] = range ?? [0, 0];
  return { start, end: start + source.text.slice(start, valueEnd).trimEnd().length };
}
