/** When a wait reports its progress: at every change of what it sees, and now and then all the same. */

import { wordsOf } from './condition.ts';
import type { OnRolloutEvent, WorkerCounts } from './events.ts';
import { describeFailure } from './explain.ts';
import type { Concern } from './judge.ts';
import { endpointVoice, type Story } from './story.ts';
import { heartbeatMs } from './times.ts';

interface ProgressOptions {
  onEvent: OnRolloutEvent;
  startedMs: number;
  deadlineMs: number;
}

type ReportProgress = (story: Story, concern: Concern | undefined) => void;

/** A function that takes every reading and emits `progress` for those that are news. */
export function createProgressReporter({ onEvent, startedMs, deadlineMs }: ProgressOptions): ReportProgress {
  let reported: { text: string; atMs: number } | undefined;
  return (story, concern) => {
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
}

/** Workers by age and state: `{'old running': 1, 'new pulling': 1}`; without an age where the write replaces none. */
function countByAge({ workers, write }: Story): WorkerCounts {
  const counts: Record<string, number> = {};
  const hasAges = write.effect !== 'keeps' && write.stateBefore !== undefined && !write.isRestore;
  for (const { id, isOld, condition, word, loadingSinceMs } of workers.values()) {
    if (condition === 'gone' || id === endpointVoice) continue;
    const age = hasAges ? (isOld ? 'old ' : 'new ') : '';
    const key = `${age}${word || 'without a state'}${loadingSinceMs === undefined ? '' : ', not healthy'}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
