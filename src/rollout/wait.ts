/** The wait until an endpoint is ready: readings make the story, and the story is judged after each. */

import type { RolloutContext } from './context.ts';
import { failed, timedOut } from './explain.ts';
import { type Goal, judge, type Verdict } from './judge.ts';
import { observe } from './observe.ts';
import { createProgressReporter } from './progress.ts';
import { continueStory, newWorkers, oldWorkers, type Story, startStory } from './story.ts';
import { waitPauses } from './times.ts';
import type { Written } from './writes.ts';

export interface WaitRequest {
  written: Pick<Written, 'endpoint' | 'target' | 'write'>;
  goal: Goal;
  /** What to do when the time is over; default: what was missing decides. */
  hint?: string;
  context: Pick<RolloutContext, 'reader' | 'clock' | 'onEvent' | 'signal' | 'deadlineMs'>;
}

/**
 * Reads until the endpoint is ready, and resolves with the story. Rejects with a {@link RolloutError}: `timeout`, the code of a failure that has lasted, or
 * `conflict`; with the last `ServiceError` when readings keep failing; with the signal's reason when aborted. A reading that shows something else than what
 * was asked for is none of what is there now.
 */
export async function awaitReady({ written, goal, hint, context }: WaitRequest): Promise<Story> {
  const { clock, onEvent, signal } = context;
  const deadlineMs = context.deadlineMs();
  const startedMs = clock.monotonicMs();
  const report = createProgressReporter({ onEvent, startedMs, deadlineMs });
  let story = startStory(written.write, { endpoint: written.endpoint, atMs: startedMs });
  let verdict = judge(story, goal);
  const isDone = () => {
    if (verdict.kind === 'failing') throw failed(story, verdict);
    if (verdict.kind === 'waiting') report(story, verdict);
    return verdict.kind === 'ready';
  };
  const pauseMs = () => {
    const leftMs = Math.max(0, deadlineMs - clock.monotonicMs());
    // The last reading comes shortly before the end.
    const longestMs = leftMs > waitPauses.beforeEndMs ? leftMs - waitPauses.beforeEndMs : leftMs;
    return Math.min(longestMs, readingPauseMs(story, verdict) * (1 + 0.1 * clock.random()));
  };
  if (!isDone()) {
    onEvent({ kind: 'phase', phase: 'wait' });
    onEvent({ kind: 'waiting', wait: goal.wait });
    await clock.sleep(pauseMs(), signal);
    const isReady = await observe(written.target, {
      decide: ({ endpoint, match, atMs }) => {
        if (match.kind === 'applied') {
          story = continueStory(story, { endpoint, atMs });
          verdict = judge(story, goal);
        }
        return isDone() || undefined;
      },
      pauseMs,
      deadlineMs,
      context,
    });
    if (!isReady) throw timedOut(story, { goal, verdict, hint, nowMs: clock.monotonicMs() });
  }
  onEvent(readyEvent(story, verdict, goal));
  return story;
}

function readyEvent(story: Story, verdict: Verdict, { isTested }: Goal) {
  if (verdict.kind !== 'ready') throw new Error('a wait ends with a verdict');
  const fresh = newWorkers(story).filter(({ condition }) => condition === 'healthy');
  const isReplaced = story.write.effect !== 'keeps';
  return {
    kind: 'ready',
    evidence: verdict.evidence,
    oldWorkers: isReplaced ? oldWorkers(story).length : 0,
    newWorkers: fresh.length,
    isTested,
  } as const;
}

/** Close together while something is about to be decided, wide apart while an image is pulled. */
function readingPauseMs(story: Story, verdict: Verdict): number {
  const { closeMs, share, shortestMs, longestMs } = waitPauses;
  const isClose =
    verdict.kind === 'waiting' &&
    (['steadiness', 'a-second-reading'].includes(verdict.missing) ||
      (verdict.concern !== undefined && verdict.concern.fault !== 'no-capacity') ||
      newWorkers(story).some(({ loadingSinceMs }) => loadingSinceMs !== undefined));
  const wideMs = Math.min(longestMs, Math.max(shortestMs, share * (story.atMs - story.startedMs)));
  return isClose ? Math.min(closeMs, wideMs) : wideMs;
}
