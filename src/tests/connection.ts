/** Sends the requests of tests to an endpoint, and keeps when each piece of an answer arrived. */

import type { Clock } from '../clock.ts';
import { describeNetworkError } from '../http/answer.ts';
import { createTransport, firstHeader, type TransportOptions } from '../http/transport.ts';
import { keepAliveMs } from '../times.ts';
import { type Answer, formatMs, maxAnswerBytes, type Piece } from './answer.ts';
import type { TestRequest } from './request.ts';
import { hasContent } from './stream.ts';

export interface SentRequest extends TestRequest {
  timeoutMs: number;
  /** No content of a stream by then is as good as no answer. Default: no limit of its own. */
  contentWithinMs?: number | undefined;
  signal: AbortSignal;
}

export type EndpointConnection = ReturnType<typeof openConnection>;

/** Opens nothing before the first request. `maxBodyBytes`: more of an answer is not read; default 1 MiB. */
export type ConnectEndpoint = (
  endpointUrl: URL,
  options?: Pick<TransportOptions, 'lookup' | 'maxBodyBytes'>,
) => Promise<EndpointConnection>;

interface ConnectionOptions extends Pick<TransportOptions, 'lookup' | 'timeoutSignal' | 'onExchange' | 'maxBodyBytes'> {
  userAgent: string;
  clock: Pick<Clock, 'monotonicMs'>;
  /** The proxy for an address; undefined for none. */
  proxyFor: (url: URL) => string | undefined;
}

export function openConnection(origin: URL, { userAgent, clock, proxyFor, ...options }: ConnectionOptions) {
  const transport = createTransport({
    ...options,
    maxBodyBytes: options.maxBodyBytes ?? maxAnswerBytes,
    keepAliveMs,
    origin: origin.origin,
    headers: { 'user-agent': userAgent },
    proxyUrl: proxyFor(origin),
  });
  /** Never rejects: a failure is part of the answer. The URL has the origin that was opened. */
  async function send({ url, contentWithinMs, ...request }: SentRequest): Promise<Answer> {
    const startedMs = clock.monotonicMs();
    const pieces: Piece[] = [];
    const onData = (bytes: Buffer) => {
      const atMs = clock.monotonicMs() - startedMs;
      const last = pieces.at(-1);
      // Bytes that arrive within a millisecond are one piece. The copy lets go of the buffer that they were read into.
      if (last && atMs - last.atMs < 1) last.bytes = Buffer.concat([last.bytes, bytes]);
      else pieces.push({ atMs, bytes: Buffer.from(bytes) });
    };
    const isReached = () => hasContent(pieces);
    const milestone = contentWithinMs === undefined ? undefined : { ms: contentWithinMs, isReached };
    const path = url.pathname + url.search;
    const exchanged = await transport.exchange({ ...request, path, onData, milestone });
    const endMs = clock.monotonicMs() - startedMs;
    const { status, headers: named } = exchanged;
    if (exchanged.kind === 'failure' && status === 0) {
      const { how, cause } = exchanged;
      if (how !== 'timeout') return { kind: 'lost', reason: describeNetworkError(cause).text };
      const waitedMs = Math.min(request.timeoutMs, contentWithinMs ?? Number.POSITIVE_INFINITY);
      return { kind: 'lost', reason: `none within ${formatMs(waitedMs)}`, waitedMs };
    }
    return {
      kind: 'answer',
      status,
      contentType: firstHeader(named, 'content-type')?.toLowerCase() ?? '',
      location: status >= 300 && status < 400 ? firstHeader(named, 'location') : undefined,
      body: { pieces, brokenBy: exchanged.kind === 'failure' ? breaks[exchanged.how] : undefined },
      endMs,
    };
  }
  return { send, close: transport.close };
}

const breaks = { network: 'close', aborted: 'close', timeout: 'timeout', 'too-large': 'size' } as const;
