/** The picture of a summary or a comment: the Markdown that a run wrote → SVG as GitHub shows it. Knows headings, tables, links, code and what is folded. */

const width = 830;
const padding = 20;
const fontSize = 13;
const lineHeight = 20;
const cellPadding = 10;

interface Piece {
  text: string;
  isCode: boolean;
  isLink: boolean;
}

/** Each block draws below the one before; returns its marks and its height in pixels. */
type Block = (y: number) => { svg: string; height: number };

export function markdownPicture(title: string, markdown: string): string {
  let y = padding;
  const drawn = blocksOf(markdown).map((block) => {
    const { svg, height } = block(y);
    y += height + 14;
    return svg;
  });
  const height = Math.ceil(y - 14 + padding);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">`,
    `<style>text { font: ${fontSize}px -apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif; fill: #1f2328; white-space: pre; } .code { font: 12px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; } .link { fill: #0969da; } .head { font-weight: 600; } .title { font-size: 18px; font-weight: 600; } .muted { fill: #59636e; }</style>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="#ffffff" stroke="#d1d9e0"/>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

function blocksOf(markdown: string): Block[] {
  return markdown
    .replaceAll(/<!--[\s\S]*?-->\n?/g, '')
    .replaceAll(/<details><summary>(.*?)<\/summary>[\s\S]*?<\/details>/g, '▸ $1')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (part.startsWith('###')) return headingBlock(part.replace(/^#+ /, ''));
      if (part.startsWith('|')) return tableBlock(part);
      if (part.startsWith('```')) return fenceBlock(part.split('\n').slice(1, -1));
      return textBlock(part);
    });
}

function headingBlock(text: string): Block {
  return (y) => ({
    svg: `<text class="title" x="${padding}" y="${y + 18}">${withMark(plain(text))}</text>`,
    height: 24,
  });
}

/** The marks of a verdict as characters that every font has, in the colours of the emoji. */
const marks: readonly (readonly [emoji: string, mark: string, colour: string])[] = [
  ['✅', '✔', '#1a7f37'],
  ['❌', '✘', '#d1242f'],
  ['⚠️', '⚠', '#9a6700'],
];

function withMark(text: string): string {
  const found = marks.find(([emoji]) => text.startsWith(emoji));
  if (!found) return escapeXml(text);
  const [emoji, mark, colour] = found;
  return `<tspan fill="${colour}">${mark}</tspan>${escapeXml(text.slice(emoji.length))}`;
}

function textBlock(text: string): Block {
  const lines = wrapPieces(piecesOf(text), width - 2 * padding);
  return (y) => ({
    svg: lines.map((line, at) => lineSvg(line, padding, y + at * lineHeight)).join('\n'),
    height: lines.length * lineHeight,
  });
}

/** The colours of GitHub for a diff, by the first character. */
const lineColours: Readonly<Record<string, string>> = { '+': '#dafbe1', '-': '#ffebe9' };

function fenceBlock(lines: readonly string[]): Block {
  const inner = width - 2 * padding;
  const most = Math.floor((inner - 2 * cellPadding) / 7.25);
  const height = lines.length * lineHeight + 2 * cellPadding;
  const line = (text: string, y: number) => {
    const colour = lineColours[text[0] ?? ''];
    const back = colour
      ? `<rect x="${padding + 1}" y="${y}" width="${inner - 2}" height="${lineHeight}" fill="${colour}"/>`
      : '';
    const shown = text.length > most ? `${text.slice(0, most - 1)}…` : text;
    return `${back}<text class="code" x="${padding + cellPadding}" y="${y + 14}">${escapeXml(shown)}</text>`;
  };
  return (y) => ({
    svg: [
      `<rect x="${padding}" y="${y}" width="${inner}" height="${height}" rx="6" fill="#f6f8fa"/>`,
      ...lines.map((text, at) => line(text, y + cellPadding + at * lineHeight)),
    ].join('\n'),
    height,
  });
}

function tableBlock(text: string): Block {
  const cells = text
    .split('\n')
    .filter((_, at) => at !== 1)
    .map((row) =>
      row
        .replace(/^\| ?|\|$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => piecesOf(cell.trim())),
    );
  const [head = [], ...body] = cells;
  const isHeadless = head.every((cell) => cell.length === 0);
  const rows = isHeadless ? body : cells;
  const widths = columnWidths(rows);
  return (y) => {
    const parts: string[] = [];
    let top = y;
    for (const [at, row] of rows.entries()) {
      const wrapped = row.map((cell, column) => wrapPieces(cell, (widths[column] ?? 0) - 2 * cellPadding));
      const height = Math.max(1, ...wrapped.map((lines) => lines.length)) * lineHeight + 10;
      let left = padding;
      for (const [column, lines] of wrapped.entries()) {
        const cellWidth = widths[column] ?? 0;
        const fill = !isHeadless && at === 0 ? '#f6f8fa' : '#ffffff';
        parts.push(
          `<rect x="${left}" y="${top}" width="${cellWidth}" height="${height}" fill="${fill}" stroke="#d1d9e0"/>`,
        );
        const isHead = (!isHeadless && at === 0) || (isHeadless && column === 0);
        for (const [line, pieces] of lines.entries())
          parts.push(lineSvg(pieces, left + cellPadding, top + 5 + line * lineHeight, isHead));
        left += cellWidth;
      }
      top += height;
    }
    return { svg: parts.join('\n'), height: top - y };
  };
}

/** As wide as their text, but the widest gives way. */
function columnWidths(rows: readonly Piece[][][]): number[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const natural = Array.from({ length: columns }, (_, column) =>
    Math.max(36, ...rows.map((row) => widthOf(row[column] ?? [], true) + 2 * cellPadding + 4)),
  );
  const excess = natural.reduce((sum, each) => sum + each, 0) - (width - 2 * padding);
  if (excess <= 0) return natural;
  const widest = natural.indexOf(Math.max(...natural));
  return natural.map((each, column) => (column === widest ? each - excess : each));
}

/** Text, code and links of a line; entities are characters again. */
function piecesOf(markdown: string): Piece[] {
  return markdown
    .replaceAll(/<br>/g, ' ')
    .replaceAll(/<sub>|<\/sub>/g, '')
    .split(/(<code>.*?<\/code>|<i>.*?<\/i>|\[[^\]]*\]\(<[^>]*>\))/)
    .filter((part) => part !== '')
    .map((part) => ({ text: plain(part), isCode: part.startsWith('<code>'), isLink: part.startsWith('[') }));
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/<\/?(?:code|i)>/g, '')
    .replaceAll(/\[([^\]]*)\]\(<[^>]*>\)/g, '$1')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('\u200b', '')
    .replaceAll('\\|', '|');
}

function wrapPieces(pieces: readonly Piece[], available: number): Piece[][] {
  const lines: Piece[][] = [[]];
  let used = 0;
  const chunks = pieces.flatMap((piece) =>
    piece.text.split(/(?<= )|(?<=[/:@,])(?=\S{8})/).map((text) => ({ ...piece, text })),
  );
  for (const chunk of chunks) {
    const length = widthOf([chunk]);
    if (used > 0 && used + length > available) {
      lines.push([]);
      used = 0;
    }
    const line = lines.at(-1) ?? [];
    const last = line.at(-1);
    if (last && last.isCode === chunk.isCode && last.isLink === chunk.isLink) last.text += chunk.text;
    else line.push({ ...chunk });
    used += length;
  }
  return lines;
}

function lineSvg(pieces: readonly Piece[], x: number, y: number, isHead = false): string {
  let left = x;
  return pieces
    .map((piece) => {
      const at = left;
      left += widthOf([piece], isHead);
      const kind = piece.isCode ? 'code' : piece.isLink ? 'link' : isHead ? 'head' : '';
      const back = piece.isCode
        ? `<rect x="${at.toFixed(1)}" y="${y + 1}" width="${(left - at - 2).toFixed(1)}" height="18" rx="4" fill="#818b981f"/>`
        : '';
      const inset = piece.isCode ? 4 : 0;
      // As long in every font as it was measured, so that nothing runs into what follows.
      const length = (left - at - (piece.isCode ? 10 : 0)).toFixed(1);
      return `${back}<text${kind ? ` class="${kind}"` : ''} x="${(at + inset).toFixed(1)}" y="${y + 14}" textLength="${length}" lengthAdjust="spacingAndGlyphs">${withMark(piece.text)}</text>`;
    })
    .join('');
}

/** Hundredths of the font's size for the characters from space to `~`: those of DejaVu Sans, which is wide. */
const widths = [
  ...[32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34],
  ...[84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79, 60, 79, 69, 63, 61, 73, 68, 99],
  ...[69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63, 63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52],
  ...[39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84],
];

/** In pixels. */
function widthOf(pieces: readonly Piece[], isHead = false): number {
  return pieces.reduce((sum, { text, isCode }) => sum + textWidth(text, { isCode, isHead }) + (isCode ? 10 : 0), 0);
}

function textWidth(text: string, { isCode = false, isHead = false }: { isCode?: boolean; isHead?: boolean }): number {
  if (isCode) return text.length * 7.25;
  const hundredths = Array.from(text, (each) => widths[(each.codePointAt(0) ?? 0) - 32] ?? 90);
  return (hundredths.reduce((sum, each) => sum + each, 0) / 100) * fontSize * (isHead ? 1.1 : 1);
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
