/** One spec of a file with the inputs that override it: what it says, its issues and the places of its fields. */
import { type Document, isMap, isScalar, isSeq, type Node, Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import * as z from 'zod/mini';
import { type PartialSpec, specSchema } from '../model/spec.ts';
import { hasErrors, type InputPlace, type Issue, type IssuePath } from './issue.ts';
import { NodeReader } from './reader.ts';
import { rulesOf } from './rules.ts';
import { describeRefusals, pathId, type Refusal, refusals } from './schema-issues.ts';
import { secretLiterals } from './secrets.ts';
import type { SourceText } from './source.ts';
import { keyPlaceOf, locate, nodeAt, type PlacedDocument, placeOf } from './source.ts';
import type { Overrides, ReadDocument, SpecDocument } from './spec.ts';
import { substitute } from './variables.ts';

/** Judges a document that has no syntax errors by schema and static rules. */
export function judgeDocument(document: Document.Parsed, source: SourceText, overrides: Overrides): SpecDocument {
  const placed: PlacedDocument = { document, source, origins: applyOverrides(document, overrides) };
  const reader = new NodeReader(placed, overrides);
  const value = reader.read();
  const result = z.safeParse(specSchema, value);
  const found = result.success || value === undefined ? [] : refusals(result.error.issues);
  const readable = result.success ? result.data : readablePart(value, found);
  const unsound = describeRefusals(found, reader);
  const isMapped = isMap(nodeAt(placed, ['envs']));
  // `readable` has `envs` as a list; a file that has them as a mapping knows them by key.
  const inFile = (path: IssuePath): IssuePath => {
    const key = path[0] === 'envs' && isMapped && path.length > 1 ? readable.envs?.[Number(path[1])]?.key : undefined;
    return key === undefined ? path : ['envs', key];
  };
  const known: ReadDocument = {
    file: source.file,
    readable,
    usedVariables: reader.usedVariables,
    templates: reader.templates,
    inFile,
    mentions: (path) => nodeAt(placed, inFile(path)) !== undefined,
    place: (path) => (path[2] === 'key' && isMapped ? keyPlaceOf(placed, inFile(path)) : placeOf(placed, inFile(path))),
    written: (path) => {
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

/** Puts the inputs into the document; the nodes that they gave. What is malformed stays, so that it is still reported. */
function applyOverrides(document: Document.Parsed, overrides: Overrides): Map<Node, InputPlace> {
  const { name, image, images, secretEnvs, variables } = overrides;
  const origins = new Map<Node, InputPlace>();
  const given = (value: string, input: InputPlace['input']): Scalar => {
    const node = new Scalar(value);
    origins.set(node, { input });
    return node;
  };
  const spec: Node | null = document.contents;
  if (!isMap(spec)) return origins;
  const ownName = name ?? textOf(spec, 'name', variables);
  if (name !== undefined) spec.set(new Scalar('name'), given(name, 'name'));
  const reference = image ?? images?.get(ownName);
  const block = spec.get('image', true);
  // Credential and commands of an image block stay.
  if (reference !== undefined && isMap(block)) block.set(new Scalar('image'), given(reference, 'image'));
  else if (reference !== undefined && (block === undefined || isScalar(block)))
    spec.set(new Scalar('image'), given(reference, 'image'));
  // A spec without `envs` leaves them to the live endpoint. Mentioning the block here would make the secrets its only owner: the plan adds them instead.
  const envs = spec.get('envs', true);
  if (isMap(envs)) for (const [key, value] of secretEnvs) envs.set(new Scalar(key), given(value, 'secret-envs'));
  else if (isSeq(envs)) {
    const items = (envs as YAMLSeq<Node>).items.filter(
      (item) => !isMap(item) || !secretEnvs.has(textOf(item, 'key', variables)),
    );
    for (const [key, value] of secretEnvs) {
      const item = document.createNode({}) as YAMLMap;
      item.set(new Scalar('key'), given(key, 'secret-envs'));
      item.set(new Scalar('value'), given(value, 'secret-envs'));
      origins.set(item, { input: 'secret-envs' });
      items.push(item);
    }
    envs.items = items;
  }
  return origins;
}

function textOf(map: YAMLMap, key: string, variables: ReadonlyMap<string, string>): string {
  const value = map.get(key);
  return typeof value === 'string' ? substitute(value, { variables, room: Number.POSITIVE_INFINITY }).text : '';
}
