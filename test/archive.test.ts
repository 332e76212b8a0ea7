/** The archive of a commit, which is what a runner downloads before a step: what is in it, and how large it may be. */

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** Raise it only for what users get. */
const mostBytes = 405_000;

const git = (...args: string[]) => execFileSync('git', args, { maxBuffer: 64 * 1024 * 1024 });

/** As the server packs it, with the attributes of the work tree. */
const archive = git('archive', '--format=tar', '--worktree-attributes', 'HEAD');

test('holds what a step needs and nothing else', () => {
  const paths = execFileSync('tar', ['-tf', '-'], { input: archive, encoding: 'utf8' }).trim().split('\n');
  const files = paths.filter((path) => !path.endsWith('/'));
  const expected = ['LICENSE', 'README.md', 'action.yml', ...readdirSync('dist').map((name) => `dist/${name}`)];
  expect(files.sort()).toEqual(expected.sort());
});

test(`is at most ${mostBytes} bytes, compressed`, () => {
  expect(gzipSync(archive).length).toBeLessThanOrEqual(mostBytes);
});

test('every file of the repository is text with Unix line ends, whatever the system it is checked out on, or a picture', () => {
  const ends = git('ls-files', '--eol').toString().trim().split('\n');
  const isRight = (line: string) =>
    /^i\/(lf|none)\s+w\/(lf|none)\s/.test(line) || /^i\/-text\s.*\.(png|gif)$/.test(line);
  expect(ends.filter((line) => !isRight(line))).toEqual([]);
});

test('no two paths differ by the case of letters alone, and none has a character that Windows forbids', () => {
  const paths = git('ls-files').toString().trim().split('\n');
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
  expect(paths.filter((path) => /[<>:"|?*\\]|[ .](\/|$)/.test(path))).toEqual([]);
});
