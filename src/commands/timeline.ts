/** Owns the measuring of phases, from the start of a run to its end. */

import type { Clock } from '../clock.ts';
import type { TimelinePhase } from '../render/timeline.ts';
import type { Phase } from '../rollout/events.ts';

export interface Timeline {
  /** Ends the phase before. */
  begin(phase: Phase): void;
  /** A timeline of its own with the same past: one for each of several endpoints. */
  fork(): Timeline;
  /** Phases so far, the last one up to now. */
  phases(): TimelinePhase[];
}

export function startTimeline(clock: Clock): Timeline {
  return timelineFrom({ clock, startedMs: clock.monotonicMs(), past: [] });
}

function timelineFrom({
  clock,
  startedMs,
  past,
}: {
  clock: Clock;
  startedMs: number;
  past: readonly { phase: Phase; startMs: number }[];
}): Timeline {
  const begun = [...past];
  const sinceStartMs = () => clock.monotonicMs() - startedMs;
  return {
    begin: (phase) => void begun.push({ phase, startMs: sinceStartMs() }),
    fork: () => timelineFrom({ clock, startedMs, past: begun }),
    phases: () => begun.map((phase, index) => ({ ...phase, endMs: begun[index + 1]?.startMs ?? sinceStartMs() })),
  };
}
