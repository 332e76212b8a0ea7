/** Sends the requests of tests to an endpoint, and keeps when each piece of an answer came. */

import type { Clock } from '../clock.ts';
import { describeNetworkError } from '../http/answer.ts';
import { createTransport, firstHeader, type TransportFailure, type TransportOptions } from '../http/transport.ts';
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
export type ConnectEndpoint = (
  endpointUrl: URL,
  options?: Pick<ConnectionOptions, 'maxBodyBytes'>,
) => Promise<Connection>;

export interface ConnectionOptions extends Pick<TransportOptions, 'lookup' | 'timeoutSignal'> {
  userAgent: string;
  clock: Pick<Clock, 'monotonicMs'>;
  /** Which proxy an address is asked through; undefined for none. */
  proxyFor: (url: URL) => string | undefined;
  /** More of an answer is not read. Default {@link maxAnswerBytes}. */
  maxBodyBytes?: number | undefined;
}

export function openConnection(origin: URL, { userAgent, clock, proxyFor, ...options }: ConnectionOptions): Connection {
  const transport = createTransport({
    ...options,
    baseUrl: origin.origin,
    headers: { 'user-agent': userAgent },
    proxyUrl: proxyFor(origin),
    maxBodyBytes: options.maxBodyBytes ?? maxAnswerBytes,
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
    const head = came.kind === 'response' ? came : came.head;
    if (!head) {
      const { how, cause } = came as TransportFailure;
      return {
        kind: 'lost',
        came: how === 'timeout' ? `none within ${formatMs(timeoutMs)}` : describeNetworkError(cause).text,
      };
    }
    const { status, headers: named } = head;
    const coding = firstHeader(named, 'content-encoding') ?? 'identity';
    // Compressed although it was not asked for: only the whole can be read.
    const whole = came.kind === 'response' ? [{ atMs: endMs, bytes: came.body }] : [];
    return {
      kind: 'answer',
      status,
      contentType: firstHeader(named, 'content-type')?.toLowerCase() ?? '',
      location: status >= 300 && status < 400 ? firstHeader(named, 'location') : undefined,
      body: {
        pieces: coding === 'identity' ? pieces : whole,
        brokenBy: came.kind === 'failure' ? breaks[came.how] : undefined,
      },
      endMs,
    };
  }
  return { send, close: transport.close };
}

const breaks = { network: 'close', aborted: 'close', timeout: 'timeout', 'too-large': 'size' } as const;
