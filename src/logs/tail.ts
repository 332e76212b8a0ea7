/** The last lines of a log, and the line that tells why a container has ended. Pure. */

import { bounded } from '../shown-text.ts';
import { namesCause } from './causes.ts';

const maxWidth = 240;

export const defaultLines = 40;

/** The last lines of a cleaned text, at most 240 characters of each, without blank ones. */
export function lastLines(text: string, count = defaultLines): string[] {
  return text
    .split('\n')
    .map((line) => line.replaceAll('\t', '  ').trimEnd())
    .filter((line) => line !== '')
    .slice(-count)
    .map((line) => bounded(line, maxWidth));
}

/** The text as a terminal shows it: of a line that carriage returns overwrite, its last state. */
export function withoutOverwrites(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  return lines.map((line) => line.slice(line.lastIndexOf('\r') + 1)).join('\n');
}

/** From where on a line tells why a process has ended: an exception with its text, an exit code, a signal, a panic. */
const telling: readonly RegExp[] = [
  /(?<![\w.])(?:[A-Za-z_]\w{0,60}\.){0,8}[A-Z]\w{0,60}(?:Error|Exception|Interrupt|Exit)(?:: |$)/,
  /\b(?:panic|fatal error|fatal|FATAL): /,
  /\b[Ee]xit(?:ed)?(?: with)?(?: code| status)? ?[:=]? ?\d{1,3}\b/,
  /\b(?:Segmentation fault|Killed|Aborted|Bus error|CUDA error|core dumped)\b/,
];

const maxQuotedLine = 200;

/** The end of the last line with a known cause, else of the last line that tells why the process ended; '' for none. */
export function tellingLine(lines: readonly string[]): string {
  const told = lines.flatMap((line) => {
    const start = telling.map((pattern) => line.search(pattern)).find((at) => at !== -1);
    return start === undefined && !namesCause(line) ? [] : [line.slice(start)];
  });
  return bounded(told.findLast(namesCause) ?? told.at(-1) ?? '', maxQuotedLine);
}
