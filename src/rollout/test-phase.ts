/** The tests of the spec, repeated until the new version has answered, while the endpoint is read beside. */

import type { Endpoint } from '../model/endpoint.ts';
import type { TestEndpoint, TestPass } from '../tests/run.ts';
import { trackWrongAnswers } from '../tests/wrong-answers.ts';
import { growing, heartbeat, oldWorkersMs, passesForWorker, pauses, testReadPauses } from '../times.ts';
import type { RolloutContext } from './context.ts';
import { RolloutError } from './errors.ts';
import type { Answerer } from './events.ts';
import { failed, timedOut, whyKept } from './evidence/explain.ts';
import { areWorkersHidden, type Goal, isVersionUp } from './evidence/judge.ts';
import {
  healthyNewWorkers,
  healthyWorkers,
  isHealthyOld,
  newWorkers,
  oldWorkers,
  type Story,
} from './evidence/story.ts';
import { follow, type Progress } from './follow.ts';
import { look, watch } from './read/observe.ts';
import type { Written } from './write/write.ts';

interface TestPhase {
  written: Written;
  /** As the wait before has left it. */
  story: Story;
  goal: Goal;
  test: TestEndpoint;
  context: RolloutContext;
}

/**
 * Resolves with the story once the tests pass and the new version has answered. Old workers that are healthy are waited
 * for without requests, which would keep them awake; if they stay, passes in a row decide until every healthy worker can
 * have answered. Where the service lists no workers, or none with an ID, the answer itself decides. Rejects with the code
 * of a worker's failure as soon as that is certain, and with `test-failed` when the new version has certainly answered
 * wrong, or the time is over.
 */
export async function passTests({ written, story: first, test, context, ...given }: TestPhase): Promise<Story> {
  const goal = { ...given.goal, isTesting: true };
  const { clock, onEvent, signal } = context;
  const deadlineMs = context.deadlineMs();
  const startedMs = clock.monotonicMs();
  const observing = watch(written.target, context);
  const judgeNext = follow(first, { goal, startedMs, deadlineMs, onEvent });
  let progress = judgeNext();
  let isOther = false;
  const read = async () => {
    const seen = await look(observing, deadlineMs);
    isOther = seen?.match.kind === 'stale' || seen?.match.kind === 'foreign';
    progress = judgeNext(seen);
    return concernOf(progress) ? testReadPauses.concernedMs : testReadPauses.usualMs;
  };
  const wrong = trackWrongAnswers();
  const endMs = () => oldWorkersEndMs(progress.story, { startedMs, deadlineMs });
  let rightInRow = 0;
  let hasStarted = false;
  for (const nextPauseMs = growing(pauses.test); ; ) {
    await awaitOldToStop(() => progress.story, { read, endMs, context });
    const wasShared = isHealthyOld(progress.story);
    if (!hasStarted) {
      const wakesWorker = healthyWorkers(progress.story).length === 0;
      onEvent({ kind: 'tests-started', url: progress.story.endpoint.url, wakesWorker });
    }
    hasStarted = true;
    const pass = await testWhileReading(progress.story.endpoint, { test, read, context });
    await read();
    const { story } = progress;
    const by = isOther ? 'none' : answererIn(story, wasShared);
    const nowMs = clock.monotonicMs();
    if (pass.kind === 'passed') wrong.forget();
    rightInRow = pass.kind === 'passed' && by === 'any' ? rightInRow + 1 : 0;
    const isEnough = by === 'any' && rightInRow >= passesForWorker * healthyWorkers(story).length;
    if (pass.kind === 'passed' && (by === 'new' || by === 'hidden' || isEnough)) {
      onEvent({ kind: 'tests-passed', pass, by, oldWorkers: oldWorkers(story).length });
      return story;
    }
    const healthySinceMs = Math.min(...healthyNewWorkers(story).map(({ sinceMs }) => sinceMs));
    const isCertain =
      pass.kind === 'failed' &&
      (by === 'new' || by === 'any') &&
      wrong.add(pass.weight, { nowMs, healthySinceMs, isShared: by === 'any' });
    const pauseMs = rightInRow > 0 ? pauses.test.firstMs : nextPauseMs();
    const isOver = nowMs + pauseMs >= deadlineMs;
    const isLast = isOver || isCertain;
    if (pass.kind === 'failed') onEvent({ kind: 'tests-failed', pass, isLast });
    if (isLast) throw failureOf(pass, { progress, by, goal, isCertain, nowMs });
    await clock.sleep(pauseMs, signal);
  }
}

/** Until when old workers may stop: some time is left for passes in a row. Alone, they have all of the time but that. */
function oldWorkersEndMs(story: Story, { startedMs, deadlineMs }: { startedMs: number; deadlineMs: number }): number {
  const lastMs = deadlineMs - Math.min(oldWorkersMs.reserve, (deadlineMs - startedMs) / 4);
  return isVersionUp(story) ? Math.min(startedMs + oldWorkersMs.longest, lastMs) : lastMs;
}

function concernOf({ verdict }: Progress) {
  return verdict.kind === 'waiting' ? verdict.concern : undefined;
}

/** `wasShared`: an old worker was healthy before the pass, so that it may have answered. */
function answererIn(story: Story, wasShared: boolean): Answerer {
  if (isVersionUp(story)) return wasShared || isHealthyOld(story) ? 'any' : 'new';
  return areWorkersHidden(story) ? 'hidden' : 'none';
}

interface Ending {
  progress: Progress;
  by: Answerer;
  goal: Goal;
  /** The answer was certainly wrong; otherwise the time is over. */
  isCertain: boolean;
  nowMs: number;
}

/** What has kept the worker from starting is the cause, and not its answer. */
function failureOf(pass: TestPass, { progress, by, goal, isCertain, nowMs }: Ending): RolloutError {
  const { story } = progress;
  const concern = concernOf(progress);
  if (concern && !isCertain) return failed(story, concern);
  const isLoading = newWorkers(story).some(({ loadingSinceMs }) => loadingSinceMs !== undefined);
  if (by === 'none' && isLoading) return timedOut(story, { goal, waiting: { missing: 'health' }, nowMs });
  const byAny = by === 'any' ? 'an old worker may have answered, so the new configuration is kept' : '';
  const isBusy = pass.kind === 'failed' && pass.weight === 'busy' && by === 'new';
  const byBusy = isBusy ? 'no answer speaks against the new configuration, so it is kept' : '';
  return notPassed(story, pass, by === 'new' || by === 'any' ? byAny || byBusy : whyKept(story));
}

/** Resolves with how long to wait before the next reading, in milliseconds. */
type Read = () => Promise<number>;

/** Reads on without a request while an old worker is healthy, and says so every two minutes. */
async function awaitOldToStop(
  storyNow: () => Story,
  { read, endMs, context }: { read: Read; endMs: () => number; context: RolloutContext },
): Promise<void> {
  const { clock, onEvent, signal } = context;
  const isReportDue = heartbeat(clock);
  while (isHealthyOld(storyNow()) && clock.monotonicMs() < endMs()) {
    const leftSeconds = Math.round((endMs() - clock.monotonicMs()) / 1000);
    const workers = oldWorkers(storyNow()).length;
    if (isReportDue()) onEvent({ kind: 'old-workers-awaited', workers, leftSeconds });
    await clock.sleep(testReadPauses.concernedMs, signal);
    await read();
  }
}

/** A cold start may hold the first request for minutes: meanwhile readings show whether its worker fails. */
async function testWhileReading(
  endpoint: Endpoint,
  { test, read, context: { clock, signal, deadlineMs } }: Pick<TestPhase, 'test' | 'context'> & { read: Read },
): Promise<TestPass> {
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const pass = test(endpoint, { signal: until, deadlineMs: deadlineMs() });
  const isOver = pass.then(
    () => true,
    () => true,
  );
  try {
    let pauseMs: number = testReadPauses.usualMs;
    while (!(await Promise.race([isOver, clock.sleep(pauseMs, until).then(() => false)]))) pauseMs = await read();
    return await pass;
  } finally {
    ended.abort();
  }
}

/** `kept`: why the new configuration is not undone; '' where it may be. */
function notPassed(story: Story, pass: TestPass, kept: string): RolloutError {
  const { id, config, log } = story.endpoint;
  // The worker that answered says more about the answer than the endpoint does.
  const answering = healthyWorkers(story).findLast((worker) => !worker.isOld && worker.log !== '');
  const isAnswered = pass.kind === 'passed';
  return new RolloutError({
    code: isAnswered ? 'timeout' : 'test-failed',
    message: isAnswered
      ? `the tests of endpoint ${config.name} (${id}) pass, but an old worker may have answered`
      : `the tests of endpoint ${config.name} (${id}) failed: ${pass.message}${kept && `; ${kept}`}`,
    ...(isAnswered && {
      hint: 'Run the step again when the old worker has stopped, or delete it in the console of the service. A test that asks the app for its version is the surest proof.',
    }),
    ...(!isAnswered && kept === '' && pass.hint && { hint: pass.hint }),
    endpointId: id,
    log: answering ? { of: `worker ${answering.id}`, text: answering.log } : { of: 'the endpoint', text: log },
    isInconclusive: isAnswered || kept !== '',
  });
}
