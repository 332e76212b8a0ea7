/** Our own env keys, and the ceilings of envs. Apart: inputs are checked before the table of members is loaded. */

import type { Env } from './row.ts';

/** The one env entry that carries the record. It is never part of a diff. */
export const recordEnvKey = 'GPU_ENDPOINT_DEPLOYMENT';

/** The mark of an unfinished configuration, as an env: every call carries envs, every reading shows them. */
export const pendingMarkerKey = 'GPU_ENDPOINT_UNFINISHED';

/** In one spec, and once more in `secret-envs`. */
export const maxEnvs = 1000;

/** Of `KEY=VALUE` with the byte that ends it: Linux starts no process with a longer one (MAX_ARG_STRLEN). */
export const maxEnvBytes = 128 * 1024;

export function envBytes({ key, value }: Env): number {
  return Buffer.byteLength(key) + Buffer.byteLength(value) + '=\0'.length;
}

/** A variable of a shell or a template, as text: nothing fills it in inputs. */
export const unfilled = /^\$(?:env:\w+|[A-Z_][A-Z0-9_]*|\{[A-Za-z_]\w*\})$|^%[A-Za-z_]\w*%$|^\{\{.*\}\}$|\$\{\{/;
