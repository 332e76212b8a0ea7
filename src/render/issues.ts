/** Problems of specs and inputs as annotations, as lines with a caret, and as a table for the summary. */

import type { InputProblem } from '../inputs.ts';
import type { Annotation } from '../report.ts';
import type { FileRange, Issue } from '../spec/issue.ts';
import { codeCell, heading, paragraphs, proseCell, table } from './markdown.ts';
import { plural } from './text.ts';

export function inputAnnotation({ input, message, hint }: InputProblem): Annotation {
  return { severity: 'error', title: `input ${input}`, message: `The \`${input}\` input ${message}.`, hint };
}

/** `text` is the file's as it may be shown: lines that may hold a secret are blank in it. */
export function issueAnnotation(issue: Issue, text: string | undefined): Annotation {
  const { severity, hint, position, code } = issue;
  const message = `${issue.message}.`;
  if ('input' in position) return { severity, title: `input ${position.input}: ${code}`, message, hint };
  const excerpt = text === undefined ? [] : caretLines(position, text);
  return { severity, title: `spec: ${code}`, message, hint, range: position, ...(excerpt.length > 0 && { excerpt }) };
}

/** The issues to annotate, at most `most` of a severity, in their order; and how many are left for the summary. */
export function chooseIssues(issues: readonly Issue[], most: number): { chosen: Issue[]; left: number } {
  const counts = new Map<string, number>();
  const chosen = issues.filter(({ severity }) => {
    const count = (counts.get(severity) ?? 0) + 1;
    counts.set(severity, count);
    return count <= most;
  });
  return { chosen, left: issues.length - chosen.length };
}

/** `2 errors, 1 warning`. */
export function countIssues(issues: readonly Issue[]): string {
  const counts = (['error', 'warning', 'notice'] as const).map((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count === 0 ? '' : plural(count, severity);
  });
  return counts.filter(Boolean).join(', ') || 'no problems';
}

/** Long lines are cut around the place, so that the carets stay on the screen. None for a line that is not shown. */
function caretLines({ start, end }: FileRange, text: string): string[] {
  // By its offset: splitting a large file for each of a hundred issues takes seconds.
  const lineStart = start.offset - (start.column - 1);
  const lineEnd = text.indexOf('\n', start.offset);
  const line = text
    .slice(lineStart, lineEnd === -1 ? undefined : lineEnd)
    .replace(/\r$/, '')
    .replaceAll('\t', ' ');
  const from = start.column - 1 > 80 ? start.column - 1 - 40 : 0;
  const to = from + 120;
  if (line.slice(from, to).trim() === '') return [];
  const lastColumn = end.line === start.line ? end.column : line.length + 1;
  const carets = '^'.repeat(Math.max(1, Math.min(lastColumn, to) - start.column));
  const gutter = `${start.line} | `;
  const cut = `${from > 0 ? '…' : ''}${line.slice(from, to)}${line.length > to ? '…' : ''}`;
  return [
    `${gutter}${cut.trimEnd()}`,
    `${' '.repeat(gutter.length - 2)}| ${' '.repeat(start.column - 1 - from + (from > 0 ? 1 : 0))}${carets}`,
  ];
}

/** Every issue with its place and what to do. */
export function issueSummary(issues: readonly Issue[]): string {
  return paragraphs([heading(`Spec: ${countIssues(issues)}`), issueTable(issues)]);
}

/** Issues as a Markdown table; '' when there are none. */
export function issueTable(issues: readonly Issue[]): string {
  const rows = issues.map(({ severity, message, hint, position, code }) => {
    const place =
      'input' in position
        ? `input ${position.input}`
        : `${position.file}:${position.start.line}:${position.start.column}`;
    return [severity, codeCell(place), `${proseCell(message)}. ${proseCell(hint)}`, codeCell(code)];
  });
  return table(['', 'Place', 'What to do', 'Code'], rows);
}
