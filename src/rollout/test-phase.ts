/** The tests of the spec, repeated until the new version has answered, while the endpoint is read. */

import { endpointName } from '../model/display.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { TestEndpoint, TestPass } from '../tests/run.ts';
import { trackWrongAnswers, type Weight } from '../tests/wrong-answers.ts';
import { doubtfulMs, growing, heartbeat, patienceMs, pauses, testReadPauses } from '../times.ts';
import type { RolloutContext } from './context.ts';
import { RolloutError } from './errors.ts';
import type { Answerer } from './events.ts';
import { explainingLog, lastingFailure, timedOut, whyKept } from './evidence/explain.ts';
import { type Goal, isVersionUp } from './evidence/judge.ts';
import {
  healthyStarted,
  healthyWorkers,
  type SeenWorker,
  type Story,
  startedWorkers,
  toldWorkers,
} from './evidence/story.ts';
import { startObserving } from './read/observe.ts';
import { followStory } from './wait.ts';
import type { Written } from './write/write.ts';

/** While other workers stay: so many passes in a row for each healthy worker let each of them answer. */
const passesForEach = 3;

interface TestPhase {
  written: Written;
  /** The story at the end of the wait. */
  story: Story;
  goal: Goal;
  test: TestEndpoint;
  context: RolloutContext;
}

/**
 * Resolves once the tests pass and the new version has answered. While workers that are old, or perhaps old, are
 * healthy, it waits without requests, which would keep them awake; if they stay, the tests have to pass so often in a
 * row that every healthy worker can have answered. A wrong answer that they may have given proves nothing. Rejects with
 * the code of a worker's failure as soon as that is certain, and with `test-failed` when the new version has certainly
 * answered wrong, or the time is over.
 */
export async function passTests({ written, story: first, test, context, ...given }: TestPhase): Promise<Story> {
  const goal = { ...given.goal, tests: 'running' } as const;
  const { clock, onEvent, signal } = context;
  const deadlineMs = context.deadlineMs();
  const startedMs = clock.monotonicMs();
  const observeNext = startObserving(written.target, context);
  const judgeNext = followStory(first, { goal, deadlineMs, onEvent });
  let { story, verdict } = judgeNext();
  let isOther = false;
  const read = async () => {
    const seen = await observeNext({ decide: (observation) => observation });
    isOther = seen !== undefined && seen.match.kind !== 'applied';
    ({ story, verdict } = judgeNext(seen));
    return verdict.concern ? testReadPauses.concernedMs : testReadPauses.usualMs;
  };
  const wrong = trackWrongAnswers();
  let isDisputed = false;
  // Until then other workers may stop: five minutes beside a new worker; the last minute is for the tests.
  const lastMs = deadlineMs - Math.min(doubtfulMs, (deadlineMs - startedMs) / 4);
  const endMs = () => (isVersionUp(story) && !isDisputed ? Math.min(startedMs + patienceMs, lastMs) : lastMs);
  const othersToStop = () => awaitOthersToStop(() => story, { read, endMs, context });
  const healthySinceMs = () => Math.min(...healthyStarted(story).map(({ sinceMs }) => sinceMs));
  const healthyForMs = () =>
    isOther || answererIn(story, { wasShared: false }) !== 'this'
      ? 0
      : Math.max(0, clock.monotonicMs() - healthySinceMs());
  let rightInRow = 0;
  await othersToStop();
  onEvent({ kind: 'tests-started', url: story.endpoint.url, wakesWorker: healthyWorkers(story).length === 0 });
  for (const nextPauseMs = growing(pauses.test); ; await othersToStop()) {
    const wasShared = otherWorkers(story).length > 0;
    const pass = await testWhileReading(story.endpoint, { test, read, healthyForMs, context });
    await read();
    const by = isOther ? 'none' : answererIn(story, { wasShared });
    const nowMs = clock.monotonicMs();
    if (pass.kind === 'passed') wrong.forget();
    rightInRow = pass.kind === 'passed' && isShared(by) ? rightInRow + 1 : 0;
    const isEnough = isShared(by) && rightInRow >= passesForEach * healthyWorkers(story).length;
    if (pass.kind === 'passed' && (by === 'this' || isEnough)) {
      onEvent({ kind: 'tested', pass, by, isLast: true });
      return story;
    }
    // Perhaps only the new version passes.
    isDisputed ||= pass.kind === 'failed' && isShared(by);
    const isCertain =
      pass.kind === 'failed' && by === 'this' && wrong.add(pass.weight, { nowMs, healthySinceMs: healthySinceMs() });
    const pauseMs = rightInRow > 0 ? pauses.test.firstMs : nextPauseMs();
    const isLast = isCertain || nowMs + pauseMs >= deadlineMs;
    if (pass.kind === 'failed') onEvent({ kind: 'tested', pass, by, isLast });
    if (isLast) {
      // The cause is the fault of the worker, and not the wrong answer.
      if (verdict.concern && !isCertain) throw lastingFailure(story, verdict.concern);
      const isLoading = startedWorkers(story).some(({ loadingSinceMs }) => loadingSinceMs !== undefined);
      if (by === 'none' && isLoading) throw timedOut(story, { waiting: { missing: 'health' }, nowMs });
      throw notPassed(story, pass, by);
    }
    await clock.sleep(pauseMs, signal);
  }
}

/** Healthy workers that are old, or perhaps old, and are waited for. */
function otherWorkers(story: Story): SeenWorker[] {
  return healthyWorkers(story).filter(({ version }) => version !== 'this' && version !== 'told');
}

/** Whether the earlier version may have answered. */
const isShared = (by: Answerer) => by === 'any' || by === 'told';

/** `wasShared`: another worker was healthy before the pass, so it may have answered. */
function answererIn(story: Story, { wasShared }: { wasShared: boolean }): Answerer {
  const isTold = toldWorkers(story).length > 0;
  if (!isVersionUp(story)) return isTold ? 'told' : 'none';
  return isTold || wasShared || otherWorkers(story).length > 0 ? 'any' : 'this';
}

/** Keeps reading, without a test, while another worker is healthy, and reports it every two minutes. */
async function awaitOthersToStop(
  storyNow: () => Story,
  { read, endMs, context }: { read: () => Promise<unknown>; endMs: () => number; context: RolloutContext },
): Promise<void> {
  const { clock, onEvent, signal } = context;
  const isReportDue = heartbeat(clock);
  while (otherWorkers(storyNow()).length > 0 && clock.monotonicMs() < endMs()) {
    const leftSeconds = Math.round((endMs() - clock.monotonicMs()) / 1000);
    if (isReportDue()) onEvent({ kind: 'awaiting', what: 'old-workers', leftSeconds });
    await clock.sleep(testReadPauses.concernedMs, signal);
    await read();
  }
}

interface WatchedTest {
  test: TestEndpoint;
  read: () => Promise<number>;
  healthyForMs: () => number;
  context: RolloutContext;
}

/** A cold start may hold the first request for minutes, so readings show meanwhile whether its worker fails. */
async function testWhileReading(
  endpoint: Endpoint,
  { test, read, healthyForMs, context: { clock, signal, deadlineMs } }: WatchedTest,
): Promise<TestPass> {
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const pass = test(endpoint, { signal: until, deadlineMs: deadlineMs(), healthyForMs });
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

function notPassed(story: Story, pass: TestPass, by: Answerer): RolloutError {
  const { id } = story.endpoint;
  // The log of the worker that answered explains more than that of the endpoint.
  const answering = healthyWorkers(story).findLast((worker) => worker.version === 'this' && worker.log !== '');
  const about = { endpointId: id, log: explainingLog(story, answering) };
  const tests = `the tests of endpoint ${endpointName(story.endpoint)}`;
  if (pass.kind === 'passed')
    return new RolloutError({
      ...about,
      code: 'timeout',
      message: `${tests} pass, but an old worker may have answered`,
      hint:
        'Run the step again when the old worker has stopped, or delete it in the console of the service. ' +
        'A test that asks the app for its version is the surest proof.',
      isInconclusive: true,
    });
  const doubt = whyKeptAfter(story, pass.weight, by);
  const message = `${tests} failed: ${pass.message}${doubt && `; ${doubt}`}`;
  const hint = doubt === '' ? pass.hint || undefined : doubtHint;
  const title = doubt && `${story.endpoint.config.name}: a test failed`;
  return new RolloutError({ ...about, code: 'test-failed', message, hint, title, isInconclusive: doubt !== '' });
}

const doubtHint =
  'The commands `status` and `logs` show who answers. Run the step again; if it fails then, correct the version or the test.';

/** Why the new configuration is not undone after wrong answers, as a clause; '' where it may be. */
function whyKeptAfter(story: Story, weight: Weight, by: Answerer): string {
  if (isShared(by)) return 'an old worker may have answered';
  if (by !== 'this') return whyKept(story);
  return weight === 'busy' ? 'no answer speaks against the new configuration' : '';
}
