/** The logins that earlier steps left in the file of docker's configuration. */

import { readFile } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { tryParseJson } from '../json.ts';

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** The login for a registry by its domain; undefined if none is stored. Never rejects. */
export type FindLogin = (domain: string) => Promise<Login | undefined>;

const configSchema = z.object({
  auths: z.nullish(z.record(z.string(), z.object({ auth: z.optional(z.string()) }))),
});

/** Credential helpers are not started: a program that the configuration names would run with the step's rights. */
export function createFindLogin(env: Readonly<Record<string, string | undefined>>): FindLogin {
  return async (domain) => {
    const home = env.HOME || env.USERPROFILE;
    const folder = env.DOCKER_CONFIG || (home && join(home, '.docker'));
    if (!folder) return undefined;
    const text = await promisify(readFile)(join(folder, 'config.json'), 'utf8').catch(() => '');
    const { auths } = configSchema.safeParse(tryParseJson(text)?.value).data ?? {};
    // Docker's own names for a registry.
    const keys = [domain, `https://${domain}`, ...(domain === 'docker.io' ? ['https://index.docker.io/v1/'] : [])];
    const [stored = ''] = keys.flatMap((key) => auths?.[key]?.auth || []);
    // Docker pads the password with NULs at times. An identity token has no password.
    const [, username, password] = /^([^:]+):(.*[^\0])\0*$/s.exec(Buffer.from(stored, 'base64').toString()) ?? [];
    return username === undefined || password === undefined ? undefined : { username, password };
  };
}
