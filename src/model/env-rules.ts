/** Our own env keys, and a value that nothing fills: inputs are checked before the table of members is loaded. */

/** The one env entry that carries the record. It is never part of a diff. */
export const recordEnvKey = 'GPU_ENDPOINT_DEPLOYMENT';

/** The mark of an unfinished configuration, as an env: every call carries envs, every reading shows them. */
export const pendingMarkerKey = 'GPU_ENDPOINT_UNFINISHED';

/** A variable of a shell or a template, as text: nothing fills it in inputs. */
export const unfilled = /^\$(?:env:\w+|[A-Z_][A-Z0-9_]*|\{[A-Za-z_]\w*\})$|^%[A-Za-z_]\w*%$|^\{\{.*\}\}$|\$\{\{/;
