/** A first deploy that was cancelled or killed while the list does not show its endpoint yet: the next run finds it, updates it, and leaves nothing of its own. */

import { describe, expect, test } from 'vitest';
import type { Switches } from '../emulator/emulator.ts';
import { recordEnv } from '../scenarios/deployment.ts';
import {
  expectEnding,
  greenBy,
  newImage,
  nextPush,
  oldImage,
  openWorld,
  second,
  spec,
  startedAgain,
  usualSeconds,
  type World,
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
];

async function interrupted(world: World, { onStart, isRelayed }: (typeof ends)[number], run: WorldRun): Promise<void> {
  const ended = await world.run({ ...run, onStart: onStart(world), ...(isRelayed && { isRelayed }) });
  expect(ended.exitCode, ended.log).not.toBe(0);
  expect(ended.endpoints).toHaveLength(1);
  world.emulator.clearFaults();
  world.emulator.clock.advance(gapSeconds * second);
}

const listed = (seconds: number) => ({ listShowsCreatedAfterMs: seconds * second });
const nexts: { what: string; run: WorldRun; image: string }[] = [
  { what: 'it is started again', run: { env: startedAgain }, image: newImage },
  { what: 'the next push has another image', run: { env: nextPush, with: { image: third } }, image: third },
];
const open = (switches: Partial<Switches>) => openWorld({ endpoint: null, switches });

/** The name and perhaps an appName; how late the list is, and the next run. */
const cases = [
  { list: 'shows it at once', late: 0, switches: {}, text: named, next: nexts[0] },
  { list: 'shows it after 20 s', late: 20, switches: listed(20), text: spec, next: nexts[1] },
  { list: 'shows it after 50 s', late: 50, switches: listed(50), text: named, next: nexts[1] },
  { list: 'is 60 s late', late: 60, switches: { listLagMs: 60 * second }, text: spec, next: nexts[0] },
] as const;

describe.each(ends)('a first deploy that was $what', (end) => {
  test.for(cases)('the list $list: one endpoint, green', async ({ late, switches, text, next }) => {
    await using world = await open(switches);
    await interrupted(world, end, { spec: text });
    const { run, image } = next ?? { run: {}, image: newImage };
    await expectFound(world, { late, image, next: { spec: text, ...run } });
  });
});

/** The next run finds the endpoint that was made, in its look-up or when it creates. */
async function expectFound(world: World, given: { late: number; image: string; next: WorldRun }): Promise<void> {
  const { late, image, next } = given;
  const [made] = world.emulator.endpoints();
  const ended = await world.run(next);
  const isFound = ended.log.includes(`Look-up: llama is ${made?.id}`);
  if (late === 0) expect(isFound).toBe(true);
  if (!isFound)
    expect(ended.log).toContain(`an earlier run has created llama (${made?.id}), which is listed only now.`);
  expectEnding(ended, {
    ...{ reason: '', image, serving: [image], outputs: { 'endpoint-id': made?.id } },
    atMostSeconds: 2 * (late + listSeconds) + soonSeconds,
  });
  expect(ended.endpoints).toMatchObject([{ id: made?.id, workerConfig: { minNum: 1 } }]);
}

test('what no update can change in it is left to the next run, which names it at its line', async () => {
  await using world = await open(listed(50));
  await interrupted(world, ends[1] as (typeof ends)[number], { spec: named });
  const next = { env: nextPush, spec: `${spec}appName: other-app\n` };
  const atMostSeconds = listLagSeconds + listSeconds;
  const seen = { image: newImage, atMostSeconds };
  expectEnding(await world.run(next), { ...seen, reason: 'conflict', says: [/created by another run/] });
  expectEnding(await world.run(next), { ...seen, reason: 'spec-invalid', says: [/`appName` of a live endpoint/] });
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
