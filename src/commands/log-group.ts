/** The log of one endpoint: written at once when it is the only one, otherwise kept for a group of its own, so that rollouts side by side do not interleave. */

import type { Reporter } from '../report.ts';

export interface LogGroup {
  log(lines: readonly string[]): void;
  /** How a wait is going: written at once also beside others, each line behind the endpoint's name, so that a long wait does not look like a hang. */
  logProgress(lines: readonly string[]): void;
  /** Lines that are folded away under a title; inside the group of an endpoint, which cannot hold another one, they are indented. */
  fold(title: string, lines: readonly string[]): void;
  /** Writes the group. */
  close(): void;
}

export function openLogGroup(
  endpoint: string,
  { reporter, isOneOfMany }: { reporter: Pick<Reporter, 'info' | 'group' | 'progress'>; isOneOfMany: boolean },
): LogGroup {
  const write = (lines: readonly string[]) => {
    if (lines.length > 0) reporter.info(lines.join('\n'));
  };
  const progress = (lines: readonly string[]) => {
    if (lines.length > 0) (reporter.progress ?? reporter.info)(lines.join('\n'));
  };
  if (!isOneOfMany)
    return {
      log: write,
      logProgress: progress,
      fold: (title, lines) => reporter.group(title, lines.join('\n')),
      close: () => {},
    };
  const kept: string[] = [];
  return {
    log: (lines) => void kept.push(...lines),
    logProgress: (lines) => {
      kept.push(...lines);
      write(lines.map((line) => `${endpoint}: ${line.trim()}`));
    },
    fold: (title, lines) => void kept.push(`${title}:`, ...lines.map((line) => `  | ${line}`)),
    close: () => reporter.group(endpoint, kept.join('\n')),
  };
}
