/** The wait until an endpoint is ready: readings make the story, and the story is judged after each. */

import type { Endpoint } from '../model/endpoint.ts';
import { isAsleep } from './condition.ts';
import type { Rollout, RolloutContext } from './context.ts';
import { followCourse } from './course.ts';
import { assertSingle } from './create.ts';
import { timedOut } from './explain.ts';
import type { Goal, Verdict } from './judge.ts';
import { type Observation, observe } from './observe.ts';
import { healthyNewWorkers, newWorkers, oldWorkers, type Story, startStory } from './story.ts';
import { passTests } from './test-phase.ts';
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
 * Reads until the endpoint is ready, and resolves with the story. Rejects with a {@link RolloutError}: `timeout`, the
 * code of a failure that has lasted, or `conflict`; with the last `ServiceError` when readings keep failing; with the
 * signal's reason when aborted. A reading that shows something else than what was asked for is none of what is there
 * now.
 */
export async function awaitReady({ written, goal, hint, context }: WaitRequest): Promise<Story> {
  const { clock, onEvent, signal } = context;
  const deadlineMs = context.deadlineMs();
  const startedMs = clock.monotonicMs();
  const first = startStory(written.write, { endpoint: written.endpoint, atMs: startedMs });
  const follow = followCourse(first, { goal, startedMs, deadlineMs, onEvent });
  let { story, verdict } = follow();
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
      ({ story, verdict } = follow(seen));
      return verdict.kind === 'ready' || undefined;
    };
    await observe(written.target, { decide, pauseMs, deadlineMs, context });
  }
  if (verdict.kind === 'waiting') throw timedOut(story, { goal, waiting: verdict, hint, nowMs: clock.monotonicMs() });
  const { evidence } = verdict;
  const old = evidence === 'kept-workers' ? 0 : oldWorkers(story).length;
  const counts = { oldWorkers: old, newWorkers: healthyNewWorkers(story).length };
  onEvent({ kind: 'ready', evidence, ...counts, isTested: goal.isTested });
  return story;
}

/** Close together while something is about to be decided, wide apart while an image is pulled. */
function readingPauseMs(story: Story, verdict: Verdict): number {
  const { closeMs, share, shortestMs, longestMs } = waitPauses;
  const isClose =
    verdict.kind === 'waiting' &&
    (verdict.missing === 'steadiness' ||
      (verdict.concern !== undefined && verdict.concern.fault !== 'no-capacity') ||
      newWorkers(story).some(({ loadingSinceMs }) => loadingSinceMs !== undefined));
  const wideMs = Math.min(longestMs, Math.max(shortestMs, share * (story.atMs - story.startedMs)));
  return isClose ? Math.min(closeMs, wideMs) : wideMs;
}

/** The way from a written configuration to an endpoint that is proved to serve it; the last reading. */
export async function serve(written: Written, { plan, options, context }: Rollout): Promise<Endpoint> {
  const { test } = context;
  if (options.wait === 'none') return written.endpoint;
  const goal = { wait: options.wait, isTested: test !== undefined };
  let story: Story = await awaitReady({ written, goal, context });
  const mayReplace = plan.operation !== 'unchanged' && !written.write.restartsNothing;
  // What sleeps at zero is not woken by every push that changes nothing, nor by one that only scales.
  if (test && (options.isRerun || mayReplace || !isAsleep(story.endpoint)))
    story = await passTests({ written, story, goal, test, context });
  return story.endpoint;
}

/** After a create: exactly one endpoint has the name, and the next run will find it. */
export async function settleCreation(written: Written, { plan, context }: Rollout): Promise<void> {
  const { created, target } = written;
  if (!created || (created.origin === 'found' && created.lostMs === undefined)) return;
  const expectedIds = new Set(plan.live ? [plan.live.id] : []);
  await assertSingle({ ...created, config: target.desired, expectedIds, context });
}
