/** What a registry said of an image, in words. */

import type { ResolvedImage } from '../plan/plan.ts';

/** Tag, digest and size in one line for a log. `deployed` is the image of the live endpoint, and the tag that its record names. */
export function imageLine(
  { written, digest, bytes }: ResolvedImage,
  deployed?: { image: string; pinnedFrom?: string | undefined },
): string {
  const [, live] = /@(\w+:\w+)$/.exec(deployed?.image ?? '') ?? [];
  // What a record holds, anybody could have written: it is not marked as ours.
  const tag = deployed?.pinnedFrom === undefined || deployed.pinnedFrom === written ? '' : `${deployed.pinnedFrom}, `;
  const before = live === undefined || live === digest ? '' : ` (deployed is ${tag}${live})`;
  // A reference by digest says its own.
  const what = written.includes('@') ? 'is there' : `is ${digest}${before}`;
  return `Image: ${written} ${what}${bytes === undefined ? '' : `, ${formatBytes(bytes)} to pull`}.`;
}

/** `950 kB`, `4.2 GB`; decimal, as registries show sizes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
