/** The files of a release, made in a clone; and what stops one. */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
let clone: string;

const git = (...args: string[]) => {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'core.autocrlf=false'];
  execFileSync('git', [...identity, ...args], { cwd: clone, stdio: 'ignore' });
};
const file = (name: string) => join(clone, 'build/release', name);
const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
/** A new commit on main that the tag names. */
function release(tag: string): void {
  git('commit', '--quiet', '--all', '--allow-empty', '--message', tag);
  git('tag', '--force', tag);
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
}

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  execFileSync('git', ['clone', '--quiet', '--local', '.', folder], { stdio: 'ignore' });
  clone = folder;
  // What is being worked on, not what is committed.
  for (const path of ['scripts', 'dist', 'package.json', 'package-lock.json', '.gitattributes', '.npmrc'])
    cpSync(path, join(clone, path), { recursive: true });
  git('add', '--all');
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  writeFileSync(
    join(clone, 'CHANGELOG.md'),
    changelog.replace('## [Unreleased]\n', `## [Unreleased]\n\n## [${version}] - 2026-11-30\n`),
  );
  release(`v${version}`);
});

afterAll(() => rmSync(clone, { recursive: true, force: true }));

describe('of a tag', () => {
  beforeAll(() => {
    const { status, stderr } = spawnSync('npm', ['run', '--silent', 'release:prepare', '--', `v${version}`], {
      cwd: clone,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('the checksums are those of the assets and of dist/', () => {
    const sums = readFileSync(file('SHA256SUMS'), 'utf8').trim().split('\n');
    const named = sums.map((line) => line.slice(66));
    const assets = readdirSync(file('.')).filter((name) => name !== 'SHA256SUMS' && name !== 'notes.md');
    expect(named.sort()).toEqual([...assets, ...readdirSync('dist').map((name) => `dist/${name}`)].sort());
    for (const line of sums) {
      const name = line.slice(66);
      expect(line).toBe(`${sha256(name.startsWith('dist/') ? join(clone, name) : file(name))}  ${name}`);
    }
  });

  test('the bill of materials lists what the licenses list, each with its checksum, and no tool', () => {
    const sbom = JSON.parse(readFileSync(file('deploy-gpu-endpoint.cdx.json'), 'utf8'));
    const components: { name: string; version: string; hashes: { alg: string }[] }[] = sbom.components;
    const licensed = [...readFileSync('dist/LICENSES.txt', 'utf8').matchAll(/(?:^|-{80}\n\n)(\S+) (\S+) \(/g)];
    expect(components.map((found) => `${found.name}@${found.version}`).sort()).toEqual(
      [...new Set(licensed.map(([, name, version]) => `${name}@${version}`))].sort(),
    );
    expect(components.filter(({ hashes }) => hashes[0]?.alg !== 'SHA-512')).toEqual([]);
    expect(sbom.metadata.component).toMatchObject({ name: 'deploy-gpu-endpoint', version });
    const refs = new Set([
      sbom.metadata.component['bom-ref'],
      ...sbom.components.map((found: { 'bom-ref': string }) => found['bom-ref']),
    ]);
    expect(
      sbom.dependencies
        .flatMap(({ dependsOn }: { dependsOn: string[] }) => dependsOn)
        .filter((ref: string) => !refs.has(ref)),
    ).toEqual([]);
  });

  test('the notes are the section of the version, and how to verify it', () => {
    const notes = readFileSync(file('notes.md'), 'utf8');
    expect(notes).toContain('- **Commands** `deploy`');
    expect(notes).toContain(`gh release verify v${version} --repo acme/deploy-gpu-endpoint`);
  });
});

test.for<[string, string, () => void, string]>([
  ['of another version', 'v9.9.9', () => release('v9.9.9'), `The tag is v9.9.9, and package.json says ${version}.`],
  [
    'of a tag that is elsewhere',
    `v${version}`,
    () => {
      git('commit', '--quiet', '--allow-empty', '--message', 'later');
      git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    },
    `v${version} is not what is checked out.`,
  ],
  [
    'of what is not on main',
    `v${version}`,
    () => {
      git('commit', '--quiet', '--allow-empty', '--message', 'aside');
      git('tag', '--force', `v${version}`);
    },
    `v${version} is not on main.`,
  ],
  [
    'of a checkout with changes',
    `v${version}`,
    () => {
      release(`v${version}`);
      appendFileSync(join(clone, 'README.md'), 'x');
    },
    'The checkout has changes.',
  ],
  [
    'without a section of the changelog',
    `v${version}`,
    () => {
      writeFileSync(join(clone, 'CHANGELOG.md'), '# Changelog\n\n## [Unreleased]\n\n- A.\n');
      release(`v${version}`);
    },
    `CHANGELOG.md has no section "## [${version}] - date" with text.`,
  ],
])('nothing is made: %s', ([, tag, change, problem]) => {
  change();
  const script = 'scripts/release/prepare.ts';
  const { status, stderr } = spawnSync(process.execPath, [script, tag], { cwd: clone, encoding: 'utf8' });
  expect({ status, problems: stderr.trim().split('\n') }).toEqual({ status: 1, problems: [problem] });
});
