/** The port through which a run speaks: log, annotations, outputs, summary; and the redaction of everything that passes it. */

import type { Severity } from './spec/issue.ts';

export const outputNames = [
  'endpoint-id',
  'url',
  'name',
  'app-name',
  'operation',
  'changed',
  'state',
  'image',
  'plan',
  'plan-digest',
  'failure-reason',
  'endpoints',
] as const;

export type OutputName = (typeof outputNames)[number];
export type Outputs = { readonly [name in OutputName]?: string };

export interface Annotation {
  severity: Severity;
  title: string;
  message: string;
  /** What to do. */
  hint: string;
  /** The lines that it speaks of with a mark under the place, for where the file is not at hand. */
  excerpt?: readonly string[];
  /** Path from the top of the workspace, with 1-based lines and columns; `end` is the first place after the range. */
  range?: { file: string; start: { line: number; column: number }; end: { line: number; column: number } };
}

/** Text may come from outside: an implementation makes it harmless for where it writes. */
export interface Reporter {
  /** Writes lines to the log. */
  info(text: string): void;
  /** Writes lines to the log that can be folded away under a title. */
  group(title: string, text: string): void;
  /** How many annotations of one severity can be seen; the others would be dropped without a word. */
  readonly annotationsPerSeverity: number;
  annotate(annotation: Annotation): void;
  /** Keeps the value out of everything that is said from now on, also by later steps of the job. */
  mask(secret: string): void;
  /** Keeps the value out of what this run says, and no more: envs hold many a harmless word that later steps may need to print. */
  conceal(value: string): void;
  /** May be called again for a name: the last value counts. Throws when it cannot be written. */
  setOutput(name: OutputName, value: string): void;
  /** Appends Markdown to the summary of the job. */
  summarize(markdown: string): Promise<void>;
  /** The text as it may be told: for what leaves the run by another way than this port, such as a comment. */
  redact(text: string): string;
  /** Says why the run failed; called once, last. */
  fail(message: string): void;
  /** Writes what was kept for the end of the run, such as outputs that may have changed until then; called before {@link fail}. */
  end?(): void;
}

/** Takes out what could rewrite what a reader sees: terminal escapes, other control characters, and marks that turn the direction of text. */
export function withoutControls(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n]|\p{Bidi_Control}/gu, '');
}

/** A shorter env value (`1`, `true`, `info`) is no secret, and putting `***` for it would make a log unreadable. */
const shortestConcealed = 8;

/** A shorter secret is hidden where it stands alone: inside of words it would leave no sentence readable. */
const shortestInsideWords = 4;

/** Lines of a long secret that tell something: logs are read line by line. A line of a brace or two would hide half of them. */
function linesOf(secret: string): string[] {
  if (!/[\r\n]/.test(secret)) return [];
  return secret
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => visibleLength(line) >= shortestInsideWords);
}

function visibleLength(text: string): number {
  return text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, '').length;
}

/** A pattern of a whole file would be more than an engine compiles; equal pieces never leave a short rest that hides too little. */
const longestPattern = 400;

function piecesOf(secret: string): string[] {
  const characters = Array.from(secret);
  const count = Math.ceil(characters.length / longestPattern);
  const size = Math.ceil(characters.length / count);
  return Array.from({ length: count }, (_, index) => characters.slice(index * size, (index + 1) * size).join(''));
}

/** The secret in every form in which text carries it: as it is, with its white space run together, inside JSON, escaped for Markdown. */
function patternOf(secret: string): RegExp {
  // Whoever repeats a value may have trimmed it.
  const parts = secret.trim().match(/[\s\p{Cc}\p{Cf}]+|./gu) ?? [];
  const forms = parts.map((part) => {
    if (/^[\s\p{Cc}\p{Cf}]/u.test(part))
      // What cannot be seen may be left out altogether.
      return `(?:[\\s\\p{Cc}\\p{Cf}]|${inMarkdown('\\')}(?:[bfnrt]|u[\\da-f]{4}))${/\s/.test(part) ? '+' : '*'}`;
    const inJson = JSON.stringify(part).slice(1, -1);
    return inJson === part ? inMarkdown(part) : `(?:${inMarkdown(inJson)}|${inMarkdown(part)})`;
  });
  const pattern = forms.join('');
  return new RegExp(visibleLength(secret) < shortestInsideWords ? `(?<!\\w)${pattern}(?!\\w)` : pattern, 'gu');
}

/** The entity before the character itself, or an ampersand at the end would leave the rest of its own entity. */
function inMarkdown(text: string): string {
  return Array.from(text, (character) =>
    /^[A-Za-z0-9]$/.test(character)
      ? character
      : `(?:&#${character.codePointAt(0)};(?:&#8203;)?|${RegExp.escape(character)})`,
  ).join('');
}

/**
 * Puts `***` for every masked value in what is said, so that the service cannot echo a secret into a log that no runner filters.
 * Outputs pass as they are: they never carry secrets, and a next step needs them to the letter.
 */
export function withoutSecrets(reporter: Reporter): Reporter {
  const patterns = new Map<string, RegExp>();
  // The longest first: a secret may be part of another one.
  let ordered: readonly RegExp[] = [];
  const hide = (secret: string): void => {
    for (const piece of piecesOf(secret)) if (!patterns.has(piece)) patterns.set(piece, patternOf(piece));
    ordered = [...patterns].sort(([a], [b]) => b.length - a.length).map(([, pattern]) => pattern);
  };
  const redact = (text: string): string =>
    ordered.reduce((redacted, pattern) => redacted.replaceAll(pattern, '***'), text);
  return {
    info: (text) => reporter.info(redact(text)),
    group: (title, text) => reporter.group(redact(title), redact(text)),
    annotationsPerSeverity: reporter.annotationsPerSeverity,
    annotate: (annotation) =>
      reporter.annotate({
        ...annotation,
        title: redact(annotation.title),
        message: redact(annotation.message),
        hint: redact(annotation.hint),
        ...(annotation.excerpt && { excerpt: annotation.excerpt.map(redact) }),
      }),
    mask: (secret) => {
      if (visibleLength(secret) === 0) return;
      for (const part of [secret, ...linesOf(secret)]) {
        hide(part);
        reporter.mask(part);
      }
    },
    conceal: (value) => {
      for (const part of [value, ...linesOf(value)]) if (visibleLength(part) >= shortestConcealed) hide(part);
    },
    setOutput: (name, value) => reporter.setOutput(name, value),
    summarize: (markdown) => reporter.summarize(redact(markdown)),
    redact,
    fail: (message) => reporter.fail(redact(message)),
  };
}
