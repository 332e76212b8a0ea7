/** The reporter of a workflow step: log lines, annotations, masks, outputs and the job summary, each made harmless for the runner's command syntax. */

import type { AnnotationProperties } from '@actions/core';
import type { Annotation, ReportWriter, SummaryRank } from '../report.ts';
import { withoutControls } from '../shown-text.ts';
import { cutMarkdown } from './comment-body.ts';

/** The part of `@actions/core` that a step uses. */
export interface Toolkit {
  getInput(name: string, options?: { trimWhitespace?: boolean }): string;
  info(message: string): void;
  debug(message: string): void;
  startGroup(name: string): void;
  endGroup(): void;
  error(message: string, properties?: AnnotationProperties): void;
  warning(message: string, properties?: AnnotationProperties): void;
  notice(message: string, properties?: AnnotationProperties): void;
  setSecret(secret: string): void;
  setOutput(name: string, value: string): void;
  /** Buffers text until it is written to the summary file. */
  readonly summary: {
    addRaw(text: string, addEOL: boolean): { write(options?: { overwrite?: boolean }): Promise<unknown> };
    emptyBuffer(): unknown;
  };
}

/** GitHub shows ten annotations of a severity for a step; the last error is the one that says why the step failed. */
const annotationsPerSeverity = 9;

/** The reporter of a workflow step. Without a summary file (a runner that has none) nothing is written to one. */
export function workflowReporter({
  toolkit,
  hasSummary,
  isDebug = false,
}: {
  toolkit: Toolkit;
  hasSummary: boolean;
  /** `RUNNER_DEBUG` is 1: the runner shows what is said for a bug report. */
  isDebug?: boolean;
}): ReportWriter {
  let written = Promise.resolve();
  let isFull = false;
  const summary = openSummary();
  const append = async (section: SummarySection): Promise<void> => {
    const { text, isWhole, isCut } = summary.add(section);
    if (isCut && !isFull) toolkit.warning('The summary was truncated: GitHub limits it to 1 MiB per step.');
    isFull = isCut;
    try {
      await toolkit.summary.addRaw(text, true).write({ overwrite: isWhole });
    } catch (error) {
      toolkit.summary.emptyBuffer();
      // What was deployed stays deployed, whether or not it can be told here.
      toolkit.warning(
        clean(
          `The summary could not be written to the file that \`GITHUB_STEP_SUMMARY\` names: ${(error as Error).message}`,
        ),
      );
    }
  };
  return {
    info: (text) => toolkit.info(defuse(text)),
    group: (title, text) => {
      toolkit.startGroup(clean(title));
      toolkit.info(defuse(text));
      toolkit.endGroup();
    },
    ...(isDebug && {
      debug: (text: string) => {
        for (const line of text.split('\n')) toolkit.debug(clean(line));
      },
    }),
    annotationsPerSeverity,
    annotate: (annotation) => annotate(toolkit, annotation),
    mask: (secret) => toolkit.setSecret(secret),
    setOutput: (name, value) => toolkit.setOutput(name, value),
    summarize: (markdown, rank = 'changed') => {
      // One after the other: the toolkit keeps one buffer, which two writers at once would write twice.
      if (hasSummary) written = written.then(() => append({ rank, markdown }));
      return written;
    },
    // The exit code is set by the process.
    fail: (message, title) => toolkit.error(clean(message), title ? { title: clean(title) } : undefined),
  };
}

function annotate(toolkit: Toolkit, { severity, title, message, hint, range }: Annotation): void {
  const properties: AnnotationProperties = { title: clean(title) };
  if (range) {
    properties.file = range.file;
    properties.startLine = range.start.line;
    properties.endLine = range.end.line;
    // GitHub takes columns only within one line, and counts the last one in.
    if (range.start.line === range.end.line) {
      properties.startColumn = range.start.column;
      properties.endColumn = Math.max(range.start.column, range.end.column - 1);
    }
  }
  toolkit[severity](clean(`${message} ${hint}`), properties);
}

/** A line that starts with `::`, or holds `##[` anywhere, is a command to the runner. Text from outside must not become one. */
function defuse(text: string): string {
  return clean(text)
    .split('\n')
    .map((line) => line.replace(/^(\s*):(?=:)/, '$1:\u200b').replaceAll('##[', '#\u200b#['))
    .join('\n');
}

/** Line ends of any kind are those of the log; nothing else that rewrites it gets through. */
function clean(text: string): string {
  return withoutControls(text.replaceAll(/\r\n?/g, '\n'));
}

/** Beyond 1 MiB GitHub drops the whole summary of a step. */
const maxBytes = 1024 * 1024;

const leftOut =
  '\n> Truncated: GitHub limits a summary to 1 MiB. Failures come first, then changes, then the rest. The log is complete.\n';

/** Where there is not room for all, no section takes more than this part of it. */
const shareOfOne = 1 / 8;

const ranks: readonly SummaryRank[] = ['overview', 'failed', 'changed', 'superseded', 'unchanged', 'note'];

export interface SummarySection {
  rank: SummaryRank;
  markdown: string;
}

/** What to write to the summary file now: more of it, or the whole anew. `isCut` once it does not fit any more. */
export interface SummaryChange {
  text: string;
  isWhole: boolean;
  isCut: boolean;
}

/** Sections come in whatever order the work ends; each is in the file from then on, so that a killed run has left what there was. */
export function openSummary(): { add(section: SummarySection): SummaryChange } {
  const sections: SummarySection[] = [];
  let bytes = 0;
  return {
    add(section) {
      const last = sections.at(-1);
      const isInOrder = last === undefined || ranks.indexOf(section.rank) >= ranks.indexOf(last.rank);
      sections.push(section);
      // Stable: of one rank in the order in which they came.
      sections.sort((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank));
      bytes += sizeOf(section.markdown);
      if (bytes > maxBytes - 1) return { text: cutToFit(sections), isWhole: true, isCut: true };
      if (isInOrder) return { text: section.markdown, isWhole: false, isCut: false };
      return { text: sections.map(({ markdown }) => markdown).join('\n'), isWhole: true, isCut: false };
    },
  };
}

function cutToFit(sections: readonly SummarySection[]): string {
  const room = maxBytes - 1 - sizeOf(leftOut);
  const most = sections.length > 1 ? room * shareOfOne : room;
  const parts: string[] = [];
  let left = room;
  for (const { markdown } of sections) {
    const part = cutToBytes(markdown, Math.min(most, left));
    left -= sizeOf(part);
    if (left < 0) break;
    parts.push(part);
  }
  return [...parts, leftOut].join('\n');
}

/** Whole lines from the start, with what is open closed. */
function cutToBytes(markdown: string, limit: number): string {
  let text = markdown;
  // The limit is in bytes and the cut in characters, of which one has up to three bytes.
  for (let bytes = sizeOf(text); bytes > limit; bytes = sizeOf(text)) {
    const characters = Math.floor((text.length * limit) / bytes) - 1;
    if (characters < 1) return '';
    text = cutMarkdown(text, characters);
  }
  return text;
}

/** With the line break that follows it. */
function sizeOf(markdown: string): number {
  return Buffer.byteLength(markdown) + 1;
}
