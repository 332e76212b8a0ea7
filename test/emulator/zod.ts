// zod for the emulator alone: its words must not become those of a product that runs in the same process.
import { z } from 'zod';

/** Handed to each parse whose issues are read by somebody. */
export const english = { error: z.locales.en().localeError };

// Without it zod sets English words for everybody in the process, also for those who use `zod/mini`, which has none.
z.config({ localeError: () => undefined });

export { z };
