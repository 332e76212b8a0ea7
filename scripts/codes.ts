/** What each code of a failure means, for docs/errors.md. */

import type { ErrorCode } from '../src/errors.ts';

/** What to do stands in `errorCodes` of src/errors.ts. */
export const errorMeanings: Readonly<Record<ErrorCode, string>> = {
  'inputs-invalid': 'An input is missing or malformed.',
  'spec-invalid': 'The spec breaks a rule of YAML, of the spec schema or of the service.',
  'limits-exceeded': 'A value in the spec is outside the range that the service allows now.',
  'image-not-found': 'The registry does not have the image. Checked before the first write.',
  'image-platform': 'The image is not built for linux/amd64. Checked before the first write.',
  'image-unresolved': 'With `resolve-image: pin`, the registry did not return the digest of the image.',
  unauthorized: 'The service rejected the API key (401) or its permissions (403).',
  'not-found': 'The service found no such endpoint or product.',
  'name-ambiguous': 'Several endpoints have this name.',
  'app-name-taken': 'Another endpoint already uses this `appName`.',
  quota: 'A quota of the account is used up, its balance does not cover the request, or it may not do this now.',
  'no-capacity': 'The service has no free GPU of the requested kind.',
  rejected: 'The service rejected the request.',
  unavailable: 'The service could not be reached, or kept failing until the time limit.',
  unreadable: 'The service returned a response that its documentation does not allow.',
  'not-applied': 'The service accepted a write, but the endpoint does not show it.',
  'image-pull': 'A worker cannot pull the image.',
  crashed: 'The container keeps exiting.',
  unhealthy: 'The container runs, but its health check fails.',
  'test-failed': 'A test of the spec failed on a worker of the new version.',
  worse: 'The candidate certainly gives fewer right answers than production.',
  slower: 'The candidate certainly answers slower than production, by more than `compare.slower` of the spec.',
  'answers-differ': 'The candidate certainly answers otherwise than production, and the spec has `answers: same`.',
  'not-serving': '`status` found an endpoint that does not serve, or none.',
  owned:
    'The endpoint was deployed by another repository, does not show whose it is, or is not the preview that its name suggests.',
  github: 'Something that you requested explicitly on GitHub failed.',
  busy: 'Another operation on the endpoint was in progress until the time limit.',
  conflict: 'Someone else changed the endpoint during the rollout.',
  'plan-changed': 'The plan is not the one that was approved.',
  'order-unknown': 'With `approved-plan`, nothing tells whether the deployed commit is newer than that of this run.',
  'secrets-missing': 'The run has no `secret-envs`, and would remove envs that an earlier run set by them.',
  'nothing-rolled-back':
    'An older commit that was started again, or allowed, names no digest and would change no image.',
  'endpoint-failed': 'The endpoint entered a state from which it does not recover.',
  timeout: 'The endpoint was not ready within `wait-timeout`.',
  cancelled: 'The run was cancelled.',
  internal: 'A bug in this action.',
};
