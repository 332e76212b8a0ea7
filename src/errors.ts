/** The table of error codes, and the base of every error that stops a run. */

/** All that the program knows of a code. */
interface CodeRow {
  /** What to do. */
  next: string;
  /** Of a failure of the version rather than of the run: what a sentence about its image says of it. */
  failed?: string;
  /** `version`: what was there before is written back, unless the failure proves nothing (`isInconclusive`). */
  speaksAgainst: 'version' | 'nothing';
  /** The next step changes the workflow file, which a run that is started again keeps. */
  isOfWorkflow?: true;
}

/** Every code that the output `failure-reason` can carry, a row each; scripts/codes.ts has what each means. */
export const errorCodes = {
  'inputs-invalid': { next: 'Correct what is listed; all mistakes are listed at once.', speaksAgainst: 'nothing' },
  'spec-invalid': { next: 'Correct the lines shown.', speaksAgainst: 'nothing' },
  'limits-exceeded': {
    next: 'Use a value in the range shown, or add `beyond-limits` to `allow` to let the service decide.',
    speaksAgainst: 'nothing',
    isOfWorkflow: true,
  },
  'image-not-found': {
    next: 'Correct the reference, or run this step after the one that pushes the image.',
    failed: 'not found',
    speaksAgainst: 'nothing',
  },
  'image-platform': {
    next: 'Build it with `--platform linux/amd64`.',
    failed: 'is not built for linux/amd64',
    speaksAgainst: 'nothing',
  },
  'image-unresolved': {
    next: 'Log in to the registry first, or run it again; `resolve-image: check` deploys the tag.',
    failed: 'has no known digest',
    speaksAgainst: 'nothing',
  },
  unauthorized: {
    next: 'Check the secret used for `api-key`, and that the key belongs to the account that owns the endpoint.',
    speaksAgainst: 'nothing',
  },
  'not-found': {
    next: 'Check `endpoint-id`. Without it, an endpoint that was deleted by hand is created again.',
    speaksAgainst: 'nothing',
  },
  'name-ambiguous': {
    next: 'Select one of them with `endpoint-id`, or delete or rename the others.',
    speaksAgainst: 'nothing',
  },
  'app-name-taken': {
    next: 'Choose another `appName`; it must be unique across the whole service.',
    speaksAgainst: 'nothing',
  },
  quota: {
    next: 'Raise the quota, delete endpoints that you no longer need, or top up the account: the message says which.',
    speaksAgainst: 'version',
  },
  'no-capacity': { next: 'Try again later, or choose another product or cluster.', speaksAgainst: 'version' },
  rejected: {
    next: "Read the service's own message in the log; if the spec is right, report a bug.",
    speaksAgainst: 'version',
  },
  unavailable: { next: 'Run it again; nothing is written twice.', speaksAgainst: 'nothing' },
  unreadable: {
    next: 'Check `base-url`; if it is right, report a bug and include the message.',
    speaksAgainst: 'nothing',
  },
  'not-applied': {
    next: 'Check whether someone else changes the endpoint. If not, remove the field: the service ignores it.',
    speaksAgainst: 'version',
  },
  'image-pull': {
    next: 'Check that the image and its tag exist, and `image.authId` if the registry is private.',
    failed: 'cannot be pulled',
    speaksAgainst: 'version',
  },
  crashed: {
    next: 'Read the log of the worker named in the message; check `image.command` and `envs`.',
    failed: 'crashed',
    speaksAgainst: 'version',
  },
  unhealthy: {
    next: 'Check `healthy.path` and `ports`. The service kills a server that does not answer within about 40 s.',
    failed: 'is unhealthy',
    speaksAgainst: 'version',
  },
  'test-failed': {
    next: "Read the worker's log, and correct the version or the test.",
    failed: 'failed a test',
    speaksAgainst: 'version',
  },
  worse: {
    next: 'See the lost answers in the summary, or raise `compare.worse` in the spec, where a reviewer reads it.',
    speaksAgainst: 'nothing',
  },
  slower: {
    next: 'Make it faster, or raise `compare.slower` in the spec, where a reviewer reads it.',
    speaksAgainst: 'nothing',
  },
  'not-serving': {
    next: 'Read `logs` and, where it differs from the spec, `plan`; an endpoint that is starting may need some minutes.',
    speaksAgainst: 'nothing',
  },
  owned: {
    next: 'Choose another `name`, or add `adopt` to `allow` to take the endpoint over.',
    speaksAgainst: 'nothing',
    isOfWorkflow: true,
  },
  github: { next: 'Give the job the permission named in the message.', speaksAgainst: 'nothing' },
  busy: { next: 'Run it again when it has ended. In a workflow, set a `concurrency` group.', speaksAgainst: 'version' },
  conflict: {
    next: 'Check the endpoint, then run it again. In a workflow, set a `concurrency` group.',
    speaksAgainst: 'nothing',
  },
  'plan-changed': {
    next:
      'Review the new plan, which the log shows; plan and approve again, ' +
      'or use `resolve-image: pin` for the plan and its output `image-digest` for the deploy.',
    speaksAgainst: 'nothing',
  },
  'order-unknown': {
    next: 'Run it again. If the plan was approved for what is deployed now, add `older-commit` to `allow`.',
    speaksAgainst: 'nothing',
    isOfWorkflow: true,
  },
  'secrets-missing': {
    next: 'Pass them in `secret-envs`, as the run did that set them. To remove them, add `drop-secrets` to `allow`.',
    speaksAgainst: 'nothing',
    isOfWorkflow: true,
  },
  'nothing-rolled-back': {
    next:
      'In `rollback.yml` or a revert, name the digest that ran then (`image: …@sha256:…`): the log of the job of ' +
      'the last good run has it. A tag of that commit alone works, too, with `resolve-image: pin`.',
    speaksAgainst: 'nothing',
  },
  'endpoint-failed': {
    next: "Read the service's message and the log of the worker named in it.",
    failed: 'failed',
    speaksAgainst: 'version',
  },
  timeout: {
    next: 'Check the last state in the log; raise `wait-timeout` if the image is large.',
    failed: 'timed out',
    speaksAgainst: 'version',
    isOfWorkflow: true,
  },
  cancelled: { next: 'Run it again; it continues from the current state.', speaksAgainst: 'nothing' },
  internal: { next: 'Report it with the log of the step.', speaksAgainst: 'version' },
} as const satisfies Record<string, CodeRow>;

export type ErrorCode = keyof typeof errorCodes;

/** The row of a code, with the members that other rows have. */
export const codeRow = (code: ErrorCode): CodeRow => errorCodes[code];

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
    this.hint = hint ?? errorCodes[code].next;
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
