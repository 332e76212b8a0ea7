/** Questions to the nodes of a YAML document: which one stands at a path, and where in the file that is. */
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair } from 'yaml';
import type { InputPlace, IssuePath, Place } from './issue.ts';
import type { SourceText } from './source.ts';

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
}

interface Located {
  readonly node: Node | null;
  readonly key?: Node | undefined;
  /** How many segments of the path exist. */
  readonly depth: number;
}

/** The nearest that exists of a path: all of it, or the last ancestor. A node that an alias means is where the alias stands. */
export function locate({ document }: PlacedDocument, path: IssuePath): Located {
  let found: Located = { node: document.contents, depth: 0 };
  for (const segment of path) {
    const parent = isAlias(found.node) ? found.node.resolve(document) : found.node;
    const depth = found.depth + 1;
    if (isSeq(parent) && typeof segment === 'number' && segment < parent.items.length) {
      found = { node: parent.items[segment] as Node | null, depth };
    } else if (isMap(parent) && typeof segment === 'string') {
      const pair = parent.items.find(({ key }) => isScalar(key) && keyText(key) === segment) as
        | Pair<Node, Node | null>
        | undefined;
      if (pair === undefined) return found;
      found = { node: pair.value, key: pair.key, depth };
    } else return found;
  }
  return found;
}

/** The node at exactly this path; null where nothing is written for its key, or an alias means nothing. */
export function nodeAt(placed: PlacedDocument, path: IssuePath): Node | null | undefined {
  const found = locate(placed, path);
  if (found.depth < path.length) return undefined;
  return isAlias(found.node) ? (found.node.resolve(placed.document) ?? null) : found.node;
}

/** The range of the value; of the nearest ancestor's key (the start of the document at last) when it is missing; or the input that gave it. */
export function placeOf(placed: PlacedDocument, path: IssuePath): Place {
  const { node, key, depth } = locate(placed, path);
  const origin = node && placed.origins.get(node);
  if (origin) return origin;
  const value = node && spanOf(node, placed.source);
  // A scalar in the place of a block is a shorthand: it is the value of whatever field is asked for.
  const isGiven = depth === path.length || (isScalar(node) && depth > 0);
  if (isGiven && value && value.end > value.start) return placed.source.range(value.start, value.end);
  const span = key ? spanOf(key, placed.source) : value;
  if (span && depth > 0) return placed.source.range(span.start, span.end);
  const start = span?.start ?? placed.document.range[0];
  return placed.source.range(start, start);
}

/** The place of a key itself. */
export function keyPlaceOf(placed: PlacedDocument, path: IssuePath): Place {
  const { node, key, depth } = locate(placed, path);
  const origin = node && placed.origins.get(node);
  if (depth < path.length || !key || origin) return origin ?? placeOf(placed, path);
  const { start, end } = spanOf(key, placed.source);
  return placed.source.range(start, end);
}

/** Ranges of blocks reach to the start of what follows; a place ends with its last character. */
export function spanOf({ range }: Node, source: SourceText): { start: number; end: number } {
  const [start, valueEnd] = range ?? [0, 0];
  return { start, end: start + source.text.slice(start, valueEnd).trimEnd().length };
}
