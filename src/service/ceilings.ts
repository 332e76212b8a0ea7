/** How much is read of the answers of the service. */

import { ContractBreak } from './wire.ts';

/**
 * What one answer may hold. To parse as much takes some 40 ms; the largest list that is known is a hundredth of it, and a list that is larger is asked for
 * with fewer endpoints a page.
 */
export const answerCeilings = { bytes: 4 * 1024 * 1024, values: 100_000, depth: 64 } as const;

/** All pages of a list together: some 200,000 endpoints, of which those that are not asked for are not kept. */
export const maxListBytes = 512 * 1024 * 1024;

/** All pages of a list that is kept whole: some 60,000 endpoints. */
export const maxKeptListBytes = 64 * 1024 * 1024;

/** Of the pages of one reading; throws a `ContractBreak` when they are more than `most`. */
export function countBytes(most: number): { add: (bytes: number) => void; reset: () => void } {
  let sum = 0;
  return {
    add: (bytes) => {
      sum += bytes;
      if (sum <= most) return;
      throw new ContractBreak(
        `all pages together are larger than ${most} bytes, the most that is read`,
        'Set `endpoint-id`, which finds the endpoint without the list, or delete endpoints that are no longer needed.',
      );
    },
    reset: () => {
      sum = 0;
    },
  };
}
