/** Creations whose answer is late or lost, and an account whose cluster has gone to sleep: one endpoint, or red with both named. */

import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Fault, Switches } from '../emulator/emulator.ts';
import { expectEnding } from './ending.ts';
import { type Ended, greenBy, openWorld, second, spec, usualMs, type World } from './world.ts';

const usualSeconds = usualMs / second;
const withAppName = `${spec}appName: llama-app\n`;

interface Late {
  what: string;
  fault: Fault;
}

const late = (delaySeconds: number, status?: number): Late => ({
  what: status ? `${status} at once, done ${delaySeconds} s later` : `it answers after ${delaySeconds} s`,
  fault: { operation: 'create', kind: 'late', delayMs: delaySeconds * second, status },
});
const doneAtOnce: Late[] = [
  { what: 'no answer, though it is done at once', fault: { operation: 'create', kind: 'hang', when: 'after' } },
  { what: 'a lost connection, though it is done at once', fault: { operation: 'create', kind: 'lost-answer' } },
];
/** Carried out after all, but not while the client waits for it. */
const lost = [late(45), late(5, 504), late(20, 504), late(45, 504), ...doneAtOnce];

const named = (world: World) => world.emulator.endpoints().filter(({ name }) => name === 'llama');

/** Green with one endpoint, also later; or red with all that are there named. */
async function expectOne(world: World, ended: Ended): Promise<void> {
  for (const { id } of named(world)) if (ended.exitCode !== 0) expect(ended.told, ended.log).toContain(id);
  if (ended.exitCode !== 0) return;
  world.emulator.clock.advance(600 * second);
  await setImmediate();
  expect(
    named(world).map(({ id }) => id),
    ended.log,
  ).toEqual([ended.outputs['endpoint-id']]);
}

describe('the first deploy', () => {
  const lists: Partial<Switches>[] = [
    {},
    { listShowsCreatedAfterMs: 30 * second },
    { listShowsCreatedAfterMs: 60 * second },
  ];
  const specs = { 'a worker that always runs': spec, 'no worker': spec.replace('minNum: 1', 'minNum: 0') };
  const cases = [
    ...lost.map((each) => ({ ...each, switches: {} })),
    ...doneAtOnce.flatMap((each) => lists.map((switches) => ({ ...each, switches }))),
  ].flatMap((each) => Object.entries(specs).map(([workers, text]) => ({ ...each, workers, text })));

  test.for(cases)('$workers, $what, list: $switches', async ({ fault, switches, text }) => {
    await using world = await openWorld({ endpoint: null, faults: [fault], switches });
    await expectOne(world, await world.run({ spec: text }));
  });

  test.for(lost)('with an appName, which the service has once: $what', async ({ fault }) => {
    await using world = await openWorld({ endpoint: null, faults: [fault] });
    const ended = await world.run({ spec: withAppName });
    expect(named(world).length, ended.log).toBe(1);
    if (ended.exitCode === 0) expect(ended.outputs['endpoint-id']).toBe(named(world)[0]?.id);
  });

  test.for(lost)('is started again, and finds what is there: $what', async ({ fault }) => {
    await using world = await openWorld({ endpoint: null, faults: [fault] });
    await world.run();
    world.emulator.clock.advance(120 * second);
    const ended = await world.run({ env: { GITHUB_RUN_ATTEMPT: '2' } });
    if (named(world).length === 1) expectEnding(ended, { reason: '' });
    else expectEnding(ended, { reason: 'name-ambiguous' });
  });
});

describe('an account whose last endpoint has just gone', () => {
  const gone = async (world: World) => {
    for (const { id } of world.emulator.endpoints()) world.emulator.remove(id);
    world.emulator.clock.advance(5 * second);
  };

  test.for([20, 60, 150])('its cluster is not active for %i s', async (seconds) => {
    await using world = await openWorld({ switches: { inactiveClusterMs: seconds * second } });
    await gone(world);
    const ended = await world.run();
    expectEnding(ended, {
      reason: '',
      atLeastSeconds: seconds - 5,
      atMostSeconds: seconds + 45 + greenBy(usualSeconds),
    });
    expect(named(world)).toHaveLength(1);
  });

  test.for(['UNKNOWN', 'VALIDATOR_PARAM', 'FAILED_PRECONDITION', ''])('told under the reason "%s"', async (reason) => {
    const message = 'serverless cluster is not active';
    await using world = await openWorld({
      endpoint: null,
      faults: [{ operation: 'create', kind: 'status', status: 400, reason, message, times: 3 }],
    });
    expectEnding(await world.run(), { reason: '', atMostSeconds: 180 });
    expect(named(world)).toHaveLength(1);
  });

  test('for good: red with the words of the service when the time is over', async () => {
    await using world = await openWorld({ switches: { inactiveClusterMs: 86_400 * second } });
    await gone(world);
    const ended = await world.run({ with: { 'wait-timeout': '5m' } });
    const says = [/serverless cluster is not active/];
    const reason = ['unavailable', 'rejected', 'busy', 'timeout', 'no-capacity', 'quota'];
    expectEnding(ended, { reason, image: null, says, atMostSeconds: 330 });
  });

  test('what appears meanwhile is taken, and nothing is created beside it', async () => {
    await using world = await openWorld({ switches: { inactiveClusterMs: 60 * second } });
    await gone(world);
    world.emulator.addChange({ kind: 'create', afterMs: 20 * second, part: { name: 'llama' } });
    const ended = await world.run();
    expect(named(world).length, ended.log).toBe(1);
  });
});

describe('a service that shows no ids of workers', () => {
  test('a creation needs none: all its workers are new', async () => {
    await using world = await openWorld({ endpoint: null, switches: { answersLeaveOut: ['workers.id'] } });
    expectEnding(await world.run(), { reason: '', atMostSeconds: greenBy(usualSeconds) + 30 });
  });
});

test('a creation that v2 finishes, of a field that the service never shows', async () => {
  await using world = await openWorld({ endpoint: null, switches: { answersLeaveOut: ['rootfsSize'] } });
  expectEnding(await world.run({ spec: `${spec}rootfsSize: 50\n` }), { reason: '' });
  expect(named(world)).toMatchObject([{ rootfsSize: 50 }]);
});
