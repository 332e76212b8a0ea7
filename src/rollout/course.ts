/** The course of a wait: readings make the story, which is judged and reported after each. */

import { wordsOf } from './condition.ts';
import type { OnRolloutEvent, WorkerCounts } from './events.ts';
import { describeFailure, failed } from './explain.ts';
import { type Concern, type Goal, judge, type Verdict } from './judge.ts';
import type { Observation } from './observe.ts';
import { continueStory, type Story } from './story.ts';
import { heartbeatMs } from './times.ts';

interface CourseOptions {
  goal: Goal;
  startedMs: number;
  deadlineMs: number;
  onEvent: OnRolloutEvent;
}

export interface Standing {
  readonly story: Story;
  readonly verdict: Exclude<Verdict, { kind: 'failing' }>;
}

/**
 * A function that adds a reading to the story, if it shows what was asked for, and judges it. It throws the failure
 * that has lasted, and emits `progress` at every change of what is seen, and now and then all the same.
 */
export function followCourse(first: Story, options: CourseOptions): (seen?: Observation) => Standing {
  const { goal, onEvent, startedMs, deadlineMs } = options;
  let story = first;
  let reported: { text: string; atMs: number } | undefined;
  const report = (concern: Concern | undefined) => {
    const { atMs, endpoint } = story;
    const failure = concern ? describeFailure(story, concern) : '';
    const workers = countByAge(story);
    const seen = { state: endpoint.state.state, workers, message: wordsOf(endpoint.state), failure };
    // A crash loop turns from one state to the next: what counts is that it goes on.
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
    if (seen?.match.kind === 'applied') story = continueStory(story, seen, goal.isTesting);
    const verdict = judge(story, goal);
    if (verdict.kind === 'failing') throw failed(story, verdict);
    const concern = verdict.kind === 'waiting' ? verdict.concern : undefined;
    if (verdict.kind === 'waiting' || goal.isTesting) report(concern);
    return { story, verdict };
  };
}

/** Workers by age and state: `{'old running': 1, 'new pulling': 1}`; without an age where the write replaces none. */
function countByAge({ workers, write }: Story): WorkerCounts {
  const counts: Record<string, number> = {};
  const hasAges = write.effect !== 'keeps' && write.stateBefore !== undefined && !write.isRestore;
  for (const { isOld, condition, state, loadingSinceMs } of workers.values()) {
    if (condition === 'gone') continue;
    const age = hasAges ? (isOld ? 'old ' : 'new ') : '';
    const key = `${age}${state.state || 'without a state'}${loadingSinceMs === undefined ? '' : ', not healthy'}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
