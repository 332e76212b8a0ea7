/** Where the time went: a line with how long the new worker took for each stage of its start. */

import { formatSeconds } from '../model/duration.ts';
import type { Outcome } from '../rollout/rollout.ts';

/** Below this there is nothing to tell. */
const shortestMs = 3000;

/** `Time: new worker pulling 6 m 12 s, loading 1 m 50 s, first answer 0.4 s; 8 m 20 s in total.`; '' for less than three seconds. `startedMs`: on the clock of the outcome. */
export function durationsLine({ start = [], tests, endedMs }: Outcome, startedMs: number): string {
  const wholeMs = (endedMs ?? startedMs) - startedMs;
  if (wholeMs < shortestMs) return '';
  const answerMs = tests?.results[0]?.totalMs;
  const stages = [...start, ...(answerMs === undefined ? [] : [{ name: 'first answer', ms: answerMs }])];
  const parts = stages.map(({ name, ms }) => `${name} ${formatDuration(ms)}`);
  return `Time: ${parts.length > 0 ? `new worker ${parts.join(', ')}; ` : ''}${formatDuration(wholeMs)} in total.`;
}

function formatDuration(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatSeconds(ms / 1000);
}
