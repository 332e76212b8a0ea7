/** The port through which a run speaks, and the edge in front of it: no controls, no declared secrets, not too long. */

import type { Redactor } from './secrets/redactor.ts';
import { bounded, withoutControls } from './shown-text.ts';
import type { Severity } from './spec/issue.ts';

export const outputNames = [
  'url',
  'endpoint-id',
  'operation',
  'changed',
  'image-digest',
  'proof',
  'plan-digest',
  'failure-reason',
  'endpoints',
] as const;

/** What a run has done, as the output `operation` says it. */
export type Operation =
  | ('created' | 'updated' | 'unchanged' | 'restored' | 'parked' | 'deleted' | 'absent' | 'superseded')
  | ('planned' | 'read' | 'tested' | 'validated' | 'exported');

export type OutputName = (typeof outputNames)[number];
export type Outputs = { readonly [name in Exclude<OutputName, 'operation'>]?: string } & {
  /** '' once the endpoints that it spoke of no longer exist. */
  readonly operation?: Operation | '';
};

/** The outputs of one endpoint, as the output `endpoints` tells them. */
export type EndpointOutputs = Outputs & {
  readonly [name in 'name' | 'app-name' | 'state' | 'image' | 'reason']?: string;
} & {
  readonly [name in
    | 'plan'
    | 'tests'
    | 'availability'
    | 'compare'
    | 'load'
    | 'candidate'
    | 'start'
    | 'status']?: unknown;
};

export interface AnnotationWords {
  title: string;
  message: string;
  hint: string;
  /** Path from the top of the workspace, with 1-based lines and columns; `end` is the first place after the range. */
  range?: { file: string; start: { line: number; column: number }; end: { line: number; column: number } };
}

export interface Annotation extends AnnotationWords {
  severity: Severity;
}

/** The most important first. `final` takes the place of everything before it but the notes. */
export type SummaryRank =
  | 'final'
  | 'overview'
  | 'failed'
  | 'changed'
  | 'held-back'
  | 'superseded'
  | 'unchanged'
  | 'note';

/**
 * Where a run writes. Text has no control characters but tabs and line feeds: {@link openEdge} stands in front. An
 * implementation makes the syntax of where it writes harmless.
 */
export interface ReportWriter {
  info(text: string): void;
  /** Writes lines to the log that can be folded away under a title. */
  group(title: string, text: string): void;
  debug?(text: string): void;
  /** How many annotations of one severity can be seen; the others would be dropped without a word. */
  readonly annotationsPerSeverity: number;
  annotate(annotation: Annotation): void;
  /** Hides the value from now on, also from later steps of the job. */
  mask(secret: string): void;
  /** May be called again for a name: the last value counts. Throws when it cannot be written. */
  setOutput(name: OutputName, value: string): void;
  /** Adds Markdown to the summary of the job. `rank`: its place, and how late it is omitted; default `changed`. */
  summarize(markdown: string, rank?: SummaryRank): Promise<void>;
  /** Says why the run failed; called once, last. `title`: the same in a few words. */
  fail(message: string, title?: string): void;
  /** Writes outputs that were kept for the end of the run; called before {@link fail}. */
  end?(): void;
}

/** How a run speaks: through the edge, which keeps secrets from the writer behind it. */
export interface Reporter extends Omit<ReportWriter, 'end'> {
  /** Annotates a warning. */
  warn(words: AnnotationWords): void;
  /** Hides the value in what this run says, and no more: later steps may need to print words of envs. */
  addSecret(value: string): void;
  /** Hides the value in what others say: everyone reads it in the spec. */
  addPlain(value: string): void;
  /** The text without declared secrets, for what leaves the run by another way than this port. */
  redact(text: string): string;
}

/** Lengths in characters. GitHub cuts a message at 4,096 of them. */
const maxLengths = { line: 8 * 1024, log: 1024 * 1024, title: 255, message: 3000, hint: 1000 } as const;

/** The runner takes every line of a mask for one, and replaces it wherever it stands. */
const minMaskLength = 4;

/** The reporter of a run, in front of the writer. Foreign text was freed of secrets where it came in. */
export function openEdge(writer: ReportWriter, redactor: Redactor): Reporter {
  const masks = new Set<string>();
  const safe = (text: string) => redactor.hideDeclared(withoutControls(text.replaceAll(/\r\n?/g, '\n')));
  const short = (text: string, maxLength: number) => bounded(safe(bounded(text, 4 * maxLength)), maxLength);
  const log = (text: string) => {
    const lines = safe(bounded(text, 2 * maxLengths.log)).split('\n');
    return bounded(lines.map((line) => bounded(line, maxLengths.line)).join('\n'), maxLengths.log);
  };
  const { debug } = writer;
  const annotate = ({ title, message, hint, ...others }: Annotation) =>
    writer.annotate({
      ...others,
      title: short(title, maxLengths.title),
      message: short(message, maxLengths.message),
      hint: short(hint, maxLengths.hint),
    });
  return {
    info: (text) => writer.info(log(text)),
    group: (title, text) => writer.group(short(title, maxLengths.title), log(text)),
    ...(debug && { debug: (text: string) => debug(log(text)) }),
    annotationsPerSeverity: writer.annotationsPerSeverity,
    annotate,
    warn: (words) => annotate({ ...words, severity: 'warning' }),
    mask: (secret) => {
      redactor.add(secret, 'mask');
      for (const line of secret.split(/[\r\n]+/).map((each) => each.trim())) {
        if (line.length < minMaskLength || masks.has(line)) continue;
        masks.add(line);
        writer.mask(line);
      }
    },
    addSecret: (value) => redactor.add(value, 'env'),
    addPlain: (value) => redactor.add(value, 'plain'),
    setOutput: (name, value) => writer.setOutput(name, value),
    summarize: (markdown, rank) => writer.summarize(safe(markdown), rank),
    redact: safe,
    fail: (message, title = '') =>
      writer.fail(short(message, maxLengths.message + maxLengths.hint), short(title, maxLengths.title)),
  };
}
