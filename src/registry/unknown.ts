/** Why a registry's answer decides nothing. */

import type { Lost, Reply } from './exchange.ts';
import { tryParseJson } from './stored-logins.ts';

export type UnknownReason =
  /** 401 or 403, and nothing is stored for this registry. */
  | 'no-credentials'
  /** 401 or 403 in spite of what is stored. */
  | 'credentials-refused'
  /** 404 to somebody without credentials; some registries hide private repositories so. */
  | 'not-visible'
  | 'rate-limit'
  /** No answer in time. */
  | 'timeout'
  | 'unreachable'
  /** The registry says that it fails: 5xx, or a status that no registry should answer. */
  | 'unavailable'
  /** The answer breaks the contract of registries. */
  | 'malformed'
  /** There is something under this name, but no container image. */
  | 'no-image'
  /** The address is one that is never asked. */
  | 'forbidden-address';

/** What became of the stored credentials: sent and taken, sent and refused, or there are none for this registry. */
export type Login = 'used' | 'refused' | 'none';

export interface Unknown {
  readonly kind: 'unknown';
  readonly reason: UnknownReason;
  /** What came, as the end of a sentence: "ghcr.io answered 403 (DENIED)". Holds no secret and no free text of the registry. */
  readonly came: string;
  /** How long the registry asks to wait, when it says so. */
  readonly retryAfterSeconds: number | undefined;
}

export function unknown(reason: UnknownReason, came: string, retryAfterSeconds?: number): Unknown {
  return { kind: 'unknown', reason, came, retryAfterSeconds };
}

export function unknownOfLoss({ lost, host, totalMs }: { lost: Lost; host: string; totalMs: number }): Unknown {
  if (lost.how === 'timeout') return unknownOfTimeout(host, totalMs);
  if (lost.how === 'too-large') return unknown('malformed', `${host} sent a response that is too large for a registry`);
  const code = codeOf(lost.cause);
  return unknown('unreachable', `${host} could not be reached${code === undefined ? '' : `: ${code}`}`);
}

export function unknownOfTimeout(host: string, totalMs: number): Unknown {
  return unknown('timeout', `${host} did not answer within ${totalMs / 1000} s`);
}

/** Of a status that is no success. */
export function unknownOfStatus({ reply, host, login }: { reply: Reply; host: string; login: Login }): Unknown {
  const { status } = reply;
  const code = errorCode(reply);
  const came = `${host} answered ${status}${code === undefined ? '' : ` (${code})`}`;
  if (status === 429 || code === 'TOOMANYREQUESTS') return unknown('rate-limit', came, retryAfter(reply));
  if (status === 401 || status === 403 || code === 'UNAUTHORIZED' || code === 'DENIED') {
    return unknown(login === 'none' ? 'no-credentials' : 'credentials-refused', came);
  }
  return unknown(status >= 500 ? 'unavailable' : 'malformed', came, retryAfter(reply));
}

/** The code of the first error in upper case; the messages beside it are free text and not taken. */
export function errorCode({ body }: Reply): string | undefined {
  const parsed = tryParseJson(Buffer.from(body).toString('utf8'));
  const errors = isObject(parsed) ? parsed.errors : undefined;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const code = isObject(first) ? first.code : undefined;
  return typeof code === 'string' && /^[A-Za-z_]{1,40}$/.test(code) ? code.toUpperCase() : undefined;
}

/** Seconds only: a date would need a clock on both sides, and a registry's limit lasts hours. */
function retryAfter({ headers }: Reply): number | undefined {
  const text = headers['retry-after'] ?? '';
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function codeOf(cause: unknown): string | undefined {
  for (let error = cause, level = 0; error instanceof Error && level < 5; error = error.cause, level += 1) {
    if ('code' in error && typeof error.code === 'string' && /^[A-Z0-9_]{1,60}$/.test(error.code)) return error.code;
  }
  return undefined;
}
