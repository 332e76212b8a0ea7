/** The log of what has failed: read once, quoted in the failure, and written under it. */

import { DeployError } from '../errors.ts';
import type { LogTail } from '../logs/read.ts';
import { tellingLine } from '../logs/tail.ts';
import type { Endpoint, GivenLog, Worker } from '../model/endpoint.ts';
import { logProblem, logTitle } from '../render/log.ts';
import { isPresent } from '../rollout/condition.ts';
import type { CommandContext } from './context.ts';
import type { LogGroup } from './log-group.ts';

/** Undefined where there is no log, and for a run that was cancelled, which has no time. */
export async function readFailureLog(
  log: GivenLog | undefined,
  { connections, signal }: Pick<CommandContext, 'connections' | 'signal'>,
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

export function writeLog(tail: LogTail, logGroup: Pick<LogGroup, 'log' | 'fold'>): void {
  if (tail.problem === '') logGroup.fold(logTitle(tail), tail.lines);
  else logGroup.log([logProblem(tail)]);
}
