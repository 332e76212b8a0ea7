/** The picture of a comparison, read by Mermaid itself as GitHub reads it. */

import mermaid from 'mermaid';
import { expect, test } from 'vitest';
import { play } from '../scenarios/compare-stage.ts';
import { smallSpec } from '../scenarios/deployment.ts';

test('has whole answers by percentile in two lines of 20 points', async () => {
  const spec = `${smallSpec}tests: [{chat: Count.}]\ncompare: {prompts: prompts.jsonl}\n`;
  const prompts = Array.from({ length: 30 }, (_, index) => `{"chat": "Question ${index}"}`).join('\n');
  const { summary } = await play({ spec, files: { 'endpoint.yaml': spec, 'prompts.jsonl': prompts } });
  const [, picture = ''] = /<summary>.*by percentile.*<\/summary>\n\n```mermaid\n([^`]*)```/.exec(summary) ?? [];
  expect(await mermaid.parse(picture)).toMatchObject({ diagramType: 'xychart' });
  const lines = picture.match(/line \[.*\]/g)?.map((line) => line.match(/[\d.]+/g)?.map(Number) ?? []) ?? [];
  expect(lines.map((line) => line.length)).toEqual([20, 20]);
  for (const line of lines) expect(line).toEqual(line.toSorted((a, b) => a - b));
  await expect(mermaid.parse(picture.replace('line [', 'line [x'))).rejects.toThrow();
});
