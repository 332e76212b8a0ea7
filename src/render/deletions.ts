/** Deletions in words, for the log, the summary and comments. */

import type { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { codeCell, escapeCell, heading, paragraphs, proseCell, table } from './markdown.ts';

export interface Deletion {
  endpoint: Endpoint;
  /** Why it is deleted, as the end of a sentence. */
  reason: string;
  /** `kept` where a fresh reading shows that the reason holds no longer. */
  state: 'deleted' | 'failed' | 'kept';
  failure?: DeployError;
}

const words = {
  deleted: 'deleted',
  failed: 'NOT deleted',
  kept: 'kept: changed by someone else in the meantime',
} as const;

const signs = { deleted: '🗑️', failed: '❌', kept: '✋' } as const;

/** One line each, or `nothing` where there are none. */
export function deletionLines(deletions: readonly Deletion[], nothing: string): string[] {
  if (deletions.length === 0) return [nothing];
  return deletions.map(
    ({ endpoint, reason, state, failure }) =>
      `${endpoint.config.name} (${endpoint.id}): ${words[state]}, ${reason}${failure ? `: ${failure.message}` : ''}`,
  );
}

/** For a cell of a table. */
export function deletionWord({ state }: Deletion): string {
  return `${signs[state]} ${words[state]}`;
}

/** The end of a pull request's previews, for the summary and for the comment of each; `why` is a sentence. */
export function closeSummary(pullRequest: number, deletions: readonly Deletion[], why = ''): string {
  const failed = deletions.some(({ state }) => state === 'failed');
  const rows = deletions.map((deletion) => {
    const { endpoint, failure } = deletion;
    const next = failure ? proseCell(`${failure.message}. ${failure.hint}`) : '';
    return [deletionWord(deletion), codeCell(endpoint.config.name), codeCell(endpoint.id), next];
  });
  return paragraphs([
    heading(
      `${failed ? '❌' : '🗑️'} Previews of pull request #${pullRequest}: ${failed ? 'not all deleted' : 'deleted'}`,
    ),
    table(['', 'Endpoint', 'ID', 'Failure'], rows) || 'None left: a search found no preview.',
    why && proseCell(why),
  ]);
}

/** For the log: no endpoint `is named …`. Gone already is as good as deleted, but so looks a name that is misspelt: `meant` are names that exist. */
export function absentLine(what: string, meant: readonly string[]): string {
  const near = meant.length === 0 ? '' : ` Did you mean ${meant.map((each) => `\`${each}\``).join(' or ')}?`;
  return `No endpoint ${what}: nothing to delete.${near}`;
}

/**
 * One endpoint that is gone, was absent (`id` undefined; `meant` are near names that exist), or could not be deleted. `isListed`: the service still lists it on
 * its way out.
 */
export function deletionSummary({
  name,
  id,
  isListed,
  failure,
  meant = [],
}: {
  name: string;
  id: string | undefined;
  isListed?: boolean;
  failure?: DeployError;
  meant?: readonly string[];
}): string {
  const shown = escapeCell(name);
  if (failure)
    return paragraphs([heading(`❌ ${shown}: ${failure.code}`), proseCell(failure.message), proseCell(failure.hint)]);
  if (id === undefined)
    return paragraphs([
      heading(`✅ ${shown}: already deleted or never created`),
      meant.length === 0 ? '' : `Did you mean ${meant.map(codeCell).join(' or ')}?`,
    ]);
  const seen = isListed ? 'is being deleted; the service still lists it' : 'no longer exists';
  return paragraphs([heading(`✅ ${shown}: deleted`), `Endpoint ${codeCell(id)} ${seen}.`]);
}
