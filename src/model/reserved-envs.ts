/** The keys of envs that are ours: an endpoint's own envs must not have them. In a file of their own, because inputs are checked before the table of members is loaded. */

/** The one env entry that carries the record. It is never part of a diff. */
export const recordEnvKey = 'GPU_ENDPOINT_DEPLOYMENT';

/** The mark of a configuration that a second call has still to finish. An env entry, because envs are what every call carries and every reading shows. */
export const pendingMarkerKey = 'GPU_ENDPOINT_UNFINISHED';
