/** The prompts of the example, and a model that knows the answers: for the demo, the pictures and the test of the example. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServedModel } from './emulator/model.ts';

export const prompts = readFileSync(fileURLToPath(new URL('../examples/prompts.jsonl', import.meta.url)), 'utf8');

interface Line {
  chat?: string;
  body?: { messages: { content: string }[] };
  expect: { contains?: string | string[]; equals?: string };
}

/** `lost`: how many of the prompts are answered wrongly. */
export function goldenSet(lost = 0): ServedModel {
  const lines = prompts
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line));
  const known = lines.map(({ chat, body, expect: { contains, equals } }) => {
    return [chat ?? body?.messages.at(-1)?.content ?? '', [contains ?? equals ?? ''].flat()[0] ?? ''] as const;
  });
  const wrongOn = known.filter((_, index) => index % 5 === 2).map(([question]) => question);
  return { knows: Object.fromEntries(known), wrongOn: wrongOn.slice(0, lost) };
}
