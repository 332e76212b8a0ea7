/** Why it failed: one code each, in the service's own words, with the worker, its log, and what to do next. */

import { describe, expect, test } from 'vitest';
import { type EmulatorOptions, startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';

const spec = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;

describe('a worker or an endpoint that does not come up', () => {
  test.for<[string, EmulatorOptions, RegExp[]]>([
    [
      'image-pull',
      { scripts: [{ outcome: 'image-pull' }] },
      [
        /worker \w{16} cannot pull the image: "IMAGE_PULL_FAILED: failed to pull image "ghcr\.io\/acme\/llama:1": manifest unknown"/,
        /image\.authId/,
      ],
    ],
    ['crashed', { scripts: [{ outcome: 'crash-loop' }] }, [/container exited with code 1/, /image\.command/]],
    [
      'unhealthy',
      { scripts: [{ outcome: 'unhealthy' }] },
      [/its health check \/health has failed for/, /healthy\.path/],
    ],
    ['no-capacity', { scripts: [{ outcome: 'no-capacity' }] }, [/failed to schedule worker/, /Try again later/]],
    ['endpoint-failed', { scripts: [{ outcome: 'endpoint-failed', message: 'node lost' }] }, [/node lost/]],
    [
      'timeout',
      { scripts: [{ outcome: 'never' }] },
      [/was not ready after 20 m: last state initializing/, /wait-timeout/],
    ],
  ])('%s', async ([code, options, told]) => {
    await using emulator = await startEmulator({ ...passing, ...options });
    const { exitCode, outputs, annotations, log, summary } = await deployTo(emulator, { spec });
    const [{ id = '' } = {}] = emulator.endpoints();
    expect({ exitCode, outputs }).toMatchObject({
      exitCode: 1,
      outputs: { 'failure-reason': code, operation: 'created', changed: 'true', 'endpoint-id': id },
    });
    const annotation = annotations.join();
    for (const pattern of [...told, new RegExp(`\\[${code}\\]`), new RegExp(id)]) expect(annotation).toMatch(pattern);
    expect(log).toContain(
      `It bills nothing unless it is called. The next deploy starts its workers again; \`command: delete\` with \`endpoint-id: ${id}\` deletes it.`,
    );
    expect(log).toMatch(
      /Last lines of the log of (worker \w+|the endpoint)\n|The log of .* could not be read: the answer is 404/,
    );
    expect(summary).toContain(`### ❌ llama: ${code}, parked`);
  });
});

describe('a log that comes as text', () => {
  const lines = Array.from({ length: 300 }, (_, index) => `line ${index} ${'x'.repeat(400)}`);
  const log = [
    ...lines,
    '::error::a forged annotation',
    '##[error]another',
    '\u001b[31mCUDA out of memory\u001b[0m',
    '',
  ].join('\n');

  test('is shown by its last lines, bounded and harmless', async () => {
    await using emulator = await startEmulator({
      ...passing,
      scripts: [{ outcome: 'crash-loop' }],
      switches: { answersReplace: { 'workers.log': log } },
    });
    const { outputs, log: shown, raw, annotations } = await deployTo(emulator, { spec });
    expect(outputs['failure-reason']).toBe('crashed');
    const lines = shown.split('\n');
    const from = lines.findIndex((line) => line.startsWith('::group::Last lines of the log of worker ')) + 1;
    const tail = lines.slice(from, lines.indexOf('::endgroup::', from));
    expect(tail.length).toBe(40);
    expect(tail.at(-1)).toBe('CUDA out of memory');
    expect(Math.max(...tail.map(({ length }) => length))).toBeLessThan(260);
    expect(annotations.join()).toMatch(/the log of worker \w+ says: "CUDA out of memory"/);
    expect(raw).not.toMatch(/^::error::a forged/m);
    expect(raw).not.toMatch(/##\[error\]/);
    expect(annotations.join()).not.toContain('line 299');
  });
});

describe('what the service refuses', () => {
  test.for<[string, string]>([
    ['OPERATION_LIMIT', 'quota'],
    ['BALANCE_NOT_ENOUGH', 'balance'],
    ['INSUFFICIENT_RESOURCE', 'no-capacity'],
    ['VALIDATOR_PARAM', 'rejected'],
    ['SERVERLESS_ENDPOINT_NOT_FOUND', 'not-found'],
    ['FORBIDDEN', 'unauthorized'],
  ])('an update with %s: %s, nothing written, nothing restored', async ([reason, code]) => {
    await using emulator = await startEmulator({
      ...passing,
      faults: [{ operation: 'update', kind: 'status', status: 400, reason, message: 'words of the service' }],
    });
    const id = emulator.seed({ name: 'llama' });
    const { outputs, annotations, log } = await deployTo(emulator, { with: { image: 'a:2' } });
    expect(told(outputs)).toMatchObject({
      'failure-reason': code,
      changed: 'false',
      'endpoint-id': id,
      state: 'serving',
    });
    expect(outputs).not.toHaveProperty('operation');
    expect(annotations.join()).toContain('words of the service');
    expect(log).toContain(`Unchanged: llama (${id}) is serving`);
    expect(log).not.toContain('Restore');
  });

  test('an update that meets another operation is sent again', async () => {
    const conflict = { operation: 'update', kind: 'status', status: 400, reason: 'CONFLICT' } as const;
    await using emulator = await startEmulator({ ...passing, faults: [{ ...conflict, times: 3 }] });
    emulator.seed({ name: 'llama' });
    expect((await deployTo(emulator, { with: { image: 'a:2' } })).outputs).toMatchObject({ operation: 'updated' });
    emulator.addFault({ ...conflict, times: 'always' });
    const { outputs } = await deployTo(emulator, { with: { image: 'a:3' } });
    expect(outputs).toMatchObject({ 'failure-reason': 'busy', changed: 'false' });
  });

  test('an update that fails for ever: unavailable, and readings show that nothing was done', async () => {
    await using emulator = await startEmulator({
      ...passing,
      faults: [{ operation: 'update', kind: 'status', status: 500, times: 'always' }],
    });
    emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } });
    const { outputs, log } = await deployTo(emulator, { spec, with: { image: 'a:2' } });
    expect(outputs).toMatchObject({ 'failure-reason': 'unavailable', changed: 'false' });
    expect(outputs).not.toHaveProperty('operation');
    expect(log).toContain('reading the endpoint and retrying');
    expect(log).toContain('Unchanged: llama');
  });
});
