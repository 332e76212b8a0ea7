// Which script the workers of a write follow.
import { workerScriptMembers } from './worker-life.ts';
import type { ListedWorker } from './workers.ts';
import { english, z } from './zod.ts';

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

/** With `image`: for every write of that exact reference. Without: for the next `times` writes (default 1). */
export const scriptSchema = z.strictObject({
  image: z.string().optional(),
  times: z.union([z.number().int().min(1), z.literal('always')]).optional(),
  ...workerScriptMembers,
  /** Workers that are listed beside those of the write, and change nothing. */
  alsoListed: z.array(listedWorkerSchema).optional(),
});

export type ScriptedWrite = Readonly<z.output<typeof scriptSchema>>;

export class ScriptBook {
  #entries: { readonly script: ScriptedWrite; timesLeft: number }[] = [];

  add(script: ScriptedWrite): void {
    const valid = scriptSchema.parse(script, english);
    const always = valid.times === 'always' || (valid.times === undefined && valid.image !== undefined);
    const timesLeft = always ? Number.POSITIVE_INFINITY : Number(valid.times ?? 1);
    this.#entries.push({ script: valid, timesLeft });
  }

  /** The first script that fits, used up by one; an ordinary life when none does. */
  take(image: string): ScriptedWrite {
    const entry = this.#entries.find(
      ({ script, timesLeft }) => timesLeft > 0 && (script.image === undefined || script.image === image),
    );
    if (entry === undefined) return { outcome: 'healthy' };
    entry.timesLeft -= 1;
    return entry.script;
  }
}
