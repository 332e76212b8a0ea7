/** Reads the log of a worker or an endpoint: the service gives its text, or its address. */

import type { Clock } from '../clock.ts';
import { DeployError } from '../errors.ts';
import { tryParseJson } from '../json.ts';
import type { GivenLog } from '../model/endpoint.ts';
import { type Answer, textOf, type WholeAnswer } from '../tests/answer.ts';
import type { ConnectEndpoint } from '../tests/connection.ts';
import { logTimeoutMs } from '../times.ts';
import { defaultLines, lastLines, withoutOverwrites } from './tail.ts';

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

export interface LogReaderOptions {
  /** Without a trailing slash. The key goes to its origin and nowhere else. */
  baseUrl: string;
  apiKey: string;
  /** Refuses addresses of this machine and of its cloud. */
  connect: ConnectEndpoint;
  clock: Pick<Clock, 'monotonicMs'>;
  clean: (text: string) => string;
  /** How many; default {@link defaultLines}. */
  lines?: number | undefined;
}

const maxLogBytes = 256 * 1024;
const maxLogRedirects = 3;

/** service-observed.md, Worker `log`: text, a path below `base-url`, or a URL. */
export function openLogReader({ baseUrl, apiKey, connect, clock, clean, lines }: LogReaderOptions): ReadLog {
  const ownOrigin = new URL(baseUrl).origin;

  async function get(start: URL, signal: AbortSignal): Promise<Answer> {
    const deadlineMs = clock.monotonicMs() + logTimeoutMs;
    let url = start;
    // Another host may redirect back to the service, to any path: that request carries no key either.
    let isOwn = true;
    for (let redirects = 0; redirects <= maxLogRedirects; redirects += 1) {
      isOwn &&= url.origin === ownOrigin;
      const headers = {
        accept: 'text/plain, */*;q=0.5',
        'accept-encoding': 'identity',
        range: `bytes=-${maxLogBytes}`,
        ...(isOwn && { authorization: `Bearer ${apiKey}` }),
      };
      const connection = await connect(url, { maxBodyBytes: maxLogBytes });
      const leftMs = deadlineMs - clock.monotonicMs();
      const sent = connection.send({ method: 'GET', url, headers, timeoutMs: leftMs, signal });
      const answer = await sent.finally(() => connection.close());
      const next = answer.kind === 'answer' && answer.location ? URL.parse(answer.location, url.href) : null;
      if (!next || !/^https?:$/.test(next.protocol)) return answer;
      url = next;
    }
    return { kind: 'lost', reason: `more than ${maxLogRedirects} redirects` };
  }

  return async ({ of, text }, signal) => {
    const tail = (said: string, place = '', problem = 'is empty'): LogTail => {
      const last = lastLines(said, lines);
      return { of, place, lines: last, problem: last.length > 0 ? '' : problem };
    };
    const url = logUrl(text, baseUrl);
    if (!url) return tail(text);
    const place = clean(url.origin === ownOrigin ? url.pathname : url.origin + url.pathname).slice(0, 300);
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

/** The address of the log; undefined for a text, such as a URL of another scheme. A path is relative to `base-url`. */
function logUrl(text: string, baseUrl: string): URL | undefined {
  const place = text.trim();
  const isPath = /^\.{0,2}\/\S{1,1000}$/.test(place);
  if (!isPath && !/^https?:\/\/\S{1,1000}$/i.test(place)) return undefined;
  return URL.parse(isPath ? `${baseUrl}/${place.replace(/^\.{0,2}\/+/, '')}` : place) ?? undefined;
}

/** Range not satisfiable: the file is empty. */
const emptyRange = 416;

/** Why an answer is not a log; '' for a log. */
function logProblemIn(answer: Answer): string {
  if (answer.kind === 'lost') return `could not be read: ${answer.reason}`;
  const { status, contentType, body } = answer;
  if (status === emptyRange) return '';
  if (status !== 200 && status !== 206) return `could not be read: it answered ${status}`;
  if (body.brokenBy) return breakWords[body.brokenBy];
  const text = textOf(body);
  // A container may name any address of the service as its log, also one that shows secrets of the account.
  if (contentType.includes('html') || /^\s*<(?:!doctype|html)/i.test(text.slice(0, 1000))) return 'is an HTML page';
  const isJson = /^\s*[{["]/.test(text) && tryParseJson(text) !== undefined;
  if (contentType.includes('json') || isJson || (isCut(answer) && continuesJson(text))) return 'is JSON, not text';
  const isXml = /^\s*<\?xml/.test(text) || (isCut(answer) && /<\/[\w:.-]+>\s*$/.test(text.slice(-1000)));
  if (contentType.includes('xml') || isXml) return 'is XML, not text';
  const isBinary = text.includes('\u0000') || text.split('\ufffd').length - 1 > text.length / 10;
  return isBinary ? 'is binary' : '';
}

/** The server sent only the end of the log. */
function isCut({ isPartial, body }: WholeAnswer): boolean {
  return isPartial || body.pieces.reduce((sum, { bytes }) => sum + bytes.length, 0) >= maxLogBytes;
}

/** The text is the end of a JSON value: unlike a JSON event, its last line closes more than it opens. */
function continuesJson(text: string): boolean {
  const whole = text.trimEnd();
  const line = whole.slice(whole.lastIndexOf('\n') + 1);
  // JSON text has no line breaks.
  if (line === whole && line.endsWith('"')) return true;
  if (!/[}\]]$/.test(line) || tryParseJson(line) !== undefined) return false;
  const count = (pattern: RegExp) => line.match(pattern)?.length ?? 0;
  return count(/[}\]]/g) > count(/[{[]/g);
}

/** The range may cut a secret in half. */
function wholeLines(answer: WholeAnswer): string {
  const text = answer.status === emptyRange ? '' : textOf(answer.body);
  const lines = isCut(answer) ? text.split('\n').slice(1) : [text];
  return withoutOverwrites(lines.join('\n'));
}

const breakWords = {
  size: `is longer than ${maxLogBytes / 1024} KiB, and its end cannot be asked for alone`,
  timeout: `did not end within ${logTimeoutMs / 1000} s`,
  close: 'could not be read: the connection broke off',
  coding: 'is compressed in an unknown way',
} as const;
