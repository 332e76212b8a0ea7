/** What a step waits for, what its log shows meanwhile, and when it does not wait. */

import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';

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

describe('wait: ready', () => {
  test('is green with the first new worker, and warns of old ones that still serve', async () => {
    await using emulator = await startEmulator({ ...passing, switches: { keepOldWorkersMs: 'forever' } });
    emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
    const { exitCode, log, summary } = await deployTo(emulator, { spec, with: { image: 'a:2' } });
    expect(exitCode).toBe(0);
    expect(log).toContain('1 worker of the old version is still running; `wait: rollout` waits until they stop.');
    expect(summary).toContain('| Workers of the old version | 1 |');
  });
});

describe('wait: rollout', () => {
  test('says that old workers are what it waited for in vain', async () => {
    await using emulator = await startEmulator({ ...passing, switches: { keepOldWorkersMs: 'forever' } });
    emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
    const inputs = { image: 'a:2', wait: 'rollout', 'wait-timeout': '5m', 'on-failure': 'keep' };
    const { outputs, annotations } = await deployTo(emulator, { spec, with: inputs });
    expect(outputs['failure-reason']).toBe('timeout');
    expect(annotations.join()).toContain('1 worker of the old version still running');
  });
});

test('wait: none hands on what is there', async () => {
  await using emulator = await startEmulator(passing);
  const { exitCode, outputs, log } = await deployTo(emulator, { spec, with: { wait: 'none' } });
  expect({ exitCode, state: told(outputs).state }).toEqual({ exitCode: 0, state: 'initializing' });
  expect(log).not.toContain('Wait:');
});

test('failing polls are told and survived', async () => {
  await using emulator = await startEmulator({
    ...passing,
    faults: [{ operation: 'get', kind: 'status', status: 502, after: 3, times: 10 }],
  });
  const { exitCode, log } = await deployTo(emulator, { spec });
  expect(exitCode).toBe(0);
  expect(log).toMatch(/status check failed \(.*502.*\); retrying/);
});
