/** The progress of a wait: readings make the story, which is judged and reported after each. */

import type { WorkerCounts } from '../model/display.ts';
import { wordsOf } from '../model/faults.ts';
import { heartbeatMs } from '../times.ts';
import type { OnRolloutEvent } from './events.ts';
import { countWorkers } from './evidence/condition.ts';
import { describeFailure, describeWaiting, lastingFailure } from './evidence/explain.ts';
import { type Concern, type Goal, judgeStory, type Verdict } from './evidence/judge.ts';
import { continueStory } from './evidence/next-story.ts';
import { presentWorkers, type Story } from './evidence/story.ts';
import type { Observation } from './read/observe.ts';

interface FollowOptions {
  goal: Goal;
  startedMs: number;
  deadlineMs: number;
  onEvent: OnRolloutEvent;
}

interface Progress {
  readonly story: Story;
  readonly verdict: Exclude<Verdict, { kind: 'failing' }>;
  readonly concern: Concern | undefined;
}

/**
 * Returns a function that adds a reading to the story, if it shows the requested configuration, and judges it. It throws
 * the failure that has lasted, and emits `progress` at every change of what is seen, and every two minutes.
 */
export function followStory(first: Story, options: FollowOptions): (seen?: Observation) => Progress {
  const { goal, onEvent, startedMs, deadlineMs } = options;
  const isTesting = goal.tests === 'running';
  let story = first;
  let reported: { text: string; atMs: number } | undefined;
  const report = (concern: Concern | undefined) => {
    const { atMs, endpoint } = story;
    const failure = concern ? describeFailure(story, concern) : describeWaiting(story);
    const workers = countByAge(story);
    const seen = { state: endpoint.state.state, workers, message: wordsOf(endpoint.state), failure };
    // A crash loop changes state all the time: only the first and the second crash are news.
    const crashes = concern?.fault === 'crashed' ? Math.min(2, story.faults.get('crashed')?.count ?? 1) : 0;
    const text = crashes > 0 ? `crashed ${crashes}` : JSON.stringify(seen);
    if (reported && atMs - reported.atMs < heartbeatMs && reported.text === text) return;
    reported = { text, atMs };
    const untilMs = concern?.untilMs === undefined ? undefined : Math.min(concern.untilMs, deadlineMs);
    onEvent({
      kind: 'progress',
      ...seen,
      elapsedSeconds: Math.round((atMs - startedMs) / 1000),
      leftSeconds: Math.max(0, Math.round((deadlineMs - atMs) / 1000)),
      givesUpInSeconds: untilMs === undefined ? undefined : Math.max(0, Math.round((untilMs - atMs) / 1000)),
    });
  };
  return (seen) => {
    if (seen?.match.kind === 'applied') story = continueStory(story, seen, isTesting);
    const verdict = judgeStory(story, goal);
    if (verdict.kind === 'failing') throw lastingFailure(story, verdict);
    const concern = verdict.kind === 'waiting' ? verdict.concern : undefined;
    if (verdict.kind === 'waiting' || isTesting) report(concern);
    return { story, verdict, concern };
  };
}

/** `{'old running': 1, 'new pulling': 1}`; without an age where the write replaces no worker. */
function countByAge(story: Story): WorkerCounts {
  const hasAges = story.effect !== 'keeps' && story.write.origin === 'update';
  const shown = { ...story.endpoint, workers: presentWorkers(story) };
  return countWorkers(shown, ({ isOld }) => (hasAges ? (isOld ? 'old ' : 'new ') : ''));
}
