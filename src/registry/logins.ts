/** The logins that earlier steps left in docker's configuration: in its file, or in a credential helper. */

import { execFile } from 'node:child_process';
import { access, constants, readFile, realpath } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { tryParseJson } from '../json.ts';

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** The login for a registry by its domain; undefined when nothing is stored. Never rejects. */
export type FindLogin = (domain: string, signal: AbortSignal) => Promise<Login | undefined>;

export interface LoginOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** No program below it is started. */
  readonly workspace: string;
  /** What kept a login from being found, a sentence without a secret. */
  readonly onNotice: (notice: string) => void;
}

const byRegistry = z.nullish(z.record(z.string(), z.unknown()));
const configSchema = z.object({ auths: byRegistry, credHelpers: byRegistry, credsStore: z.nullish(z.string()) });
type Config = z.infer<typeof configSchema>;

/** Docker Hub's key since its first registry; docker still writes it and asks helpers for it. */
const dockerHubKey = 'https://index.docker.io/v1/';

const identityToken = 'is an identity token, which is not supported; log in with a user name and a password or token';

/** The registry's helper first, then the helper for all, then the file's own entry. */
export function createFindLogin({ env, workspace, onNotice }: LoginOptions): FindLogin {
  return async (domain, signal) => {
    const home = env.HOME || env.USERPROFILE;
    const folder = env.DOCKER_CONFIG || (home ? join(home, '.docker') : undefined);
    if (folder === undefined) return undefined;
    const path = join(folder, 'config.json');
    const config = await readConfig(path);
    if (typeof config === 'string') onNotice(`${path} ${config}; its credentials are not used`);
    if (config === undefined || typeof config === 'string') return undefined;
    const helper = entryFor(config.credHelpers, domain) || config.credsStore;
    if (typeof helper === 'string' && helper !== '') {
      const server = domain === 'docker.io' ? dockerHubKey : domain;
      const answer = await askHelper(helper, { server, env, workspace, signal });
      if (typeof answer === 'object') return answer;
      if (answer !== undefined) onNotice(`the credential helper ${answer}; ${domain} is queried without it`);
    }
    const login = readEntry(entryFor(config.auths, domain));
    if (typeof login !== 'string') return login;
    onNotice(`the entry for ${domain} in ${path} ${login}`);
    return undefined;
  };
}

/** What stands behind `Basic` in the header `Authorization`. */
export function basicValue({ username, password }: Login): string {
  return Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
}

/** Undefined for no file; a text says why it cannot be used, as the end of a sentence. */
async function readConfig(path: string): Promise<Config | string | undefined> {
  try {
    const content = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
    return configSchema.safeParse(tryParseJson(content)?.value).data ?? 'is not a JSON file of credentials';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : `cannot be read: ${code}`;
  }
}

/** Docker writes keys with a scheme, a slash at the end or the version of its interface, too. */
function entryFor(entries: Config['auths'], domain: string): unknown {
  const keys = Object.keys(entries ?? {});
  const isFor = (key: string) => {
    const host = /^(?:https?:\/\/)?([^/]+)\/?(?:v[12]\/?)?$/i.exec(key)?.[1]?.toLowerCase();
    return host === domain || (domain === 'docker.io' && /^(?:index|registry-1)\.docker\.io$/.test(host ?? ''));
  };
  const key = keys.find((each) => each === domain) ?? keys.find(isFor);
  return key === undefined ? undefined : entries?.[key];
}

const entrySchema = z.object({ auth: z.optional(z.string()), identitytoken: z.optional(z.string()) });

/** Undefined for an empty entry, which docker leaves where a helper keeps the login; a text says what is wrong. */
function readEntry(entry: unknown = {}): Login | string | undefined {
  const read = entrySchema.safeParse(entry);
  if (!read.success) return 'cannot be read';
  const { auth, identitytoken } = read.data;
  if (identitytoken) return identityToken;
  if (!auth) return undefined;
  // base64 of `user:password`; docker pads the password with NULs at times.
  const decoded = Buffer.from(auth, 'base64').toString();
  const [, username, password] = /^([^:]+):(.*[^\0])\0*$/s.exec(decoded) ?? [];
  return username === undefined || password === undefined ? 'cannot be read' : { username, password };
}

interface HelperQuestion extends Pick<LoginOptions, 'env' | 'workspace'> {
  readonly server: string;
  readonly signal: AbortSignal;
}

const answerSchema = z.object({ Username: z.string(), Secret: z.string() });

/** By the helpers' protocol: the server on stdin, JSON on stdout. Undefined for nothing kept; a text says what failed. */
async function askHelper(name: string, question: HelperQuestion): Promise<Login | string | undefined> {
  // A path in it would start any program.
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) return `${JSON.stringify(name.slice(0, 60))} has an invalid name`;
  const program = `docker-credential-${name}`;
  const folders = await trustedFolders(question);
  const file = await findProgram(program, folders);
  if (file === undefined) return `${program} is not installed in an absolute folder of PATH outside the workspace`;
  try {
    const read = answerSchema.safeParse(tryParseJson(await runHelper(file, { ...question, folders }))?.value);
    if (!read.success) return `${program} answered something that is not JSON with \`Username\` and \`Secret\``;
    const { Username: username, Secret: password } = read.data;
    if (username === '<token>') return `${program} answered what ${identityToken}`;
    return password === '' ? undefined : { username, password };
  } catch (error) {
    // What it says may quote secrets; these words alone tell that it keeps nothing for a server.
    const { code, signal, stdout } = error as { code?: unknown; signal?: unknown; stdout?: string };
    if (/credentials not found/i.test(stdout ?? '')) return undefined;
    if (code === 'ABORT_ERR') return `${program} did not answer in time`;
    return `${program} ${typeof code === 'number' ? `ended with exit code ${code}` : `failed: ${code ?? signal}`}`;
  }
}

/** The folders of `PATH` in which programs are looked for. */
async function trustedFolders({ env, workspace }: HelperQuestion): Promise<string[]> {
  const real = (folder: string) => realpath(folder).catch(() => folder);
  const top = await real(workspace);
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  const folders = path.split(delimiter).filter(isAbsolute);
  const inside = await Promise.all(folders.map(async (folder) => relative(top, await real(folder))));
  return folders.filter((_, index) => inside[index]?.startsWith('..') || isAbsolute(inside[index] ?? ''));
}

async function findProgram(program: string, folders: readonly string[]): Promise<string | undefined> {
  const files = folders.map((folder) => join(folder, process.platform === 'win32' ? `${program}.exe` : program));
  const found = await Promise.allSettled(files.map((file) => access(file, constants.X_OK)));
  return files.find((_, index) => found[index]?.status === 'fulfilled');
}

/** Without what the step and the runner keep in the environment for themselves. */
async function runHelper(
  file: string,
  { server, env, signal, folders }: HelperQuestion & { folders: readonly string[] },
): Promise<string> {
  const isOurs = (name: string) => /^(?:INPUT_|GPU_ENDPOINT_|ACTIONS_)|^(?:GITHUB_TOKEN|PATH)$/i.test(name);
  const kept = Object.entries(env).filter(([name]) => !isOurs(name));
  const running = promisify(execFile)(file, ['get'], {
    cwd: dirname(file),
    env: { ...Object.fromEntries(kept), PATH: folders.join(delimiter) },
    maxBuffer: 64 * 1024,
    killSignal: 'SIGKILL',
    signal,
    windowsHide: true,
  });
  // A helper that ends without reading closes the pipe, which is no failure of its own.
  running.child.stdin?.on('error', () => {});
  running.child.stdin?.end(server);
  return (await running).stdout;
}
