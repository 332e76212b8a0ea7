/** The files of the workspace that the `spec` input names, read and written; never anything outside. */

import { access, constants, glob, lstat, mkdir, open, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { DeployError } from './errors.ts';
import { maxSpecBytes } from './spec/source.ts';

/** A file of the workspace; `path` is relative to its top, with forward slashes, as annotations need it. */
interface WorkspaceFile {
  path: string;
  bytes: Uint8Array;
}

export interface Workspace {
  /** The files that the lines of the `spec` input name, each once, in the order of the lines and by name within a glob. */
  readSpecs(patterns: readonly string[]): Promise<WorkspaceFile[]>;
  /** Writes a file, with the folders it needs. An existing one is refused unless `overwrites`. Returns its path from the top of the workspace. */
  write(path: string, options: { text: string; overwrites: boolean }): Promise<string>;
}

const maxSpecFiles = 100;
const mostProposed = 5;

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
        throw invalidInput(
          `the \`spec\` input names ${shownAs.size} files`,
          `At most ${maxSpecFiles} are read in one step.`,
        );
      return Promise.all(
        Array.from(shownAs, async ([real, shown]) => ({
          path: fromTop(realRoot, real),
          bytes: await readBounded(real, shown),
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
      'It is the folder that `GITHUB_WORKSPACE` names: check that it exists, also inside a container.',
    );
  });
}

async function expand(root: string, pattern: string): Promise<string[]> {
  if (!/[*?[\]{}]/.test(pattern) || (await exists(resolve(root, pattern)))) return [pattern];
  // Before anything is looked for: nobody learns the names of files outside.
  assertInside(root, resolve(root, pattern), JSON.stringify(pattern));
  // In braces it would lead the search over everything above.
  if (/(^|[/\\{,])\.\.($|[/\\},])/.test(pattern))
    throw invalidInput(
      `the glob ${JSON.stringify(pattern)} contains \`..\``,
      'Write globs relative to the top of the workspace.',
    );
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
      throw invalidInput(`the spec ${shown} cannot be read (${error.code})`, 'Check the path in the `spec` input.');
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
      ? 'The workspace has no YAML file near its top: does a checkout step run before this one?'
      : `There ${specs.length === 1 ? 'is' : 'are'}: ${specs.join(', ')}${found.length > specs.length ? ', …' : ''}.`;
  return `Check the ${kind} in the \`spec\` input; it is relative to the top of the workspace. ${there}`;
}

async function readBounded(path: string, shown: string): Promise<Uint8Array> {
  // The handle is judged, not the path, which may change in between; and without O_NONBLOCK a named pipe would hang the step.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw invalidInput(`the spec ${shown} cannot be read (${error.code})`, 'Check the permissions of the file.');
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
  // A folder on the way may be a link that leads out of the workspace: nothing may be made there either.
  const folder = await realFolder(dirname(asked));
  assertInside(root, folder, shown);
  const real = join(folder, basename(asked));
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw invalidInput(
      `the folder of ${shown} cannot be created (${error.code})`,
      'Check the path in the `spec` input.',
    );
  });
  try {
    // `wx` fails at a file or link that is there already; to overwrite, it is taken away first, so that a link is never written through.
    if (overwrites) await rm(real, { force: true });
    await writeFile(real, text, { flag: 'wx' });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw invalidInput(
      isThere
        ? `the file ${shown} exists already`
        : `the file ${shown} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      isThere
        ? 'Set `force: true` to overwrite it, or choose another file in the `spec` input.'
        : 'Check the path in the `spec` input.',
    );
  }
  return fromTop(root, real);
}

/** Where a folder is, or would be made: its nearest parent that exists, links resolved, and the rest below it. */
async function realFolder(path: string): Promise<string> {
  const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && dirname(path) !== path) return undefined;
    throw invalidInput(
      `the folder ${JSON.stringify(path)} cannot be used (${error.code})`,
      'Check the path in the `spec` input.',
    );
  });
  if (real !== undefined) return real;
  // A link that leads nowhere would be followed as soon as its target is made.
  if (await isLink(path))
    throw invalidInput(
      `the folder ${JSON.stringify(path)} is a broken link`,
      'Delete the link, or choose another file in the `spec` input.',
    );
  return join(await realFolder(dirname(path)), basename(path));
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (stats) => stats.isSymbolicLink(),
    () => false,
  );
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
    'A spec must stay inside the workspace, with links resolved: it could otherwise show files that are not yours.',
  );
}

function invalidInput(message: string, hint: string): DeployError {
  return new DeployError({ code: 'inputs-invalid', message, hint });
}
