/** A first deploy that was cancelled or killed while the list does not show its endpoint yet: the next run finds it in its look-up, or is red, leaves it as it is, and leaves nothing of its own that is billed. */

import { describe, expect, test } from 'vitest';
import type { Switches } from '../emulator/emulator.ts';
import { recordEnv } from '../scenarios/deployment.ts';
import {
  type Ended,
  expectEnding,
  greenBy,
  newImage,
  nextPush,
  oldImage,
  openWorld,
  second,
  spec,
  startedAgain,
  stillBilled,
  usualSeconds,
  type World,
  type WorldOptions,
  type WorldRun,
} from './world.ts';

const named = `${spec}appName: llama-app\n`;
const soonSeconds = greenBy(usualSeconds);
/** Between two lists, and for the look-up. */
const listSeconds = 20;
/** A list may show this late what was created. */
const listLagSeconds = 90;
const gapSeconds = 2;
const third = 'ghcr.io/acme/llama:3';
const taken = /Choose another `appName`/;

type Start = NonNullable<WorldRun['onStart']>;
const hook = (world: World, operation: 'create' | 'get' | 'limits', given: object) =>
  world.addFault({ operation, kind: 'hook', when: 'after', ...given } as Parameters<World['addFault']>[0]);

const ends: { what: string; isRelayed?: boolean; onStart: (world: World) => Start }[] = [
  {
    what: 'cancelled',
    onStart:
      (world) =>
      ({ kill }) =>
        hook(world, 'get', { after: 2, run: () => kill('SIGINT') }),
  },
  {
    what: 'killed before its create is answered',
    isRelayed: true,
    onStart:
      (world) =>
      ({ kill }) =>
        hook(world, 'create', { run: () => kill('SIGKILL') }),
  },
  {
    what: 'killed while it waits',
    isRelayed: true,
    onStart:
      (world) =>
      ({ kill }) =>
        hook(world, 'get', { after: 2, run: () => kill('SIGKILL') }),
  },
  {
    what: 'cancelled, and killed before it has parked',
    isRelayed: true,
    onStart:
      (world) =>
      ({ kill }) => {
        hook(world, 'get', { after: 2, run: () => kill('SIGINT') });
        hook(world, 'limits', { after: 1, when: 'before', run: () => kill('SIGKILL') });
      },
  },
];

async function interrupted(world: World, { onStart, isRelayed }: (typeof ends)[number], run: WorldRun): Promise<void> {
  const ended = await world.run({ ...run, onStart: onStart(world), ...(isRelayed && { isRelayed }) });
  expect(ended.exitCode, ended.log).not.toBe(0);
  expect(ended.endpoints).toHaveLength(1);
  world.emulator.clearFaults();
  world.emulator.clock.advance(gapSeconds * second);
}

const lists: { what: string; late: number; switches: Partial<Switches> }[] = [
  ...[0, 20, 50].map((late) => ({
    ...{ what: `shows it after ${late} s`, late },
    switches: { listShowsCreatedAfterMs: late * second },
  })),
  { what: 'is 60 s late', late: 60, switches: { listLagMs: 60 * second } },
];
const late20 = { listShowsCreatedAfterMs: 20 * second };
const nexts: { what: string; run: WorldRun; image: string }[] = [
  { what: 'it is started again', run: { env: startedAgain }, image: newImage },
  { what: 'the next push has another image', run: { env: nextPush, with: { image: third } }, image: third },
];
const open = (switches: Partial<Switches>, scripts: WorldOptions['scripts'] = []) =>
  openWorld({ endpoint: null, switches, scripts });

/** What goes on billing a minute later, though the run has not said so. */
const unmentioned = (world: World, { told }: Ended) =>
  told.includes('STILL BILLED') ? [] : stillBilled(world.emulator).filter((id) => !told.includes(id));

describe.each(ends)('a first deploy with an appName that was $what', (end) => {
  const cases = lists.flatMap(({ what: list, ...each }) => nexts.map((next) => ({ list, ...each, ...next })));

  test.for(cases)(
    'the list $list; $what: one endpoint, green or "run again"',
    async ({ late, switches, run, image }) => {
      await using world = await open(switches);
      await interrupted(world, end, { spec: named });
      await expectFoundOrAgain(world, { late, image, next: { spec: named, ...run } });
    },
  );

  test.for(nexts)(
    'list 20 s late; $what, and it crashes: red, and nothing is billed unsaid',
    async ({ run, image }) => {
      await using world = await open(late20, [{ image, outcome: 'crash-loop' }]);
      await interrupted(world, end, { spec: named });
      const [made] = world.emulator.endpoints();
      const ended = await world.run({ spec: named, ...run });
      expect(['crashed', 'conflict'], ended.log).toContain(ended.outputs['failure-reason']);
      expect(ended.told, ended.log).not.toMatch(taken);
      expect(ended.endpoints.map(({ id }) => id)).toEqual([made?.id]);
      // A version that was there before may serve.
      if (image === newImage) expect(unmentioned(world, ended), ended.log).toEqual([]);
    },
  );
});

/** The next run finds the endpoint that was made, or is red without touching it, and the one after it is green. */
async function expectFoundOrAgain(world: World, given: { late: number; image: string; next: WorldRun }): Promise<void> {
  const { late, image, next } = given;
  const [made] = world.emulator.endpoints();
  const right = { reason: '', image, serving: [image], outputs: { 'endpoint-id': made?.id } };
  const ended = await world.run(next);
  const isFound = ended.log.includes(`Look-up: llama is ${made?.id}`);
  const reason = isFound ? '' : 'conflict';
  expect(ended.outputs['failure-reason'], ended.log).toBe(reason);
  if (late === 0) expect(isFound).toBe(true);
  if (!isFound) {
    expect(ended.told).toMatch(/Run the step again/);
    expect(ended.endpoints, ended.log).toMatchObject([{ id: made?.id, image: made?.image }]);
    expect(ended.log.match(/checking (?:for|whether)/g)?.length ?? 0, ended.log).toBeLessThanOrEqual(1);
    world.emulator.clock.advance(listLagSeconds * second);
  }
  const last = isFound ? ended : await world.run(next);
  expectEnding(last, { ...right, atMostSeconds: late + listSeconds + soonSeconds });
  expect(last.endpoints).toMatchObject([{ id: made?.id, workerConfig: { minNum: 1 } }]);
}

describe.each(ends)('a first deploy without an appName that was $what', (end) => {
  const cases = lists.flatMap(({ what: list, ...each }) => nexts.map((next) => ({ list, ...each, ...next })));

  test.for(cases)(
    'the list $list; $what: one endpoint, green or "run again"',
    async ({ late, switches, run, image }) => {
      await using world = await open(switches);
      await interrupted(world, end, {});
      await expectFoundOrAgain(world, { late, image, next: run });
    },
  );

  test('list 20 s late; it is started again, and its version crashes: nothing is billed unsaid', async () => {
    await using world = await open(late20, [{ image: newImage, outcome: 'crash-loop' }]);
    await interrupted(world, end, {});
    const ended = await world.run({ env: startedAgain });
    expect(['crashed', 'conflict'], ended.log).toContain(ended.outputs['failure-reason']);
    expect(unmentioned(world, ended), ended.log).toEqual([]);
  });
});

describe('an appName that is not ours', () => {
  test('another customer has it: red, nothing is made, and the words say that it was looked for', async () => {
    await using world = await openWorld({ endpoint: null, switches: { takenAppNames: ['llama-app'] } });
    expectEnding(await world.run({ spec: named }), {
      ...{ reason: 'app-name-taken', image: null, says: [taken] },
      atMostSeconds: listLagSeconds + listSeconds,
    });
  });

  test.for([0, 20])('another endpoint of the account has it, listed %i s late: it is left as it is', async (late) => {
    await using world = await open({ listShowsCreatedAfterMs: late * second });
    world.emulator.addChange({ kind: 'create', appName: 'llama-app', part: { name: 'other' } });
    const ended = await world.run({ spec: named });
    expect(ended.outputs['failure-reason'], ended.log).toBe('app-name-taken');
    expect(ended.seconds).toBeLessThanOrEqual(listLagSeconds + listSeconds);
    expect([ended.writes, ended.endpoints]).toMatchObject([[], [{ name: 'other', image: { image: oldImage } }]]);
  });

  test.for([0, 20])(
    'another repository has deployed an endpoint of this name with it, listed %i s late: it is left as it is',
    async (late) => {
      await using world = await open({ listShowsCreatedAfterMs: late * second });
      const part = { name: 'llama', envs: [recordEnv()], workerConfig: { minNum: 1 } };
      world.emulator.addChange({ kind: 'create', appName: 'llama-app', part });
      const ended = await world.run({ spec: named });
      expect(['owned', 'conflict', 'app-name-taken'], ended.log).toContain(ended.outputs['failure-reason']);
      expect([ended.writes, ended.endpoints]).toMatchObject([[], [{ name: 'llama', image: { image: oldImage } }]]);
    },
  );
});
