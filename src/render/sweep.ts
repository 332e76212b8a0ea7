/** Owns how a sweep reads: every preview of the repository with its pull request and age, those that went and those that stay. */

import type { Endpoint } from '../model/endpoint.ts';
import { type Deletion, deletionWord } from './deletions.ts';
import { codeCell, escapeCell, formatSeconds, plural } from './text.ts';

export interface Swept {
  endpoint: Endpoint;
  pullRequest: number;
  /** `unknown` where GitHub does not know it, or did not say. */
  state: 'open' | 'closed' | 'merged' | 'unknown';
  ageSeconds: number;
}

/** Days from two of them on. */
export function formatAge(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  return days < 2 ? formatSeconds(seconds) : `${days} d`;
}

/** For the log: one line for all that stay, and one for those of them that GitHub says nothing about. */
export function keptLines(swept: readonly Swept[], deletions: readonly Deletion[]): string[] {
  const kept = keptOf(swept, deletions);
  const line = (title: string, previews: readonly Swept[]) =>
    previews.length === 0
      ? []
      : [
          `${title}: ${previews.map(({ endpoint, pullRequest, ageSeconds }) => `${endpoint.config.name} (#${pullRequest}, ${formatAge(ageSeconds)} old)`).join(', ')}.`,
        ];
  return [
    ...line(
      'Kept',
      kept.filter(({ state }) => state === 'open'),
    ),
    ...line('Not come to, because the run was cancelled', kept.filter(isOver)),
    ...line(
      'Kept, because GitHub does not say that the pull request is closed',
      kept.filter(({ state }) => state === 'unknown'),
    ),
  ];
}

/** One that is over is kept only where a cancelled run did not come to it. */
const notComeTo = 'its turn did not come before the run was cancelled';
const keptReasons: { readonly [state in Swept['state']]: string } = {
  open: 'its pull request is open',
  closed: notComeTo,
  merged: notComeTo,
  unknown: 'GitHub does not say that it is closed',
};

function isOver({ state }: Swept): boolean {
  return state === 'closed' || state === 'merged';
}

export function sweepSummary(swept: readonly Swept[], deletions: readonly Deletion[]): string {
  const title = `### Sweep: ${plural(swept.length, 'preview')}, ${deletions.filter(({ state }) => state === 'deleted').length} deleted`;
  if (swept.length === 0) return `${title}\n\nNo endpoint carries the record of a preview of this repository.\n`;
  const byId = new Map(swept.map((preview) => [preview.endpoint.id, preview]));
  const gone = deletions.flatMap((deletion) => {
    const preview = byId.get(deletion.endpoint.id);
    const failure = deletion.failure ? `: ${deletion.failure.message}` : '';
    return preview ? [row(preview, deletionWord(deletion), `${deletion.reason}${failure}`)] : [];
  });
  const kept = keptOf(swept, deletions).map((preview) => row(preview, 'kept', keptReasons[preview.state]));
  return [
    title,
    '',
    '| | Endpoint | ID | Pull request | Age | Why |',
    '|---|---|---|---|---|---|',
    ...gone,
    ...kept,
    '',
  ].join('\n');
}

function row({ endpoint, pullRequest, state, ageSeconds }: Swept, what: string, why: string): string {
  return `| ${what} | ${codeCell(endpoint.config.name)} | ${codeCell(endpoint.id)} | #${pullRequest} ${state} | ${formatAge(ageSeconds)} | ${escapeCell(why)} |`;
}

function keptOf(swept: readonly Swept[], deletions: readonly Deletion[]): Swept[] {
  const judged = new Set(deletions.map(({ endpoint }) => endpoint.id));
  return swept.filter(({ endpoint }) => !judged.has(endpoint.id));
}
