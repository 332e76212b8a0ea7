// Time limits of requests on the manual clock: where the service keeps one waiting, time passes, and nobody waits.
import type { ManualClock } from './clock.ts';
import type { Emulator } from './emulator.ts';
import type { Fault } from './faults.ts';

export interface VirtualTimeouts {
  /** In the place of `AbortSignal.timeout`. Runs out only in requests that {@link addFault} keeps waiting. */
  timeoutSignal(ms: number): AbortSignal;
  /** Adds the fault; requests that hang, or are answered late on the emulator's clock, let the time pass that they take. */
  addFault(fault: Fault): void;
}

/** For clients with one operation under way at a time. */
export function virtualTimeouts(emulator: Pick<Emulator, 'addFault'>, clock: ManualClock): VirtualTimeouts {
  let limits: { atMs: number; end: AbortController }[] = [];
  let hasLimits = false;

  /** Until the answer comes, or the limit of the last request runs out. */
  function pass(waitMs: number): void {
    // Of two requests side by side, the wait for one has ended the other.
    if (hasLimits && limits.length === 0) return;
    const lastMs = limits.at(-1)?.atMs ?? Number.POSITIVE_INFINITY;
    // The last limit may be that of a request beside it. What ends a minute later is no limit of a request.
    const besideMs = limits.map(({ atMs }) => atMs).filter((atMs) => atMs < lastMs + 60_000);
    const untilMs = Math.min(clock.nowMs() + waitMs, Math.max(lastMs, ...besideMs));
    if (!Number.isFinite(untilMs)) throw new Error('a request hangs without a limit');
    clock.advance(Math.max(0, untilMs - clock.nowMs()));
    for (const { atMs, end } of limits)
      if (atMs <= clock.nowMs()) end.abort(new DOMException('timed out', 'TimeoutError'));
    limits = limits.filter(({ end }) => !end.signal.aborted);
  }

  return {
    timeoutSignal(ms) {
      const end = new AbortController();
      hasLimits = true;
      limits.push({ atMs: clock.nowMs() + ms, end });
      return end.signal;
    },
    addFault(fault) {
      const waitMs = waitOf(fault);
      if (waitMs !== undefined) {
        const { operation, after, times, forMs } = fault;
        const isUndone = fault.kind === 'late' || (fault.kind === 'hang' && fault.when !== 'after');
        const when = isUndone ? 'before' : 'after';
        // One turn later, so that whoever waits for the clock has begun to.
        const run = () => void setImmediate(() => pass(waitMs));
        emulator.addFault({ operation, after, times, forMs, kind: 'hook', when, run });
      }
      emulator.addFault(fault);
    },
  };
}

/** In milliseconds of the clock; undefined for a fault that keeps nobody waiting on it. */
function waitOf(fault: Fault): number | undefined {
  if (fault.kind === 'hang') return Number.POSITIVE_INFINITY;
  if (fault.kind === 'late') return fault.status === undefined ? fault.delayMs : undefined;
  return fault.kind === 'slow' && fault.clock === 'emulator' ? fault.delayMs : undefined;
}
