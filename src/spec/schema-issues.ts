/** From what the schema refuses to issues with places and words. */
import type * as z from 'zod/mini';
import type { Issue, IssueCode, IssuePath } from './issue.ts';
import { allowedInWords, memberFacts, memberNames, numberRange, schemasAt } from './shape.ts';
import { nodeAt, type TreeNode } from './tree.ts';
import { type Described, meantNames, unknownKey } from './unknown-keys.ts';
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
      ((error.code === 'invalid_type' && !isFraction(error)) ||
        (error.code === 'invalid_union' && error.errors.every(isOtherType))),
  );
}

/** 1.5 is a number, only not a whole one. */
function isFraction(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.expected === 'int';
}

/** Issues of all refusals. A member that is missing because its key is misspelt is one mistake, not two: `misspelt` holds such members. */
export function describeRefusals(
  found: readonly Refusal[],
  spec: Described,
): { issues: Issue[]; misspelt: ReadonlySet<string> } {
  const misspelt = new Set<string>();
  const ofOtherType = new Set<string>();
  for (const { path, issue } of found) {
    if (issue.code === 'invalid_type') ofOtherType.add(pathId(path));
    if (issue.code !== 'unrecognized_keys') continue;
    const known = memberNames(schemasAt(path));
    const meant = path[0] === 'envs' ? known : issue.keys.flatMap((key) => meantNames({ path, key, known, spec }));
    for (const name of meant) misspelt.add(pathId([...path, name]));
  }
  const told = found.filter(({ path, issue }) => {
    const id = pathId(path);
    // The length of a text that should be a list says nothing.
    if (ofOtherType.has(id) && issue.code !== 'invalid_type') return false;
    return !misspelt.has(id) || nodeAt(spec.root, path) !== undefined;
  });
  return { issues: told.flatMap((refusal) => describeRefusal(refusal, spec)), misspelt };
}

/** A path as a key of sets. */
export function pathId(path: IssuePath): string {
  return JSON.stringify(path);
}

/** Issues of one refusal; none where the tree has an issue already. */
function describeRefusal({ path, issue }: Refusal, spec: Described): Issue[] {
  const at = (code: IssueCode, message: string, hint: string): Issue[] => [
    { code, severity: 'error', message, hint, path, position: spec.place(path) },
  ];
  const member = memberText(path);
  const node = nodeAt(spec.root, path);
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey({ path, key, spec }));
  if (issue.code === 'invalid_key') {
    const key = String(path.at(-1));
    const parent = path.slice(0, -1);
    return [
      {
        code: 'invalid-value',
        severity: 'error',
        message: `a key of ${memberText(parent)} is malformed: it ${issue.issues[0]?.message ?? 'must be a name'} (documented rule)`,
        hint: path[0] === 'envs' ? 'Write `KEY: value`, one variable per line.' : exampleHint(parent, 'Write'),
        path: pathToKey(parent, key),
        position: spec.keyPlace(parent, key),
      },
    ];
  }
  if (node === undefined) return at('missing-key', `${member} is missing`, exampleHint(path, 'Add'));
  if (node.broken) return [];
  if (issue.code === 'too_small' || issue.code === 'too_big')
    return at('out-of-range', ...rangeWords({ path, issue, node }));
  if (issue.code === 'invalid_format' || issue.code === 'custom') {
    return at(
      'invalid-value',
      `${member} is ${foundText(node, path)}; it ${issue.message} (documented rule)`,
      exampleHint(path, 'Write'),
    );
  }
  return at(
    'wrong-type',
    `${member} is ${foundText(node, path)}; allowed: ${allowedInWords(schemasAt(path))}`,
    typeHint(path, node),
  );
}

type RangeIssue = Extract<z.core.$ZodIssue, { code: 'too_small' | 'too_big' }>;

function rangeWords({ path, issue, node }: { path: IssuePath; issue: RangeIssue; node: TreeNode }): [string, string] {
  const min = issue.code === 'too_small' ? Number(issue.minimum) : undefined;
  const max = issue.code === 'too_big' ? Number(issue.maximum) : undefined;
  const member = memberText(path);
  const hint = exampleHint(path, 'Write');
  if (issue.origin === 'array') {
    const items = node.kind === 'list' ? node.items.length : 0;
    const allowed = issue.exact ? `exactly ${min ?? max}` : rangeText({ min, max });
    return [`${member} has ${items} items; allowed: ${allowed} (documented rule)`, hint];
  }
  if (issue.origin === 'string') {
    if (min !== undefined) return [`${member} is empty`, hint];
    const length = node.kind === 'scalar' ? String(node.value).length : 0;
    return [
      `${member} is ${length} characters long; allowed: ${rangeText({ min, max })} (documented rule)`,
      `Shorten it to ${max} characters.`,
    ];
  }
  return [
    `${member} is ${foundText(node, path)}; allowed: ${rangeText({ min, max, ...numberRange(schemasAt(path)) })} (documented rule)`,
    hint,
  ];
}

const envItemHint = 'Write each item as `key: NAME` and `value: text`, or `envs` as a mapping of `NAME: text`.';

function typeHint(path: IssuePath, node: TreeNode): string {
  if (path.length === 0 && node.kind === 'scalar' && /^\w+:\S/.test(node.written))
    return 'Write a space after each `:`, as in `name: llama-prod`.';
  const isEnv = path[0] === 'envs' && path.length > 1;
  if (node.kind === 'scalar' && node.value === null) {
    if (isEnv) return 'Write `""` for an empty text, or delete the key.';
    const optional = path.length > 0 && path[0] !== 'name';
    return optional
      ? `${exampleHint(path, 'Write')} Or delete the key: a deploy does not change members that the spec omits.`
      : exampleHint(path, 'Write');
  }
  if (isEnv && typeof path[1] === 'number' && path.length === 2) return envItemHint;
  if (isEnv) {
    return 'Write one text; put a list or mapping in quotes to use it as text.';
  }
  if (node.kind === 'scalar' && node.variables.length === 0 && !isEnv) {
    const allowed = allowedInWords(schemasAt(path));
    if (typeof node.value === 'string' && /^[-+]?\d+$/.test(node.value) && allowed === 'a whole number') {
      return `Write the number without quotes: \`${node.value}\`.`;
    }
    if (typeof node.value !== 'string' && allowed === 'text') return `Write it in quotes: \`"${node.written}"\`.`;
  }
  return exampleHint(path, 'Write');
}

/** `` Write `ports: [8000]`. `` from the example of the member, or of the nearest member around it. */
function exampleHint(path: IssuePath, verb: string): string {
  for (let length = path.length; length > 0; length -= 1) {
    const name = path[length - 1];
    const example = memberFacts(path.slice(0, length)).examples?.[0];
    if (example !== undefined) return `${verb}, for example, \`${name}: ${flowText(example)}\`.`;
  }
  return 'Write a mapping of members, `name` the first of them.';
}

/** An example in YAML's bracket form. */
function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, item]) => `${key}: ${flowText(item)}`)
      .join(', ')}}`;
  }
  return typeof value === 'string' && /^[\d.]+$/.test(value) ? `"${value}"` : String(value);
}
