/** The log of one endpoint beside others, and the log of a failed worker, quoted and written under it. */

import type { Clock } from '../clock.ts';
import { DeployError } from '../errors.ts';
import type { LogTail, ReadLog } from '../logs/read.ts';
import { remedyOf, tellingLine } from '../logs/tail.ts';
import type { Endpoint, GivenLog, Worker } from '../model/endpoint.ts';
import { logProblem, logTitle } from '../render/failure.ts';
import type { Reporter } from '../report.ts';
import type { RolloutEvent } from '../rollout/events.ts';
import { isPresent, isReady, isRunning } from '../rollout/evidence/condition.ts';
import type { WorkerVersion } from '../rollout/evidence/effect.ts';
import { workerLogPauseMs } from '../times.ts';

/** Written at once for the only endpoint, otherwise kept for a group, so that rollouts do not interleave. */
export function openLogGroup(
  endpoint: string,
  { context: { reporter }, isOneOfMany = false }: { context: { reporter: Reporter }; isOneOfMany?: boolean },
) {
  const grouped: string[] = [];
  const write = (lines: readonly string[]) => {
    if (lines.length > 0) reporter.info(lines.join('\n'));
  };
  const put = isOneOfMany ? (lines: readonly string[]) => void grouped.push(...lines) : write;
  let last = '';
  /** A test that fails again and again with the same answer is one line. */
  const log = (lines: readonly string[]) => {
    const text = lines.join('\n');
    if (text !== last) put(lines);
    if (text !== '') last = text;
  };
  return {
    log,
    /** How a wait is going: written at once also beside others, with the endpoint's name, so that it is no hang. */
    logProgress: (lines: readonly string[]) => {
      log(lines);
      if (isOneOfMany) write(lines.map((line) => `${endpoint}: ${line.trim()}`));
    },
    /** The end of a log, folded away; indented inside the group of an endpoint, which can hold no other. */
    logTail: (tail: LogTail) => {
      const title = logTitle(tail);
      if (tail.problem !== '') log([logProblem(tail)]);
      else if (isOneOfMany) log([`${title}:`, ...tail.lines.map((line) => `  | ${line}`)]);
      else reporter.group(title, tail.lines.join('\n'));
    },
    close: () => {
      if (isOneOfMany) reporter.group(endpoint, grouped.join('\n'));
    },
  };
}

/** The end of the log; undefined without a log, and for a cancelled run, which has no time. */
export async function readFailureLog(
  log: GivenLog | undefined,
  { connections, signal }: { connections: { log: ReadLog }; signal: AbortSignal },
): Promise<LogTail | undefined> {
  return log === undefined || signal.aborted ? undefined : connections.log(log, signal);
}

/**
 * While a worker of this version runs and is not healthy, the last line of its log whenever it has changed: its server
 * may listen on another port, or load for minutes. Read in the background, and no more after the end of the rollout.
 */
export function openLogWatch(
  { connections, clock, signal }: { connections: { log: ReadLog }; clock: Clock; signal: AbortSignal },
  tell: (line: string) => void,
): (event: RolloutEvent) => Promise<void> {
  let versions: ReadonlyMap<string, WorkerVersion> = new Map();
  let dueMs: number | undefined;
  let said = '';
  return async (event) => {
    if (event.kind === 'workers-told') versions = event.versions;
    if (event.kind !== 'reading') return;
    const { endpoint } = event;
    const isStarting = (worker: Worker) => isRunning(worker) && !isReady(worker, endpoint) && worker.log !== '';
    const worker = endpoint.workers.find((each) => isStarting(each) && versions.get(each.id) === 'this');
    const nowMs = clock.monotonicMs();
    // Most servers are healthy before the first reading is due.
    dueMs = worker && (dueMs ?? nowMs + workerLogPauseMs);
    if (!worker || dueMs === undefined || nowMs < dueMs || signal.aborted) return;
    dueMs = nowMs + workerLogPauseMs;
    const { of, lines } = await connections.log(workerLog(worker), signal);
    const line = lines.at(-1) ?? '';
    if (line === '' || line === said || signal.aborted) return;
    said = line;
    tell(`  ${of} runs, and is not healthy yet; its log: ${line}`);
  };
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

/** The failure with the line of the log that explains it, unless its message has it, and with the remedy. */
export function explainFailure(failure: DeployError, tail: LogTail | undefined): DeployError {
  const quote = tellingLine(tail?.lines ?? []);
  const isNew = quote !== '' && !failure.message.includes(quote);
  const message = isNew ? `${failure.message}; the log of ${tail?.of} says: "${quote}"` : failure.message;
  return new DeployError({
    ...failure,
    message,
    hint: remedyOf(failure.code, message) ?? failure.hint,
    cause: failure,
  });
}
