/** The last lines of a container's log, or one line where there are none: for the log, the summary and a comment. */

import type { LogTail } from '../logs/read.ts';
import { escapeCell, paragraphs } from './markdown.ts';

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
