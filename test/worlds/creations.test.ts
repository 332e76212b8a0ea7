/** Creations whose answer is late or lost, and an account whose cluster has gone to sleep: one endpoint, or red with both named. */

import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Fault, Switches } from '../emulator/emulator.ts';
import {
  type Ended,
  expectEnding,
  greenBy,
  newImage,
  oldImage,
  openWorld,
  second,
  spec,
  testWorlds,
  unpullable,
  usualSeconds,
  type World,
  withMinNum,
} from './world.ts';

const one = [{ name: 'llama' }];

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
const lost = [late(45), late(20, 504), ...doneAtOnce];

/** Green with one endpoint, also later; or red with all that are there named. */
async function expectOne({ emulator }: World, ended: Ended): Promise<void> {
  const ids = () => emulator.endpoints().map(({ id }) => id);
  for (const id of ids()) if (ended.exitCode !== 0) expect(ended.told, ended.log).toContain(id);
  if (ended.exitCode !== 0) return;
  emulator.clock.advance(600 * second);
  await setImmediate();
  expect(ids(), ended.log).toEqual([ended.outputs['endpoint-id']]);
}

describe('the first deploy', () => {
  const listed = (seconds: number): Partial<Switches> => ({ listShowsCreatedAfterMs: seconds * second });
  const cases = [
    ...lost.map((each) => ({ ...each, switches: {}, workers: 'a worker that always runs', text: spec })),
    ...doneAtOnce.map((each) => ({ ...each, switches: listed(60), workers: 'no worker', text: withMinNum(0) })),
  ];

  test.for(cases)('$workers, $what, list: $switches', async ({ fault, switches, text }) => {
    await using world = await openWorld({ endpoint: null, faults: [fault], switches });
    await expectOne(world, await world.run({ spec: text }));
  });

  test.for(lost)('with an appName, which the service has once: $what', async ({ fault }) => {
    await using world = await openWorld({ endpoint: null, faults: [fault] });
    const ended = await world.run({ spec: `${spec}appName: llama-app\n` });
    expect(ended.endpoints.length, ended.log).toBe(1);
    if (ended.exitCode === 0) expect(ended.outputs['endpoint-id']).toBe(ended.endpoints[0]?.id);
  });
});

describe('a first deploy while the list does not show its endpoint yet', () => {
  const bad = 'ghcr.io/acme/llama:bad';
  const later = { env: { GITHUB_RUN_ID: '102' } };

  test.for([20, 40])(
    'it is red at once, and ends when it is listed, %i s late: the next run finds it',
    async (seconds) => {
      await using world = await openWorld({
        endpoint: null,
        switches: { listShowsCreatedAfterMs: seconds * second },
        scripts: [{ image: bad, ...unpullable }],
      });
      // It is told from others of its name before it is waited for.
      const first = await world.run({ with: { image: bad } });
      expectEnding(first, { reason: 'image-pull', image: bad, says: [/parked/], atMostSeconds: seconds + 60 });
      const ended = await world.run(later);
      expectEnding(ended, { reason: '', outputs: { 'endpoint-id': first.outputs['endpoint-id'] } });
    },
  );
});

describe('an account whose last endpoint has just gone', () => {
  const message = 'serverless cluster is not active';
  const first = (world: World) => {
    for (const { id } of world.emulator.endpoints()) world.emulator.remove(id);
    world.emulator.clock.advance(5 * second);
  };
  const inactive = (seconds: number) => ({ switches: { inactiveClusterMs: seconds * second } });

  testWorlds([
    ...[20, 150].map((seconds) => {
      const atMostSeconds = seconds + 45 + greenBy(usualSeconds);
      const right = { reason: '', atLeastSeconds: seconds - 5, atMostSeconds, endpoints: one };
      return [`its cluster is not active for ${seconds} s`, { world: inactive(seconds), first, right }] as const;
    }),
    ...['UNKNOWN', ''].map((reason) => {
      const fault = { operation: 'create', kind: 'status', status: 400, reason, message, times: 3 } as const;
      const right = { reason: '', atMostSeconds: 180, endpoints: one };
      return [`told under the reason "${reason}"`, { world: { endpoint: null, faults: [fault] }, right }] as const;
    }),
  ]);
  testWorlds({
    'for good: red with the words of the service when the time is over': {
      ...{ world: inactive(86_400), first, run: { with: { 'wait-timeout': '5m' } } },
      right: {
        reason: ['unavailable', 'rejected', 'busy', 'timeout', 'no-capacity', 'quota'],
        ...{ image: null, says: [new RegExp(message)], atMostSeconds: 330 },
      },
    },
  });
});

testWorlds({
  'a creation needs no ids of workers: all of them are new': {
    world: { endpoint: null, switches: { answersLeaveOut: ['workers.id'] } },
    right: { reason: '', atMostSeconds: greenBy(usualSeconds) + 30 },
  },
  'a creation that v2 finishes, of a field that the service never shows': {
    world: { endpoint: null, switches: { answersLeaveOut: ['rootfsSize'] } },
    run: { spec: `${spec}rootfsSize: 50\n` },
    right: { reason: '', endpoints: [{ rootfsSize: 50 }] },
  },
});

describe('an endpoint that was deleted a moment ago, and that the list still shows', () => {
  async function openWithDeleted() {
    const world = await openWorld({ switches: { listLagMs: 50 * second } });
    const { clock } = world.emulator;
    clock.advance(600 * second);
    const [deleted] = world.emulator.endpoints();
    world.emulator.remove(deleted?.id ?? '');
    clock.advance(2 * second);
    return { world, id: deleted?.id };
  }

  test.for([oldImage, newImage])('is created again as %s', async (image) => {
    const { world, id } = await openWithDeleted();
    await using _ = world;
    const { exitCode, log, outputs, endpoints } = await world.run({ with: { image } });
    expect([exitCode, outputs.operation], log).toEqual([0, 'created']);
    expect(endpoints).toMatchObject([{ id: outputs['endpoint-id'], image: { image } }]);
    expect(log).toContain(
      `llama is listed as ${id}, which the service does not find. A list may be late, so this run looks again`,
    );
  });

  test('is absent by its status', async () => {
    const { world } = await openWithDeleted();
    await using _ = world;
    const { exitCode, log } = await world.run({ with: { command: 'status', image: 'spec' } });
    expect([exitCode, /^llama +absent/m.test(log)], log).toEqual([1, true]);
  });
});
