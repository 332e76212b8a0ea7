/** Owns the way to the files of the workspace: what a spec input names, never anything outside. Knows nothing about what is in them. */

import { constants, glob, mkdir, open, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { DeployError } from './errors.ts';

/** A file of the workspace; `path` is relative to its top, with forward slashes, as annotations need it. */
export interface WorkspaceFile {
  path: string;
  bytes: Uint8Array;
}

export interface Workspace {
  /** The files that the lines of the input `spec` name, each once, in the order of the lines and by name within a glob. */
  readSpecs(patterns: readonly string[]): Promise<WorkspaceFile[]>;
  /** Writes a file, with the folders it needs. An existing one is refused unless `overwrites`. Returns its path from the top of the workspace. */
  write(path: string, options: { text: string; overwrites: boolean }): Promise<string>;
}

/** A spec of this size is no spec; reading it whole would only feed a mistake (or an attack) to the parser. */
export const maxSpecBytes = 1024 * 1024;
const maxSpecFiles = 100;

export function openWorkspace(root: string): Workspace {
  return {
    async readSpecs(patterns) {
      const realRoot = await realpath(root);
      const paths = new Set<string>();
      for (const pattern of patterns) for (const path of await expand(realRoot, pattern)) paths.add(path);
      if (paths.size > maxSpecFiles)
        throw refusal(`the input \`spec\` names ${paths.size} files`, `At most ${maxSpecFiles} are read in one step.`);
      return Promise.all(Array.from(paths, (path) => readInside(realRoot, path)));
    },
    write: async (path, options) => writeInside(await realpath(root), path, options),
  };
}

async function expand(root: string, pattern: string): Promise<string[]> {
  if (!/[*?[\]{}]/.test(pattern)) return [pattern];
  const paths = await Array.fromAsync(glob(pattern, { cwd: root }));
  if (paths.length === 0)
    throw refusal(
      `no file matches ${JSON.stringify(pattern)}`,
      'Check the glob in the input `spec`; it starts at the top of the workspace.',
    );
  return paths.sort();
}

async function readInside(root: string, path: string): Promise<WorkspaceFile> {
  const asked = resolve(root, path);
  const shown = JSON.stringify(path);
  const real = await realpath(asked).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    const hint =
      'Check the input `spec`; it starts at the top of the workspace. Does a checkout step run before this one?';
    throw refusal(
      isMissing ? `the spec ${shown} does not exist` : `the spec ${shown} cannot be read (${error.code})`,
      hint,
    );
  });
  refuseOutside(root, real, shown);
  return { path: relative(root, real).split(sep).join('/'), bytes: await readBounded(real, shown) };
}

async function readBounded(path: string, shown: string): Promise<Uint8Array> {
  // The handle is judged, not the path, which may change in between; and without O_NONBLOCK a named pipe would hang the step.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: NodeJS.ErrnoException) => {
    throw refusal(`the spec ${shown} cannot be read (${error.code})`, 'Check the permissions of the file.');
  });
  try {
    const stat = await handle.stat();
    if (!stat.isFile())
      throw refusal(`the spec ${shown} is not a file`, 'Name a file, or a glob such as `endpoints/*.yaml`.');
    if (stat.size > maxSpecBytes)
      throw refusal(`the spec ${shown} has ${stat.size} bytes`, `At most ${maxSpecBytes} (1 MiB) are allowed.`);
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
  refuseOutside(root, asked, shown);
  await mkdir(dirname(asked), { recursive: true });
  // A folder on the way may be a link that leads out of the workspace.
  const real = join(await realpath(dirname(asked)), basename(asked));
  refuseOutside(root, real, shown);
  try {
    // `wx` fails at a file or link that is there already; to overwrite, it is taken away first, so that a link is never written through.
    if (overwrites) await rm(real, { force: true });
    await writeFile(real, text, { flag: 'wx' });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw refusal(
      isThere
        ? `the file ${shown} exists already`
        : `the file ${shown} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      isThere
        ? 'Set `force: true` to overwrite it, or name another file in the input `spec`.'
        : 'Check the path in the input `spec`.',
    );
  }
  return relative(root, real).split(sep).join('/');
}

function refuseOutside(root: string, path: string, shown: string): void {
  const inside = relative(root, path);
  if (inside !== '' && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return;
  throw refusal(
    `the spec ${shown} lies outside the workspace`,
    'A spec must stay inside the workspace, links resolved: it could show files that are not yours.',
  );
}

function refusal(message: string, hint: string): DeployError {
  return new DeployError({ code: 'inputs-invalid', message, hint });
}
