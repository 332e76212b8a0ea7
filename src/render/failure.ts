/** Mistakes in inputs and specs, the table of a failure, and the end of a log. */

import { type DeployError, failureTitle } from '../errors.ts';
import type { InputProblem } from '../inputs/inputs.ts';
import type { LogTail } from '../logs/read.ts';
import type { Annotation } from '../report.ts';
import type { Issue } from '../spec/issue.ts';
import { codeCell, detailTable, escapeCell, fenced, heading, paragraphs, proseCell, table } from './markdown.ts';
import { plural } from './text.ts';

/** A command that failed before anything was written. */
export function failureSummary(failure: DeployError): string {
  return paragraphs([heading(`❌ ${failure.title}`), failure.issues || failureTable(failure)]);
}

/** Every wrong input, also those beyond GitHub's maximum of annotations. */
export function inputProblemsSummary(command: string, problems: readonly InputProblem[]): string {
  const rows = problems.map(({ input, message, hint }) => [codeCell(input), proseCell(message), proseCell(hint)]);
  return paragraphs([
    heading(`❌ ${failureTitle(command, 'inputs-invalid')}`),
    table(['Input', 'Found', 'What to do'], rows),
  ]);
}

export function failureTable({ message, now, hint }: DeployError, of?: string): string {
  return detailTable(
    [
      ['What', proseCell(message)],
      ['Served by', now ? proseCell(`${now.served}. ${now.left}.`) : ''],
      ['Billed', proseCell(now?.billed ?? '')],
      ['Next', proseCell(hint)],
    ],
    of,
  );
}

/** `Last lines of the log of worker w1`. */
export function logTitle({ of }: LogTail): string {
  return `Last lines of the log of ${of}`;
}

/** `The log of worker w1 (/logs/w1) could not be read: it answered 404.` */
export function logProblem({ of, place, problem }: LogTail): string {
  return `The log of ${of}${place ? ` (${place})` : ''} ${problem}.`;
}

/** Under a failure, folded: the table above it has the line that tells why. */
export function logBlock(tail: LogTail): string {
  if (tail.problem !== '') return escapeCell(logProblem(tail));
  const summary = `<details><summary>${escapeCell(logTitle(tail))}</summary>`;
  return paragraphs([summary, fenced('text', tail.lines), '</details>']);
}

export function inputAnnotation({ input, message, hint }: InputProblem): Annotation {
  return { severity: 'error', title: `input ${input}`, message: `\`${input}\` ${message}.`, hint };
}

export function issueAnnotation({ severity, position, code, ...words }: Issue): Annotation {
  const said = { severity, message: `${words.message}.`, hint: words.hint };
  if ('input' in position) return { ...said, title: `input ${position.input}: ${code}` };
  return { ...said, title: `spec: ${code}`, range: position };
}

/** At most `max` issues of each severity; of sorted ones, in their order. */
export function chooseIssues(issues: readonly Issue[], max: number): Issue[] {
  const bySeverity = Object.groupBy(issues, ({ severity }) => severity);
  return Object.values(bySeverity).flatMap((each) => each.slice(0, max));
}

/** `2 errors, 1 warning`. */
export function countIssues(issues: readonly Issue[]): string {
  const found = Object.groupBy(issues, ({ severity }) => severity);
  const severities = ['error', 'warning', 'notice'] as const;
  const counts = severities.flatMap((each) => (found[each] ? plural(found[each].length, each) : []));
  return counts.join(', ') || 'no problems';
}

/** Every issue with its place and what to do; `title`: of the failure that they are, or what there is to know. */
export function issueSummary(issues: readonly Issue[], title = ''): string {
  const counts = countIssues(issues);
  const several = issues.length > 1 ? ` (${counts})` : '';
  const head = title === '' ? `Spec: ${counts}` : `❌ ${title}${several}`;
  return paragraphs([heading(head), issueTable(issues)]);
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
