/** Owns how a run speaks to the runner: log lines, annotations, masks, outputs and the job summary, each made harmless for the runner's own command syntax. */

import * as core from '@actions/core';
import type { Annotation, Reporter } from '../report.ts';

/** GitHub shows ten annotations of a severity for a step; the last error is the one that says why the step failed. */
const annotationsPerSeverity = 9;

/** The reporter of a workflow step. Without a summary file (a runner that has none) nothing is written to one. */
export function workflowReporter({ hasSummary }: { hasSummary: boolean }): Reporter {
  let written = Promise.resolve();
  return {
    info: (text) => core.info(defuse(text)),
    group: (title, text) => {
      core.startGroup(clean(title));
      core.info(defuse(text));
      core.endGroup();
    },
    annotationsPerSeverity,
    annotate,
    mask,
    conceal: () => {},
    setOutput: (name, value) => core.setOutput(name, value),
    summarize: (markdown) => {
      // One after the other: the toolkit keeps one buffer, which two writers at once would write twice.
      if (hasSummary) written = written.then(async () => void (await core.summary.addRaw(markdown, true).write()));
      return written;
    },
    fail: (message) => core.setFailed(clean(message)),
  };
}

/** The runner masks line by line, so each line of a long secret is registered too; a line of a brace or two would mask half the log. */
function mask(secret: string): void {
  core.setSecret(secret);
  const lines = secret.split(/\r?\n/).filter((line) => line.trim().length >= 4);
  if (lines.length > 1) for (const line of lines) core.setSecret(line);
}

const writers = { error: core.error, warning: core.warning, notice: core.notice } as const;

function annotate({ severity, title, message, hint, range }: Annotation): void {
  const properties: core.AnnotationProperties = { title: clean(title) };
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
  writers[severity](clean(`${message} ${hint}`), properties);
}

/** A line that starts with `::`, or holds `##[` anywhere, is a command to the runner. Text from outside must not become one. */
function defuse(text: string): string {
  return clean(text)
    .split('\n')
    .map((line) => line.replace(/^(\s*):(?=:)/, '$1:\u200b').replaceAll('##[', '#\u200b#['))
    .join('\n');
}

/** Terminal escapes and other control characters could rewrite what a reader sees. */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '');
}
