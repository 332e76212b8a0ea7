// Faults of every kind under plain names, for sweeps that send each of them to each request.
import type { JsonFault } from './faults.ts';

type WithoutPlace<Fault> = Fault extends unknown ? Omit<Fault, 'operation' | 'after' | 'times' | 'forMs'> : never;

/** A fault that was not told yet which requests it meets. */
export type FaultKind = WithoutPlace<JsonFault>;

const refusal = (reason: string, message: string): FaultKind => ({ kind: 'status', status: 400, reason, message });
const tooMany = (retryAfter: string | number | { dateInMs: number }): FaultKind => ({
  kind: 'status',
  status: 429,
  reason: 'RATE_LIMIT_EXCEEDED',
  retryAfter,
});

/** `refused connection` begins with the request after the one that it meets; all others act on that one. */
export const faultCatalogue = {
  'refused connection': { kind: 'refuse-next', refusedMs: 5_000 },
  'reset before the work': { kind: 'reset' },
  'reset after the work': { kind: 'reset', when: 'after' },
  'closed after the work': { kind: 'lost-answer' },
  'hang before the work': { kind: 'hang' },
  'hang after the work': { kind: 'hang', when: 'after' },
  '408': { kind: 'status', status: 408 },
  '409': { kind: 'status', status: 409, reason: 'CONFLICT' },
  'CONFLICT by reason': refusal('CONFLICT', 'endpoint is busy with another operation'),
  'OPERATION_LIMIT by reason': refusal('OPERATION_LIMIT', 'too many operations'),
  'NOT_FOUND by reason': refusal('SERVERLESS_ENDPOINT_NOT_FOUND', 'endpoint not found'),
  '404 of a proxy': { kind: 'status', status: 404, html: true },
  '403 of a proxy': { kind: 'status', status: 403, html: true },
  '429': { kind: 'status', status: 429, reason: 'RATE_LIMIT_EXCEEDED' },
  '429, Retry-After in seconds': tooMany(7),
  '429, Retry-After as a date': tooMany({ dateInMs: 7_000 }),
  '429, Retry-After far away': tooMany(3_600),
  '429, Retry-After that means nothing': tooMany('soon'),
  '500': { kind: 'status', status: 500 },
  '500 after the work': { kind: 'status', status: 500, when: 'after' },
  '502 of a proxy': { kind: 'status', status: 502, html: true },
  '502 of a proxy after the work': { kind: 'lost-answer-status' },
  '503': { kind: 'status', status: 503 },
  '504 of a proxy': { kind: 'status', status: 504, html: true },
  '504 of a proxy after the work': { kind: 'lost-answer-status', status: 504 },
  '302': { kind: 'status', status: 302, headers: { location: 'https://login.example/' }, body: '' },
  '307': { kind: 'status', status: 307, headers: { location: 'https://elsewhere.example/' }, body: '' },
  'empty body': { kind: 'status', status: 200, body: '' },
  'empty body after the work': { kind: 'status', status: 200, body: '', when: 'after' },
  '204 after the work': { kind: 'status', status: 204, body: '', when: 'after' },
  'null after the work': { kind: 'wrong-type', body: null },
  'error body with 200': { kind: 'status', status: 200, body: { code: 500, reason: 'UNKNOWN', message: 'internal' } },
  'web page with 200': { kind: 'status', status: 200, html: true },
  'wrong types after the work': { kind: 'wrong-type', body: { id: 7, endpoint: [], endpoints: {}, total: {} } },
  'a list after the work': { kind: 'wrong-type', body: [] },
  'half of the body': { kind: 'truncate' },
  'half of the JSON': { kind: 'garbage' },
  gzip: { kind: 'gzip' },
  'gzip that is none': { kind: 'gzip', broken: true },
  '100 MiB': { kind: 'huge' },
  'answer after 20 s of the clock': { kind: 'slow', delayMs: 20_000, clock: 'emulator' },
} as const satisfies Record<string, FaultKind>;

export type FaultName = keyof typeof faultCatalogue;

/** The named fault at the requests of `place`: once, `times`, `always`, or `forMs` on the emulator's clock. */
export function namedFault(
  name: FaultName,
  place: Pick<JsonFault, 'operation' | 'after' | 'times' | 'forMs'>,
): JsonFault {
  return { ...faultCatalogue[name], ...place } as JsonFault;
}
