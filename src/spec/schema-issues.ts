/** Turns refusals of the schema into issues with places and words. */
import { isScalar, stringify } from 'yaml';
import type * as z from 'zod/mini';
import { isObject } from '../json.ts';
import { mayHoldSecret, memberAt } from '../model/config.ts';
import { isBodyOrHeader } from '../model/tests.ts';
import { closest, didYouMean, nearest } from '../nearest.ts';
import { fieldHint, synonymsOf } from './foreign.ts';
import {
  errorAt,
  type Issue,
  type IssuePath,
  maxIssues,
  memberText,
  rangeText,
  shortValue,
  valueText,
  type Words,
} from './issue.ts';
import { hintKeeping } from './kept-value.ts';
import type { NodeReader } from './reader.ts';
import { allMembers, allowedInWords, memberFacts, memberNames } from './shape.ts';
import { pathToKey } from './source.ts';

/** One refusal of the schema, with the alternative of a union decided. */
export interface SchemaRefusal {
  readonly path: IssuePath;
  readonly issue: z.core.$ZodIssue;
}

/** Of a union, the alternative that has the type of the value. */
export function refusals(issues: readonly z.core.$ZodIssue[], base: IssuePath = []): SchemaRefusal[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...(issue.path as (string | number)[])];
    if (issue.code !== 'invalid_union') return [{ path, issue }];
    const meant = issue.errors.filter((errors) => !isOtherType(errors));
    const best = meant.toSorted((a, b) => a.length - b.length)[0];
    return best === undefined ? [{ path, issue }] : refusals(best, path);
  });
}

function isOtherType(errors: readonly z.core.$ZodIssue[]): boolean {
  return errors.some(
    (error) =>
      error.path.length === 0 &&
      // 1.5 is a number, only not a whole one.
      ((error.code === 'invalid_type' && error.expected !== 'int') ||
        (error.code === 'invalid_union' && error.errors.every(isOtherType))),
  );
}

/** Whether a field is missing because its key is misspelt: one mistake, not two. */
export function isMisspelt(path: IssuePath, found: readonly SchemaRefusal[]): boolean {
  const parent = path.slice(0, -1);
  const unknown = found.flatMap(({ path: at, issue }) =>
    issue.code === 'unrecognized_keys' && at.join('\n') === parent.join('\n') ? issue.keys : [],
  );
  return unknown.some((key) => parent[0] === 'envs' || nearest(key, [String(path.at(-1))]).length > 0);
}

/**
 * The first refusal of each field, since others follow from it; at most as many as are listed, and one more. None where
 * the node has an issue already.
 */
export function describeRefusals(found: readonly SchemaRefusal[], reader: NodeReader): Issue[] {
  const told = new Set<string>();
  const isFirst = ({ path }: SchemaRefusal) => told.size < told.add(path.join('\n')).size;
  const issues = found
    .values()
    .flatMap((refusal) => (isFirst(refusal) ? describeRefusal(refusal, { found, reader }) : []));
  return issues.take(maxIssues + 1).toArray();
}

function describeRefusal(
  { path, issue }: SchemaRefusal,
  { found, reader }: { found: readonly SchemaRefusal[]; reader: NodeReader },
): Iterable<Issue> {
  const { places } = reader;
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .values()
      .map((key) => errorAt(places.keyPlaceOf([...path, key]), unknownKey(path, key), pathToKey(path, key)));
  if (issue.code === 'invalid_key') {
    const parent = path.slice(0, -1);
    const message = `a key of ${memberText(parent)} is malformed: it ${issue.issues[0]?.message}`;
    const other = hintKeeping(parent, path.at(-1)) ?? exampleHint(parent);
    const hint = path[0] === 'envs' ? 'Write `KEY: value`, one variable per line.' : other;
    const key = pathToKey(parent, String(path.at(-1)));
    return [errorAt(places.keyPlaceOf(path), { code: 'invalid-value', message, hint }, key)];
  }
  const node = places.nodeAt(path);
  const isTold = reader.isBroken(path);
  if (!places.has(path) ? isMisspelt(path, found) : isTold) return [];
  const missing = { message: `${memberText(path)} is missing`, hint: exampleHint(path, 'Add') };
  const words: Words = !places.has(path) ? { code: 'missing-key', ...missing } : refusedValue({ path, issue }, node);
  return [errorAt(places.placeOf(path), words, path)];
}

function refusedValue({ path, issue }: SchemaRefusal, node: unknown): Words {
  const member = memberText(path);
  const { input } = issue;
  const written = Array.isArray(input) ? '' : String(input);
  const source = isScalar(node) && typeof node.value !== 'string' ? (node.source ?? '') : written;
  const found = `${member} is ${foundText(path, input, source)}`;
  const hint = hintKeeping(path, input) ?? exampleHint(path);
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const min = issue.code === 'too_small' ? Number(issue.minimum) : undefined;
    const max = issue.code === 'too_big' ? Number(issue.maximum) : undefined;
    const range = issue.exact ? { min: min ?? max, max: max ?? min } : { min, max };
    const allowed = `; allowed: ${rangeText(range)}`;
    const outOfRange = (what: string, how = hint): Words => ({ code: 'out-of-range', message: what, hint: how });
    if (Array.isArray(input)) return outOfRange(`${member} has ${input.length} items${allowed}`);
    if (typeof input !== 'string') return outOfRange(`${found}${allowed}`);
    if (max === undefined) return outOfRange(`${member} is empty`);
    return outOfRange(`${member} is ${input.length} characters long${allowed}`, `Shorten it to ${max} characters.`);
  }
  if (issue.code === 'invalid_format' || issue.code === 'custom')
    return { code: 'invalid-value', message: `${found}; it ${issue.message}`, hint };
  const { limit } = memberAt(path.join('.')) ?? {};
  const unit = limit && 'unit' in limit ? ` of ${limit.unit}` : '';
  const message = `${found}; allowed: ${allowedInWords(path)}${unit}`;
  return { code: 'wrong-type', message, hint: typeHint(path, input, source) };
}

/** Type and value, or the type alone if the value may be a secret. `source`: the value as written in the file. */
function foundText(path: IssuePath, found: unknown, source: string): string {
  if (Array.isArray(found)) return 'a list';
  if (isObject(found)) return 'a mapping';
  const isHidden = mayHoldSecret(path.join('.')) || isBodyOrHeader(path);
  if (typeof found === 'string') return isHidden ? 'text' : `the text ${valueText(found)}`;
  if (typeof found === 'number')
    return isHidden
      ? 'a number'
      : `the number ${shortValue(source)}${Number.isFinite(found) ? '' : ', which is not finite'}`;
  if (typeof found === 'boolean') return isHidden ? 'true or false' : `\`${source}\``;
  return 'empty (null)';
}

function typeHint(path: IssuePath, found: unknown, source: string): string {
  if (path.length === 0 && /^\w+:\S/.test(source)) return 'Write a space after each `:`, as in `name: llama-prod`.';
  if (path[0] === 'envs' && path.length === 2 && typeof path[1] === 'number')
    return hintKeeping(path, found) ?? envItemHint;
  if (path[0] === 'envs' && path.length > 1)
    return 'Write one text, in quotes; `""` for an empty one. A secret goes into the `secret-envs` input.';
  if (/number|boolean/.test(typeof found) && allowedInWords(path) === 'text')
    return hintKeeping(path, found) ?? `Write it in quotes: \`"${source}"\`.`;
  const isOmissible = found === null && path.length > 0 && path[0] !== 'name';
  const orOmit = ' Or delete the key: a deploy does not change fields that the spec omits.';
  return (hintKeeping(path, found) ?? exampleHint(path)) + (isOmissible ? orOmit : '');
}

const envItemHint = 'Write each item as `key: NAME` and `value: text`, or `envs` as a mapping of `NAME: text`.';

function unknownKey(path: IssuePath, key: string): Words {
  const message = `${memberText(pathToKey(path, key).slice(-1))} is not a field of ${memberText(path)}`;
  return { code: 'unknown-key', message, hint: unknownKeyHint(path, key) };
}

function unknownKeyHint(path: IssuePath, key: string): string {
  const known = memberNames(path);
  const theirHint = fieldHint(key, path);
  if (theirHint !== undefined) return theirHint;
  const theirs = (path[0] === 'tests' && path[2] !== 'expect') || path[0] === 'envs' ? [] : synonymsOf(key, path);
  const meant = theirs.length > 0 ? theirs : closest(key, known);
  if (meant.length > 0) return didYouMean(meant);
  if (path[0] === 'envs') return envItemHint;
  const elsewhere = allMembers().find((member) => member.at(-1) === key);
  if (elsewhere !== undefined) return `\`${key}\` belongs in ${memberText(elsewhere.slice(0, -1))}.`;
  return `Known fields here: ${known.join(', ')}.`;
}

/** `` Write `ports: [8000]`. `` from the example of the field, or of the nearest field around it. */
function exampleHint(path: IssuePath, verb = 'Write'): string {
  for (let length = path.length; length > 0; length -= 1) {
    const example = memberFacts(path.slice(0, length)).examples?.[0];
    if (example === undefined) continue;
    const shown = stringify(example, { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 });
    return `${verb}, for example, \`${path[length - 1]}: ${shown.trimEnd()}\`.`;
  }
  return 'Write a mapping of fields, `name` the first of them.';
}
