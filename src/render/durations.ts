/** How long the new workers took for each stage of their start: what a team can make shorter. */

import type { Reading, RolloutEvent } from '../rollout/events.ts';
import { isPresent, isReady, isRunning } from '../rollout/evidence/condition.ts';
import type { TestPass } from '../tests/run.ts';
import { minShownMs } from '../times.ts';
import { formatShort } from './text.ts';

/** A worker that runs and is not healthy yet is `loading`; every other stage has the service's own word. */
interface Stage {
  readonly name: string;
  readonly ms: number;
}

interface WorkerTimeline {
  readonly stages: readonly Stage[];
  /** The stage that it was in when it was read last; undefined once it was healthy. */
  readonly stage: string | undefined;
  readonly atMs: number;
}

export interface Timelines {
  /** Workers from before the run, which are left out. */
  readonly oldIds: ReadonlySet<string>;
  readonly workers: ReadonlyMap<string, WorkerTimeline>;
  /** After a failure, workers belong to the restore. */
  readonly hasFailed: boolean;
}

export function startTimelines(live: Reading | undefined): Timelines {
  return { oldIds: new Set(live?.workers.map(({ id }) => id)), workers: new Map(), hasFailed: false };
}

export function addToTimelines(timelines: Timelines, event: RolloutEvent, atMs: number): Timelines {
  if (event.kind === 'failed') return { ...timelines, hasFailed: true };
  if (event.kind !== 'reading' || timelines.hasFailed) return timelines;
  const { oldIds, workers } = timelines;
  const { endpoint } = event;
  const next = new Map(workers);
  for (const worker of endpoint.workers) {
    if (worker.id === '' || oldIds.has(worker.id) || !isPresent(worker)) continue;
    const before = workers.get(worker.id);
    if (before && before.stage === undefined) continue;
    const word = isRunning(worker) ? 'loading' : worker.state.state.toLowerCase();
    const stages =
      before?.stage === undefined ? [] : added(before.stages, { name: before.stage, ms: atMs - before.atMs });
    next.set(worker.id, { stages, stage: isReady(worker, endpoint) ? undefined : word, atMs });
  }
  return { ...timelines, workers: next };
}

/** A crash loop repeats its stages: their times add up. */
function added(stages: readonly Stage[], { name, ms }: Stage): Stage[] {
  if (!stages.some((stage) => stage.name === name)) return [...stages, { name, ms }];
  return stages.map((stage) => (stage.name === name ? { name, ms: stage.ms + ms } : stage));
}

/** Of the first healthy worker, else of the first worker; and the first answer to the tests. */
export function stagesOf({ workers }: Timelines, tests: TestPass | undefined): readonly Stage[] {
  const all = [...workers.values()];
  const { stages = [] } = all.find(({ stage }) => stage === undefined) ?? all[0] ?? {};
  const answerMs = tests?.kind === 'passed' ? tests.results[0]?.totalMs : undefined;
  return answerMs === undefined ? stages : [...stages, { name: 'first answer', ms: answerMs }];
}

/** `Time: new worker pulling 6 m, first answer 412 ms; 8 m in total.`; '' for less than three seconds. */
export function durationsLine(wholeMs: number, stages: readonly Stage[]): string {
  if (wholeMs < minShownMs) return '';
  const words = stages.map(({ name, ms }) => `${name} ${formatShort(ms)}`).join(', ');
  return `Time: ${words === '' ? '' : `new worker ${words}; `}${formatShort(wholeMs)} in total.`;
}
