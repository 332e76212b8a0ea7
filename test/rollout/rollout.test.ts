/** A whole rollout over courses that the emulator does not take: its events in order, its times, and its outcome. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import type { EndpointConfig } from '../../src/model/config.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { makePlan, type Plan } from '../../src/plan/plan.ts';
import type { RolloutOptions, RolloutPorts } from '../../src/rollout/context.ts';
import type { TestPass } from '../../src/tests/run.ts';
import { startMs } from '../clock.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { workerOf } from './readings.ts';
import { defaults, roll as rollPlan, summaryOf } from './scene.ts';
import { openStub, serviceError } from './stub.ts';

const options: RolloutOptions = { ...defaults, waitTimeoutSeconds: 600 };
const spec = { name: 'llama', image: { image: 'ghcr.io/acme/llama:1' } };
const planOf = (part: object, live: Endpoint | undefined = liveEndpoint): Plan =>
  makePlan({ spec: { ...spec, ...part }, secretEnvs: new Map(), live });
const update = planOf({ image: { image: 'ghcr.io/acme/llama:2' } });
const refusal = (code: 'quota' | 'rejected') => serviceError(code, { method: 'POST' });
const lost = serviceError('unavailable', { method: 'POST', mayHaveHappened: true });

type Shape = (endpoint: Endpoint, second: number) => Endpoint | Error;

interface Course {
  plan?: Plan;
  given?: Partial<RolloutOptions>;
  /** The answer to each v1 update, the last for ever; an endpoint takes the configuration of those that succeed. */
  updates?: readonly (Error | undefined)[];
  /** What becomes of the endpoint with that configuration. */
  shape?: Shape;
  test?: TestPass;
  whyRefused?: NonNullable<RolloutPorts['whyRefused']>;
  /** Whether an update whose answer is lost was carried out. */
  isLostDone?: boolean;
}

const results = [{ title: 'GET /health', outcome: 'passed', isWarmUp: true, status: 200, totalMs: 100 } as const];
const passed: TestPass = { kind: 'passed', results };
const healing: TestPass = { kind: 'failed', results: [], message: 'GET /health answered 503', weight: 'none' };

const withWorker = (worker: string) => (endpoint: Endpoint) => ({ ...endpoint, workers: [workerOf(worker)] });
const [unready, renewed] = [withWorker('new pulling'), withWorker('new running+')];
const away = () => serviceError('unavailable');
/** So for some seconds, then otherwise. */
const until = (seconds: number, before: Shape, after: Shape) => {
  return (endpoint: Endpoint, second: number) => (second < seconds ? before : after)(endpoint, second);
};
const endedAs = (operation: string | undefined, failure?: string, restoreFailure?: string) => ({
  operation,
  changed: operation !== undefined && operation !== 'unchanged',
  failure,
  ...(restoreFailure && { restoreFailure }),
});

async function roll({
  plan = update,
  given,
  updates = [undefined],
  shape = renewed,
  test: pass,
  whyRefused,
  isLostDone = true,
}: Course) {
  let config = plan.live?.config ?? liveConfig;
  let sent = 0;
  const stub = openStub({
    get: (second) => shape({ ...liveEndpoint, config }, second),
    updateV1: (_, argument) => {
      const answer = updates[Math.min(sent, updates.length - 1)];
      sent += 1;
      if (!(answer instanceof Error) || (answer === lost && isLostDone))
        config = (argument as { config: EndpointConfig }).config;
      return answer;
    },
  });
  const ports = { ...stub.ports, test: pass && (async () => pass), whyRefused };
  const outcome = await rollPlan(plan, { ...options, ...given }, ports);
  const steps = stub.events.map(({ kind }) => kind);
  return {
    ...stub,
    outcome,
    ended: summaryOf(outcome),
    isUndone: stub.events.some((event) => event.kind === 'failed' && event.isUndone),
    /** Events, without those that come at every reading. */
    steps: steps.filter((step) => !['reading', 'reading-failed', 'progress'].includes(step)).join(' '),
  };
}

test('an update tells each of its steps', async () => {
  const { steps, outcome } = await roll({ test: passed });
  expect(steps).toBe('write-sent write-accepted write-shown verified ready tests-started tested');
  expect(outcome).toMatchObject({
    operation: 'updated',
    changed: true,
    endpointId: liveEndpoint.id,
    endpoint: { workers: [{ id: 'new' }], config: { image: { image: 'ghcr.io/acme/llama:2' } } },
    tests: passed,
    failure: undefined,
  });
});

describe('the time of the wait', () => {
  test('is that of the tests too', async () => {
    const given = { waitTimeoutSeconds: 100, onFailure: 'keep' } as const;
    const { second, ended } = await roll({ given, shape: until(50, unready, renewed), test: healing });
    expect([ended.failure, second() > 75, second() < 101]).toEqual(['test-failed', true, true]);
  });

  test('of a restore is five minutes of its own', async () => {
    const { secondsOf, second, ended } = await roll({ given: { waitTimeoutSeconds: 60 }, shape: unready });
    expect([secondsOf('updateV1'), second()]).toEqual([[0, 60], 360]);
    expect(ended).toEqual(endedAs('restored', 'timeout', 'timeout'));
  });
});

test.for<[string, number, object[]]>([
  ['six seconds ago is read again: nothing is written over someone else’s change', 6, []],
  ['four seconds ago is written to at once', 4, [{ second: 0 }]],
])('an endpoint that was looked up %s', async ([, seconds, updates]) => {
  const shape: Shape = (endpoint) => ({ ...endpoint, config: { ...endpoint.config, rootfsSize: 77 } });
  const { ended, calls } = await roll({ given: { lookedUpMs: startMs - seconds * 1000 }, shape });
  expect(ended.failure).toBe('conflict');
  expect(calls.filter(({ operation }) => operation === 'updateV1')).toMatchObject(updates);
});

test('what an update has changed is restored when it fails', async () => {
  // The worker of the restored version has an id of its own.
  const shape = until(21, unready, withWorker('restored running+'));
  const { isUndone, ended, steps } = await roll({ given: { waitTimeoutSeconds: 20 }, shape });
  expect([isUndone, ended]).toEqual([true, endedAs('restored', 'timeout')]);
  expect(steps.replace(/^.* failed /, '').replace('write-shown ', '')).toBe(
    'restoring write-sent write-accepted verified put-back waiting ready',
  );
});

describe('a restore looks first', () => {
  const stale: Shape = (endpoint) => unready({ ...endpoint, config: liveConfig });
  const unread = [{ path: 'image.image', found: 'null' }];
  const partial: Shape = (endpoint) => unready({ ...endpoint, config: { ...endpoint.config, unread } });
  // As of every run: the envs that were there before are not its own.
  const given = { waitTimeoutSeconds: 20, record: { envKeys: '8.' } };
  test.for<[string, Shape, number[]]>([
    ['a late reading, as before the update, is not taken for the restore', until(25, stale, unready), [0, 26]],
    ['a reading that lacks the image is read again for minutes', until(250, partial, unready), [0, 250]],
    ['what stays as it was before is restored already', stale, [0]],
  ])('%s', async ([, shape, seconds]) => {
    const { ended, secondsOf } = await roll({ given, shape: until(20, unready, shape) });
    expect([ended.operation, secondsOf('updateV1')]).toEqual(['restored', seconds]);
  });

  test('nothing is written where no reading is whole for five minutes', async () => {
    const { ended, second } = await roll({ given, shape: until(20, unready, partial) });
    expect([ended, second()]).toEqual([endedAs('updated', 'timeout', 'unavailable'), 320]);
  });
});

test('a late reading is not taken for the version that a kept failure is noted on', async () => {
  const owner = {
    repository: 'acme/llama',
    commit: 'c',
    ref: 'r',
    run: '1.1',
    time: '2026-01-01T00:00:00Z',
    tool: 't',
  };
  const given = { waitTimeoutSeconds: 20, onFailure: 'keep', record: { ...owner, envKeys: '8.' } } as const;
  const late: Shape = (endpoint) => ({ ...endpoint, workers: [], config: liveConfig });
  const plan = planOf({ image: { image: 'a:2' }, workerConfig: { minNum: 0 } });
  const { calls } = await roll({ plan, given, test: healing, shape: until(19, renewed, until(25, late, renewed)) });
  const sent = calls.flatMap(({ operation, argument }) => (operation === 'updateV1' ? argument : []));
  expect(sent).toMatchObject(Array(2).fill({ config: { image: { image: 'a:2' } } }));
});

test('an unchanged endpoint is waited for, also where no answer shows a field that the spec names', async () => {
  const config = { ...liveConfig, unread: [{ path: 'rootfsSize', found: 'missing' }] };
  const live = unready({ ...liveEndpoint, config }) as Endpoint;
  const shape = until(10, unready, renewed);
  const { ended, second } = await roll({ plan: planOf({ rootfsSize: 50 }, live), shape });
  expect([ended, second() < 60]).toEqual([endedAs('unchanged'), true]);
});

describe('nothing is restored', () => {
  const foreign: Shape = (endpoint) => unready({ ...endpoint, config: { ...endpoint.config, rootfsSize: 77 } });
  const short = { waitTimeoutSeconds: 20 };
  test.for<[string, Course, object, number?]>([
    ['where a reading shows what a lost update has done', { updates: [lost] }, endedAs('updated')],
    ['where a second try does it', { updates: [lost, undefined], isLostDone: false }, endedAs('updated'), 2],
    ['over the change of another', { given: short, shape: until(5, unready, foreign) }, endedAs('updated', 'conflict')],
    ['where nothing could be read since', { shape: until(5, unready, away) }, endedAs('updated', 'unavailable')],
    [
      'where a reading was refused',
      { shape: until(5, unready, () => serviceError('quota')) },
      endedAs('updated', 'quota'),
    ],
    [
      'where the time is over before a reading shows the update',
      { given: short, shape: (endpoint) => ({ ...endpoint, config: liveConfig }) },
      { ...endedAs(undefined, 'unavailable'), changed: true },
    ],
    ['where the update was refused', { updates: [refusal('quota')] }, endedAs(undefined, 'quota')],
    ['on-failure: keep', { given: { ...short, onFailure: 'keep' }, shape: unready }, endedAs('updated', 'timeout')],
    [
      'where a lost update could not be read since: it stays unconfirmed',
      { updates: [lost], shape: away },
      { ...endedAs(undefined, 'unavailable'), changed: true },
    ],
  ])('%s', async ([, course, expected, sends = 1]) => {
    const { isUndone, ended, secondsOf, outcome } = await roll(course);
    expect([isUndone, ended, secondsOf('updateV1').length]).toEqual([false, expected, sends]);
    const isInDoubt = ended.changed && ended.operation === undefined;
    expect(outcome.left.kind === 'perhaps-updated').toBe(isInDoubt);
  });

  test('where a lost update stays without effect, however often it is sent', async () => {
    const result = await roll({ updates: [lost], isLostDone: false, given: { waitTimeoutSeconds: 60 } });
    expect([result.isUndone, result.outcome.failure?.code, result.outcome.operation]).toEqual([
      false,
      'unavailable',
      undefined,
    ]);
    expect(result.secondsOf('updateV1').length).toBeGreaterThan(3);
    expect(result.second()).toBeLessThanOrEqual(60);
  });

  test('where the readings show that a lost update was not done', async () => {
    const { outcome } = await roll({ updates: [lost], isLostDone: false, given: { waitTimeoutSeconds: 300 } });
    expect([outcome.failure?.code, outcome.left.kind, outcome.changed]).toEqual(['unavailable', 'untouched', false]);
  });
});

test('what was proved stays as it is where its comparison is cancelled', async () => {
  const whyRefused = async () => Promise.reject(new DeployError({ code: 'cancelled', message: 'by SIGTERM' }));
  const plan = planOf({ image: { image: 'a:2' }, workerConfig: { minNum: 0 } });
  const { ended, steps } = await roll({ plan, test: passed, whyRefused });
  expect([ended, steps.split(' ').at(-1)]).toEqual([endedAs('updated', 'cancelled'), 'failed']);
});

test('a restore that is refused is told beside the first cause', async () => {
  const given = { waitTimeoutSeconds: 20 };
  const { ended, steps } = await roll({ given, updates: [undefined, refusal('rejected')], shape: unready });
  expect(ended).toEqual(endedAs('updated', 'timeout', 'rejected'));
  expect(steps).toMatch(/ write-refused undo-failed$/);
});

test('a defect is the failure', async () => {
  const { outcome, ended } = await roll({ updates: [new TypeError('a defect'), undefined] });
  expect(ended).toEqual({ ...endedAs('restored', 'internal') });
  expect(outcome.failure?.message).toContain('a defect');
});
