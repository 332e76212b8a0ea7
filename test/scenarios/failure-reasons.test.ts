/** Why it failed: one code each, in the service's own words, with the worker, its log, and what to do next. */

import { describe, expect, test } from 'vitest';
import { type EmulatorOptions, startEmulator } from '../emulator/emulator.ts';
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
    const { end, outputs, annotations, log, summary } = await deployTo(emulator, { spec });
    const [{ id = '' } = {}] = emulator.endpoints();
    expect(end).toBe(code);
    expect(outputs).toMatchObject({ operation: 'created', changed: 'true', 'endpoint-id': id });
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
