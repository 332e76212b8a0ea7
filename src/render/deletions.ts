/** Deletions and sweeps in words, for the log, the summary and comments. */

import type { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { codeCell, escapeCell, heading, paragraphs, proseCell, table } from './markdown.ts';
import { formatAge, plural } from './text.ts';

export interface Deletion {
  endpoint: Endpoint;
  /** Why it is deleted, as the end of a sentence. */
  reason: string;
  /** `kept` where a fresh reading shows that the reason holds no longer. */
  state: 'deleted' | 'failed' | 'kept';
  failure?: DeployError;
  /** It was sent, and whether the endpoint still exists has not been seen. */
  isInDoubt?: boolean;
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
function deletionWord({ state }: Deletion): string {
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

export interface SweptPreview {
  endpoint: Endpoint;
  pullRequest: number;
  /** Of the pull request; `unknown` where GitHub does not know it, or did not say. */
  state: 'open' | 'closed' | 'merged' | 'unknown';
  /** Since it was deployed. */
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
