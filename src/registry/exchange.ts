/** The port through which registries and their token servers are asked. */

interface ExchangeRequest {
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Covers connecting, headers and body. */
  readonly timeoutMs: number;
  /** Ceiling of the answer's body. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  /** Names in lower case; a header that came several times is joined with ", ". */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Without content encoding. */
  readonly body: Uint8Array;
}

/** No (whole) answer came. */
export interface Lost {
  readonly kind: 'lost';
  readonly how: 'network' | 'timeout' | 'aborted' | 'too-large';
  readonly cause?: unknown;
}

/** One request and its answer. Never rejects, follows no redirect, adds no credentials. */
export type Exchange = (request: ExchangeRequest) => Promise<Reply | Lost>;
