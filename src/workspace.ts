/** The files of the workspace that the `spec` input names, read and written; never anything outside. */

import * as fs from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { DeployError, inputsInvalid } from './errors.ts';
import { maxSpecBytes } from './spec/source.ts';

/** A file of the workspace; `path` is relative to its top, with forward slashes. */
type WorkspaceFile = { path: string; bytes: Uint8Array };

export interface Workspace {
  /** The files that the lines of `spec` name, each once, in the order of the lines and by name within a glob. */
  readSpecs(patterns: readonly string[]): Promise<WorkspaceFile[]>;
  /** A file beside a spec of the workspace, by its path from there. */
  readBeside(spec: string, path: string, maxBytes: number): Promise<WorkspaceFile>;
  /** Writes a file, with its folders; an existing one only if `overwrites`. Returns its path from the top. */
  write(path: string, options: { text: string; overwrites: boolean }): Promise<string>;
}

// `fs.promises` is loaded when it is first used, which takes 2 ms and 1.4 MiB: a run that reads a spec by its path has
// no need of it.
const [readFile, realpath, stat] = [promisify(fs.readFile), promisify(fs.realpath.native), promisify(fs.stat)];

const maxGlobPaths = 1000;
const checkPath = 'Check the path in `spec`.';

export function openWorkspace(root: string): Workspace {
  return {
    async readSpecs(patterns) {
      const realRoot = await findRoot(root);
      // Real paths: `./a.yaml`, `a.yaml` and a link to it are one spec, not two of the same name.
      const shownAs = new Map<string, string>();
      for (const pattern of patterns)
        for (const path of await expand(realRoot, pattern)) {
          const real = await findInside(realRoot, path);
          // The log quotes what cannot be a spec: a link of a fork may lead to a key.
          if (real !== resolve(realRoot, path) && !/\.ya?ml$/i.test(real))
            throw inputsInvalid(
              `the spec ${JSON.stringify(path)} is a link to a file of another kind`,
              'Link to a `.yaml` or `.yml` file.',
            );
          if (!shownAs.has(real)) shownAs.set(real, JSON.stringify(path));
        }
      return Promise.all(
        Array.from(shownAs, async ([real, shown]) => ({
          path: fromTop(realRoot, real),
          bytes: await readBounded(real, shown),
        })),
      );
    },
    async readBeside(spec, path, maxBytes) {
      const realRoot = await findRoot(root);
      const beside = join(dirname(spec), path);
      const real = await findInside(realRoot, beside, 'Write its path from the folder of the spec.');
      return { path: fromTop(realRoot, real), bytes: await readBounded(real, JSON.stringify(beside), maxBytes) };
    },
    write: async (path, options) => writeInside(await findRoot(root), path, options),
  };
}

/** A refusal of ours as it is; of the system's, its code alone. */
function refusal(error: unknown, message: string, hint = checkPath): DeployError {
  if (error instanceof DeployError) return error;
  return inputsInvalid(`${message} (${(error as NodeJS.ErrnoException).code})`, hint);
}

async function findRoot(root: string): Promise<string> {
  return realpath(root).catch((error) => {
    const hint = 'Check the folder that `GITHUB_WORKSPACE` names, also inside a container.';
    throw refusal(error, `the workspace ${JSON.stringify(root)} cannot be read`, hint);
  });
}

async function expand(root: string, pattern: string): Promise<string[]> {
  if (!/[*?[\]{}]/.test(pattern) || (await statOf(resolve(root, pattern)))) return [pattern];
  // This comes before the search: the names of files outside are not shown.
  assertInside(root, resolve(root, pattern), JSON.stringify(pattern));
  // A `..` in braces would lead the search over everything above.
  if (/(^|[/\\{,])\.\.($|[/\\},])/.test(pattern))
    throw inputsInvalid(`the glob ${JSON.stringify(pattern)} contains \`..\``, `Write globs from ${root} on.`);
  if (countPaths(pattern) > maxGlobPaths)
    throw inputsInvalid(
      `the glob ${JSON.stringify(pattern.slice(0, 80))} stands for more than ${maxGlobPaths} paths`,
      'Use `*` in the place of braces, or name the files line by line.',
    );
  // `**` would go through every package that an earlier step has installed.
  const exclude = pattern.includes('node_modules') ? [] : ['**/node_modules/**'];
  const paths: string[] = [];
  for await (const path of fs.promises.glob(pattern, { cwd: root, exclude })) {
    const found = resolve(root, path);
    // A link that leads nowhere stays, to be reported.
    if (!(await statOf(found))?.isDirectory()) paths.push(fromTop(root, found));
  }
  if (paths.length === 0)
    throw inputsInvalid(`no file matches ${JSON.stringify(pattern)}`, await missingHint(root, pattern));
  return paths.sort();
}

const statOf = (path: string) => stat(path).catch(() => undefined);

/** How many paths the braces of a glob stand for, at most: `{a,b}{1..3}` for six. */
function countPaths(pattern: string): number {
  let count = 1;
  for (let left = pattern; ; ) {
    const [group, inside = ''] = /\{([^{}]*)\}/.exec(left) ?? [];
    if (group === undefined || count > maxGlobPaths) return count;
    const [, from, to] = /^(-?\d+)\.\.(-?\d+)/.exec(inside) ?? [];
    count *= to === undefined ? inside.split(',').length : Math.abs(Number(to) - Number(from)) + 1;
    left = left.replace(group, () => 'x');
  }
}

/** The real path of what a line names. `hint`: where it does not exist; default: the specs that there are. */
async function findInside(root: string, path: string, hint?: string): Promise<string> {
  const asked = resolve(root, path);
  const shown = JSON.stringify(path);
  // This comes before anything is read; an absolute path may lead in through a link.
  if (!isAbsolute(path)) assertInside(root, asked, shown);
  const real = await realpath(asked).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw refusal(error, `the file ${shown} cannot be read`);
    throw inputsInvalid(`the file ${shown} does not exist`, hint ?? (await missingHint(root, path)));
  });
  assertInside(root, real, shown);
  return real;
}

/** Lines that are no paths, each with what to write. */
const notPaths: readonly (readonly [form: RegExp, way: string])[] = [
  [/:\/\//, 'Write the path of a file of the workspace: a workflow has it from its checkout.'],
  [/\/[^/:@\s]+(?:@sha256)?:[\w.-]+$/, 'Give an image as `image`, and the path of the spec here.'],
  [/^[\w-]+:(?:\s|$)/, 'Write the spec into a file, and its path here.'],
  [/^["'!-]|["',]|\.ya?ml\s/, 'Write one path or glob per line, without quotes, commas, `-` and `!`.'],
];

/** What to write instead of a line that names nothing: its form, or the specs that there are. */
async function missingHint(root: string, line: string): Promise<string> {
  const [, way] = notPaths.find(([form]) => form.test(line)) ?? [];
  if (way) return way;
  // Backslashes work on Windows.
  if (sep === '/' && line.includes('\\')) return 'Write the path with forward slashes.';
  const found = await Array.fromAsync(fs.promises.glob('{*,*/*}.{yaml,yml}', { cwd: root, exclude: ['node_modules'] }));
  const specs = found.map((path) => path.split(sep).join('/')).sort();
  const none = 'No YAML file is there, or one folder below. In a workflow, does a checkout step run before this one?';
  const shown = `${specs.slice(0, 5).join(', ')}${specs.length > 5 ? ', …' : ''}`;
  const there = specs.length === 0 ? none : `There ${specs.length === 1 ? 'is' : 'are'}: ${shown}.`;
  return `${checkPath} It is relative to ${root}. ${there}`;
}

async function readBounded(path: string, shown: string, maxBytes = maxSpecBytes): Promise<Uint8Array> {
  try {
    const stats = await stat(path);
    // To read a named pipe would hang the step.
    if (!stats.isFile())
      throw inputsInvalid(
        `the file ${shown} is not a regular file`,
        'Give a file, or a glob such as `endpoints/*.yaml`.',
      );
    if (stats.size > maxBytes)
      throw inputsInvalid(
        `the file ${shown} has ${stats.size} bytes`,
        `At most ${maxBytes} (${maxBytes / 1024} KiB) are allowed.`,
      );
    return await readFile(path);
  } catch (error) {
    throw refusal(error, `the file ${shown} cannot be read`, 'Check its permissions.');
  }
}

async function writeInside(root: string, path: string, { text, overwrites }: { text: string; overwrites: boolean }) {
  const shown = JSON.stringify(path);
  const asked = resolve(root, path);
  assertInside(root, asked, shown);
  // A link on the way may lead out of the workspace, and nothing may be made there.
  let there = dirname(asked);
  while (!(await fs.promises.lstat(there).catch(() => undefined))) there = dirname(there);
  try {
    const folder = await realpath(there);
    assertInside(root, folder, shown);
    if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    const real = join(folder, relative(there, asked));
    await fs.promises.mkdir(dirname(real), { recursive: true });
    // `wx` fails at an existing file or link; to overwrite, it is removed first, so that no link is written through.
    if (overwrites) await fs.promises.rm(real, { force: true });
    await fs.promises.writeFile(real, text, { flag: 'wx' });
    return fromTop(root, real);
  } catch (error) {
    const hint = 'Add `overwrite` to `allow`, or choose another file in `spec`.';
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw inputsInvalid(`the file ${shown} exists already`, hint);
    throw refusal(error, `the file ${shown} cannot be written`);
  }
}

/** The path from the top with forward slashes, as annotations need it. */
function fromTop(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

function assertInside(root: string, path: string, shown: string): void {
  const inside = relative(root, path);
  if (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return;
  throw inputsInvalid(
    `the file ${shown} is outside the workspace`,
    `Put it into ${root}, which is the checkout of a workflow, or the current folder of a command line; ` +
      'links are resolved.',
  );
}
