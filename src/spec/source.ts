/** The text of a spec file and the nodes of its documents: bytes to text, offsets to lines, paths to places. */
import { isUtf8 } from 'node:buffer';
import { type Document, isScalar, LineCounter, type Node, type Scalar } from 'yaml';
import {
  errorAt,
  type FileRange,
  type InputPlace,
  type Issue,
  type IssuePath,
  type Place,
  type Point,
} from './issue.ts';

/** 64 KiB; the workspace reads no more. */
export const maxSpecBytes = 64 * 1024;

export type SourceText = ReturnType<typeof openSource>;

/** Text of one file, with its lines. They end with `\n` or `\r\n`; a lone `\r`, a line end of YAML, is read as `\n`. */
function openSource(file: string, text: string) {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  const point = (offset: number): Point => {
    const inside = Math.min(Math.max(offset, 0), text.length);
    const { line, col } = lines.linePos(inside);
    return { line, column: col, offset: inside };
  };
  /** Offsets beyond the text are its end. */
  const range = (start: number, end: number): FileRange => {
    return { file, start: point(start), end: point(Math.max(start, end)) };
  };
  return { text, range };
}

/** UTF-8 bytes to text, without a byte order mark. Other bytes are an issue, at their place. */
export function decodeSource(file: string, bytes: Uint8Array): { source: SourceText; issue?: Issue } {
  const text = new TextDecoder().decode(bytes).replaceAll(/\r(?!\n)/g, '\n');
  const source = openSource(file, text);
  if (isUtf8(bytes)) return { source };
  const at = text.indexOf('\uFFFD');
  const hint = 'Save the file as UTF-8; editors on Windows may have saved it as UTF-16.';
  const words = { code: 'not-utf8', message: 'the file is not UTF-8 text', hint } as const;
  return { source, issue: errorAt(source.range(at, at + 1), words) };
}

/** The text of a scalar as written: `1:` is the key "1". */
export function scalarText({ value, source = '' }: Scalar): string {
  return typeof value === 'string' ? value : source;
}

/** What stands at a path of the file: the value as it is written, which may be an alias, and its key. */
interface Spot {
  readonly node: Node | null;
  readonly key?: Node | undefined;
}

/** The places of a document by their paths, in the file or in an input that gave the value; filled by its reader. */
export type Places = ReturnType<typeof createPlaces>;

export function createPlaces(document: Document.Parsed, source: SourceText) {
  const [documentStart] = document.range;
  const spots = new Map<string, Spot | InputPlace>();
  const has = (path: IssuePath): boolean => spots.has(keyOf(path));

  /** What stands at a path, or at its last ancestor that exists. An aliased node stands where its alias does. */
  function nearest(path: IssuePath): { spot: Spot | InputPlace | undefined; depth: number } {
    let depth = path.length;
    while (depth > 0 && !has(path.slice(0, depth))) depth -= 1;
    return { spot: spots.get(keyOf(path.slice(0, depth))), depth };
  }

  return {
    has,
    set: (path: IssuePath, spot: Spot | InputPlace): void => void spots.set(keyOf(path), spot),
    /**
     * The range of the value or its key, or of the nearest ancestor's key if it is missing; or the input that gave it.
     */
    placeOf(path: IssuePath, part: 'value' | 'key' = 'value'): Place {
      const { spot, depth } = nearest(path);
      if (spot && 'input' in spot) return spot;
      const [value, key] = [spot?.node, spot?.key].map((node) => node && spanOf(node, source));
      // A scalar in the place of a block is a shorthand: it is the value of any of its fields.
      const isValue = depth === path.length ? part === 'value' : isScalar(spot?.node);
      const span = isValue && value && value.end > value.start ? value : (key ?? value);
      const start = span?.start ?? documentStart;
      return source.range(start, span && (depth > 0 || path.length === 0) ? span.end : start);
    },
    /** The text that the file has there, or in a shorthand for it; undefined where an input gave it, or it has none. */
    written(path: IssuePath): string | undefined {
      const { spot, depth } = nearest(path);
      const node = depth > 0 && spot && 'node' in spot ? spot.node : undefined;
      return isScalar(node) ? scalarText(node) : undefined;
    },
  };
}

const keyOf = (path: IssuePath) => JSON.stringify(path);

/** A path to a key of `envs`, without a value that slipped into the key behind a `=`. */
export function pathToKey(parent: IssuePath, key: string): IssuePath {
  return [...parent, parent[0] === 'envs' ? (key.split('=', 1)[0] ?? '') : key];
}

/** The path as a name in tables, `*` for an item of a list: `tests.*.chat`; '' for the root. */
export function fieldName(path: IssuePath): string {
  return path.map((each) => (typeof each === 'number' ? '*' : each)).join('.');
}

/** Ranges of blocks reach to the start of what follows; a place ends with its last character. */
export function spanOf({ range }: Node, source: SourceText): { start: number; end: number } {
  const [start, valueEnd] = range ?? [0, 0];
  return { start, end: start + source.text.slice(start, valueEnd).trimEnd().length };
}

/** Characters that look like plain ones, as documents and chats make them. */
const oddCharacters: readonly (readonly [character: RegExp, what: string])[] = [
  [/[\u00a0\u2000-\u200b\u202f\u205f\u3000\ufeff]/, 'a space that is not the plain one; write plain spaces'],
  [/[\u2018-\u201f\u00ab\u00bb]/, 'a typographic quote; write `"` or `\'`'],
  [/[\uff01-\uff5e]/, 'a character of full width; write the plain one, and a space after `:` and `,`'],
  [/(?<=^|\s)[\u2010-\u2015\u2212](?=[\w-])/, 'a dash that is not the plain one; write `--`'],
];

/** The first of them as `U+00A0, a space that …`; undefined for none. */
export function oddCharacterIn(text: string): string | undefined {
  for (const [character, what] of oddCharacters) {
    const code = character.exec(text)?.[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    if (code) return `U+${code}, ${what}`;
  }
  return undefined;
}
