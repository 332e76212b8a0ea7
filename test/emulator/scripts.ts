// Owns which script the workers of a write follow; knows neither what a script does nor when a write happens.

import { type WorkerScript, workerOutcomes } from './course.ts';
import { english, z } from './zod.ts';

const milliseconds = z.number().min(0);

/** With `image`: for every write of that exact reference. Without: for the next `times` writes (default 1). */
export const scriptSchema = z.strictObject({
  image: z.string().optional(),
  times: z.number().int().min(1).optional(),
  outcome: z.enum(workerOutcomes),
  recoversAfterMs: milliseconds.optional(),
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
});

export type ScriptedWrite = Readonly<z.output<typeof scriptSchema>>;

export class ScriptBook {
  #entries: { readonly script: ScriptedWrite; timesLeft: number }[] = [];

  add(script: ScriptedWrite): void {
    const valid = scriptSchema.parse(script, english);
    const timesLeft = valid.times ?? (valid.image === undefined ? 1 : Number.POSITIVE_INFINITY);
    this.#entries.push({ script: valid, timesLeft });
  }

  /** The first script that fits, used up by one; an ordinary course when none does. */
  take(image: string): WorkerScript {
    const entry = this.#entries.find(
      ({ script, timesLeft }) => timesLeft > 0 && (script.image === undefined || script.image === image),
    );
    if (entry === undefined) return { outcome: 'healthy' };
    entry.timesLeft -= 1;
    return entry.script;
  }
}
