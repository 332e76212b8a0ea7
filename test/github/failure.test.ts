import { describe, expect, test } from 'vitest';
import { classifyError } from '../../src/github/failure.ts';
import { createRedactor } from '../../src/http/redactor.ts';

const now = new Date('2026-01-01T00:00:00Z');
const fetchFailed = (cause: Error) => new TypeError('fetch failed', { cause: new Error('outer', { cause }) });
const withCode = (code: string) => Object.assign(new Error('it failed'), { code });
const answered = (status: number, headers: Record<string, string> = {}, data: unknown = {}) =>
  Object.assign(new Error('HTTP'), { response: { status, headers, data } });
const classify = (error: unknown, change: { isTimeout?: boolean; isCancelled?: boolean } = {}) =>
  classifyError({
    ...{ error, now, timeoutMs: 4_750.3, isTimeout: false, isCancelled: false },
    redactor: createRedactor(),
    ...change,
  });

describe('no answer', () => {
  test.each<[string, ReturnType<typeof classify>, object]>([
    [
      'cancelled',
      classify(fetchFailed(withCode('ECONNRESET')), { isCancelled: true, isTimeout: true }),
      { attempt: { kind: 'cancelled', sent: true }, description: 'did not answer before the run was cancelled' },
    ],
    [
      'a time limit',
      classify(fetchFailed(withCode('ECONNRESET')), { isTimeout: true }),
      { attempt: { kind: 'no-answer' }, description: 'did not answer within 5 s' },
    ],
    [
      'a reset',
      classify(fetchFailed(withCode('ECONNRESET'))),
      { attempt: { kind: 'no-answer' }, description: 'could not be reached: connection reset' },
    ],
    [
      'a refused connection',
      classify(fetchFailed(withCode('ECONNREFUSED'))),
      { attempt: { kind: 'not-sent', permanent: false }, description: 'could not be reached: connection refused' },
    ],
    [
      'a certificate',
      classify(fetchFailed(withCode('CERT_HAS_EXPIRED'))),
      { attempt: { kind: 'not-sent', permanent: true }, description: 'could not be reached: it failed' },
    ],
    [
      'words alone',
      classify(new Error('other side closed')),
      { attempt: { kind: 'no-answer' }, description: 'could not be reached: other side closed' },
    ],
    ['no error at all', classify('odd'), { attempt: { kind: 'no-answer' }, description: 'could not be reached: odd' }],
  ])('%s', (_, failure, expected) => {
    expect(failure).toEqual({ kind: 'unavailable', status: undefined, ...expected });
  });
});

describe('an answer', () => {
  test.each<[number, Record<string, string>, string, string, number | undefined]>([
    // status, headers, message, kind, what it asks to wait
    [400, {}, '', 'unprocessable', undefined],
    [401, {}, '', 'no-token', undefined],
    [403, {}, 'Resource not accessible by integration', 'forbidden', undefined],
    [403, { 'x-ratelimit-remaining': '17' }, 'no', 'forbidden', undefined],
    [403, {}, 'You have exceeded a secondary rate limit', 'rate-limited', 60_000],
    [403, { 'retry-after': '7' }, 'no', 'rate-limited', 7000],
    [403, { 'retry-after': 'Thu, 01 Jan 2026 00:01:30 GMT' }, 'no', 'rate-limited', 90_000],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767225630' }, '', 'rate-limited', 30_000],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1767225000' }, '', 'rate-limited', 0],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }, '', 'rate-limited', 60_000],
    [429, { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1767225630' }, '', 'rate-limited', 60_000],
    [404, {}, '', 'not-found', undefined],
    [408, {}, '', 'unavailable', undefined],
    [410, {}, '', 'not-found', undefined],
    [422, {}, '', 'unprocessable', undefined],
    [500, {}, '', 'unavailable', undefined],
    [503, { 'retry-after': '7' }, '', 'unavailable', 7000],
  ])('%i %j %j', (status, headers, message, kind, retryAfterMs) => {
    expect(classify(answered(status, headers, { message }))).toEqual({
      kind,
      status,
      description: `answered ${status}${message === '' ? '' : `: ${message}`}`,
      attempt: { kind: 'refused', status, rateLimited: kind === 'rate-limited' },
      retryAfterMs,
    });
  });

  test.for([undefined, null, '', '<html>', 'message', 7, [], {}, { message: 7 }, { message: null, errors: 'x' }])(
    'with a body that has no message is its status alone: %j',
    (data) => {
      const error = Object.assign(new Error('HTTP'), { response: { status: 422, headers: {}, data } });
      expect(classify(error).description).toBe('answered 422');
    },
  );

  test('a long text is cut to one line', () => {
    expect(classify(answered(422, {}, { message: `a\n${'x'.repeat(400)}` })).description).toBe(
      `answered 422: a ${'x'.repeat(297)}…`,
    );
  });
});
