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
