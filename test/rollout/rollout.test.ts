/** A whole rollout over courses that the emulator does not take: its events in order, its times, and its outcome. */

import { describe, expect, test } from 'vitest';
import type { EndpointConfig } from '../../src/model/config.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { makePlan, type Plan } from '../../src/plan/plan.ts';
import type { RolloutOptions } from '../../src/rollout/context.ts';
import { rollOut } from '../../src/rollout/rollout.ts';
import type { TestPass } from '../../src/tests/run.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { summaryOf } from './scene.ts';
import { openStub, serviceError } from './stub.ts';

const options: RolloutOptions = { wait: 'ready', waitTimeoutSeconds: 600, onFailure: 'restore' };
const spec = { name: 'llama', image: { image: 'ghcr.io/acme/llama:1' } };
const planOf = (part: object, live: Endpoint | undefined = liveEndpoint): Plan =>
  makePlan({ spec: { ...spec, ...part }, secretEnvs: new Map(), live, resend: false });
const update = planOf({ image: { image: 'ghcr.io/acme/llama:2' } });
const refusal = (code: 'balance' | 'rejected') => serviceError(code, { operation: 'update', method: 'POST' });
const lost = serviceError('unavailable', { operation: 'update', method: 'POST', mayHaveHappened: true });

interface Course {
  plan?: Plan;
  given?: Partial<RolloutOptions>;
  /** The answer to each v1 update, the last for ever; an endpoint takes the configuration of those that succeed. */
  updates?: readonly (Error | undefined)[];
  /** What becomes of the endpoint with that configuration. */
  shape?: (endpoint: Endpoint, second: number) => Endpoint | Error;
  test?: TestPass;
  /** Whether an update whose answer is lost was carried out. */
  isLostDone?: boolean;
}

const results = [{ title: 'GET /health', outcome: 'passed', isWarmUp: true, status: 200, totalMs: 100 } as const];
const passed: TestPass = { kind: 'passed', results };
const healing: TestPass = { kind: 'failed', results: [], message: 'GET /health answered 503', canHeal: true };

const unready = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  workers: [{ id: 'new', state: { state: 'pulling', error: '', message: '' }, log: '', healthy: false }],
});
const renewed = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  workers: [{ id: 'new', state: { state: 'running', error: '', message: '' }, log: '', healthy: true }],
});

async function roll({
  plan = update,
  given,
  updates = [undefined],
  shape = renewed,
  test: pass,
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
  const outcome = await rollOut(plan, { ...options, ...given }, { ...stub.ports, test: pass && (async () => pass) });
  return { ...stub, outcome, kinds: stub.events.map(({ kind }) => kind) };
}

test('an update tells each of its steps', async () => {
  const { events, outcome } = await roll({ test: passed });
  const told = events.map((event) => (event.kind === 'phase' ? event.phase : event.kind));
  expect(told.filter((step) => !['reading', 'progress'].includes(step))).toEqual([
    'write',
    'write-sent',
    'write-accepted',
    'verify',
    'write-shown',
    'verified',
    'ready',
    'test',
    'tests-started',
    'tests-passed',
  ]);
  expect(outcome).toMatchObject({
    operation: 'updated',
    changed: true,
    endpointId: liveEndpoint.id,
    endpoint: { workers: [{ id: 'new' }], config: { image: { image: 'ghcr.io/acme/llama:2' } } },
    unconfirmed: undefined,
    tests: passed,
    failure: undefined,
  });
});

describe('an unchanged endpoint', () => {
  const unchanged = planOf({});

  test('that serves is read no more', async () => {
    const { kinds, calls, outcome } = await roll({ plan: unchanged });
    expect([kinds, calls, summaryOf(outcome)]).toEqual([
      ['nothing-to-write', 'ready'],
      [],
      { operation: 'unchanged', changed: false, failure: undefined },
    ]);
  });

  test('that does not serve yet is waited for, and not restored', async () => {
    const plan = planOf({}, unready(liveEndpoint));
    const { kinds, outcome } = await roll({ plan, given: { waitTimeoutSeconds: 20 }, shape: unready });
    expect(kinds).toContain('waiting');
    expect(summaryOf(outcome)).toEqual({ operation: 'unchanged', changed: false, failure: 'timeout' });
  });

  test('is tested all the same', async () => {
    const { kinds, outcome } = await roll({ plan: unchanged, given: { waitTimeoutSeconds: 60 }, test: healing });
    expect(kinds.slice(0, 4)).toEqual(['nothing-to-write', 'ready', 'phase', 'tests-started']);
    expect(outcome.failure?.code).toBe('test-failed');
  });
});

describe('the time of the wait', () => {
  test('is that of the tests too', async () => {
    const slow = (endpoint: Endpoint, second: number) => (second < 50 ? unready(endpoint) : renewed(endpoint));
    const given = { waitTimeoutSeconds: 100, onFailure: 'keep' } as const;
    const { second, outcome } = await roll({ given, shape: slow, test: healing });
    expect(outcome.failure?.code).toBe('test-failed');
    expect([second() > 75, second() <= 100]).toEqual([true, true]);
  });

  test('of a restore is five minutes of its own', async () => {
    const { secondsOf, second, outcome } = await roll({ given: { waitTimeoutSeconds: 60 }, shape: unready });
    expect(secondsOf('updateV1')).toEqual([0, 60]);
    expect(second()).toBe(360);
    expect(summaryOf(outcome)).toEqual({
      operation: 'restored',
      changed: true,
      failure: 'timeout',
      restoreFailure: 'timeout',
    });
  });
});

describe('what follows a failure', () => {
  const failing = { given: { waitTimeoutSeconds: 20 } };
  /** The worker of the restored version has an id of its own. */
  const restoredAt20 = (endpoint: Endpoint, second: number) =>
    second < 20
      ? unready(endpoint)
      : { ...endpoint, workers: renewed(endpoint).workers.map((each) => ({ ...each, id: 'restored' })) };
  const isRestoring = ({ events }: Awaited<ReturnType<typeof roll>>) =>
    events.flatMap((event) => (event.kind === 'failed' ? [event.isRestoring] : []));

  test('is a restore of what an update has changed', async () => {
    const result = await roll({ ...failing, shape: (endpoint, second) => restoredAt20(endpoint, second - 1) });
    expect([isRestoring(result), summaryOf(result.outcome)]).toEqual([
      [true],
      { operation: 'restored', changed: true, failure: 'timeout' },
    ]);
    const after = result.events.slice(result.kinds.indexOf('failed'));
    const steps = after.map((event) => (event.kind === 'phase' ? event.phase : event.kind));
    expect(steps.filter((step) => !['reading', 'progress', 'write-shown'].includes(step))).toEqual([
      'failed',
      'restore',
      'restoring',
      'write',
      'write-sent',
      'write-accepted',
      'verify',
      'verified',
      'put-back',
      'wait',
      'waiting',
      'ready',
      'restored',
    ]);
  });

  test('is nothing where a reading shows what a lost update has done', async () => {
    const result = await roll({ updates: [lost] });
    expect([summaryOf(result.outcome), result.outcome.unconfirmed]).toEqual([
      { operation: 'updated', changed: true, failure: undefined },
      undefined,
    ]);
  });

  test('is nothing where a lost update stays without effect, however often it is sent', async () => {
    const result = await roll({ updates: [lost], isLostDone: false, given: { waitTimeoutSeconds: 60 } });
    expect([isRestoring(result), result.outcome.failure?.code, result.outcome.operation]).toEqual([
      [false],
      'unavailable',
      undefined,
    ]);
    expect(result.secondsOf('updateV1').length).toBeGreaterThan(3);
    expect(result.second()).toBeLessThanOrEqual(60);
  });

  test('is nothing where a lost update is done at the second try', async () => {
    const result = await roll({ updates: [lost, undefined], isLostDone: false });
    expect(summaryOf(result.outcome)).toEqual({ operation: 'updated', changed: true, failure: undefined });
  });

  test('is nothing over a change that somebody else has made', async () => {
    const foreign = (endpoint: Endpoint) => ({ ...endpoint, config: { ...endpoint.config, rootfsSize: 77 } });
    const result = await roll({
      ...failing,
      shape: (endpoint, second) => (second < 5 ? unready(endpoint) : foreign(unready(endpoint))),
    });
    expect(summaryOf(result.outcome)).toEqual({ operation: 'updated', changed: true, failure: 'conflict' });
    expect([result.outcome.failure?.message, result.secondsOf('updateV1')]).toEqual([
      expect.stringContaining('rootfsSize (requested 100, found 77); it is left unchanged'),
      [0],
    ]);
  });

  test('is nothing where nobody could read anything since', async () => {
    const result = await roll({
      given: { waitTimeoutSeconds: 600 },
      shape: (endpoint, second) => (second < 5 ? unready(endpoint) : serviceError('unavailable')),
    });
    expect([isRestoring(result), summaryOf(result.outcome), result.secondsOf('updateV1')]).toEqual([
      [false],
      { operation: 'updated', changed: true, failure: 'unavailable' },
      [0],
    ]);
  });

  test('is nothing where the update was refused', async () => {
    const result = await roll({ updates: [refusal('balance')] });
    expect([isRestoring(result), summaryOf(result.outcome)]).toEqual([
      [false],
      { operation: undefined, changed: false, failure: 'balance' },
    ]);
    expect(result.kinds).toEqual(['phase', 'write-sent', 'write-refused', 'failed']);
  });

  test('is nothing with on-failure: keep', async () => {
    const result = await roll({ given: { waitTimeoutSeconds: 20, onFailure: 'keep' }, shape: unready });
    expect([isRestoring(result), result.secondsOf('updateV1')]).toEqual([[false], [0]]);
  });

  test('a restore that is refused is told beside the first cause', async () => {
    const result = await roll({ ...failing, updates: [undefined, refusal('rejected')], shape: unready });
    expect(summaryOf(result.outcome)).toEqual({
      operation: 'updated',
      changed: true,
      failure: 'timeout',
      restoreFailure: 'rejected',
    });
    expect(result.kinds.slice(-2)).toEqual(['write-refused', 'restore-failed']);
  });

  test('a lost update that nobody could read since stays unconfirmed', async () => {
    const result = await roll({ updates: [lost], shape: () => serviceError('unavailable') });
    expect([result.outcome.unconfirmed, summaryOf(result.outcome)]).toEqual([
      'update-v1',
      { operation: undefined, changed: true, failure: 'unavailable' },
    ]);
  });

  test('a defect is thrown on', async () => {
    await expect(roll({ updates: [new TypeError('a defect')] })).rejects.toThrow('a defect');
  });
});
