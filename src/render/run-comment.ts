/** The one comment of a run: failures first, then what changed, and what did not folded into one line. */

import { codeCell, heading, paragraphs } from './markdown.ts';
import { plural } from './text.ts';

/** What a comment says of one endpoint. */
export interface CommentSection {
  /** Name of the endpoint. */
  name: string;
  kind: 'failed' | 'changed' | 'superseded' | 'unchanged';
  markdown: string;
}

const words = { failed: 'failed', changed: 'changed', superseded: 'superseded', unchanged: 'unchanged' } as const;

export function runComment(sections: readonly CommentSection[]): string {
  const [only, ...others] = sections;
  if (only && others.length === 0) return only.markdown;
  const of = (kind: CommentSection['kind']) => sections.filter((section) => section.kind === kind);
  const kinds = ['failed', 'changed', 'superseded', 'unchanged'] as const;
  const counts = kinds.flatMap((kind) => (of(kind).length > 0 ? `${of(kind).length} ${words[kind]}` : []));
  const sign = of('failed').length > 0 ? '❌' : '✅';
  const unchanged = of('unchanged');
  const folded =
    unchanged.length === 0
      ? ''
      : `<details><summary>${plural(unchanged.length, 'endpoint')} unchanged</summary>\n\n${unchanged.map(({ name }) => codeCell(name)).join(', ')}\n\n</details>`;
  return paragraphs([
    heading(`${sign} ${plural(sections.length, 'endpoint')}: ${counts.join(', ')}`),
    ...[...of('failed'), ...of('changed'), ...of('superseded')].map(({ markdown }) => markdown.trimEnd()),
    folded,
  ]);
}
