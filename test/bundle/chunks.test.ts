/** What is rarely needed lies in chunks of its own, and a step that needs none of it reads none of them. */

import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { bundle, runChild } from './child.ts';

const image = 'registry.invalid/acme/llama:1';

test('a spec that changes nothing loads no chunk, not even that of registries', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'bundle-'));
  try {
    await cp(dirname(bundle), copy, { recursive: true });
    const chunks = (await readdir(copy)).filter(
      (name) => name.endsWith('.js') && name !== 'index.js' && name !== 'post.js',
    );
    for (const chunk of chunks) await rm(join(copy, chunk));
    await using emulator = await startEmulator();
    emulator.seed({ name: 'llama', image: { image } });
    const step = (file: string) =>
      runChild({
        entry: join(copy, 'index.js'),
        files: { 'endpoint.yaml': file },
        with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, 'resolve-image': 'check' },
      });
    const { exitCode, outputs, stderr } = await step(`name: llama\nimage: ${image}\n`);
    expect({ exitCode, operation: outputs.operation, stderr }).toEqual({
      exitCode: 0,
      operation: 'unchanged',
      stderr: '',
    });
    const changed = await step('name: llama\nimage: registry.invalid/acme/llama:2\n');
    expect(changed.exitCode).toBe(1);
    const missed = chunks.filter((chunk) => changed.annotations.join().includes(chunk));
    expect(missed).toHaveLength(1);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
});
