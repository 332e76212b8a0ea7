// The vocabulary of what crosses the HTTP boundary of this GitHub.

/** GitHub's own operation ids, those that are played here. */
export const operations = [
  'issues/list-comments',
  'issues/create-comment',
  'issues/update-comment',
  'issues/delete-comment',
  'repos/list-deployments',
  'repos/create-deployment',
  'repos/list-deployment-statuses',
  'repos/create-deployment-status',
  'pulls/get',
  'repos/compare-commits-with-basehead',
] as const;

/** GraphQL is no operation of the description; the one question that is played is `viewer`. */
export type Operation = (typeof operations)[number] | 'graphql';

export type Right = 'contents' | 'deployments' | 'pull-requests';
export type Level = 'none' | 'read' | 'write';

/** A request that its description was found for. */
export interface Call {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Checked against the description before a handler sees it. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; `undefined` for no body at all. */
  readonly body: unknown;
}

export function answer(status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers, body };
}

const documentationUrl = 'https://docs.github.com/rest';

/** GitHub says no: nothing was changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly unknown[] | undefined;

  constructor({ status, message, headers = {}, errors }: RefusalDetails) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.errors = errors;
  }

  toAnswer(): Answer {
    const { status, message, errors } = this;
    // As the description has it: a validation error lists errors, others repeat the status, GitHub's own failures do neither.
    const details = errors === undefined ? (status < 500 ? { status: String(status) } : {}) : { errors };
    return answer(status, { message, documentation_url: documentationUrl, ...details }, this.headers);
  }
}

export interface RefusalDetails {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly unknown[];
}

export const notFound = () => new Refusal({ status: 404, message: 'Not Found' });

export const notPermitted = () => new Refusal({ status: 403, message: 'Resource not accessible by integration' });

export const invalid = (errors: readonly unknown[]) =>
  new Refusal({ status: 422, message: 'Validation Failed', errors });
