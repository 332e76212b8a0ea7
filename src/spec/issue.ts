/** What a mistake in a spec is: code, severity, words and place. */

/** 1-based line and column (UTF-16 units), as editors and GitHub count; `offset` counts UTF-16 units from 0, a byte order mark apart. */
export interface Point {
  readonly line: number;
  readonly column: number;
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

/** `error` stops before the first write, `warning` does not, `notice` only informs. */
export type Severity = 'error' | 'warning' | 'notice';

/** Fields from the top of the spec to the place, as the file spells them. */
export type IssuePath = readonly (string | number)[];

/** One mistake. Holds no value of `envs` or `secret-envs`. */
export interface Issue extends Words {
  readonly severity: Severity;
  readonly path: IssuePath;
  readonly position: Place;
}

/** Every code that an issue can carry; `docs/errors.md` says what each means. */
export type IssueCode =
  | 'file-too-large'
  | 'not-utf8'
  | 'control-character'
  | 'yaml-syntax'
  | 'nested-too-deep'
  | 'too-many-items'
  | 'custom-tag'
  | 'unknown-anchor'
  | 'alias-bomb'
  | 'merge-key'
  | 'complex-key'
  | 'duplicate-key'
  | 'empty-spec'
  | 'malformed-variable'
  | 'unknown-variable'
  | 'unused-variable'
  | 'unknown-key'
  | 'missing-key'
  | 'wrong-type'
  | 'out-of-range'
  | 'invalid-value'
  | 'secret-literal'
  | 'duplicate-env'
  | 'duplicate-name'
  | 'cluster-required'
  | 'duplicate-mount'
  | 'reserved-env'
  | 'not-told'
  | 'policy-value-needed'
  | 'health-port-unknown'
  | 'max-below-min'
  | 'unknown-policy-type'
  | 'outside-limits'
  | 'beyond-free-size'
  | 'limits-unusable'
  | 'outside-v2-bounds'
  | 'not-updatable'
  | 'unknown-product'
  | 'required-to-create'
  | 'image-not-found'
  | 'image-platform'
  | 'image-unresolved'
  | 'more-issues';

/** What an issue says, without its place. */
export interface Words {
  readonly code: IssueCode;
  /** What is wrong, on what, what was found and what is allowed. */
  readonly message: string;
  /** What to write instead. */
  readonly hint: string;
}

export interface FieldWords extends Omit<Words, 'code'> {
  /** `invalid-value` unless said otherwise. */
  readonly code?: IssueCode;
  /** `error` unless said otherwise. */
  readonly severity?: Severity;
  /** Where to point when that is not the field itself. */
  readonly at?: IssuePath;
}

interface Places {
  inFile(path: IssuePath): IssuePath;
  place(path: IssuePath): Place;
}

/** An issue of a field, at the place that the document gives it. */
export function issueAt(document: Places, path: IssuePath, words: FieldWords): Issue {
  const { at = path, severity = 'error', code = 'invalid-value', message, hint } = words;
  return { code, severity, message, hint, path: document.inFile(path), position: document.place(at) };
}

const severityOrder: Record<Severity, number> = { error: 0, warning: 1, notice: 2 };

/** Errors first, then by file and position; issues at inputs come last. Returns a new array. */
export function sortIssues(issues: readonly Issue[]): Issue[] {
  return issues.toSorted(
    (a, b) => severityOrder[a.severity] - severityOrder[b.severity] || comparePlaces(a.position, b.position),
  );
}

export function hasErrors(issues: readonly Issue[]): boolean {
  return issues.some(({ severity }) => severity === 'error');
}

function comparePlaces(a: Place, b: Place): number {
  if ('input' in a || 'input' in b) {
    if ('input' in a && 'input' in b) return compareText(a.input, b.input);
    return 'input' in a ? 1 : -1;
  }
  return compareText(a.file, b.file) || a.start.offset - b.start.offset || a.end.offset - b.end.offset;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
