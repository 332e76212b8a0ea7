/** The port through which a run speaks: log, annotations, masks, outputs, summary. */

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

export type OutputName = (typeof outputNames)[number];
export type Outputs = { readonly [name in OutputName]?: string };

/** Of one endpoint, as the output `endpoints` tells it. */
export type EndpointOutputs = Outputs & {
  readonly [name in 'name' | 'app-name' | 'state' | 'image' | 'reason']?: string;
} & { readonly [name in 'plan' | 'tests' | 'status']?: unknown };

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

/**
 * The most important first; `note` is what says nothing of what happened. `last-word` takes the place of everything
 * before it but the notes: it is no longer true.
 */
export type SummaryRank = 'last-word' | 'overview' | 'failed' | 'changed' | 'superseded' | 'unchanged' | 'note';

/** Where a run writes. Text may come from outside: an implementation makes it harmless for where it writes. */
export interface ReportWriter {
  /** Writes lines to the log. */
  info(text: string): void;
  /** Writes lines to the log that can be folded away under a title. */
  group(title: string, text: string): void;
  /** Writes a line that the next one may replace, if it says the same of a later time; default {@link info}. */
  progress?(text: string): void;
  /** Writes lines for a bug report; absent where they are not wanted. */
  debug?(text: string): void;
  /** How many annotations of one severity can be seen; the others would be dropped without a word. */
  readonly annotationsPerSeverity: number;
  annotate(annotation: Annotation): void;
  /** Hides the value from now on, also from later steps of the job. `name` says which input it is from. */
  mask(secret: string, name: string): void;
  /** May be called again for a name: the last value counts. Throws when it cannot be written. */
  setOutput(name: OutputName, value: string): void;
  /** Adds Markdown to the summary of the job. `rank`: where it stands, and what is omitted last; default `changed`. */
  summarize(markdown: string, rank?: SummaryRank): Promise<void>;
  /** Says why the run failed; called once, last. `title`: the same in a few words. */
  fail(message: string, title?: string): void;
  /** Writes what was kept for the end of the run, such as outputs; called before {@link fail}. */
  end?(): void;
}

/** How a run speaks: through the edge, which keeps secrets from the writer behind it. */
export interface Reporter extends Omit<ReportWriter, 'end'> {
  /** The name of a mask that stands in the text: the runner drops a job output of that value. */
  maskIn?(text: string): string | undefined;
  /** Hides the value in what this run says, and no more: later steps may need to print words of envs. */
  conceal(value: string): void;
  /** The text without declared secrets, for what leaves the run by another way than this port. */
  redact(text: string): string;
}
