/** The table of error codes, and the base of every error that stops a run. */

/**
 * Every code that the output `failure-reason` can carry, with what it means and what to do.
 * The README's table is generated from it; a test keeps it complete.
 */
export const errorCodes = {
  'inputs-invalid': {
    means: 'An input of the step is missing or malformed.',
    action: 'Correct the inputs that are named; all of them are listed at once.',
  },
  'spec-invalid': {
    means: 'The spec breaks a rule of the YAML syntax, the schema or the service contract.',
    action: 'Correct the lines that are shown.',
  },
  'limits-exceeded': {
    means: 'A value of the spec lies outside the range that the service allows today.',
    action: 'Use a value inside the range that is shown, or set `limits: warn` to let the service decide.',
  },
  'image-not-found': {
    means: 'The registry does not have the image, asked before the first write.',
    action: 'Correct the reference, or let the step run after the one that pushes the image.',
  },
  'image-platform': {
    means: 'The image is not built for linux/amd64, asked before the first write.',
    action: 'Build it with `--platform linux/amd64`.',
  },
  'image-unresolved': {
    means: 'With `resolve-image: pin` the registry did not tell the digest of the image.',
    action: 'Log in to the registry in an earlier step, or run the step again; `resolve-image: check` deploys the tag.',
  },
  unauthorized: {
    means: 'The service refused the api key (401) or its rights (403).',
    action: 'Check the secret behind `api-key` and that the key belongs to the account of the endpoint.',
  },
  'not-found': {
    means: 'The service does not know the endpoint (or the product) that was named.',
    action: 'Check `endpoint-id`; an endpoint deleted by hand is created again when `endpoint-id` is left out.',
  },
  'name-ambiguous': {
    means: 'More than one endpoint carries the name.',
    action: 'Name one of them by `endpoint-id`, or delete or rename the others.',
  },
  'not-listed': {
    means: 'The endpoint was created, but the service does not list it under the name that was asked for.',
    action: 'Delete it, or name it by `endpoint-id`: the next run would create another one.',
  },
  'app-name-taken': {
    means: 'Another endpoint of the service uses this `appName` already.',
    action: 'Choose another `appName`; it is unique across the whole service.',
  },
  quota: {
    means: 'The account may not hold more of this, or not do this now.',
    action: 'Raise the quota or delete what is not needed.',
  },
  balance: {
    means: 'The balance of the account does not cover the request.',
    action: 'Top up the account and run the step again.',
  },
  'no-capacity': {
    means: 'The service has no free GPU of the kind that was asked for.',
    action: 'Try again later, or name another product or cluster.',
  },
  rejected: {
    means: 'The service refused the request as it was sent.',
    action: "Read the service's own words in the message; if the spec is right, report a bug.",
  },
  unavailable: {
    means: 'The service could not be reached or answered with failures until the time ran out.',
    action: 'Run the step again; nothing is written twice.',
  },
  unreadable: {
    means: 'The service answered something that breaks its documented contract.',
    action: 'Check `base-url`; if it is right, report a bug with the member that the message names.',
  },
  replace: {
    means: '`appName` differs from that of the live endpoint and no update can change it.',
    action: 'Take the change back, or set `allow-replace: true` to create a new endpoint and delete the old one.',
  },
  'not-applied': {
    means: 'The service accepted a write, but reading the endpoint again does not show it.',
    action:
      'Look whether somebody else changes the endpoint; if not, the service ignores the member: take it out of the spec.',
  },
  'image-pull': {
    means: 'A worker cannot pull the image.',
    action: 'Check that the image and its tag exist, and `image.authId` when the registry is private.',
  },
  crashed: {
    means: 'The container exits.',
    action: 'Read the log of the worker that is named; check `image.command` and the envs.',
  },
  unhealthy: {
    means: 'The container runs but its health check does not pass.',
    action:
      'Check `healthy.path` and `ports`; a server that needs more than about 40 s to answer is killed by the service.',
  },
  'smoke-test': {
    means: 'The endpoint is ready, but the path of `smoke-test` does not answer 2xx.',
    action: 'Ask the URL yourself, and read the log of the endpoint.',
  },
  owned: {
    means: 'The endpoint is recorded as deployed by another repository, or is not the preview that its name suggests.',
    action: 'Choose another `name`, or set `adopt: true` to take the endpoint over.',
  },
  github: {
    means: 'Something on GitHub that was asked for explicitly could not be done.',
    action: 'Give the job the permission that the message names.',
  },
  busy: {
    means: 'Another operation on the endpoint was under way for as long as this run tried: two minutes.',
    action: 'Run the step again when it has ended; give the workflow a `concurrency` group.',
  },
  conflict: {
    means: 'Somebody else changed the endpoint during the rollout.',
    action: 'Look at the endpoint, then run the step again; give the workflow a `concurrency` group.',
  },
  'plan-changed': {
    means: 'The plan is not the one that was approved.',
    action: 'Look at what moved, and have the new plan approved.',
  },
  'endpoint-failed': {
    means: 'The endpoint went to a state from which it does not recover.',
    action: 'Read the message of the service and the log of the worker that is named.',
  },
  timeout: {
    means: 'The endpoint did not serve within `wait-timeout`.',
    action: 'Look at the last state in the log; raise `wait-timeout` when the image is large.',
  },
  cancelled: { means: 'The run was cancelled.', action: 'Run the step again; it goes on from whatever is there.' },
  internal: { means: 'A defect of this action.', action: 'Report it with the log of the step.' },
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
}

/** The error itself when it is a {@link DeployError}, otherwise one of code `internal` with the stack of what was thrown. */
export function asDeployError(thrown: unknown): DeployError {
  if (thrown instanceof DeployError) return thrown;
  const stack = thrown instanceof Error ? thrown.stack : String(thrown);
  return new DeployError({ code: 'internal', message: `a defect of deploy-gpu-endpoint: ${stack}`, cause: thrown });
}
