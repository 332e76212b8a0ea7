import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Failure } from '../../src/http/answer.ts';
import { describeNetworkError } from '../../src/http/network-error.ts';
import { decideRetry, mayHaveHappened, parseRetryAfter, type RetryQuestion } from '../../src/http/retry.ts';

const failed = (kind: Failure['kind'], facts: Partial<Failure> = {}): Failure => ({ kind, description: '', ...facts });
const refused = (status: number, isRateLimited = false) => failed('refused', { status, isRateLimited });
const network = describeNetworkError({ code: 'CERT_HAS_EXPIRED' });

interface Question extends Partial<RetryQuestion> {
  failure: Failure;
  retryAfterMs?: number | undefined;
}

function ask({ retryAfterMs, ...question }: Question) {
  return decideRetry({
    idempotent: true,
    attempts: 1,
    maxAttempts: 8,
    remainingMs: 120_000,
    random: 0.5,
    ...question,
    failure: { ...question.failure, retryAfterMs },
  });
}

describe('what is sent again', () => {
  const again = { retry: true, waitMs: 250 };
  const final = { retry: false, because: 'final' };
  const doubt = { retry: false, because: 'may-have-happened' };
  const cases: [string, Failure, object, object, boolean][] = [
    // what came back, idempotent, not idempotent, may have happened
    ['nothing left', failed('unreachable'), again, again, false],
    ['nothing will ever leave', failed('unreachable', { network }), final, final, false],
    ['no answer', failed('lost'), again, doubt, true],
    ['2xx that is not JSON', failed('unparsable'), again, doubt, true],
    ['2xx that breaks the contract', failed('invalid'), final, final, true],
    ['more than is read', failed('too-large'), final, final, true],
    ['cancelled under way', failed('cancelled', { isSent: true }), final, final, true],
    ['cancelled before it left', failed('cancelled', { isSent: false }), final, final, false],
    ['302', refused(302), final, final, false],
    ['400', refused(400), final, final, false],
    ['400 RATE_LIMIT_EXCEEDED', refused(400, true), again, again, false],
    ['401', refused(401), final, final, false],
    ['403', refused(403), final, final, false],
    ['404', refused(404), final, final, false],
    ['408', refused(408), again, doubt, true],
    ['409', refused(409), final, final, false],
    ['425', refused(425), again, doubt, false],
    ['429', refused(429), again, again, false],
    ['500', refused(500), again, doubt, true],
    ['501', refused(501), final, final, true],
    ['502', refused(502), again, doubt, true],
    ['503', refused(503), again, doubt, true],
    ['504', refused(504), again, doubt, true],
    ['524', refused(524), again, doubt, true],
  ];
  test.each(cases)('%s', (_, failure, idempotent, notIdempotent, happened) => {
    expect({
      idempotent: ask({ failure }),
      notIdempotent: ask({ failure, idempotent: false }),
      happened: mayHaveHappened(failure),
    }).toEqual({ idempotent, notIdempotent, happened });
  });
});

describe('when it is sent again', () => {
  const failure = refused(503);
  test.each<[string, Partial<Question>, object]>([
    ['no jitter', { random: 0 }, { retry: true, waitMs: 0 }],
    ['doubles', { attempts: 3 }, { retry: true, waitMs: 1000 }],
    ['up to 16 s', { attempts: 6, random: 0.999 }, { retry: true, waitMs: 15_984 }],
    ['and no more', { attempts: 7, random: 0.999 }, { retry: true, waitMs: 15_984 }],
    ['never sooner than asked', { retryAfterMs: 7000 }, { retry: true, waitMs: 7000 }],
    ['later than asked when the back-off is longer', { retryAfterMs: 1, attempts: 5 }, { retry: true, waitMs: 4000 }],
    ['asked to wait 0 s', { retryAfterMs: 0 }, { retry: true, waitMs: 250 }],
    ['the last attempt but one', { attempts: 7, random: 0 }, { retry: true, waitMs: 0 }],
    ['enough attempts', { attempts: 8 }, { retry: false, because: 'attempts' }],
    ['asked to wait all the time there is', { retryAfterMs: 120_000 }, { retry: false, because: 'retry-after' }],
    ['asked to wait a little less', { retryAfterMs: 119_999 }, { retry: true, waitMs: 119_999 }],
    ['time for the wait and no more', { remainingMs: 251 }, { retry: true, waitMs: 250 }],
    ['no time for the wait', { remainingMs: 250 }, { retry: false, because: 'time' }],
    ['no time at all', { remainingMs: -5 }, { retry: false, because: 'time' }],
    ['asked to wait longer than there is time', { retryAfterMs: 600_000 }, { retry: false, because: 'retry-after' }],
  ])('%s', (_, question, decision) => {
    expect(ask({ failure, ...question })).toEqual(decision);
  });

  test('a wait never exceeds the remaining time, and never undercuts what the service asked for', () => {
    fc.assert(
      fc.property(
        fc.record({
          attempts: fc.integer({ min: 1, max: 50 }),
          maxAttempts: fc.integer({ min: 1, max: 50 }),
          remainingMs: fc.integer({ min: -1000, max: 200_000 }),
          retryAfterMs: fc.option(fc.integer({ min: 0, max: 10 ** 7 }), { nil: undefined }),
          random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        }),
        (question) => {
          const decision = ask({ failure, ...question });
          if (!decision.retry) return;
          expect(decision.waitMs).toBeLessThan(question.remainingMs);
          expect(decision.waitMs).toBeGreaterThanOrEqual(question.retryAfterMs ?? 0);
          expect(question.attempts).toBeLessThan(question.maxAttempts);
        },
      ),
    );
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  test.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['0', 0],
    [' 12 ', 12_000],
    ['Thu, 01 Jan 2026 00:01:30 GMT', 90_000],
    ['Thursday, 01-Jan-26 00:01:30 GMT', 90_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['5 minutes', undefined],
  ])('%j', (header, ms) => {
    expect(parseRetryAfter(header, now)).toBe(ms);
  });
});
