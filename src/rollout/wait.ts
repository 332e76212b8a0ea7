/** The wait until an endpoint is ready, and the tests after it. */

import type { Endpoint } from '../model/endpoint.ts';
import { waitPauses } from '../times.ts';
import type { Rollout, RolloutContext } from './context.ts';
import { isAsleep } from './evidence/condition.ts';
import { describeCrashes, timedOut } from './evidence/explain.ts';
import type { Goal, Verdict } from './evidence/judge.ts';
import { startStory } from './evidence/next-story.ts';
import { healthyNewWorkers, newWorkers, oldWorkers, type Story } from './evidence/story.ts';
import { followStory } from './follow.ts';
import { type Observation, observe } from './read/observe.ts';
import { passTests } from './test-phase.ts';
import type { Written } from './write/write.ts';

export interface WaitRequest {
  written: Pick<Written, 'endpoint' | 'target' | 'write'>;
  goal: Goal;
  /** What to do when the time is over; default: what was missing decides. */
  hint?: string;
  context: Pick<RolloutContext, 'reader' | 'clock' | 'onEvent' | 'signal' | 'deadlineMs'>;
}

/**
 * Reads until the endpoint is ready, and resolves with the story. Readings that show another configuration are left out
 * of it. Rejects with a `RolloutError`: `timeout`, the code of a failure that has lasted, or `conflict`; with the last
 * `ServiceError` when readings keep failing; with the signal's reason when aborted.
 */
export async function awaitReady({ written, goal, hint, context }: WaitRequest): Promise<Story> {
  const { clock, onEvent, signal } = context;
  const deadlineMs = context.deadlineMs();
  const startedMs = clock.monotonicMs();
  const first = startStory(written.write, { endpoint: written.endpoint, atMs: startedMs });
  const judgeNext = followStory(first, { goal, startedMs, deadlineMs, onEvent });
  let { story, verdict } = judgeNext();
  const pauseMs = () => {
    const leftMs = Math.max(0, deadlineMs - clock.monotonicMs());
    // The last reading comes shortly before the end.
    const longestMs = leftMs > waitPauses.beforeEndMs ? leftMs - waitPauses.beforeEndMs : leftMs;
    return Math.min(longestMs, readingPauseMs(story, verdict) * (1 + 0.1 * clock.random()));
  };
  if (verdict.kind === 'waiting') {
    onEvent({ kind: 'waiting', wait: goal.wait });
    await clock.sleep(pauseMs(), signal);
    const decide = (seen: Observation) => {
      ({ story, verdict } = judgeNext(seen));
      return verdict.kind === 'ready' || undefined;
    };
    await observe(written.target, { decide, pauseMs, deadlineMs, context });
  }
  if (verdict.kind === 'waiting') throw timedOut(story, { goal, waiting: verdict, hint, nowMs: clock.monotonicMs() });
  const { evidence } = verdict;
  const old = evidence === 'kept-workers' ? 0 : oldWorkers(story).length;
  const counts = { oldWorkers: old, newWorkers: healthyNewWorkers(story).length };
  const crashes = evidence === 'no-workers-needed' ? describeCrashes(story) : '';
  onEvent({ kind: 'ready', evidence, ...counts, isTested: goal.tests !== 'none', crashes });
  return story;
}

/** Close together while something is about to be decided, wide apart while an image is pulled or a model loads. */
function readingPauseMs(story: Story, verdict: Verdict): number {
  const { closeMs, share, loadShare, shortestMs, longestMs, longestLoadMs } = waitPauses;
  const isClose =
    verdict.kind === 'waiting' &&
    (verdict.missing === 'steadiness' || (verdict.concern !== undefined && verdict.concern.fault !== 'no-capacity'));
  const wideMs = Math.min(longestMs, Math.max(shortestMs, share * (story.atMs - story.startedMs)));
  if (isClose) return Math.min(closeMs, wideMs);
  const loadingMs = newWorkers(story).flatMap(({ loadingSinceMs }) => loadingSinceMs ?? []);
  if (loadingMs.length === 0) return wideMs;
  const loadMs = loadShare * (story.atMs - Math.min(...loadingMs));
  return Math.min(wideMs, longestLoadMs, Math.max(closeMs, loadMs));
}

/** From a written configuration to an endpoint that is proved to serve it; resolves with the last reading. */
export async function serve(written: Written, { plan, options, context }: Rollout): Promise<Endpoint> {
  const { test } = context;
  if (options.wait === 'none') return written.endpoint;
  const isImageFound = plan.resolvedImage !== undefined;
  const tests = test ? 'to-come' : 'none';
  const goal: Goal = { wait: options.wait, tests, isImageFound };
  let story: Story = await awaitReady({ written, goal, context });
  const mayReplace = plan.operation !== 'unchanged' && written.write.scope !== 'scaling';
  // What sleeps at zero is not woken by every push that changes nothing, nor by one that only scales.
  if (test && (options.isRerun || mayReplace || !isAsleep(story.endpoint)))
    story = await passTests({ written, story, goal, test, context });
  return story.endpoint;
}
