/** The wait until an endpoint is ready: how it reads, what it reports, what it survives, and how it ends. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { awaitReady } from '../../src/rollout/wait.ts';
import type { Fault, ScriptedWrite, Switches } from '../emulator/emulator.ts';
import { endpointOf, writeOver } from './course.ts';
import { openScene, type Scene, spec, summaryOf } from './scene.ts';
import { openStub } from './stub.ts';

const second = { ...spec, image: { image: 'ghcr.io/acme/llama:2' } };
const live = { name: 'llama', workerConfig: { minNum: 1, maxNum: 1 }, policy: { type: 'concurrency', value: 8 } };
const seconds = (scene: Scene) => Math.round(scene.elapsedMs() / 1000);
const progress = ({ events }: Scene) => events.filter((event) => event.kind === 'progress');
const ready = { wait: 'ready', isTested: false } as const;

/** Waits over what is shown at each second, after a write over an endpoint with the worker `old`. */
function openWait(shown: (second: number) => string[], { random = 0.5, write = writeOver('replaces') } = {}) {
  const read = (at: number): Endpoint => endpointOf({ workers: shown(at) });
  const stub = openStub({ get: read }, { random: () => random });
  const endpoint = read(0);
  const target = { id: endpoint.id, desired: endpoint.config, earlier: [] };
  return {
    ...stub,
    run: () => awaitReady({ written: { endpoint, target, write }, goal: ready, context: stub.context }),
  };
}

describe('readings', () => {
  test.for<[number, number]>([
    [0, 1],
    [1, 1.1],
  ])('grow wider with the time, and are spread by a tenth: random %f', async ([random, spread]) => {
    const { run, clock } = openWait(() => ['new pulling'], { random });
    await expect(run()).rejects.toMatchObject({ code: 'timeout' });
    const { sleptMs } = clock;
    expect(sleptMs.slice(0, 4)).toEqual(Array(4).fill(expect.closeTo(1000 * spread, 5)));
    expect(Math.max(...sleptMs)).toBeCloseTo(10_000 * spread, 5);
    // The last one comes a second before the end.
    expect([sleptMs.at(-1), sleptMs.reduce((sum, ms) => sum + ms)]).toEqual([1000, expect.closeTo(600_000, 0)]);
    expect(sleptMs.length).toBeLessThanOrEqual(100);
  });

  test.for<[string, (second: number) => string[]]>([
    ['is not believed yet', (at) => [at < 300 ? 'new pulling' : 'new running+']],
    ['loads', (at) => [at < 300 ? 'new pulling' : at < 340 ? 'new running' : 'new running+']],
    ['fails', (at) => [at < 300 ? 'new pulling' : 'new pulling: ErrImagePull: manifest unknown']],
  ])('are close while a worker %s', async ([, shown]) => {
    const { run, clock, secondsOf } = openWait(shown);
    await run().catch(() => {});
    expect(secondsOf('get').filter((at) => at > 300).length).toBeGreaterThan(1);
    const pauses = clock.sleptMs.slice(
      clock.sleptMs.findIndex((_, index, all) => all.slice(0, index).reduce((a, b) => a + b, 0) >= 300_000),
    );
    expect(Math.max(...pauses)).toBeLessThanOrEqual(2200);
  });

  test('find an endpoint that is ready within 12 seconds of it', async () => {
    for (const at of [5, 60, 240, 500]) {
      const wait = openWait((now) => ['old running+', now < at ? 'new pulling' : 'new running+']);
      const story = await wait.run();
      expect(story.hasBeenHealthy).toBe(true);
      expect(wait.second()).toBeGreaterThanOrEqual(at + 10);
      expect(wait.second()).toBeLessThanOrEqual(at + 10 + Math.max(2, Math.min(12, at / 13)));
    }
  });

  test('are none where the reading of the write is enough', async () => {
    const { run, calls, events } = openWait(() => ['old running+'], { write: writeOver('none', { old: [] }) });
    await run();
    expect([calls, events]).toEqual([
      [],
      [{ kind: 'ready', evidence: 'new-workers', oldWorkers: 0, newWorkers: 1, isTested: false }],
    ]);
  });
});

test('a reading of what was before is none of what is there now', async () => {
  const shown = endpointOf({ workers: ['new running+'] });
  const late = { ...shown, config: { ...shown.config, rootfsSize: 50 } };
  const stub = openStub({ get: (at) => (at < 20 ? late : shown) });
  const target = { id: shown.id, desired: shown.config, earlier: [late.config] };
  const endpoint = { ...shown, workers: [] };
  await awaitReady({ written: { endpoint, target, write: writeOver('replaces') }, goal: ready, context: stub.context });
  expect(stub.second()).toBeGreaterThanOrEqual(30);
});

describe('a rollout', () => {
  test.for<[string, Partial<Switches>, 'ready' | 'rollout', number, number]>([
    ['leaves old workers to stop', { keepOldWorkersMs: 60_000 }, 'ready', 1, 47],
    ['waits for them', { keepOldWorkersMs: 60_000 }, 'rollout', 0, 97],
  ])('with `wait` %s', async ([, switches, wait, oldWorkers, atLeast]) => {
    await using scene = await openScene({ switches });
    scene.emulator.seed(live);
    const outcome = await scene.deploy(second, { wait });
    expect([summaryOf(outcome).failure, outcome.oldWorkers]).toEqual([undefined, oldWorkers]);
    expect(seconds(scene)).toBeGreaterThanOrEqual(atLeast);
    expect(seconds(scene)).toBeLessThanOrEqual(atLeast + 15);
  });

  test('with `wait: none` reads back and goes', async () => {
    await using scene = await openScene();
    const { endpoint } = await scene.deploy(spec, { wait: 'none' });
    expect([endpoint?.state.state, seconds(scene)]).toEqual(['initializing', 0]);
  });

  test('that was interrupted is waited for by the next run', async () => {
    await using scene = await openScene();
    scene.emulator.seed(live);
    await scene.deploy(second, { wait: 'none' });
    const outcome = await scene.deploy(second);
    expect(summaryOf(outcome)).toEqual({ operation: 'unchanged', changed: false, failure: undefined });
    expect(seconds(scene)).toBeGreaterThanOrEqual(37);
  });
});

describe('a failure ends the wait', () => {
  test.for<[ScriptedWrite, string, number, RegExp]>([
    [
      { outcome: 'image-pull' },
      'image-pull',
      52,
      /worker \w+ cannot pull the image: "IMAGE_PULL_FAILED: .*manifest unknown"/,
    ],
    [{ outcome: 'image-pull', state: 'pulling' }, 'image-pull', 52, /worker \w+ cannot pull the image/],
    [
      { outcome: 'image-backoff', message: 'Back-off pulling image' },
      'image-pull',
      322,
      /cannot pull the image: ".*Back-off pulling/,
    ],
    [
      { outcome: 'crash-loop' },
      'crashed',
      237,
      /worker \w+ crashed \d+ times: "CONTAINER_EXITED: container exited with code 1"/,
    ],
    [{ outcome: 'unhealthy' }, 'unhealthy', 1200, /its health check \/health has failed for 19 m/],
    [{ outcome: 'no-capacity' }, 'no-capacity', 1200, /finds no free GPU: ".*insufficient resources"/],
    [
      { outcome: 'endpoint-failed', message: 'node lost' },
      'endpoint-failed',
      70,
      /the endpoint is failed: "ENDPOINT_FAILED: node lost"/,
    ],
  ])('%o → %s within %i s', async ([script, code, most, message]) => {
    await using scene = await openScene({ scripts: [script] });
    const { failure } = await scene.deploy(spec);
    expect({ code: failure?.code, message: failure?.message }).toEqual({
      code,
      message: expect.stringMatching(message),
    });
    expect(seconds(scene)).toBeLessThanOrEqual(most);
    expect(failure).toMatchObject({ log: { text: expect.stringContaining('/logs/') } });
  });

  test('a crash loop without a health check is not green between two crashes', async () => {
    await using scene = await openScene({ scripts: [{ outcome: 'crash-loop' }] });
    expect((await scene.deploy({ ...spec, healthy: { path: '' } })).failure?.code).toBe('crashed');
  });
});

describe('what a wait survives', () => {
  const after = { operation: 'get', after: 3 } as const;
  test.for<[string, Fault, string | undefined, number]>([
    ['two minutes of 503', { ...after, kind: 'status', status: 503, forMs: 120_000 }, undefined, 180],
    ['lost connections', { ...after, kind: 'reset', times: 12 }, undefined, 180],
    ['garbage for a while', { ...after, kind: 'garbage', times: 10 }, undefined, 180],
    ['not a service that stays away', { ...after, kind: 'status', status: 503, times: 'always' }, 'unavailable', 300],
    ['not a key that is refused', { ...after, kind: 'status', status: 401, times: 'always' }, 'unauthorized', 40],
  ])('%s', async ([, fault, code, most]) => {
    await using scene = await openScene({ faults: [fault] });
    const outcome = await scene.deploy(spec);
    expect(summaryOf(outcome)).toEqual({ operation: 'created', changed: true, failure: code });
    expect(outcome.endpointId).toBe(scene.emulator.endpoints()[0]?.id);
    expect(seconds(scene)).toBeLessThanOrEqual(most);
    expect(scene.events.filter(({ kind }) => kind === 'reading-failed').length).toBeGreaterThan(0);
  });

  test('its own time ends it while the service is away', async () => {
    const fault: Fault = { ...after, kind: 'status', status: 503, times: 'always' };
    await using scene = await openScene({ faults: [fault] });
    expect((await scene.deploy(spec, { waitTimeoutSeconds: 60 })).failure?.code).toBe('timeout');
    // And a minute in which it could not be parked.
    expect(seconds(scene)).toBe(120);
  });
});

describe('what a wait says', () => {
  test('a line for each change, and one every two minutes', async () => {
    const pace = { pullingMs: 300_000, startingMs: 15_000 };
    await using scene = await openScene({ scripts: [{ outcome: 'healthy', pace }] });
    await scene.deploy(spec);
    const lines = progress(scene);
    expect(lines.map(({ workers }) => Object.keys(workers).join())).toEqual([
      'pending',
      ...Array(3).fill('pulling'),
      'starting',
      'running, not healthy',
      'running',
    ]);
    expect(lines.every(({ elapsedSeconds, leftSeconds }) => Math.abs(elapsedSeconds + leftSeconds - 1200) <= 1)).toBe(
      true,
    );
  });

  test('what is wrong, and a countdown that ends with the wait at the latest', async () => {
    await using scene = await openScene({ scripts: [{ outcome: 'image-backoff', message: 'Back-off pulling image' }] });
    await scene.deploy(spec, { waitTimeoutSeconds: 200 });
    const troubled = progress(scene).filter(({ failure }) => failure !== '');
    expect(troubled[0]).toMatchObject({ failure: expect.stringContaining('Back-off') });
    expect(troubled.every(({ givesUpInSeconds = 0, leftSeconds }) => givesUpInSeconds <= leftSeconds)).toBe(true);
    expect(troubled.length).toBeLessThanOrEqual(4);
  });
});

test('a run that is cancelled stops waiting, restores nothing and says so', async () => {
  await using scene = await openScene();
  scene.emulator.seed(live);
  const reason = new DeployError({ code: 'cancelled', message: 'the run was cancelled by SIGTERM' });
  const run = () => scene.cancel(reason);
  scene.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 3, run });
  expect(summaryOf(await scene.deploy(second))).toEqual({ operation: 'updated', changed: true, failure: 'cancelled' });
  expect(scene.emulator.requests.filter(({ operation }) => operation === 'update').length).toBe(1);
});
