/** The script that commits a rebuilt dist/ to the branch of an update: against a remote on this machine, with a stand-in for `gh`. It runs on Linux only. */

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const script = resolve('.github/tools/push-dist');
const branch = 'dependabot/npm_and_yarn/bundle';
let root: string;
let checkout: string;

const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'push-'));
  checkout = join(root, 'checkout');
  mkdirSync(join(checkout, 'dist'), { recursive: true });
  mkdirSync(join(root, 'bin'));
  writeFileSync(join(root, 'bin/gh'), `#!/bin/sh\necho "gh $*" >> '${join(root, 'calls')}'\n`);
  chmodSync(join(root, 'bin/gh'), 0o755);
  writeFileSync(join(root, 'calls'), '');
  for (const path of ['dist/index.js', 'dist/gone.js', 'package.json']) writeFileSync(join(checkout, path), 'old');
  execFileSync('git', ['init', '--quiet', '--bare', join(root, 'remote')]);
  git('init', '--quiet', `--initial-branch=${branch}`);
  git('remote', 'add', 'origin', join(root, 'remote'));
  git('add', '--all');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--message', 'Update');
  git('push', '--quiet', 'origin', branch);
  // As actions/checkout leaves it.
  git('checkout', '--quiet', '--detach');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function run(): { calls: string; files: string[]; authors: string } {
  const env = { PATH: [join(root, 'bin'), process.env.PATH].join(delimiter), BRANCH: branch };
  execFileSync(script, { cwd: checkout, env, stdio: 'ignore' });
  git('fetch', '--quiet', 'origin');
  return {
    calls: readFileSync(join(root, 'calls'), 'utf8'),
    files: git('diff', '--name-status', branch, `origin/${branch}`).split('\n'),
    authors: git('log', '--format=%an', `origin/${branch}`),
  };
}

describe.skipIf(process.platform === 'win32')('push-dist', () => {
  test('pushes dist/ and nothing else, and starts CI for the commit', () => {
    writeFileSync(join(checkout, 'dist/index.js'), 'new');
    writeFileSync(join(checkout, 'dist/chunk.js'), 'new');
    rmSync(join(checkout, 'dist/gone.js'));
    writeFileSync(join(checkout, 'package.json'), 'changed by somebody');
    expect(run()).toEqual({
      calls: `gh workflow run ci.yml --ref ${branch}\n`,
      files: ['A\tdist/chunk.js', 'D\tdist/gone.js', 'M\tdist/index.js'],
      authors: 'github-actions[bot]\na',
    });
  });

  test('does nothing when dist/ is up to date', () => {
    writeFileSync(join(checkout, 'package.json'), 'changed by somebody');
    expect(run()).toEqual({ calls: '', files: [''], authors: 'a' });
  });
});
