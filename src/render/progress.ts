/** The words for what happens during a rollout. */

import type { RolloutEvent, WorkerCounts } from '../rollout/events.ts';
import type { ServiceEvent } from '../service/request.ts';
import { callName, changeLine } from './plan.ts';
import { formatSeconds, formatShort } from './text.ts';

/** The lines for one event; none for what is of no interest in a log, or is told at the end. */
export function eventLines(event: RolloutEvent): string[] {
  switch (event.kind) {
    case 'waiting':
      return [
        event.wait === 'ready'
          ? 'Wait: until it serves.'
          : 'Wait: until it serves and no worker of the old version is left.',
      ];
    case 'failed':
      // Without a restore to come, the end of the log says it.
      return event.isRestoring ? [`Failed: ${event.failure.message} [${event.failure.code}]`] : [];
    case 'write-accepted':
      return event.isFound ? [] : [`Written: ${callName(event.call)} of ${event.endpointId} was accepted.`];
    case 'update-answer-lost':
      return [
        `The answer to the ${callName(event.call)} was lost (${event.message}): reading the endpoint tells whether it was done.`,
      ];
    case 'write-conflict':
      return [`Another operation on the endpoint is under way (${event.message}); reading it and trying again.`];
    case 'gave-way':
      return [
        `Another run created ${event.survivorId} under the same name at the same time, and by age or id that one stays: ${event.endpointId} gives way.`,
      ];
    case 'superseded':
      return [
        `Superseded: meanwhile a run for commit ${event.commit.slice(0, 12)}, which is newer, has changed the endpoint. It is left to that run.`,
      ];
    case 'create-answer-lost':
      return [
        `The answer to create was lost (${event.message}): looking whether the endpoint exists before anything is sent again.`,
      ];
    case 'app-name-taken':
      return [`The appName is taken (${event.message}): looking whether by the endpoint of this very name.`];
    case 'create-found':
      return [
        event.isOurs
          ? `It exists, with this run's record: ${event.endpointId}. Nothing is created twice.`
          : `It exists: ${event.endpointId}. Nothing is created twice, and nothing proves that this run has made it.`,
      ];
    case 'settling':
      return [
        'Read back: the service does not show all of it yet, looking again for up to half a minute. Missing:',
        ...event.unapplied.map(changeLine),
      ];
    case 'verified':
      return [
        `Read back: the endpoint shows everything that was asked for${event.unverifiable.length > 0 ? `, except what it never returns: ${event.unverifiable.join(', ')}` : ''}.`,
      ];
    case 'other-family':
      return [
        `Read back: ${event.members.join(', ')} did not take effect; trying ${callName(event.call)}, which carries it too.`,
      ];
    case 'progress':
      return progressLines(event);
    case 'reading-failed':
      return [`  could not look (${event.message}), trying again`];
    case 'smoke-started':
      return smokeStartLines(event);
    case 'smoke-failed':
      return [
        `  ${formatSeconds(event.elapsedSeconds).padStart(9)}  ${event.answer} (try ${event.attempt}), ${formatSeconds(event.leftSeconds)} left`,
      ];
    case 'smoke-passed':
      return [
        `Smoke test: passed with ${event.status} after ${formatSeconds(event.coldStartSeconds)}; first byte after ${formatShort(event.firstByteSeconds)}.`,
      ];
    case 'restoring':
      return restoringLines(event);
    case 'ready':
      return readyLines(event);
    case 'renaming':
      return [
        `Delete: the id of ${event.endpointId} did not make it go, and it is not the only endpoint of its name: it is named "${event.name}" first.`,
      ];
    case 'restored':
      return [
        event.serves
          ? `Restored: ${event.endpointId} serves its previous configuration again.`
          : `Restored: ${event.endpointId} has its previous configuration again; it did not serve before either.`,
      ];
    case 'replacement-resumed':
      return [
        `Replace: an earlier run was interrupted after it had created ${event.successor.id}. It is taken up: once it serves, ${event.oldEndpointId} is deleted.`,
      ];
    case 'discarding':
      return [
        `Replace: the new endpoint failed (${event.message}).`,
        `  It is deleted; the old one, ${event.oldEndpointId}, stays as it is.`,
      ];
    case 'deleting':
      return [
        event.by === 'id'
          ? `Delete: ${event.endpointId}, by its id.`
          : `Delete: the id of ${event.endpointId} did not make it go; it is the only endpoint of its name, so the name is sent.`,
      ];
    case 'deleted':
      return [
        event.isListed
          ? `Deleted: the service is taking ${event.endpointId} down and still lists it.`
          : `Deleted: ${event.endpointId} is gone: it was looked for and is not listed any more.`,
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
function readyLines({ evidence, newWorkers }: Extract<RolloutEvent, { kind: 'ready' }>): string[] {
  switch (evidence) {
    case 'kept-workers':
      return newWorkers > 0 ? [] : ['Kept: the service did not replace the workers for this change; they are healthy.'];
    case 'restarted-workers':
      return [
        'Evidence: the service shows no other workers than before; since the write something was starting, and now they are healthy. A `smoke-test` would show that the endpoint answers.',
      ];
    case 'silence':
      return [
        'Evidence: the service says no word of the state, and shows nothing wrong. A `smoke-test` would show that the endpoint answers.',
      ];
    case 'word':
      return [
        'Evidence: the service shows no workers, so that its word is all there is. A `smoke-test` would show that the endpoint answers.',
      ];
    default:
      return [];
  }
}

function restoringLines({ changes, calls, unverifiable }: Extract<RolloutEvent, { kind: 'restoring' }>): string[] {
  const headline =
    calls.length > 0
      ? `Restore: the previous configuration is written back (${calls.map(callName).join(', then ')}):`
      : 'Restore: the endpoint still shows its previous configuration, so there is nothing to write back.';
  const lost =
    unverifiable.length > 0
      ? [`  Not put back, because the service never returns what it was before: ${unverifiable.join(', ')}`]
      : [];
  return [headline, ...changes.map(changeLine), ...lost];
}

function smokeStartLines({ url, wakesWorker, isPlain }: Extract<RolloutEvent, { kind: 'smoke-started' }>): string[] {
  return [
    `Smoke test: GET ${url}`,
    ...(wakesWorker
      ? ['  The endpoint scales to zero: this wakes a billed worker, and its cold start may take minutes.']
      : []),
    ...(isPlain ? ['  The URL is not https: what travels to it can be read on the way.'] : []),
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
  return [line, `${' '.repeat(13)}${what}; if it stays so, this run gives up in ${formatSeconds(givesUpInSeconds)}`];
}

export function formatWorkers(workers: WorkerCounts): string {
  const counts = Object.entries(workers);
  return counts.length === 0
    ? 'no workers'
    : `workers: ${counts.map(([state, count]) => `${count} ${state}`).join(', ')}`;
}

/** What the service client reports of itself: a slow step explains why it is slow. */
export function serviceEventLine(event: ServiceEvent): string {
  if (event.type === 'list-read-again')
    return `  The list of endpoints has several pages: reading it again (${event.pass}), because one may have slipped from page to page meanwhile.`;
  return `  ${event.operation}: the service ${event.cause}; try ${event.attempt + 1} in ${event.waitSeconds.toFixed(1)} s`;
}
