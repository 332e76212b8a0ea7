/** Lines that fit the width of a terminal, broken between words. */

const narrowest = 40;

/** The text with each line that is too long broken between words, behind the indent of its first line. `width` in columns; undefined for no limit. */
export function wrap(text: string, width: number | undefined, hang = 0): string {
  if (width === undefined || width < narrowest) return text;
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, width, hang))
    .join('\n');
}

function wrapLine(line: string, width: number, hang: number): string[] {
  if (line.length <= width) return [line];
  const indent = `${/^ */.exec(line)?.[0] ?? ''}${' '.repeat(hang)}`;
  const lines: string[] = [];
  let rest = line;
  while (rest.length > width) {
    const at = rest.lastIndexOf(' ', width);
    // A word that is longer than a line, such as a URL, stays whole.
    const end = at > indent.length ? at : rest.indexOf(' ', width);
    if (end === -1) break;
    lines.push(rest.slice(0, end));
    rest = `${indent}${rest.slice(end + 1)}`;
  }
  return [...lines, rest];
}

/** Rows of two columns: a term, and its description behind it, broken between words. */
export function definitions(rows: readonly (readonly [term: string, text: string])[], width: number): string {
  const column = Math.min(26, Math.max(...rows.map(([term]) => term.length)) + 4);
  const indent = ' '.repeat(column);
  return rows
    .map(([term, text]) => {
      const body = text
        .split('\n')
        .map((line) => wrap(indent + line, width))
        .join('\n');
      const head = `  ${term}`;
      return head.length + 2 > column ? `${head}\n${body}` : head.padEnd(column) + body.slice(column);
    })
    .join('\n');
}
