/** From the bytes of a spec file to documents and issues, with the inputs that override the file. */
import { type Document, isMap, isScalar, type Node } from 'yaml';
import * as z from 'zod/mini';
import { isObject } from '../json.ts';
import { type PartialSpec, specSchema } from '../model/spec.ts';
import { quote } from '../shown-text.ts';
import { foreignFile } from './foreign.ts';
import {
  errorAt,
  hasErrors,
  type Issue,
  type IssuePath,
  issueAt,
  maxIssues,
  type Overrides,
  type Place,
  type ReadDocument,
  type SpecDocument,
  sortIssues,
} from './issue.ts';
import { readNodes } from './reader.ts';
import { rulesOf } from './rules.ts';
import { describeRefusals, isMisspelt, refusals, type SchemaRefusal } from './schema-issues.ts';
import { secretLiterals } from './secrets.ts';
import { decodeSource, oddCharacterIn, type SourceText } from './source.ts';
import { parseYaml, syntaxIssue } from './syntax.ts';
import { warningsOf } from './warnings.ts';

export interface ParsedFile {
  /** One for each YAML document that is not empty. */
  readonly documents: readonly SpecDocument[];
  /** The issues of the file and its documents, errors first; at most 100. */
  readonly issues: readonly Issue[];
}

/** Reads a file of specs, and throws for nothing in `bytes`. Paths in issues are `path` as given. */
export function parseSpecFile({ path, bytes }: { path: string; bytes: Uint8Array }, overrides: Overrides): ParsedFile {
  const { source, issue } = decodeSource(path, bytes);
  const parsed = issue ?? parseYaml(source);
  if ('code' in parsed) return { documents: [], issues: [parsed] };
  // `---` alone or comments alone say nothing.
  const isNothing = (node: Node | null) => node === null || (isScalar(node) && node.source === '' && !node.tag);
  const documents = parsed
    .filter(({ contents, errors }) => errors.length > 0 || !isNothing(contents))
    .map((document) => judgeDocument(document, source, overrides));
  const hint = 'Write at least `name: …` and what the endpoint runs.';
  const words = { code: 'empty-spec', message: 'the file contains no spec', hint } as const;
  const empty = documents.length === 0 ? errorAt(source.range(0, 0), words) : [];
  const found = documents.flatMap(({ issues }) => issues).concat(empty);
  return { documents, issues: sortIssues(found).slice(0, maxIssues) };
}

/** Checks a document by schema and static rules; of invalid YAML nothing is known. */
function judgeDocument(document: Document.Parsed, source: SourceText, overrides: Overrides): SpecDocument {
  const syntax = syntaxIssue(document, source);
  const reading = readNodes(document, { source, inputs: overrides, isBroken: syntax !== undefined });
  const { value, places, ownName, templates, usedVariables } = reading;
  const foreign = isObject(value) ? foreignFile(Object.keys(value)) : undefined;
  const result = z.safeParse(specSchema, value, { reportInput: true });
  const found = result.success || value === undefined ? [] : refusals(result.error.issues);
  const isMapped = isObject(value) && isObject(value.envs);
  const readable = result.success ? result.data : readablePart(value, found);
  // `readable` has `envs` as a list, where the file may have a mapping.
  const inFile = (path: IssuePath): IssuePath => {
    const key = path[0] === 'envs' && isMapped && path.length > 1 ? readable.envs?.[Number(path[1])]?.key : undefined;
    return key === undefined ? path : ['envs', key];
  };
  const known: ReadDocument = {
    readable,
    ownName,
    templates,
    usedVariables,
    inFile,
    mentions: (path) => syntax !== undefined || places.has(inFile(path)),
    place: (path) => places.placeOf(inFile(path), path[2] === 'key' && isMapped ? 'key' : 'value'),
    written: (path) => places.written(inFile(path)),
  };
  const { issues: literals, values, plain } = secretLiterals(known);
  const rules = isMap(document.contents) ? [...rulesOf(known), ...warningsOf(known)] : [];
  const broken = rules.filter(({ code, path }) => code !== 'missing-key' || !isMisspelt(path, found));
  const described = describeRefusals(found, { places, secrets: reading.secretValues });
  const ofFields = [...reading.issues, ...described, ...broken, ...literals];
  const only = foreign ? errorAt(places.placeOf([]), foreign) : syntax;
  const issues = only ? [only] : ofFields;
  const named = issues.map((issue) => nameOddCharacter(issue, source));
  const { name, compare, load, ...others } = readable;
  const own = ownName || name || '';
  const comparing = compare && { compare: { own, with: own, set: undefined, ...compare } };
  const maxConcurrent = readable.workerConfig?.maxConcurrent;
  const at = load === true ? (maxConcurrent ?? 0) : load;
  const loading = at ? { load: { at, own, maxConcurrent } } : {};
  const spec = hasErrors(issues) || name === undefined ? undefined : { ...others, name, ...comparing, ...loading };
  const secretValues = [...reading.secretValues, ...values];
  return { ...known, issues: named, spec, secretValues, plainValues: plain };
}

/** An error on a line with such a character is probably its consequence. */
function nameOddCharacter(issue: Issue, { text }: SourceText): Issue {
  if ('input' in issue.position || issue.severity !== 'error') return issue;
  const { start, end } = issue.position;
  const odd = oddCharacterIn(text.slice(text.lastIndexOf('\n', start.offset - 1) + 1, end.offset));
  return odd ? { ...issue, hint: `This line contains ${odd}.` } : issue;
}

/** The fields that the schema accepts: of a block each field by itself, otherwise whole top-level fields. */
function readablePart(value: unknown, found: readonly SchemaRefusal[]): PartialSpec {
  if (!isObject(value)) return {};
  for (const { path, issue } of found) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path];
    for (const [name = '', inner] of keys) {
      const block = value[name];
      if (typeof inner === 'string' && isObject(block) && name !== 'envs') Reflect.deleteProperty(block, inner);
      else Reflect.deleteProperty(value, name);
    }
  }
  const left = z.safeParse(specSchema, value);
  return left.success ? left.data : {};
}

/** Issues of documents, of one file or several, with the `name` or `appName` of an earlier one. */
export function duplicateNames(documents: readonly SpecDocument[]): Issue[] {
  return (['name', 'appName'] as const).flatMap((field) => {
    const places = new Map<string, Place>();
    return documents.flatMap((document) => {
      const value = document.readable[field];
      const first = value && places.get(value);
      if (value) places.set(value, first || document.place([field]));
      if (!value || !first) return [];
      const other = 'file' in first ? `the spec at ${first.file}:${first.start.line}` : 'another spec';
      const what = `is ${quote(value)}, which ${other} has already`;
      const hint = `Give each spec a unique \`${field}\`.`;
      return issueAt(document, [field], { code: 'duplicate-name', what, hint });
    });
  });
}
