/** When wrong answers prove that the version is wrong: by their weight, their number and their time. */

import { certainMs, doubtfulMs, lateMs } from '../times.ts';

/**
 * What a failed test says of the version that answered. `none`: no answer, or a proxy's. `silent`: no answer for so
 * long that a healthy worker is at fault. `busy`: the server takes no more requests. `starting`: a server error or a
 * web page, as from a server whose model is not ready yet. `other`: an answer that is not the model's own, such as a
 * plain 404. `own`: the model's own answer is wrong.
 */
export type Weight = 'none' | 'silent' | 'busy' | 'starting' | 'other' | 'own';

/** A single wrong answer may be an accident. */
const minWrong = 3;
/** Each silence has lasted for long. */
const minSilent = 2;

export function trackWrongAnswers() {
  let first: { atMs: number; count: number } | undefined;
  return {
    /**
     * Adds a failed pass, and tells whether the version is certainly wrong. `healthySinceMs`: since when its worker is
     * healthy.
     */
    add(weight: Weight, { nowMs, healthySinceMs }: { nowMs: number; healthySinceMs: number }): boolean {
      // A request without an answer shows nothing about the version.
      if (weight === 'none' || weight === 'busy') return false;
      first = { atMs: first?.atMs ?? nowMs, count: (first?.count ?? 0) + 1 };
      if (weight === 'starting' && nowMs - healthySinceMs < lateMs) return false;
      const isOwn = weight === 'own' || weight === 'silent';
      const isRepeated = first.count >= (weight === 'silent' ? minSilent : minWrong);
      return isRepeated && nowMs - first.atMs >= (isOwn ? certainMs : doubtfulMs);
    },
    /** Begins anew after a right answer. */
    forget: () => {
      first = undefined;
    },
  };
}
