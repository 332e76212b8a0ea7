/** The table of error codes, and the base of every error that stops a run. */

/**
 * Every code that the output `failure-reason` can carry, with what it means and what to do.
 * docs/errors.md is generated from it; a test keeps it complete.
 */
export const errorCodes = {
  'inputs-invalid': {
    means: 'An input is missing or malformed.',
    action: 'Correct the inputs listed in the log; all mistakes are listed at once.',
  },
  'spec-invalid': {
    means: 'The spec breaks a rule of YAML, of the spec schema or of the service.',
    action: 'Correct the lines shown.',
  },
  'limits-exceeded': {
    means: 'A value in the spec is outside the range that the service allows now.',
    action: 'Use a value in the range shown, or add `beyond-limits` to `allow` to let the service decide.',
  },
  'image-not-found': {
    means: 'The registry does not have the image. Checked before the first write.',
    action: 'Correct the reference, or run this step after the one that pushes the image.',
  },
  'image-platform': {
    means: 'The image is not built for linux/amd64. Checked before the first write.',
    action: 'Build it with `--platform linux/amd64`.',
  },
  'image-unresolved': {
    means: 'With `resolve-image: pin`, the registry did not return the digest of the image.',
    action: 'Log in to the registry in an earlier step, or run the step again; `resolve-image: check` deploys the tag.',
  },
  unauthorized: {
    means: 'The service rejected the API key (401) or its permissions (403).',
    action: 'Check the secret used for `api-key`, and that the key belongs to the account that owns the endpoint.',
  },
  'not-found': {
    means: 'The service found no such endpoint or product.',
    action: 'Check `endpoint-id`. Without it, an endpoint that was deleted by hand is created again.',
  },
  'name-ambiguous': {
    means: 'Several endpoints have this name.',
    action: 'Select one of them with `endpoint-id`, or delete or rename the others.',
  },
  'not-listed': {
    means: 'The endpoint was created, but the service does not list it under the requested name.',
    action: 'Delete it, or select it with `endpoint-id`: the next run would create another one.',
  },
  'app-name-taken': {
    means: 'Another endpoint already uses this `appName`.',
    action: 'Choose another `appName`; it must be unique across the whole service.',
  },
  quota: {
    means: 'A quota of the account is used up, or the account may not do this now.',
    action: 'Raise the quota, or delete endpoints that you no longer need.',
  },
  balance: {
    means: 'The account balance does not cover the request.',
    action: 'Top up the account and run the step again.',
  },
  'no-capacity': {
    means: 'The service has no free GPU of the requested kind.',
    action: 'Try again later, or choose another product or cluster.',
  },
  rejected: {
    means: 'The service rejected the request.',
    action: "Read the service's own message in the log; if the spec is right, report a bug.",
  },
  unavailable: {
    means: 'The service could not be reached, or kept failing until the time limit.',
    action: 'Run the step again; nothing is written twice.',
  },
  unreadable: {
    means: 'The service returned a response that its documentation does not allow.',
    action: 'Check `base-url`; if it is right, report a bug and include the message.',
  },
  replace: {
    means: "`appName` differs from the live endpoint's, and no update can change it.",
    action: 'Revert the change, or add `replace` to `allow` to create a new endpoint and delete the old one.',
  },
  'not-applied': {
    means: 'The service accepted a write, but the endpoint does not show it.',
    action:
      'Check whether someone else changes the endpoint. If not, the service ignores the field: remove it from the spec.',
  },
  'image-pull': {
    means: 'A worker cannot pull the image.',
    action: 'Check that the image and its tag exist, and `image.authId` if the registry is private.',
  },
  crashed: {
    means: 'The container keeps exiting.',
    action: 'Read the log of the worker named in the message; check `image.command` and `envs`.',
  },
  unhealthy: {
    means: 'The container runs, but its health check fails.',
    action: 'Check `healthy.path` and `ports`. The service kills a server that does not answer within about 40 s.',
  },
  'smoke-test': {
    means: 'The endpoint is ready, but a test of the spec does not get the answer that it expects.',
    action: "Request the URL yourself, and read the endpoint's log.",
  },
  owned: {
    means:
      'The endpoint was deployed by another repository, does not show whose it is, or is not the preview that its name suggests.',
    action: 'Choose another `name`, or add `adopt` to `allow` to take the endpoint over.',
  },
  github: {
    means: 'Something that you requested explicitly on GitHub failed.',
    action: 'Give the job the permission named in the message.',
  },
  busy: {
    means: 'Another operation on the endpoint was in progress for the two minutes that this run retried.',
    action: 'Run the step again when it has ended. Give the workflow a `concurrency` group.',
  },
  conflict: {
    means: 'Someone else changed the endpoint during the rollout.',
    action: 'Check the endpoint, then run the step again. Give the workflow a `concurrency` group.',
  },
  'plan-changed': {
    means: 'The plan is not the one that was approved.',
    action: 'Review the new plan, which the log shows, and have it approved.',
  },
  'order-unknown': {
    means: 'With `approved-plan`, GitHub did not tell whether the deployed commit is newer than that of this run.',
    action: 'Run the step again. If the plan was approved for what is deployed now, add `older-commit` to `allow`.',
  },
  'endpoint-failed': {
    means: 'The endpoint entered a state from which it does not recover.',
    action: "Read the service's message and the log of the worker named in it.",
  },
  timeout: {
    means: 'The endpoint was not ready within `wait-timeout`.',
    action: 'Check the last state in the log; raise `wait-timeout` if the image is large.',
  },
  cancelled: { means: 'The run was cancelled.', action: 'Run the step again; it continues from the current state.' },
  internal: { means: 'A bug in this action.', action: 'Report it with the log of the step.' },
} as const satisfies Record<string, { means: string; action: string }>;

export type ErrorCode = keyof typeof errorCodes;

export interface ErrorDetails {
  code: ErrorCode;
  /** What failed, on what, what was found and what is allowed. Holds no secret. */
  message: string;
  /** What to do now; defaults to the action of the code's row. */
  hint?: string;
  cause?: unknown;
}

/** What stops a run. Subclasses add what their part knows; `code` becomes the output `failure-reason`. */
export class DeployError extends Error {
  override readonly name: string = 'DeployError';
  readonly code: ErrorCode;
  readonly hint: string;

  constructor({ code, message, hint, cause }: ErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint ?? errorCodes[code].action;
  }
}

/** What stops a run because of its specs. Each issue has been reported at its place, so the summary holds it already. */
export class SpecError extends DeployError {
  override readonly name = 'SpecError';
  /** The issues as Markdown, for where the summary is not at hand. */
  readonly issues: string;

  constructor({ issues, ...details }: ErrorDetails & { issues: string }) {
    super(details);
    this.issues = issues;
  }
}

/** The error itself when it is a {@link DeployError}, otherwise one of code `internal` with the stack of what was thrown. */
export function asDeployError(thrown: unknown): DeployError {
  if (thrown instanceof DeployError) return thrown;
  const stack = thrown instanceof Error ? thrown.stack : String(thrown);
  return new DeployError({ code: 'internal', message: `a bug in deploy-gpu-endpoint: ${stack}`, cause: thrown });
}
