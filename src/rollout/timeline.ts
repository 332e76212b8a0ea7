/** The timeline of a run: when each phase began and ended, folded from the events that begin phases. */

import type { Clock } from '../clock.ts';
import type { Phase } from './events.ts';

/** In milliseconds from the start of the run. */
export interface TimelinePhase {
  phase: Phase;
  startMs: number;
  endMs: number;
}

interface Phases {
  readonly ended: readonly TimelinePhase[];
  readonly current?: { readonly phase: Phase; readonly startMs: number };
}

/** A phase ends where the next one begins, or where none follows (waiting for other runs, say): `phase` is undefined then. */
export function phasesAfter(phases: Phases, { phase, atMs }: { phase: Phase | undefined; atMs: number }): Phases {
  return { ended: phasesUntil(phases, atMs), ...(phase && { current: { phase, startMs: atMs } }) };
}

/** Phases so far; one under way ends now. */
export function phasesUntil({ ended, current }: Phases, nowMs: number): readonly TimelinePhase[] {
  return current ? [...ended, { ...current, endMs: nowMs }] : ended;
}

/** Records phases by the clock. */
export interface Timeline {
  /** Ends the phase before. */
  begin(phase: Phase): void;
  /** Ends the phase under way. */
  end(): void;
  /** A timeline of its own with the same past: one for each of several endpoints. */
  fork(): Timeline;
  phases(): readonly TimelinePhase[];
}

export function startTimeline(clock: Clock): Timeline {
  return continueTimeline({ ended: [] }, { clock, startedMs: clock.monotonicMs() });
}

function continueTimeline(past: Phases, { clock, startedMs }: { clock: Clock; startedMs: number }): Timeline {
  let phases = past;
  const nowMs = () => clock.monotonicMs() - startedMs;
  const record = (phase: Phase | undefined) => {
    phases = phasesAfter(phases, { phase, atMs: nowMs() });
  };
  return {
    begin: record,
    end: () => record(undefined),
    fork: () => continueTimeline({ ended: phasesUntil(phases, nowMs()) }, { clock, startedMs }),
    phases: () => phasesUntil(phases, nowMs()),
  };
}
