/** What a step waits for, what its log shows meanwhile, and when it does not wait. */

import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';
import { testRuns } from './single-run.ts';

const spec = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;

test('the log shows every change: elapsed, state, workers by state, time left', async () => {
  await using emulator = await startEmulator({ ...passing, pace: { startingMs: 15_000 } });
  const { log } = await deployTo(emulator, { spec });
  const lines = log.split('\n').filter((line) => / left$/.test(line));
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines)
    expect(line).toMatch(/^ +(\d+ m )?\d+ s {2}(initializing|serving), .+, 1?\d m( \d+ s)? left$|20 m left$/);
  expect(lines.join('\n')).toMatch(
    /1 pending[\s\S]*1 pulling[\s\S]*1 starting[\s\S]*1 running \(1 not healthy yet\)[\s\S]*serving, workers: 1 running,/,
  );
});

const emulator = { switches: { keepOldWorkersMs: 'forever' } } as const;
const staying = { emulator, spec, live: [{ name: 'llama', workerConfig: { minNum: 1 } }] };

testRuns({
  'wait: ready is green with the first new worker, and warns of old ones that still serve': {
    given: { ...staying, with: { image: 'a:2' } },
    end: 'updated',
    expected: {
      says: '1 worker of the old version is still running; `wait: rollout` waits until they stop.',
      inSummary: '| Workers of the old version | 1 |',
    },
  },
  'wait: rollout says that old workers are what it waited for in vain': {
    given: { ...staying, with: { image: 'a:2', wait: 'rollout', 'wait-timeout': '5m', 'on-failure': 'keep' } },
    end: 'timeout',
    expected: { says: '1 worker of the old version still running' },
  },
  'wait: none hands on what is there': {
    given: { spec, with: { wait: 'none' } },
    end: 'created',
    expected: {
      outputs: { state: 'initializing' },
      says: 'initializing, not waited for; its URL is http',
      saysNot: 'Wait:',
    },
  },
});
