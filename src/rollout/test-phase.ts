/** The tests of the spec against the endpoint that was written: asked again until a worker of the new version has answered, while the endpoint is read beside. */

import type { Endpoint } from '../model/endpoint.ts';
import type { TestEndpoint } from '../tests/endpoint-tests.ts';
import type { TestPass } from '../tests/run.ts';
import type { RolloutContext } from './context.ts';
import { RolloutError } from './errors.ts';
import { failed } from './explain.ts';
import { type Goal, healthyWorkers, isUntold, isVersionUp, judge } from './judge.ts';
import { look } from './observe.ts';
import { continueStory, type Story } from './story.ts';
import { testPauses, testReadPauses, wrongPasses } from './times.ts';
import type { Written } from './writes.ts';

export type { TestEndpoint, TestPass };

interface TestPhase {
  written: Written;
  /** As the wait before has left it. */
  story: Story;
  goal: Goal;
  test: TestEndpoint;
  context: RolloutContext;
}

/**
 * Resolves with the story once the tests pass while a healthy worker of the new version is listed; where the service lists no workers, or none with an id, the
 * answer itself decides. Rejects with the code of a worker's failure as soon as that is certain, and with `test-failed` when a healthy new worker has
 * answered wrong three times, or the time is over.
 */
export async function passTests({ written, story: first, goal, test, context }: TestPhase): Promise<Story> {
  const { clock, onEvent, signal } = context;
  const deadlineMs = context.deadlineMs();
  let story = first;
  let wrong = 0;
  const read = async () => {
    const seen = await look(written.target, { deadlineMs, context });
    if (seen?.match.kind === 'applied') story = continueStory(story, { endpoint: seen.endpoint, atMs: seen.atMs });
    const verdict = judge(story, goal);
    if (verdict.kind === 'failing') throw failed(story, verdict);
    return verdict.kind === 'waiting' && verdict.concern ? testReadPauses.concernedMs : testReadPauses.usualMs;
  };
  onEvent({ kind: 'phase', phase: 'test' });
  onEvent({ kind: 'tests-started', url: story.endpoint.url, wakesWorker: healthyWorkers(story).length === 0 });
  for (let pauseMs: number = testPauses.firstMs; ; ) {
    const pass = await testWhileReading({ endpoint: story.endpoint, test, read, context });
    await read();
    const isNewUp = isVersionUp(story);
    if (pass.kind === 'passed' && (isNewUp || isUntold(story))) {
      onEvent({ kind: 'tests-passed', pass, isUnproved: !isNewUp });
      return story;
    }
    if (pass.kind === 'failed') wrong += isNewUp && !pass.canHeal ? 1 : 0;
    const isOver = clock.monotonicMs() + pauseMs >= deadlineMs;
    if (pass.kind === 'failed') onEvent({ kind: 'tests-failed', pass, isLast: isOver || wrong >= wrongPasses });
    const verdict = judge(story, goal);
    // What has kept the worker from starting is the cause, and not its answer.
    if (isOver && verdict.kind === 'waiting' && verdict.concern) throw failed(story, verdict.concern);
    if (wrong >= wrongPasses || isOver) throw notPassed(story, pass);
    await clock.sleep(pauseMs, signal);
    pauseMs = Math.min(testPauses.slowestMs, pauseMs * testPauses.growth);
  }
}

/** A cold start may hold the first request for minutes: meanwhile the endpoint is read, so that a failure of its worker ends the test. */
async function testWhileReading({
  endpoint,
  test,
  read,
  context: { clock, signal, deadlineMs },
}: {
  endpoint: Endpoint;
  test: TestEndpoint;
  /** Resolves with how long to wait before the next reading, in milliseconds. */
  read: () => Promise<number>;
  context: Pick<RolloutContext, 'clock' | 'signal' | 'deadlineMs'>;
}): Promise<TestPass> {
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

function notPassed(story: Story, pass: TestPass): RolloutError {
  const { id, config, log } = story.endpoint;
  // The worker that answered says more about the answer than the endpoint does.
  const answering = healthyWorkers(story).findLast((worker) => !worker.isOld && worker.log !== '');
  const isAnswered = pass.kind === 'passed';
  return new RolloutError({
    code: isAnswered ? 'timeout' : 'test-failed',
    message: isAnswered
      ? `the tests of endpoint ${config.name} (${id}) pass, but only workers from before the update are healthy, so that the old version may have answered`
      : `the tests of endpoint ${config.name} (${id}) failed: ${pass.message}`,
    endpointId: id,
    log: answering ? { of: `worker ${answering.id}`, text: answering.log } : { of: 'the endpoint', text: log },
    isInconclusive: isAnswered,
  });
}
