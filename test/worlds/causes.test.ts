/** What holds an endpoint up, in the service's own words: quoted when they change, told by what has run, and never answered with advice that they contradict. */

import { describe, expect, test } from 'vitest';
import type { Switches } from '../emulator/emulator.ts';
import {
  crashing,
  day,
  expectEnding,
  greenBy,
  keep,
  literally,
  minute,
  newImage,
  nextPush,
  oldImage,
  openWorld,
  type Right,
  spec,
  testWorlds,
  type World,
  type WorldCase,
  type WorldOptions,
  type WorldRun,
  withMinNum,
} from './world.ts';

/** Of a worker that stays down, or crashes again, since the first reading that shows it. */
const crashedSeconds = 180 + 30;
describe('a worker that is pending, with words that no table knows', () => {
  const words = [
    'BALANCE_NOT_ENOUGH',
    'storage vol-1 is not in cluster as-sgp-2',
    'waiting for the quota of the account to be raised',
  ];
  const advice = [/raise `wait-timeout`/i, /if the image is large/];
  const beforeTheEnd = (log: string) => log.split(/^Failed:/m)[0] ?? '';

  test('words that change are quoted each, and the last ones are in the message', async () => {
    const [first = '', last = ''] = words.slice(1);
    const worker = { id: 'waiting', state: 'pending' } as const;
    const alsoListed = [
      { ...worker, message: first, forMs: 2 * minute },
      { ...worker, message: last, fromMs: 2 * minute },
    ];
    await using world = await openWorld({ life: { outcome: 'healthy', appearAfterMs: day, alsoListed } });
    const ended = await world.run({ with: { ...keep, 'wait-timeout': '6m' } });
    expectEnding(ended, { reason: 'timeout', says: [literally(last)], saysNot: advice });
    for (const message of [first, last]) expect(beforeTheEnd(ended.log)).toContain(message);
  });
});

describe('an endpoint that was stopped in the console', () => {
  const stopped: Partial<Switches> = { answersReplace: { 'state.state': 'stopped', workers: [] } };
  const right: Right = {
    reason: ['endpoint-failed', 'timeout', 'not-serving'],
    says: [/start it/i, /console/i],
    saysNot: [/Add `tests`/, /raise `wait-timeout`/i],
    atLeastSeconds: 60,
    atMostSeconds: 150,
  };
  const zero = withMinNum(0);
  const pushes: { what: string; world?: WorldOptions; run?: WorldRun; right?: Partial<Right> }[] = [
    { what: 'a push with another image' },
    { what: 'nothing has changed', run: { with: { image: 'spec' } }, right: { image: oldImage } },
    {
      what: 'of an endpoint that scales to zero',
      world: { endpoint: { workerConfig: { minNum: 0 } } },
      run: { spec: zero },
    },
  ];
  testWorlds(
    pushes.map(({ what, world, run, right: more }): [string, WorldCase] => [
      `${what}: red after two minutes, kept, and it says what to do`,
      { world: { ...world, switches: stopped }, ...(run && { run }), right: { ...right, ...more } },
    ]),
  );
  testWorlds({
    'and is started again a minute later: green': {
      world: { switches: stopped },
      first: (world) =>
        world.addFault({
          ...{ operation: 'get', kind: 'hook', when: 'before', times: 'always' },
          run: () => {
            if (world.nowSeconds() >= 60) world.emulator.setSwitches({ answersReplace: {} });
          },
        }),
      right: { reason: '', atLeastSeconds: 60, atMostSeconds: 60 + 45, serving: [newImage] },
    },
  });
});

describe('a change that restarts nothing, over a version that has failed and was kept', () => {
  const switches = { rolloutOn: 'container-change' } as const;
  const text = spec.replace('maxNum: 3', 'maxNum: 5');
  const failed = async ({ run }: World) => expect((await run({ with: keep })).exitCode).toBe(1);
  testWorlds({
    'that crashes': {
      world: { switches, life: crashing },
      first: failed,
      run: { spec: spec.replace('value: 8', 'value: 4'), env: nextPush, with: keep },
      right: { reason: 'crashed', atMostSeconds: crashedSeconds + 30 },
    },
    'a version that still pulls is waited for': {
      world: { switches, life: { outcome: 'healthy', pace: { pullingMs: 5 * minute } } },
      first: ({ run }) => run({ with: { wait: 'none' } }),
      run: { spec: text, env: nextPush },
      right: { reason: '', atLeastSeconds: 300, atMostSeconds: greenBy(317) + 30, serving: [newImage] },
    },
  });
});
