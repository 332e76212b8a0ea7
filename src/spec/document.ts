/** One spec of a file: what it says, its issues and the places of its fields. */
import { isMap, isScalar } from 'yaml';
import * as z from 'zod/mini';
import { type PartialSpec, specSchema } from '../model/spec.ts';
import { hasErrors, type Issue, type IssuePath } from './issue.ts';
import { keyPlaceOf, locate, nodeAt, type PlacedDocument, placeOf } from './nodes.ts';
import { applyOverrides } from './overrides.ts';
import { NodeReader } from './reader.ts';
import { rulesOf } from './rules.ts';
import { describeRefusals, pathId, type Refusal, refusals } from './schema-issues.ts';
import { secretLiterals } from './secrets.ts';
import type { SourceText } from './source.ts';
import type { Overrides, SpecDocument } from './spec.ts';

type Parsed = PlacedDocument['document'];

/** Judges a document that has no syntax errors by schema and static rules. */
export function judgeDocument(document: Parsed, source: SourceText, overrides: Overrides): SpecDocument {
  const placed: PlacedDocument = { document, source, origins: applyOverrides(document, overrides) };
  const reader = new NodeReader(placed, overrides);
  const value = reader.read();
  const result = z.safeParse(specSchema, value);
  const found = result.success || value === undefined ? [] : refusals(result.error.issues);
  const readable = result.success ? result.data : readablePart(value, found);
  const unsound = describeRefusals(found, { placed, reader });
  const isMapped = isMap(nodeAt(placed, ['envs']));
  // `readable` has `envs` as a list; a file that has them as a mapping knows them by key.
  const inFile = (path: IssuePath): IssuePath => {
    const key = path[0] === 'envs' && isMapped && path.length > 1 ? readable.envs?.[Number(path[1])]?.key : undefined;
    return key === undefined ? path : ['envs', key];
  };
  const known = {
    file: source.file,
    readable,
    usedVariables: reader.usedVariables,
    templates: reader.templates,
    inFile,
    mentions: (path: IssuePath) => nodeAt(placed, inFile(path)) !== undefined,
    place: (path: IssuePath) =>
      path[2] === 'key' && isMapped ? keyPlaceOf(placed, inFile(path)) : placeOf(placed, inFile(path)),
    written: (path: IssuePath) => {
      const { node, depth } = locate(placed, inFile(path));
      if (!isScalar(node) || placed.origins.has(node) || depth === 0) return undefined;
      return typeof node.value === 'string' ? node.value : node.source;
    },
  };
  const { issues: literals, values } = secretLiterals(known);
  const rules = isMap(document.contents)
    ? rulesOf(known).filter(({ path }) => !unsound.misspelt.has(pathId(path)))
    : [];
  const issues = [...reader.issues, ...unsound.issues, ...rules, ...literals];
  const { name } = readable;
  const spec = hasErrors(issues) || name === undefined ? undefined : { ...readable, name };
  return { ...known, issues, spec, secretValues: [...reader.secretValues, ...values] };
}

/** A document whose text is no YAML: nothing of it is known. */
export function unreadableDocument(source: SourceText, issue: Issue): SpecDocument {
  return {
    file: source.file,
    spec: undefined,
    readable: {},
    issues: [issue],
    usedVariables: new Set(),
    templates: new Map(),
    secretValues: [],
    inFile: (path) => path,
    mentions: () => true,
    place: () => issue.position,
    written: () => undefined,
  };
}

/** Without what is refused: the field of a block alone, any other field of the top as a whole. */
function readablePart(value: unknown, found: readonly Refusal[]): PartialSpec {
  if (!isRecord(value)) return {};
  for (const { path, issue } of found) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
    for (const [name = '', inner] of keys) {
      const block = value[name];
      if (typeof inner === 'string' && isRecord(block) && name !== 'envs') Reflect.deleteProperty(block, inner);
      else Reflect.deleteProperty(value, name);
    }
  }
  const left = z.safeParse(specSchema, value);
  return left.success ? left.data : {};
}

function isRecord(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
