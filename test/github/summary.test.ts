/** The summary of a step: in which order its sections stand, and what is left when there is more than GitHub takes. */

import { describe, expect, test } from 'vitest';
import { openSummary, type SummarySection } from '../../src/github/workflow.ts';
import type { SummaryRank } from '../../src/report.ts';

/** The file after all of them, as a runner would read it. */
function fileOf(sections: readonly SummarySection[]): { text: string; rewrites: number } {
  const summary = openSummary();
  let text = '';
  let rewrites = 0;
  for (const section of sections) {
    const change = summary.add(section);
    text = change.isWhole ? `${change.text}\n` : `${text}${change.text}\n`;
    rewrites += change.isWhole ? 1 : 0;
  }
  return { text, rewrites };
}

const section = (rank: SummaryRank, markdown: string): SummarySection => ({ rank, markdown });
const maxBytes = 1024 * 1024;

test('has failures before changes before what is unchanged, and the overview above all, whenever they come', () => {
  const { text } = fileOf([
    section('unchanged', 'u1'),
    section('changed', 'c1'),
    section('failed', 'f1'),
    section('superseded', 's1'),
    section('changed', 'c2'),
    section('overview', 'o'),
  ]);
  expect(text).toBe('o\nf1\nc1\nc2\ns1\nu1\n');
});

test('is not written anew for what comes in order', () => {
  const sections = Array.from({ length: 50 }, (_, index) => section('unchanged', `u${index}`));
  expect(fileOf(sections).rewrites).toBe(0);
  expect(fileOf([...sections, section('overview', 'o')]).rewrites).toBe(1);
});

describe('beyond 1 MiB', () => {
  const long = (name: string) => `### ${name}\n\n${`| a line of ${name} 🚀 |\n`.repeat(5_000)}`;

  test.for<[string, SummaryRank[]]>([
    ['that fails last', [...Array.from<SummaryRank>({ length: 40 }).fill('unchanged'), 'failed', 'overview']],
    ['that fails first', ['failed', ...Array.from<SummaryRank>({ length: 40 }).fill('unchanged'), 'overview']],
    [
      'beside changes',
      ['changed', 'unchanged', 'failed', ...Array.from<SummaryRank>({ length: 40 }).fill('changed'), 'overview'],
    ],
  ])('the overview and the endpoint %s survive, whole and in this order', ([, ranks]) => {
    const { text } = fileOf(ranks.map((rank, index) => section(rank, long(`${rank}-${index}`))));
    expect(Buffer.byteLength(text)).toBeLessThan(maxBytes);
    expect(text.startsWith('### overview-')).toBe(true);
    const failed = /### failed-\d+\n\n(?:\| a line of failed-\d+ 🚀 \|\n?)+/.exec(text)?.[0] ?? '';
    expect(failed.length).toBeGreaterThan(100_000);
    expect(text).toContain('> Truncated: GitHub limits a summary to 1 MiB. Failures come first');
  });

  test('one endless failure leaves room for the others', () => {
    const endless = section('failed', `### endless\n\n${'word '.repeat(400_000)}`);
    const { text } = fileOf([endless, section('failed', '### second'), section('changed', '### third')]);
    expect(text).toMatch(/### endless[\s\S]*### second\n### third/);
    expect(Buffer.byteLength(text)).toBeLessThan(maxBytes);
  });

  test('a single section is cut at a line, with what is open closed', () => {
    const { text } = fileOf([section('changed', `<details>\n\n${'🚀🚀🚀\n'.repeat(200_000)}\n</details>`)]);
    expect(Buffer.byteLength(text)).toBeLessThan(maxBytes);
    expect(Buffer.byteLength(text)).toBeGreaterThan(maxBytes * 0.9);
    expect(text).toMatch(/🚀🚀🚀\n\n<\/details>\n\n> Truncated/);
  });
});
