/** Stories → what is said of them: the cause in the service's words, what was missing, what to do, and whether anything may be undone. */

import { expect, test } from 'vitest';
import { errorCodes } from '../../../src/errors.ts';
import { describeFailure, lastingFailure, timedOut } from '../../../src/rollout/evidence/explain.ts';
import { type Goal, judgeStory } from '../../../src/rollout/evidence/judge.ts';
import { liveEndpoint } from '../../plan/example.ts';
import {
  type Course,
  created,
  every,
  foundWith,
  replaced,
  type Shown,
  steadily,
  storyOver,
  writeOver,
} from '../readings.ts';

const ready: Goal = { wait: 'ready', tests: 'none' };

test.for<[Parameters<typeof describeFailure>[1]['fault'], string, ...Shown[]]>([
  ['image-pull-definite', 'worker w cannot pull the image: "manifest unknown"', 'w pulling: manifest unknown'],
  ['image-pull', 'worker w cannot pull the image: "ImagePullBackOff"', 'w pulling: ImagePullBackOff'],
  ['no-capacity', 'worker w finds no free GPU: "unschedulable"', 'w pending: unschedulable'],
  ['crashed', 'worker w crashed', 'w exited'],
  [
    'crashed',
    'worker w crashed 2 times: "exit code 137 (OOMKilled)"',
    'w exited: exit code 137 (OOMKilled)',
    'w starting',
    'w failed: back-off restarting',
  ],
  [
    'crashed',
    'worker w crashed 2 times: "health check failed with 404"',
    'w exited: exit code 137',
    'w starting',
    'w exited: health check failed with 404',
  ],
  [
    'crashed',
    'worker w crashed, probably out of memory: "container exited with code 137"',
    'w exited: container exited with code 137',
  ],
  ['crashed', 'worker without an ID crashed', ' exited'],
  ['endpoint-failed', 'the endpoint is failed: "node lost"', { state: 'failed', message: 'node lost' }],
])('a failure, as a clause: %s, %s', ([fault, expected, ...shown]) => {
  const course: Course = shown.map((each, index) => [index * 5, each]);
  expect(describeFailure(storyOver(course, created), { fault, code: 'internal', sinceMs: 0 })).toBe(expected);
});

/** The error of a failure that has lasted. */
function failedAfter(course: Course) {
  const story = storyOver(course, replaced);
  const verdict = judgeStory(story, ready);
  if (verdict.kind !== 'failing') throw new Error('a verdict of failure');
  return lastingFailure(story, verdict);
}

test.for<[string, boolean, RegExp, string]>([
  ['failed', false, /^(?!Start it)/, ''],
  ['stopped', true, /^Start it in the console/, 'llama: stopped'],
  ['terminating', true, /^Start it in the console/, 'llama: terminating'],
])(
  'an endpoint that is %s, whether that proves nothing: %s, and what to do',
  ([state, isInconclusive, hint, title]) => {
    const course: Course = [0, 30, 60].map((second) => [second, { state, workers: 'new running+' }]);
    const error = failedAfter(course);
    expect(error).toMatchObject({ code: 'endpoint-failed', isInconclusive, title });
    expect(error.hint).toMatch(hint);
  },
);

/** The error of a wait that is over when the course is, or so many seconds later. */
function overAfter(course: Course, { write = replaced, goal = ready, unreadSeconds = 0 } = {}) {
  const story = storyOver(course, write);
  const verdict = judgeStory(story, goal);
  const waiting = verdict.kind === 'waiting' ? verdict : ({ missing: 'health' } as const);
  return timedOut(story, { waiting, nowMs: story.atMs + unreadSeconds * 1000 });
}

const healthHint =
  'Check `healthy.path` (now `/health`) and `ports`: the server must answer the health check there. If it starts slowly, read its log.';

test.for<[string, string]>([
  ['container exited with code 1', errorCodes.crashed.next],
  ['health check failed: GET /health answered 404', healthHint],
  ['Liveness probe failed: exit code 137', healthHint],
])('a crash with the words "%s" says what to check', ([words, hint]) => {
  const crashing = (seconds: number) => steadily(every(5, seconds), `old running+, w exited: ${words}`);
  const error = failedAfter(crashing(180));
  expect(error).toMatchObject({ code: 'crashed', hint });
  expect(error.message).not.toContain('memory');
  expect(overAfter(crashing(20))).toMatchObject({ code: 'crashed', hint });
});

test('a failure that has lasted says for how long, and where the log is', () => {
  expect(failedAfter(steadily(every(5, 180), 'old running+, w exited'))).toMatchObject({
    code: 'crashed',
    message: `endpoint llama (${liveEndpoint.id}) has been failing for 3 m: new worker w crashed`,
    endpointId: liveEndpoint.id,
    log: { of: 'worker w', text: '/logs/w' },
    isInconclusive: false,
  });
});

const minutes = (count: number, shown: Shown) => steadily(every(10, count * 60), shown);
const useNone = /`wait: none`/;
const ofAll = { goal: { wait: 'rollout', tests: 'none' } } as const;
const onlyOld = /the service lists no new worker; .*that is no evidence against the new configuration$/;
/** Default: `timeout`, and the new version may be undone. */
type Told = { code?: string; isKept?: boolean; says?: RegExp; hint?: RegExp };

test.for<[string, Course, Told, Parameters<typeof overAfter>[1]?]>([
  ['only old workers', minutes(20, 'old running+'), { isKept: true, says: onlyOld, hint: useNone }],
  [
    'of a run that has written nothing',
    minutes(5, 'old running+'),
    { says: /the service lists no new worker/, hint: useNone },
    { write: foundWith('old') },
  ],
  [
    'workers without ids',
    minutes(20, ' running+'),
    { isKept: true, says: /is healthy, but nothing shows its version: it has no ID/, hint: useNone },
  ],
  [
    'no workers',
    minutes(20, ''),
    {
      isKept: true,
      says: /the service lists no new worker; .*; nobody is served; .*no evidence against the new configuration$/,
      hint: useNone,
    },
  ],
  [
    'a pull',
    minutes(20, 'old running+, w pulling'),
    { says: /not ready after 20 m: last state serving; 1 old worker serves, 1 new one pulling$/, hint: /wait-timeout/ },
  ],
  [
    'a worker that waits for something, in words that nobody knows',
    minutes(6, 'old running+, w pending: storage vol-1 is not in the cluster'),
    { says: /; worker w is pending: "storage vol-1 is not in the cluster"$/ },
  ],
  [
    'a pull of twelve minutes and a model that loads for eight',
    every(10, 1200).map((second) => [second, second < 720 ? 'w pulling' : 'w running']),
    {
      says: /was not ready after 20 m: its health check \/health has failed for 8 m; /,
      hint: /If the model is still loading, raise `wait-timeout`; if not, check `healthy.path`/,
    },
  ],
  [
    'a health check that fails all the time',
    minutes(20, 'w running'),
    { code: 'unhealthy', says: /its health check \/health has failed for 20 m/, hint: /raise `wait-timeout`/ },
  ],
  [
    'no machine',
    minutes(20, 'w pending: unschedulable'),
    { code: 'no-capacity', says: /worker w finds no free GPU: "unschedulable"$/ },
  ],
  [
    'a new one that was healthy',
    [...minutes(10, { workers: 'w running+', state: 'stopping' }), [610, 'w paused']],
    { isKept: true, says: /a worker of the new version was healthy$/ },
  ],
  [
    'a service that could not be read',
    minutes(3, 'w pulling'),
    { isKept: true, says: /could not be read for the last 1 m 40 s; that is no evidence/ },
    { unreadSeconds: 100 },
  ],
  [
    'old workers that stay, with `wait: rollout`',
    minutes(20, 'old running+, old2 running+, w running+'),
    { isKept: true, says: /old workers have not stopped; last state serving; 2 old workers and 1 new worker serve/ },
    { ...ofAll, write: writeOver('replaces', { old: ['old', 'old2'] }) },
  ],
  [
    'no machine for the new worker, with `wait: rollout`',
    minutes(20, 'old running+, w pending: insufficient GPU resource'),
    { code: 'no-capacity', says: /new worker w finds no free GPU/, hint: /another product or cluster/ },
    ofAll,
  ],
  [
    'a kept worker that blinks',
    minutes(20, 'old running'),
    { code: 'unhealthy', isKept: true, says: /nobody is served: 1 worker running, not healthy/ },
    { write: writeOver('keeps') },
  ],
  [
    'a worker that came while another one was pulled',
    [[0, 'w pulling'], ...steadily(every(10, 300).slice(4), 'w pulling, x running+')],
    {
      isKept: true,
      says: /worker x is healthy, but nothing shows its version: another worker is not up yet/,
      hint: /asks the app for its version/,
    },
  ],
  ['an endpoint without a word', minutes(1, { state: '', workers: 'w pulling' }), { says: /last state none; / }],
])('a wait that is over: %s', ([, course, { code = 'timeout', isKept = false, says = /./, hint = /./ }, given]) => {
  const error = overAfter(course, given);
  expect({ code: error.code, isInconclusive: error.isInconclusive }).toEqual({ code, isInconclusive: isKept });
  expect(error.message).toMatch(says);
  expect(error.hint).toMatch(hint);
});

test('a wait that is over says all at once', () => {
  const shown = { state: 'updating', message: 'SLOW: moving', workers: 'old running+, w running, gone removed' };
  expect(overAfter(minutes(2, shown))).toMatchObject({
    code: 'timeout',
    endpointId: liveEndpoint.id,
    message: `endpoint llama (${liveEndpoint.id}) was not ready after 2 m: its health check /health has failed for 2 m; last state updating: "SLOW: moving"; 1 old worker serves, 1 new one running, not healthy`,
    hint: 'If the model is still loading, raise `wait-timeout`; if not, check `healthy.path` and `ports`.',
    log: { of: 'worker w', text: '/logs/w' },
  });
});
