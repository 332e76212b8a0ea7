/** The wait for an endpoint: when it ends, why it gives up, what it says meanwhile, and what it survives. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { createFailureTolerance } from '../../src/rollout/failure-tolerance.ts';
import { type Fault, paces, type ScriptedWrite } from '../emulator/emulator.ts';
import { openScene, type Scene, spec, summaryOf } from './scene.ts';

const second = { ...spec, image: { image: 'ghcr.io/acme/llama:2' } };
const broken = 'ghcr.io/acme/llama:broken';
const seconds = (scene: Scene) => Math.round(scene.elapsedMs() / 1000);
const progress = ({ events }: Scene) => events.filter((event) => event.kind === 'progress');

describe('a rollout ends when what was asked for serves', () => {
  test('polls start fast and slow down with the time', async () => {
    await using scene = await openScene();
    const askedAt: number[] = [];
    scene.emulator.addFault({
      operation: 'get',
      kind: 'hook',
      when: 'before',
      times: 'always',
      run: () => void askedAt.push(scene.elapsedMs()),
    });
    await scene.deploy(spec);
    const pauses = askedAt.slice(1).map((at, index) => Math.round((at - (askedAt[index] ?? 0)) / 100) / 10);
    expect(pauses.slice(0, 4).every((pause) => pause >= 1 && pause <= 1.1)).toBe(true);
    // Never more than a fifteenth of the time that has passed, or two seconds, and a little; then three seconds until what is ready has been so for long enough.
    expect(pauses.every((pause, index) => pause <= 1.15 * Math.max(3, (askedAt[index] ?? 0) / 15_000))).toBe(true);
  });

  test('wait: rollout waits until the old workers are gone, wait: ready says how many are left', async () => {
    await using scene = await openScene({ switches: { keepOldWorkersMs: 60_000 } });
    scene.emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
    const ready = await scene.deploy(second);
    expect([ready.oldWorkers, seconds(scene)]).toEqual([1, 48]);
    await scene.emulator.clock.advance(600_000);
    const rollout = await scene.deploy({ ...second, image: { image: 'ghcr.io/acme/llama:3' } }, { wait: 'rollout' });
    expect([summaryOf(rollout).failure, rollout.oldWorkers]).toEqual([undefined, 0]);
    expect(seconds(scene) - 653).toBeGreaterThan(60);
  });

  test('a service that keeps its old workers for ever ends wait: rollout with that as the reason', async () => {
    await using scene = await openScene({ switches: { keepOldWorkersMs: 'forever' } });
    scene.emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
    const { failure } = await scene.deploy(second, { wait: 'rollout', onFailure: 'keep' });
    expect(failure).toMatchObject({ code: 'timeout' });
    expect(failure?.message).toMatch(/was not ready after 20 m.*workers: 2 running.*1 worker of the old version/);
  });

  test('wait: none reads back and goes', async () => {
    await using scene = await openScene();
    const { endpoint } = await scene.deploy(spec, { wait: 'none' });
    expect([endpoint?.state.state, scene.elapsedMs()]).toEqual(['initializing', 0]);
  });

  test('what an interrupted run has left on its way is waited for', async () => {
    await using scene = await openScene();
    scene.emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
    await scene.deploy(second, { wait: 'none' });
    const outcome = await scene.deploy(second);
    expect(summaryOf(outcome)).toEqual({ operation: 'unchanged', changed: false, failure: undefined });
    const served = outcome.endpoint?.workers.filter(({ healthy }) => healthy).length;
    expect([served, seconds(scene)]).toEqual([1, 38]);
  });

  test('what a failed run has left broken stays red, though the old version serves', async () => {
    await using scene = await openScene({ scripts: [{ image: broken, outcome: 'image-pull' }] });
    scene.emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
    const wanted = { ...spec, image: { image: broken } };
    await scene.deploy(wanted, { onFailure: 'keep' });
    expect(summaryOf(await scene.deploy(wanted))).toEqual({
      operation: 'unchanged',
      changed: false,
      failure: 'image-pull',
    });
  });

  test.for<[string, string | null, string | null]>([
    ['the endpoint', 'thawing', null],
    ['the worker', null, 'defrosting'],
  ])(
    'a word that nobody knows for %s does not matter where a worker is healthy, and is printed',
    async ([, stateWord, workerStateWord]) => {
      await using scene = await openScene({ switches: { stateWord, workerStateWord } });
      const { failure } = await scene.deploy(spec, { waitTimeoutSeconds: 100 });
      expect(failure).toBeUndefined();
      expect(JSON.stringify(progress(scene))).toContain(stateWord ?? workerStateWord);
    },
  );
});

describe('a failure that lasts ends the wait early', () => {
  test.for<[ScriptedWrite, string, RegExp]>([
    [
      { outcome: 'image-pull' },
      'image-pull',
      /worker \w+ is failed: "IMAGE_PULL_FAILED: failed to pull image .*manifest unknown"/,
    ],
    [{ outcome: 'image-pull', state: 'pulling' }, 'image-pull', /worker \w+ is pulling/],
    [{ outcome: 'crash-loop' }, 'crashed', /CONTAINER_EXITED: container exited with code 1/],
    [{ outcome: 'unhealthy' }, 'unhealthy', /worker \w+ is running, but its health check \/health fails/],
    [{ outcome: 'no-capacity' }, 'no-capacity', /failed to schedule worker: insufficient resources/],
    [
      { outcome: 'endpoint-failed', message: 'node lost' },
      'endpoint-failed',
      /the endpoint is failed: "ENDPOINT_FAILED: node lost"/,
    ],
  ])('%o → %s', async ([script, code, message]) => {
    await using scene = await openScene({ scripts: [script] });
    const { failure } = await scene.deploy(spec);
    expect({ code: failure?.code, message: failure?.message }).toEqual({
      code,
      message: expect.stringMatching(message),
    });
    // A server that loads and a GPU that is awaited have all the time there is; whatever else, long before.
    const hasAllTime = ['unhealthy', 'no-capacity'].includes(code);
    expect([seconds(scene) < 400, seconds(scene) <= 1200]).toEqual([!hasAllTime, true]);
    expect(failure?.hint).toContain('/logs/');
  });

  test.for<[ScriptedWrite, number]>([
    [{ outcome: 'image-pull', recoversAfterMs: 70_000 }, 60],
    [{ outcome: 'no-capacity', recoversAfterMs: 200_000 }, 200],
    [{ outcome: 'crash-loop', recoversAfterMs: 80_000 }, 80],
  ])('%o passes by itself, and is waited for', async ([script, atLeast]) => {
    await using scene = await openScene({ scripts: [script] });
    expect(summaryOf(await scene.deploy(spec))).toEqual({ operation: 'created', changed: true, failure: undefined });
    expect(seconds(scene)).toBeGreaterThan(atLeast);
  });

  test('a crash loop without a health check is not green between two crashes', async () => {
    await using scene = await openScene({ scripts: [{ outcome: 'crash-loop' }] });
    const { failure } = await scene.deploy({ ...spec, healthy: { path: '' } });
    expect(failure?.code).toBe('crashed');
  });

  test('a crash loop whose runs look well for a moment is not forgotten between them', () => {
    const tolerance = createFailureTolerance(400);
    const crash = { code: 'crashed', failure: 'crashed', hasOthersStarting: false } as const;
    const leftMs = (atSeconds: number) => tolerance.observe(crash, atSeconds * 1000).leftMs;
    expect([leftMs(0), leftMs(25), leftMs(50)]).toEqual([60_000, 35_000, 10_000]);
    expect([tolerance.isCalm(60_000), tolerance.isCalm(70_000)]).toEqual([false, true]);
    expect([leftMs(75), leftMs(136)]).toEqual([0, 60_000]);
  });
});

describe('what a wait survives', () => {
  test.for<[string, Fault[]]>([
    ['a minute of 503', [{ operation: 'get', kind: 'status', status: 503, after: 3, times: 20 }]],
    ['lost connections', [{ operation: 'get', kind: 'reset', after: 3, times: 12 }]],
    ['garbage for a while', [{ operation: 'get', kind: 'garbage', after: 3, times: 10 }]],
  ])('%s', async ([, faults]) => {
    await using scene = await openScene({ faults });
    expect(summaryOf(await scene.deploy(spec)).failure).toBeUndefined();
    expect(scene.emulator.unusedFaults()).toEqual([]);
  });

  test('not a service that stays away: that is told, and what was created is named', async () => {
    await using scene = await openScene({
      faults: [{ operation: 'get', kind: 'status', status: 503, after: 3, times: 'always' }],
    });
    const outcome = await scene.deploy(spec);
    expect(summaryOf(outcome)).toEqual({ operation: 'created', changed: true, failure: 'unavailable' });
    expect(outcome.endpointId).toBe(scene.emulator.endpoints()[0]?.id);
    expect(progress(scene).length).toBeGreaterThan(0);
    expect(scene.events.filter(({ kind }) => kind === 'reading-failed').length).toBeGreaterThan(0);
    // Bounded: two operations of two minutes at most, whatever the wait.
    expect(seconds(scene)).toBeLessThan(600);
  });

  test('the time of the wait ends it while the service is away', async () => {
    await using scene = await openScene({
      faults: [{ operation: 'get', kind: 'status', status: 503, after: 3, times: 'always' }],
    });
    const { failure } = await scene.deploy(spec, { waitTimeoutSeconds: 60 });
    expect(failure?.code).toBe('timeout');
  });
});

describe('what a wait says', () => {
  test('a line at every change, and at least every half minute', async () => {
    await using scene = await openScene({ pace: { ...paces.typical, pullingMs: 300_000, startingMs: 15_000 } });
    await scene.deploy(spec);
    const lines = progress(scene);
    const gaps = lines.slice(1).map((line, index) => line.elapsedSeconds - (lines[index]?.elapsedSeconds ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(30);
    expect(
      lines.map(({ workers }) => Object.keys(workers).join()).filter((word, index, all) => word !== all[index - 1]),
    ).toEqual(['pending', 'pulling', 'starting', 'running']);
    expect(lines.every(({ elapsedSeconds, leftSeconds }) => Math.abs(elapsedSeconds + leftSeconds - 1200) <= 1)).toBe(
      true,
    );
  });

  test('what is wrong, and for how long it will be borne with', async () => {
    await using scene = await openScene({ scripts: [{ outcome: 'image-pull' }] });
    await scene.deploy(spec);
    const troubled = progress(scene).filter(({ failure }) => failure !== '');
    expect(troubled[0]).toMatchObject({ failure: expect.stringContaining('manifest unknown'), givesUpInSeconds: 300 });
    expect(troubled.at(-1)?.givesUpInSeconds).toBe(0);
  });

  test('nothing of a health check that fails while the server starts', async () => {
    await using scene = await openScene();
    await scene.deploy(spec);
    expect(progress(scene).filter(({ failure }) => failure !== '')).toEqual([]);
  });
});

test('a run that is cancelled stops waiting, restores nothing and says so', async () => {
  await using scene = await openScene();
  scene.emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
  const reason = new DeployError({ code: 'cancelled', message: 'the run was cancelled by SIGTERM' });
  scene.emulator.addFault({
    operation: 'get',
    kind: 'hook',
    when: 'before',
    after: 3,
    run: () => scene.cancel(reason),
  });
  const outcome = await scene.deploy(second);
  expect(summaryOf(outcome)).toEqual({ operation: 'updated', changed: true, failure: 'cancelled' });
  expect(scene.emulator.requests.filter(({ operation }) => operation === 'update').length).toBe(1);
});
