/**
 * Publishes what `release:prepare` has made. Each step may be run again after a failure: what is done already is left as it is.
 *
 *     node scripts/release/publish.ts github   the release on GitHub, immutable from then on
 *     node scripts/release/publish.ts npm      the package on npm
 *     node scripts/release/publish.ts major    the moving tag, such as v1
 *
 * Reads GITHUB_REPOSITORY and GITHUB_REF_NAME (the tag); `gh` reads GH_TOKEN. Needs no package, so that none runs beside the rights to publish.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { channelsOf } from './version.ts';

const folder = 'build/release';
const { GITHUB_REPOSITORY: project = '', GITHUB_REF_NAME: tag = '' } = process.env;
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, and package.json says ${version}`);

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

/** What `gh api` answers; undefined for 404. Throws for every other failure, so that nothing is taken for absent that could not be asked for. */
function ask(path: string): Record<string, unknown> | undefined {
  const { status, stdout, stderr } = spawnSync('gh', ['api', path], { encoding: 'utf8' });
  if (status === 0) return JSON.parse(stdout);
  if (/HTTP 404/.test(stderr)) return undefined;
  throw new Error(`gh api ${path}: ${stderr.trim()}`);
}

const tags = () =>
  run('gh', 'api', '--paginate', `repos/${project}/tags`, '--jq', '.[].name')
    .split('\n')
    .filter((line) => line !== '');

const steps: Readonly<Record<string, () => void>> = { github: publishOnGitHub, npm: publishOnNpm, major: moveMajorTag };
const step = steps[process.argv[2] ?? ''];
if (!step) throw new Error(`Which step? There are: ${Object.keys(steps).join(', ')}`);
step();

/** As a draft first, because an immutable release takes no more files. */
function publishOnGitHub(): void {
  // Only published releases are found by their tag.
  if (!ask(`repos/${project}/releases/tags/${tag}`)) {
    const { npmTag } = channelsOf(version, tags());
    // A draft that an earlier try has left would keep its files.
    spawnSync('gh', ['release', 'delete', tag, '--yes', '--repo', project], { stdio: 'ignore' });
    const files = readdirSync(folder).filter((file) => file !== 'notes.md');
    run(
      'gh',
      ...['release', 'create', tag, ...files.map((file) => join(folder, file))],
      ...['--repo', project, '--verify-tag', '--draft', '--title', tag, '--notes-file', join(folder, 'notes.md')],
      ...(npmTag === 'next' ? ['--prerelease'] : []),
    );
    run('gh', 'release', 'edit', tag, '--repo', project, '--draft=false', `--latest=${npmTag === 'latest'}`);
  }
  if (ask(`repos/${project}/releases/tags/${tag}`)?.immutable !== true)
    throw new Error(
      `The release ${tag} can be changed. Turn on "Release immutability" in the settings of the repository, delete the release, and run this job again.`,
    );
}

function publishOnNpm(): void {
  const tarball = join(folder, `${name}-${version}.tgz`);
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  const { status, stdout, stderr } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    encoding: 'utf8',
  });
  if (status !== 0 && !/E404/.test(stderr)) throw new Error(`npm view: ${stderr.trim()}`);
  const published = status === 0 ? stdout.trim() : '';
  if (published === integrity) {
    console.log(`${name}@${version} is on npm already.`);
    return;
  }
  if (published !== '') throw new Error(`npm has another ${name}@${version}: ${published}, and this is ${integrity}`);
  run('npm', 'publish', tarball, '--provenance', '--access', 'public', '--tag', channelsOf(version, tags()).npmTag);
}

function moveMajorTag(): void {
  const { majorTag } = channelsOf(version, tags());
  if (majorTag === undefined) {
    console.log(`No moving tag follows ${tag}.`);
    return;
  }
  const commit = run('git', 'rev-parse', 'HEAD').trim();
  const exists = ask(`repos/${project}/git/ref/tags/${majorTag}`) !== undefined;
  if (exists)
    run(
      'gh',
      'api',
      '-X',
      'PATCH',
      `repos/${project}/git/refs/tags/${majorTag}`,
      '-f',
      `sha=${commit}`,
      '-F',
      'force=true',
    );
  else run('gh', 'api', `repos/${project}/git/refs`, '-f', `ref=refs/tags/${majorTag}`, '-f', `sha=${commit}`);
  console.log(`${majorTag} is ${commit} now.`);
}
