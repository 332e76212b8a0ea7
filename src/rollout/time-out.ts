/** The failure of a wait whose time is over: what was missing, and whether it speaks against what was written. */

import { formatSeconds } from '../model/duration.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { RolloutError } from './errors.ts';
import type { Expectation } from './expectation.ts';
import { freshWorkers, type Verdict } from './readiness.ts';
import { isSilent, workerCondition } from './state-words.ts';
import { countWorkers, formatCounts } from './worker-counts.ts';
import { isPresent, isReady, isStarting, nameOf, quoteState } from './worker-faults.ts';
import type { WorkerHistory } from './worker-history.ts';

/** Without a reading for so long at its end, or for half of it, a wait that ran out of time proves nothing against the endpoint. */
const unread = { ms: 60_000, share: 0.5 } as const;

export function unreadMs(timeoutSeconds: number): number {
  return Math.min(unread.ms, 1000 * timeoutSeconds * unread.share);
}

interface TimeOut {
  endpoint: Endpoint;
  verdict: Verdict | undefined;
  expectation: Expectation;
  timeoutSeconds: number;
  hint: string | undefined;
  /** A new worker was healthy at some time. */
  wasHealthy: boolean;
  history: WorkerHistory;
  unreadForMs: number;
}

const stillHint =
  'Check which version the endpoint runs. If the service restarts workers without showing it, set `wait: none` and give the spec `tests` that fail for the old version.';
const unshownHint =
  'Give the spec `tests` that fail for the old version: if the service lists no workers, they decide.';

/** What was missing decides what to do: more time, a look at a worker, or a service that keeps its old workers. */
export function timedOut(timeOut: TimeOut): RolloutError {
  const { endpoint, verdict, expectation, timeoutSeconds, hint, wasHealthy, history, unreadForMs } = timeOut;
  const { id, config, state, workers, log } = endpoint;
  const present = workers.filter(isPresent);
  const fresh = freshWorkers(endpoint, expectation, history);
  const isFresh = new Set(fresh);
  const old = present.filter((each) => !isFresh.has(each) && workerCondition(each.state) !== 'failed').length;
  const worker = verdict?.kind === 'failing' ? verdict.worker : workers.find((each) => isStarting(each, endpoint));
  const isUnread = unreadForMs >= unreadMs(timeoutSeconds);
  const awaitsNew = expectation.effect === 'replaces' && old > 0 && fresh.length === 0;
  const hasIds = present.every(({ id: worker }) => worker !== '');
  const why = [
    `last state ${state.state || 'none'}${quoteState(state)}`,
    workerWords(endpoint),
    verdict?.kind === 'failing' ? verdict.message : '',
    awaitsNew ? (hasIds ? 'no new worker appeared' : 'no worker is known to be new') : '',
    old > 0 && hasIds ? `${old} ${old === 1 ? 'worker' : 'workers'} of the old version still running` : '',
    isUnread ? `the endpoint could not be read for the last ${formatSeconds(unreadForMs / 1000)}` : '',
  ];
  const isStill = awaitsNew && history.isStill && !history.wasStarting;
  const isWritten = expectation.effect !== 'nothing';
  const isUnshown = isWritten && expectation.hidesWorkers && workers.length === 0 && !history.wasStarting;
  const keeps = keepsBecause({
    isHealthy: isWritten && (wasHealthy || fresh.some((each) => isReady(each, endpoint))),
    isStill,
    isUnshown,
    isBlind: isWritten && expectation.isSilent && isSilent(state) && workers.length === 0,
    isAsBefore:
      isWritten &&
      config.workerConfig.minNum === 0 &&
      verdict?.kind !== 'failing' &&
      state.state === expectation.wordBefore,
    isUnread: isWritten && isUnread,
  });
  return new RolloutError({
    code: 'timeout',
    ...(isStill && { hint: stillHint }),
    ...(isUnshown && { hint: unshownHint }),
    ...(hint !== undefined && { hint }),
    message: `endpoint ${config.name} (${id}) was not ready after ${formatSeconds(timeoutSeconds)}: ${why.filter(Boolean).join('; ')}${keeps}`,
    endpointId: id,
    log: worker?.log ? { of: nameOf(worker), text: worker.log } : { of: 'the endpoint', text: log },
    isInconclusive: keeps !== '',
  });
}

/** A clause that says why nothing is undone; '' where something may be. */
function keepsBecause(
  seen: Record<'isHealthy' | 'isStill' | 'isUnshown' | 'isBlind' | 'isAsBefore' | 'isUnread', boolean>,
): string {
  if (seen.isHealthy) return '; a worker of the new version was healthy, so the new configuration is kept';
  if (!Object.values(seen).includes(true)) return '';
  const why = seen.isStill
    ? 'they were healthy all the time: the service has not started to replace them, or restarts them without showing it; '
    : seen.isUnshown
      ? 'the service lists no workers, and its reported state has not changed since the write: nothing shows which version serves; '
      : seen.isBlind
        ? 'the service shows neither a state nor workers; '
        : seen.isAsBefore
          ? 'it said the same before the update; '
          : '';
  return `; ${why}that is no evidence against the new configuration, so it is kept`;
}

function workerWords(endpoint: Endpoint): string {
  const words = formatCounts(countWorkers(endpoint));
  return words === '' ? 'it has no workers' : `workers: ${words}`;
}
