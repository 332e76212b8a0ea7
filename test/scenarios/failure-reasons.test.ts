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
    await using emulator = await startEmulator({ ...passing, scripts: [{ outcome: 'crash-loop' }] });
    // The emulator gives a path; a service that gives the text is made of its own answer.
    const worker = {
      id: 'w1',
      state: { state: 'exited', error: '', message: 'exit code 1' },
      log,
      metrics: '',
      healthy: false,
    };
    emulator.addFault({
      operation: 'get',
      kind: 'wrong-type',
      times: 'always',
      body: {
        endpoint: {
          id: '46093cf9861ec2e4',
          name: 'llama',
          appName: '46093cf9861ec2e4',
          state: { state: 'initializing', error: '', message: '' },
          url: 'https://llama.example.dev',
          workerConfig: {
            minNum: 1,
            maxNum: 1,
            freeTimeout: '300',
            maxConcurrent: '1',
            gpuNum: 1,
            requestTimeout: 600,
            cudaVersion: '',
          },
          policy: { type: 'concurrency', value: '8' },
          image: { image: 'ghcr.io/acme/llama:1', authId: '', command: '' },
          rootfsSize: 100,
          volumeMounts: [],
          envs: [],
          ports: [{ port: 8000 }],
          workers: [worker],
          products: [{ id: 'SL-serverless-3' }],
          healthy: {
            path: '/health',
            initialDelay: 10,
            period: 10,
            timeout: 10,
            successThreshold: 1,
            failureThreshold: 3,
          },
          clusterID: '',
          log: '',
        },
      },
    });
    const { outputs, log: shown, raw, annotations } = await deployTo(emulator, { spec });
    expect(outputs['failure-reason']).toBe('crashed');
    const lines = shown.split('\n');
    const from = lines.indexOf('::group::Last lines of the log of worker w1') + 1;
    const tail = lines.slice(from, lines.indexOf('::endgroup::', from));
    expect(tail.length).toBe(40);
    expect(tail.at(-1)).toBe('CUDA out of memory');
    expect(Math.max(...tail.map(({ length }) => length))).toBeLessThan(260);
    expect(annotations.join()).toContain('the log of worker w1 says: "CUDA out of memory"');
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
