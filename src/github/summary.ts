/** The summary of a step within GitHub's limit: what matters most stands first, and what matters least is cut first. */

import type { SummaryRank } from '../report.ts';
import { cutMarkdown } from './comment-body.ts';

/** Beyond 1 MiB GitHub drops the whole summary of a step. */
const maxBytes = 1024 * 1024;

const leftOut =
  '\n> Truncated: GitHub limits a summary to 1 MiB. Failures come first, then changes, then the rest. The log is complete.\n';

/** Where there is not room for all, no section takes more than this part of it. */
const shareOfOne = 1 / 8;

const ranks: readonly SummaryRank[] = ['overview', 'failed', 'changed', 'superseded', 'unchanged', 'note'];

export interface SummarySection {
  rank: SummaryRank;
  markdown: string;
}

/** What to write to the summary file now: more of it, or the whole anew. `isCut` once it does not fit any more. */
export interface SummaryChange {
  text: string;
  isWhole: boolean;
  isCut: boolean;
}

/** Sections come in whatever order the work ends; each is in the file from then on, so that a killed run has left what there was. */
export function openSummary(): { add(section: SummarySection): SummaryChange } {
  const sections: SummarySection[] = [];
  let bytes = 0;
  return {
    add(section) {
      const last = sections.at(-1);
      const isInOrder = last === undefined || ranks.indexOf(section.rank) >= ranks.indexOf(last.rank);
      sections.push(section);
      // Stable: of one rank in the order in which they came.
      sections.sort((a, b) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank));
      bytes += sizeOf(section.markdown);
      if (bytes > maxBytes - 1) return { text: cutToFit(sections), isWhole: true, isCut: true };
      if (isInOrder) return { text: section.markdown, isWhole: false, isCut: false };
      return { text: sections.map(({ markdown }) => markdown).join('\n'), isWhole: true, isCut: false };
    },
  };
}

function cutToFit(sections: readonly SummarySection[]): string {
  const room = maxBytes - 1 - sizeOf(leftOut);
  const most = sections.length > 1 ? room * shareOfOne : room;
  const parts: string[] = [];
  let left = room;
  for (const { markdown } of sections) {
    const part = cutToBytes(markdown, Math.min(most, left));
    left -= sizeOf(part);
    if (left < 0) break;
    parts.push(part);
  }
  return [...parts, leftOut].join('\n');
}

/** Whole lines from the start, with what is open closed. */
function cutToBytes(markdown: string, limit: number): string {
  let text = markdown;
  // The limit is in bytes and the cut in characters, of which one has up to three bytes.
  for (let bytes = sizeOf(text); bytes > limit; bytes = sizeOf(text)) {
    const characters = Math.floor((text.length * limit) / bytes) - 1;
    if (characters < 1) return '';
    text = cutMarkdown(text, characters);
  }
  return text;
}

/** With the line break that follows it. */
function sizeOf(markdown: string): number {
  return Buffer.byteLength(markdown) + 1;
}
