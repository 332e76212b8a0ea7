/** Owns how deleted endpoints read, in a log and as a table. */

import type { DeployError } from '../errors.ts';
import type { Endpoint } from '../service/endpoint.ts';
import { codeCell, escapeCell } from './text.ts';

interface Deletion {
  endpoint: Endpoint;
  reason: string;
  state: 'deleted' | 'failed' | 'planned';
  failure?: DeployError;
}

const words = { deleted: 'deleted', failed: 'NOT deleted', planned: 'would be deleted' } as const;

/** One line each; `nothing` where there are none. */
export function deletionLines(deletions: readonly Deletion[], nothing: string): string[] {
  if (deletions.length === 0) return [`Nothing to delete: ${nothing}.`];
  return deletions.map(
    ({ endpoint, reason, state, failure }) =>
      `${endpoint.config.name} (${endpoint.id}): ${words[state]}, ${reason}${failure ? `: ${failure.message}` : ''}`,
  );
}

/** Markdown; '' where there are none. */
export function deletionTable(deletions: readonly Deletion[]): string {
  if (deletions.length === 0) return '';
  const rows = deletions.map(
    ({ endpoint, reason, state, failure }) =>
      `| ${state === 'failed' ? '❌' : '✅'} ${words[state]} | ${codeCell(endpoint.config.name)} | ${codeCell(endpoint.id)} | ${escapeCell(reason)} | ${failure ? escapeCell(failure.message) : ''} |`,
  );
  return ['| | Endpoint | ID | Why | Failure |', '|---|---|---|---|---|', ...rows].join('\n');
}
