/** The tests of the spec, asked until the new version has answered, while the endpoint is read beside. */

import type { Endpoint } from '../model/endpoint.ts';
import type { TestEndpoint, TestPass } from '../tests/run.ts';
import type { RolloutContext } from './context.ts';
import { followCourse, type Standing } from './course.ts';
import { RolloutError } from './errors.ts';
import { failed, timedOut, whyKept } from './explain.ts';
import { type Goal, healthyWorkers, isUntold, isVersionUp } from './judge.ts';
import { look, watch } from './observe.ts';
import { newWorkers, oldWorkers, type Story } from './story.ts';
import { growing, heartbeat, pauses, testReadPauses, wrongMs, wrongPasses } from './times.ts';
import type { Written } from './writes.ts';

interface TestPhase {
  written: Written;
  /** As the wait before has left it. */
  story: Story;
  goal: Goal;
  test: TestEndpoint;
  context: RolloutContext;
}

/**
 * Resolves with the story once the tests pass while a healthy worker of the new version is listed; where the service
 * lists no workers, or none with an id, the answer itself decides. Rejects with the code of a worker's failure as soon
 * as that is certain, and with `test-failed` when a healthy new worker has answered wrong three times, or the time is
 * over.
 */
export async function passTests({ written, story: first, test, context, ...given }: TestPhase): Promise<Story> {
  const goal = { ...given.goal, isTesting: true };
  const { clock, onEvent, signal } = context;
  const deadlineMs = context.deadlineMs();
  let isOther = false;
  let lastWrong: TestPass | undefined;
  /** Wrong answers that are certainly of the new version. */
  let wrong = { count: 0, sinceMs: 0 };
  const observing = watch(written.target, context);
  const follow = followCourse(first, { goal, startedMs: clock.monotonicMs(), deadlineMs, onEvent });
  let standing = follow();
  const concernOf = ({ verdict }: Standing) => (verdict.kind === 'waiting' ? verdict.concern : undefined);
  const read = async () => {
    const seen = await look(observing, deadlineMs);
    isOther = seen?.match.kind === 'stale' || seen?.match.kind === 'foreign';
    standing = follow(seen);
    return concernOf(standing) ? testReadPauses.concernedMs : testReadPauses.usualMs;
  };
  onEvent({ kind: 'tests-started', url: first.endpoint.url, wakesWorker: healthyWorkers(first).length === 0 });
  for (const nextPauseMs = growing(pauses.test); ; ) {
    const pauseMs = nextPauseMs();
    const pass = await testWhileReading(standing.story.endpoint, { test, read, context });
    await read();
    const { story } = standing;
    const isNewUp = isVersionUp(story);
    const isWrong = pass.kind === 'failed' && isNewUp && !pass.canHeal;
    if (isWrong) lastWrong = pass;
    // Once an answer was wrong, one that comes while an old worker is healthy may be the old worker's.
    const isAnswerOfOther = isOther || (lastWrong !== undefined && hasHealthyOld(story));
    const nowMs = clock.monotonicMs();
    if (isWrong && !isAnswerOfOther)
      wrong = { count: wrong.count + 1, sinceMs: wrong.count > 0 ? wrong.sinceMs : nowMs };
    if (pass.kind === 'passed' && !isAnswerOfOther && (isNewUp || isUntold(story))) {
      onEvent({ kind: 'tests-passed', pass, isUnproved: !isNewUp, oldWorkers: oldWorkers(story).length });
      return story;
    }
    const isOver = nowMs + pauseMs >= deadlineMs;
    const isLast = isOver || (wrong.count >= wrongPasses && nowMs - wrong.sinceMs >= wrongMs);
    if (pass.kind === 'failed') onEvent({ kind: 'tests-failed', pass, isLast });
    const concern = concernOf(standing);
    // What has kept the worker from starting is the cause, and not its answer.
    if (isOver && concern) throw failed(story, concern);
    const isLoading = newWorkers(story).some(({ loadingSinceMs }) => loadingSinceMs !== undefined);
    if (isOver && !isNewUp && isLoading) throw timedOut(story, { goal, waiting: { missing: 'health' }, nowMs });
    const answer = pass.kind === 'passed' && isNewUp ? (lastWrong ?? pass) : pass;
    const mayAllBeOld = isNewUp && wrong.count === 0 && hasHealthyOld(story);
    const byOld = mayAllBeOld ? 'an old worker may have answered, so the new configuration is kept' : '';
    if (isLast) throw notPassed(story, answer, isNewUp ? byOld : whyKept(story));
    // Requests would keep the old worker from stopping when it is idle.
    const isAwaited = () => hasHealthyOld(standing.story) && !isVersionUp(standing.story);
    if (pass.kind === 'passed') await readWhile(isAwaited, { read, untilMs: deadlineMs - pauseMs, context });
    await clock.sleep(pauseMs, signal);
  }
}

/** Resolves with how long to wait before the next reading, in milliseconds. */
type Read = () => Promise<number>;

/** Reads on without a request, and says so now and then. */
async function readWhile(
  isAwaited: () => boolean,
  { read, untilMs, context }: { read: Read; untilMs: number; context: RolloutContext },
): Promise<void> {
  const { clock, onEvent, signal } = context;
  const isReportDue = heartbeat(clock);
  while (isAwaited() && clock.monotonicMs() < untilMs) {
    const leftSeconds = Math.round((untilMs - clock.monotonicMs()) / 1000);
    if (isReportDue()) onEvent({ kind: 'old-worker-answered', leftSeconds });
    await clock.sleep(testReadPauses.usualMs, signal);
    await read();
  }
}

function hasHealthyOld({ workers }: Story): boolean {
  return [...workers.values()].some(({ isOld, condition }) => isOld && condition === 'healthy');
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
      ? `the tests of endpoint ${config.name} (${id}) pass, but only workers from before the update are healthy, so the old version may have answered`
      : `the tests of endpoint ${config.name} (${id}) failed: ${pass.message}${kept && `; ${kept}`}`,
    ...(isAnswered && {
      hint: 'Requests keep an old worker awake. Run the step again when it has stopped, or delete it in the console of the service.',
    }),
    endpointId: id,
    log: answering ? { of: `worker ${answering.id}`, text: answering.log } : { of: 'the endpoint', text: log },
    isInconclusive: isAnswered || kept !== '',
  });
}
