/** A sweep in words: every preview of the repository with its pull request and age, deleted or kept. */

import type { Endpoint } from '../model/endpoint.ts';
import { type Deletion, deletionWord } from './deletions.ts';
import { codeCell, escapeCell, heading, paragraphs, table } from './markdown.ts';
import { formatAge, plural } from './text.ts';

export interface SweptPreview {
  endpoint: Endpoint;
  pullRequest: number;
  /** Of the pull request; `unknown` where GitHub does not know it, or did not say. */
  state: 'open' | 'closed' | 'merged' | 'unknown';
  ageSeconds: number;
}

/** For the log: those that stay, one line for each reason. */
export function keptLines(previews: readonly SweptPreview[], deletions: readonly Deletion[]): string[] {
  const kept = keptOf(previews, deletions);
  const line = (title: string, states: readonly SweptPreview['state'][]) => {
    const shown = kept
      .filter(({ state }) => states.includes(state))
      .map(
        ({ endpoint, pullRequest, ageSeconds }) =>
          `${endpoint.config.name} (#${pullRequest}, ${formatAge(ageSeconds)} old)`,
      );
    return shown.length === 0 ? [] : [`${title}: ${shown.join(', ')}.`];
  };
  return [
    ...line('Kept', ['open']),
    ...line('Skipped, because the run was cancelled', ['closed', 'merged']),
    ...line('Kept, because the pull request may still be open', ['unknown']),
  ];
}

/** One whose pull request is over is kept only where a cancelled run did not come to it. */
const notComeTo = 'skipped, because the run was cancelled';
const keptReasons: { readonly [state in SweptPreview['state']]: string } = {
  open: 'its pull request is open',
  closed: notComeTo,
  merged: notComeTo,
  unknown: 'its pull request may still be open',
};

export function sweepSummary(previews: readonly SweptPreview[], deletions: readonly Deletion[]): string {
  const deleted = deletions.filter(({ state }) => state === 'deleted').length;
  const byId = new Map(previews.map((preview) => [preview.endpoint.id, preview]));
  const gone = deletions.flatMap((deletion) => {
    const preview = byId.get(deletion.endpoint.id);
    const failure = deletion.failure ? `: ${deletion.failure.message}` : '';
    return preview ? [cells(preview, { end: deletionWord(deletion), why: `${deletion.reason}${failure}` })] : [];
  });
  const kept = keptOf(previews, deletions).map((preview) =>
    cells(preview, { end: 'kept', why: keptReasons[preview.state] }),
  );
  return paragraphs([
    heading(`Sweep: ${plural(previews.length, 'preview')}, ${deleted} deleted`),
    table(['', 'Endpoint', 'ID', 'Pull request', 'Age', 'Why'], [...gone, ...kept]) ||
      'No endpoint has the record of a preview of this repository.',
  ]);
}

function cells(
  { endpoint, pullRequest, state, ageSeconds }: SweptPreview,
  { end, why }: { end: string; why: string },
): string[] {
  const { id, config } = endpoint;
  return [end, codeCell(config.name), codeCell(id), `#${pullRequest} ${state}`, formatAge(ageSeconds), escapeCell(why)];
}

function keptOf(previews: readonly SweptPreview[], deletions: readonly Deletion[]): SweptPreview[] {
  const judged = new Set(deletions.map(({ endpoint }) => endpoint.id));
  return previews.filter(({ endpoint }) => !judged.has(endpoint.id));
}
