/** The logins that earlier steps left in docker's configuration: in its file, or in a credential helper. */

import { execFile } from 'node:child_process';
import { readFile, realpath } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { tryParseJson } from '../json.ts';

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** The login for a registry by its domain; undefined if none is stored. Never rejects. */
export type FindLogin = (domain: string, signal: AbortSignal) => Promise<Login | undefined>;

export interface LoginOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** No program below it is started. */
  readonly workspace: string;
  /** Why a login could not be read, a sentence without a secret. */
  readonly onNotice: (notice: string) => void;
}

const helperName = z.catch(z.string(), '');
const configSchema = z.object({
  auths: z.nullish(z.record(z.string(), z.unknown())),
  credHelpers: z.nullish(z.record(z.string(), helperName)),
  credsStore: z.nullish(z.string()),
});
const entrySchema = z.object({ auth: z.optional(z.string()), identitytoken: z.optional(z.string()) });
const answerSchema = z.object({ Username: z.string(), Secret: z.string() });

/** Docker Hub's key since its first registry; docker still writes it and asks helpers for it. */
const dockerHubKey = 'https://index.docker.io/v1/';
const identityToken = 'is an identity token, which is not supported; log in with a user name and a password or token';

/** The registry's helper first, then the helper for all, then the file's own entry. */
export function createFindLogin({ env, workspace, onNotice }: LoginOptions): FindLogin {
  const tell = (what: string, rest = '') => {
    return ({ message }: Error): undefined => void onNotice(`${what} ${message}${rest}`);
  };
  return async (domain, signal) => {
    const home = env.HOME || env.USERPROFILE;
    const folder = env.DOCKER_CONFIG || (home && join(home, '.docker'));
    if (!folder) return undefined;
    const path = join(folder, 'config.json');
    const config = await readConfig(path).catch(tell(path, '; its credentials are not used'));
    if (!config) return undefined;
    const helper = entryFor(config.credHelpers, domain) || config.credsStore;
    const server = domain === 'docker.io' ? dockerHubKey : domain;
    const answer = helper ? askHelper(helper, { server, env, workspace, signal }) : undefined;
    const login = await answer?.catch(tell('the credential helper', `; ${domain} is queried without it`));
    return login ?? readEntry(entryFor(config.auths, domain)).catch(tell(`the entry for ${domain} in ${path}`));
  };
}

/** The message of a failure ends a sentence, here and below. */
async function readConfig(path: string): Promise<z.infer<typeof configSchema>> {
  const content = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT' || code === 'ENOTDIR') return '{}';
    throw new Error(`cannot be read: ${code}`);
  });
  const { data } = configSchema.safeParse(tryParseJson(content.replace(/^\uFEFF/, ''))?.value);
  if (!data) throw new Error('is not a JSON file of credentials');
  return data;
}

/** Docker's keys may have a scheme, a slash at the end or the version of its interface. */
function entryFor<Entry>(entries: Record<string, Entry> | null = {}, domain: string): Entry | undefined {
  const isFor = (key: string) => {
    const host = /^(?:https?:\/\/)?([^/]+)\/?(?:v[12]\/?)?$/i.exec(key)?.[1]?.toLowerCase();
    return host === domain || (domain === 'docker.io' && /^(?:index|registry-1)\.docker\.io$/.test(host ?? ''));
  };
  const all = Object.entries(entries ?? {});
  return (all.find(([key]) => key === domain) ?? all.find(([key]) => isFor(key)))?.[1];
}

/** Undefined for an empty entry, which docker leaves where a helper keeps the login. */
async function readEntry(entry: unknown = {}): Promise<Login | undefined> {
  const { data } = entrySchema.safeParse(entry);
  if (data?.identitytoken) throw new Error(identityToken);
  if (data && !data.auth) return undefined;
  // base64 of `user:password`; docker pads the password with NULs at times.
  const decoded = Buffer.from(data?.auth ?? '', 'base64').toString();
  const [, username, password] = /^([^:]+):(.*[^\0])\0*$/s.exec(decoded) ?? [];
  if (username === undefined || password === undefined) throw new Error('cannot be read');
  return { username, password };
}

type HelperQuestion = Pick<LoginOptions, 'env' | 'workspace'> & { server: string; signal: AbortSignal };

/** By the helpers' protocol: the server on stdin, JSON on stdout. Undefined without a stored login. */
async function askHelper(name: string, question: HelperQuestion): Promise<Login | undefined> {
  // A path in it would start any program.
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name))
    throw new Error(`${JSON.stringify(name.slice(0, 60))} has an invalid name`);
  const program = `docker-credential-${name}`;
  const answer = await runHelper(program, question).catch((error) => {
    // Its output may quote secrets; by these words it says that it has no login for the server.
    const { code, signal, stdout } = error as { code?: unknown; signal?: unknown; stdout?: string };
    if (/credentials not found/i.test(stdout ?? '')) return undefined;
    if (code === 'ABORT_ERR') throw new Error(`${program} did not answer in time`);
    if (code === 'ENOENT')
      throw new Error(`${program} is not installed in an absolute folder of PATH outside the workspace`);
    throw new Error(
      `${program} ${typeof code === 'number' ? `ended with exit code ${code}` : `failed: ${code ?? signal}`}`,
    );
  });
  if (answer === undefined) return undefined;
  const { data } = answerSchema.safeParse(tryParseJson(answer)?.value);
  if (!data) throw new Error(`${program} answered something that is not JSON with \`Username\` and \`Secret\``);
  if (data.Username === '<token>') throw new Error(`${program} answered what ${identityToken}`);
  return data.Secret === '' ? undefined : { username: data.Username, password: data.Secret };
}

/** Without the environment variables of the step and the runner, and outside the workspace. */
async function runHelper(program: string, { server, env, workspace, signal }: HelperQuestion): Promise<string> {
  const folders = await trustedFolders(env, workspace);
  // Without any, the system would look in the current folder.
  if (folders.length === 0) throw Object.assign(new Error(), { code: 'ENOENT' });
  const isOurs = (name: string) => /^(?:INPUT_|GPU_ENDPOINT_|ACTIONS_)|^(?:GITHUB_TOKEN|PATH)$/i.test(name);
  const kept = Object.entries(env).filter(([name]) => !isOurs(name));
  const running = promisify(execFile)(program, ['get'], {
    // Windows looks there first.
    cwd: dirname(process.execPath),
    env: { ...Object.fromEntries(kept), PATH: folders.join(delimiter) },
    maxBuffer: 64 * 1024,
    killSignal: 'SIGKILL',
    signal,
    windowsHide: true,
  });
  // A helper that ends without reading closes the pipe, which is not a failure.
  running.child.stdin?.on('error', () => {});
  running.child.stdin?.end(server);
  return (await running).stdout;
}

/** The folders of `PATH` in which programs are looked for. */
async function trustedFolders(env: LoginOptions['env'], workspace: string): Promise<string[]> {
  const real = (folder: string) => realpath(folder).catch(() => folder);
  const top = await real(workspace);
  const path = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  const trusted = path.split(delimiter).map(async (folder) => {
    const inside = relative(top, await real(folder));
    return isAbsolute(folder) && (inside.startsWith('..') || isAbsolute(inside)) ? [folder] : [];
  });
  return (await Promise.all(trusted)).flat();
}
