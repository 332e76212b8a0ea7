import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { failureOf, readResponse } from '../../src/github/failure.ts';
import type { HttpFailure } from '../../src/http/answer.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';

const now = new Date('2026-01-01T00:00:00Z');
function classify(status: number, headers: Record<string, string>, body: unknown): HttpFailure {
  const given = { status, headers: { 'content-type': 'application/json', ...headers } };
  const result = readResponse(
    { kind: 'response', ...given, body: Buffer.from(JSON.stringify(body) ?? '') },
    { redactor: createRedactor(), timeoutMs: 5000, now, answer: z.unknown() },
  );
  if (result.ok) throw new Error('it is no failure');
  return result.failure;
}

describe('an answer', () => {
  test.each<[number, Record<string, string>, string, string, number | undefined]>([
    // status, headers, message, kind, what it asks to wait
    [400, {}, '', 'unavailable', undefined],
    [401, {}, '', 'no-token', undefined],
    [403, {}, 'Resource not accessible by integration', 'forbidden', undefined],
    [403, { 'x-ratelimit-remaining': '17' }, 'no', 'forbidden', undefined],
    [403, {}, 'You have exceeded a secondary rate limit', 'limited', 60_000],
    [403, { 'retry-after': '7' }, 'no', 'limited', 7000],
    [403, { 'retry-after': 'Thu, 01 Jan 2026 00:01:30 GMT' }, 'no', 'limited', 90_000],
    [403, {}, 'API rate limit exceeded for installation', 'limited', 60_000],
    [429, {}, '', 'limited', 60_000],
    [404, {}, '', 'not-found', undefined],
    [408, {}, '', 'unavailable', undefined],
    [410, {}, '', 'not-found', undefined],
    [422, {}, '', 'unavailable', undefined],
    [500, {}, '', 'unavailable', undefined],
    [501, {}, '', 'unavailable', undefined],
    [503, { 'retry-after': '7' }, '', 'unavailable', 7000],
  ])('%i %j %j', (status, headers, message, kind, retryAfterMs) => {
    const failure = classify(status, headers, { message });
    const purpose = { title: 'The question', permission: 'contents: read' } as const;
    const given = { ok: false, because: 'final', attempts: 1, mayHaveHappened: false, leftMs: 0, failure } as const;
    expect({ ...failure, kind: failureOf(given, purpose).kind }).toMatchObject({
      kind: kind === 'limited' ? 'unavailable' : kind,
      status,
      description: `answered ${status}${message === '' ? '' : `: "${message}"`}`,
      ...(kind === 'limited' && { isRateLimited: true }),
      retryAfterMs,
    });
  });

  test.for([undefined, null, '', 7, [], {}, { message: 7 }, { message: null, errors: 'x' }])(
    'with a body that has no message is its status alone: %j',
    (body) => {
      expect(classify(422, {}, body).description).toBe('answered 422');
    },
  );

  test('a long text is cut to one line', () => {
    const { description } = classify(422, {}, { message: `a\n${'x'.repeat(400)}` });
    expect(description).toBe(`answered 422: "a ${'x'.repeat(297)}…"`);
  });
});
