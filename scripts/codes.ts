/** What each code of a failure means, for docs/errors.md. */

import type { ErrorCode } from '../src/errors.ts';

/** What to do stands in `errorCodes` of src/errors.ts. */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  'inputs-invalid': 'An input is missing or malformed.',
  'spec-invalid': 'The spec breaks a rule of YAML, its schema or the service.',
  'limits-exceeded': 'A value is outside the range that the service allows now.',
  'image-not-found': 'The registry does not have the image. Nothing was written.',
  'image-platform': 'The image is not built for linux/amd64. Nothing was written.',
  'image-unresolved': 'With `resolve-image: pin`, the registry did not return the digest.',
  unauthorized: 'The service rejected the API key (401) or its permissions (403).',
  'not-found': 'The service found no such endpoint or product.',
  'name-ambiguous': 'Several endpoints have this name.',
  'app-name-taken': 'Another endpoint already uses this `appName`.',
  quota: 'A quota or the balance of the account does not cover the request.',
  'no-capacity': 'The service has no free GPU of the requested kind.',
  rejected: 'The service rejected the request.',
  unavailable: 'The service could not be reached, or kept failing.',
  unreadable: 'The service returned what its documentation does not allow.',
  'not-applied': 'The service accepted a write, but the endpoint does not show it.',
  'image-pull': 'A worker cannot pull the image.',
  crashed: 'The container keeps exiting.',
  unhealthy: 'The container runs, but its health check fails.',
  'test-failed': 'A test of the spec failed on a worker of the new version.',
  worse: 'The candidate certainly gives fewer right answers than production.',
  slower: 'The candidate certainly answers slower than production, by more than `compare.slower`.',
  'not-serving': '`status` found an endpoint that does not serve, or none; `test` found one that is parked.',
  owned:
    "The endpoint is another repository's, does not show whose it is, or is not the preview that its name suggests.",
  github: 'Something that you requested explicitly on GitHub failed.',
  busy: 'Another operation on the endpoint was in progress.',
  conflict: 'Someone else changed the endpoint during the rollout.',
  'plan-changed': 'The plan is not the one that was approved.',
  'order-unknown': 'With `approved-plan`, nothing tells whether the deployed commit is newer.',
  'secrets-missing': 'Without `secret-envs` the run would remove envs that an earlier run set by them.',
  'nothing-rolled-back': 'An older commit that was started again names no digest, and would change no image.',
  'endpoint-failed': 'The endpoint failed for good.',
  timeout: 'The endpoint was not ready within `wait-timeout`.',
  cancelled: 'The run was cancelled.',
  internal: 'A bug in this action.',
};
