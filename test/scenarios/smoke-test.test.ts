/** A green step whose endpoint answers: cold starts are waited for, a wrong answer is red, and nobody is sent a key. */

import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { deployTo, operationsOf, passing, smallSpec } from './deployment.ts';

const asleep = `${smallSpec}tests: [/health]\n`;
const spec = `${asleep}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;

test('wakes an endpoint that scales to zero, says that this is billed, and measures the cold start', async () => {
  await using emulator = await startEmulator(passing);
  const { exitCode, log, summary } = await deployTo(emulator, { spec: asleep });
  expect(exitCode).toBe(0);
  expect(log).toContain(`Smoke test: GET ${emulator.url}/serve/`);
  expect(log).toContain('this wakes a billed worker, and its cold start may take minutes');
  expect(log).toContain('The URL is not https');
  expect(log).toMatch(/answered 503 \(attempt 1\), .* left/);
  expect(log).toMatch(/Smoke test: passed with 200 after \d+ s, first byte after \d+ ms\./);
  expect(summary).toMatch(/\| Smoke test \| 200 after \d+ s, first byte after \d+ ms \|/);
});

test('sends no credentials', async () => {
  await using emulator = await startEmulator(passing);
  await deployTo(emulator, { spec });
  const served = emulator.requests.filter(({ operation }) => operation === 'serve');
  expect(served.map(({ headers }) => headers.authorization)).toEqual(['missing']);
  expect(JSON.stringify(served)).not.toContain(emulator.apiKey);
});

test('an answer that is not 2xx is red, and the update is taken back', async () => {
  await using emulator = await startEmulator(passing);
  emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
  emulator.addFault({ operation: 'serve', kind: 'status', status: 500, times: 'always' });
  const inputs = { image: 'a:2', 'wait-timeout': '3m' };
  const { exitCode, outputs, log, annotations } = await deployTo(emulator, { spec, with: inputs });
  expect({ exitCode, outputs }).toMatchObject({
    exitCode: 1,
    outputs: { 'failure-reason': 'smoke-test', operation: 'restored' },
  });
  expect(annotations.join()).toMatch(/health answered 500 after \d+ attempts/);
  expect(log).toMatch(/Failed: the smoke test[\s\S]*Restored:/);
  expect(emulator.endpoints()[0]?.image.image).toBe('ghcr.io/acme/llama:1');
});

test('a redirect to another host is not followed', async () => {
  await using emulator = await startEmulator(passing);
  await using elsewhere = await startEmulator();
  const headers = { location: `${elsewhere.url}/steal` };
  emulator.addFault({ operation: 'serve', kind: 'status', status: 302, headers });
  const { outputs, annotations } = await deployTo(emulator, { spec });
  expect(outputs['failure-reason']).toBe('smoke-test');
  expect(annotations.join()).toContain(`a redirect to ${elsewhere.url}, which is not followed`);
  expect(elsewhere.requests).toEqual([]);
});

test('without one nothing is asked', async () => {
  await using emulator = await startEmulator(passing);
  await deployTo(emulator, { spec: smallSpec });
  expect(operationsOf(emulator)).not.toContain('serve');
});

test('the paths of `tests` are asked in order, and an unchanged endpoint is asked as well', async () => {
  await using emulator = await startEmulator(passing);
  const tested = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\ntests: [/health, {get: /v1/models}]\n`;
  const first = await deployTo(emulator, { spec: tested });
  const second = await deployTo(emulator, { spec: tested });
  expect([first, second].map(({ exitCode, outputs }) => [exitCode, outputs.operation])).toEqual([
    [0, 'created'],
    [0, 'unchanged'],
  ]);
  const asked = emulator.requests.filter(({ operation }) => operation === 'serve').map(({ path }) => path);
  expect(asked.map((path) => path.replace(/^\/serve\/[^/]+/, ''))).toEqual([
    '/health',
    '/v1/models',
    '/health',
    '/v1/models',
  ]);
});
