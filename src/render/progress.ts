/** The words for what happens during a rollout. */

import { formatSeconds } from '../model/duration.ts';
import type { RolloutEvent, WorkerCounts } from '../rollout/events.ts';
import type { Evidence } from '../rollout/readiness.ts';
import { formatCounts } from '../rollout/worker-counts.ts';
import type { ServiceEvent } from '../service/request.ts';
import { callName, changeLine } from './plan.ts';
import { exceptUnrestored, formatSmoke } from './text.ts';

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
    case 'update-answer-lost':
      return [
        `The response to the ${callName(event.call)} was lost (${event.message}); reading the endpoint to see whether it took effect.`,
      ];
    case 'write-conflict':
      return [
        `Another operation on the endpoint ${event.isKnown ? 'is' : 'may be'} in progress (${event.message}); reading it and retrying.`,
      ];
    case 'gave-way':
      return [
        `Another endpoint, ${event.survivorId}, was created under the same name at the same time. It stays, so ${event.endpointId} is deleted.`,
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
      ];
    case 'other-family':
      return [`Read back: ${event.members.join(', ')} did not take effect; trying the ${callName(event.call)}.`];
    case 'progress':
      return progressLines(event);
    case 'reading-failed':
      return [`  status check failed (${event.message}); retrying`];
    case 'smoke-started':
      return smokeStartLines(event);
    case 'smoke-failed':
      return [
        `  ${formatSeconds(event.elapsedSeconds).padStart(9)}  ${event.answer} (attempt ${event.attempt}), ${formatSeconds(event.leftSeconds)} left`,
      ];
    case 'smoke-passed':
      return [`Smoke test: passed with ${formatSmoke(event)}.`];
    case 'restoring':
      return restoringLines(event);
    case 'ready':
      return readyLines(event);
    case 'renaming':
      return [
        `Delete: deleting ${event.endpointId} by ID had no effect, and other endpoints share its name; renaming it to "${event.name}" first.`,
      ];
    case 'restored': {
      const except = exceptUnrestored(event.unverifiable);
      return [
        event.serves
          ? `Restored: ${event.endpointId} serves with its previous configuration again${except}.`
          : `Restored: ${event.endpointId} has its previous configuration again${except}; it did not serve before the update either.`,
      ];
    }
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
    case 'nothing-to-write':
    case 'write-sent':
    case 'write-refused':
    case 'reading':
    case 'write-shown':
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
  'settled-workers':
    'the workers are healthy and no other is starting; some were starting before the write, and the service does not show which.',
  'restarted-workers':
    'the IDs do not tell the workers apart from those before the write. Something was starting after it, and now they are healthy.',
  'no-workers-needed': 'no worker needs to run, and the service reports that the endpoint serves.',
  word: 'the service lists no workers, so only its reported state is known.',
  'smoke-test':
    'the service lists no workers, and its reported state did not change after the write. The smoke test decides; a worker of the old version may answer it.',
  silence: 'the service reports no state, and nothing wrong.',
};

function readyLines({ evidence, newWorkers, isTested, isAgain }: Extract<RolloutEvent, { kind: 'ready' }>): string[] {
  if (isAgain) return [];
  if (evidence === 'kept-workers' && newWorkers === 0)
    return ['Kept: the service did not replace the workers for this change, and they are healthy.'];
  const text = weakEvidence[evidence];
  const offer = isTested ? '' : ' `tests` in the spec would show whether the endpoint responds.';
  return text === undefined ? [] : [`Evidence: ${text}${offer}`];
}

function restoringLines({ changes, calls, unverifiable }: Extract<RolloutEvent, { kind: 'restoring' }>): string[] {
  const headline =
    calls.length > 0
      ? `Restore: writing back the previous configuration (${calls.map(callName).join(', then ')}):`
      : 'Restore: the endpoint still has its previous configuration, so nothing is written back.';
  const lost =
    unverifiable.length > 0
      ? [`  Not restored, because the service never returns the previous value: ${unverifiable.join(', ')}`]
      : [];
  return [headline, ...changes.map(changeLine), ...lost];
}

function smokeStartLines({ url, wakesWorker, isPlain }: Extract<RolloutEvent, { kind: 'smoke-started' }>): string[] {
  return [
    `Smoke test: GET ${url}`,
    ...(wakesWorker
      ? ['  The endpoint scales to zero: this wakes a billed worker, and its cold start may take minutes.']
      : []),
    ...(isPlain ? ['  The URL is not https: requests to it can be read in transit.'] : []),
  ];
}

function progressLines({
  elapsedSeconds,
  leftSeconds,
  state,
  workers,
  message,
  failure,
  givesUpInSeconds = 0,
  isSameFailure,
}: Extract<RolloutEvent, { kind: 'progress' }>): string[] {
  const quote = message ? `, "${message}"` : '';
  const line = `  ${formatSeconds(elapsedSeconds).padStart(9)}  ${state || 'no state'}, ${formatWorkers(workers)}${quote}, ${formatSeconds(leftSeconds)} left`;
  // At its last moment the failure is reported as such.
  if (failure === '' || givesUpInSeconds === 0) return [line];
  const what = isSameFailure ? 'the same' : failure;
  return [line, `${' '.repeat(13)}${what}; giving up in ${formatSeconds(givesUpInSeconds)}`];
}

export function formatWorkers(workers: WorkerCounts): string {
  const words = formatCounts(workers);
  return words === '' ? 'no workers' : `workers: ${words}`;
}

/** What the service client reports of itself: a slow step explains why it is slow. */
export function serviceEventLine(event: ServiceEvent): string {
  if (event.type === 'list-read-again')
    return `  The list of endpoints has several pages: reading it again (${event.pass}), because an endpoint may have moved between pages in the meantime.`;
  return `  ${event.operation}: the service ${event.cause}; attempt ${event.attempt + 1} in ${event.waitSeconds.toFixed(1)} s`;
}
