/** The table of error codes, and the base of every error that stops a run. */

/**
 * Every code that the output `failure-reason` can carry, with what to do. What each means stands in scripts/codes.ts:
 * docs/errors.md is generated from both.
 */
export const errorCodes = {
  'inputs-invalid': { action: 'Correct the inputs that are listed; all mistakes are listed at once.' },
  'spec-invalid': { action: 'Correct the lines shown.' },
  'limits-exceeded': {
    action: 'Use a value in the range shown, or add `beyond-limits` to `allow` to let the service decide.',
  },
  'image-not-found': { action: 'Correct the reference, or run this step after the one that pushes the image.' },
  'image-platform': { action: 'Build it with `--platform linux/amd64`.' },
  'image-unresolved': {
    action: 'Log in to the registry first, or run it again; `resolve-image: check` deploys the tag.',
  },
  unauthorized: {
    action: 'Check the secret used for `api-key`, and that the key belongs to the account that owns the endpoint.',
  },
  'not-found': { action: 'Check `endpoint-id`. Without it, an endpoint that was deleted by hand is created again.' },
  'name-ambiguous': { action: 'Select one of them with `endpoint-id`, or delete or rename the others.' },
  'not-listed': { action: 'Delete it, or select it with `endpoint-id`: the next run would create another one.' },
  'app-name-taken': { action: 'Choose another `appName`; it must be unique across the whole service.' },
  quota: { action: 'Raise the quota, or delete endpoints that you no longer need.' },
  balance: { action: 'Top up the account and run it again.' },
  'no-capacity': { action: 'Try again later, or choose another product or cluster.' },
  rejected: { action: "Read the service's own message in the log; if the spec is right, report a bug." },
  unavailable: { action: 'Run it again; nothing is written twice.' },
  unreadable: { action: 'Check `base-url`; if it is right, report a bug and include the message.' },
  replace: {
    action: 'Revert the change, or add `replace` to `allow` to create a new endpoint and delete the old one.',
  },
  'not-applied': {
    action:
      'Check whether someone else changes the endpoint. If not, the service ignores the field: remove it from the spec.',
  },
  'image-pull': { action: 'Check that the image and its tag exist, and `image.authId` if the registry is private.' },
  crashed: { action: 'Read the log of the worker named in the message; check `image.command` and `envs`.' },
  unhealthy: {
    action: 'Check `healthy.path` and `ports`. The service kills a server that does not answer within about 40 s.',
  },
  'test-failed': { action: "Run the request yourself, and read the worker's log." },
  'not-serving': {
    action: 'Read `logs` and, where it differs from the spec, `plan`; one that is starting may need some minutes.',
  },
  owned: { action: 'Choose another `name`, or add `adopt` to `allow` to take the endpoint over.' },
  github: { action: 'Give the job the permission named in the message.' },
  busy: { action: 'Run it again when it has ended. In a workflow, set a `concurrency` group.' },
  conflict: { action: 'Check the endpoint, then run it again. In a workflow, set a `concurrency` group.' },
  'plan-changed': { action: 'Review the new plan, which the log shows, and have it approved.' },
  'order-unknown': {
    action: 'Run it again. If the plan was approved for what is deployed now, add `older-commit` to `allow`.',
  },
  'endpoint-failed': { action: "Read the service's message and the log of the worker named in it." },
  timeout: { action: 'Check the last state in the log; raise `wait-timeout` if the image is large.' },
  cancelled: { action: 'Run it again; it continues from the current state.' },
  internal: { action: 'Report it with the log of the step.' },
} as const satisfies Record<string, { action: string }>;

export type ErrorCode = keyof typeof errorCodes;

export interface ErrorDetails {
  code: ErrorCode;
  /** What failed, on what, what was found and what is allowed. Holds no secret. */
  message: string;
  /** What to do now; defaults to the action of the code's row. */
  hint?: string;
  /** In a few words, for the title of an annotation: `llama: crashed, restored to ghcr.io/acme/llama:1`. Default ''. */
  title?: string;
  cause?: unknown;
}

/** What stops a run. Subclasses add what their part knows; `code` becomes the output `failure-reason`. */
export class DeployError extends Error {
  override readonly name: string = 'DeployError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly title: string;

  constructor({ code, message, hint, title = '', cause }: ErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint ?? errorCodes[code].action;
    this.title = title;
  }
}

/** What stops a run because of its specs. Each issue has been reported at its place, and is in the summary. */
export class SpecError extends DeployError {
  override readonly name = 'SpecError';
  /** The issues as Markdown, for where the summary is not at hand. */
  readonly issues: string;

  constructor({ issues, ...details }: ErrorDetails & { issues: string }) {
    super(details);
    this.issues = issues;
  }
}

/** The error itself when it is a {@link DeployError}, otherwise one of code `internal` with the stack. */
export function asDeployError(thrown: unknown): DeployError {
  if (thrown instanceof DeployError) return thrown;
  const stack = thrown instanceof Error ? thrown.stack : String(thrown);
  return new DeployError({ code: 'internal', message: `a bug in deploy-gpu-endpoint: ${stack}`, cause: thrown });
}
