/** What a run says of all its endpoints: failures first, then what changed, and what did not folded into one line. */

import { neededTypes, type PreviewRules } from '../plan/preview.ts';
import { codeCell, paragraphs, table } from './markdown.ts';
import { formatAge, plural } from './text.ts';

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
  const parts = changedFirst(sections).map(({ markdown }) => markdown.trimEnd());
  return paragraphs([runOverview(sections, tense).trimEnd(), ...parts]);
}

/** What a reader needs even where all the rest has to be cut. */
export function runOverview(sections: readonly CommentSection[], tense: keyof typeof words = 'done'): string {
  const byKind = Object.groupBy(sections, ({ kind }) => kind);
  const counts = kinds.flatMap((kind) => (byKind[kind] ? `${byKind[kind].length} ${words[tense][kind]}` : []));
  const subject = `${tense === 'planned' ? 'Plan for ' : ''}${plural(sections.length, 'endpoint')}`;
  const rows = changedFirst(sections).map(({ name, kind }) => [codeCell(name), words[tense][kind]]);
  const unchanged = byKind.unchanged?.map(({ name }) => codeCell(name)) ?? [];
  const folded = `<summary>${plural(unchanged.length, 'endpoint')} unchanged</summary>\n\n${unchanged.join(', ')}`;
  return paragraphs([
    // Above the headings of its sections.
    `## ${signOf(new Set(sections.map(({ kind }) => kind)), tense)}${subject}: ${counts.join(', ')}`,
    table(['Endpoint', tense === 'planned' ? 'Plan' : 'Result'], rows),
    unchanged.length === 0 ? '' : `<details>${folded}\n\n</details>`,
  ]);
}

/** Without those that are unchanged, which are folded. */
function changedFirst(sections: readonly CommentSection[]): CommentSection[] {
  return kinds.slice(0, -1).flatMap((kind) => sections.filter((section) => section.kind === kind));
}

function signOf(found: ReadonlySet<CommentSection['kind']>, tense: keyof typeof words): string {
  if (found.has('failed')) return '❌ ';
  if (tense === 'planned') return '';
  // Nothing of this run is there.
  return found.has('superseded') && !found.has('changed') ? '⏭️ ' : '✅ ';
}

/** When previews are deleted, and which events their workflow needs; '' for nothing. `hasNew`: one was created. */
export function previewNote(
  options: PreviewRules & { maxAgeSeconds: number | undefined },
  { hasNew }: { hasNew: boolean },
): string {
  const { maxAgeSeconds } = options;
  const types = neededTypes(options).join(', ');
  return paragraphs([
    maxAgeSeconds === undefined
      ? ''
      : `A sweep deletes it ${formatAge(maxAgeSeconds)} after the last push that changed it.`,
    hasNew
      ? `For previews to start and end in time, the workflow needs \`types: [${types}]\` below \`pull_request\`.`
      : '',
  ]).trimEnd();
}
