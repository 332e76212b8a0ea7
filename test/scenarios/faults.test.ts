/** What fails on the way: a lost answer, a rival, refusals, wrong keys; and a rollout that fails, which is taken back, with what happened, what was done and what is left. */

import { expect, test } from 'vitest';
import { type Fault, startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';
import { testRuns } from './single-run.ts';

test('a lost answer to create is said to be in doubt when the list fails too, and the next run finds it', async () => {
  const faults: Fault[] = [
    { operation: 'create', kind: 'lost-answer' },
    { operation: 'list', kind: 'status', status: 503, after: 2, times: 'always' },
  ];
  await using emulator = await startEmulator({ ...passing, faults });
  const { end, outputs, log } = await deployTo(emulator);
  expect([end, outputs.changed]).toEqual(['unavailable', 'true']);
  expect(log).toContain('a new llama may exist');
  expect(log).not.toContain('none was created');
  emulator.clearFaults();
  expect([(await deployTo(emulator)).end, emulator.endpoints().length]).toEqual(['unchanged', 1]);
});

testRuns({
  'a service that accepts an endpoint and does not know it afterwards': {
    given: {
      arrange: (emulator) => {
        const run = () => emulator.remove(emulator.endpoints()[0]?.id ?? '');
        emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run });
      },
    },
    end: 'not-found',
    expected: { says: 'the service neither finds nor lists it' },
  },
  'an outage of minutes after an update says how long it has lasted, and how old the last reading is': {
    given: {
      live: [{ name: 'llama', workerConfig: { minNum: 1 } }],
      arrange: (emulator) =>
        emulator.addFault({ operation: 'get', after: 1, kind: 'status', status: 503, forMs: 300_000 }),
      spec: `${smallSpec}workerConfig: {minNum: 1}\n`,
      with: { image: 'a:2' },
    },
    end: 'unavailable',
    expected: {
      says: [/the service could not be read for 3 m[^:]*: get endpoint/, /1 old worker \(.*\) serves, last seen 3 m/],
    },
  },
  'an outage of minutes before anything is written says how long it has lasted': {
    given: {
      arrange: (emulator) => emulator.addFault({ operation: 'list', kind: 'status', status: 503, times: 'always' }),
    },
    end: 'unavailable',
    expected: { says: /answered 503 .*\(\d+ attempts in (?:3 m|2 m \d+ s)\)\. Nothing was changed/ },
  },
});

test('a key that is not right is told within seconds, and a wrong address as such', async () => {
  await using emulator = await startEmulator();
  const startedMs = emulator.clock.nowMs();
  const { end, annotations } = await deployTo(emulator, { with: { 'api-key': 'not-the-key' } });
  expect(emulator.clock.nowMs() - startedMs).toBeLessThanOrEqual(5000);
  expect(end).toBe('unauthorized');
  expect(annotations.join()).toContain('api-key');
  expect(annotations.join()).not.toContain('not-the-key');
  // Three requests side by side, each of them at 0, 1, 3 and 5 s.
  expect(emulator.requests.length).toBe(12);
  const elsewhere = await deployTo(emulator, { with: { 'base-url': `${emulator.url}/nowhere` } });
  expect(elsewhere.exitCode).toBe(1);
  expect(elsewhere.annotations.join()).toContain('base-url');
});

const id = '00000000000000aa';
const envs = [{ key: 'TOKEN', value: 'value-of-token' }];
const live = [{ id, name: 'llama', workerConfig: { minNum: 1, maxNum: 3 }, envs }];
testRuns({
  'members that the service ignores are named, asked and found values, env values never': {
    given: {
      emulator: { switches: { ignoredMembers: ['workerConfig.maxNum', 'envs'] } },
      live,
      spec: `${smallSpec}workerConfig: {maxNum: 7}\nenvs: {NEW: new-value-of-env}\n`,
    },
    end: 'not-applied',
    expected: {
      outputs: { operation: 'restored', changed: 'true' },
      says: [
        'did not apply workerConfig.maxNum (expected 7, found 3), envs.NEW (its value is not shown)',
        // Once, not at every look.
        /^(?:(?!does not show every)[\s\S])*(does not show every change yet(?:(?!does not show every)[\s\S])*){1}$/,
      ],
      saysNot: /value-of-(env|token)/,
      left: [{ policy: { value: 1 }, workerConfig: { maxNum: 3 } }],
    },
  },
});

test.for([
  ['created', []],
  ['updated', [{ name: 'llama', products: [{ id: 'SL-serverless-3' }] }]],
] as const)('a second call without effect is red, and the next run makes it again: %s', async ([operation, seeds]) => {
  await using emulator = await startEmulator(passing);
  for (const seed of seeds) emulator.seed({ ...seed, products: [...seed.products] });
  emulator.addFault({ operation: 'update-v2', kind: 'status', status: 200, body: {} });
  const wanted = `${smallSpec}regionId: eu\nworkerConfig: {maxNum: 7}\nclusterID: c\n`;
  const first = await deployTo(emulator, { spec: wanted, with: { 'on-failure': 'keep' } });
  expect([first.end, first.outputs.operation, first.outputs.changed]).toEqual(['not-applied', operation, 'true']);
  expect(emulator.endpoints()[0]?.regionId).toBe('');
  expect((await deployTo(emulator, { spec: wanted })).end).toBe('updated');
  expect(emulator.endpoints()[0]).toMatchObject({ regionId: 'eu', envs: [{ key: 'GPU_ENDPOINT_DEPLOYMENT' }] });
});
