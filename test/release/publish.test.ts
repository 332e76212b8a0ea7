/** What is asked of `gh` and `npm` to publish a release, and that a second try repeats nothing. Both are stand-ins here; the workflow runs on Linux only. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

interface Answer {
  /** Beginning of the command line. */
  to: string;
  status?: number;
  stdout?: string;
  stderr?: string;
}

const publish = resolve('scripts/release/publish.ts');
const commit = 'c'.repeat(40);
const noRelease = { to: 'gh api repos/acme/x/releases/tags/v1.2.0', status: 1, stderr: 'gh: Not Found (HTTP 404)' };
const release = (immutable: boolean) => ({
  to: 'gh api repos/acme/x/releases/tags/v1.2.0',
  stdout: JSON.stringify({ immutable }),
});
const tags = (...names: string[]) => ({ to: 'gh api --paginate', stdout: `${names.join('\n')}\n` });

let folder: string;

/** Each call takes the first answer that is meant for it, and what is not expected ends with 99. No Node: it takes ten times as long to start. */
const standIn = `#!/bin/sh
line="\${0##*/} $*"
printf '%s\\n' "$line" >> calls
for answer in answers/*; do
  [ -e "$answer" ] || break
  . "./$answer"
  case "$line" in
    "$to"*) rm "$answer"; printf %s "$stdout"; printf %s "$stderr" >&2; exit "$status" ;;
  esac
done
echo "unexpected: $line" >&2
exit 99
`;
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-'));
  mkdirSync(join(folder, 'bin'));
  mkdirSync(join(folder, 'build/release'), { recursive: true });
  for (const name of ['gh', 'npm', 'git']) {
    writeFileSync(join(folder, 'bin', name), standIn);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'x', version: '1.2.0' }));
  for (const name of ['SHA256SUMS', 'notes.md', 'x-1.2.0.tgz'])
    writeFileSync(join(folder, 'build/release', name), name);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(step: string, answers: readonly Answer[], { tag = 'v1.2.0' } = {}) {
  rmSync(join(folder, 'answers'), { recursive: true, force: true });
  mkdirSync(join(folder, 'answers'));
  for (const [at, { to, status = 0, stdout = '', stderr = '' }] of answers.entries())
    writeFileSync(
      join(folder, 'answers', `${at}`),
      Object.entries({ to, status: `${status}`, stdout, stderr })
        .map(([name, value]) => `${name}=${quoted(value)}\n`)
        .join(''),
    );
  writeFileSync(join(folder, 'calls'), '');
  const { status, stderr } = spawnSync(process.execPath, [publish, step], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
      GITHUB_REPOSITORY: 'acme/x',
      GITHUB_REF_NAME: tag,
    },
  });
  return {
    status,
    error: /Error: (.*)/.exec(stderr)?.[1],
    calls: readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n'),
    left: readdirSync(join(folder, 'answers')),
  };
}

describe.skipIf(process.platform === 'win32')('publishing', () => {
  test('on GitHub: a draft with the files, then public, then proved to be immutable', () => {
    const result = run('github', [
      noRelease,
      tags('v1.1.0', 'v1'),
      { to: 'gh release delete v1.2.0', status: 1 },
      { to: 'gh release create' },
      { to: 'gh release edit' },
      release(true),
    ]);
    expect(result).toMatchObject({ status: 0, left: [] });
    expect(result.calls.slice(3, 5)).toEqual([
      'gh release create v1.2.0 build/release/SHA256SUMS build/release/x-1.2.0.tgz --repo acme/x --verify-tag --draft --title v1.2.0 --notes-file build/release/notes.md',
      'gh release edit v1.2.0 --repo acme/x --draft=false --latest=true',
    ]);
  });

  test('on GitHub again: nothing is left to do', () => {
    const { status, calls } = run('github', [release(true), release(true)]);
    expect(status).toBe(0);
    expect(calls.filter((call) => call.startsWith('gh release'))).toEqual([]);
  });

  test('on GitHub fails when the release can be changed, and when GitHub does not answer', () => {
    expect(run('github', [release(false), release(false)])).toMatchObject({
      status: 1,
      error: expect.stringMatching(/^The release v1.2.0 can be changed/),
    });
    const down = { ...noRelease, stderr: 'gh: Server Error (HTTP 502)' };
    expect(run('github', [down])).toMatchObject({ status: 1, calls: [down.to] });
  });

  test('on npm: under the tag that the version deserves', () => {
    const missing = { to: 'npm view x@1.2.0', status: 1, stderr: 'npm error code E404' };
    const { status, calls } = run('npm', [missing, tags('v1.2.0', 'v1.3.0'), { to: 'npm publish' }]);
    expect(status).toBe(0);
    expect(calls.at(-1)).toBe('npm publish build/release/x-1.2.0.tgz --provenance --access public --tag maintenance');
  });

  test('on npm again: the same package is left alone, another one is an error', () => {
    const integrity = `sha512-${createHash('sha512').update('x-1.2.0.tgz').digest('base64')}`;
    expect(run('npm', [{ to: 'npm view', stdout: `${integrity}\n` }])).toMatchObject({ status: 0, left: [] });
    expect(run('npm', [{ to: 'npm view', stdout: 'sha512-other\n' }])).toMatchObject({
      status: 1,
      error: expect.stringMatching(/^npm has another x@1.2.0/),
    });
    expect(run('npm', [{ to: 'npm view', status: 1, stderr: 'ETIMEDOUT' }]).status).toBe(1);
  });

  test.for<[string, Answer, string]>([
    [
      'is moved',
      { to: 'gh api repos/acme/x/git/ref/tags/v1', stdout: '{}' },
      `gh api -X PATCH repos/acme/x/git/refs/tags/v1 -f sha=${commit} -F force=true`,
    ],
    [
      'is made',
      { to: 'gh api repos/acme/x/git/ref/tags/v1', status: 1, stderr: 'HTTP 404' },
      `gh api repos/acme/x/git/refs -f ref=refs/tags/v1 -f sha=${commit}`,
    ],
  ])('the major tag %s', ([, exists, call]) => {
    const head = { to: 'git rev-parse HEAD', stdout: `${commit}\n` };
    const { status, calls } = run('major', [tags('v1.2.0', 'v1.1.0'), head, exists, { to: 'gh api' }]);
    expect({ status, call: calls.at(-1) }).toEqual({ status: 0, call });
  });

  test('the major tag never goes back', () => {
    expect(run('major', [tags('v1.2.0', 'v1.3.0')])).toMatchObject({
      status: 0,
      calls: ['gh api --paginate repos/acme/x/tags --jq .[].name'],
    });
  });

  test('another version or another step is refused before anything is asked', () => {
    expect(run('github', [], { tag: 'v1.2.1' })).toMatchObject({ status: 1, calls: [''] });
    expect(run('everywhere', [])).toMatchObject({
      status: 1,
      calls: [''],
      error: 'Which step? There are: github, npm, major',
    });
  });
});
