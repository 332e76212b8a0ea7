/** Where the time went: a line with how long each phase took. */

import { formatSeconds } from '../model/duration.ts';
import type { TimelinePhase } from '../rollout/timeline.ts';

/** Below this there is nothing to tell. */
const shortestMs = 3000;

/** `Time: look-up 1.2 s, wait 40 s; 41 s in total.`, the phases in their order, those of one name together; '' for a run of less than three seconds. */
export function durationsLine(phases: readonly TimelinePhase[]): string {
  const wholeMs = phases.at(-1)?.endMs ?? 0;
  if (wholeMs < shortestMs) return '';
  const durations = new Map<string, number>();
  for (const { phase, startMs, endMs } of phases) durations.set(phase, (durations.get(phase) ?? 0) + endMs - startMs);
  const parts = Array.from(durations, ([phase, ms]) => `${phase} ${formatDuration(ms)}`);
  return `Time: ${parts.join(', ')}; ${formatDuration(wholeMs)} in total.`;
}

function formatDuration(ms: number): string {
  return ms < 10_000 ? `${(ms / 1000).toFixed(1)} s` : formatSeconds(ms / 1000);
}
