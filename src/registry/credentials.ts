/** Finds the credentials for a repository that earlier steps left on this machine, in files or in credential helpers. */

import { posix, win32 } from 'node:path';
import * as z from 'zod/mini';
import type { ImageReference } from './reference.ts';
import {
  type Credentials,
  entryFor,
  helperFor,
  parseStoredLogins,
  readEntry,
  type StoredLogins,
  serverKey,
  tryParseJson,
} from './stored-logins.ts';

export interface Bounds {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  /** `came`: what went wrong, as in "cannot be read: EACCES". */
  | { readonly kind: 'unreadable'; readonly came: string };

/** Never rejects. */
export type ReadFile = (path: string, bounds: Bounds & { readonly maxBytes: number }) => Promise<FileContent>;

export interface HelperCall extends Bounds {
  /** `docker-credential-NAME`, looked up on the path, started with the one argument `get`. */
  readonly program: string;
  /** All that is written to its standard input. */
  readonly input: string;
  readonly maxBytes: number;
}

export type HelperAnswer =
  | { readonly kind: 'ended'; readonly exitCode: number; readonly stdout: string }
  /** `came`: what went wrong, as in "is not installed". */
  | { readonly kind: 'failed'; readonly came: string };

/** Never rejects. */
export type RunHelper = (call: HelperCall) => Promise<HelperAnswer>;

/** The variables of the environment that say where the files are. */
export interface LoginEnvironment {
  readonly DOCKER_CONFIG?: string | undefined;
  readonly REGISTRY_AUTH_FILE?: string | undefined;
  readonly XDG_RUNTIME_DIR?: string | undefined;
  /** The user's home directory, whatever its variable is called. */
  readonly home: string | undefined;
}

export interface FoundCredentials {
  /** Undefined when nothing is stored for the repository. A secret: register `secretsOf` it before it is used. */
  readonly credentials: Credentials | undefined;
  /** What kept credentials from being found, one sentence each; holds no secret. */
  readonly notices: readonly string[];
}

export type FindCredentials = (
  repository: Pick<ImageReference, 'domain' | 'path'>,
  bounds: Bounds,
) => Promise<FoundCredentials>;

const maxFileBytes = 1024 * 1024;
const maxHelperBytes = 64 * 1024;

/**
 * Docker's file first, then those of podman and its relatives; in each the registry's helper, then the helper for all, then the file's
 * own entry. Never rejects: what is malformed is a notice. Reads nothing before it is asked.
 */
export function createFindCredentials({
  environment,
  readFile,
  runHelper,
}: {
  environment: LoginEnvironment;
  readFile: ReadFile;
  runHelper: RunHelper;
}): FindCredentials {
  return async (repository, bounds) => {
    const notices: string[] = [];
    for (const path of loginFiles(environment)) {
      const content = await readFile(path, { ...bounds, maxBytes: maxFileBytes });
      if (content.kind === 'absent') continue;
      const logins = content.kind === 'text' ? parseStoredLogins(content.text) : undefined;
      if (!logins) {
        const came = content.kind === 'text' ? 'is not a JSON file of credentials' : content.came;
        notices.push(`${path} ${came}; its credentials are not used`);
        continue;
      }
      const credentials =
        (await askHelper({ logins, repository, bounds, runHelper, notices })) ??
        readStored({ logins, repository, path, notices });
      if (credentials) return { credentials, notices };
    }
    return { credentials: undefined, notices };
  };
}

/** Every value that must appear nowhere, the encoded forms that are sent included. */
export function secretsOf(credentials: Credentials): string[] {
  if (credentials.kind !== 'password') return [credentials.token];
  return [credentials.password, basicValue(credentials)];
}

/** What stands behind `Basic` in the header `Authorization`. */
export function basicValue({ username, password }: { username: string; password: string }): string {
  return Buffer.from(`${username}:${password}`, 'utf8').toString('base64');
}

function loginFiles({ DOCKER_CONFIG, REGISTRY_AUTH_FILE, XDG_RUNTIME_DIR, home }: LoginEnvironment): string[] {
  const docker = DOCKER_CONFIG || (home ? join(home, '.docker') : undefined);
  const files = [
    docker && join(docker, 'config.json'),
    REGISTRY_AUTH_FILE,
    XDG_RUNTIME_DIR && join(XDG_RUNTIME_DIR, 'containers', 'auth.json'),
  ];
  return [...new Set(files.filter((file) => file !== undefined && file !== ''))] as string[];
}

/** By the folder's own separators, so that the rule is the same wherever it is tested. */
function join(folder: string, ...names: string[]): string {
  return /^[A-Za-z]:|\\/.test(folder) ? win32.join(folder, ...names) : posix.join(folder, ...names);
}

interface Search {
  readonly logins: StoredLogins;
  readonly repository: Pick<ImageReference, 'domain' | 'path'>;
  readonly notices: string[];
}

const helperSchema = z.object({ Username: z.string(), Secret: z.string() });

/** The protocol of docker's credential helpers: `get`, the server on standard input, JSON on standard output. */
async function askHelper({
  logins,
  repository,
  bounds,
  runHelper,
  notices,
}: Search & { bounds: Bounds; runHelper: RunHelper }): Promise<Credentials | undefined> {
  const name = helperFor(logins, repository.domain);
  if (name === undefined) return undefined;
  const program = `docker-credential-${name}`;
  const fail = (came: string) => {
    notices.push(`the credential helper ${program} ${came}; ${repository.domain} is queried without it`);
    return undefined;
  };
  // The name becomes part of a program's; a path in it would start any program.
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) {
    notices.push(`the credential helper ${JSON.stringify(name.slice(0, 60))} has an invalid name and is not started`);
    return undefined;
  }
  const input = serverKey(repository.domain);
  const answer = await runHelper({ ...bounds, program, input, maxBytes: maxHelperBytes });
  if (answer.kind === 'failed') return fail(answer.came);
  // Helpers say that they keep nothing for a server by these words alone.
  if (answer.exitCode !== 0 && /credentials not found/i.test(answer.stdout)) return undefined;
  if (answer.exitCode !== 0) return fail(`ended with exit code ${answer.exitCode}`);
  const read = helperSchema.safeParse(tryParseJson(answer.stdout));
  if (!read.success) return fail('answered something that is not JSON with `Username` and `Secret`');
  const { Username: username, Secret: secret } = read.data;
  if (secret === '') return undefined;
  return username === '<token>'
    ? { kind: 'identity-token', token: secret }
    : { kind: 'password', username, password: secret };
}

function readStored({ logins, repository, path, notices }: Search & { path: string }): Credentials | undefined {
  const entry = entryFor(logins, repository);
  if (entry === undefined) return undefined;
  const read = readEntry(entry);
  if (read.kind === 'malformed') notices.push(`the entry for ${repository.domain} in ${path} cannot be read`);
  return read.kind === 'credentials' ? read.credentials : undefined;
}
