/** The reporter of a workflow step, which makes everything harmless for the runner's command syntax. */

import type { AnnotationProperties } from '@actions/core';
import type { Annotation, ReportWriter, SummaryRank } from '../report.ts';

type Core = typeof import('@actions/core');
type Annotate = (message: string, properties?: AnnotationProperties) => void;

/** The part of `@actions/core` that a step uses: its summary would load promises of files at each start. */
export interface Toolkit
  extends Pick<Core, 'getInput' | 'info' | 'debug' | 'startGroup' | 'endGroup' | 'setSecret' | 'setOutput'>,
    Record<Annotation['severity'], Annotate> {
  /** Replaces what the file has. Throws when it cannot be written. */
  writeSummary(file: string, text: string): void;
}

/** GitHub shows ten annotations of a severity for a step; the last error says why the step failed. */
const annotationsPerSeverity = 9;

/** The reporter of a workflow step. Some runners have no summary file; with `RUNNER_DEBUG: 1` they show debug lines. */
export function workflowReporter(toolkit: Toolkit, env: Readonly<Record<string, string | undefined>>): ReportWriter {
  const { GITHUB_STEP_SUMMARY: file } = env;
  let sections: { markdown: string; rank: SummaryRank }[] = [];
  // Written whole each time: sections come in the order in which the work ends, and a killed run leaves what there was.
  const writeSummary = (file: string): void => {
    try {
      toolkit.writeSummary(file, `${fitSummary(sections.map(({ markdown }) => markdown).join('\n'))}\n`);
    } catch (error) {
      // The endpoint stays deployed, with or without a summary.
      const why = `to the file that \`GITHUB_STEP_SUMMARY\` names: ${(error as Error).message}`;
      toolkit.warning(`The summary could not be written ${why}`);
    }
  };
  return {
    info: (text) => toolkit.info(defuse(text)),
    group: (title, text) => {
      toolkit.startGroup(title);
      toolkit.info(defuse(text));
      toolkit.endGroup();
    },
    ...(env.RUNNER_DEBUG === '1' && { debug: (text: string) => toolkit.debug(text) }),
    annotationsPerSeverity,
    annotate: (annotation) => annotate(toolkit, annotation),
    mask: (secret) => toolkit.setSecret(secret),
    setOutput: (name, value) => toolkit.setOutput(name, value),
    summarize: async (markdown, rank = 'changed') => {
      if (rank === 'final') sections = sections.filter((each) => each.rank === 'note');
      sections.push({ markdown, rank });
      // Stable: of one rank in the order in which they came.
      sections.sort((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank));
      if (file) writeSummary(file);
    },
    // The exit code is set by the process.
    fail: (message, title) => toolkit.error(message, title ? { title } : undefined),
  };
}

function annotate(toolkit: Toolkit, { severity, title, message, hint, range }: Annotation): void {
  const properties: AnnotationProperties = { title };
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
  toolkit[severity](`${message} ${hint}`, properties);
}

/** A line that starts with `::`, or has `##[` anywhere, is a command to the runner. */
function defuse(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^(\s*):(?=:)/, '$1:\u200b').replaceAll('##[', '#\u200b#['))
    .join('\n');
}

/** Beyond 1 MiB GitHub drops the whole summary of a step. */
const maxBytes = 1024 * 1024;
const leftOut =
  '> Truncated: GitHub limits a summary to 1 MiB. Failures come first, then changes, then the rest. ' +
  'The log is complete.\n\n';

const ranks: readonly SummaryRank[] = [
  'final',
  'overview',
  'failed',
  'changed',
  'held-back',
  'superseded',
  'unchanged',
  'note',
];

/** Whole lines from the start, with a note above them where the rest is omitted. */
function fitSummary(markdown: string): string {
  const bytes = Buffer.from(markdown);
  if (bytes.length < maxBytes) return markdown;
  const cut = bytes.subarray(0, maxBytes - Buffer.byteLength(leftOut) - 2);
  return leftOut + cut.subarray(0, cut.lastIndexOf('\n')).toString();
}
