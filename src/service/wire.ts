/** Reading an answer: its outer parts, and a message that names the member and never a secret. */

import { ContractBreak } from '../http/answer.ts';

export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** That the value at `name` is another than the contract says. */
export function broken(name: string, { expected, found }: { expected: string; found: unknown }): ContractBreak {
  const got = describeFound(found, { isSecret: false, showsText: false });
  return new ContractBreak(`${name}: expected ${expected}, got ${got}`);
}

/** An object; throws a `ContractBreak` for anything else. */
export function readMembers(value: unknown, name = 'the body'): Members {
  if (isMembers(value)) return value;
  throw broken(name, { expected: 'an object', found: value });
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
