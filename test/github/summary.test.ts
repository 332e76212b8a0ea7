/** The summary of a step: in which order its sections stand, and what is left when there is more than GitHub takes. */

import { expect, test } from 'vitest';
import { workflowReporter } from '../../src/github/workflow.ts';
import type { SummaryRank } from '../../src/report.ts';
import { recordToolkit } from '../scenarios/toolkit.ts';

/** The file after all of them, as a runner would read it. */
async function fileOf(sections: readonly (readonly [SummaryRank, string])[]): Promise<string> {
  const toolkit = recordToolkit();
  const reporter = workflowReporter({ toolkit, hasSummary: true });
  for (const [rank, markdown] of sections) await reporter.summarize(markdown, rank);
  return toolkit.summaryText;
}

const maxBytes = 1024 * 1024;
const truncated = '> Truncated: GitHub limits a summary to 1 MiB. Failures come first';

test('has failures before changes before what is unchanged, and the overview above all, whenever they come', async () => {
  const sections = [
    ['unchanged', 'u1'],
    ['changed', 'c1'],
    ['failed', 'f1'],
    ['superseded', 's1'],
    ['changed', 'c2'],
    ['overview', 'o'],
  ] as const;
  expect(await fileOf(sections)).toBe('o\nf1\nc1\nc2\ns1\nu1\n');
});

test('beyond 1 MiB, the overview and what failed survive, whole and in this order', async () => {
  const long = (name: string) => `### ${name}\n\n${`| a line of ${name} 🚀 |\n`.repeat(5_000)}`;
  const many = Array.from({ length: 10 }, (_, index) => ['unchanged', long(`unchanged-${index}`)] as const);
  const text = await fileOf([...many, ['failed', long('failed')], ['overview', long('overview')]]);
  expect(Buffer.byteLength(text)).toBeLessThan(maxBytes);
  expect(text.startsWith(truncated)).toBe(true);
  expect(text).toContain(`complete.\n\n${long('overview')}\n${long('failed')}\n### unchanged-0`);
});

test('a single section is cut at a line, and says so above', async () => {
  const text = await fileOf([['changed', `<details>\n\n${'🚀🚀🚀\n'.repeat(200_000)}\n</details>`]]);
  expect(Buffer.byteLength(text)).toBeLessThan(maxBytes);
  expect(Buffer.byteLength(text)).toBeGreaterThan(maxBytes * 0.9);
  expect(text.startsWith(`${truncated}`)).toBe(true);
  expect(text).toMatch(/\n🚀🚀🚀\n$/);
});
