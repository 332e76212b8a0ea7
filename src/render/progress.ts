/** The words for what happens during a rollout. */

import type { Clock } from '../clock.ts';
import { formatSeconds } from '../model/duration.ts';
import type { RolloutEvent, WorkerCounts } from '../rollout/events.ts';
import { formatCounts } from '../rollout/health.ts';
import type { Evidence } from '../rollout/judge.ts';
import type { ServiceEvent } from '../service/request.ts';
import { callName, changeLine } from './plan.ts';
import { passLines } from './tests.ts';
import { exceptUnrestored, plural } from './text.ts';

/** The lines for one event; none for what is of no interest in a log, or is told at the end. */
export function eventLines(event: RolloutEvent): string[] {
  switch (event.kind) {
    case 'waiting':
      return [
        event.wait === 'ready'
          ? 'Wait: until the endpoint serves.'
          : 'Wait: until the endpoint serves and no worker of the old version is left.',
      ];
    case 'failed':
      // Without a restore to come, the end of the log says it.
      return event.isRestoring ? [`Failed: ${event.failure.message} [${event.failure.code}]`] : [];
    case 'write-accepted':
      return event.isFound ? [] : [`Written: ${callName(event.call)} of ${event.endpointId} was accepted.`];
    case 'nothing-to-write':
      return event.isRecorded
        ? []
        : ['The endpoint has no record of a deploy: it is judged by the health of its workers alone.'];
    case 'write-shown':
      return event.call === 'create-v1' && event.url ? [`URL: ${event.url}`] : [];
    case 'write-retry':
      return event.isBusy
        ? ['Another operation on the endpoint is in progress; retrying when it has ended.']
        : [`The ${callName(event.call)} did not get through (${event.message}); reading the endpoint and retrying.`];
    case 'duplicates-awaited':
      return [`A response to create was lost: looking for ${event.seconds} s whether it made a second endpoint.`];
    case 'duplicate':
      return [
        `The create whose response was lost took effect after all: ${event.endpointId} is a second endpoint of this run and is deleted; ${event.keptId} stays.`,
      ];
    case 'create-answer-lost':
      return [
        `The response to create was lost (${event.message}): checking whether the endpoint exists before retrying.`,
      ];
    case 'app-name-taken':
      return [`The appName is taken (${event.message}): checking whether the endpoint with this name holds it.`];
    case 'create-found':
      return [
        event.isOurs
          ? `Found it, with this run's record: ${event.endpointId}. Nothing is created twice.`
          : `Found it: ${event.endpointId}. Nothing is created twice, but nothing proves that this run created it.`,
      ];
    case 'settling':
      return [
        'Read back: the service does not show every change yet; checking again for up to 30 s. Missing:',
        ...event.unapplied.map(changeLine),
      ];
    case 'verified':
      return [
        `Read back: the endpoint has every requested value${event.unverifiable.length > 0 ? `, except those that the service never returns: ${event.unverifiable.join(', ')}` : ''}.`,
        ...(event.extraEnvs.length > 0
          ? [`  The service added envs that the spec does not have: ${event.extraEnvs.join(', ')}. They are left.`]
          : []),
      ];
    case 'progress':
      return progressLines(event);
    case 'reading-failed':
      return [`  status check failed (${event.message}); retrying`];
    case 'tests-started':
      return [
        `Tests: on ${event.url}`,
        ...(event.wakesWorker
          ? ['  No worker is up: the first request wakes a billed worker, and its cold start may take minutes.']
          : []),
      ];
    case 'tests-failed':
      return event.isLast ? [] : [`  ${event.pass.message}; testing again`];
    case 'tests-passed':
      return [
        ...passLines(event.pass),
        ...(event.isUnproved
          ? ['  The service lists no workers by which old and new ones could be told apart: the answers alone decide.']
          : []),
      ];
    case 'restoring':
      return restoringLines(event);
    case 'ready':
      return readyLines(event);
    case 'restored': {
      const except = exceptUnrestored(event.unrestored);
      return [
        event.serves
          ? `Restored: ${event.endpointId} serves with its previous configuration again${except}.`
          : `Restored: ${event.endpointId} has its previous configuration again${except}; it did not serve before the update either.`,
      ];
    }
    case 'cleaning-up':
      return [
        event.by === 'deleting'
          ? `Clean-up: deleting ${event.endpointId}, which this run has created.`
          : `Clean-up: parking ${event.endpointId}, which this run has created, at zero workers.`,
      ];
    case 'cleaned-up':
      return [];
    case 'old-worker-answered':
      return [
        `Tests: passed, but only an old worker is healthy. Waiting until it has stopped, without requests that would keep it awake (${formatSeconds(event.leftSeconds)} left).`,
      ];
    case 'clean-up-failed':
      return [`Clean-up failed [${event.failure.code}]: ${event.failure.message}.`];
    case 'replacement-resumed':
      return [
        `Replace: an earlier run was interrupted after it had created ${event.successor.id}. Continuing: once it serves, ${event.oldEndpointId} is deleted.`,
      ];
    case 'discarding':
      return [
        `Replace: the new endpoint failed (${event.message}).`,
        `  It is deleted; the old one, ${event.oldEndpointId}, is unchanged.`,
      ];
    case 'deleting':
      return [
        event.by === 'id'
          ? `Delete: ${event.endpointId}, by ID.`
          : `Delete: deleting ${event.endpointId} by ID had no effect; no other endpoint has its name, so deleting by name.`,
      ];
    case 'deleted':
      return [
        event.isListed
          ? `Deleted: the service is deleting ${event.endpointId} and still lists it.`
          : `Deleted: ${event.endpointId} no longer exists in the list of endpoints.`,
      ];
    case 'phase':
    case 'write-sent':
    case 'write-refused':
    case 'reading':
    case 'put-back':
    case 'restore-failed':
    case 'replaced':
    case 'discarded':
    case 'not-deleted':
      return [];
  }
}

/** What was taken as evidence, where it is less than a new healthy worker. */
export const weakEvidence: Readonly<Partial<Record<Evidence, string>>> = {
  'kept-workers': 'the service did not replace the workers for this change, and they are healthy.',
  'tests-decide': 'the service does not show which workers are new, so the tests decide.',
  'no-workers-needed': 'no worker needs to run, so nothing has shown that this version works.',
};

function readyLines({ evidence, isTested }: Extract<RolloutEvent, { kind: 'ready' }>): string[] {
  const text = isTested ? undefined : weakEvidence[evidence];
  return text === undefined ? [] : [`Evidence: ${text}`];
}

function restoringLines({ changes, calls, unrestored }: Extract<RolloutEvent, { kind: 'restoring' }>): string[] {
  const headline =
    calls.length > 0
      ? `Restore: writing back the previous configuration (${calls.map(callName).join(', then ')}):`
      : 'Restore: the endpoint still has its previous configuration, so nothing is written back.';
  const lost =
    unrestored.length > 0
      ? [
          `  Not restored, because the service does not show the previous value, or no update can set it: ${unrestored.join(', ')}`,
        ]
      : [];
  return [headline, ...changes.map(changeLine), ...lost];
}

function progressLines({
  elapsedSeconds,
  leftSeconds,
  state,
  workers,
  message,
  failure,
  givesUpInSeconds,
}: Extract<RolloutEvent, { kind: 'progress' }>): string[] {
  const quote = message ? `, "${message}"` : '';
  const line = `  ${formatSeconds(elapsedSeconds).padStart(9)}  ${state || 'no state'}, ${formatWorkers(workers)}${quote}, ${formatSeconds(leftSeconds)} left`;
  // At its last moment the failure is reported as such.
  if (failure === '' || givesUpInSeconds === 0) return [line];
  const until = givesUpInSeconds === undefined ? '' : `; giving up in ${formatSeconds(givesUpInSeconds)}`;
  return [line, `${' '.repeat(13)}${failure}${until}`];
}

export function formatWorkers(workers: WorkerCounts): string {
  const words = formatCounts(workers);
  if (words === '') return 'no workers';
  if (!/ (old|new) /.test(` ${words}`)) return `workers: ${words}`;
  return words.replaceAll(/(?<!\d)(\d+) (old|new) /g, (_, count, age) => `${plural(Number(count), `${age} worker`)} `);
}

/** A retry of a request to the service: a slow step explains why it is slow. */
export function serviceEventLine(event: ServiceEvent): string {
  return `  ${event.operation}: the service ${event.cause}; attempt ${event.attempt + 1} in ${event.waitSeconds.toFixed(1)} s`;
}

/** How long a cause is only counted. */
const quietMs = 30_000;

interface Told {
  atMs: number;
  sinceMs: number;
  /** Since the last line. */
  untold: number;
}

/** The line for a retry; undefined where its cause was told in the last half minute. Requests side by side meet the same cause. */
export function createRetryLines(clock: Clock): (retry: ServiceEvent) => string | undefined {
  const causes = new Map<string, Told>();
  return (retry) => {
    const nowMs = clock.monotonicMs();
    const told = causes.get(retry.cause);
    if (!told) {
      causes.set(retry.cause, { atMs: nowMs, sinceMs: nowMs, untold: 0 });
      return serviceEventLine(retry);
    }
    told.untold += 1;
    if (nowMs - told.atMs < quietMs) return undefined;
    const { untold, sinceMs } = told;
    Object.assign(told, { atMs: nowMs, untold: 0 });
    return `  ${retry.operation}: the service ${retry.cause}; repeated ${untold} more ${untold === 1 ? 'time' : 'times'} in ${formatSeconds((nowMs - sinceMs) / 1000)}`;
  };
}
