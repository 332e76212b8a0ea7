/** Owns how deleted endpoints read, in a log and as a table. */

import type { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { codeCell, proseCell } from './text.ts';

export interface Deletion {
  endpoint: Endpoint;
  reason: string;
  state: 'deleted' | 'failed' | 'planned' | 'kept';
  failure?: DeployError;
}

const words = {
  deleted: 'deleted',
  failed: 'NOT deleted',
  planned: 'would be deleted',
  kept: 'kept, because somebody has changed it meanwhile',
} as const;

const signs = { deleted: '🗑️', failed: '❌', planned: '🔍', kept: '✋' } as const;

/** One line each; `nothing` where there are none. */
export function deletionLines(deletions: readonly Deletion[], nothing: string): string[] {
  if (deletions.length === 0) return [`Nothing to delete: ${nothing}.`];
  return deletions.map(
    ({ endpoint, reason, state, failure }) =>
      `${endpoint.config.name} (${endpoint.id}): ${words[state]}, ${reason}${failure ? `: ${failure.message}` : ''}`,
  );
}

/** For a cell of a table. */
export function deletionWord({ state }: Deletion): string {
  return `${signs[state]} ${words[state]}`;
}

/** The end of a pull request's previews, for the summary and for the comment of each. */
export function closeSummary(pullRequest: number, deletions: readonly Deletion[]): string {
  const failed = deletions.some(({ state }) => state === 'failed');
  const title = `### ${failed ? '❌' : '🗑️'} Previews of pull request #${pullRequest}: ${failed ? 'not all deleted' : 'deleted'}`;
  return `${title}\n\n${deletionTable(deletions) || 'None is there any more: it was looked for and not found.'}\n`;
}

function deletionTable(deletions: readonly Deletion[]): string {
  if (deletions.length === 0) return '';
  const rows = deletions.map((deletion) => {
    const { endpoint, failure } = deletion;
    const next = failure ? proseCell(`${failure.message}. ${failure.hint}`) : '';
    return `| ${deletionWord(deletion)} | ${codeCell(endpoint.config.name)} | ${codeCell(endpoint.id)} | ${next} |`;
  });
  return ['| | Endpoint | ID | Failure |', '|---|---|---|---|', ...rows].join('\n');
}
