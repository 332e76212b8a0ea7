/** Turns refusals of the schema into issues with places and words. */
import { stringify } from 'yaml';
import type * as z from 'zod/mini';
import { isObject } from '../json.ts';
import { mayHoldSecret, memberAt } from '../model/config.ts';
import { isBodyOrHeader } from '../model/tests.ts';
import { changes, choice, closest, didYouMean, nearest, plainForm } from '../nearest.ts';
import { quote, shortValue } from '../shown-text.ts';
import { fieldHint, synonymsOf } from './foreign.ts';
import {
  errorAt,
  type Issue,
  type IssueCode,
  type IssuePath,
  maxIssues,
  memberText,
  rangeText,
  type Words,
} from './issue.ts';
import { secretsIn } from './secrets.ts';
import { allowedInWords, blocksOf, memberMeta, memberNames } from './shape.ts';
import { type Places, pathToKey } from './source.ts';

/** One refusal of the schema, with the alternative of a union decided. */
export interface SchemaRefusal {
  readonly path: IssuePath;
  readonly issue: z.core.$ZodIssue;
}

/** The refusals of a schema; of a union, the refusals of the alternative that has the type of the value. */
export function refusals(issues: readonly z.core.$ZodIssue[], base: IssuePath = []): SchemaRefusal[] {
  return issues.flatMap((issue) => {
    const path = [...base, ...(issue.path as (string | number)[])];
    if (issue.code !== 'invalid_union') return [{ path, issue }];
    // 1.5 is a number, only not a whole one.
    const isOtherType = ({ path: at, issue: { code, ...found } }: SchemaRefusal) =>
      at.length === path.length &&
      (code === 'invalid_union' || (code === 'invalid_type' && !('expected' in found && found.expected === 'int')));
    const alternatives = issue.errors.map((errors) => refusals(errors, path));
    const meant = alternatives.filter((found) => !found.some(isOtherType));
    return meant.toSorted((a, b) => a.length - b.length)[0] ?? [{ path, issue }];
  });
}

/** Whether a field is missing because its key is misspelt: one mistake, not two. */
export function isMisspelt(path: IssuePath, found: readonly SchemaRefusal[]): boolean {
  const parent = path.slice(0, -1);
  const unknown = found.flatMap(({ path: at, issue }) =>
    issue.code === 'unrecognized_keys' && at.join('\n') === parent.join('\n') ? issue.keys : [],
  );
  return unknown.some((key) => typeof parent.at(-1) === 'number' || nearest(key, [String(path.at(-1))]).length > 0);
}

interface RefusedDocument {
  readonly places: Places;
  /** Values of envs, which no hint may repeat. */
  readonly secrets: readonly string[];
}

/** The first refusal of each field, since others follow from it; at most as many as are listed. */
export function describeRefusals(found: readonly SchemaRefusal[], document: RefusedDocument): Issue[] {
  const first = new Map(found.map((refusal) => [refusal.path.join('\n'), refusal] as const).toReversed());
  const issues = found.values().flatMap((refusal) => {
    const { path, issue } = refusal;
    // A value that stands in the file, but was not read, has an issue already.
    const isKnown = issue.input === undefined && (document.places.has(path) || isMisspelt(path, found));
    return first.get(path.join('\n')) === refusal && !isKnown ? describeRefusal(refusal, document) : [];
  });
  return issues.take(maxIssues).toArray();
}

function describeRefusal({ path, issue }: SchemaRefusal, document: RefusedDocument): Iterable<Issue> {
  const { places } = document;
  if (issue.code === 'unrecognized_keys')
    return issue.keys.values().map((key) => {
      const full = pathToKey(path, key);
      const message = `${memberText(full.slice(-1))} is not a field of ${memberText(path)}`;
      const words = { code: 'unknown-key', message, hint: unknownKeyHint(path, key, places) } as const;
      return errorAt(places.placeOf([...path, key], 'key'), words, full);
    });
  if (issue.code === 'invalid_key') {
    const parent = path.slice(0, -1);
    const message = `a key of ${memberText(parent)} is malformed: it ${issue.issues[0]?.message}`;
    const hint = exampleHint(parent);
    const key = pathToKey(parent, String(path.at(-1)));
    return [errorAt(places.placeOf(path, 'key'), { code: 'invalid-value', message, hint }, key)];
  }
  const missing = {
    code: 'missing-key',
    message: `${memberText(path)} is missing`,
    hint: exampleHint(path, 'Add'),
  } as const;
  const words = places.has(path) ? refusedValue({ path, issue }, document) : missing;
  return [errorAt(places.placeOf(path), words, path)];
}

function refusedValue({ path, issue }: SchemaRefusal, document: RefusedDocument): Words {
  const { input } = issue;
  // The text of the file, whose variables may not be filled in.
  const written = document.places.written(path) ?? '${';
  const source = Array.isArray(input) || !written.includes('${') ? written : String(input);
  const found = foundText(path, input, source);
  const joined = joinedHint({ path, issue }, document);
  const hint = joined ?? exampleHint(path);
  const words = (code: IssueCode, what: string, how = hint) => ({
    code,
    message: `${memberText(path)} ${what}`,
    hint: how,
  });
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const { minimum: min, maximum: max }: { minimum?: number; maximum?: number } = issue as object;
    const allowed = `; allowed: ${rangeText(issue.exact ? { min: min ?? max, max: max ?? min } : { min, max })}`;
    if (input === '') return words('out-of-range', 'is empty');
    if (typeof input === 'string')
      return words('out-of-range', `is ${input.length} characters long${allowed}`, `Shorten it to ${max} characters.`);
    return words('out-of-range', (Array.isArray(input) ? `has ${input.length} items` : `is ${found}`) + allowed);
  }
  if (issue.code === 'invalid_format' || issue.code === 'custom')
    return words('invalid-value', `is ${found}; it ${issue.message}`);
  const { limit } = memberAt(path.join('.')) ?? {};
  const unit = limit && 'unit' in limit ? ` of ${limit.unit}` : '';
  const allowed = allowedInWords(path);
  return words(
    'wrong-type',
    `is ${found}; allowed: ${allowed}${unit}`,
    joined ?? typeHint(path, input, { source, allowed }),
  );
}

/** A list of arguments, as Docker has it, as the one text of a command; undefined where a secret may be in it. */
function joinedHint({ path, issue: { input } }: SchemaRefusal, { places, secrets }: RefusedDocument) {
  if (!/^image\.(command|entrypoint)$/.test(path.join('.')) || !Array.isArray(input)) return undefined;
  const items = input.map((_, index) => places.written([...path, index]) ?? '');
  const quoted = items.map((item) => (/^[\w@%+=:,./${}-]+$/.test(item) ? item : `'${item.replaceAll("'", `'\\''`)}'`));
  const text = quoted.join(' ');
  if ([...secretsIn(text), ...secrets.filter((secret) => text.includes(secret))].length > 0) return undefined;
  return `Write one text: \`${stringify({ [String(path.at(-1))]: text }, { lineWidth: 0 }).trimEnd()}\`.`;
}

/** Type and value, or the type alone if the value may be a secret. `source`: the value as written in the file. */
function foundText(path: IssuePath, found: unknown, source: string): string {
  if (Array.isArray(found)) return 'a list';
  if (isObject(found)) return 'a mapping';
  if (found === null) return 'empty (null)';
  const isHidden = mayHoldSecret(path.join('.')) || isBodyOrHeader(path);
  const [type, shown] = {
    string: ['text', `the text ${quote(String(found))}`],
    number: ['a number', `the number ${shortValue(source)}`],
    boolean: ['true or false', `\`${source}\``],
  }[typeof found as 'string' | 'number' | 'boolean'] as [string, string];
  return isHidden ? type : shown;
}

function typeHint(path: IssuePath, found: unknown, { source, allowed }: { source: string; allowed: string }): string {
  if (path[0] === 'envs' && !allowed.startsWith('a mapping'))
    return 'Write one text, in quotes; `""` for an empty one. A secret belongs in `secret-envs`.';
  if (found !== null && allowed === 'text' && typeof found !== 'object') return `Write it in quotes: \`"${source}"\`.`;
  const isOmissible = found === null && path.length > 0 && path[0] !== 'name';
  const orOmit = ' Or delete the key: a deploy does not change fields that the spec omits.';
  return exampleHint(path) + (isOmissible ? orOmit : '');
}

function unknownKeyHint(path: IssuePath, key: string, places: Places): string {
  const known = memberNames(path);
  const theirHint = fieldHint(key, path);
  if (theirHint !== undefined) return theirHint;
  const theirs = (path[0] === 'tests' && path[2] !== 'expect') || path[0] === 'envs' ? [] : synonymsOf(key, path);
  if (theirs.length > 0) return didYouMean(theirs);
  const near = nearestFieldHint(key, { path });
  if (near !== '') return near;
  if (path[0] === 'envs')
    return 'Write `envs` as a mapping, such as `envs: {MODE: fast}`, or each item as `{key: MODE, value: fast}`.';
  const isWrapper = path.length === 0 && known.some((name) => places.has([key, name]) || places.has([key, 0, name]));
  return isWrapper ? atTheTop : `Known fields here: ${known.join(', ')}.`;
}

/** Which field was probably meant, of the block itself or of any other block below `base`; '' where none is near. */
export function nearestFieldHint(key: string, { path, base = [] }: { path: IssuePath; base?: IssuePath }): string {
  const differsBy = (name: string) => changes(plainForm(key), plainForm(name));
  // Those near the top come first.
  const blocksInOrder = blocksOf(base).toSorted((a, b) => a.length - b.length);
  const fields = blocksInOrder.flatMap((block) =>
    memberNames(block).map((name) => {
      const parent = block.slice(base.length).filter((each) => each !== 0);
      return { name, parent, differs: differsBy(name) };
    }),
  );
  const least = Math.min(...fields.map(({ differs }) => differs));
  const here = closest(key, memberNames([...base, ...path]));
  // The names of envs are of any kind.
  const isOpen = path[0] === 'envs';
  if (isOpen || here.some((name) => differsBy(name) <= least) || least > key.length / 4) return didYouMean(here);
  const near = fields.filter(({ differs }) => differs === least);
  const same = near.filter(({ name }) => name === key).slice(0, 3);
  if (same.length === 0) return didYouMean(near.slice(0, 3).map(({ name, parent }) => [...parent, name].join('.')));
  const blocks = same.map(({ parent }) =>
    parent.length === 0 && base.length > 0 ? 'the line itself' : memberText(parent),
  );
  return `\`${key}\` belongs in ${choice(blocks)}.`;
}

/** `` Write `ports: [8000]`. `` from the example of the field, or of the nearest field around it. */
function exampleHint(path: IssuePath, verb = 'Write'): string {
  for (let length = path.length; length > 0; length -= 1) {
    const example = memberMeta(path.slice(0, length)).examples?.[0];
    if (example === undefined) continue;
    const shown = stringify(example, { collectionStyle: 'flow', flowCollectionPadding: false, lineWidth: 0 });
    return `${verb}, for example, \`${path[length - 1]}: ${shown.trimEnd()}\`.`;
  }
  return atTheTop;
}

const atTheTop = 'Write the fields at the top of the file, such as `name: llama-prod`; `---` separates several specs.';
