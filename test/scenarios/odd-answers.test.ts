/** Answers in forms that no document shows: what is somebody else's stops nothing, and what is ours and needed is asked for by name. */

import { describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';
import { testRuns } from './single-run.ts';

test.for<object>([
  { answersLeaveOut: ['workerConfig.requestTimeout'] },
  { omitZeros: true, omitEmptyMembers: true, emptyLists: 'omitted', omitFalse: true },
])('what a service leaves out is created, and found unchanged: %j', async (switches) => {
  await using emulator = await startEmulator({ ...passing, switches });
  const [first, second] = [await deployTo(emulator), await deployTo(emulator)];
  expect([first.end, second.end], first.log).toEqual(['created', 'unchanged']);
});

describe('one odd answer to a look-up by name', () => {
  const commands = ['status', 'test', 'logs', 'export'] as const;
  const odd = {
    'a list that leaves it out': (emulator: Emulator) =>
      emulator.addFault({ operation: 'list', kind: 'wrong-type', body: { endpoints: [], total: 0 } }),
    '"not found" for one that is listed': (emulator: Emulator) =>
      emulator.addFault({ operation: 'get', kind: 'status', status: 404 }),
  };
  const cases = commands.flatMap((command) =>
    Object.entries(odd).map(([what, arrange]) => ({ command, what, arrange })),
  );
  test.for(cases)('does not make it absent: `$command` after $what', async ({ command, arrange }) => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
    arrange(emulator);
    const spec = `${smallSpec}tests: [/health]\n`;
    const asked = command === 'export' ? { name: 'llama', spec: 'new.yaml' } : {};
    const { end, log } = await deployTo(emulator, { spec, with: { command, ...asked } });
    expect(end, log).toMatch(/^(?:read|tested|exported)$/);
  });

  test.for(commands)('and an absent one is told within six seconds: %s', async (command) => {
    await using emulator = await startEmulator(passing);
    const run = { spec: `${smallSpec}tests: [/health]\n`, with: { command, name: 'llama' } };
    const startedMs = emulator.clock.nowMs();
    expect((await deployTo(emulator, run)).end).toMatch(/^not-(?:found|serving)$/);
    expect(emulator.clock.nowMs() - startedMs).toBeLessThan(6000);
  });
});

const oddLimits = (odd: object) => (emulator: Emulator) =>
  emulator.addFault({ operation: 'limits', kind: 'wrong-type', body: { ...emulator.limits, ...odd } });

describe('a service that never says the request timeout', () => {
  const emulator = { switches: { answersLeaveOut: ['workerConfig.requestTimeout'] } };
  const live = [{ name: 'llama', workerConfig: { requestTimeout: 900 } }];
  testRuns({
    'is updated by the call that sends only what changes': {
      given: { emulator, live, spec: 'name: llama\nimage: a:2\n' },
      end: 'updated',
      expected: { writes: ['update-v2'], left: [{ workerConfig: { requestTimeout: 900 } }] },
    },
  });
});

const volumeMounts = [
  { type: 'local', id: 'lv-9', size: 50, mountPath: '/data' },
  { type: 'network', id: 'vol-1', size: 200, mountPath: '/models' },
];

testRuns({
  'an endpoint of our name without an id is no absence': {
    given: { emulator: { rawEndpoints: [{ name: 'llama' }] } },
    end: 'unreadable',
    expected: { writes: [] },
  },
  'a range that the live limits do not have is left to the service': {
    given: { arrange: oddLimits({ maxGPUNum: '', minGPUNum: 1 }), spec: `${smallSpec}workerConfig: {gpuNum: 2}\n` },
    end: 'created',
    expected: { annotations: [] },
  },
  'live limits altogether of another form are one warning': {
    given: {
      arrange: (emulator) =>
        emulator.addFault({ operation: 'limits', kind: 'wrong-type', body: { quota: { gpus: 8 } } }),
    },
    end: 'created',
    expected: { annotations: [/^::warning title=limits not checked::.*unknown form.*The service decides/] },
  },
  'a deploy keeps the id and the size of a volume': {
    given: {
      live: [{ name: 'llama', volumeMounts, clusterID: 'as-sgp-2' }],
      spec: 'name: llama\nimage: a:2\nvolumeMounts:\n  - {type: local, mountPath: /data}\n  - {type: network, id: vol-1, mountPath: /models}\n',
    },
    end: 'updated',
    expected: { left: [{ volumeMounts }] },
  },
});

test('a service that is down for three minutes is told once a minute', async () => {
  await using emulator = await startEmulator(passing);
  emulator.addFault({ operation: 'list', kind: 'status', status: 503, times: 'always' });
  const { end, log } = await deployTo(emulator);
  expect([end, log.match(/retrying in/g)?.length]).toEqual(['unavailable', 3]);
});
