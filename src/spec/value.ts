/** From the tree to plain values that the schema checks, guided by what the schema wants at each place. */
import type * as z from 'zod/mini';
import type { IssuePath } from './issue.ts';
import { descend, schemasAt, wantsNumber, wantsWrittenText } from './shape.ts';
import type { TreeNode } from './tree.ts';

type Schemas = readonly z.core.$ZodType[];

/**
 * Plain objects, lists and scalars of a tree. A bare `1.10` is its text where the schema wants text as written, and a value that is one whole
 * variable is a number where the schema wants one. `undefined` stands for what is broken already.
 */
export function toPlainValue(node: TreeNode, schemas: Schemas = schemasAt([])): unknown {
  if (node.broken) return undefined;
  if (node.kind === 'scalar') {
    if (typeof node.value === 'string') {
      const number = node.whole && wantsNumber(schemas) && /^[-+]?\d{1,15}$/.test(node.value);
      return number ? Number(node.value) : node.value;
    }
    return node.value !== null && wantsWrittenText(schemas) ? node.written : node.value;
  }
  if (node.kind === 'list') {
    const itemSchemas = descend(schemas, 0);
    return node.items.map((item) => toPlainValue(item, itemSchemas));
  }
  const members: [string, unknown][] = [];
  for (const [key, { value }] of node.entries) {
    const member = toPlainValue(value, descend(schemas, key));
    if (member !== undefined) members.push([key, member]);
  }
  // Defines own properties: a key `__proto__` stays a key.
  return Object.fromEntries(members);
}

/**
 * Takes what is refused out of a plain value and remembers which items of its lists are left, so that the rest can still be judged
 * and pointed at. All lists of a spec are members of its top.
 */
export class SoundPart {
  readonly value: unknown;
  readonly #places = new Map<string, readonly number[]>();

  constructor(value: unknown) {
    this.value = value;
    this.#closeGaps();
  }

  /** The path that a path of the sound part has in the file. */
  inFile(path: IssuePath): IssuePath {
    const [member, index, ...rest] = path;
    if (typeof member !== 'string' || typeof index !== 'number') return path;
    return [member, this.#places.get(member)?.[index] ?? index, ...rest];
  }

  /** Takes out each value, with the whole item where it is part of a list. */
  takeOut(paths: readonly IssuePath[]): void {
    for (const path of paths) this.#takeOut(path);
    this.#closeGaps();
  }

  #takeOut(path: IssuePath): void {
    const containers: unknown[] = [this.value];
    for (const segment of path.slice(0, -1)) containers.push(memberOf(containers.at(-1), segment));
    const list = containers.findIndex((container) => Array.isArray(container));
    const at = list === -1 ? path.length - 1 : list;
    const container = containers[at];
    const key = path[at];
    if (typeof container === 'object' && container !== null && key !== undefined)
      Reflect.deleteProperty(container, key);
  }

  #closeGaps(): void {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value)) return;
    for (const [member, list] of Object.entries(this.value)) {
      if (!Array.isArray(list) || !list.includes(undefined)) continue;
      const places = this.#places.get(member) ?? [...list.keys()];
      const left = [...list.keys()].filter((index) => list[index] !== undefined);
      this.#places.set(
        member,
        left.map((index) => places[index] ?? index),
      );
      list.splice(0, list.length, ...left.map((index) => list[index]));
    }
  }
}

function memberOf(container: unknown, key: string | number | undefined): unknown {
  if (typeof container !== 'object' || container === null || key === undefined || !Object.hasOwn(container, key))
    return undefined;
  return (container as Record<string | number, unknown>)[key];
}
