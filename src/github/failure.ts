/** Owns what a failure of GitHub means to a reader: its kind, its words, the permission that may be missing. Sends nothing and decides nothing. */

/** As it is written under `permissions:` of a job. */
export type Permission = 'contents: read' | 'deployments: write' | 'pull-requests: read' | 'pull-requests: write';

/**
 * `no-token`: none was given, or GitHub does not accept it (401). `forbidden`: 403. `not-found`: 404 and 410, which is also GitHub's answer
 * where even reading is not permitted. `unprocessable`: GitHub understood and refused. `rate-limited`: told to come back later than this run can wait.
 * `unavailable`: unreachable, 5xx, unreadable, cancelled.
 */
export type GitHubFailureKind =
  | 'no-token'
  | 'forbidden'
  | 'not-found'
  | 'unprocessable'
  | 'rate-limited'
  | 'unavailable';

export interface GitHubFailure {
  kind: GitHubFailureKind;
  /** undefined when no answer came. */
  status: number | undefined;
  /** What the errand needs; the likely remedy of `no-token`, `forbidden` and `not-found`. */
  permission: Permission;
  /** One line: what failed and what GitHub said. Holds no token; GitHub's words in it are from outside. */
  message: string;
  /** One line: what to do. */
  hint: string;
  /** Whether GitHub may have carried out the write all the same. Always false for reading. */
  mayHaveHappened: boolean;
}

export type GitHubResult<Value> = { ok: true; value: Value } | { ok: false; failure: GitHubFailure };

/** How one request ended when it did not end well. */
export interface Lost {
  kind: GitHubFailureKind;
  status: number | undefined;
  /** Completes "GitHub …". */
  came: string;
  /** Whether another attempt may meet something else. */
  passes: boolean;
  mayHaveHappened: boolean;
  /** What GitHub asks to wait before the next attempt. */
  waitMs?: number;
}

/** An answer that is not a 2xx. `now` is for `x-ratelimit-reset`, which is a date. */
export function judgeAnswer({
  status,
  headers,
  data,
  now,
}: {
  status: number;
  headers: Headers;
  data: unknown;
  now: Date;
}): Lost {
  const words = wordsOf(data);
  const came = `answered ${status}${words === '' ? '' : `: ${words}`}`;
  const lost = { status, came, passes: false, mayHaveHappened: false };
  const isLimit = status === 429 || (status === 403 && (isExhausted(headers) || /rate limit/i.test(words)));
  if (isLimit) return { ...lost, kind: 'rate-limited', passes: true, waitMs: rateLimitWaitMs(headers, now) };
  switch (status) {
    case 401:
      return { ...lost, kind: 'no-token' };
    case 403:
      return { ...lost, kind: 'forbidden' };
    case 404:
    case 410:
      return { ...lost, kind: 'not-found' };
    default: {
      if (status < 500 && status !== 408) return { ...lost, kind: 'unprocessable' };
      const waitMs = secondsOf(headers['retry-after']) ?? 0;
      return { ...lost, kind: 'unavailable', passes: status !== 501, mayHaveHappened: true, waitMs };
    }
  }
}

export type Headers = Readonly<Record<string, string | number | undefined>>;

/** GitHub's rule: `Retry-After`, else `x-ratelimit-reset` when nothing remains, else at least a minute. */
function rateLimitWaitMs(headers: Headers, now: Date): number {
  const askedMs = secondsOf(headers['retry-after']);
  if (askedMs !== undefined) return askedMs;
  const resetMs = secondsOf(headers['x-ratelimit-reset']);
  if (headers['x-ratelimit-remaining'] === '0' && resetMs !== undefined) return Math.max(0, resetMs - now.getTime());
  return 60_000;
}

function isExhausted(headers: Headers): boolean {
  return headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined;
}

function secondsOf(header: string | number | undefined): number | undefined {
  return /^\d+$/.test(String(header)) ? Number(header) * 1000 : undefined;
}

/** `message` and the `errors` of GitHub's body. A web page is not quoted. */
function wordsOf(data: unknown): string {
  if (typeof data !== 'object' || data === null || !('message' in data)) return '';
  const errors = 'errors' in data && Array.isArray(data.errors) ? data.errors : [];
  const details = errors.map((error) => {
    if (typeof error === 'string') return error;
    const { field, code, message } = error as { field?: unknown; code?: unknown; message?: unknown };
    return [field, message ?? code].filter((part) => typeof part === 'string').join(' ');
  });
  const said = [String(data.message), ...details.filter((detail) => detail !== '')].join('; ');
  return said.length > 300 ? `${said.slice(0, 300)}…` : said;
}

/** What to do about it. */
export function hintFor(kind: GitHubFailureKind, permission: Permission): string {
  const grant = `give the job \`permissions: { ${permission} }\``;
  switch (kind) {
    case 'no-token':
      return `Set \`github-token: \${{ github.token }}\` and ${grant}.`;
    case 'forbidden':
      return `${grant.charAt(0).toUpperCase()}${grant.slice(1)}; a pull request from a fork never gets more than reading.`;
    case 'not-found':
      return `Check that it still exists; where it does, ${grant}.`;
    case 'unprocessable':
      return "Read GitHub's own words; if nothing in the workflow explains them, report a bug.";
    case 'rate-limited':
      return 'Nothing needs to be done when this is rare; otherwise run fewer jobs at the same time.';
    case 'unavailable':
      return 'Nothing needs to be done when this is rare; see https://www.githubstatus.com.';
  }
}
