/** Stories → what is said of them: the cause in the service's words, what was missing, what to do, and whether anything may be undone. */

import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../src/errors.ts';
import type { Write } from '../../src/rollout/effect.ts';
import { describeFailure, failed, timedOut } from '../../src/rollout/explain.ts';
import { type Goal, judge } from '../../src/rollout/judge.ts';
import { liveEndpoint } from '../plan/example.ts';
import { type Course, every, type Shown, steadily, storyOver, writeOver } from './course.ts';

const ready: Goal = { wait: 'ready', isTested: false };
const replaced = writeOver('replaces');
const created = writeOver('replaces', { old: [] });
const unchanged = writeOver('none');
const at = (second: number, ...workers: string[]) => [second, { workers }] as const;

const healthHint =
  'Check `healthy.path` (now `/health`) and `ports`: the server must answer the health check there. If it starts slowly, read its log.';

describe('a failure, as a clause', () => {
  test.for<[string, Course, Parameters<typeof describeFailure>[1]['fault'], string]>([
    [
      'an image',
      [at(0, 'w2 pulling: manifest unknown')],
      'image-pull-definite',
      'worker w2 cannot pull the image: "manifest unknown"',
    ],
    [
      'a back-off',
      [at(0, 'w2 pulling: ImagePullBackOff')],
      'image-pull',
      'worker w2 cannot pull the image: "ImagePullBackOff"',
    ],
    ['no machine', [at(0, 'w2 pending: unschedulable')], 'no-capacity', 'worker w2 finds no free GPU: "unschedulable"'],
    ['a crash without a word', [at(0, 'w2 exited')], 'crashed', 'worker w2 crashed (exited)'],
    [
      'several crashes, and the words that tell most',
      [at(0, 'w2 exited: exit code 137 (OOMKilled)'), at(5, 'w2 starting'), at(9, 'w2 failed: back-off restarting')],
      'crashed',
      'worker w2 crashed 2 times: "exit code 137 (OOMKilled)"',
    ],
    [
      'a health check, and the exit code that comes of it',
      [at(0, 'w2 exited: exit code 137'), at(5, 'w2 starting'), at(9, 'w2 exited: health check failed with 404')],
      'crashed',
      'worker w2 crashed 2 times: "health check failed with 404"',
    ],
    [
      'an exit code alone',
      [at(0, 'w2 exited: container exited with code 137')],
      'crashed',
      'worker w2 crashed, probably out of memory: "container exited with code 137"',
    ],
    ['one without an id', [at(0, ' exited')], 'crashed', 'worker without an ID crashed'],
    [
      'the endpoint',
      [[0, { state: 'failed', message: 'node lost' }]],
      'endpoint-failed',
      'the endpoint is failed: "node lost"',
    ],
    ['the words of the endpoint', [[0, { message: 'no free GPU' }]], 'no-capacity', 'the service says: "no free GPU"'],
  ])('%s', ([, course, fault, expected]) => {
    expect(describeFailure(storyOver(course, created), { fault })).toBe(expected);
  });
});

test.for<[string, string]>([
  ['container exited with code 1', errorCodes.crashed],
  ['health check failed: GET /health answered 404', healthHint],
  ['Liveness probe failed, exit code 137', healthHint],
])('a crash with the words "%s" says what to check', ([words, hint]) => {
  const story = storyOver(steadily(every(5, 180), { workers: ['old running+', `w2 exited: ${words}`] }), replaced);
  const verdict = judge(story, ready);
  if (verdict.kind !== 'failing') throw new Error('a verdict of failure');
  expect(failed(story, verdict)).toMatchObject({ code: 'crashed', hint });
  expect(failed(story, verdict).message).not.toContain('memory');
  const late = storyOver(steadily(every(5, 20), { workers: ['old running+', `w2 exited: ${words}`] }), replaced);
  const over = timedOut(late, { goal: ready, verdict: judge(late, ready), hint: undefined, nowMs: late.atMs });
  expect([over.code, over.hint]).toEqual(['crashed', hint]);
});

test('a failure that has lasted says for how long, and where the log is', () => {
  const story = storyOver(steadily(every(5, 180), { workers: ['old running+', 'w2 exited'] }), replaced);
  const verdict = judge(story, ready);
  if (verdict.kind !== 'failing') throw new Error('a verdict of failure');
  expect(failed(story, verdict)).toMatchObject({
    code: 'crashed',
    message: `endpoint llama (${liveEndpoint.id}) failed to become ready: new worker w2 crashed (exited) (for 3 m)`,
    endpointId: liveEndpoint.id,
    log: { of: 'worker w2', text: '/logs/w2' },
    isInconclusive: false,
  });
});

/** The error of a wait that is over when the course is, or so many seconds later. */
function overAfter(
  course: Course,
  { write = replaced, goal = ready, unreadSeconds = 0, hint = undefined as string | undefined } = {},
) {
  const story = storyOver(course, write);
  return timedOut(story, { goal, verdict: judge(story, goal), hint, nowMs: story.atMs + unreadSeconds * 1000 });
}
const minutes = (count: number, shown: Shown) => steadily(every(10, count * 60), shown);
const pulled = (second: number) => (second < 720 ? 'w2 pulling' : 'w2 running');
const onlyOld =
  /only workers from before the update are listed; .*that is no evidence against the new configuration, so it is kept$/;

describe('a wait that is over', () => {
  test.for<[string, Course, Parameters<typeof overAfter>[1], string, boolean, RegExp, RegExp]>([
    ['only old workers', minutes(20, { workers: ['old running+'] }), {}, 'timeout', true, onlyOld, /`wait: none`/],
    [
      'of a run that has written nothing',
      minutes(5, { workers: ['old running+'] }),
      { write: unchanged },
      'timeout',
      false,
      /only workers from before the update are listed/,
      /`wait: none`/,
    ],
    [
      'workers without ids',
      minutes(20, { workers: [' running+'] }),
      {},
      'timeout',
      true,
      /workers without IDs, so nothing tells new ones from old ones/,
      /Add `tests` to the spec/,
    ],
    [
      'no workers',
      minutes(20, {}),
      {},
      'timeout',
      true,
      /the service lists no workers; .*; it has no workers; .*so it is kept$/,
      /Add `tests` to the spec/,
    ],
    [
      'a pull',
      minutes(20, { workers: ['old running+', 'w2 pulling'] }),
      {},
      'timeout',
      false,
      /was not ready after 20 m: last state serving; workers: 1 running, 1 pulling$/,
      /wait-timeout/,
    ],
    [
      'a pull of twelve minutes and a model that loads for eight',
      every(10, 1200).map((second) => at(second, pulled(second))),
      {},
      'timeout',
      false,
      /was not ready after 20 m: its health check \/health has failed for 8 m; /,
      /If the model is still loading, raise `wait-timeout`; if not, check `healthy.path`/,
    ],
    [
      'a health check that fails all the time',
      minutes(20, { workers: ['w2 running'] }),
      {},
      'unhealthy',
      false,
      /its health check \/health has failed for 20 m/,
      /raise `wait-timeout`/,
    ],
    [
      'no machine',
      minutes(20, { workers: ['w2 pending: unschedulable'] }),
      {},
      'no-capacity',
      false,
      /worker w2 finds no free GPU: "unschedulable"$/,
      /./,
    ],
    [
      'a new one that was healthy',
      [...minutes(10, { workers: ['w2 running+'], state: 'stopping' }), at(610, 'w2 starting')],
      {},
      'timeout',
      true,
      /a worker of the new version was healthy, so the new configuration is kept$/,
      /./,
    ],
    [
      'a service that could not be read',
      minutes(3, { workers: ['w2 pulling'] }),
      { unreadSeconds: 100 },
      'timeout',
      true,
      /could not be read for the last 1 m 40 s; that is no evidence/,
      /./,
    ],
    [
      'old workers that stay, with `wait: rollout`',
      minutes(20, { workers: ['old running+', 'old2 running+', 'w2 running+'] }),
      { write: writeOver('replaces', { old: ['old', 'old2'] }), goal: { wait: 'rollout', isTested: false } },
      'timeout',
      true,
      /2 workers of the old version still running; last state serving; workers: 3 running/,
      /./,
    ],
    [
      'a kept worker that blinks',
      minutes(20, { workers: ['old running'] }),
      { write: writeOver('keeps') },
      'unhealthy',
      true,
      /workers: 1 running \(1 not healthy yet\)/,
      /./,
    ],
    [
      'an endpoint without a word',
      minutes(1, { state: '', workers: ['w2 pulling'] }),
      {},
      'timeout',
      false,
      /last state none; /,
      /./,
    ],
    [
      'a hint of the caller',
      minutes(5, { workers: ['w2 pulling'] }),
      { hint: 'A rollback is not waited for.' },
      'timeout',
      false,
      /./,
      /^A rollback is not waited for\./,
    ],
  ])('%s', ([, course, given, code, isInconclusive, message, hint]) => {
    const error = overAfter(course, given);
    expect({ code: error.code, isInconclusive: error.isInconclusive }).toEqual({ code, isInconclusive });
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });

  test('says all at once', () => {
    const shown = {
      state: 'updating',
      message: 'SLOW: moving',
      workers: ['old running+', 'w2 running', 'gone removed'],
    };
    expect(overAfter(minutes(2, shown))).toMatchObject({
      code: 'timeout',
      endpointId: liveEndpoint.id,
      message: `endpoint llama (${liveEndpoint.id}) was not ready after 2 m: its health check /health has failed for 2 m; last state updating: "SLOW: moving"; workers: 2 running (1 not healthy yet)`,
      hint: 'If the model is still loading, raise `wait-timeout`; if not, check `healthy.path` and `ports`.',
      log: { of: 'worker w2', text: '/logs/w2' },
    });
  });

  test('a write of which nobody can say whose workers are, is never undone for old ones alone', () => {
    const write: Write = writeOver('unknown');
    expect(overAfter(minutes(5, { workers: ['old running'] }), { write })).toMatchObject({
      code: 'timeout',
      isInconclusive: true,
    });
  });
});
