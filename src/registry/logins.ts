/** The logins that earlier steps left in the file of docker's configuration. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { tryParseJson } from '../json.ts';

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** The login for a registry by its domain; undefined if none is stored. Never rejects. */
export type FindLogin = (domain: string) => Promise<Login | undefined>;

export interface LoginOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Why a login could not be read, a sentence without a secret. */
  readonly onNotice: (notice: string) => void;
}

const configSchema = z.object({
  auths: z.nullish(z.record(z.string(), z.unknown())),
  credHelpers: z.nullish(z.record(z.string(), z.unknown())),
  credsStore: z.nullish(z.string()),
});
const entrySchema = z.object({ auth: z.optional(z.string()), identitytoken: z.optional(z.string()) });

/** Credential helpers are not started: a program that the configuration names would run with the step's rights. */
export function createFindLogin({ env, onNotice }: LoginOptions): FindLogin {
  return async (domain) => {
    const home = env.HOME || env.USERPROFILE;
    const folder = env.DOCKER_CONFIG || (home && join(home, '.docker'));
    if (!folder) return undefined;
    const path = join(folder, 'config.json');
    try {
      const { auths, credHelpers, credsStore } = await readConfig(path);
      const login = readEntry(entryFor(auths, domain), domain);
      if (!login && (entryFor(credHelpers, domain) || credsStore))
        throw new Error(`names a credential helper for ${domain}, which is not started; log in without it`);
      return login;
    } catch (error) {
      onNotice(`${path} ${(error as Error).message}`);
      return undefined;
    }
  };
}

/** The message of a failure ends a sentence about the file, here and below. */
async function readConfig(path: string): Promise<z.infer<typeof configSchema>> {
  const content = await readFile(path, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT' || code === 'ENOTDIR') return '{}';
    throw new Error(`cannot be read: ${code}; its credentials are not used`);
  });
  const { data } = configSchema.safeParse(tryParseJson(content.replace(/^\uFEFF/, ''))?.value);
  if (!data) throw new Error('is not a JSON file of credentials; its credentials are not used');
  return data;
}

/** Docker's keys may have a scheme, a slash at the end or the version of its interface. */
function entryFor<Entry>(entries: Record<string, Entry> | null | undefined, domain: string): Entry | undefined {
  const isFor = (key: string) => {
    const host = /^(?:https?:\/\/)?([^/]+)\/?(?:v[12]\/?)?$/i.exec(key)?.[1]?.toLowerCase();
    return host === domain || (domain === 'docker.io' && /^(?:index|registry-1)\.docker\.io$/.test(host ?? ''));
  };
  const all = Object.entries(entries ?? {});
  return (all.find(([key]) => key === domain) ?? all.find(([key]) => isFor(key)))?.[1];
}

/** Undefined for an empty entry, which docker leaves where a helper keeps the login. */
function readEntry(entry: unknown = {}, domain: string): Login | undefined {
  const { data } = entrySchema.safeParse(entry);
  if (data?.identitytoken)
    throw new Error(`has an identity token for ${domain}, which is not supported; log in with a password or token`);
  if (data && !data.auth) return undefined;
  // base64 of `user:password`; docker pads the password with NULs at times.
  const decoded = Buffer.from(data?.auth ?? '', 'base64').toString();
  const [, username, password] = /^([^:]+):(.*[^\0])\0*$/s.exec(decoded) ?? [];
  if (username === undefined || password === undefined)
    throw new Error(`has an entry for ${domain} that cannot be read`);
  return { username, password };
}
