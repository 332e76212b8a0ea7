/** The picture of a comparison, read by Mermaid itself as GitHub reads it: by its build in one file, which needs no other package. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { play } from '../scenarios/compare-stage.ts';
import { smallSpec } from '../scenarios/deployment.ts';

interface Mermaid {
  parse(text: string): Promise<{ diagramType: string }>;
}

/** Made for browsers: it gives itself to the global object, here one of its own. */
function loadMermaid(): Mermaid {
  const page = createContext({ structuredClone });
  runInContext(readFileSync(fileURLToPath(import.meta.resolve('@mermaid-js/tiny')), 'utf8'), page);
  return page.mermaid;
}

test('has whole answers by percentile in two lines of 20 points', async () => {
  const spec = `${smallSpec}tests: [{chat: Count.}]\ncompare: {prompts: prompts.jsonl}\n`;
  const prompts = Array.from({ length: 30 }, (_, index) => `{"chat": "Question ${index}"}`).join('\n');
  const { summary } = await play({ spec, files: { 'endpoint.yaml': spec, 'prompts.jsonl': prompts } });
  const [, picture = ''] = /<summary>.*by percentile.*<\/summary>\n\n```mermaid\n([^`]*)```/.exec(summary) ?? [];
  const mermaid = loadMermaid();
  expect(await mermaid.parse(picture)).toMatchObject({ diagramType: 'xychart' });
  const lines = picture.match(/line \[.*\]/g)?.map((line) => line.match(/[\d.]+/g)?.map(Number) ?? []) ?? [];
  expect(lines.map((line) => line.length)).toEqual([20, 20]);
  for (const line of lines) expect(line).toEqual(line.toSorted((a, b) => a - b));
  await expect(mermaid.parse(picture.replace('line [', 'line [x'))).rejects.toThrow();
});
