/** Sends the requests of tests to an endpoint, and keeps when each piece of an answer came. */

import type { LookupFunction } from 'node:net';
import type { Clock } from '../clock.ts';
import { describeNetworkError } from '../http/answer.ts';
import { createTransport, firstHeader, type TransportFailure } from '../http/transport.ts';
import { type Answer, formatMs, maxAnswerBytes, type Piece } from './answer.ts';
import type { TestRequest } from './request.ts';

export interface SentRequest extends TestRequest {
  timeoutMs: number;
  signal: AbortSignal;
}

export interface Connection {
  /** Never rejects: what went wrong is part of the answer. The URL has the origin that was opened. */
  send(request: SentRequest): Promise<Answer>;
  close(): Promise<void>;
}

/** Opens nothing before the first request. */
export type ConnectEndpoint = (endpointUrl: URL, ceiling?: AnswerCeiling) => Promise<Connection>;

export interface AnswerCeiling {
  /** More of an answer is not read. Default {@link maxAnswerBytes}. */
  maxBodyBytes?: number | undefined;
}

export interface ConnectionOptions {
  userAgent: string;
  clock: Pick<Clock, 'monotonicMs'>;
  /** Which proxy an address is asked through; undefined for none. */
  proxyFor: (url: URL) => string | undefined;
  /** As in `TransportOptions`. */
  timeoutSignal?: ((ms: number) => AbortSignal) | undefined;
}

export function openConnection(
  origin: URL,
  {
    userAgent,
    clock,
    proxyFor,
    timeoutSignal,
    lookup,
    maxBodyBytes = maxAnswerBytes,
  }: ConnectionOptions & AnswerCeiling & { lookup?: LookupFunction | undefined },
): Connection {
  const transport = createTransport({
    baseUrl: origin.origin,
    headers: { 'user-agent': userAgent },
    proxyUrl: proxyFor(origin),
    maxBodyBytes,
    lookup,
    timeoutSignal,
  });
  async function send({ method, url, headers, body, timeoutMs, signal }: SentRequest): Promise<Answer> {
    const startedMs = clock.monotonicMs();
    const pieces: Piece[] = [];
    const came = await transport.exchange({
      method,
      path: url.pathname + url.search,
      headers,
      body,
      timeoutMs,
      signal,
      onData: (bytes) => pieces.push({ atMs: clock.monotonicMs() - startedMs, bytes }),
    });
    const endMs = clock.monotonicMs() - startedMs;
    const answered = came.kind === 'response' ? came : came.head;
    if (!answered) {
      const { how, cause } = came as TransportFailure;
      const words = how === 'timeout' ? `none within ${formatMs(timeoutMs)}` : describeNetworkError(cause).text;
      return { kind: 'lost', came: words, cause };
    }
    const { status, headers: head } = answered;
    const coding = firstHeader(head, 'content-encoding') ?? 'identity';
    return {
      kind: 'answer',
      status,
      contentType: firstHeader(head, 'content-type')?.toLowerCase() ?? '',
      location: status >= 300 && status < 400 ? firstHeader(head, 'location') : undefined,
      body: {
        // Compressed although it was not asked for: only the whole can be read.
        pieces: coding === 'identity' ? pieces : came.kind === 'response' ? [{ atMs: endMs, bytes: came.body }] : [],
        brokenBy: came.kind === 'failure' ? breaks[came.how] : undefined,
      },
      endMs,
    };
  }
  return { send, close: transport.close };
}

const breaks = { network: 'close', aborted: 'close', timeout: 'timeout', 'too-large': 'size' } as const;
