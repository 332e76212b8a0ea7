/** What a command reads before it writes, or without writing: one odd answer, or an account in which others create, ends nothing. */

import { describe, expect, test } from 'vitest';
import { type Fault, ManualClock, startEmulator } from '../emulator/emulator.ts';
import type { FaultKind } from '../emulator/faults.ts';
import { virtualTimeouts } from '../emulator/virtual-timeouts.ts';
import { deployTo, passing } from '../scenarios/deployment.ts';
import { newImage, oldImage, openWorld, testWorlds, type WorldCase } from './world.ts';

const odd = [
  { what: 'a page of a firewall', fault: { kind: 'status', status: 403, html: true } },
  { what: 'a redirect', fault: { kind: 'status', status: 302, headers: { location: 'https://login.example' } } },
  { what: '`null`', fault: { kind: 'wrong-type', body: null } },
  { what: 'CONFLICT', fault: { kind: 'status', status: 400, reason: 'CONFLICT' } },
  { what: '401', fault: { kind: 'status', status: 401 } },
  { what: '404 of a proxy', fault: { kind: 'status', status: 404, html: true } },
] as const satisfies readonly { what: string; fault: FaultKind }[];
const meeting = (operation: Fault['operation'], fault: FaultKind, times = 1) =>
  ({ operation, times, ...fault }) as Fault;

describe('one odd answer to the first request of a deploy', () => {
  const operations = ['limits', 'list', 'get'] as const;
  testWorlds(
    odd.map(({ what, fault }, index): [string, WorldCase] => {
      const operation = operations[index % operations.length] ?? 'list';
      const right = { reason: '', image: newImage };
      return [`${what}; to ${operation}`, { world: { faults: [meeting(operation, fault)] }, right }];
    }),
  );
});

describe('one odd answer to the first request of', () => {
  const commands = [
    { what: 'plan', run: { with: { command: 'plan' } } },
    { what: 'status', run: { with: { command: 'status', image: '' } } },
    { what: 'delete', run: { with: { command: 'delete', image: '', name: 'llama' } } },
    { what: 'export', run: { with: { command: 'export', image: '', name: 'llama', spec: 'out.yaml' } } },
    { what: 'sweep', run: { with: { command: 'sweep', image: '' } } },
  ];
  test.for(
    commands.flatMap((command, row) =>
      odd
        .filter((_, at) => at % 3 === row % 3)
        .map(({ what, fault }) => [`${command.what}: ${what}`, command, fault] as const),
    ),
  )('%s', async ([, { run }, fault]) => {
    const ended = async (faults: readonly Fault[]) => {
      await using world = await openWorld({ faults });
      const { end, image, exitCode, log } = await world.run(run);
      return { end, image, exitCode, log };
    };
    const [usual, met] = [await ended([]), await ended([meeting('list', fault)])];
    expect({ ...met, log: '' }, met.log).toEqual({ ...usual, log: '' });
  });
});

testWorlds({
  'what stays odd is told within seconds, and nothing is written': {
    world: { faults: [meeting('list', odd[1].fault, 100)] },
    right: { reason: 'unreadable', image: oldImage, atMostSeconds: 6, says: [/a redirect to login\.example/] },
  },
});

test.for(['deploy', 'plan', 'delete'] as const)(
  '%s in an account of 120 endpoints in which another run creates',
  async (command) => {
    const clock = new ManualClock();
    await using emulator = await startEmulator({ ...passing, clock });
    for (let index = 0; index < 120; index++) emulator.seed({ name: `other-${index}` });
    emulator.seed({ name: 'llama', image: { image: oldImage } });
    // One after the other, between the pages of each list.
    let left = 60;
    const create = () => {
      if (left-- > 0) emulator.seed({ name: `new-${left}` });
    };
    emulator.addFault({ operation: 'list', kind: 'hook', when: 'after', times: 'always', run: create });
    const { timeoutSignal } = virtualTimeouts(emulator, clock);
    const ended = await deployTo(emulator, {
      timeoutSignal,
      with: { command, image: command === 'delete' ? '' : newImage },
    });
    expect(ended.exitCode, ended.log).toBe(0);
  },
);
