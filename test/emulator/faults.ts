// Owns the list of scripted faults and which request meets which; knows nothing of how a fault is carried out.

import type { RecordedRequest } from './recorder.ts';
import { operations } from './wire.ts';
import { english, z } from './zod.ts';

const common = {
  /** `any` meets every operation. */
  operation: z.enum([...operations, 'any']),
  /** Lets so many matching requests pass first. */
  after: z.number().int().min(0).optional(),
  /** How many matching requests it meets; default 1. */
  times: z.union([z.number().int().min(1), z.literal('always')]).optional(),
};

const headers = z.record(z.string(), z.string()).optional();

/** The faults that can be written down as JSON, for the command line and for tables of cases. */
export const jsonFaultSchema = z.discriminatedUnion('kind', [
  // Nothing is done; an error is answered. `body`: a string is sent as it is, anything else as JSON.
  z.strictObject({
    ...common,
    kind: z.literal('status'),
    status: z.number().int().min(100).max(599),
    reason: z.string().optional(),
    message: z.string().optional(),
    headers,
    body: z.unknown().optional(),
  }),
  // Nothing is done; the socket is destroyed.
  z.strictObject({ ...common, kind: z.literal('reset') }),
  // Nothing is done; no answer ever comes.
  z.strictObject({ ...common, kind: z.literal('hang') }),
  // The request is carried out; the socket is destroyed instead of answering.
  z.strictObject({ ...common, kind: z.literal('lost-answer') }),
  // The request is carried out; a proxy's HTML page is answered (502 unless told).
  z.strictObject({ ...common, kind: z.literal('lost-answer-status'), status: z.number().int().optional(), headers }),
  // The request is carried out; half of the body is sent under the full content-length.
  z.strictObject({ ...common, kind: z.literal('truncate') }),
  // The request is carried out; 200 with a body that is not JSON.
  z.strictObject({ ...common, kind: z.literal('garbage') }),
  // The request is carried out; 200 with this JSON body instead.
  z.strictObject({ ...common, kind: z.literal('wrong-type'), body: z.unknown() }),
  // Carried out and answered as usual, after this long in real time.
  z.strictObject({ ...common, kind: z.literal('slow'), delayMs: z.number().min(0) }),
]);

export type JsonFault = Readonly<z.output<typeof jsonFaultSchema>>;

/** Calls back before the request is carried out, or after it and before its answer leaves. */
export interface HookFault {
  readonly kind: 'hook';
  readonly operation: JsonFault['operation'];
  readonly after?: number | undefined;
  readonly times?: number | 'always' | undefined;
  readonly when: 'before' | 'after';
  readonly run: (request: RecordedRequest) => void | Promise<void>;
}

export type Fault = JsonFault | HookFault;

export class FaultList {
  #entries: { readonly fault: Fault; letPass: number; timesLeft: number; met: boolean }[] = [];

  add(fault: Fault): void {
    // Checked here too, since a fault that a test misspells would silently prove nothing.
    if (fault.kind !== 'hook') jsonFaultSchema.parse(fault, english);
    const timesLeft = fault.times === 'always' ? Number.POSITIVE_INFINITY : (fault.times ?? 1);
    this.#entries.push({ fault, letPass: fault.after ?? 0, timesLeft, met: false });
  }

  /** Faults in order; each sees only the requests that no earlier one took. A hook takes nothing: it only watches. */
  take(operation: RecordedRequest['operation']): readonly Fault[] {
    const taken: Fault[] = [];
    for (const entry of this.#entries) {
      const matches = entry.fault.operation === 'any' || entry.fault.operation === operation;
      if (!matches || entry.timesLeft === 0) continue;
      if (entry.letPass > 0) {
        entry.letPass -= 1;
        continue;
      }
      entry.timesLeft -= 1;
      entry.met = true;
      taken.push(entry.fault);
      if (entry.fault.kind !== 'hook') break;
    }
    return taken;
  }

  /** Faults that never met a request: a scenario that did not happen. */
  unused(): readonly Fault[] {
    return this.#entries.filter((entry) => !entry.met).map((entry) => entry.fault);
  }

  clear(): void {
    this.#entries = [];
  }
}
