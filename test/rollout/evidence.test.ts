/** Green needs evidence, red needs a cause: each kind of service and each second writer under which a colour was untrue. */

import { describe, expect, test } from 'vitest';
import type { DeploymentRecord } from '../../src/model/record.ts';
import { eventLines } from '../../src/render/progress.ts';
import type { Fault, ScriptedWrite, Switches } from '../emulator/emulator.ts';
import { openScene, type Scene, spec, summaryOf } from './scene.ts';

const second = { ...spec, image: { image: 'ghcr.io/acme/llama:2' } };
const live = { name: 'llama', workerConfig: { minNum: 1, maxNum: 1 }, policy: { type: 'concurrency', value: 8 } };
const seconds = (scene: Scene) => Math.round(scene.elapsedMs() / 1000);
const [updated, created, unchanged] = ['updated', 'created', 'unchanged'].map((operation) => ({
  operation,
  changed: operation !== 'unchanged',
  failure: undefined,
}));
const newImageIsHealthy = ({ emulator }: Scene, image = second.image.image) =>
  emulator.endpoints()[0]?.workers.some((worker) => worker.healthy && worker.image === image);

describe('no green on the old version', () => {
  test.for<[string, ScriptedWrite, Partial<Switches>]>([
    ['new workers that show up after a minute', { outcome: 'healthy', appearAfterMs: 60_000 }, {}],
    ['an id that is kept over a restart', { outcome: 'healthy' }, { workerIds: 'kept' }],
    ['readings that are late', { outcome: 'healthy' }, { getLagMs: 5000 }],
    ['readings that show by turns what was before', { outcome: 'healthy' }, { eventualConsistencyReads: 5 }],
  ])('%s', async ([, script, switches]) => {
    await using scene = await openScene({ scripts: [{ ...script, image: second.image.image }], switches });
    scene.emulator.seed(live);
    expect(summaryOf(await scene.deploy(second))).toEqual(updated);
    expect(newImageIsHealthy(scene)).toBe(true);
  });

  test.for<[string, ScriptedWrite, string]>([
    ['late workers that crash', { outcome: 'crash-loop', appearAfterMs: 60_000 }, 'crashed'],
    ['a crash loop that is healthy for a second each time', { outcome: 'crash-loop', healthyForMs: 1000 }, 'crashed'],
    ['workers that never show', { outcome: 'healthy', appearAfterMs: 7_200_000 }, 'timeout'],
  ])('%s', async ([, script, code]) => {
    await using scene = await openScene({ scripts: [{ ...script, image: second.image.image }] });
    scene.emulator.seed(live);
    expect((await scene.deploy(second)).failure?.code).toBe(code);
  });

  /** The version before comes and goes; the new one needs its time. */
  const failingBefore: readonly ScriptedWrite[] = [
    { outcome: 'crash-loop', healthyForMs: 1000 },
    { outcome: 'crash-loop', healthyForMs: 20_000 },
    { outcome: 'crash-loop', healthyForMs: 40_000 },
    { outcome: 'endpoint-failed' },
  ];
  const slow: readonly ScriptedWrite[] = [
    { outcome: 'healthy', appearAfterMs: 100_000 },
    { outcome: 'healthy', pace: { pullingMs: 180_000 } },
    { outcome: 'no-capacity', recoversAfterMs: 200_000 },
  ];
  test.for(
    [0, 12_000].flatMap((restMs) =>
      failingBefore.flatMap((before) => slow.map((after) => [restMs, before, after] as const)),
    ),
  )('a worker of the version before proves nothing, healthy or not: %i ms, %o, %o', async ([restMs, before, after]) => {
    for (const wait of ['ready', 'rollout'] as const) {
      await using scene = await openScene({
        scripts: [
          { ...before, image: 'ghcr.io/acme/llama:1' },
          { ...after, image: second.image.image },
        ],
      });
      const scaled = { workerConfig: { minNum: 1, maxNum: 3 } };
      await scene.deploy({ ...spec, ...scaled }, { wait: 'none' });
      scene.emulator.clock.advance(60_000 + restMs);
      const outcome = await scene.deploy({ ...second, ...scaled }, { wait });
      expect([summaryOf(outcome), outcome.evidence]).toEqual([updated, 'new-workers']);
      expect(newImageIsHealthy(scene)).toBe(true);
    }
  });

  const noIds: Partial<Switches> = { answersLeaveOut: ['workers.id'] };
  const flapping = (healthyForMs: number): ScriptedWrite => ({ outcome: 'crash-loop', healthyForMs });
  const appearing = (appearAfterMs: number): ScriptedWrite => ({ outcome: 'healthy', appearAfterMs });
  test.for<[string, ScriptedWrite, ScriptedWrite, Partial<Switches>, { waitTimeoutSeconds?: number }]>([
    ['stays up for longer than any look', flapping(90_000), appearing(200_000), {}, {}],
    ['comes back in a short wait', flapping(40_000), appearing(100_000), {}, { waitTimeoutSeconds: 60 }],
    ['crashes for longer than a crash is tolerated', flapping(40_000), appearing(300_000), {}, {}],
    ['comes and goes without an id', flapping(20_000), appearing(100_000), noIds, {}],
    ['crashes under the id of its successor', flapping(1000), appearing(30_000), { workerIds: 'kept' }, {}],
    [
      'was failed, and the endpoint is still called so',
      { outcome: 'endpoint-failed' },
      { outcome: 'healthy', pace: { pullingMs: 180_000 } },
      { endpointWords: { initializing: 'failed' } },
      {},
    ],
  ])('one of the version before that %s', async ([, before, script, switches, options]) => {
    for (const wait of ['ready', 'rollout'] as const) {
      const scripts = [
        { ...before, image: 'ghcr.io/acme/llama:1' },
        { ...script, image: second.image.image },
      ];
      await using scene = await openScene({ switches, scripts });
      await scene.deploy(spec, { wait: 'none' });
      scene.emulator.clock.advance(60_000);
      const { operation, failure } = await scene.deploy(second, { wait, ...options });
      const isGreen = operation === 'updated' && failure === undefined;
      expect([isGreen, options.waitTimeoutSeconds === undefined]).toEqual([
        newImageIsHealthy(scene),
        newImageIsHealthy(scene),
      ]);
    }
  });

  test.for(['image-pull', 'crash-loop', 'no-capacity'] as const)(
    'without ids, a dead worker from before that leaves the list while the new one fails: %s',
    async (outcome) => {
      for (const forMs of [30_000, 120_000]) {
        await using scene = await openScene({ switches: noIds, scripts: [{ outcome, image: second.image.image }] });
        const worker = { state: 'exited', message: 'exit code 137', forMs };
        scene.emulator.addChange({ kind: 'list-worker', endpoint: scene.emulator.seed(live), worker });
        expect(summaryOf(await scene.deploy(second))).toMatchObject({ operation: 'restored' });
      }
    },
  );

  test.for(['no-capacity', 'crash-loop', 'healthy'] as const)(
    'a service that keeps ids, while the autoscaler adds a worker: %s',
    async (outcome) => {
      for (const wait of ['ready', 'rollout'] as const) {
        await using scene = await openScene({ switches: { workerIds: 'kept' } });
        const id = scene.emulator.seed({ ...live, workerConfig: { minNum: 1, maxNum: 5 } });
        scene.emulator.addChange({ kind: 'scale-out', endpoint: id, script: { outcome }, after: 'update' });
        const outcomeOfRun = await scene.deploy({ ...second, workerConfig: { minNum: 1, maxNum: 5 } }, { wait });
        expect(summaryOf(outcomeOfRun)).toEqual(updated);
        expect(newImageIsHealthy(scene)).toBe(true);
      }
    },
  );

  test.for([20_000, 40_000])('a kept worker that crashes undoes no scaling: up for %i ms', async (healthyForMs) => {
    for (const restMs of [0, 12_000]) {
      const script = { ...flapping(healthyForMs), image: 'ghcr.io/acme/llama:1' };
      await using scene = await openScene({ switches: { rolloutOn: 'container-change' }, scripts: [script] });
      await scene.deploy({ ...spec, workerConfig: { minNum: 1, maxNum: 5 } }, { wait: 'none' });
      scene.emulator.clock.advance(60_000 + restMs);
      const outcome = await scene.deploy({ ...spec, workerConfig: { minNum: 1, maxNum: 6 } });
      expect([summaryOf(outcome), outcome.evidence]).toEqual([updated, 'kept-workers']);
    }
  });

  test('a restore is judged by its own workers, while those of the version that failed crash on', async () => {
    await using scene = await openScene({ scripts: [{ ...flapping(1000), image: second.image.image }] });
    scene.emulator.seed(live);
    scene.emulator.addScript({ ...appearing(100_000), image: 'ghcr.io/acme/llama:1' });
    const outcome = await scene.deploy(second);
    expect([summaryOf(outcome), outcome.restoreFailure]).toEqual([
      { operation: 'restored', changed: true, failure: 'crashed' },
      undefined,
    ]);
  });

  const showsNoIds = [{}, { answersReplace: { 'workers.id': '' } }, { answersLeaveOut: ['workers.id'] }];
  test.for<[Partial<Switches>, ScriptedWrite]>(
    showsNoIds.flatMap((switches) =>
      slow.slice(0, 2).map((script): [Partial<Switches>, ScriptedWrite] => [switches, script]),
    ),
  )(
    'a dead worker that was listed before the write is neither a failure of it nor a start, over %o, %o',
    async ([switches, script]) => {
      await using scene = await openScene({ switches });
      const id = scene.emulator.seed(live);
      const worker = { state: 'exited', message: 'exit code 137' };
      scene.emulator.addChange({ kind: 'list-worker', endpoint: id, worker });
      scene.emulator.addScript({ ...script, image: second.image.image });
      expect(summaryOf(await scene.deploy(second))).toEqual(updated);
      expect(newImageIsHealthy(scene)).toBe(true);
    },
  );

  test('an unchanged endpoint whose new workers are on their way from a run that was cancelled', async () => {
    await using scene = await openScene();
    scene.emulator.seed(live);
    await scene.deploy(second, { wait: 'none' });
    expect(summaryOf(await scene.deploy(second))).toEqual(unchanged);
    expect(newImageIsHealthy(scene)).toBe(true);
  });

  test.for<Partial<Switches>>([{}, { keepStartingWorkers: true }, { getLagMs: 200 }, { listShowsCreatedAfterMs: 200 }])(
    'a new endpoint of two calls: the workers of the first are not those of the second, over %o',
    async (switches) => {
      await using scene = await openScene({ switches });
      const wanted = { ...spec, image: { image: 'ghcr.io/acme/llama:1', entrypoint: '/serve' }, rootfsSize: 50 };
      const outcome = await scene.deploy(wanted);
      expect(summaryOf(outcome)).toEqual(created);
      const [endpoint] = scene.emulator.endpoints();
      const healthy = endpoint?.workers.filter((worker) => worker.healthy) ?? [];
      expect(healthy.some((worker) => worker.revision === endpoint?.revision)).toBe(true);
    },
  );

  test('an update by both families', async () => {
    await using scene = await openScene({ switches: { keepStartingWorkers: true } });
    scene.emulator.seed(live);
    expect(summaryOf(await scene.deploy({ ...second, clusterID: 'c', rootfsSize: 50 }))).toEqual(updated);
    const [endpoint] = scene.emulator.endpoints();
    expect(endpoint?.workers.some((worker) => worker.healthy && worker.revision === endpoint.revision)).toBe(true);
  });

  test.for(['ready', 'rollout'] as const)(
    'a new record replaces workers, whatever the spec changes: wait %s',
    async (wait) => {
      await using scene = await openScene({ switches: { rolloutOn: 'container-change' } });
      scene.emulator.seed(live);
      scene.emulator.addScript({ outcome: 'healthy', appearAfterMs: 500 });
      const plan = await scene.plan({ ...spec, workerConfig: { minNum: 1, maxNum: 5 } });
      const record: DeploymentRecord = {
        repository: 'a/b',
        commit: 'c',
        ref: 'r',
        run: '1.1',
        time: '2026-01-01T00:00:00Z',
        tool: 't',
      };
      const envs = [...plan.desired.envs, { key: 'GPU_ENDPOINT_DEPLOYMENT', value: JSON.stringify(record) }];
      const outcome = await scene.roll({ ...plan, desired: { ...plan.desired, envs } }, { wait });
      expect([outcome.failure, outcome.evidence]).toEqual([undefined, 'new-workers']);
      const [endpoint] = scene.emulator.endpoints();
      expect(endpoint?.workers.some((worker) => worker.healthy && worker.revision === endpoint.revision)).toBe(true);
    },
  );
});

describe('workers that are kept are not waited for', () => {
  test.for(['ready', 'rollout'] as const)(
    'a change of scaling with a member that is never returned: wait %s',
    async (wait) => {
      await using scene = await openScene({ switches: { rolloutOn: 'container-change' } });
      scene.emulator.seed(live);
      // The same as the live one, as far as the service knows: it keeps its workers.
      const port = { ...spec, healthy: { path: '/health', port: 8000 }, workerConfig: { minNum: 1, maxNum: 5 } };
      scene.emulator.setSwitches({ rolloutOn: 'container-change' });
      await scene.deploy(port);
      const before = scene.emulator.endpoints()[0]?.workers.map(({ id }) => id);
      const outcome = await scene.deploy({ ...port, workerConfig: { minNum: 1, maxNum: 6 } }, { wait });
      expect([summaryOf(outcome), outcome.evidence]).toEqual([updated, 'kept-workers']);
      expect(before).toEqual(expect.arrayContaining(scene.emulator.endpoints()[0]?.workers.map(({ id }) => id) ?? []));
    },
  );

  test.for(['ready', 'rollout'] as const)(
    'a member that is never returned, which `force` sends alone: wait %s',
    async (wait) => {
      await using scene = await openScene({ switches: { rolloutOn: 'container-change' } });
      scene.emulator.seed(live);
      const port = { ...spec, healthy: { path: '/health', port: 8000 }, workerConfig: { minNum: 1, maxNum: 5 } };
      await scene.deploy(port);
      const before = scene.emulator.endpoints()[0]?.workers;
      const outcome = await scene.deploy(port, { wait, resend: true });
      expect([summaryOf(outcome), outcome.evidence]).toEqual([updated, 'kept-workers']);
      expect(scene.emulator.requests.filter(({ operation }) => operation === 'update-v2').length).toBe(2);
      const kept = scene.emulator
        .endpoints()[0]
        ?.workers.filter(({ healthy }) => healthy)
        .map(({ id }) => id);
      expect(before?.map(({ id }) => id)).toEqual(expect.arrayContaining(kept ?? []));
    },
  );

  test('a member that is never returned, which `force` sends alone and for which workers are replaced', async () => {
    await using scene = await openScene();
    scene.emulator.seed(live);
    const port = { ...spec, healthy: { path: '/health', port: 8000 } };
    await scene.deploy({ ...port, workerConfig: { minNum: 1, maxNum: 5 } });
    const outcome = await scene.deploy({ ...port, workerConfig: { minNum: 1, maxNum: 5 } }, { resend: true });
    expect([summaryOf(outcome), outcome.evidence]).toEqual([updated, 'new-workers']);
  });

  test('a change of scaling where the service replaces workers on every update', async () => {
    await using scene = await openScene();
    scene.emulator.seed(live);
    scene.emulator.addScript({ outcome: 'healthy', appearAfterMs: 5000 });
    const outcome = await scene.deploy({ ...spec, workerConfig: { minNum: 1, maxNum: 5 } });
    expect([summaryOf(outcome), outcome.evidence]).toEqual([updated, 'new-workers']);
  });

  test.for<[string, Partial<Switches>, string]>([
    ['no ids, with others beside them', { answersReplace: { 'workers.id': '' } }, 'restarted-workers'],
    ['no ids, one after the other', { answersLeaveOut: ['workers.id'], oldWorkersStop: 'at-write' }, 'new-workers'],
    ['the same ids', { workerIds: 'kept' }, 'restarted-workers'],
    [
      'the same ids, always healthy, and says that it updates',
      { workerIds: 'kept-healthy', stateDuringUpdate: 'updating' },
      'restarted-workers',
    ],
  ])('a service that shows %s: what was taken as evidence is said', async ([, switches, evidence]) => {
    for (const wait of ['ready', 'rollout'] as const) {
      await using scene = await openScene({ switches });
      scene.emulator.seed(live);
      const outcome = await scene.deploy(second, { wait });
      expect([summaryOf(outcome), outcome.evidence]).toEqual([updated, evidence]);
      expect(newImageIsHealthy(scene)).toBe(true);
    }
  });

  test.for<[string, Partial<Switches>]>([
    ['no ids', { answersReplace: { 'workers.id': '' } }],
    ['no ids, one after the other', { answersReplace: { 'workers.id': '' }, oldWorkersStop: 'at-write' }],
    ['the same ids', { workerIds: 'kept' }],
  ])(
    'a service that shows %s: a version that crashes is restored, and the workers from before are right',
    async ([, switches]) => {
      await using scene = await openScene({
        switches,
        scripts: [{ image: second.image.image, outcome: 'crash-loop' }],
      });
      scene.emulator.seed(live);
      expect(summaryOf(await scene.deploy(second))).toEqual({
        operation: 'restored',
        changed: true,
        failure: 'crashed',
      });
    },
  );

  test('workers that nothing shows to be others prove neither: red, and nothing is undone', async () => {
    await using scene = await openScene({ switches: { workerIds: 'kept-healthy' } });
    scene.emulator.seed(live);
    const { failure, operation } = await scene.deploy(second);
    expect([operation, failure?.code]).toEqual(['updated', 'timeout']);
    expect(failure?.message).toContain('healthy all the time');
    expect(scene.emulator.endpoints()[0]?.image.image).toBe(second.image.image);
  });

  test('a service that says it updates and never brings a new worker is restored', async () => {
    const scripts = [{ image: second.image.image, outcome: 'healthy', appearAfterMs: 7_200_000 }] as const;
    await using scene = await openScene({ scripts, switches: { stateDuringUpdate: 'updating' } });
    scene.emulator.seed(live);
    expect(summaryOf(await scene.deploy(second))).toEqual({ operation: 'restored', changed: true, failure: 'timeout' });
  });
});

describe('a service that shows no workers', () => {
  test.for<[string, Partial<Switches>]>([
    ['that it updates', { stateDuringUpdate: 'updating' }],
    ['that it starts', { oldWorkersStop: 'at-write' }],
    ['a word that nobody knows', { stateDuringUpdate: 'updating', endpointWords: { updating: 'rolling' } }],
  ])('and says %s: its word, once it is back, and that is said', async ([, switches]) => {
    await using scene = await openScene({ switches: { showWorkers: false, ...switches } });
    scene.emulator.seed(live);
    const outcome = await scene.deploy(second);
    expect([summaryOf(outcome), outcome.evidence]).toEqual([updated, 'word']);
    expect(newImageIsHealthy(scene)).toBe(true);
  });

  test.for(['crash-loop', 'healthy'] as const)(
    'nor a change: nothing shows which version serves (%s): red, and nothing is undone',
    async (outcome) => {
      const scripts = [{ image: second.image.image, outcome }];
      await using scene = await openScene({ switches: { showWorkers: false }, scripts });
      scene.emulator.seed(live);
      const { failure, operation } = await scene.deploy(second);
      expect([operation, failure?.code]).toEqual(['updated', 'timeout']);
      expect(failure?.message).toContain('nothing shows which version serves');
      expect(failure?.hint).toContain('tests');
    },
  );

  test.for<[string, number, unknown]>([
    ['passes: green, and that is said', 200, updated],
    [
      'fails: restored',
      500,
      { operation: 'restored', changed: true, failure: 'smoke-test', restoreFailure: 'timeout' },
    ],
  ])('nor a change, and the smoke test %s', async ([, status, expected]) => {
    await using scene = await openScene({ switches: { showWorkers: false } });
    scene.emulator.seed(live);
    if (status !== 200) scene.emulator.addFault({ operation: 'serve', kind: 'status', status, times: 'always' });
    const outcome = await scene.deploy({ ...second, tests: [{ get: '/health' }] }, { waitTimeoutSeconds: 300 });
    expect(summaryOf(outcome)).toEqual(expected);
    expect(outcome.evidence).toBe('smoke-test');
    const told = scene.events.filter(({ kind }) => kind === 'ready');
    expect(told.map((event) => eventLines(event).length)).toEqual(status === 200 ? [1, 0] : [1]);
  });

  test.for<Partial<Switches>>([{ showWorkers: false }, { workerIds: 'kept-healthy' }])(
    'nor a start, but a failure that passes: the old version may serve again, over %o',
    async (switches) => {
      const script = { outcome: 'endpoint-failed', recoversAfterMs: 15_000, pace: { healthCheckMs: 900_000 } } as const;
      await using scene = await openScene({ switches, scripts: [{ image: second.image.image, ...script }] });
      scene.emulator.seed(live);
      const { failure, operation } = await scene.deploy(second, { waitTimeoutSeconds: 300 });
      expect([operation, failure?.code]).toEqual(['updated', 'timeout']);
    },
  );

  test('a change that keeps the workers: its word', async () => {
    await using scene = await openScene({ switches: { showWorkers: false, rolloutOn: 'container-change' } });
    scene.emulator.seed(live);
    const outcome = await scene.deploy({ ...spec, workerConfig: { minNum: 1, maxNum: 5 } });
    expect([summaryOf(outcome), outcome.evidence]).toEqual([updated, 'word']);
  });

  test('a version that never comes up is restored, and serves', async () => {
    await using scene = await openScene({
      switches: { showWorkers: false, oldWorkersStop: 'at-write' },
      scripts: [{ image: second.image.image, outcome: 'crash-loop' }],
    });
    scene.emulator.seed(live);
    expect(summaryOf(await scene.deploy(second))).toEqual({ operation: 'restored', changed: true, failure: 'timeout' });
  });
});

describe('workers that were on their way before the write', () => {
  const starting = { outcome: 'healthy', pace: { pullingMs: 100_000 } } as const;
  const worlds: Partial<Switches>[] = [
    { keepStartingWorkers: true },
    { keepStartingWorkers: true, keepOldWorkersMs: 'forever' },
    {},
    { keepOldWorkersMs: 'forever' },
    { oldWorkersStop: 'at-write' },
  ];
  const ids: Partial<Switches>[] = [
    { startingWorkerIds: 'missing' },
    { startingWorkerIds: 'other' },
    { answersLeaveOut: ['workers.id'] },
  ];
  test.for(worlds.flatMap((world) => ids.map((each) => ({ ...world, ...each }))))(
    'are none of the new version: %o',
    async (switches) => {
      await using scene = await openScene({ switches, scripts: [{ image: 'ghcr.io/acme/llama:2', ...starting }] });
      scene.emulator.seed(live);
      await scene.deploy(second, { wait: 'none' });
      scene.emulator.clock.advance(20_000);
      scene.emulator.addScript({ image: 'ghcr.io/acme/llama:3', ...starting });
      const third = { ...spec, image: { image: 'ghcr.io/acme/llama:3' } };
      expect(summaryOf(await scene.deploy(third))).toEqual(updated);
      expect(newImageIsHealthy(scene, third.image.image)).toBe(true);
    },
  );
});

describe('somebody else’s change', () => {
  test.for<[string, object]>([
    ['the image', { image: { image: 'theirs:3', authId: '', command: '' } }],
    ['an env', { envs: [{ key: 'THEIRS', value: 'secret-of-theirs' }] }],
    ['minNum', { workerConfig: { minNum: 2 } }],
  ])('of %s during the wait is red, named and left alone', async ([, part]) => {
    await using scene = await openScene();
    const id = scene.emulator.seed(live);
    const run = () => scene.emulator.change(id, part);
    scene.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 4, run });
    const outcome = await scene.deploy(second);
    expect(summaryOf(outcome)).toEqual({ operation: 'updated', changed: true, failure: 'conflict' });
    expect(outcome.failure?.message).not.toContain('secret-of-theirs');
    expect(scene.emulator.endpoints()[0]).toMatchObject(part);
  });

  test('before the read-back is not overwritten by the other family', async () => {
    await using scene = await openScene();
    const id = scene.emulator.seed(live);
    const run = () => scene.emulator.change(id, { image: { image: 'theirs:3' } });
    scene.emulator.addFault({ operation: 'update', kind: 'hook', when: 'after', run });
    expect((await scene.deploy(second)).failure?.code).toBe('conflict');
    expect(scene.emulator.endpoints()[0]?.image.image).toBe('theirs:3');
    expect(scene.emulator.requests.filter(({ operation }) => operation.startsWith('update')).length).toBe(1);
  });

  test('on the old endpoint of a replacement is not deleted over: the new one gives way', async () => {
    await using scene = await openScene();
    const old = scene.emulator.seed({ ...live, appName: 'old' });
    const run = () => scene.emulator.change(old, { image: { image: 'theirs:3' } });
    scene.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 4, run });
    expect((await scene.deploy({ ...spec, appName: 'new' })).failure?.code).toBe('conflict');
    expect(scene.emulator.endpoints()).toMatchObject([{ id: old, image: { image: 'theirs:3' } }]);
  });

  test.for<[string, object, string]>([
    ['the image', { image: { image: 'theirs:3', authId: '', command: '' } }, 'conflict'],
    ['an env', { envs: [{ key: 'A', value: 'theirs' }] }, 'conflict'],
    ['the name', { name: 'theirs' }, 'conflict'],
  ])('of %s, on an endpoint that is just created and was never read, is left alone', async ([, part, code]) => {
    await using scene = await openScene();
    const run = () => scene.emulator.change(scene.emulator.endpoints()[0]?.id ?? '', part);
    scene.emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run });
    const outcome = await scene.deploy({ ...spec, envs: [{ key: 'A', value: 'ours' }] });
    expect(summaryOf(outcome)).toEqual({ operation: 'created', changed: true, failure: code });
    expect(scene.emulator.endpoints()[0]).toMatchObject(part);
  });

  test('of an appName that is taken: another run’s endpoint is never deleted', async () => {
    await using scene = await openScene();
    const old = scene.emulator.seed({ ...live, appName: 'old' });
    const run = () => void scene.emulator.seed({ ...live, appName: 'new', image: { image: 'theirs:3' } });
    scene.emulator.addFault({ operation: 'create', kind: 'hook', when: 'before', run });
    const outcome = await scene.deploy({ ...spec, appName: 'new' });
    expect(summaryOf(outcome)).toMatchObject({ changed: false, failure: 'conflict' });
    expect(scene.emulator.endpoints()).toMatchObject([{ id: old }, { image: { image: 'theirs:3' } }]);
  });
});

describe('a smoke test that fails', () => {
  test.for([true, false])('because of somebody else’s change (%s) is told apart', async (isForeign) => {
    await using scene = await openScene();
    const id = scene.emulator.seed(live);
    const run = () => void (isForeign && scene.emulator.change(id, { image: { image: 'theirs:3' } }));
    scene.emulator.addFault({ operation: 'serve', kind: 'hook', when: 'before', run });
    scene.emulator.addFault({ operation: 'serve', kind: 'status', status: 500, times: 'always' });
    const outcome = await scene.deploy({ ...second, tests: [{ get: '/health' }] }, { waitTimeoutSeconds: 120 });
    expect(summaryOf(outcome)).toMatchObject({
      operation: isForeign ? 'updated' : 'restored',
      failure: isForeign ? 'conflict' : 'smoke-test',
    });
  });
});

describe('a reading that fails for good undoes nothing', () => {
  test.for([404, 409, 422, 429, 500])('by %i', async (status) => {
    await using scene = await openScene();
    scene.emulator.seed(live);
    scene.emulator.addFault({ operation: 'get', kind: 'status', status, html: true, after: 3, times: 'always' });
    const { failure } = await scene.deploy(second);
    expect(failure).toBeDefined();
    expect(scene.events.some(({ kind }) => kind === 'phase' || kind === 'restoring')).toBe(true);
    expect(scene.events.filter((event) => event.kind === 'phase' && event.phase === 'restore')).toEqual([]);
  });
});

describe('the proof that the next run will find it', () => {
  test('is made with `wait: none` too', async () => {
    await using scene = await openScene({ switches: { listShowsCreatedAfterMs: 3_600_000 } });
    const outcome = await scene.deploy(spec, { wait: 'none' });
    expect(summaryOf(outcome)).toEqual({ operation: 'created', changed: true, failure: 'not-listed' });
    expect(seconds(scene)).toBeLessThan(90);
  });

  test('waits for a list that is late, beyond `wait-timeout`', async () => {
    await using scene = await openScene({ switches: { listShowsCreatedAfterMs: 45_000 } });
    const outcome = await scene.deploy(spec, { wait: 'none', waitTimeoutSeconds: 10 });
    expect(summaryOf(outcome)).toEqual(created);
  });

  test('is owed where the list cannot be read', async () => {
    await using scene = await openScene();
    const plan = await scene.plan(spec);
    scene.emulator.addFault({ operation: 'list', kind: 'status', status: 503, times: 'always' });
    const outcome = await scene.roll(plan, { wait: 'none' });
    expect(summaryOf(outcome)).toEqual({ operation: 'created', changed: true, failure: 'unavailable' });
  });
});

describe('odd answers after a write', () => {
  const odd: [string, Fault][] = [
    ['one redirect', { operation: 'get', kind: 'status', status: 302, headers: { location: '/x' } }],
    ['one null', { operation: 'get', kind: 'wrong-type', body: null }],
    ['one error body with 200', { operation: 'get', kind: 'wrong-type', body: { code: 500, reason: 'UNKNOWN' } }],
    ['Retry-After of three minutes', { operation: 'get', kind: 'status', status: 429, retryAfter: 180 }],
    ['a minute of 503', { operation: 'get', kind: 'status', status: 503, forMs: 60_000 }],
    ['one NOT_FOUND', { operation: 'get', kind: 'status', status: 400, reason: 'SERVERLESS_ENDPOINT_NOT_FOUND' }],
    ['twelve seconds of a proxy’s 404', { operation: 'get', kind: 'status', status: 404, html: true, forMs: 12_000 }],
    ['twelve seconds of a proxy’s 403', { operation: 'get', kind: 'status', status: 403, html: true, forMs: 12_000 }],
  ];
  test.for(odd.flatMap(([name, fault]) => [0, 3].map((after) => [name, { ...fault, after }] as [string, Fault])))(
    '%s, %o: borne',
    async ([, fault]) => {
      await using scene = await openScene({ faults: [fault] });
      scene.emulator.seed(live);
      expect(summaryOf(await scene.deploy(second))).toEqual(updated);
    },
  );

  test('one odd list after a deletion', async () => {
    await using scene = await openScene();
    scene.emulator.seed({ ...live, appName: 'old' });
    scene.emulator.addFault({ operation: 'list', kind: 'wrong-type', body: null, after: 4 });
    expect(summaryOf(await scene.deploy({ ...spec, appName: 'new' }))).toMatchObject({ operation: 'replaced' });
  });
});

describe('words are hints', () => {
  test.for<[string, Partial<Switches>, number]>([
    ['endpoint active', { endpointWords: { serving: 'active' } }, 1],
    ['worker active', { workerWords: { running: 'active' } }, 1],
    ['worker online', { workerWords: { running: 'online' } }, 1],
    ['endpoint READY without workers', { endpointWords: { serving: 'READY' } }, 0],
  ])('%s: created, updated and unchanged are green', async ([, switches, minNum]) => {
    await using scene = await openScene({ switches });
    const [a, b] = [spec, second].map((each) => ({ ...each, workerConfig: { minNum } }));
    if (!a || !b) throw new Error('two');
    expect(summaryOf(await scene.deploy(a))).toEqual(created);
    expect(summaryOf(await scene.deploy(b))).toEqual(updated);
    expect(summaryOf(await scene.deploy(b))).toEqual(unchanged);
  });
});

describe('a service that says nothing', () => {
  const silent: [string, Partial<Switches>][] = [
    ['state null', { stateForm: 'null' }],
    ['no state', { answersLeaveOut: ['state'] }],
    ['empty words', { endpointWords: { serving: '', initializing: '', updating: '' } }],
    ['unknown', { stateWord: 'unknown' }],
    ['worker states null too', { stateForm: 'null', workerStateForm: 'null' }],
  ];
  test.for(silent)('of the endpoint (%s): members decide', async ([, switches]) => {
    for (const minNum of [1, 0]) {
      await using scene = await openScene({ switches });
      const [a, b] = [spec, second].map((each) => ({ ...each, workerConfig: { minNum } }));
      if (!a || !b) throw new Error('two');
      const outcomes = [await scene.deploy(a), await scene.deploy(b), await scene.deploy(b)];
      expect(outcomes.map(summaryOf)).toEqual([created, updated, unchanged]);
      const evidence = minNum > 0 ? 'new-workers' : 'silence';
      expect(outcomes.map((outcome) => outcome.evidence)).toEqual([evidence, evidence, 'serving']);
    }
  });

  test('of the endpoint, and shows no workers: nothing speaks against the new configuration', async () => {
    await using scene = await openScene({ switches: { stateForm: 'null', showWorkers: false } });
    scene.emulator.seed(live);
    expect(summaryOf(await scene.deploy(second))).toEqual({ operation: 'updated', changed: true, failure: 'timeout' });
  });

  test('of the endpoint, and crashes: restored', async () => {
    const scripts = [{ image: second.image.image, outcome: 'crash-loop' }] as const;
    await using scene = await openScene({ scripts, switches: { stateForm: 'null' } });
    scene.emulator.seed(live);
    expect(summaryOf(await scene.deploy(second))).toEqual({ operation: 'restored', changed: true, failure: 'crashed' });
  });
});

test.for(['initializing', 'updating', 'creating'])(
  'an endpoint without workers that always says %s: red, and nothing is undone',
  async (stateWord) => {
    await using scene = await openScene({ switches: { stateWord } });
    scene.emulator.seed({ ...live, workerConfig: { minNum: 0, maxNum: 1 } });
    const outcome = await scene.deploy({ ...second, workerConfig: { minNum: 0 } });
    expect(summaryOf(outcome)).toEqual({ operation: 'updated', changed: true, failure: 'timeout' });
    expect(outcome.failure?.message).toContain('it said the same before');
  },
);

describe('what a reading leaves out', () => {
  const bare = {
    image: null,
    workerConfig: null,
    policy: null,
    ports: null,
    envs: null,
    volumeMounts: null,
    workers: null,
    products: null,
  };
  const oddly = (emulator: Scene['emulator'], from: number, times: number | 'always') => {
    emulator.addFault({
      operation: 'get',
      kind: 'hook',
      when: 'before',
      after: from,
      run: () => emulator.setSwitches({ answersReplace: bare }),
    });
    if (times === 'always') return;
    emulator.addFault({
      operation: 'get',
      kind: 'hook',
      when: 'before',
      after: from + times,
      run: () => emulator.setSwitches({ answersReplace: {} }),
    });
  };

  test.for([0, 1, 4])('is not taken for what was asked for (reading %i)', async (from) => {
    for (const isNew of [true, false]) {
      await using scene = await openScene({ scripts: [{ image: second.image.image, outcome: 'crash-loop' }] });
      if (!isNew) scene.emulator.seed(live);
      oddly(scene.emulator, from, 2);
      expect((await scene.deploy(second)).failure?.code).toBe('crashed');
    }
  });

  test('for good is red, and undoes nothing', async () => {
    await using scene = await openScene();
    scene.emulator.seed(live);
    oddly(scene.emulator, 0, 'always');
    const { failure, operation, unconfirmed } = await scene.deploy(second);
    expect([failure?.code, operation, unconfirmed]).toEqual(['unreadable', undefined, 'update-v1']);
    expect(failure?.message).toContain('does not contain image.image');
    expect(scene.emulator.endpoints()[0]?.image.image).toBe(second.image.image);
  });

  test('is not taken for the previous configuration when that is restored', async () => {
    await using scene = await openScene({ scripts: [{ image: second.image.image, outcome: 'crash-loop' }] });
    scene.emulator.seed(live);
    scene.ports.onEvent = (event) => {
      if (event.kind === 'failed') scene.emulator.setSwitches({ answersReplace: bare });
      if (event.kind === 'phase' && event.phase === 'restore') oddly(scene.emulator, 0, 3);
    };
    expect(summaryOf(await scene.deploy(second))).toEqual({ operation: 'restored', changed: true, failure: 'crashed' });
    expect(scene.emulator.endpoints()[0]?.image.image).toBe('ghcr.io/acme/llama:1');
  });

  test('before the write is not missed after it', async () => {
    await using scene = await openScene({
      switches: { answersLeaveOut: ['clusterID', 'rootfsSize'] },
    });
    scene.emulator.seed(live);
    expect(summaryOf(await scene.deploy(second))).toEqual(updated);
    expect(summaryOf(await scene.deploy({ ...second, name: 'other' }))).toEqual(created);
  });
});

describe('dead workers', () => {
  test.for<[string, object[], object]>([
    ['one dead beside three healthy', [{ state: 'failed' }], { minNum: 3, maxNum: 3 }],
    ['one that exited, at minNum 0', [{ state: 'exited' }], { minNum: 0, maxNum: 1 }],
  ])('%s: an unchanged deploy is green', async ([, alsoListed, workerConfig]) => {
    await using scene = await openScene();
    scene.emulator.seed({ ...live, workerConfig, alsoListed } as Parameters<typeof scene.emulator.seed>[0]);
    expect(summaryOf(await scene.deploy({ ...spec, workerConfig }))).toEqual(unchanged);
    expect(seconds(scene)).toBeLessThan(45);
  });

  test('a worker of the autoscaler does not matter', async () => {
    await using scene = await openScene();
    const id = scene.emulator.seed({ ...live, workerConfig: { minNum: 1, maxNum: 4 } });
    scene.emulator.addChange({ kind: 'scale-out', endpoint: id });
    expect(summaryOf(await scene.deploy(spec))).toEqual(unchanged);
    expect(seconds(scene)).toBe(0);
  });
});

describe('patience', () => {
  test.for<[string, ScriptedWrite]>([
    ['a model that loads for three minutes', { outcome: 'healthy', pace: { healthCheckMs: 180_000 } }],
    ['a model that loads for ten minutes', { outcome: 'healthy', pace: { healthCheckMs: 600_000 } }],
    ['a GPU that is free after eight minutes', { outcome: 'no-capacity', recoversAfterMs: 480_000 }],
    ['ImagePullBackOff for 90 s', { outcome: 'image-backoff', recoversAfterMs: 90_000 }],
    ['failed for 15 s', { outcome: 'endpoint-failed', recoversAfterMs: 15_000 }],
  ])('%s', async ([, script]) => {
    for (const isNew of [true, false]) {
      await using scene = await openScene({ scripts: [{ ...script, image: second.image.image }] });
      if (!isNew) scene.emulator.seed(live);
      expect(summaryOf(await scene.deploy(second))).toEqual(isNew ? created : updated);
    }
  });

  test.for<[ScriptedWrite, number]>([
    [{ outcome: 'image-pull' }, 420],
    [{ outcome: 'image-backoff' }, 420],
    [{ outcome: 'crash-loop' }, 300],
    [{ outcome: 'endpoint-failed' }, 200],
  ])('%o fails well before the time is over', async ([script, most]) => {
    await using scene = await openScene({ scripts: [script] });
    expect((await scene.deploy(spec)).failure).toBeDefined();
    expect(seconds(scene)).toBeLessThan(most);
  });

  test.for<[string, Fault]>([
    ['Retry-After beyond it', { operation: 'get', kind: 'status', status: 429, retryAfter: 100, times: 'always' }],
    ['readings that fail', { operation: 'get', kind: 'status', status: 503, times: 'always' }],
  ])('`wait-timeout` bounds everything after the write: %s', async ([, fault]) => {
    await using scene = await openScene({ faults: [fault] });
    scene.emulator.seed(live);
    const outcome = await scene.deploy(second, { waitTimeoutSeconds: 30 });
    expect([outcome.failure !== undefined, outcome.unconfirmed, seconds(scene)]).toEqual([true, 'update-v1', 30]);
  });
});

describe('`wait-timeout` bounds readings that hang', () => {
  test.for<[string, 'restore' | 'keep', number]>([
    ['nothing is restored where nothing could be read', 'restore', 30],
    ['nor with `keep`', 'keep', 30],
  ])('%s', async ([, onFailure, most]) => {
    for (const after of [0, 3]) {
      await using scene = await openScene();
      scene.emulator.seed(live);
      scene.addFault({ operation: 'get', kind: 'hang', after, times: 'always' });
      const outcome = await scene.deploy(second, { waitTimeoutSeconds: 30, onFailure });
      expect(outcome.failure).toBeDefined();
      expect(scene.emulator.requests.filter(({ operation }) => operation.startsWith('update')).length).toBe(1);
      expect(seconds(scene)).toBeLessThanOrEqual(most);
    }
  });
});

describe('CONFLICT', () => {
  const conflict = { kind: 'status', status: 400, reason: 'CONFLICT' } as const;
  test('between v1 and v2 is waited out', async () => {
    await using scene = await openScene({ faults: [{ ...conflict, operation: 'update-v2', forMs: 10_000 }] });
    scene.emulator.seed(live);
    expect(summaryOf(await scene.deploy({ ...second, clusterID: 'c', rootfsSize: 50 }))).toEqual(updated);
  });

  test.for(['standard', 'nested', 'string', 'html', 'empty'] as const)(
    'after a write of its own, whether the reason is given or lost: %s',
    async (errorBody) => {
      const switches = { errorBody, conflictAfterWriteMs: 20_000 } as const;
      await using scene = await openScene({ switches });
      await scene.deploy({ ...spec, workerConfig: { minNum: 1, maxNum: 1 }, rootfsSize: 50 });
      scene.emulator.clock.advance(60_000);
      expect(summaryOf(await scene.deploy({ ...second, clusterID: 'c', rootfsSize: 60 }))).toEqual(updated);
      scene.emulator.clock.advance(60_000);
      // The restore comes right after a call that was refused for good.
      scene.emulator.addFault({ operation: 'update-v2', kind: 'status', status: 400, times: 'always' });
      const outcome = await scene.deploy({ ...second, clusterID: 'd', rootfsSize: 70 });
      expect([summaryOf(outcome), outcome.restoreFailure]).toEqual([
        { operation: 'restored', changed: true, failure: 'rejected' },
        undefined,
      ]);
    },
  );

  test('at the restore too', async () => {
    await using scene = await openScene({
      scripts: [{ image: second.image.image, outcome: 'image-pull' }],
      faults: [{ ...conflict, operation: 'update', after: 1, forMs: 10_000 }],
    });
    scene.emulator.seed(live);
    expect(summaryOf(await scene.deploy(second))).toEqual({
      operation: 'restored',
      changed: true,
      failure: 'image-pull',
    });
  });

  test.for<[string, Partial<Fault>, string | undefined]>([
    ['the only update', { operation: 'update' }, undefined],
    ['the second of two', { operation: 'update-v2' }, 'restored'],
  ])('that lasts is the cause `busy`: %s', async ([, place, operation]) => {
    await using scene = await openScene({ faults: [{ ...conflict, ...place, forMs: 300_000 } as Fault] });
    scene.emulator.seed(live);
    const outcome = await scene.deploy({ ...second, clusterID: 'c', rootfsSize: 50 });
    expect(summaryOf(outcome)).toMatchObject({ operation, failure: 'busy' });
    // The last pause ends when the time does.
    const readings = scene.emulator.requests.length * 0.05;
    expect(scene.elapsedMs() / 1000).toBeGreaterThanOrEqual(120);
    expect(scene.elapsedMs() / 1000).toBeLessThanOrEqual(120 + readings + (operation === 'restored' ? 300 : 0));
  });

  test('with somebody else’s change is not overwritten', async () => {
    await using scene = await openScene({ faults: [{ ...conflict, operation: 'update', forMs: 10_000 }] });
    const id = scene.emulator.seed(live);
    const run = () => scene.emulator.change(id, { image: { image: 'theirs:3' } });
    scene.emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', run });
    const outcome = await scene.deploy(second);
    expect(summaryOf(outcome)).toEqual({ operation: undefined, changed: false, failure: 'conflict' });
    expect(scene.emulator.endpoints()[0]?.image.image).toBe('theirs:3');
  });
});

describe('a deletion takes its time', () => {
  test.for(['stopping', null] as const)('gone after 45 s, called %s meanwhile', async (deletingWord) => {
    await using scene = await openScene({ switches: { deleteLagSeconds: 45, deletingWord } });
    scene.emulator.seed({ ...live, appName: 'old' });
    expect(summaryOf(await scene.deploy({ ...spec, appName: 'new' }))).toMatchObject({ operation: 'replaced' });
  });

  test.for<[string, string[]]>([
    ['new', ['llama']],
    ['third', ['x', 'llama']],
  ])(
    'a new endpoint that failed and was only renamed does not stop the next replacement, by %s',
    async ([appName, left]) => {
      await using scene = await openScene();
      scene.emulator.seed({ ...live, appName: 'old' });
      const failed = scene.emulator.seed({ ...live, name: 'x', appName: 'new' });
      const name = `llama (to be deleted ${failed})`;
      scene.emulator.change(failed, { name });
      expect(summaryOf(await scene.deploy({ ...spec, appName }))).toMatchObject({ operation: 'replaced' });
      expect(scene.emulator.endpoints().map((each) => each.name)).toEqual(
        left.map((each) => (each === 'x' ? name : each)),
      );
    },
  );

  test('a replacement that is killed after the renaming is healed by the next run', async () => {
    await using scene = await openScene({ switches: { deleteBy: 'name' } });
    const old = scene.emulator.seed({ ...live, name: 'x', appName: 'old' });
    scene.emulator.change(old, { name: `llama (to be deleted ${old})` });
    scene.emulator.seed({ ...live, appName: 'new' });
    expect(summaryOf(await scene.deploy({ ...spec, appName: 'new' }))).toMatchObject({ operation: 'replaced' });
    expect(scene.emulator.endpoints()).toMatchObject([{ name: 'llama', appName: 'new' }]);
  });
});
