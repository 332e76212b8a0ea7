/** What a run says of all its endpoints: failures, then changes; unchanged endpoints are folded away. */

import type { DeployError } from '../errors.ts';
import { failureSummary } from './failure.ts';
import { codeCell, escapeCell, heading, paragraphs, proseCell, table } from './markdown.ts';
import { plural } from './text.ts';

/** The part of a comment about one endpoint. */
export interface CommentSection {
  name: string;
  kind: 'failed' | 'changed' | 'superseded' | 'unchanged';
  markdown: string;
}

/** Marks a comment with a comparison, which stays if a later run compares nothing. */
export const comparisonMark = '<!-- compared -->';
export const hasComparison = (comment: string) => comment.includes(comparisonMark);

const sectionKinds = ['failed', 'changed', 'superseded', 'unchanged'] as const;
const kindWords = {
  done: { failed: 'failed', changed: 'changed', superseded: 'superseded', unchanged: 'unchanged' },
  planned: { failed: 'refused', changed: 'to change', superseded: 'superseded', unchanged: 'unchanged' },
} as const;

/** The whole comment; for one endpoint its section alone. `tense`: `planned` before anything is written. */
export function runComment(sections: readonly CommentSection[], tense: keyof typeof kindWords = 'done'): string {
  const [only, ...others] = sections;
  if (only && others.length === 0) return only.markdown;
  const parts = changedFirst(sections).map(({ markdown }) => markdown.trimEnd());
  return paragraphs([runOverview(sections, tense).trimEnd(), ...parts]);
}

/** The part that stays if the rest has to be cut. */
export function runOverview(sections: readonly CommentSection[], tense: keyof typeof kindWords = 'done'): string {
  const byKind = Object.groupBy(sections, ({ kind }) => kind);
  const counts = sectionKinds.flatMap((kind) =>
    byKind[kind] ? `${byKind[kind].length} ${kindWords[tense][kind]}` : [],
  );
  const subject = `${tense === 'planned' ? 'Plan for ' : ''}${plural(sections.length, 'endpoint')}`;
  const rows = changedFirst(sections).map(({ name, kind }) => [codeCell(name), kindWords[tense][kind]]);
  const unchanged = byKind.unchanged?.map(({ name }) => codeCell(name)) ?? [];
  const folded = `<summary>${plural(unchanged.length, 'endpoint')} unchanged</summary>\n\n${unchanged.join(', ')}`;
  return paragraphs([
    // Above the headings of its sections.
    `## ${signOf(new Set(sections.map(({ kind }) => kind)), tense)}${subject}: ${counts.join(', ')}`,
    table(['Endpoint', tense === 'planned' ? 'Plan' : 'Result'], rows),
    unchanged.length > 0 && `<details>${folded}\n\n</details>`,
  ]);
}

/** Without unchanged endpoints, which are folded away. */
function changedFirst(sections: readonly CommentSection[]): CommentSection[] {
  return sectionKinds.slice(0, -1).flatMap((kind) => sections.filter((section) => section.kind === kind));
}

function signOf(found: ReadonlySet<CommentSection['kind']>, tense: keyof typeof kindWords): string {
  if (found.has('failed')) return '❌ ';
  if (tense === 'planned') return '';
  // This run has changed nothing.
  return found.has('superseded') && !found.has('changed') ? '⏭️ ' : '✅ ';
}

/**
 * What became of an endpoint that was to be deleted. `absent`: someone else was faster; `terminating`: still listed on
 * its way out; `in-doubt`: the deletion was sent, and its result is unknown. `reason` ends a sentence.
 */
export type Deletion = { id: string; name: string; reason: string } & (
  | { state: 'deleted' | 'terminating' | 'absent' | 'kept' }
  | { state: 'failed' | 'in-doubt'; failure: DeployError }
);

/** As the output `state` names it. */
export const deletionOutput = {
  deleted: 'deleted',
  terminating: 'deleted',
  absent: 'deleted',
  kept: 'kept',
  failed: 'failed',
  'in-doubt': 'failed',
} as const;

const ends = { deleted: 'deleted', failed: 'NOT deleted', kept: 'kept' } as const;
const stateSigns = { deleted: '🗑️ ', failed: '❌ ', kept: '' } as const;

export const isDeleted = ({ state }: Deletion): boolean => state === 'deleted' || state === 'terminating';

/** It is, or may be, gone by this run. */
export const hasChanged = (deletion: Deletion): boolean => isDeleted(deletion) || deletion.state === 'in-doubt';

export function failureOf(deletion: Deletion): DeployError | undefined {
  return 'failure' in deletion ? deletion.failure : undefined;
}

/** As the failure of a step names it. */
export function deletionResult(deletion: Deletion): { name: string; failure: DeployError | undefined } {
  const name = `${deletion.name} (${deletion.id})`;
  return { name, failure: failureOf(deletion)?.withTitle(deletionTitle(name, deletion)) };
}

/** For the log, a line each, or `nothing` where there are none. */
export function deletionLines(deletions: readonly Deletion[], nothing: string): string {
  const lines = deletions.map((deletion) => {
    const { id, name, reason, state } = deletion;
    const failure = failureOf(deletion);
    return `${name} (${id}): ${ends[deletionOutput[state]]}, ${reason}${failure ? `: ${failure.message}` : ''}`;
  });
  return lines.join('\n') || nothing;
}

/** '' for none. */
function deletionTable(deletions: readonly Deletion[]): string {
  const rows = deletions.map((deletion) => {
    const { id, name, reason } = deletion;
    const state = deletionOutput[deletion.state];
    const failure = failureOf(deletion);
    const why = failure ? `${reason}: ${failure.message}. ${failure.hint}` : reason;
    return [`${stateSigns[state]}${ends[state]}`, codeCell(name), codeCell(id), proseCell(why)];
  });
  return table(['', 'Endpoint', 'ID', 'Why'], rows);
}

/** The end of a pull request's previews, for the summary and for the comment of each; `why` is a sentence. */
export function closeSummary(pullRequest: number, deletions: readonly Deletion[], why = ''): string {
  const byState = Object.groupBy(deletions, ({ state }) => deletionOutput[state]);
  const found = (['deleted', 'failed', 'kept'] as const).filter((state) => byState[state]);
  const [sign] = (['failed', 'deleted'] as const).filter((state) => byState[state]).map((state) => stateSigns[state]);
  const counts = found.map((state) => (found.length > 1 ? `${byState[state]?.length} ` : '') + ends[state]);
  return paragraphs([
    heading(`${sign ?? ''}Previews of pull request #${pullRequest}: ${counts.join(', ') || 'none found'}`),
    deletionTable(deletions) || 'Nothing to delete: a search found no preview.',
    why && proseCell(why),
  ]);
}

/** All previews of a repository, also those that stay. */
export function sweepSummary(previews: readonly Deletion[]): string {
  const deleted = previews.filter(isDeleted).length;
  return paragraphs([
    heading(`Sweep: ${plural(previews.length, 'preview')}, ${deleted} deleted`),
    deletionTable(previews) || 'No endpoint has the record of a preview of this repository.',
  ]);
}

/** Cause and end of a deletion that failed, in a few words. */
export function deletionTitle(name: string, deletion: Deletion): string {
  return `${name}: ${failureOf(deletion)?.code}, ${deletion.state === 'in-doubt' ? 'perhaps deleted' : 'not deleted'}`;
}

/** One endpoint that was to be deleted by its name or ID; `note` is a sentence. */
export function deletionSummary(deletion: Deletion, note: string): string {
  const { name, state } = deletion;
  const failure = failureOf(deletion);
  if (failure) return failureSummary(failure.withTitle(deletionTitle(name, deletion)));
  const end = state === 'absent' ? 'already deleted or never created' : 'deleted';
  return paragraphs([heading(`✅ ${escapeCell(name)}: ${end}`), proseCell(note)]);
}
