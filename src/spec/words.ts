/** How fields, values and ranges are put in words, secrets left out. */
import { isMap, isScalar, isSeq } from 'yaml';
import { mayHoldSecret } from '../model/config.ts';
import { isBodyOrHeader } from '../model/tests.ts';
import type { IssuePath } from './issue.ts';

const longestShown = 60;

/** `` `workerConfig.maxNum` ``, `` `ports[0]` ``; "the spec" for the root. */
export function memberText(path: IssuePath): string {
  if (path.length === 0) return 'the spec';
  const text = path.reduce<string>((before, segment) => {
    if (typeof segment === 'number') return `${before}[${segment}]`;
    return before === '' ? shorten(segment) : `${before}.${shorten(segment)}`;
  }, '');
  return `\`${text}\``;
}

/** A path to a key of `envs` without what follows a `=`: there a value slipped into the key. */
export function pathToKey(parent: IssuePath, key: string): IssuePath {
  return [...parent, parent[0] === 'envs' ? (key.split('=', 1)[0] ?? '') : key];
}

/** Type and value of what was found; the type alone where the value may be a secret. */
export function foundText(
  node: unknown,
  { path, value: filled }: { path: IssuePath; value: string | undefined },
): string {
  if (isSeq(node)) return 'a list';
  if (isMap(node)) return 'a mapping';
  if (!isScalar(node) || node.value === null) return 'empty (null)';
  const { source } = node;
  const value: unknown = filled ?? node.value;
  const isHidden = mayHoldSecret(path.join('.')) || isBodyOrHeader(path);
  if (typeof value === 'string') return isHidden ? 'text' : `the text ${valueText(value)}`;
  if (typeof value === 'number') return isHidden ? 'a number' : `the number ${shorten(source ?? String(value))}`;
  return isHidden ? 'true or false' : `\`${source ?? value}\``;
}

/** A value of a field that holds no secret. */
export function valueText(value: string | number): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(shorten(value));
}

/** "1–10", "at least 1", "at most 10". */
export function rangeText({ min, max }: { min?: number | undefined; max?: number | undefined }): string {
  if (min === undefined) return `at most ${max}`;
  if (max === undefined) return `at least ${min}`;
  return min === max ? `exactly ${min}` : `${min}–${max}`;
}

function shorten(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
