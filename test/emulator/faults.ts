// The faults that the emulator plays, and one of every kind under a plain name, for sweeps that send each of them to each request.
import type { Hook } from '../http-server/faults.ts';
import type { RecordedRequest } from './wire.ts';
import { operations } from './wire.ts';
import { english, z } from './zod.ts';

const common = {
  /** `any` meets every operation. */
  operation: z.enum([...operations, 'any']),
  /** Lets so many matching requests pass first. */
  after: z.number().int().min(0).optional(),
  /** How many matching requests it meets; default 1. */
  times: z.union([z.number().int().min(1), z.literal('always')]).optional(),
  /** Instead of `times`: every matching request for so long on the emulator's clock, from the first one on. */
  forMs: z.number().min(0).optional(),
};

const headers = z.record(z.string(), z.string()).optional();

/** `before` (default): nothing is done. `after`: the request is carried out, only its answer is lost. */
const when = z.enum(['before', 'after']).optional();

/** The faults that can be written down as JSON, for the command line and for tables of cases. */
export const jsonFaultSchema = z.discriminatedUnion('kind', [
  // Another answer. `body`: a string is sent as it is, anything else as JSON. `html`: a proxy's page.
  z.strictObject({
    ...common,
    kind: z.literal('status'),
    status: z.number().int().min(100).max(599),
    reason: z.string().optional(),
    message: z.string().optional(),
    headers,
    body: z.unknown().optional(),
    html: z.boolean().optional(),
    /** The header of that name: seconds, any text, or a date so many ms from now on the emulator's clock. */
    retryAfter: z.union([z.number(), z.string(), z.strictObject({ dateInMs: z.number() })]).optional(),
    when,
  }),
  // The socket is reset.
  z.strictObject({ ...common, kind: z.literal('reset'), when }),
  // No answer ever comes.
  z.strictObject({ ...common, kind: z.literal('hang'), when }),
  // Carried out and answered; from then on every new connection is refused for `refusedMs` of the emulator's clock.
  z.strictObject({ ...common, kind: z.literal('refuse-next'), refusedMs: z.number().min(0) }),
  // The request is carried out; the socket is closed instead of answering.
  z.strictObject({ ...common, kind: z.literal('lost-answer') }),
  // The request is carried out; a proxy's HTML page is answered (502 unless told).
  z.strictObject({ ...common, kind: z.literal('lost-answer-status'), status: z.number().int().optional(), headers }),
  // The request is carried out; half of the body is sent under the full content-length.
  z.strictObject({ ...common, kind: z.literal('truncate') }),
  // The request is carried out; 200 with a body that is not JSON.
  z.strictObject({ ...common, kind: z.literal('garbage') }),
  // The request is carried out; 200 with this JSON body instead.
  z.strictObject({ ...common, kind: z.literal('wrong-type'), body: z.unknown() }),
  // The request is carried out; the true answer, compressed. `broken`: it only says that it is.
  z.strictObject({ ...common, kind: z.literal('gzip'), broken: z.boolean().optional() }),
  // The request is carried out; 200 with JSON of so many bytes (default 100 MiB), streamed without a content-length.
  z.strictObject({ ...common, kind: z.literal('huge'), bytes: z.number().int().min(1).optional() }),
  // Carried out so long after its arrival, on the emulator's clock; answered then, or at once with a proxy's `status`.
  z.strictObject({
    ...common,
    kind: z.literal('late'),
    delayMs: z.number().min(0),
    status: z.number().int().min(100).max(599).optional(),
  }),
  // Carried out and answered as usual, after an informational answer 103.
  z.strictObject({ ...common, kind: z.literal('early-hints') }),
  // Carried out and answered as usual, after this long in real time, or on the emulator's clock.
  z.strictObject({
    ...common,
    kind: z.literal('slow'),
    delayMs: z.number().min(0),
    clock: z.enum(['real', 'emulator']).optional(),
  }),
]);

export type JsonFault = Readonly<z.output<typeof jsonFaultSchema>>;

type HookFault = Hook<RecordedRequest> & Pick<JsonFault, 'operation' | 'after' | 'times' | 'forMs'>;

export type Fault = JsonFault | HookFault;
export type FaultOf<Kind extends Fault['kind']> = Extract<Fault, { readonly kind: Kind }>;

/** Checked here too, since a fault that a test misspells would silently prove nothing. */
export function assertFault(fault: Fault): void {
  if (fault.kind !== 'hook') jsonFaultSchema.parse(fault, english);
}

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
  '429, Retry-After as a date': tooMany({ dateInMs: 7_000 }),
  '429, Retry-After far away': tooMany(3_600),
  '500 after the work': { kind: 'status', status: 500, when: 'after' },
  '502 of a proxy': { kind: 'status', status: 502, html: true },
  '503': { kind: 'status', status: 503 },
  '504 of a proxy after the work': { kind: 'lost-answer-status', status: 504 },
  '307': { kind: 'status', status: 307, headers: { location: 'https://elsewhere.example/' }, body: '' },
  'empty body': { kind: 'status', status: 200, body: '' },
  'empty body after the work': { kind: 'status', status: 200, body: '', when: 'after' },
  'null after the work': { kind: 'wrong-type', body: null },
  'error body with 200': { kind: 'status', status: 200, body: { code: 500, reason: 'UNKNOWN', message: 'internal' } },
  'web page with 200': { kind: 'status', status: 200, html: true },
  'wrong types after the work': { kind: 'wrong-type', body: { id: 7, endpoint: [], endpoints: {}, total: {} } },
  'half of the body': { kind: 'truncate' },
  'half of the JSON': { kind: 'garbage' },
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
