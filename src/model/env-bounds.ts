/** How much environment an endpoint can have. */

import type { Env } from './row.ts';

/** In one spec, and once more in `secret-envs`. */
export const maxEnvs = 1000;

/** Of `KEY=VALUE` with the byte that ends it: Linux starts no process with a longer one (MAX_ARG_STRLEN). */
export const maxEnvBytes = 128 * 1024;

export function envBytes({ key, value }: Env): number {
  return Buffer.byteLength(key) + Buffer.byteLength(value) + '=\0'.length;
}
