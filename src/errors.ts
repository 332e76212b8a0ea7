/** The table of error codes, and the base of every error that stops a run. */

/** All that the program knows of a code: a new one answers each question, or says of which kind it is. */
export interface CodeRow {
  /** The next step, as an order. */
  next: string;
  /** The failure, as a title says it: a predicate of the image where `subject` is `version`, else a clause. */
  failed: string;
  subject: 'version' | 'run';
  /** `version`: the version before is written back, unless the failure proves nothing (`isInconclusive`). */
  speaksAgainst: 'version' | 'nothing';
  /** The next step changes the workflow file, which a run that is started again keeps. */
  isOfWorkflow: boolean;
  /** It has several causes: docs/errors.md has the commonest. */
  isExplained: boolean;
  /** What may name the cause: the log of a container, or words about a pull. `shown`: a log that is not searched. */
  log: 'container' | 'pull' | 'shown' | 'none';
  /** What to do about a version that no run has proved. `left-alone`: the run can no longer write. */
  unproved: 'cleaned-up' | 'marked' | 'left-alone';
  /** What the run has seen of the version, even if it has written nothing. */
  seen: 'failing' | 'wrong-answers' | 'nothing';
  /** Whether a read that ends so is repeated, because its answer may be odd. */
  reads: 'again' | 'final';
  /** Whether a write that ends so is sent again. `if-odd`: unless the service says why. */
  writes: 'again' | 'if-odd' | 'final';
}

type CodeKind = Omit<CodeRow, 'next' | 'failed'>;

/** A failure of the run: no worker has shown its cause. */
const ofRun = {
  subject: 'run',
  speaksAgainst: 'nothing',
  isOfWorkflow: false,
  isExplained: false,
  log: 'none',
  unproved: 'cleaned-up',
  seen: 'nothing',
  reads: 'again',
  writes: 'final',
} as const satisfies CodeKind;

/** A failure of the run whose next step is in the workflow file. */
const ofWorkflow = { ...ofRun, isOfWorkflow: true } as const;

/** The image is to blame, as its registry says. */
const ofImage = { ...ofRun, subject: 'version' } as const;

/** A container of the version is to blame. */
const ofContainer = { ...ofImage, speaksAgainst: 'version', log: 'container' } as const;

/** The service has answered a request so; something in front of it may have said it. */
const ofOddAnswer = { ...ofRun, writes: 'if-odd' } as const;

/** Every code that the output `failure-reason` can carry, a row each; scripts/codes.ts has their causes. */
export const errorCodes = {
  'inputs-invalid': {
    ...ofRun,
    failed: 'an input is wrong',
    next: 'Correct what is listed; all mistakes are listed at once.',
  },
  'spec-invalid': {
    ...ofRun,
    failed: 'the spec has mistakes',
    next: 'Correct the lines shown.',
  },
  'limits-exceeded': {
    ...ofWorkflow,
    failed: 'a value is outside the limits',
    next: 'Use a value in the range shown, or add `beyond-limits` to `allow` to let the service decide.',
  },
  'image-not-found': {
    ...ofImage,
    failed: 'was not found',
    next: 'Correct the reference, or run this step after the one that pushes the image.',
  },
  'image-platform': {
    ...ofImage,
    failed: 'is not built for linux/amd64',
    next: 'Build it with `--platform linux/amd64`.',
  },
  'image-unresolved': {
    ...ofImage,
    failed: 'has no known digest',
    next: 'Log in to the registry first, or run it again; `resolve-image: check` deploys the tag.',
  },
  unauthorized: {
    ...ofOddAnswer,
    unproved: 'left-alone',
    failed: 'the API key was refused',
    next: 'Check `api-key`, and that the key belongs to the account that owns the endpoint.',
  },
  'not-found': {
    ...ofOddAnswer,
    unproved: 'left-alone',
    reads: 'final',
    failed: 'the endpoint was not found',
    next: 'Check `endpoint-id`, or who deleted it. The next run creates it again, unless `endpoint-id` is set.',
  },
  'name-ambiguous': {
    ...ofRun,
    failed: 'several endpoints have this name',
    next: 'Select one of them with `endpoint-id`, or delete or rename the others.',
  },
  'app-name-taken': {
    ...ofRun,
    failed: 'the appName is taken',
    next: 'Choose another `appName`; it must be unique across the whole service.',
  },
  quota: {
    ...ofRun,
    isExplained: true,
    failed: 'a quota or the balance does not suffice',
    speaksAgainst: 'version',
    next: 'Raise the quota, delete endpoints that you no longer need, or top up the account: the message says which.',
  },
  'no-capacity': {
    ...ofRun,
    isExplained: true,
    failed: 'no GPU was free',
    speaksAgainst: 'version',
    next: 'Try again later, or choose another product or cluster.',
  },
  rejected: {
    ...ofOddAnswer,
    isExplained: true,
    failed: 'the service rejected a request',
    speaksAgainst: 'version',
    next: "Correct what the service's message names; if the spec is right, report a bug.",
  },
  unavailable: {
    ...ofRun,
    reads: 'final',
    writes: 'again',
    failed: 'the service was unavailable',
    next: 'Run it again; nothing is written twice.',
  },
  unreadable: {
    ...ofOddAnswer,
    failed: 'an answer of the service was unreadable',
    next: 'Check `base-url`; if it is right, report a bug and include the message.',
  },
  'not-applied': {
    ...ofRun,
    failed: 'the service did not apply the change',
    speaksAgainst: 'version',
    next: 'Check whether someone else changes the endpoint. If not, remove the field: the service ignores it.',
  },
  'image-pull': {
    ...ofImage,
    isExplained: true,
    log: 'pull',
    seen: 'failing',
    failed: 'cannot be pulled',
    speaksAgainst: 'version',
    next: 'Check that the image and its tag exist, and `image.authId` if the registry is private.',
  },
  crashed: {
    ...ofContainer,
    isExplained: true,
    seen: 'failing',
    failed: 'crashed',
    next: 'Read the log of the worker named in the message; check `image.command` and `envs`.',
  },
  unhealthy: {
    ...ofContainer,
    isExplained: true,
    failed: 'is unhealthy',
    next: 'Check `healthy.path` and `ports`. The service kills a server that does not answer within about 40 s.',
  },
  'test-failed': {
    ...ofImage,
    isExplained: true,
    log: 'shown',
    seen: 'wrong-answers',
    failed: 'failed a test',
    speaksAgainst: 'version',
    next: "Read the worker's log, and correct the version or the test.",
  },
  worse: {
    ...ofRun,
    failed: 'fewer right answers than production',
    next: 'See the lost answers in the summary, or raise `compare.worse` in the spec, where a reviewer reads it.',
  },
  slower: {
    ...ofRun,
    failed: 'slower than production',
    next: 'Make it faster, or raise `compare.slower` in the spec, where a reviewer reads it.',
  },
  overloaded: {
    ...ofRun,
    log: 'shown',
    failed: 'fails under load',
    next: 'Lower `maxConcurrent` (or `load`), give the worker more memory, or raise the limits of `tests`.',
  },
  'not-compared': {
    ...ofRun,
    failed: 'has no verdict',
    next: 'Do what the message says, and run the step again, with a longer `wait-timeout` if time ran out.',
  },
  'not-serving': {
    ...ofRun,
    failed: 'does not serve',
    next:
      'Read `logs` and, where it differs from the spec, `plan`; ' +
      'an endpoint that is starting may need some minutes.',
  },
  owned: {
    ...ofWorkflow,
    failed: 'not an endpoint of this repository',
    next: 'Choose another `name`, or add `adopt` to `allow` to take the endpoint over.',
  },
  github: {
    ...ofRun,
    failed: 'a request to GitHub failed',
    next: 'Give the job the permission named in the message.',
  },
  busy: {
    ...ofRun,
    writes: 'again',
    failed: 'another operation was in progress',
    speaksAgainst: 'version',
    next: 'Run it again when it has ended. In a workflow, set a `concurrency` group.',
  },
  conflict: {
    ...ofRun,
    isExplained: true,
    unproved: 'marked',
    failed: 'it was changed meanwhile',
    next: 'Check the endpoint, then run it again. In a workflow, set a `concurrency` group.',
  },
  'plan-changed': {
    ...ofRun,
    isExplained: true,
    failed: 'not the plan that was approved',
    next: 'Review the new plan, which the log shows; plan and approve again.',
  },
  'order-unknown': {
    ...ofWorkflow,
    failed: 'nothing shows which commit is newer',
    next: 'Run it again. If the plan was approved for what is deployed now, add `older-commit` to `allow`.',
  },
  'secrets-missing': {
    ...ofWorkflow,
    failed: 'secret envs would be lost',
    next: 'Pass them in `secret-envs`, as the run did that set them. To remove them, add `drop-secrets` to `allow`.',
  },
  'nothing-rolled-back': {
    ...ofRun,
    failed: 'nothing would be rolled back',
    next:
      'In `rollback.yml` or a revert, name the digest that ran then (`image: …@sha256:…`): the log of the job of ' +
      'the last good run has it. A tag of that commit alone works, too, with `resolve-image: pin`.',
  },
  'endpoint-failed': {
    ...ofContainer,
    seen: 'failing',
    failed: 'failed',
    next: "Correct what the service's message names. If it names no cause, run it again.",
  },
  timeout: {
    ...ofContainer,
    isExplained: true,
    isOfWorkflow: true,
    failed: 'timed out',
    next:
      'If a worker was still pulling or starting, raise `wait-timeout`. ' +
      'If it was pending, run it again, or choose another product.',
  },
  cancelled: {
    ...ofRun,
    reads: 'final',
    failed: 'the run was cancelled',
    next: 'Run it again, unless a newer run has taken its place; it continues from the current state.',
  },
  internal: {
    ...ofRun,
    failed: 'a bug stopped the run',
    speaksAgainst: 'version',
    next: 'Report it with the log of the step.',
  },
} as const satisfies Record<string, CodeRow>;

export type ErrorCode = keyof typeof errorCodes;

/** The row of a code, with the members that other rows have. */
export const codeRow = (code: ErrorCode): CodeRow => errorCodes[code];

/** Whether a word that an earlier run has noted is a code, as the output `failure-reason` has. */
export const isFailureReason = (word: string): word is ErrorCode => Object.hasOwn(errorCodes, word);

/** `the API key was refused`, `ghcr.io/acme/llama:2 crashed`. */
export function codeWords(code: ErrorCode, image = ''): string {
  const { subject, failed } = codeRow(code);
  return subject === 'run' ? failed : `${image || 'the image'} ${failed}`;
}

/** `llama: the API key was refused, not changed`; `end`: how it has ended. */
export function failureTitle(name: string, code: ErrorCode, end = ''): string {
  return `${name}: ${codeWords(code)}${end && `, ${end}`}`;
}

/** `owned`; with the page of its causes where it has several. */
export function codeReference(code: ErrorCode): string {
  const page = `https://github.com/acme/deploy-gpu-endpoint/blob/v1/docs/errors.md#${code}`;
  return codeRow(code).isExplained ? `${code}: ${page}` : code;
}

export interface ErrorDetails {
  code: ErrorCode;
  /** The failure, its subject, the value found and the values allowed. Holds no secret. */
  message: string;
  /** What to do; default: the action of the code's row. */
  hint?: string | undefined;
  /** The title of an annotation: `llama: crashed, restored to ghcr.io/acme/llama:1`. Default ''. */
  title?: string | undefined;
  /** A table in Markdown, where specs are wrong; each issue has been reported at its place. Default ''. */
  issues?: string;
  /** What there is now; default: the message says it, or nothing was tried. */
  now?: Now | undefined;
  cause?: unknown;
}

/** The endpoint after a failure: its configuration, its users, its bill; sentences without their full stops. */
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

  constructor({ code, message, hint = codeRow(code).next, title = '', issues = '', now, cause }: ErrorDetails) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.hint = hint;
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

/** The error as a value, for `catch`; a defect is thrown on. */
export function knownError(thrown: unknown): DeployError {
  if (thrown instanceof DeployError) return thrown;
  throw thrown;
}

/** Why the run was cancelled says more than which request that has met. */
export function causeOf(thrown: unknown, { aborted, reason }: AbortSignal): DeployError {
  const failure = asDeployError(thrown);
  return failure.code === 'cancelled' && aborted ? asDeployError(reason) : failure;
}

/** The error itself, or one of code `internal` with the stack. */
export function asDeployError(thrown: unknown): DeployError {
  if (thrown instanceof DeployError) return thrown;
  const stack = thrown instanceof Error ? thrown.stack : String(thrown);
  return new DeployError({ code: 'internal', message: `a bug in deploy-gpu-endpoint: ${stack}`, cause: thrown });
}
