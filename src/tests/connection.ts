/** Sends the requests of tests to an endpoint, and keeps when each piece of an answer arrived. */

import type { Stopwatch } from '../clock.ts';
import { describeNetworkError } from '../http/answer.ts';
import { collectBytes } from '../http/bytes.ts';
import { createTransport, firstHeader, type TransportOptions } from '../http/transport.ts';
import { keepAliveMs } from '../times.ts';
import { type Answer, formatMs, maxAnswerBytes, type Piece } from './answer.ts';
import type { TestRequest } from './request.ts';
import { hasContent, lastTokenMs } from './stream.ts';

export interface SentRequest extends TestRequest {
  timeoutMs: number;
  /** No content of a stream by then is as good as no answer. Default: no limit of its own. */
  contentWithinMs?: number | undefined;
  /** How long a healthy worker may say nothing, and how long it has been healthy: 0 for none. */
  silence?: { maxMs: number; healthyForMs: () => number } | undefined;
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
  clock: Stopwatch;
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
  /** Sends a request to the opened origin, and never rejects: a failure is part of the answer. */
  async function send({ url, contentWithinMs, silence, ...request }: SentRequest): Promise<Answer> {
    const startedMs = clock.monotonicMs();
    const received = collectBytes();
    const ends: { atMs: number; end: number }[] = [];
    const elapsedMs = () => clock.monotonicMs() - startedMs;
    const onData = (bytes: Buffer) => {
      received.add(bytes);
      const [atMs, last] = [elapsedMs(), ends.at(-1)];
      const end = (last?.end ?? 0) + bytes.length;
      // Times are exact to a millisecond, or a thousandth, which bounds their number.
      if (last && atMs - last.atMs < Math.max(1, atMs / 1000)) last.end = end;
      else ends.push({ atMs, end });
    };
    const piecesIn = (bytes: Buffer): Piece[] =>
      ends.map(({ atMs, end }, index) => ({ atMs, bytes: bytes.subarray(ends[index - 1]?.end ?? 0, end) }));
    const nextMs = () => {
      const pieces = piecesIn(received.soFar());
      const atMs = elapsedMs();
      const contentMs = contentWithinMs === undefined || hasContent(pieces) ? Infinity : contentWithinMs - atMs;
      if (!silence) return contentMs;
      const silentMs = Math.min(atMs - lastTokenMs(pieces), silence.healthyForMs());
      return Math.max(0, Math.min(contentMs, silence.maxMs - silentMs));
    };
    const checks = { firstMs: Math.min(contentWithinMs ?? Infinity, silence?.maxMs ?? Infinity), nextMs };
    const path = url.pathname + url.search;
    const exchanged = await transport.exchange({ ...request, path, onData, checks });
    const endMs = elapsedMs();
    const { status, headers: named } = exchanged;
    if (exchanged.kind === 'failure' && status === 0) {
      const { how, cause } = exchanged;
      if (how !== 'timeout') return { kind: 'lost', reason: describeNetworkError(cause).text };
      const waitedMs = Math.min(request.timeoutMs, contentWithinMs ?? Infinity, silence ? endMs : Infinity);
      return { kind: 'lost', reason: `none within ${formatMs(waitedMs)}`, waitedMs };
    }
    return {
      kind: 'answer',
      status,
      contentType: firstHeader(named, 'content-type')?.toLowerCase() ?? '',
      location: status >= 300 && status < 400 ? firstHeader(named, 'location') : undefined,
      body: {
        pieces: piecesIn(Buffer.from(received.soFar())),
        brokenBy: exchanged.kind === 'failure' ? breaks[exchanged.how] : undefined,
      },
      endMs,
    };
  }
  return { send, close: transport.close };
}

const breaks = { network: 'close', aborted: 'close', timeout: 'timeout', 'too-large': 'size' } as const;
