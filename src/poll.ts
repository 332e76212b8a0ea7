/** The one loop that asks again. */

import type { Clock } from './clock.ts';
import { growing } from './times.ts';

interface Waiter {
  clock: Clock;
  signal: AbortSignal;
}

interface Pace extends Waiter {
  /** How long to wait for the next question; called after each answer that leaves it open. */
  pauseMs: () => number;
  /** The time of the last question, on the clock's monotonic time. */
  deadlineMs: number;
}

/** Asks while `isOpen` says so; resolves with the last answer. Rejects if `ask` or `isOpen` throws, and if aborted. */
export async function askWhile<Answer>(
  ask: () => Promise<Answer>,
  { isOpen, pauseMs, deadlineMs, clock, signal }: Pace & { isOpen: (answer: Answer) => boolean | Promise<boolean> },
): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (!(await isOpen(answer))) return answer;
    const leftMs = deadlineMs - clock.monotonicMs();
    if (leftMs <= 0) return answer;
    await clock.sleep(Math.min(pauseMs(), leftMs), signal);
  }
}

export interface Polling<Answer, Result> extends Pace {
  decide: (answer: Answer) => Result | undefined | Promise<Result | undefined>;
}

/** Asks until `decide` gives a result; undefined when the deadline passes first. Otherwise as {@link askWhile}. */
export async function poll<Answer, Result>(
  ask: () => Promise<Answer>,
  { decide, ...pace }: Polling<Answer, Result>,
): Promise<Result | undefined> {
  let result: Result | undefined;
  const isOpen = async (answer: Answer) => {
    result = await decide(answer);
    return result === undefined;
  };
  await askWhile(ask, { ...pace, isOpen });
  return result;
}

interface PatientQuestion<Answer> {
  ask: () => Promise<Answer>;
  /** Why the answer may not last, as a line for the log; '' where it is final. */
  doubt: (answer: Answer, isFirst: boolean) => string;
  forMs: number;
  pauses: Parameters<typeof growing>[0];
}

/** Asks again while the answer is in doubt, for the last time at the end of the time; says so once. */
export async function askAgain<Answer>(
  { ask, doubt, forMs, pauses }: PatientQuestion<Answer>,
  { clock, signal, onRepeat }: Waiter & { onRepeat: (why: string) => void },
): Promise<Answer> {
  let [why, isFirst] = ['', true];
  const nextPauseMs = growing(pauses);
  const isOpen = (answer: Answer) => {
    why = doubt(answer, isFirst);
    return why !== '';
  };
  const pauseMs = () => {
    if (isFirst) onRepeat(why);
    isFirst = false;
    return nextPauseMs();
  };
  return askWhile(ask, { isOpen, pauseMs, deadlineMs: clock.monotonicMs() + forMs, clock, signal });
}
