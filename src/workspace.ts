/** The files of the workspace that the `spec` input names, read and written; never anything outside. */

import { access, constants, glob, mkdir, open, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { DeployError } from './errors.ts';
import { nearestCommit } from './github/checkout.ts';
import { maxSpecBytes } from './spec/source.ts';

/** A file of the workspace; `path` is relative to its top, with forward slashes, as annotations need it. */
interface WorkspaceFile {
  path: string;
  bytes: Uint8Array;
  /** Of the checkout that the file lies in; undefined where it is in none. */
  commit: string | undefined;
}

export interface Workspace {
  /** The files that the lines of the `spec` input name, each once, in the order of the lines and by name within a glob. */
  readSpecs(patterns: readonly string[]): Promise<WorkspaceFile[]>;
  /** Writes a file, with the folders it needs. An existing one is refused unless `overwrites`. Returns its path from the top of the workspace. */
  write(path: string, options: { text: string; overwrites: boolean }): Promise<string>;
}

const maxSpecFiles = 100;
const mostProposed = 5;
const checkPath = 'Check the path in the `spec` input.';

export function openWorkspace(root: string): Workspace {
  return {
    async readSpecs(patterns) {
      const realRoot = await findRoot(root);
      // By their real paths: `./a.yaml`, `a.yaml` and a link to it are one spec, not two of the same name.
      const shownAs = new Map<string, string>();
      for (const pattern of patterns) {
        for (const path of await expand(realRoot, pattern)) {
          const real = await findInside(realRoot, path);
          if (!shownAs.has(real)) shownAs.set(real, JSON.stringify(path));
        }
      }
      if (shownAs.size > maxSpecFiles)
        throw invalidInput(`the \`spec\` input names ${shownAs.size} files`, `At most ${maxSpecFiles} are read.`);
      return Promise.all(
        Array.from(shownAs, async ([real, shown]) => ({
          path: fromTop(realRoot, real),
          bytes: await readBounded(real, shown),
          commit: nearestCommit(dirname(real), realRoot),
        })),
      );
    },
    write: async (path, options) => writeInside(await findRoot(root), path, options),
  };
}

async function findRoot(root: string): Promise<string> {
  return realpath(root).catch((error: NodeJS.ErrnoException) => {
    throw invalidInput(
      `the workspace ${JSON.stringify(root)} cannot be read (${error.code})`,
      'Check the folder that `GITHUB_WORKSPACE` names, also inside a container.',
    );
  });
}

async function expand(root: string, pattern: string): Promise<string[]> {
  if (!/[*?[\]{}]/.test(pattern) || (await exists(resolve(root, pattern)))) return [pattern];
  // Before anything is looked for: nobody learns the names of files outside.
  assertInside(root, resolve(root, pattern), JSON.stringify(pattern));
  // In braces it would lead the search over everything above.
  if (/(^|[/\\{,])\.\.($|[/\\},])/.test(pattern))
    throw invalidInput(`the glob ${JSON.stringify(pattern)} contains \`..\``, `Write globs from ${root} on.`);
  // `**` would go through every package that an earlier step has installed.
  const exclude = pattern.includes('node_modules') ? [] : ['**/node_modules/**'];
  const found = await Array.fromAsync(glob(pattern, { cwd: root, exclude }), async (path) => {
    // A link that leads nowhere stays, to be reported.
    const isFolder = await stat(resolve(root, path)).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    return isFolder ? [] : [fromTop(root, resolve(root, path))];
  });
  const paths = found.flat();
  if (paths.length === 0)
    throw invalidInput(`no file matches ${JSON.stringify(pattern)}`, await missingHint(root, pattern, 'glob'));
  return paths.sort();
}

/** The real path of what a line names. */
async function findInside(root: string, path: string): Promise<string> {
  const asked = resolve(root, path);
  const shown = JSON.stringify(path);
  // What climbs out is refused before anybody looks whether it is there; an absolute path may lead in through a link.
  if (!isAbsolute(path)) assertInside(root, asked, shown);
  const real = await realpath(asked).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR')
      throw invalidInput(`the spec ${shown} cannot be read (${error.code})`, checkPath);
    throw invalidInput(`the spec ${shown} does not exist`, await missingHint(root, path, 'path'));
  });
  assertInside(root, real, shown);
  return real;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** What to write instead of a line that names nothing: its form, or the specs that there are. */
async function missingHint(root: string, line: string, kind: 'path' | 'glob'): Promise<string> {
  if (/^["'!-]|["',]/.test(line)) return 'Write one path or glob per line, without quotes, commas, `-` and `!`.';
  // On Windows they work.
  if (sep === '/' && line.includes('\\')) return 'Write the path with forward slashes.';
  const found = await Array.fromAsync(glob('{*,*/*}.{yaml,yml}', { cwd: root, exclude: ['node_modules'] }));
  const specs = found
    .map((path) => path.split(sep).join('/'))
    .sort()
    .slice(0, mostProposed);
  const there =
    specs.length === 0
      ? 'No YAML file is there, or one folder below. In a workflow, does a checkout step run before this one?'
      : `There ${specs.length === 1 ? 'is' : 'are'}: ${specs.join(', ')}${found.length > specs.length ? ', …' : ''}.`;
  return `Check the ${kind} in the \`spec\` input; it is relative to ${root}. ${there}`;
}

async function readBounded(path: string, shown: string): Promise<Uint8Array> {
  // The handle is judged, not the path, which may change in between; and without O_NONBLOCK a named pipe would hang the step.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw invalidInput(`the spec ${shown} cannot be read (${error.code})`, 'Check its permissions.');
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile())
      throw invalidInput(`the spec ${shown} is not a file`, 'Give a file, or a glob such as `endpoints/*.yaml`.');
    // Reading it whole would only feed a mistake, or an attack, to the parser.
    if (stats.size > maxSpecBytes)
      throw invalidInput(`the spec ${shown} has ${stats.size} bytes`, `At most ${maxSpecBytes} (64 KiB) are allowed.`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function writeInside(
  root: string,
  path: string,
  { text, overwrites }: { text: string; overwrites: boolean },
): Promise<string> {
  const shown = JSON.stringify(path);
  const asked = resolve(root, path);
  assertInside(root, asked, shown);
  const real = join(await makeFolder(root, { path: dirname(asked), shown }), basename(asked));
  try {
    // `wx` fails at a file or link that is there already; to overwrite, it is taken away first, so that a link is never written through.
    if (overwrites) await rm(real, { force: true });
    await writeFile(real, text, { flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'EEXIST'
      ? invalidInput(
          `the file ${shown} exists already`,
          'Add `overwrite` to `allow`, or choose another file in the `spec` input.',
        )
      : invalidInput(`the file ${shown} cannot be written (${code})`, checkPath);
  }
  return fromTop(root, real);
}

/** The real path of a folder, made one step after the other: a link on the way may lead out of the workspace, and nothing may be made there. */
async function makeFolder(root: string, { path, shown }: { path: string; shown: string }): Promise<string> {
  let folder = root;
  for (const part of relative(root, path).split(sep).filter(Boolean)) {
    const next = join(folder, part);
    try {
      await mkdir(next).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      folder = await realpath(next);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw invalidInput(`the folder of ${shown} cannot be created (${code})`, checkPath);
    }
    assertInside(root, folder, shown);
  }
  return folder;
}

/** With forward slashes, as annotations need it. */
function fromTop(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

function assertInside(root: string, path: string, shown: string): void {
  const inside = relative(root, path);
  if (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return;
  throw invalidInput(
    `the spec ${shown} is outside the workspace`,
    `Put it into ${root}, which is the checkout of a workflow, or the current folder of a command line; links are resolved.`,
  );
}

function invalidInput(message: string, hint: string): DeployError {
  return new DeployError({ code: 'inputs-invalid', message, hint });
}
