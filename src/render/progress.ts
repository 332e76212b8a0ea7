/** Owns the words for what happens during a rollout, one line an event. */

import type { RolloutEvent, WorkerCounts } from '../rollout/events.ts';
import type { ServiceEvent } from '../service/call.ts';
import { callName, changeLine } from './plan.ts';
import { formatSeconds } from './text.ts';

/** The lines for one event; none for what is of no interest in a log. */
export function eventLines(event: RolloutEvent): string[] {
  switch (event.kind) {
    case 'phase':
      return [];
    case 'written':
      return [`Written: ${callName(event.call)} of ${event.endpointId} was accepted.`];
    case 'create-answer-lost':
      return [
        `The answer to create was lost (${event.message}): looking whether the endpoint exists before anything is sent again.`,
      ];
    case 'create-found':
      return [`It exists: ${event.endpointId}. Nothing is created twice.`];
    case 'settling':
      return ['Read back: the service does not show all of it yet, looking again:', ...event.unapplied.map(changeLine)];
    case 'verified':
      return ['Read back: the endpoint shows everything that was asked for.'];
    case 'progress':
      return [progressLine(event)];
    case 'poll-failed':
      return [`  could not look (${event.message}), trying again`];
    case 'smoke-started':
      return smokeStartLines(event);
    case 'smoke-failed':
      return [`  try ${event.attempt}: ${event.came}`];
    case 'smoke-passed':
      return [
        `Smoke test: passed with ${event.status} after ${formatSeconds(event.coldStartSeconds)}; first byte after ${event.firstByteSeconds.toFixed(1)} s.`,
      ];
    case 'restoring':
      return [
        `Restore: the previous configuration is written back (${event.calls.map(callName).join(', then ') || 'nothing to write'}):`,
        ...event.changes.map(changeLine),
      ];
    case 'restored':
      return [`Restored: ${event.endpointId} serves its previous configuration again.`];
    case 'deleting-by-name':
      return [
        `Delete: the id of ${event.endpointId} did not make it go; it is the only endpoint of its name, so the name is sent.`,
      ];
    case 'deleted':
      return [`Deleted: ${event.endpointId} is gone.`];
  }
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

function progressLine({
  elapsedSeconds,
  leftSeconds,
  state,
  workers,
  message,
}: Extract<RolloutEvent, { kind: 'progress' }>): string {
  const said = message ? `, "${message}"` : '';
  return `  ${formatSeconds(elapsedSeconds).padStart(9)}  ${state || 'no state'}, ${formatWorkers(workers)}${said}, ${formatSeconds(leftSeconds)} left`;
}

export function formatWorkers(workers: WorkerCounts): string {
  const counts = Object.entries(workers);
  return counts.length === 0
    ? 'no workers'
    : `workers: ${counts.map(([state, count]) => `${count} ${state}`).join(', ')}`;
}

/** What the service client tells of itself: a slow step explains why it is slow. */
export function serviceEventLine(event: ServiceEvent): string {
  if (event.type === 'list-read-again')
    return `  The list of endpoints changed while it was read: reading it again (${event.pass}).`;
  return `  ${event.operation}: the service ${event.cause}; try ${event.attempt + 1} in ${event.waitSeconds.toFixed(1)} s`;
}
