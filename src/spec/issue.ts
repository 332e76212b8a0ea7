/** A document of a spec, and its mistakes: code, severity, words and place; how fields are named in messages. */
import type { Templates } from '../model/display.ts';
import type { PartialSpec, Spec } from '../model/spec.ts';
import { shortValue } from '../shown-text.ts';

/** A place in a file, in UTF-16 units, as editors and GitHub count. */
export interface Point {
  /** Counted from 1, as `column` is. */
  readonly line: number;
  readonly column: number;
  /** Counted from 0, without a byte order mark. */
  readonly offset: number;
}

/** A range of a spec file; `end` is the first point after it. */
export interface FileRange {
  readonly file: string;
  readonly start: Point;
  readonly end: Point;
}

/** The input of the step that gave the value. */
export interface InputPlace {
  readonly input: 'image' | 'name' | 'secret-envs' | 'variables';
}

export type Place = FileRange | InputPlace;

/** `error` stops before the first write. */
export type Severity = 'error' | 'warning' | 'notice';

/** Fields from the top of the spec to the place, as the file spells them. */
export type IssuePath = readonly (string | number)[];

/** One mistake. Holds no value of `envs` or `secret-envs`. */
export interface Issue extends Words {
  readonly severity: Severity;
  readonly path: IssuePath;
  readonly position: Place;
}

type WordOf<List extends string> = List extends `${infer First} ${infer Rest}` ? First | WordOf<Rest> : List;

/** Every code that an issue can carry. */
export type IssueCode =
  | WordOf<'file-too-large not-utf8 yaml-syntax nested-too-deep custom-tag'>
  | WordOf<'unknown-anchor alias-bomb complex-key duplicate-key empty-spec malformed-variable'>
  | WordOf<'unknown-variable unknown-key missing-key wrong-type out-of-range invalid-value'>
  | WordOf<'secret-literal duplicate-env duplicate-name cluster-required duplicate-mount reserved-env not-told'>
  | WordOf<'not-comparable max-below-min unknown-policy-type outside-limits required-to-create not-updatable'>
  | WordOf<'image-not-found image-platform image-unresolved'>;

/** What an issue says, without its place. */
export interface Words {
  readonly code: IssueCode;
  /** The field, its mistake, its value, and the values that are allowed. */
  readonly message: string;
  /** What to write instead. */
  readonly hint: string;
}

/** Inputs that take precedence over the spec's values. */
export interface Overrides {
  /** Input `variables`: the only source of `${KEY}`. */
  readonly variables: ReadonlyMap<string, string>;
  /** Input `image`, by the name of the spec, or by '' for every spec; replaces `image.image`. */
  readonly image: ReadonlyMap<string, string>;
  /** Input `name`; replaces `name`. '' for none. */
  readonly name: string;
  /** Input `secret-envs`; added to `envs`, and replaces keys of the same name. */
  readonly secretEnvs: ReadonlyMap<string, string>;
}

/** The content of a document with its places. Paths are paths of `readable`. */
export interface ReadDocument {
  /** The fields without errors, so that later checks find their issues in the same run. */
  readonly readable: PartialSpec;
  /** The name that the file gives, whatever the input says; '' for none. */
  readonly ownName: string;
  /** The variables that the file names, but in the members that an input overrides. */
  readonly usedVariables: ReadonlySet<string>;
  /** How to show fields that may hold a secret and contain variables. */
  readonly templates: Templates;
  /** The path as the file spells it: `envs` in a mapping by key. */
  inFile(path: IssuePath): IssuePath;
  /** Does the spec or an input give this field, rightly or wrongly? */
  mentions(path: IssuePath): boolean;
  /** The place of the value, else of the key of its nearest ancestor; or the input that gave the value. */
  place(path: IssuePath): Place;
  /** The text that the file has there, its `${KEY}` not filled in; undefined where it has none, or an input gave it. */
  written(path: IssuePath): string | undefined;
}

/** A checked document. */
export interface SpecDocument extends ReadDocument {
  /** The spec; undefined if the document has errors. */
  readonly spec: Spec | undefined;
  /** Syntax, schema, variables and static rules. */
  readonly issues: readonly Issue[];
  /** Values of `envs` and `secret-envs`, and literals elsewhere that look like secrets. */
  readonly secretValues: readonly string[];
  /** The values of `envs` among these that contain no variable and do not look like secrets. */
  readonly plainValues: readonly string[];
}

/** A file with more issues lists these first ones: more would not help the reader. */
export const maxIssues = 100;

/** An issue at a place of the text or at an input; an error unless said otherwise. */
export function errorAt(position: Place, words: Words & { severity?: Severity }, path: IssuePath = []): Issue {
  return { severity: 'error', ...words, path, position };
}

interface FieldWords {
  /** What follows the name of the field. */
  readonly what: string;
  readonly hint: string;
  /** `invalid-value` unless said otherwise. */
  readonly code?: IssueCode | undefined;
  /** `error` unless said otherwise. */
  readonly severity?: Severity | undefined;
}

/** An issue of a field, at its place in the document. */
export function issueAt(
  document: ReadDocument,
  field: IssuePath,
  { what, hint, code = 'invalid-value', severity = 'error' }: FieldWords,
): Issue {
  const path = document.inFile(field);
  const message = `${memberText(path)} ${what}`;
  return { code, severity, message, hint, path, position: document.place(field) };
}

/** `what` follows the name of the field at `path`. Default: an error of code `invalid-value`. */
export type Rule = readonly [
  isBroken: boolean,
  path: IssuePath,
  what: string,
  hint: string,
  code?: IssueCode,
  severity?: Severity,
];

/** An issue for each rule that is broken, at its field. */
export function brokenRules(document: ReadDocument, rules: readonly Rule[], by: Severity = 'error'): Issue[] {
  const broken = rules.filter(([isBroken]) => isBroken);
  return broken.map(([, path, what, hint, code, severity = by]) =>
    issueAt(document, path, { what, hint, code, severity }),
  );
}

/** Errors first, then by file and position; issues at inputs come last. Returns a new array. */
export function sortIssues(issues: readonly Issue[]): Issue[] {
  // A collator loads the data of a language, which no valid spec needs.
  if (issues.length < 2) return [...issues];
  const keyOf = ({ severity, position }: Issue) => {
    const rank = ['error', 'warning', 'notice'].indexOf(severity);
    if ('input' in position) return `${rank} 1 ${position.input}`;
    const { file, start, end } = position;
    return `${rank} 0 ${file} ${start.offset} ${end.offset}`;
  };
  const { compare } = new Intl.Collator('en', { numeric: true });
  return issues.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
}

export function hasErrors(issues: readonly Issue[]): boolean {
  return issues.some(({ severity }) => severity === 'error');
}

/** `` `workerConfig.maxNum` ``, `` `ports[0]` ``; "the spec" for the root. */
export function memberText(path: IssuePath): string {
  if (path.length === 0) return 'the spec';
  const parts = path.map((each) => (typeof each === 'number' ? `[${each}]` : `.${shortValue(each)}`));
  return `\`${parts.join('').replace(/^\./, '')}\``;
}

/** "1–10", "at least 1", "at most 10". */
export function rangeText({ min, max }: { min?: number | undefined; max?: number | undefined }): string {
  if (min === undefined) return `at most ${max}`;
  if (max === undefined) return `at least ${min}`;
  return min === max ? `exactly ${min}` : `${min}–${max}`;
}
