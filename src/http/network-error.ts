/** What Node's and undici's errors say about a connection that failed. */

export interface NetworkError {
  /** `ECONNREFUSED`, say; undefined when the error has none. */
  code: string | undefined;
  /** The errors' own words, one after the other. */
  text: string;
  kind: 'unknown-host' | 'tls' | 'closed' | 'other';
  /** Another attempt would meet the same. */
  permanent: boolean;
  /** The connection never stood, so that no byte of the request left. */
  neverSent: boolean;
}

const neverSentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Takes whatever was thrown. */
export function describeNetworkError(error: unknown): NetworkError {
  const errors = error instanceof AggregateError ? error.errors : [error];
  const text = errors.map((each) => (each instanceof Error ? each.message || each.name : String(each))).join('; ');
  const code = errors
    .map((each) => (each as { code?: unknown } | undefined)?.code)
    .find((value) => typeof value === 'string');
  const kind = kindOf(code ?? '');
  return {
    code,
    text,
    kind,
    permanent: kind === 'tls' || kind === 'closed' || code === 'UND_ERR_INVALID_ARG',
    neverSent: kind === 'tls' || neverSentCodes.has(code ?? ''),
  };
}

function kindOf(code: string): NetworkError['kind'] {
  if (code === 'ENOTFOUND') return 'unknown-host';
  if (['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'].includes(code)) return 'closed';
  return /CERT|SIGNED|ISSUER|ERR_TLS|ERR_SSL|UNABLE_TO_/.test(code) ? 'tls' : 'other';
}
