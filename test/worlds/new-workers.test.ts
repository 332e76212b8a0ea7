/** Which worker is new: an update that is over early, old workers that blink, restart or pause, and changes that replace nothing. */

import { describe, expect, test } from 'vitest';
import type { ForeignChange, ScriptedWrite, Switches } from '../emulator/emulator.ts';
import { expectEnding, type Right } from './ending.ts';
import {
  day,
  greenBy,
  minute,
  newImage,
  oldImage,
  openWorld,
  second,
  spec,
  usualMs,
  type WorldOptions,
} from './world.ts';

const onlyOld = /only workers from before the update are listed/i;

interface Case {
  what: string;
  world: WorldOptions;
}

const interrupted = (state: string | undefined, fromMs: number, forMs: number): ForeignChange[] => [
  { kind: 'interrupt', after: 'update', fromMs, forMs, ...(state && { state }) },
];

/** In none of them is there a new worker when the service says that it is done. */
const quietWorlds: Case[] = [
  {
    what: 'the service says `updating` for 3 s, then `serving`',
    world: { switches: { stateDuringUpdate: 'updating', updatingForMs: 3 * second } },
  },
  {
    what: 'the service says `updating` for 10 s, then `serving`',
    world: { switches: { stateDuringUpdate: 'updating', updatingForMs: 10 * second } },
  },
  { what: 'the service never says `updating`', world: {} },
  ...['starting', 'paused', 'pulling', 'stopped'].map((state) => ({
    what: `the old worker is \`${state}\` for 10 s in place`,
    world: { changes: interrupted(state, 5 * second, 10 * second) },
  })),
  {
    what: 'the old worker is not healthy for 25 s in place',
    world: { changes: interrupted(undefined, 5 * second, 25 * second) },
  },
  {
    what: 'the old worker restarts in place while the service says `updating`',
    world: {
      switches: { stateDuringUpdate: 'updating', updatingForMs: 20 * second },
      changes: interrupted('starting', 2 * second, 15 * second),
    },
  },
];

describe('an update whose new worker is listed late', () => {
  test.for(quietWorlds)('$what, and it comes 90 s after the write', async ({ world }) => {
    await using opened = await openWorld({ ...world, life: { outcome: 'healthy', appearAfterMs: 90 * second } });
    const ended = await opened.run();
    const readySeconds = 90 + usualMs / second;
    expectEnding(ended, { reason: '', atLeastSeconds: readySeconds, atMostSeconds: greenBy(readySeconds) });
    expect(ended.serving).toContain(newImage);
  });

  test.for(quietWorlds)('$what, and it never comes', async ({ world }) => {
    await using opened = await openWorld({ ...world, life: { outcome: 'healthy', appearAfterMs: day } });
    const ended = await opened.run({ with: { 'wait-timeout': '6m' } });
    // Nothing has failed and the old worker is healthy: nothing is undone.
    expectEnding(ended, { reason: 'timeout', says: [onlyOld], atLeastSeconds: 350, atMostSeconds: 375 });
  });
});

describe('an old worker that comes between the look-up and the update is none of the new version', () => {
  const scaledOut = {
    kind: 'scale-out',
    afterMs: 1000,
    script: { outcome: 'healthy', pace: { pullingMs: 0 } },
  } as const;
  const worlds: readonly { what: string; world: WorldOptions; restMs?: number }[] = [
    {
      what: 'while the update is refused as busy',
      world: { faults: [{ operation: 'update', kind: 'status', status: 400, reason: 'CONFLICT', forMs: 40 * second }] },
    },
    {
      what: 'and a list that is late does not show it',
      world: { switches: { listLagMs: 60 * second } },
      restMs: 40 * second,
    },
    {
      what: 'and a reading that is late does not show it',
      world: { switches: { getLagMs: 25 * second } },
      restMs: 20 * second,
    },
  ];
  test.for(worlds)('$what', async ({ world, restMs = 0 }) => {
    await using opened = await openWorld({ ...world, changes: [scaledOut], life: { outcome: 'image-pull' } });
    opened.emulator.clock.advance(restMs);
    const ended = await opened.run({ with: { 'on-failure': 'keep' } });
    expectEnding(ended, { reason: 'image-pull' });
    // What came to be known only after the write is not in its record.
    if (world.switches?.getLagMs) return;
    expectEnding(await opened.run({ with: { 'on-failure': 'keep' } }), { reason: 'image-pull' });
  });

  test('a list that is late does not hide what the last push has deployed', async () => {
    await using opened = await openWorld({ switches: { listLagMs: 60 * second } });
    opened.emulator.clock.advance(2 * minute);
    expectEnding(await opened.run(), { reason: '' });
    const back = await opened.run({ with: { image: 'spec' } });
    expectEnding(back, { reason: '', image: oldImage });
    expect(back.serving).toContain(oldImage);
    expect(back.outputs.operation).toBe('updated');
  });
});

describe('two writes that follow closely: a worker of the first one is none of the second version', () => {
  const broken = 'ghcr.io/acme/llama:3';
  const scripts: readonly ScriptedWrite[] = [
    { image: newImage, outcome: 'healthy', appearAfterMs: day },
    { image: broken, outcome: 'crash-loop' },
    { image: 'ghcr.io/acme/llama:4', outcome: 'crash-loop' },
  ];
  /** What comes of the first write, listed late. */
  const late = (afterMs: number): ForeignChange => ({
    kind: 'list-worker',
    afterMs,
    worker: { id: 'late', state: 'running', healthy: true },
  });

  test.for([5, 15, 60])('the first was not waited for; its worker is listed after %i s', async (afterSeconds) => {
    await using world = await openWorld({ scripts, changes: [late(afterSeconds * second)] });
    await world.run({ with: { wait: 'none' } });
    const keep = { image: broken, 'on-failure': 'keep' };
    expectEnding(await world.run({ with: keep }), { reason: 'crashed', image: broken });
    expectEnding(await world.run({ with: keep }), { reason: 'crashed', image: broken });
  });

  test('the first was a restore, whose worker is listed 25 s after the next run has begun', async () => {
    await using world = await openWorld({ scripts });
    expectEnding(await world.run({ with: { image: broken } }), { reason: 'crashed', isRestored: true });
    world.emulator.addChange(late(25 * second));
    const keep = { image: 'ghcr.io/acme/llama:4', 'on-failure': 'keep' };
    expectEnding(await world.run({ with: keep }), { reason: 'crashed', image: keep.image });
    expectEnding(await world.run({ with: keep }), { reason: 'crashed', image: keep.image });
  });

  test('an endpoint that was restored is judged as usual by the runs after', async () => {
    await using world = await openWorld({ scripts });
    expectEnding(await world.run({ with: { image: broken } }), { reason: 'crashed', isRestored: true });
    world.emulator.addChange({
      kind: 'list-worker',
      worker: { state: 'exited', message: 'OOMKilled', healthy: false },
    });
    expectEnding(await world.run({ with: { image: 'spec' } }), { reason: '', image: oldImage, atMostSeconds: 60 });
  });

  test('a good version that follows closely is green, some minutes later', async () => {
    await using world = await openWorld();
    await world.run({ with: { image: broken, wait: 'none' } });
    const ended = await world.run();
    expectEnding(ended, { reason: '', atMostSeconds: 200 });
    expect(ended.serving).toContain(newImage);
  });

  test.for([10, 25])('readings are %i s late, and show the first write after the second: no conflict', async (late) => {
    await using world = await openWorld({ switches: { getLagMs: late * second, listLagMs: late * second } });
    world.emulator.clock.advance(2 * minute);
    await world.run({ with: { image: broken, wait: 'none', 'wait-timeout': '40s' } });
    expectEnding(await world.run(), { reason: '' });
  });
});

/** Members that a service may or may not replace workers for: what it does decides. */
const undecided: { what: string; change: string }[] = [
  { what: 'image.authId', change: spec.replace(/image: .*/, 'image: {image: ghcr.io/acme/llama:1, authId: other}') },
  { what: 'healthy.path', change: spec.replace('/health', '/ready') },
  { what: 'workerConfig.requestTimeout', change: spec.replace('maxNum: 3', 'maxNum: 3, requestTimeout: 900') },
];
const keeps: Partial<Switches> = {
  rolloutOn: 'container-change',
  keepsWorkersOn: ['image.authId', 'healthy.path', 'workerConfig.requestTimeout', 'envs'],
};
const kept: Right = { reason: '', image: 'ghcr.io/acme/llama:1' };
const withoutImage = { image: 'spec' };

describe('a change for which the service may keep its workers', () => {
  test.for(undecided)('$what: kept, still and healthy for 30 s is enough', async ({ change }) => {
    await using world = await openWorld({ switches: keeps });
    expectEnding(await world.run({ spec: change, with: withoutImage }), { ...kept, atMostSeconds: 45 });
  });

  test.for(undecided)('$what: replaced after all, and the new one is waited for', async ({ change }) => {
    await using world = await openWorld();
    const ended = await world.run({ spec: change, with: withoutImage });
    expectEnding(ended, { ...kept, atLeastSeconds: usualMs / second, atMostSeconds: greenBy(usualMs / second) });
  });

  test.for(undecided)('$what: replaced, and the new one crashes', async ({ change }) => {
    await using world = await openWorld({ scripts: [{ outcome: 'healthy' }, { outcome: 'crash-loop' }] });
    const ended = await world.run({ spec: change, with: withoutImage });
    expectEnding(ended, { ...kept, reason: 'crashed', isRestored: true, undoneBySeconds: 270 });
  });
});

describe('a kept worker that fails its health check for a while', () => {
  const changes = [
    { of: 'workerConfig.maxNum', change: spec.replace('maxNum: 3', 'maxNum: 5') },
    ...undecided.map(({ what: of, change }) => ({ of, change })),
  ];
  const times = [
    { from: 0, seconds: 25 },
    { from: 2, seconds: 30 },
    { from: 20, seconds: 60 },
  ];

  test.for(changes.flatMap((change) => times.map((time) => ({ ...change, ...time }))))(
    'for $seconds s, $from s after a change of $of',
    async ({ change, from, seconds }) => {
      await using world = await openWorld({
        switches: keeps,
        changes: interrupted(undefined, from * second, seconds * second),
      });
      const ended = await world.run({ spec: change, with: withoutImage });
      expectEnding(ended, { ...kept, atMostSeconds: from + seconds + 45 });
    },
  );

  test('again and again until the time is over: nothing has failed, so nothing is undone', async () => {
    const blinks = Array.from({ length: 20 }, (_, index) =>
      interrupted(undefined, (10 + index * 30) * second, 10 * second),
    );
    await using world = await openWorld({ switches: keeps, changes: blinks.flat() });
    const change = undecided[2]?.change ?? '';
    const ended = await world.run({ spec: change, with: { ...withoutImage, 'wait-timeout': '5m' } });
    expect(ended.isRestored).toBe(false);
    expect(ended.exitCode === 0 || ended.outputs['failure-reason'] === 'timeout', ended.log).toBe(true);
  });
});

test('a new worker that is not healthy for 10 s in the middle of its proof is waited for', async () => {
  await using world = await openWorld();
  world.addFault({
    operation: 'get',
    kind: 'hook',
    when: 'before',
    times: 'always',
    run: () => {
      const isUp = world.emulator.endpoints()[0]?.workers.some(({ healthy, image }) => healthy && image === newImage);
      if (!isUp || world.nowSeconds() > 45) return;
      world.emulator.addChange({ kind: 'interrupt', forMs: 10 * second });
    },
  });
  const ended = await world.run();
  expectEnding(ended, { reason: '', atMostSeconds: 90 });
  expect(ended.serving).toEqual([newImage]);
});

describe('a number that comes from a variable', () => {
  const template = spec.replace('maxNum: 3', 'maxNum: "${MAX}"');
  const switches = { rolloutOn: 'container-change' } as const;

  test.for<[string, string, string]>([
    ['workerConfig.maxNum', 'maxNum: 3', 'maxNum: "${VALUE}"'],
    ['workerConfig.freeTimeout', 'maxNum: 3', 'maxNum: 3, freeTimeout: "${VALUE}"'],
    ['policy.value', 'value: 8', 'value: "${VALUE}"'],
  ])('%s changes without new workers, like the number itself', async ([member, was, is]) => {
    await using world = await openWorld({ switches });
    const ended = await world.run({ spec: spec.replace(was, is), with: { ...withoutImage, variables: 'VALUE=5' } });
    expectEnding(ended, { ...kept, atMostSeconds: 30, logs: [new RegExp(`${member.replace('.', '\\.')}: \\d+ → `)] });
  });

  test('the plan names the same calls, whether the number is written or comes from a variable', async () => {
    await using world = await openWorld({ switches });
    const written = await world.run({
      spec: spec.replace('maxNum: 3', 'maxNum: 5'),
      with: { ...withoutImage, command: 'plan' },
    });
    const filled = await world.run({ spec: template, with: { ...withoutImage, command: 'plan', variables: 'MAX=5' } });
    const calls = (log: string) => log.match(/v[12] (update|create)/g);
    expect({ exitCode: filled.exitCode, calls: calls(filled.log) }, filled.log).toEqual({
      exitCode: 0,
      calls: calls(written.log),
    });
    expect(calls(written.log)).not.toBeNull();
  });
});

test('wait: rollout, and old workers that stop a minute after the new one is healthy', async () => {
  await using world = await openWorld({ switches: { keepOldWorkersMs: minute } });
  const ended = await world.run({ with: { wait: 'rollout' } });
  expectEnding(ended, { reason: '', atLeastSeconds: 97, atMostSeconds: 120 });
});
