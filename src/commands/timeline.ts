/** Owns the measuring of phases, from the start of a run to its end. */

import type { Clock } from '../clock.ts';
import type { TimelinePhase } from '../render/timeline.ts';
import type { Phase } from '../rollout/events.ts';

export interface Timeline {
  /** Ends the phase before. */
  begin(phase: Phase): void;
  /** Ends the phase under way; what follows until the next one (waiting for others, say) belongs to none. */
  end(): void;
  /** A timeline of its own with the same past: one for each of several endpoints. */
  fork(): Timeline;
  /** Phases so far, the last one up to now unless it has ended. */
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
  past: readonly TimelinePhase[];
}): Timeline {
  const ended = [...past];
  let current: { phase: Phase; startMs: number } | undefined;
  const sinceStartMs = () => clock.monotonicMs() - startedMs;
  const phases = () => (current ? [...ended, { ...current, endMs: sinceStartMs() }] : [...ended]);
  const end = () => {
    ended.splice(0, ended.length, ...phases());
    current = undefined;
  };
  return {
    begin: (phase) => {
      end();
      current = { phase, startMs: sinceStartMs() };
    },
    end,
    fork: () => timelineFrom({ clock, startedMs, past: phases() }),
    phases,
  };
}
