/** What is right at the end of a run in a world, and how it is compared. */

import { expect } from 'vitest';
import { type Ended, newImage, oldImage } from './world.ts';

/** What is right; members that are absent are not looked at. */
export interface Right {
  /** `failure-reason`: empty for green. */
  reason: string | readonly string[];
  isRestored?: boolean;
  /** What the endpoint has in the end, null for no endpoint. Default: the new image, or the old one when it is restored. */
  image?: string | null;
  /** In an annotation. */
  says?: readonly RegExp[];
  saysNot?: readonly RegExp[];
  /** In the log. */
  logs?: readonly RegExp[];
  /** The restore is written not before, and not after. */
  undoneFromSeconds?: number;
  undoneBySeconds?: number;
  atLeastSeconds?: number;
  atMostSeconds?: number;
}

/** Compares the whole ending at once, with the log at hand when it is not right. */
export function expectEnding(ended: Ended, right: Right): void {
  const { reason, isRestored = false, atLeastSeconds = 0, atMostSeconds = Number.POSITIVE_INFINITY } = right;
  const { image = isRestored ? oldImage : newImage, says = [], saysNot = [], logs = [] } = right;
  const { undoneFromSeconds = 0, undoneBySeconds = Number.POSITIVE_INFINITY } = right;
  const undoneSeconds = isRestored ? (ended.writes.at(-1)?.seconds ?? 0) : 0;
  const reasons: readonly string[] = typeof reason === 'string' ? [reason] : reason;
  const found = ended.outputs['failure-reason'] ?? '';
  const { seconds } = ended;
  expect(
    {
      exitCode: ended.exitCode,
      reason: found,
      isRestored: ended.isRestored,
      image: ended.image ?? null,
      unsaid: says.filter((text) => !text.test(ended.told)).map(String),
      misleading: saysNot.filter((text) => text.test(ended.told)).map(String),
      unlogged: logs.filter((text) => !text.test(ended.log)).map(String),
      isTooEarly: seconds < atLeastSeconds && seconds,
      isTooLate: seconds > atMostSeconds && seconds,
      isUndoneTooEarly: isRestored && undoneSeconds < undoneFromSeconds && undoneSeconds,
      isUndoneTooLate: isRestored && undoneSeconds > undoneBySeconds && undoneSeconds,
    },
    `${ended.log}\n${ended.told}`,
  ).toEqual({
    exitCode: reasons.includes('') ? 0 : 1,
    reason: reasons.includes(found) ? found : reasons.join(' or '),
    isRestored,
    image,
    unsaid: [],
    misleading: [],
    unlogged: [],
    isTooEarly: false,
    isTooLate: false,
    isUndoneTooEarly: false,
    isUndoneTooLate: false,
  });
}
