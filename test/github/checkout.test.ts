/** The commit of a checkout, in every form in which git keeps it. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readCheckout } from '../../src/github/checkout.ts';

const commit = 'a'.repeat(40);
const remote = '[remote "origin"]\n\turl = https://github.com/Acme/Llama\n';

const onMain = { '.git/HEAD': 'ref: refs/heads/main\n' };
const bySsh = '[remote "origin"]\nurl = git@github.com:acme/llama.git\n';
const at = { '.git/HEAD': commit };

test.for<[string, Readonly<Record<string, string>>, string | undefined]>([
  ['a detached HEAD', { '.git/HEAD': `${commit}\n` }, commit],
  ['a branch', { ...onMain, '.git/refs/heads/main': `${commit}\n` }, commit],
  ['a worktree, which has its HEAD elsewhere', { '.git': 'gitdir: ./store/worktrees/one\n' }, undefined],
  ['a remote of ours', { ...at, '.git/config': remote }, commit],
  ['a remote of ours by ssh', { ...at, '.git/config': bySsh }, commit],
  ['a remote of ours with its suffix', { ...at, '.git/config': remote.replace('Llama', 'llama.git/') }, commit],
  ['a remote of another repository', { ...at, '.git/config': remote.replace('Llama', 'other') }, undefined],
  ['a remote that only ends alike', { ...at, '.git/config': remote.replace('Acme', 'not-acme') }, undefined],
  ['no checkout', { 'endpoint.yaml': '' }, undefined],
  ['a branch without a commit', onMain, undefined],
  ['a ref that leads out', { '.git/HEAD': 'ref: refs/../../secret\n', secret: commit }, undefined],
  ['refs in a circle', { '.git/HEAD': 'ref: refs/heads/a\n', '.git/refs/heads/a': 'ref: refs/heads/a\n' }, undefined],
])('%s', async ([, files, expected]) => {
  const folder = await mkdtemp(join(tmpdir(), 'checkout-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    expect(readCheckout(folder, 'acme/llama')).toBe(expected);
  } finally {
    await rm(folder, { recursive: true });
  }
});
