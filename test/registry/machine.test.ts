/** Files and helper programs of a real machine, with their bounds. */

import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRunHelper, readLoginFile } from '../../src/registry/machine.ts';

const isWindows = process.platform === 'win32';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const bounds = { timeoutMs: 60_000, maxBytes: 100, signal: new AbortController().signal };
const stopped = () => AbortSignal.abort(new Error('cancelled'));

describe('files', () => {
  test('a file, and a link to one', async () => {
    const path = join(folder, 'config.json');
    await writeFile(path, '\uFEFF{"ä":1}');
    await symlink(path, join(folder, 'link.json'));
    const text = { kind: 'text', text: '{"ä":1}' };
    expect(await readLoginFile(path, bounds)).toEqual(text);
    expect(await readLoginFile(join(folder, 'link.json'), bounds)).toEqual(text);
  });

  test('exactly as large as allowed, and one byte more', async () => {
    await writeFile(join(folder, 'full'), 'x'.repeat(100));
    await writeFile(join(folder, 'over'), 'x'.repeat(101));
    expect(await readLoginFile(join(folder, 'full'), bounds)).toMatchObject({ kind: 'text' });
    expect(await readLoginFile(join(folder, 'over'), bounds)).toEqual({
      kind: 'unreadable',
      came: 'is larger than 100 bytes',
    });
  });

  test('none', async () => {
    await writeFile(join(folder, 'plain'), '');
    expect(await readLoginFile(join(folder, 'absent'), bounds)).toEqual({ kind: 'absent' });
    expect(await readLoginFile(join(folder, 'plain', 'below'), bounds)).toEqual({ kind: 'absent' });
  });

  test.skipIf(isWindows)('what is not a file is not opened', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    for (const path of [folder, join(folder, 'pipe'), '/dev/zero']) {
      expect(await readLoginFile(path, bounds)).toEqual({ kind: 'unreadable', came: 'is not a file' });
    }
  });

  test('a name that no file can have', async () => {
    expect(await readLoginFile('a\0b', bounds)).toEqual({
      kind: 'unreadable',
      came: 'cannot be read: ERR_INVALID_ARG_VALUE',
    });
  });

  test('no time left', async () => {
    const came = 'could not be read in time';
    expect(await readLoginFile(join(folder, 'absent'), { ...bounds, signal: stopped() })).toEqual({
      kind: 'unreadable',
      came,
    });
  });
});

// Shell scripts stand in for them.
describe.skipIf(isWindows)('helpers', () => {
  const install = async (name: string, script: string) => {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
    return name;
  };
  const run = (program: string, more: Partial<typeof bounds> = {}) =>
    createRunHelper({ PATH: `${folder}${delimiter}${process.env.PATH}`, GIVEN: 'yes' })({
      ...bounds,
      ...more,
      program,
      input: 'ghcr.io',
    });

  test('get the server on standard input, one argument and the given environment', async () => {
    const program = await install(
      'docker-credential-echo',
      'printf "%s|%s|%s|%s" "$*" "$(cat)" "$GIVEN" "$HOME"; echo secret >&2',
    );
    expect(await run(program)).toEqual({ kind: 'ended', exitCode: 0, stdout: 'get|ghcr.io|yes|' });
  });

  test('may fail, and may end without reading', async () => {
    const program = await install('docker-credential-none', 'echo credentials not found; exit 1');
    expect(await run(program)).toEqual({ kind: 'ended', exitCode: 1, stdout: 'credentials not found\n' });
  });

  test('that are not there', async () => {
    expect(await run('docker-credential-absent')).toEqual({ kind: 'failed', came: 'is not installed' });
  });

  test('that may not be started', async () => {
    await writeFile(join(folder, 'docker-credential-plain'), '');
    expect(await run(join(folder, 'docker-credential-plain'))).toEqual({
      kind: 'failed',
      came: 'could not be started: EACCES',
    });
  });

  test('that say too much', async () => {
    const program = await install('docker-credential-loud', 'while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done');
    expect(await run(program)).toEqual({ kind: 'failed', came: 'answered more than 100 bytes' });
  });

  test('that were killed', async () => {
    const program = await install('docker-credential-killed', 'kill -9 $$');
    expect(await run(program)).toEqual({ kind: 'failed', came: 'was killed' });
  });

  test('that hang are stopped, and their children are not waited for', async () => {
    // Reading a pipe ends when its writer has closed it, which is the helper's start.
    const started = join(folder, 'started');
    execFileSync('mkfifo', [started]);
    const program = await install('docker-credential-hang', `sleep 600 & echo $! >"${started}"; wait`);
    const controller = new AbortController();
    const running = run(program, { signal: controller.signal });
    const child = Number(await readFile(started, 'utf8'));
    controller.abort(new Error('cancelled'));
    expect(await running).toEqual({ kind: 'failed', came: 'was stopped' });
    process.kill(child, 'SIGKILL');
  });

  test('that have no time left', async () => {
    const program = await install('docker-credential-late', 'sleep 600');
    expect(await run(program, { timeoutMs: 0 })).toEqual({ kind: 'failed', came: 'did not answer in time' });
  });
});
