/** Owns how problems of specs and inputs read: as annotations of a workflow, as lines with a caret on a terminal, as rows of a summary. */

import type { InputProblem } from '../inputs.ts';
import type { Annotation } from '../report.ts';
import type { FileRange, Issue } from '../spec/issue.ts';
import { codeCell, escapeCell, plural } from './text.ts';

/** GitHub shows at most ten annotations of a kind for a step and drops the others without a word. */
const annotationsPerStep = 10;

export function inputAnnotation({ input, message, hint }: InputProblem): Annotation {
  return { severity: 'error', title: `input ${input}`, message: `The input \`${input}\` ${message}. ${hint}` };
}

export function issueAnnotation({ severity, message, hint, position, code }: Issue): Annotation {
  const text = `${message}. ${hint}`;
  return 'input' in position
    ? { severity, title: `input ${position.input}: ${code}`, message: text }
    : { severity, title: `spec: ${code}`, message: text, range: position };
}

/** The issues that get an annotation, errors first, and how many are left for the summary. */
export function chooseAnnotations(issues: readonly Issue[]): { shown: Annotation[]; left: number } {
  const shown = (['error', 'warning', 'notice'] as const).flatMap((severity) =>
    issues
      .filter((issue) => issue.severity === severity)
      .slice(0, annotationsPerStep)
      .map(issueAnnotation),
  );
  return { shown, left: issues.length - shown.length };
}

/** `2 errors, 1 warning`. */
export function countIssues(issues: readonly Issue[]): string {
  const counts = (['error', 'warning', 'notice'] as const).map((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count === 0 ? '' : plural(count, severity);
  });
  return counts.filter(Boolean).join(', ') || 'no problems';
}

/** The issue as a terminal shows it: place and message, the line itself with carets under the range, what to do. `text` is the file's. */
export function issueFrame(issue: Issue, text: string | undefined): string[] {
  const { position, severity, message, hint, code } = issue;
  const place =
    'input' in position
      ? `input ${position.input}`
      : `${position.file}:${position.start.line}:${position.start.column}`;
  const frame = 'input' in position || text === undefined ? [] : caretLines(position, text);
  return [`${place} ${severity} ${code}`, `  ${message}`, ...frame.map((line) => `  ${line}`), `  → ${hint}`];
}

/** Long lines are cut around the place, so that the carets stay on the screen. */
function caretLines({ start, end }: FileRange, text: string): string[] {
  const line = (text.split(/\r\n|\r|\n/)[start.line - 1] ?? '').replaceAll('\t', ' ');
  const from = start.column - 1 > 80 ? start.column - 1 - 40 : 0;
  const to = from + 120;
  const lastColumn = end.line === start.line ? end.column : line.length + 1;
  const carets = '^'.repeat(Math.max(1, Math.min(lastColumn, to) - start.column));
  const gutter = `${start.line} | `;
  const cut = `${from > 0 ? '…' : ''}${line.slice(from, to)}${line.length > to ? '…' : ''}`;
  return [
    `${gutter}${cut}`,
    `${' '.repeat(gutter.length - 2)}| ${' '.repeat(start.column - 1 - from + (from > 0 ? 1 : 0))}${carets}`,
  ];
}

/** Issues as a Markdown table; '' when there are none. */
export function issueTable(issues: readonly Issue[]): string {
  if (issues.length === 0) return '';
  const rows = issues.map(({ severity, message, hint, position, code }) => {
    const place =
      'input' in position
        ? `input ${position.input}`
        : `${position.file}:${position.start.line}:${position.start.column}`;
    return `| ${severity} | ${codeCell(place)} | ${escapeCell(message)}. ${escapeCell(hint)} | ${codeCell(code)} |`;
  });
  return ['| | Place | What to do | Code |', '|---|---|---|---|', ...rows].join('\n');
}
