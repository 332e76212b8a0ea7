/** A picture of a terminal: coloured text as the program wrote it → SVG that a README can show. */

import { stripVTControlCharacters } from 'node:util';

const characterWidth = 8.4;
const lineHeight = 19;
const padding = 16;
const colours: Readonly<Record<string, string>> = {
  '31': '#ff7b72',
  '33': '#d29922',
  '36': '#56d4dd',
  '2': '#8b949e',
  '1': '#ffffff',
};

/** One change of colour; the group around it keeps it in what `split` returns. */
const sequence = new RegExp(`(${String.fromCharCode(27)}\\[\\d+m)`);

/** As wide as a README shows it without making it smaller. */
const width = 830;
const columns = Math.floor((width - 2 * padding) / characterWidth);

/** An SVG of the text, one line a row, broken between words as on a terminal of this width; its SGR colours are those that the command line uses. */
export function terminalPicture(command: string, text: string): string {
  const lines = [`\u001b[1m$ ${command}\u001b[22m`, ...text.trimEnd().split('\n').flatMap(wrapped)];
  const height = lines.length * lineHeight + 2 * padding;
  const rows = lines.map(
    (line, index) => `<text x="${padding}" y="${padding + (index + 0.75) * lineHeight}">${spansOf(line)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 ${Math.ceil(width)} ${height}" width="${Math.ceil(width)}" height="${height}" role="img" aria-label="${escapeXml(command)}">`,
    '<style>text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #e6edf3; white-space: pre; }</style>',
    '<rect width="100%" height="100%" rx="8" fill="#0d1117"/>',
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

/** By what can be seen of it: the colours have no width. */
function wrapped(line: string): string[] {
  const [, indent = ''] = /^( *)/.exec(stripVTControlCharacters(line)) ?? [];
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(/(?<= )/)) {
    const isTooLong = stripVTControlCharacters(current + word).trimEnd().length > columns;
    if (isTooLong && current.trim() !== '') {
      lines.push(current.trimEnd());
      current = `${indent}  `;
    }
    current += word;
  }
  return [...lines, current];
}

/** The text between two colour changes, each in its own span. */
function spansOf(line: string): string {
  let colour: string | undefined;
  return line
    .split(sequence)
    .map((part) => {
      if (sequence.test(part)) {
        colour = colours[part.slice(2, -1)];
        return '';
      }
      const text = escapeXml(part);
      return colour === undefined || text === '' ? text : `<tspan fill="${colour}">${text}</tspan>`;
    })
    .join('');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
