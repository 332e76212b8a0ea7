/** The words for what happens during a rollout. */

import { codeWords } from '../errors.ts';
import { formatSeconds } from '../model/display.ts';
import type { Awaited, CleanUp, EventOf, RolloutEvent } from '../rollout/events.ts';
import type { MissingProof } from '../rollout/evidence/judge.ts';
import { servesWords } from '../rollout/evidence/serving.ts';
import { doubtWords } from '../rollout/evidence/story.ts';
import { callNames, changeLine } from './plan.ts';
import { passLines } from './tests.ts';
import { joined } from './text.ts';

type LogLine = string | false | undefined;
type Said = LogLine | readonly LogLine[];
/** When an event happens: seconds since the start of the run, which has one clock; and whether something has failed. */
type EventTime = { elapsedSeconds: number; hasFailed: boolean };
type EventWords = {
  readonly [Kind in RolloutEvent['kind']]?: (event: EventOf<Kind>, at: EventTime) => Said;
};

/** An event without words changes nothing for a reader, or the end of the log says it. */
const eventWords: EventWords = {
  waiting: ({ wait }, { hasFailed }) => {
    if (hasFailed) return 'Wait: until the previous version serves again.';
    return wait === 'ready' ? 'Wait: until this version serves.' : 'Wait: until only workers of this version serve.';
  },
  // The cause stands at the end of the log, once.
  failed: ({ isUndone, failure }) => isUndone && `Failed: ${codeWords(failure.code)}. The end of this log says why.`,
  'write-accepted': ({ call, endpointId }) => `Written: ${callNames[call]} of ${endpointId} was accepted.`,
  'nothing-to-write': ({ isRecorded }) =>
    !isRecorded && 'The endpoint has no record of a deploy: it is judged by the health of its workers alone.',
  'write-shown': ({ call, url }) => call === 'create-v1' && url && `URL: ${url}`,
  'write-retry': ({ call, message }) =>
    `The ${callNames[call]} did not get through (${message}); checking what is there, then retrying.`,
  awaiting: ({ what, leftSeconds }) => `Waiting for up to ${formatSeconds(leftSeconds)} ${awaitedWords[what]}.`,
  'create-found': ({ by, endpointId }) =>
    by === 'this-run' && `Found it, with this run's record: ${endpointId}. Nothing is created twice.`,
  'name-doubtful': ({ doubt }) => `Also: ${doubt}.`,
  settling: ({ unapplied }) => [
    'Read back: the service does not show every change yet; checking again for up to 30 s. Missing:',
    ...unapplied.map(changeLine),
  ],
  verified: ({ unverifiable }) => {
    const except = `, except those that the service never returns: ${unverifiable.join(', ')}`;
    return `Read back: the endpoint has every requested value${unverifiable.length > 0 ? except : ''}.`;
  },
  progress: progressLines,
  'reading-failed': ({ message }) => `  status check failed (${message}); retrying`,
  'tests-started': ({ url, wakesWorker }) => [
    `Tests: on ${url}`,
    wakesWorker && '  No worker is up: the first request wakes a billed worker, and its cold start may take minutes.',
  ],
  tested: ({ isLast, pass, by }) => {
    if (pass.kind === 'failed') return !isLast && `  ${pass.message}; testing again`;
    return [...passLines(pass), by === 'any' && '  An old worker may have answered: it is healthy, too.'];
  },
  restoring: ({ changes, calls, unrestored }) => {
    const lost = 'Not restored, because the service does not show the previous value, or no update can set it';
    const by = calls.map((call) => callNames[call]).join(', then ');
    return [
      by
        ? `Restore: writing back the previous configuration (${by}):`
        : 'Restore: the endpoint has its previous configuration, so nothing is left to write back.',
      ...changes.map(changeLine),
      unrestored.length > 0 && `  ${lost}: ${unrestored.join(', ')}`,
    ];
  },
  'cleaning-up': ({ by, endpointId }) => `Clean-up: ${cleanUps[by](endpointId)}.`,
  deleting: ({ endpointId }) => `Delete: ${endpointId}, by ID.`,
  'deletion-ended': ({ state, endpointId }) =>
    state !== 'refused' && `Deleted: ${endpointId} ${state === 'gone' ? 'is no longer listed' : 'is terminating'}.`,
};

/** The lines for one event, if it has any. */
export function eventLines(
  event: RolloutEvent,
  at: EventTime = { elapsedSeconds: 0, hasFailed: false },
): readonly string[] {
  const say = eventWords[event.kind] as ((event: RolloutEvent, at: EventTime) => Said) | undefined;
  return [say?.(event, at)].flat().flatMap((line) => line || []);
}

const awaitedWords: Readonly<Record<Awaited, string>> = {
  'listed-workers': 'until workers of the last deploy are listed, so that none is taken for a new one',
  'old-workers': 'until old workers have stopped, so that the new version answers the tests',
};

/** An earlier run may have created the endpoint. */
const cleanUps: Readonly<Record<CleanUp, (endpointId: string) => string>> = {
  deleting: (id) => `deleting ${id}, which nothing has proved`,
  parking: (id) => `parking ${id} at zero workers`,
  marking: (id) => `noting in the record of ${id} that nothing has proved this version`,
};

/** What a wait is for, where the workers do not show it. */
const missingWords: Readonly<Record<MissingProof, string>> = {
  health: '',
  steadiness: 'checking that it lasts',
  'old-workers-to-stop': 'waiting for old workers to stop',
  'all-to-stay': 'one of them may be the earlier version, started again, and has 2 minutes to stop',
  ...doubtWords,
};

function progressLines(event: EventOf<'progress'>, { elapsedSeconds }: EventTime): string[] {
  const { leftSeconds, state, serves, message, failure, givesUpInSeconds, missing } = event;
  const shown = joined([state || 'no state', servesWords(serves), message && `"${message}"`]);
  const waitsFor = missing && failure === '' && missingWords[missing];
  const left = `${formatSeconds(leftSeconds)} left${waitsFor ? `: ${waitsFor}` : ''}`;
  const line = `  ${formatSeconds(elapsedSeconds).padStart(9)}  ${shown}, ${left}`;
  // The next line reports the failure.
  if (failure === '' || givesUpInSeconds === 0) return [line];
  const until = givesUpInSeconds === undefined ? '' : `; giving up in ${formatSeconds(givesUpInSeconds)}`;
  return [line, `${' '.repeat(13)}${failure}${until}`];
}

/** Explains why a step is slow. */
export function retryLine(failure: string, waitMs: number): string {
  const seconds = (waitMs / 1000).toFixed(1);
  return `  The service ${failure}; retrying ${seconds === '0.0' ? 'at once' : `in ${seconds} s`}`;
}
