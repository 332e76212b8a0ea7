/** The wait until an endpoint is ready: readings make the story, which is judged and reported after each. */

import { wordsOf } from '../model/faults.ts';
import { heartbeatMs, waitPauses } from '../times.ts';
import type { RolloutContext } from './context.ts';
import type { OnRolloutEvent } from './events.ts';
import { describeFailure, describeWaiting, lastingFailure, servedIn, timedOut } from './evidence/explain.ts';
import { type Goal, judgeStory, type Readiness } from './evidence/judge.ts';
import { continueStory, startStory } from './evidence/next-story.ts';
import { type Story, startedWorkers } from './evidence/story.ts';
import { toldVersions } from './evidence/version.ts';
import { type Observation, observe } from './read/observe.ts';
import type { Written } from './write/write.ts';

interface FollowOptions {
  goal: Goal;
  deadlineMs: number;
  onEvent: OnRolloutEvent;
}

interface Progress {
  readonly story: Story;
  readonly verdict: Readiness;
}

/**
 * Returns a function that adds a reading to the story, if it shows the requested configuration, and judges it. It
 * throws a failure that has lasted, and emits `progress` when the endpoint, its workers or the verdict have changed,
 * but the same at most every two minutes.
 */
export function followStory(first: Story, options: FollowOptions): (seen?: Observation) => Progress {
  const { goal } = options;
  const isTesting = goal.tests === 'running';
  const report = progressReport(options);
  let story = first;
  return (seen) => {
    if (seen?.match.kind === 'applied') story = continueStory(story, seen, isTesting);
    options.onEvent({ kind: 'workers-told', versions: toldVersions(story) });
    const verdict = judgeStory(story, goal);
    if (verdict.kind === 'failing') throw lastingFailure(story, verdict);
    const progress = { story, verdict };
    if (verdict.kind === 'waiting' || isTesting) report(progress);
    return progress;
  };
}

function progressReport({ deadlineMs, onEvent }: FollowOptions): (progress: Progress) => void {
  const reportedMs = new Map<string, number>();
  return ({ story, verdict: { missing, concern } }) => {
    const { atMs, endpoint } = story;
    const seen = {
      state: endpoint.state.state,
      serves: servedIn(story),
      message: wordsOf(endpoint.state),
      failure: concern ? describeFailure(story, concern) : describeWaiting(story),
      missing,
    };
    // A crash loop changes state all the time: only the first and the second crash are news.
    const crashes = concern?.fault === 'crashed' ? Math.min(2, story.faults.get('crashed')?.count ?? 1) : 0;
    const text = crashes > 0 ? `crashed ${crashes}` : JSON.stringify(seen);
    // A worker that blinks returns to words that were said a moment ago.
    if (atMs - (reportedMs.get(text) ?? -Infinity) < heartbeatMs) return;
    reportedMs.set(text, atMs);
    const secondsUntil = (untilMs: number) => Math.max(0, Math.round((untilMs - atMs) / 1000));
    onEvent({
      kind: 'progress',
      ...seen,
      leftSeconds: secondsUntil(deadlineMs),
      givesUpInSeconds:
        concern && Number.isFinite(concern.untilMs) ? secondsUntil(Math.min(concern.untilMs, deadlineMs)) : undefined,
    });
  };
}

interface WaitRequest {
  written: Written;
  goal: Goal;
  context: RolloutContext;
}

/**
 * Reads until the endpoint is ready, and resolves with the story, to which only readings of the requested configuration
 * belong. Rejects with a `RolloutError`: `timeout`, the code of a failure that has lasted, or `conflict`; with the last
 * `ServiceError` when readings keep failing; with the signal's reason when aborted.
 */
export async function awaitReady({ written, goal, context }: WaitRequest): Promise<Story> {
  const { clock, onEvent, signal } = context;
  const deadlineMs = context.deadlineMs();
  const first = startStory(written.write, { endpoint: written.endpoint, atMs: clock.monotonicMs() });
  const judgeNext = followStory(first, { goal, deadlineMs, onEvent });
  if (judgeStory(first, goal).kind === 'waiting') onEvent({ kind: 'waiting', wait: goal.wait });
  let { story, verdict } = judgeNext();
  const pauseMs = () => {
    const leftMs = Math.max(0, deadlineMs - clock.monotonicMs());
    // The last reading comes shortly before the end.
    const longestMs = leftMs > waitPauses.beforeEndMs ? leftMs - waitPauses.beforeEndMs : leftMs;
    // Not all endpoints are read in step; but health that has to last for 10 s is read after 10 s, not after 11.
    const spread = verdict.missing === 'steadiness' ? 0 : 0.1;
    return Math.min(longestMs, readingPauseMs(story, verdict) * (1 + spread * clock.random()));
  };
  if (verdict.kind === 'waiting') {
    await clock.sleep(pauseMs(), signal);
    const decide = (seen: Observation) => {
      ({ story, verdict } = judgeNext(seen));
      return verdict.kind === 'ready' || undefined;
    };
    await observe(written.target, { decide, pauseMs, context });
  }
  if (verdict.kind === 'waiting') throw timedOut(story, { waiting: verdict, nowMs: clock.monotonicMs() });
  onEvent({ kind: 'ready', readyReason: verdict.reason });
  return story;
}

/** Close together while something is about to be decided, wide apart while an image is pulled or a model loads. */
function readingPauseMs(story: Story, { missing, concern }: Readiness): number {
  const { closeMs, share, loadShare, shortestMs, longestMs, longestLoadMs } = waitPauses;
  const isClose = missing === 'steadiness' || (concern !== undefined && concern.fault !== 'no-capacity');
  const wideMs = Math.min(longestMs, Math.max(shortestMs, share * (story.atMs - story.startedMs)));
  if (isClose) return Math.min(closeMs, wideMs);
  const loadingMs = startedWorkers(story).flatMap(({ loadingSinceMs }) => loadingSinceMs ?? []);
  if (loadingMs.length === 0) return wideMs;
  const loadMs = loadShare * (story.atMs - Math.min(...loadingMs));
  return Math.min(wideMs, longestLoadMs, Math.max(closeMs, loadMs));
}
