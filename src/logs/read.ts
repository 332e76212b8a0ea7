/** Reads the log of a worker or an endpoint: the service gives its text, or its address. */

import { DeployError } from '../errors.ts';
import { tryParseJson } from '../json.ts';
import type { GivenLog } from '../model/endpoint.ts';
import { type Answer, textOf, type WholeAnswer } from '../tests/answer.ts';
import type { ConnectEndpoint } from '../tests/connection.ts';
import { logTimeoutMs } from '../times.ts';
import { lastLines, withoutOverwrites } from './tail.ts';

/** The end of a log. */
export interface LogTail {
  /** `worker w1`, `the endpoint`. */
  of: string;
  /** The address without its query, which may sign it; '' for a log that the service gave as text. */
  place: string;
  /** The last lines, without secrets and control characters. */
  lines: readonly string[];
  /** Why there are no lines, as a clause about it: `answers 404`; '' where there are. */
  problem: string;
}

/** Resolves with the end of the log, or with the reason why it is missing. Never rejects. */
export type ReadLog = (log: GivenLog, signal: AbortSignal) => Promise<LogTail>;

interface LogReaderOptions {
  /** An origin. The key goes there and nowhere else. */
  baseUrl: string;
  apiKey: string;
  /** Refuses addresses of this machine and of its cloud. */
  connect: ConnectEndpoint;
  clean: (text: string) => string;
  /** How many; default as {@link lastLines}. */
  lines?: number | undefined;
}

const maxLogBytes = 256 * 1024;

/** service-observed.md, Worker `log`: text, a path below `base-url`, or a URL, whose redirects are not followed. */
export function openLogReader({ baseUrl, apiKey, connect, clean, lines }: LogReaderOptions): ReadLog {
  async function get(url: URL, signal: AbortSignal): Promise<Answer> {
    const headers = {
      accept: 'text/plain, */*;q=0.5',
      'accept-encoding': 'identity',
      range: `bytes=-${maxLogBytes}`,
      ...(url.origin === baseUrl && { authorization: `Bearer ${apiKey}` }),
    };
    const connection = await connect(url, { maxBodyBytes: maxLogBytes });
    const sent = connection.send({ method: 'GET', url, headers, timeoutMs: logTimeoutMs, signal });
    return sent.finally(() => connection.close());
  }

  return async ({ of, text }, signal) => {
    const tail = (said: string, place = '', problem = 'is empty'): LogTail => {
      // Text that was read as UTF-8 has this character in the place of each byte that is not UTF-8.
      if (said.split('\uFFFD').length - 1 > said.length / 10) return { of, place, lines: [], problem: 'is binary' };
      const last = lastLines(said, lines);
      return { of, place, lines: last, problem: last.length > 0 ? '' : problem };
    };
    const url = logUrl(text, baseUrl);
    if (!url) return tail(text);
    const place = clean(url.origin === baseUrl ? url.pathname : url.origin + url.pathname).slice(0, 300);
    try {
      const answer = await get(url, signal);
      const problem = logProblemIn(answer);
      if (problem !== '' || answer.kind === 'lost') return tail('', place, problem);
      return tail(clean(wholeLines(answer)), place);
    } catch (error) {
      if (!(error instanceof DeployError)) throw error;
      return tail('', place, 'is at an address that is not contacted');
    }
  };
}

/** The address of the log; undefined for a text, such as a URL of another scheme. A path is below `base-url`. */
function logUrl(text: string, baseUrl: string): URL | undefined {
  const place = text.trim();
  if (!/^(?:https?:\/)?\/\S{1,1000}$/i.test(place)) return undefined;
  return URL.parse(place.startsWith('/') ? baseUrl + place : place) ?? undefined;
}

/** Why an answer is not a log; '' for a log. */
function logProblemIn(answer: Answer): string {
  if (answer.kind === 'lost') return `could not be read: ${answer.reason}`;
  const { status, contentType, body } = answer;
  // Range not satisfiable.
  if (status === 416) return 'is empty';
  if (status !== 200 && status !== 206) return `could not be read: it answered ${status}`;
  if (body.brokenBy) return breakWords[body.brokenBy];
  const text = textOf(body);
  // A container may name any address of the service as its log, also an address that shows secrets of the account.
  const isData = /^\s*<(?:!doctype|html|\?xml)/i.test(text) || tryParseJson(text) !== undefined;
  return isData || /json|html|xml/.test(contentType) ? 'is JSON, HTML or XML, not text' : '';
}

/** The lines without the first one of a log that fills the range, which may have cut a secret in half. */
function wholeLines({ body }: WholeAnswer): string {
  const text = textOf(body);
  const isCut = Buffer.byteLength(text) >= maxLogBytes;
  return withoutOverwrites(isCut ? text.split('\n').slice(1).join('\n') : text);
}

const breakWords = {
  size: `is longer than ${maxLogBytes / 1024} KiB, and its end cannot be asked for alone`,
  timeout: `did not end within ${logTimeoutMs / 1000} s`,
  close: 'could not be read: the connection broke off',
} as const;
