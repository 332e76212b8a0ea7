/** What each code of a failure and of an issue of a spec means: rows of docs/errors.md. */

import { DeployError, type ErrorCode } from '../src/errors.ts';
import { isUndone } from '../src/rollout/errors.ts';
import type { IssueCode } from '../src/spec/issue.ts';

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
  'not-listed': 'The endpoint was created, but the service does not list it under the requested name.',
  'app-name-taken': 'Another endpoint already uses this `appName`.',
  quota: 'A quota of the account is used up, or the account may not do this now.',
  balance: 'The account balance does not cover the request.',
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
  'order-unknown':
    'With `approved-plan`, GitHub did not tell whether the deployed commit is newer than that of this run.',
  'secrets-missing': 'The run has no `secret-envs`, and would remove envs that an earlier run set by them.',
  'nothing-rolled-back': 'With `older-commit`, the older commit does not say which image ran then.',
  'endpoint-failed': 'The endpoint entered a state from which it does not recover.',
  timeout: 'The endpoint was not ready within `wait-timeout`.',
  cancelled: 'The run was cancelled.',
  internal: 'A bug in this action.',
};

/** Nothing has been written when a run ends with one of these. */
const untouched: readonly ErrorCode[] = [
  ...(['inputs-invalid', 'spec-invalid', 'limits-exceeded', 'image-not-found', 'image-platform'] as const),
  ...(['image-unresolved', 'app-name-taken', 'not-serving', 'owned', 'plan-changed'] as const),
  ...(['order-unknown', 'secrets-missing', 'nothing-rolled-back'] as const),
];

/** What a failure leaves, in the words of docs/errors.md. */
export function leftBy(code: ErrorCode): 'untouched' | 'undone' | 'kept' | 'candidate' {
  if (code === 'worse' || code === 'slower' || code === 'answers-differ') return 'candidate';
  if (isUndone(new DeployError({ code, message: '' }))) return 'undone';
  return untouched.includes(code) ? 'untouched' : 'kept';
}

export const issueCodes = {
  'file-too-large': {
    means: 'The file is larger than 64 KiB, or what its variables are filled in with is longer than 256 Ki characters.',
    action: 'Keep only the spec in the file. Put bulk data into the image or on a volume.',
  },
  'not-utf8': { means: 'The file contains bytes that are not UTF-8.', action: 'Save the file as UTF-8.' },
  'control-character': {
    means: 'The file contains a control character, which YAML does not allow.',
    action: 'Delete it, or write it as an escape inside double quotes.',
  },
  'yaml-syntax': { means: 'The text is not valid YAML.', action: 'Correct the place shown.' },
  'nested-too-deep': { means: 'Lists and mappings are nested too deeply.', action: 'Reduce the nesting.' },
  'too-many-items': {
    means: '`envs` has more entries than any container needs.',
    action: 'Combine values that belong together into one entry, or put them into the image or on a volume.',
  },
  'custom-tag': { means: 'A value has a YAML tag; a spec has no tags.', action: 'Delete the tag.' },
  'unknown-anchor': {
    means: 'A `*name` has no `&name` before it, or is inside it.',
    action: 'Quote the text if it is not an alias.',
  },
  'alias-bomb': { means: 'Aliases repeat too much of the file.', action: 'Write the values out.' },
  'merge-key': {
    means: '`<<` merges mappings in YAML 1.1 only; a spec is YAML 1.2.',
    action: 'Write the fields out, or alias a whole block.',
  },
  'complex-key': { means: 'A key is a list, a mapping or an alias.', action: 'Use text as the key.' },
  'duplicate-key': { means: 'A key is used twice in one mapping.', action: 'Keep one of them.' },
  'empty-spec': { means: 'The file contains no spec.', action: 'Write at least `name: …`.' },
  'malformed-variable': {
    means: 'A `${` does not start a well-formed `${KEY}`.',
    action: 'Write `${KEY}`, or `$${` for a literal `${`.',
  },
  'unknown-variable': {
    means: 'A `${KEY}` is not set in the `variables` input.',
    action: 'Add `KEY=value` to the `variables` input.',
  },
  'unused-variable': {
    means: 'No spec uses this entry of the `variables` input.',
    action: 'Remove the entry, or use it as `${KEY}`.',
  },
  'unknown-key': { means: 'The spec has no such field.', action: 'Use the suggested field, or delete the key.' },
  'missing-key': { means: 'A required field is missing.', action: 'Add the field.' },
  'wrong-type': { means: 'A value has the wrong type for its field.', action: 'Write a value of the type shown.' },
  'out-of-range': {
    means: 'A number, length or count is outside its documented range.',
    action: 'Use a value in the range shown.',
  },
  'invalid-value': { means: 'A value breaks a documented rule.', action: 'Follow the rule shown.' },
  'secret-literal': {
    means:
      'A value of `envs`, `image.command` or `image.entrypoint` looks like a secret in plain text (a warning); or a value of `variables` does, which is shown (an error).',
    action: 'Use the `secret-envs` input. Revoke a secret that was committed.',
  },
  'duplicate-env': { means: 'Two items of `envs` have the same key.', action: 'Keep one of them.' },
  'duplicate-name': { means: 'Two specs describe an endpoint of the same name.', action: 'Give each a unique name.' },
  'cluster-required': {
    means: 'Cloud storage is mounted and `clusterID` is missing.',
    action: 'Add the `clusterID` of the storage.',
  },
  'duplicate-mount': {
    means: 'Two volumes are mounted at the same path.',
    action: 'Give each volume a unique `mountPath`.',
  },
  'reserved-env': { means: "The env key is reserved for this action's own record.", action: 'Use another name.' },
  'not-told': {
    means: 'An update requires a field that neither the spec nor the service provides.',
    action: 'Add the field to the spec.',
  },
  'policy-value-needed': {
    means: '`policy.type` changes, but `policy.value` does not, and it means something else under the new type.',
    action: 'Set `policy.value` too.',
  },
  'health-port-unknown': {
    means: 'The v2 update sends a health check without a port, which may reset a port that was set by hand.',
    action: 'Add `healthy.port` if the health check has a port of its own.',
  },
  'not-comparable': {
    means: 'The service never returns this field, and nothing else changes with which it would be sent.',
    action: 'If you have changed it, change something else with it, or recreate the endpoint.',
  },
  'max-below-min': { means: '`maxNum` is below `minNum`.', action: 'Raise `maxNum` or lower `minNum`.' },
  'unknown-policy-type': {
    means:
      '`policy.type` is neither `queue` nor `concurrency`. An error where one of them was probably meant; otherwise it is sent as it is, and its range is unknown.',
    action: 'Check the spelling, or use `queue` or `concurrency`.',
  },
  'outside-limits': {
    means: 'A value is outside the range that the service allows now.',
    action: 'Use a value in the range shown.',
  },
  'beyond-free-size': {
    means: "A disk is larger than the account's free capacity.",
    action: 'No change needed if you want the larger disk.',
  },
  'limits-unusable': {
    means: 'The live limits are incomplete or contradictory, so the value was not checked.',
    action: 'No change needed; the service decides.',
  },
  'outside-v2-bounds': {
    means: 'The change requires the v2 interface, and a value is outside its documented bounds.',
    action: 'Use a value inside the bounds shown.',
  },
  'not-updatable': {
    means: 'No permitted update call can change this field of the live endpoint to the requested value.',
    action: 'Follow the hint: another value, or a new endpoint.',
  },
  'unknown-product': {
    means: 'No endpoint of the account has this product; `validate` compares them where it has a key.',
    action: 'Check the ID. No change needed if the service offers it.',
  },
  'required-to-create': {
    means: 'The endpoint does not exist yet, and the spec lacks a field that creating it requires.',
    action: 'Add the field. An existing endpoint would keep its current value.',
  },
  'image-not-found': {
    means: 'The registry does not have the image.',
    action: 'Correct the reference, or push the image first.',
  },
  'image-platform': {
    means: 'The image is not built for linux/amd64.',
    action: 'Build it with `--platform linux/amd64`.',
  },
  'image-unresolved': {
    means: 'With `resolve-image: pin`, the registry did not return the digest of the image.',
    action: 'Log in to the registry first, or run it again.',
  },
  'more-issues': {
    means: 'There are more problems than are listed.',
    action: 'Correct the listed ones, then check again.',
  },
} as const satisfies Record<IssueCode, { means: string; action: string }>;
