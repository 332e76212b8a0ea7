/** Docker's credential helpers: programs that keep logins outside of files. */

import { execFile } from 'node:child_process';
import { access, constants, realpath } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import * as z from 'zod/mini';
import { tryParseJson } from '../http/response-text.ts';
import type { Login } from './logins.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type HelperAnswer =
  | { readonly kind: 'login'; readonly login: Login }
  /** The helper keeps nothing for this registry. */
  | { readonly kind: 'none' }
  /** `came`: a sentence for the log, without a secret. */
  | { readonly kind: 'failed'; readonly came: string };

interface HelperOptions {
  /** What it is asked for. */
  readonly server: string;
  readonly env: Environment;
  /** Nothing that is checked out is started. */
  readonly workspace: string;
  readonly signal: AbortSignal;
}

const maxAnswerBytes = 64 * 1024;
const answerSchema = z.object({ Username: z.string(), Secret: z.string() });

/** The protocol of the helpers: `get`, the server on standard input, JSON on standard output. Never rejects. */
export async function askHelper(name: string, options: HelperOptions): Promise<HelperAnswer> {
  // A path in it would start any program.
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name))
    return { kind: 'failed', came: `the credential helper ${JSON.stringify(name.slice(0, 60))} has an invalid name` };
  const program = `docker-credential-${name}`;
  const failed = (came: string): HelperAnswer => ({ kind: 'failed', came: `the credential helper ${program} ${came}` });
  const folders = await trustedFolders(options);
  const file = await findProgram(program, folders);
  if (file === undefined) return failed('is not installed in an absolute folder of PATH outside the workspace');
  const { error, stdout } = await run(file, { ...options, folders });
  // Helpers say that they keep nothing for a server by these words alone.
  if (error && /credentials not found/i.test(stdout)) return { kind: 'none' };
  if (error) return failed(failureText(error));
  const read = answerSchema.safeParse(tryParseJson(stdout)?.value);
  if (!read.success) return failed('answered something that is not JSON with `Username` and `Secret`');
  const { Username: username, Secret: secret } = read.data;
  if (secret === '') return { kind: 'none' };
  const isToken = username === '<token>';
  return { kind: 'login', login: isToken ? { kind: 'identity-token', token: secret } : passwordOf(username, secret) };
}

function passwordOf(username: string, password: string): Login {
  return { kind: 'password', username, password };
}

/** The folders of `PATH` in which programs are looked for. */
async function trustedFolders({ env, workspace }: HelperOptions): Promise<string[]> {
  const top = await realpath(workspace).catch(() => workspace);
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  const folders = await Promise.all(
    path.split(delimiter).map(async (folder) => {
      if (!isAbsolute(folder)) return [];
      const inside = relative(top, await realpath(folder).catch(() => folder));
      const isOutside = inside.startsWith('..') || isAbsolute(inside);
      return isOutside ? [folder] : [];
    }),
  );
  return folders.flat();
}

async function findProgram(program: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const file = join(folder, process.platform === 'win32' ? `${program}.exe` : program);
    const isThere = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}

/** What the step and the runner keep in the environment for themselves is no business of a helper. What it says on standard error may quote secrets. */
async function run(
  file: string,
  { server, env, signal, folders }: HelperOptions & { folders: readonly string[] },
): Promise<{ error: unknown; stdout: string }> {
  const isOurs = (name: string) => /^(?:INPUT_|GPU_ENDPOINT_|ACTIONS_)|^(?:GITHUB_TOKEN|PATH)$/i.test(name);
  const kept = Object.entries(env).filter(([name]) => !isOurs(name));
  const { promise, resolve } = Promise.withResolvers<{ error: unknown; stdout: string }>();
  try {
    const child = execFile(
      file,
      ['get'],
      {
        cwd: dirname(file),
        env: { ...Object.fromEntries(kept), PATH: folders.join(delimiter) },
        maxBuffer: maxAnswerBytes,
        killSignal: 'SIGKILL',
        signal,
        windowsHide: true,
      },
      (error, stdout) => resolve({ error, stdout }),
    );
    // A helper that ends without reading closes the pipe, which is no failure of its own.
    child.stdin?.on('error', () => {});
    child.stdin?.end(server);
  } catch (error) {
    resolve({ error, stdout: '' });
  }
  return promise;
}

function failureText(error: unknown): string {
  const { code, signal } = error as { code?: unknown; signal?: unknown };
  if (typeof code === 'number') return `ended with exit code ${code}`;
  if (code === 'ABORT_ERR') return 'did not answer in time';
  return `failed: ${code ?? signal ?? 'unknown error'}`;
}
