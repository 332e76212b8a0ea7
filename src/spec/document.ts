/** One spec of a file: what it says, its issues and the places of its members. */
import * as z from 'zod/mini';
import type { DisplayForms } from '../model/display.ts';
import { type PartialSpec, specSchema } from '../model/spec.ts';
import { secretTexts } from './conceal.ts';
import { hasErrors, type Issue, type IssuePath, type Place } from './issue.ts';
import { rulesOf } from './rules.ts';
import { describeRefusals, pathId, type Refusal, refusals } from './schema-issues.ts';
import type { SourceText } from './source.ts';
import type { SpecDocument } from './spec.ts';
import { locate, nodeAt, type TreeNode } from './tree.ts';
import type { Described } from './unknown-keys.ts';
import { SoundPart, toPlainValue } from './value.ts';
import { pathToKey, valueText } from './words.ts';

export interface TreeSource {
  readonly root: TreeNode;
  readonly source: SourceText;
  /** What the reader of the text found. */
  readonly issues: readonly Issue[];
  readonly usedVariables: ReadonlySet<string>;
}

/** Judges a tree by schema and static rules. */
export function judgeTree({ root, source, issues, usedVariables }: TreeSource): SpecDocument {
  const sound = new SoundPart(toPlainValue(root));
  const { readable, found } = readSoundPart(sound);
  const unsound = describeRefusals(root.broken ? [] : found, describedTree(root, source));
  const inFile = (path: IssuePath) => envInFile(root, readable, sound.inFile(path));
  const known = {
    file: source.file,
    readable,
    usedVariables,
    formsOfMembers: formsOf(root),
    secretValues: [...secretTexts(root)],
    inFile,
    mentions: (path: IssuePath) => nodeAt(root, inFile(path)) !== undefined,
    place: (path: IssuePath) => {
      const spelled = inFile(path);
      const asksForKey = path[0] === 'envs' && path[2] === 'key' && spelled.length === 2;
      return asksForKey
        ? keyPlaceOf({ root, source, path: ['envs'], key: String(spelled[1]) })
        : placeOf({ root, source, path: spelled });
    },
    show: (path: IssuePath, value: string | number) => valueText(locate(root, inFile(path)).node, value),
  };
  const rules = root.kind === 'mapping' ? rulesOf(known) : [];
  const all = [...issues, ...unsound.issues, ...rules.filter(({ path }) => !unsound.misspelt.has(pathId(path)))];
  const { name } = readable;
  return { ...known, issues: all, spec: hasErrors(all) || name === undefined ? undefined : { ...readable, name } };
}

/** `readable` has `envs` as a list; a file that has them as a mapping knows them by key. */
function envInFile(root: TreeNode, { envs }: PartialSpec, path: IssuePath): IssuePath {
  const [member, index] = path;
  if (member !== 'envs' || typeof index !== 'number' || nodeAt(root, ['envs'])?.kind !== 'mapping') return path;
  const key = envs?.[index]?.key;
  return key === undefined ? ['envs'] : ['envs', key];
}

function describedTree(root: TreeNode, source: SourceText): Described {
  return {
    root,
    place: (path) => placeOf({ root, source, path }),
    keyPlace: (path, key) => keyPlaceOf({ root, source, path, key }),
  };
}

/** A document whose text is no YAML: nothing of it is known. */
export function unreadableDocument(source: SourceText, issues: readonly Issue[]): SpecDocument {
  const start = issues[0]?.position ?? source.range(0, 0);
  return {
    file: source.file,
    spec: undefined,
    readable: {},
    issues,
    usedVariables: new Set(),
    formsOfMembers: new Map(),
    secretValues: [],
    inFile: (path) => path,
    mentions: () => true,
    place: () => start,
    show: (_path, value) => valueText(undefined, value),
  };
}

/** Values of envs are never shown, so they have no form. */
function formsOf(root: TreeNode): DisplayForms['members'] {
  const forms = new Map<string, { template: string; filled: string } | 'list'>();
  const visit = (node: TreeNode, path: readonly string[]): void => {
    if (node.kind === 'mapping') for (const [key, { value }] of node.entries) visit(value, [...path, key]);
    else if (node.kind === 'list') for (const item of node.items) visit(item, path);
    else if (node.template !== undefined && path[0] !== 'envs') {
      const [name = '', ...inner] = path;
      const isList = nodeAt(root, [name])?.kind === 'list';
      if (isList) forms.set(name, 'list');
      // The bare form of the block.
      else
        forms.set(inner.length === 0 && name === 'image' ? 'image.image' : path.join('.'), {
          template: node.template,
          filled: node.written,
        });
    }
  };
  visit(root, []);
  return forms;
}

/** Refused members are taken out until the rest is accepted: a list that has lost all of its items can be refused in the next round. */
function readSoundPart(sound: SoundPart): { readable: PartialSpec; found: Refusal[] } {
  const first = z.safeParse(specSchema, sound.value);
  if (first.success) return { readable: first.data, found: [] };
  let open = refusals(first.error.issues);
  const found = open.map(({ path, issue }) => ({ path: sound.inFile(path), issue }));
  for (let round = 0; round < maxRounds; round += 1) {
    sound.takeOut(
      open.flatMap(({ path, issue }) =>
        issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path],
      ),
    );
    const next = z.safeParse(specSchema, sound.value);
    if (next.success) return { readable: next.data, found };
    open = refusals(next.error.issues);
  }
  return { readable: {}, found };
}

/** Deeper than any member of the schema. */
const maxRounds = 8;

interface Where {
  readonly root: TreeNode;
  readonly source: SourceText;
  readonly path: IssuePath;
}

function placeOf({ root, source, path }: Where): Place {
  const { node, key, depth } = locate(root, path);
  if (node.origin) return node.origin;
  // A scalar in the place of a block is a shorthand: it is the value of whatever member is asked for.
  const given = depth === path.length || (node.kind === 'scalar' && depth > 0);
  if (given && node.end > node.start) return source.range(node.start, node.end);
  if (key) return source.range(key.start, key.end);
  return depth > 0 ? source.range(node.start, node.end) : source.range(node.start, node.start);
}

function keyPlaceOf({ root, source, path, key }: Where & { key: string }): Place {
  const parent = nodeAt(root, path);
  const entry = parent?.kind === 'mapping' ? parent.entries.get(key) : undefined;
  if (entry === undefined) return placeOf({ root, source, path: pathToKey(path, key) });
  return entry.value.origin ?? source.range(entry.key.start, entry.key.end);
}
