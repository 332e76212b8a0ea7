/** What the comment on a preview says besides its endpoints: when it is deleted, and which events its workflow needs. */

import { neededTypes, type PreviewRules } from '../plan/preview-event.ts';
import { paragraphs } from './markdown.ts';

export interface NotedPreview {
  /** This run has created it. */
  isNew: boolean;
  /** Its `minNum` is 0. */
  sleeps: boolean;
  /** Its age counts from then. */
  deployedAt: Date;
}

/** '' where there is nothing to say. */
export function previewNote(
  previews: readonly NotedPreview[],
  options: PreviewRules & { maxAgeSeconds: number | undefined },
): string {
  if (previews.length === 0) return '';
  return paragraphs([
    expiry(previews, options.maxAgeSeconds),
    previews.some(({ isNew }) => isNew)
      ? `For previews to start and end in time, the workflow needs \`types: [${neededTypes(options).join(', ')}]\` below \`pull_request\`.`
      : '',
  ]).trimEnd();
}

function expiry(previews: readonly NotedPreview[], maxAgeSeconds: number | undefined): string {
  if (maxAgeSeconds === undefined) return '';
  const first = Math.min(...previews.map(({ deployedAt }) => deployedAt.getTime()));
  const sleeps = previews.every((preview) => preview.sleeps) ? 'Sleeps when idle. ' : '';
  return `${sleeps}A sweep deletes it after ${formatUtc(new Date(first + maxAgeSeconds * 1000))} unless a push changes it.`;
}

/** With the month as a word, which nobody takes for the day: `Thu, 26 Nov 2026 09:00 UTC`. */
function formatUtc(date: Date): string {
  return date.toUTCString().replace(/:\d\d GMT$/, ' UTC');
}
