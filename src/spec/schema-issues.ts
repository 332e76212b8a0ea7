/** From what the schema refuses to issues with places and words. */
import { isMap, isScalar, isSeq, type Scalar } from 'yaml';
import type * as z from 'zod/mini';
import { memberAt } from '../model/config.ts';
import { nearest } from '../nearest.ts';
import type { Issue, IssuePath, Words } from './issue.ts';
import type { NodeReader } from './reader.ts';
import { allMembers, allowedInWords, memberFacts, memberNames } from './shape.ts';
import { keyPlaceOf, keyText, locate, nodeAt, type PlacedDocument, placeOf } from './source.ts';
import { foundText, memberText, pathToKey, rangeText } from './words.ts';

/** One thing that the schema refuses, the alternatives of unions decided. */
export interface Refusal {
  readonly path: IssuePath;
  readonly issue: z.core.$ZodIssue;
}

/** Takes unions apart: the alternative of the type that was found is the one that was meant. */
export function refusals(issues: readonly z.core.$ZodIssue[], base: IssuePath = []): Refusal[] {
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

/** Issues of all refusals. A field that is missing because its key is misspelt is one mistake, not two: `misspelt` holds such fields. */
export function describeRefusals(
  found: readonly Refusal[],
  reader: NodeReader,
): { issues: Issue[]; misspelt: ReadonlySet<string> } {
  const misspelt = new Set<string>();
  const ofOtherType = new Set<string>();
  for (const { path, issue } of found) {
    if (issue.code === 'invalid_type') ofOtherType.add(pathId(path));
    if (issue.code !== 'unrecognized_keys') continue;
    const known = memberNames(path);
    const meant =
      path[0] === 'envs'
        ? known
        : issue.keys.flatMap((key) => {
            const wrapped = wrappedNames({ path, key, reader });
            return wrapped.length > 0 ? wrapped : (nearest(key, known)[0] ?? (known.length === 1 ? known : key));
          });
    for (const name of meant) misspelt.add(pathId([...path, name]));
  }
  const told = found.filter(({ path, issue }) => {
    const id = pathId(path);
    // The length of a text that should be a list says nothing.
    if (ofOtherType.has(id) && issue.code !== 'invalid_type') return false;
    return !misspelt.has(id) || nodeAt(reader.placed, path) !== undefined;
  });
  return { issues: told.flatMap((refusal) => describeRefusal(refusal, reader)), misspelt };
}

/** A path as a key of sets. */
export function pathId(path: IssuePath): string {
  return JSON.stringify(path);
}

/** Issues of one refusal; none where the node has an issue already. */
function describeRefusal({ path, issue }: Refusal, reader: NodeReader): Issue[] {
  const { placed } = reader;
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey({ path, key, reader }));
  if (issue.code === 'invalid_key') return [malformedKey(path, { placed, rule: issue.issues[0]?.message })];
  const node = nodeAt(placed, path);
  if (node !== undefined && (reader.broken.has(node) || reader.broken.has(locate(placed, path).node))) return [];
  const words: Words =
    node === undefined
      ? { code: 'missing-key', message: `${memberText(path)} is missing`, hint: exampleHint(path, 'Add') }
      : refusedValue({ path, issue }, { node, value: reader.filled.get(node) });
  return [{ ...words, severity: 'error', path, position: placeOf(placed, path) }];
}

function malformedKey(path: IssuePath, { placed, rule }: { placed: PlacedDocument; rule: string | undefined }): Issue {
  const parent = path.slice(0, -1);
  return {
    code: 'invalid-value',
    severity: 'error',
    message: `a key of ${memberText(parent)} is malformed: it ${rule ?? 'must be a name'} (documented rule)`,
    hint: path[0] === 'envs' ? 'Write `KEY: value`, one variable per line.' : exampleHint(parent, 'Write'),
    path: pathToKey(parent, String(path.at(-1))),
    position: keyPlaceOf(placed, path),
  };
}

function refusedValue({ path, issue }: Refusal, { node, value }: { node: unknown; value: string | undefined }): Words {
  const member = memberText(path);
  const found = `${member} is ${foundText(node, { path, value })}`;
  const hint = exampleHint(path, 'Write');
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const bound = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum);
    const range = issue.exact
      ? { min: bound, max: bound }
      : issue.code === 'too_small'
        ? { min: bound }
        : { max: bound };
    const allowed = `; allowed: ${rangeText(range)} (documented rule)`;
    const outOfRange = (what: string, how = hint): Words => ({ code: 'out-of-range', message: what, hint: how });
    if (issue.origin === 'array')
      return outOfRange(`${member} has ${isSeq(node) ? node.items.length : 0} items${allowed}`);
    if (issue.origin !== 'string') return outOfRange(`${found}${allowed}`);
    if (issue.code === 'too_small') return outOfRange(`${member} is empty`);
    const { length } = value ?? String(isScalar(node) ? node.value : '');
    return outOfRange(`${member} is ${length} characters long${allowed}`, `Shorten it to ${bound} characters.`);
  }
  if (issue.code === 'invalid_format' || issue.code === 'custom')
    return { code: 'invalid-value', message: `${found}; it ${issue.message} (documented rule)`, hint };
  const message = `${found}; allowed: ${allowedInWords(path)}`;
  return { code: 'wrong-type', message, hint: typeHint(path, { node, value }) };
}

interface UnknownKey {
  readonly path: IssuePath;
  readonly key: string;
  readonly reader: NodeReader;
}

/** The service's own create request has a wrapper `endpoint`, which a spec has not: what it holds. */
function wrappedNames({ path, key, reader }: UnknownKey): string[] {
  const node = path.length === 0 ? nodeAt(reader.placed, [key]) : undefined;
  if (!isMap(node)) return [];
  const inside = new Set(node.items.map((item) => keyText(item.key)));
  return memberNames(path).filter((name) => inside.has(name));
}

function unknownKey(unknown: UnknownKey): Issue {
  const { path, key, reader } = unknown;
  const full = pathToKey(path, key);
  const what = path.length === 0 ? 'is not a field of the spec' : `is not a field of ${memberText(path)}`;
  return {
    code: 'unknown-key',
    severity: 'error',
    message: `${memberText(full.slice(-1))} ${what}`,
    hint: unknownKeyHint(unknown),
    path: full,
    position: keyPlaceOf(reader.placed, [...path, key]),
  };
}

function unknownKeyHint(unknown: UnknownKey): string {
  const { path, key } = unknown;
  const known = memberNames(path);
  if (wrappedNames(unknown).length > 0) return 'Move its contents to the top level of the file: a spec has no wrapper.';
  const [meant] = nearest(key, known);
  if (meant !== undefined) return `Did you mean \`${meant}\`?`;
  if (path[0] === 'envs') return envItemHint;
  const elsewhere = allMembers().find((member) => member.at(-1) === key);
  if (elsewhere !== undefined) return `\`${key}\` belongs in ${memberText(elsewhere.slice(0, -1))}.`;
  return `Known fields here: ${known.join(', ')}.`;
}

const envItemHint = 'Write each item as `key: NAME` and `value: text`, or `envs` as a mapping of `NAME: text`.';

function typeHint(path: IssuePath, { node, value }: { node: unknown; value: string | undefined }): string {
  const isEnv = path[0] === 'envs' && path.length > 1;
  if (isEnv && typeof path[1] === 'number' && path.length === 2) return envItemHint;
  if (isScalar(node) && node.value !== null) return scalarHint(path, { node, value, isEnv });
  if (node !== null && !isScalar(node))
    return isEnv ? 'Write one text; put a list or mapping in quotes to use it as text.' : exampleHint(path, 'Write');
  if (isEnv) return 'Write `""` for an empty text, or delete the key.';
  const example = exampleHint(path, 'Write');
  const isOptional = path.length > 0 && path[0] !== 'name';
  return isOptional ? `${example} Or delete the key: a deploy does not change fields that the spec omits.` : example;
}

function scalarHint(
  path: IssuePath,
  { node, value, isEnv }: { node: Scalar; value: string | undefined; isEnv: boolean },
): string {
  const written = value ?? (typeof node.value === 'string' ? node.value : (node.source ?? ''));
  if (path.length === 0 && /^\w+:\S/.test(written)) return 'Write a space after each `:`, as in `name: llama-prod`.';
  const allowed = allowedInWords(path);
  if (typeof node.value !== 'string' && allowed === 'text') return `Write it in quotes: \`"${written}"\`.`;
  if (typeof node.value === 'string' && allowed === 'a whole number' && !isEnv) {
    if (value === undefined && /^[-+]?\d+$/.test(written)) return `Write the number without quotes: \`${written}\`.`;
    const inUnit = withoutUnit(written, unitOf(path));
    if (inUnit !== undefined) return `Write ${unitOf(path)} without a unit: \`${inUnit}\`.`;
  }
  return exampleHint(path, 'Write');
}

/** `seconds`, `GB`, … of a number; undefined where it counts something, or what it counts depends on another field. */
function unitOf(path: IssuePath): string | undefined {
  if (path[0] === 'volumeMounts') return 'GB';
  const { limit } = memberAt(path.join('.')) ?? {};
  return limit && 'unit' in limit ? limit.unit : limit && 'byPolicyType' in limit ? 'seconds' : undefined;
}

const unitFactors: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  seconds: { s: 1, sec: 1, seconds: 1, m: 60, min: 60, minutes: 60, h: 3600, hours: 3600, d: 86_400, days: 86_400 },
  GB: { g: 1, gb: 1, gi: 1, gib: 1, t: 1000, tb: 1000, ti: 1024, tib: 1024 },
};

/** `10m` as 600 for seconds; undefined for what is no amount of this unit. */
function withoutUnit(text: string, unit: string | undefined): number | undefined {
  const [, amount = '', suffix = ''] = /^(\d{1,9}) ?([a-z]{1,9})$/i.exec(text) ?? [];
  const factor = unitFactors[unit ?? '']?.[suffix.toLowerCase()];
  return factor === undefined ? undefined : Number(amount) * factor;
}

/** `` Write `ports: [8000]`. `` from the example of the field, or of the nearest field around it. */
function exampleHint(path: IssuePath, verb: string): string {
  for (let length = path.length; length > 0; length -= 1) {
    const name = path[length - 1];
    const example = memberFacts(path.slice(0, length)).examples?.[0];
    if (example !== undefined) return `${verb}, for example, \`${name}: ${flowText(example)}\`.`;
  }
  return 'Write a mapping of fields, `name` the first of them.';
}

/** An example in YAML's bracket form. */
function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, item]) => `${key}: ${flowText(item)}`);
    return `{${members.join(', ')}}`;
  }
  return typeof value === 'string' && /^[\d.]+$/.test(value) ? `"${value}"` : String(value);
}
