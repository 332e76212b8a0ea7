/** Reading an answer: the shapes of its outer parts, and a message that names the member and never a secret. */

import * as z from 'zod/mini';
import { ContractBreak } from '../http/answer.ts';

/** An id is compared, never calculated with: `1` and `"1"` are the same product. */
export const id = z.union(
  [
    z.string(),
    z.pipe(
      z.int(),
      z.transform((value: number) => String(value)),
    ),
  ],
  { error: 'a string' },
);
function list<Item extends z.core.SomeType>(item: Item) {
  return z.array(item, { error: 'a list' });
}

/** Go writes an empty list as `null`. */
export function optionalList<Item extends z.core.SomeType>(item: Item) {
  return z.pipe(
    z.nullish(list(item)),
    z.transform((items) => items ?? []),
  );
}

export function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object(shape, { error: 'an object' });
}

/** Fails with a `ContractBreak` naming the first member that is wrong. */
export function readAnswer<Schema extends z.core.$ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = z.safeParse(schema, body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path ?? [];
  throw new ContractBreak(
    `${name(path)}: expected ${issue?.message ?? 'something else'}, got ${found({ body, path, expected: issue?.message })}`,
  );
}

function name(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the body';
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i === 0 ? '' : '.'}${String(key)}`)).join('');
}

interface Finding {
  body: unknown;
  path: readonly PropertyKey[];
  expected: string | undefined;
}

/** A word is shown only where a number or a truth value belongs: anywhere else it may be a secret, and so may everything in envs. */
function found({ body, path, expected }: Finding): string {
  const value = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | null | undefined)?.[key], body);
  return describeFound(value, {
    isSecret: path.includes('envs'),
    showsText: expected !== undefined && shownFor.has(expected),
  });
}

/** What stands in an answer, in words. Text is shown only where `showsText`, and nothing of what is secret. */
export function describeFound(
  value: unknown,
  { isSecret, showsText }: { isSecret: boolean; showsText: boolean },
): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (isSecret) return `a ${typeof value}`;
  if (typeof value !== 'string') return String(value);
  return showsText && value.length <= 40 ? JSON.stringify(value) : 'a string';
}

const shownFor: ReadonlySet<string> = new Set(['an integer', 'true or false']);

export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
