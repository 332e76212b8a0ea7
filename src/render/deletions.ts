/** Deletions and sweeps in words, for the log, the summary and comments. */

import type { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { codeCell, escapeCell, heading, paragraphs, proseCell, table } from './markdown.ts';
import { plural } from './text.ts';

export interface Deletion {
  endpoint: Endpoint;
  state: 'deleted' | 'failed' | 'kept';
  /** Why it is deleted or kept, as the end of a sentence. */
  reason: string;
  failure?: DeployError;
  /** It was sent, and whether the endpoint still exists has not been seen. */
  isInDoubt?: boolean;
}

const words = { deleted: 'deleted', failed: 'NOT deleted', kept: 'kept' } as const;
const signs = { deleted: '🗑️ ', failed: '❌ ', kept: '' } as const;

/** For the log, a line each, or `nothing` where there are none. */
export function deletionLines(deletions: readonly Deletion[], nothing: string): string {
  const lines = deletions.map(
    ({ endpoint: { id, config }, reason, state, failure }) =>
      `${config.name} (${id}): ${words[state]}, ${reason}${failure ? `: ${failure.message}` : ''}`,
  );
  return lines.join('\n') || nothing;
}

function deletionTable(deletions: readonly Deletion[]): string {
  const rows = deletions.map(({ endpoint: { id, config }, state, reason, failure }) => [
    `${signs[state]}${words[state]}`,
    codeCell(config.name),
    codeCell(id),
    proseCell(failure ? `${reason}: ${failure.message}. ${failure.hint}` : reason),
  ]);
  return table(['', 'Endpoint', 'ID', 'Why'], rows);
}

/** The end of a pull request's previews, for the summary and for the comment of each; `why` is a sentence. */
export function closeSummary(pullRequest: number, deletions: readonly Deletion[], why = ''): string {
  const byState = Object.groupBy(deletions, ({ state }) => state);
  const found = (['deleted', 'failed', 'kept'] as const).filter((state) => byState[state]);
  const [sign] = (['failed', 'deleted'] as const).filter((state) => byState[state]).map((state) => signs[state]);
  const counts = found.map((state) => (found.length > 1 ? `${byState[state]?.length} ` : '') + words[state]);
  return paragraphs([
    heading(`${sign ?? ''}Previews of pull request #${pullRequest}: ${counts.join(', ') || 'none found'}`),
    deletionTable(deletions) || 'Nothing to delete: a search found no preview.',
    why && proseCell(why),
  ]);
}

/** All previews of a repository, those that stay included. */
export function sweepSummary(previews: readonly Deletion[]): string {
  const deleted = previews.filter(({ state }) => state === 'deleted').length;
  return paragraphs([
    heading(`Sweep: ${plural(previews.length, 'preview')}, ${deleted} deleted`),
    deletionTable(previews) || 'No endpoint has the record of a preview of this repository.',
  ]);
}

/** `Did you mean …?` for near names that exist; '' for none. */
export function didYouMean(meant: readonly string[]): string {
  return meant.length === 0 ? '' : `Did you mean ${meant.map((each) => `\`${each}\``).join(' or ')}?`;
}

/** One endpoint that no longer exists, was absent (`id` undefined), or could not be deleted; `note` is a sentence. */
export function deletionSummary(
  name: string,
  { id, failure, note }: { id?: string; failure?: DeployError | undefined; note: string },
): string {
  const shown = escapeCell(name);
  if (failure)
    return paragraphs([heading(`❌ ${shown}: ${failure.code}`), proseCell(failure.message), proseCell(failure.hint)]);
  const end = id === undefined ? 'already deleted or never created' : 'deleted';
  return paragraphs([heading(`✅ ${shown}: ${end}`), proseCell(note)]);
}
