/** `command: test`: the tests of a spec on the endpoint as it is, with its numbers, and red where the model does not answer right. */

import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { deployTo, operationsOf, passing, smallSpec } from './deployment.ts';
import { testRuns } from './single-run.ts';

const tested = `${smallSpec}tests:
  - /health
  - chat: What is the capital of France? Answer in one sentence.
    headers: { authorization: "Bearer \${API_KEY}" }
    expect: { contains: Paris, first-token: 2s }
`;
const model = { words: ['It ', 'is ', 'Paris', '.'] };
const command = { command: 'test', 'secret-envs': 'API_KEY=sk-hidden-12345' };
const up = { name: 'llama', workerConfig: { minNum: 1 } };

test('is green where the model answers, shows its numbers, and writes nothing', async () => {
  await using emulator = await startEmulator({ ...passing, models: [model] });
  const id = emulator.seed(up);
  const { end, log, summary, outputs, raw } = await deployTo(emulator, { spec: tested, with: command });
  expect([end, outputs.changed, outputs.proof]).toEqual(['tested', 'false', 'tests']);
  expect(log).toContain(`Tests: 2 of llama (${id}) at ${emulator.url}/serve/${id}.`);
  expect(log).toMatch(/Test passed: GET \/health: 200, \d+ ms in all \(the first request\)\./);
  expect(log).toMatch(
    /Test passed: chat "What is the capital of France\? Answer in one sentence\.": "It is Paris\.", first token after \d+ ms, \d+ ms in all\./,
  );
  expect(summary).toMatch(/### ✅ llama: tested\n\n\| Test \| Answer \| First token \| Tokens\/s \| Total \|/);
  expect(summary).not.toContain('First answer');
  const [endpoint] = JSON.parse(outputs.endpoints ?? '');
  expect(endpoint.tests).toEqual([
    expect.objectContaining({
      test: 'GET /health',
      outcome: 'passed',
      status: 200,
      'is-warm-up': true,
      'cold-start-ms': expect.any(Number),
    }),
    expect.objectContaining({
      outcome: 'passed',
      'first-token-ms': expect.any(Number),
      'total-ms': expect.any(Number),
    }),
  ]);
  expect(new Set(operationsOf(emulator))).toEqual(new Set(['list', 'get', 'serve']));
  expect(raw.replace(/^::add-mask::.*$/gm, '')).not.toContain('sk-hidden');
});

test('wakes an endpoint that sleeps at zero, waits for it, and tells how long that took', async () => {
  await using emulator = await startEmulator({ ...passing, models: [model] });
  emulator.seed({ name: 'llama' });
  const { exitCode, log } = await deployTo(emulator, { spec: tested, with: command });
  expect(exitCode).toBe(0);
  expect(log).toContain('This wakes a billed worker if none is up');
  expect(log).toMatch(/Not yet: GET \/health: expected a 2xx status, got 503: .*no worker is running/);
  // Every two minutes.
  expect(log.match(/Not yet/g)).toHaveLength(1);
  expect(log).toMatch(/First answer: \d+ s after the first request, any cold start included\./);
});

test('the request to be sent by hand has the values of envs that everyone reads in the spec', async () => {
  await using emulator = await startEmulator({ ...passing, models: [{ words: ['pong'] }] });
  emulator.seed(up);
  const spec = `${smallSpec}envs: {MODEL: meta-llama/Llama-3.1-8B, HF_TOKEN: hf_plain0123456789}
tests:
  - post: /v1/embeddings
    json: {model: meta-llama/Llama-3.1-8B, input: hf_plain0123456789}
    expect: {status: 201}
`;
  const { annotations } = await deployTo(emulator, { spec, with: command });
  expect(annotations.at(-1)).toContain(`-d '{"model":"meta-llama/Llama-3.1-8B","input":"***"}'`);
});

test('is red once answers have been wrong for 20 s, without a secret', async () => {
  await using emulator = await startEmulator({ ...passing, models: [{ words: ['ping sk-hidden-12345 ::error::x'] }] });
  emulator.seed(up);
  const { exitCode, annotations, summary, outputs, raw } = await deployTo(emulator, { spec: tested, with: command });
  expect([exitCode, outputs['failure-reason'], outputs.operation, outputs.proof ?? '']).toEqual([
    ...[1, 'test-failed', 'tested', ''],
  ]);
  expect(annotations.at(-1)).toMatch(
    /Send the request yourself: `curl -i -H 'content-type: application\/json' -H 'authorization: Bearer '"\$API_KEY" -d '.*' 'http:.*'`\./,
  );
  expect(annotations.at(-1)).toMatch(
    /a test of endpoint llama \(\w+\) failed: chat "What is the capital of France\? Answer in one sentence\.": expected an answer that contains "Paris", got "ping \*\*\* ::error::x"/,
  );
  expect(summary).toContain('### ❌ llama: a test failed');
  expect(raw.split('\n').filter((line) => line.startsWith('::error::x'))).toEqual([]);
  expect(JSON.stringify([raw.replace(/^::add-mask::.*$/gm, ''), summary, outputs])).not.toContain('sk-hidden');
  const chats = emulator.requests.filter(({ path }) => path.endsWith('/chat/completions'));
  expect(chats).toHaveLength(5);
});

testRuns({
  'red, and nothing is written: an endpoint that is not there': {
    given: { spec: tested.replace('name: llama', 'name: other'), with: command },
    end: 'not-found',
    expected: { says: 'there is no endpoint named "other"' },
  },
});
