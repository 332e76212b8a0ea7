/** What Node's and undici's errors say about a connection that failed. */

export interface NetworkError {
  /** "connection refused by 10.0.0.1:443"; the error's own words for an unknown code. May quote a proxy's address. */
  text: string;
  kind: 'unknown-host' | 'tls' | 'closed' | 'other';
  /** Another attempt would meet the same. */
  permanent: boolean;
  /** The connection never stood, so that no byte of the request left. */
  neverSent: boolean;
}

/** Errors of connections that never stood. */
const neverSentWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ENETUNREACH: 'network unreachable',
  EHOSTUNREACH: 'host unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'connecting timed out',
};

const lostWords: Readonly<Record<string, string>> = {
  ECONNRESET: 'connection reset',
  EPIPE: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
};

interface SystemError {
  code?: unknown;
  address?: string;
  port?: number;
}

/** Takes anything that was thrown. */
export function describeNetworkError(error: unknown): NetworkError {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const first = errors.find((each): each is SystemError => typeof (each as SystemError | null)?.code === 'string');
  const code = String(first?.code ?? '');
  const kind = kindOf(code);
  const words = neverSentWords[code] ?? lostWords[code];
  const peer = first?.address === undefined ? '' : ` by ${first.address}:${first.port}`;
  return {
    text: words === undefined ? errors.map(messageOf).join('; ') : words + (code === 'ECONNREFUSED' ? peer : ''),
    kind,
    permanent: kind === 'tls' || kind === 'closed' || code === 'UND_ERR_INVALID_ARG',
    neverSent: kind === 'tls' || code in neverSentWords,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}

function kindOf(code: string): NetworkError['kind'] {
  if (code === 'ENOTFOUND') return 'unknown-host';
  if (['UND_ERR_DESTROYED', 'UND_ERR_CLOSED'].includes(code)) return 'closed';
  return /CERT|SIGNED|ISSUER|ERR_TLS|ERR_SSL|UNABLE_TO_/.test(code) ? 'tls' : 'other';
}
