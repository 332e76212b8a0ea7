/** Markdown of summaries and comments: headings, tables, and cells that no text from outside can leave. */

import { escapeCell, escapeCode, escapeMarkup } from '../shown-text.ts';

export { escapeCell };

/** The heading of one part of a summary; text from outside cannot leave it. */
export const heading = (text: string) => `### ${escapeCell(text)}`;

/** Parts of Markdown with an empty line between them, without empty ones; ends with a line break. */
export function paragraphs(parts: readonly (string | false | undefined)[]): string {
  return `${parts.flatMap((part) => (part ? part.trimEnd() : [])).join('\n\n')}\n`;
}

/** A table of cells that are Markdown already; '' without rows. A cell cannot end its row. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  const headLine = line(head).replaceAll(/\| +(?=\|)/g, '| ');
  return [headLine, `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** A table of names and values, without rows that have no value. `of`: the endpoint, if the heading does not say it. */
export function detailTable(rows: readonly (readonly [name: string, value: string])[], of = ''): string {
  const known = rows.filter(([, value]) => value !== '');
  return table(['', codeCell(of)], known);
}

/** Our own words, which put names and values in backticks, inside a table cell or a line. */
export function proseCell(text: string): string {
  // A single backtick stays.
  const cell = (part: string, code?: string) => (code === undefined ? escapeCell(part) : codeCell(code));
  return text.replaceAll(/`([^`]*)`|[^`]+|`/g, cell);
}

/** Text from outside as code inside a table cell. Code spans know no entities, so HTML carries it. */
export function codeCell(text: string): string {
  return text === '' ? '' : `<code>${escapeCode(text)}</code>`;
}

/** A link when the URL is one that a browser should open, otherwise the text alone. */
export function linkCell(url: string): string {
  return /^https?:\/\/[^\s<>"'`|()[\]\\]+$/.test(url)
    ? `[${escapeMarkup(url).replaceAll('&#58;', ':')}](<${url}>)`
    : escapeCell(url);
}

/** Lines in a fence that is longer than any fence in them. */
export function fenced(language: 'text' | 'diff', lines: readonly string[]): string {
  const longest = Math.max(2, ...lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [fence + language, ...lines, fence].join('\n');
}
