// Workers that are only listed: dead, removed or foreign ones that never change while they are there.

import type { ListedWorker } from './workers.ts';
import { z } from './zod.ts';

export const listedWorkerSchema = z.strictObject({
  /** Default: a new one. */
  id: z.string().optional(),
  state: z.string(),
  error: z.string().optional(),
  message: z.string().optional(),
  healthy: z.boolean().optional(),
  /** From so long after the write (or the moment it is added). Default 0. */
  fromMs: z.number().min(0).optional(),
  /** For so long. Default: for ever. */
  forMs: z.number().min(0).optional(),
});

export type ListedWorkerInput = Readonly<z.output<typeof listedWorkerSchema>>;

export function listedWorker(
  given: ListedWorkerInput,
  by: { readonly atMs: number; readonly nextId: () => string },
): ListedWorker {
  const { state, error = '', message = '', healthy = false, fromMs = 0, forMs = Number.POSITIVE_INFINITY } = given;
  const id = given.id ?? by.nextId();
  const startMs = by.atMs + fromMs;
  return { id, state: { state, error, message }, healthy, fromMs: startMs, untilMs: startMs + forMs };
}
