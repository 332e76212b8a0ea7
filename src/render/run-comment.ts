/** What a run says of all its endpoints: failures first, then what changed, and what did not folded into one line. */

import { neededTypes, type PreviewRules } from '../plan/preview-event.ts';
import { codeCell, paragraphs, table } from './markdown.ts';
import { plural } from './text.ts';

/** What a comment says of one endpoint. */
export interface CommentSection {
  /** Name of the endpoint. */
  name: string;
  kind: 'failed' | 'changed' | 'superseded' | 'unchanged';
  markdown: string;
}

type Words = { readonly [kind in CommentSection['kind']]: string };

const words: { readonly [tense in 'done' | 'planned']: Words } = {
  done: { failed: 'failed', changed: 'changed', superseded: 'superseded', unchanged: 'unchanged' },
  planned: { failed: 'refused', changed: 'to change', superseded: 'superseded', unchanged: 'unchanged' },
};

const kinds = ['failed', 'changed', 'superseded', 'unchanged'] as const;

/** The whole comment; of one endpoint its section alone. `tense` is `planned` where nothing has been done yet. */
export function runComment(sections: readonly CommentSection[], tense: keyof typeof words = 'done'): string {
  const [only, ...others] = sections;
  if (only && others.length === 0) return only.markdown;
  return paragraphs([
    runOverview(sections, tense).trimEnd(),
    ...told(sections).map(({ markdown }) => markdown.trimEnd()),
  ]);
}

/** What a reader needs even where all the rest has to be cut. */
export function runOverview(sections: readonly CommentSection[], tense: keyof typeof words = 'done'): string {
  const rows = told(sections).map(({ name, kind }) => [codeCell(name), words[tense][kind]]);
  return paragraphs([
    runHeading(sections, tense),
    table(['Endpoint', tense === 'planned' ? 'Plan' : 'Result'], rows),
    foldedUnchanged(sections),
  ]);
}

function told(sections: readonly CommentSection[]): CommentSection[] {
  return kinds.filter((kind) => kind !== 'unchanged').flatMap((kind) => of(sections, kind));
}

function of(sections: readonly CommentSection[], kind: CommentSection['kind']): CommentSection[] {
  return sections.filter((section) => section.kind === kind);
}

function runHeading(sections: readonly CommentSection[], tense: keyof typeof words): string {
  const counts = kinds.flatMap((kind) => {
    const { length } = of(sections, kind);
    return length > 0 ? `${length} ${words[tense][kind]}` : [];
  });
  const sign = signOf(new Set(sections.map(({ kind }) => kind)), tense);
  const subject = `${tense === 'planned' ? 'Plan for ' : ''}${plural(sections.length, 'endpoint')}`;
  // Above the headings of its sections.
  return `## ${sign}${subject}: ${counts.join(', ')}`;
}

function signOf(found: ReadonlySet<CommentSection['kind']>, tense: keyof typeof words): string {
  if (found.has('failed')) return '❌ ';
  if (tense === 'planned') return '';
  // Nothing of this run is there.
  return found.has('superseded') && !found.has('changed') ? '⏭️ ' : '✅ ';
}

function foldedUnchanged(sections: readonly CommentSection[]): string {
  const unchanged = of(sections, 'unchanged');
  if (unchanged.length === 0) return '';
  const names = unchanged.map(({ name }) => codeCell(name)).join(', ');
  return `<details><summary>${plural(unchanged.length, 'endpoint')} unchanged</summary>\n\n${names}\n\n</details>`;
}

/** A preview of which the comment says when it is deleted, and which events its workflow needs. */
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
