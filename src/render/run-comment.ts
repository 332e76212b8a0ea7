/** What a run says of all its endpoints: failures, then changes; of unchanged endpoints, only that they are. */

import { codeWords, type DeployError } from '../errors.ts';
import type { GitHubContext } from '../github/event.ts';
import { codeCell, paragraphs, proseCell, table } from './markdown.ts';
import { unchangedNow, unknownNow } from './run-failure.ts';
import { joined, plural, shortCommit } from './text.ts';

/** The ends of an endpoint, the gravest first: the sign of a heading, and the words of a run and of a plan. */
const kinds = {
  failed: { sign: '❌', done: 'failed', planned: 'refused' },
  changed: { sign: '✅', done: 'changed', planned: 'to change' },
  'held-back': { sign: '⏸️', done: 'not deployed', planned: 'not deployed' },
  superseded: { sign: '⏭️', done: 'superseded', planned: 'superseded' },
  unchanged: { sign: '✅', done: 'unchanged', planned: 'unchanged' },
} as const;

/** What the summary, and perhaps a comment, says of one endpoint. */
export interface Section {
  name: string;
  kind: keyof typeof kinds;
  markdown: string;
  /** A candidate that is unchanged and asleep: what an earlier run has compared still holds. */
  isAsBefore?: boolean;
}

/** Marks a comment with a comparison, which stays if a later run compares nothing. */
export const comparisonMark = '<!-- compared -->';
export const hasComparison = (comment: string) => comment.includes(comparisonMark);

type Tense = 'done' | 'planned';

/** The whole comment; for one endpoint its section alone. `tense`: `planned` before anything is written. */
export function runComment(sections: readonly Section[], tense: Tense = 'done'): string {
  const [only, ...others] = sections;
  if (only && others.length === 0) return only.markdown;
  const parts = byKind(sections).flatMap(({ kind, markdown }) => (kind === 'unchanged' ? [] : markdown));
  return paragraphs([runOverview(sections, tense), ...parts]);
}

/** The last line of a comment: its commit and run. */
export function commentFooter({ sha, runUrl }: GitHubContext): string {
  const run = runUrl === undefined ? '' : `, [run](<${runUrl}>)`;
  return `<sub>deploy-gpu-endpoint for ${codeCell(shortCommit(sha))}${run}</sub>`;
}

/** The part that stays if the rest has to be cut. */
export function runOverview(sections: readonly Section[], tense: Tense = 'done'): string {
  const sorted = byKind(sections);
  const found = Map.groupBy(sorted, ({ kind }) => kind);
  const counts = Array.from(found, ([kind, { length }]) => `${length} ${kinds[kind][tense]}`);
  const [sign] = sorted.map(({ kind }) => kinds[kind].sign);
  const subject = `${tense === 'planned' ? 'Plan for' : sign} ${plural(sections.length, 'endpoint')}`;
  const rows = sorted.map(({ name, kind }) => [codeCell(name), kinds[kind][tense]]);
  return paragraphs([
    // Above the headings of its sections.
    `## ${subject}: ${counts.join(', ')}`,
    table(['Endpoint', tense === 'planned' ? 'Plan' : 'Result'], rows),
  ]);
}

function byKind(sections: readonly Section[]): Section[] {
  const order = Object.keys(kinds);
  return sections.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/**
 * What became of an endpoint that was to be deleted. `absent`: someone else was faster; `terminating`: still listed on
 * its way out; `in-doubt`: the deletion was sent, and its result is unknown. `reason` ends a sentence.
 */
export type Deletion = { id: string; name: string; reason: string } & (
  | { state: 'deleted' | 'terminating' | 'absent' | 'kept' }
  | { state: 'failed' | 'in-doubt'; failure: DeployError }
);

/** The end of a deletion in words, as the output `state`, and its sign; `deleted` and `absent` are operations, too. */
export const deletionEnds = {
  deleted: { words: 'deleted', output: 'deleted', sign: '🗑️ ' },
  terminating: { words: 'being deleted, and still listed', output: 'deleted', sign: '🗑️ ' },
  absent: { words: 'absent', output: 'absent', sign: '' },
  kept: { words: 'kept', output: 'kept', sign: '' },
  failed: { words: 'NOT deleted', output: 'failed', sign: '❌ ' },
  'in-doubt': { words: 'perhaps deleted', output: 'failed', sign: '❌ ' },
} as const;

export const isDeleted = ({ state }: Deletion): boolean => deletionEnds[state].output === 'deleted';

/** The failure of a deletion, and what there is after it. */
export function deletionFailure(deletion: Deletion): DeployError | undefined {
  if (!('failure' in deletion)) return undefined;
  const { failure, state } = deletion;
  return failure.withTitle(failure.title, state === 'in-doubt' ? unknownNow : unchangedNow);
}

/** `llama (bc1a5ea6ae5677df)`. */
export const deletionName = ({ name, id }: Deletion) => (id === '' ? name : `${name} (${id})`);

const nothing = 'Nothing to delete: no preview was found.';

/** A line of the log for each deletion. */
export function deletionLines(deletions: readonly Deletion[]): string {
  const lines = deletions.map((deletion) => {
    const words = joined([deletionEnds[deletion.state].words, deletion.reason]);
    return joined([deletionName(deletion), words, deletionFailure(deletion)?.message], ': ');
  });
  return lines.join('\n') || nothing;
}

/** A table for summary and comment. `subject`: Markdown of the heading, such as `Sweep`; `why`: a sentence, or ''. */
export function deletionSummary(subject: string, deletions: readonly Deletion[], why = ''): string {
  const byEnd = Map.groupBy(deletions, ({ state }) => deletionEnds[state].words);
  const counts = Array.from(byEnd, ([words, { length }]) => (byEnd.size > 1 ? `${length} ${words}` : words));
  const [only, ...others] = deletions;
  const cause = only && others.length === 0 ? deletionFailure(only) : undefined;
  const signs = deletions.map(({ state }) => deletionEnds[state].sign);
  const sign = (['❌ ', '🗑️ '] as const).find((each) => signs.includes(each)) ?? '';
  const rows = deletions.map((deletion) => {
    const { id, name, reason, state } = deletion;
    const failure = deletionFailure(deletion);
    const reasons = joined([reason, failure && `${failure.message}. ${failure.hint}`], ': ');
    const { words, sign } = deletionEnds[state];
    return [`${sign}${words}`, codeCell(name), codeCell(id), proseCell(reasons)];
  });
  return paragraphs([
    `### ${sign}${subject}: ${joined([cause && codeWords(cause.code), counts.join(', ') || 'none found'])}`,
    table(['', 'Endpoint', 'ID', 'Why'], rows) || nothing,
    proseCell(why),
  ]);
}
