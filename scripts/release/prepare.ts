/**
 * Makes the files of a release in build/release: the npm package, the archive that a runner downloads, the bill of materials, the notes and the checksums.
 *
 *     npm run release:prepare            a rehearsal, from whatever is checked out
 *     npm run release:prepare -- v1.2.3  the release of that tag; stops unless tag, package.json, CHANGELOG.md and `main` agree
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChangelogSection, parseChangelog } from './changelog.ts';
import { bundleSbom } from './sbom.ts';

const folder = 'build/release';
const { name, version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const [tag] = process.argv.slice(2);
const sections = parseChangelog(readFileSync('CHANGELOG.md', 'utf8'));
const own = sections.find(({ title }) => title === version);

if (tag !== undefined) {
  const problems = problemsOf(tag, own);
  if (problems.length > 0) {
    for (const problem of problems) console.error(problem);
    process.exit(1);
  }
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
npm('pack', './dist', '--pack-destination', folder);
const archive = git('archive', '--format=tar.gz', `--prefix=${name}-${version}/`, 'HEAD');
writeFileSync(join(folder, `${name}.tar.gz`), archive);
const everything = JSON.parse(npm('sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'));
writeFileSync(join(folder, `${name}.cdx.json`), `${JSON.stringify(bundleSbom(everything, name), undefined, 2)}\n`);
const assets = readdirSync(folder).sort();
const sums = [
  ...assets.map((file) => `${sha256(join(folder, file))}  ${file}`),
  ...readdirSync('dist')
    .sort()
    .map((file) => `${sha256(join('dist', file))}  dist/${file}`),
];
writeFileSync(join(folder, 'SHA256SUMS'), `${sums.join('\n')}\n`);
writeFileSync(join(folder, 'notes.md'), notes(own ?? sections.find(({ title }) => title === 'Unreleased')));
console.log(`${folder}: ${readdirSync(folder).sort().join(', ')}`);

/** What speaks against a release of the tag, a line each. */
function problemsOf(tag: string, section: ChangelogSection | undefined): string[] {
  return [
    ...(tag === `v${version}` ? [] : [`The tag is ${tag}, and package.json says ${version}.`]),
    ...(section?.text ? [] : [`CHANGELOG.md has no section "## [${version}] - date" with text.`]),
    ...(commitOf(tag) === commitOf('HEAD') ? [] : [`${tag} is not what is checked out.`]),
    ...(git('status', '--porcelain').toString() === '' ? [] : ['The checkout has changes.']),
    ...(isOnMain() ? [] : [`${tag} is not on main.`]),
  ];
}

/** undefined for what git does not know. */
function commitOf(name: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  return status === 0 ? stdout.toString().trim() : undefined;
}

function isOnMain(): boolean {
  return spawnSync('git', ['merge-base', '--is-ancestor', 'HEAD', 'origin/main']).status === 0;
}

function notes(section: ChangelogSection | undefined): string {
  const project = /github\.com\/(.+?)\.git$/.exec(repository.url)?.[1];
  return `${section?.text ?? ''}

## Verify

\`\`\`sh
gh release verify v${version} --repo ${project}
gh attestation verify ${name}-${version}.tgz --repo ${project}
\`\`\`

SECURITY.md says what each of them proves, and how to rebuild \`dist/\`.
`;
}

function git(...args: string[]): Buffer {
  return execFileSync('git', args, { maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** By its file: on Windows the command `npm` cannot be started without a shell. */
function npm(...args: string[]): string {
  const file = process.env.npm_execpath;
  if (!file) throw new Error('Run this by npm: npm run release:prepare');
  return execFileSync(process.execPath, [file, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
