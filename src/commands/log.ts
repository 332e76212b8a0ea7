/** The log of one endpoint beside others, and the log of what has failed, quoted and written under it. */

import { DeployError } from '../errors.ts';
import type { LogTail } from '../logs/read.ts';
import { tellingLine } from '../logs/tail.ts';
import type { Endpoint, GivenLog, Worker } from '../model/endpoint.ts';
import { logProblem, logTitle } from '../render/failure.ts';
import type { Reporter } from '../report.ts';
import { isPresent } from '../rollout/condition.ts';
import type { CommandContext } from './context.ts';

export interface LogGroup {
  log(lines: readonly string[]): void;
  /** How a wait is going: written at once also beside others, with the endpoint's name, so that it is no hang. */
  logProgress(lines: readonly string[]): void;
  /** Lines that are folded away under a title; indented inside the group of an endpoint, which can hold no other. */
  fold(title: string, lines: readonly string[]): void;
  /** Writes the group. */
  close(): void;
}

/** Written at once for the only endpoint, otherwise kept for a group, so that rollouts do not interleave. */
export function openLogGroup(
  endpoint: string,
  { reporter, isOneOfMany }: { reporter: Reporter; isOneOfMany: boolean },
): LogGroup {
  const writer = (tell: (text: string) => void) => (lines: readonly string[]) => {
    if (lines.length > 0) tell(lines.join('\n'));
  };
  const write = writer(reporter.info);
  if (!isOneOfMany)
    return {
      log: write,
      logProgress: writer(reporter.progress ?? reporter.info),
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

/** Undefined where there is no log, and for a run that was cancelled, which has no time. */
export async function readFailureLog(
  log: GivenLog | undefined,
  { connections, signal }: CommandContext,
): Promise<LogTail | undefined> {
  return log === undefined || signal.aborted ? undefined : connections.log(log, signal);
}

/** The endpoint's own, else that of the worker that came last. */
export function logOf({ log, workers }: Endpoint): GivenLog | undefined {
  if (log !== '') return { of: 'the endpoint', text: log };
  const worker = workers.findLast((each) => each.log !== '' && isPresent(each));
  return worker && workerLog(worker);
}

export function workerLog({ id, log }: Worker): GivenLog {
  return { of: `worker ${id || 'without an ID'}`, text: log };
}

/** The same failure with the line of the log that tells why, where one does and the message does not have it yet. */
export function quoteLog(failure: DeployError, { of, lines }: LogTail): DeployError {
  const quote = tellingLine(lines);
  if (quote === '' || failure.message.includes(quote)) return failure;
  const message = `${failure.message}; the log of ${of} says: "${quote}"`;
  return new DeployError({ ...failure, message, cause: failure });
}

export function writeLog(tail: LogTail, logGroup: LogGroup): void {
  if (tail.problem === '') logGroup.fold(logTitle(tail), tail.lines);
  else logGroup.log([logProblem(tail)]);
}
