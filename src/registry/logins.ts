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
  auths: z.nullish(z.record(z.string(), z.object({ auth: z.optional(z.string()) }))),
  credHelpers: z.nullish(z.record(z.string(), z.string())),
  credsStore: z.nullish(z.string()),
});
type DockerConfig = z.infer<typeof configSchema>;

/** Credential helpers are not started: a program that the configuration names would run with the step's rights. */
export function createFindLogin({ env, onNotice }: LoginOptions): FindLogin {
  return async (domain) => {
    const home = env.HOME || env.USERPROFILE;
    const folder = env.DOCKER_CONFIG || (home && join(home, '.docker'));
    if (!folder) return undefined;
    const path = join(folder, 'config.json');
    const { auths, credHelpers, credsStore } = await readConfig(path);
    // Docker's own names for a registry.
    const keys = [domain, `https://${domain}`, ...(domain === 'docker.io' ? ['https://index.docker.io/v1/'] : [])];
    const [stored = ''] = keys.flatMap((key) => auths?.[key]?.auth || []);
    // Docker pads the password with NULs at times.
    const [, username, password] = /^([^:]+):(.*[^\0])\0*$/s.exec(Buffer.from(stored, 'base64').toString()) ?? [];
    if (username !== undefined && password !== undefined) return { username, password };
    // An identity token has no password.
    if (stored !== '' || credsStore || keys.some((key) => credHelpers?.[key]))
      onNotice(`${path} holds no password or token for ${domain}; log in with one, and without a credential helper`);
    return undefined;
  };
}

/** Empty without a file, and for one that cannot be used. */
async function readConfig(path: string): Promise<DockerConfig> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return configSchema.safeParse(tryParseJson(text)?.value).data ?? {};
}
