/** A YAML document as values with places. */
import type { InputPlace } from './issue.ts';

interface Node {
  /** Offsets in the file; without meaning where `origin` is set. */
  readonly start: number;
  readonly end: number;
  /** Set when an input of the step gave the value. */
  readonly origin?: InputPlace;
  /** An issue is known already: nobody judges the value further. */
  readonly broken?: true;
}

export interface ScalarNode extends Node {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
  /** The text as it stands in the file, variables filled in. */
  readonly written: string;
  /** Keys of `variables` that are part of the value: it is not shown to anybody. */
  readonly variables: readonly string[];
  /** The text with its `${KEY}` as they stand in the file; only where there are any. */
  readonly template?: string;
  /** One variable and nothing else. */
  readonly whole: boolean;
}

export interface Entry {
  readonly key: { readonly start: number; readonly end: number };
  readonly value: TreeNode;
}

/** A `Map`, because keys come from outside: `__proto__` is a key like any other. */
export interface MappingNode extends Node {
  readonly kind: 'mapping';
  readonly entries: ReadonlyMap<string, Entry>;
}

interface ListNode extends Node {
  readonly kind: 'list';
  readonly items: readonly TreeNode[];
}

export type TreeNode = ScalarNode | MappingNode | ListNode;

/** The nearest that exists of a path: all of it, or the last ancestor. */
export interface Located {
  readonly node: TreeNode;
  /** The key that the node stands under; absent for the root and for items. */
  readonly key?: { readonly start: number; readonly end: number };
  /** How many segments of the path exist. */
  readonly depth: number;
}

export function locate(root: TreeNode, path: readonly (string | number)[]): Located {
  let found: Located = { node: root, depth: 0 };
  for (const segment of path) {
    const next = step(found, segment);
    if (next === undefined) return found;
    found = next;
  }
  return found;
}

function step({ node, depth }: Located, segment: string | number): Located | undefined {
  if (node.kind === 'list' && typeof segment === 'number') {
    const item = node.items[segment];
    return item && { node: item, depth: depth + 1 };
  }
  if (node.kind === 'mapping' && typeof segment === 'string') {
    const entry = node.entries.get(segment);
    return entry && { node: entry.value, key: entry.key, depth: depth + 1 };
  }
  return undefined;
}

/** The node at exactly this path. */
export function nodeAt(root: TreeNode, path: readonly (string | number)[]): TreeNode | undefined {
  const found = locate(root, path);
  return found.depth === path.length ? found.node : undefined;
}

/** A value that an input gave. */
export function inputNode(value: string, origin: InputPlace): ScalarNode {
  return { kind: 'scalar', value, written: value, variables: [], whole: false, start: 0, end: 0, origin };
}

/** Where nothing is written. */
export function emptyNode(at: number): ScalarNode {
  return { kind: 'scalar', value: null, written: '', variables: [], whole: false, start: at, end: at };
}
