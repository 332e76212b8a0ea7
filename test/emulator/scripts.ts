// Which script the workers of a write follow.

import { listedWorkerSchema } from './listed-worker.ts';
import { workerOutcomes } from './worker-life.ts';
import { english, z } from './zod.ts';

const milliseconds = z.number().min(0);

/** What becomes of workers; the members of `WorkerScript`. */
export const workerScriptMembers = {
  outcome: z.enum(workerOutcomes),
  appearAfterMs: milliseconds.optional(),
  recoversAfterMs: milliseconds.optional(),
  healthyForMs: milliseconds.optional(),
  runsForMs: milliseconds.optional(),
  exitedForMs: milliseconds.optional(),
  lostAfterMs: milliseconds.optional(),
  losses: z.number().int().min(1).optional(),
  state: z.string().optional(),
  message: z.string().optional(),
  pace: z
    .strictObject({
      schedulingMs: milliseconds,
      pullingMs: milliseconds,
      startingMs: milliseconds,
      healthCheckMs: milliseconds,
      stoppingMs: milliseconds,
      removedListedMs: milliseconds,
    })
    .partial()
    .optional(),
};

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
