/** What failed before any endpoint was known, and the end of a log. Loads nothing of plans, which start late. */

import type { DeployError } from '../errors.ts';
import type { InputProblem } from '../inputs.ts';
import type { LogTail } from '../logs/read.ts';
import { codeCell, escapeCell, factTable, heading, paragraphs, proseCell, table } from './markdown.ts';

/** A command that failed before any endpoint was known. */
export function failureSummary(command: string, failure: DeployError): string {
  return paragraphs([heading(`❌ ${command}: ${failure.code}`), failure.issues || failureFacts(failure)]);
}

/** Every input that is wrong, also those that GitHub has no room for among the annotations. */
export function inputProblemsSummary(command: string, problems: readonly InputProblem[]): string {
  const rows = problems.map(({ input, message, hint }) => [codeCell(input), proseCell(message), proseCell(hint)]);
  return paragraphs([heading(`❌ ${command}: inputs-invalid`), table(['Input', 'Found', 'What to do'], rows)]);
}

export function failureFacts({ message, hint }: DeployError): string {
  return factTable([
    ['Failure', proseCell(message)],
    ['Next', proseCell(hint)],
  ]);
}

/** `Last lines of the log of worker w1`. */
export function logTitle({ of }: LogTail): string {
  return `Last lines of the log of ${of}`;
}

/** `The log of worker w1 (/logs/w1) could not be read: the answer is 404.` */
export function logProblem({ of, place, problem }: LogTail): string {
  return `The log of ${of}${place ? ` (${place})` : ''} ${problem}.`;
}

/** Under a failure in the summary. */
export function logBlock(tail: LogTail): string {
  if (tail.problem !== '') return paragraphs([escapeCell(logProblem(tail))]);
  return paragraphs([`${escapeCell(logTitle(tail))}:`, fenced(tail.lines)]);
}

/** Folded, for a comment, which is read by more people than a log. */
export function logDetails(tail: LogTail): string {
  if (tail.problem !== '') return logBlock(tail);
  return paragraphs([`<details><summary>${escapeCell(logTitle(tail))}</summary>`, fenced(tail.lines), '</details>']);
}

/** In a fence that is longer than any in it. */
function fenced(lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...lines, fence].join('\n');
}
