// zod for the emulator alone: its words must not become those of a product that runs in the same process. A failed parse names each member.
import { z } from 'zod';
import { type Complaints, invalid } from './wire.ts';

/** Handed to each parse whose issues are read by somebody. */
export const english = { error: z.locales.en().localeError };

// Without it zod sets English words for everybody in the process, also for those who use `zod/mini`, which has none.
z.config({ localeError: () => undefined });

export { z };

/** The parsed value, or a thrown VALIDATOR_PARAM refusal that lists every complaint at once. */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, whole: string): z.output<Schema> {
  const result = schema.safeParse(value, english);
  if (result.success) return result.data;
  throw invalid(complaintsOf(result.error, whole));
}

function complaintsOf(error: z.ZodError, whole: string): Complaints {
  const complaints: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) complaints[memberPath([...issue.path, key], whole)] = 'unknown member';
      continue;
    }
    // zod says "received undefined" for a member that is not there, which reads as if `undefined` had been sent.
    const complaint = issue.message.endsWith('received undefined') ? 'required member is missing' : issue.message;
    complaints[memberPath(issue.path, whole)] = complaint;
  }
  return complaints;
}

function memberPath(path: readonly PropertyKey[], whole: string): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text === '' ? whole : text;
}
