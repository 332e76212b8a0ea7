/** The table of error codes, and the base of every error that stops a run. */

/** Every code that the output `failure-reason` can carry, with what to do; scripts/codes.ts has what each means. */
export const errorCodes = {
  'inputs-invalid': 'Correct what is listed; all mistakes are listed at once.',
  'spec-invalid': 'Correct the lines shown.',
  'limits-exceeded': 'Use a value in the range shown, or add `beyond-limits` to `allow` to let the service decide.',
  'image-not-found': 'Correct the reference, or run this step after the one that pushes the image.',
  'image-platform': 'Build it with `--platform linux/amd64`.',
  'image-unresolved': 'Log in to the registry first, or run it again; `resolve-image: check` deploys the tag.',
  unauthorized: 'Check the secret used for `api-key`, and that the key belongs to the account that owns the endpoint.',
  'not-found': 'Check `endpoint-id`. Without it, an endpoint that was deleted by hand is created again.',
  'name-ambiguous': 'Select one of them with `endpoint-id`, or delete or rename the others.',
  'app-name-taken': 'Choose another `appName`; it must be unique across the whole service.',
  quota: 'Raise the quota, delete endpoints that you no longer need, or top up the account: the message says which.',
  'no-capacity': 'Try again later, or choose another product or cluster.',
  rejected: "Read the service's own message in the log; if the spec is right, report a bug.",
  unavailable: 'Run it again; nothing is written twice.',
  unreadable: 'Check `base-url`; if it is right, report a bug and include the message.',
  'not-applied': 'Check whether someone else changes the endpoint. If not, remove the field: the service ignores it.',
  'image-pull': 'Check that the image and its tag exist, and `image.authId` if the registry is private.',
  crashed: 'Read the log of the worker named in the message; check `image.command` and `envs`.',
  unhealthy: 'Check `healthy.path` and `ports`. The service kills a server that does not answer within about 40 s.',
  'test-failed': "Read the worker's log, and correct the version or the test.",
  worse: 'See the lost answers in the summary, or raise `compare.worse` in the spec, where a reviewer reads it.',
  slower: 'Make it faster, or raise `compare.slower` in the spec, where a reviewer reads it.',
  'answers-differ': 'If the new answers are right, delete `answers: same` from `compare`.',
  'not-serving':
    'Read `logs` and, where it differs from the spec, `plan`; an endpoint that is starting may need some minutes.',
  owned: 'Choose another `name`, or add `adopt` to `allow` to take the endpoint over.',
  github: 'Give the job the permission named in the message.',
  busy: 'Run it again when it has ended. In a workflow, set a `concurrency` group.',
  conflict: 'Check the endpoint, then run it again. In a workflow, set a `concurrency` group.',
  'plan-changed':
    'Review the new plan, which the log shows; plan and approve again, ' +
    'or use `resolve-image: pin` for the plan and its output `image-digest` for the deploy.',
  'order-unknown': 'Run it again. If the plan was approved for what is deployed now, add `older-commit` to `allow`.',
  'secrets-missing':
    'Pass them in `secret-envs`, as the run did that set them. To remove them, add `drop-secrets` to `allow`.',
  'nothing-rolled-back':
    'In `rollback.yml` or a revert, name the digest that ran then (`image: …@sha256:…`): the log of the job of ' +
    'the last good run has it. A tag of that commit alone works, too, with `resolve-image: pin`.',
  'endpoint-failed': "Read the service's message and the log of the worker named in it.",
  timeout: 'Check the last state in the log; raise `wait-timeout` if the image is large.',
  cancelled: 'Run it again; it continues from the current state.',
  internal: 'Report it with the log of the step.',
} as const satisfies Record<string, string>;

export type ErrorCode = keyof typeof errorCodes;

/** What a code means, on the page of codes. */
export const explanationOf = (code: ErrorCode) =>
  `https://github.com/acme/deploy-gpu-endpoint/blob/v1/docs/errors.md#${code}`;

export interface ErrorDetails {
  code: ErrorCode;
  /** The failure, its subject, the value found and the values allowed. Holds no secret. */
  message: string;
  /** Default: the action of the code's row. */
  hint?: string | undefined;
  /** In a few words, for the title of an annotation: `llama: crashed, restored to ghcr.io/acme/llama:1`. Default ''. */
  title?: string;
  /** As Markdown, where specs are wrong; each has been reported at its place, and is in the summary. Default ''. */
  issues?: string;
  /** Default: the message says it, or nothing was tried. */
  now?: Now | undefined;
  cause?: unknown;
}

/** What there is after a failure, who is served and what is billed; sentences without their full stops. */
export interface Now {
  left: string;
  served: string;
  billed: string;
}

/** What stops a run. Subclasses add what their part knows; `code` becomes the output `failure-reason`. */
export class DeployError extends Error {
  override readonly name: string = 'DeployError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly title: string;
  readonly issues: string;
  readonly now: Now | undefined;

  constructor({ code, message, hint, title = '', issues = '', now, cause }: ErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint ?? errorCodes[code];
    this.title = title;
    this.issues = issues;
    this.now = now;
  }

  /** The message, and what there is now. */
  get told(): string {
    const { left, served, billed } = this.now ?? {};
    return [this.message, left, served, billed].filter(Boolean).join('. ');
  }

  /** `now`: default as it is. */
  withTitle(title: string, now = this.now): DeployError {
    return new DeployError({ ...this, message: this.message, title, now, cause: this });
  }
}

/** What the user gave is wrong, and nothing was tried. */
export function inputsInvalid(message: string, hint: string): DeployError {
  return new DeployError({ code: 'inputs-invalid', message, hint });
}

/** For `catch`: the error as a value. A defect is thrown on. */
export function knownError(thrown: unknown): DeployError {
  if (thrown instanceof DeployError) return thrown;
  throw thrown;
}

/** The error itself, or one of code `internal` with the stack. */
export function asDeployError(thrown: unknown): DeployError {
  if (thrown instanceof DeployError) return thrown;
  const stack = thrown instanceof Error ? thrown.stack : String(thrown);
  return new DeployError({ code: 'internal', message: `a bug in deploy-gpu-endpoint: ${stack}`, cause: thrown });
}
