/** `compare` by a file of prompts: each asked once of both sides; what is refused, what has to repeat, and that a log is never shown. */

import { describe, expect, test } from 'vitest';
import { play, type Story } from './compare-stage.ts';
import { smallSpec } from './deployment.ts';

const line = (index: number) => {
  const body = {
    model: 'llama-3.1-8b',
    messages: [{ role: 'user', content: `Person-${index}@example.org asks \${KEY}` }],
  };
  return { custom_id: `q-${index}`, method: 'POST', url: '/v1/chat/completions', body };
};
const lines = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => JSON.stringify({ ...line(index), ...more })).join('\n');
const right = lines(100, { expect: { contains: 'word3' } });
const specOf = (compare: string) =>
  `${smallSpec}tests: [{chat: Count.}]\ncompare: {prompts: prompts.jsonl, ${compare}}\n`;
const playPrompts = (prompts: string, { spec = specOf('worse: 5%, slower: 20%'), ...story }: Story = {}) =>
  play({ spec, files: { 'endpoint.yaml': spec, 'prompts.jsonl': prompts }, ...story });
/** So that one in five is wrong. */
const fifth = Array.from({ length: 20 }, (_, index) => `Person-${5 * index}@`);

describe('the end', () => {
  test.for<[string, Story, { end: string; heading: RegExp; says?: RegExp; most?: number }]>([
    ['the same model', {}, { end: 'created', heading: /^### [✅❔] llama-candidate compared with llama/m }],
    [
      'wrong on a fifth',
      { models: { candidate: { wrongOn: fifth } } },
      {
        end: 'worse',
        heading:
          /^### ❌ llama-candidate is worse than llama: right answers: 100 of 100 → 80, −20 points \(lost 20, gained 0; limit 5 points\), p < 0\.001/m,
        says: /Lost: .*prompts\.jsonl:\d+.* expected an answer that contains "word3", got "I do not know\."/,
      },
    ],
    [
      'slower, also when asked again',
      { models: { candidate: { firstTokenMs: 400, tokenMs: 40 } } },
      { end: 'slower', heading: /^### ❌ llama-candidate is slower than llama/m, most: 130 },
    ],
    [
      'production that has the prompts in its cache',
      { models: { production: { cachesPrompts: 5 }, candidate: { cachesPrompts: 5 } } },
      { end: 'created', heading: /^### [✅❔] llama-candidate compared with llama/m, most: 150 },
    ],
  ])('%s', async ([, story, { end, heading, says = /(?:)/, most = 110 }]) => {
    const played = await playPrompts(right, story);
    expect([played.end, played.isUnharmed], played.log + played.told).toEqual([end, true]);
    const summary = played.summary.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    expect(summary).toMatch(heading);
    expect(summary).toMatch(says);
    expect(played.requests).toBeLessThanOrEqual(most);
    expect(played.outputs['image-digest'] === '').toBe(end !== 'created');
  });
});

test('nothing of a log is shown, and nothing of an answer to a line without `expect`', async () => {
  const hostile = { 'POST /v1/chat/completions': { detail: 'Person-7@example.org asked' } };
  const played = await playPrompts(lines(40), {
    models: { candidate: { also: hostile } },
    spec: specOf('worse: 5%').replace('{chat: Count.}', '/health'),
  });
  const said = [played.raw, played.summary, JSON.stringify(played.outputs)].join('\n');
  expect(said).not.toContain('Person-');
});

test('a mistake in a line is a mistake of the spec, and nothing is sent', async () => {
  const played = await playPrompts(`${right}\n{"chatt": "Hi"}`);
  expect([played.end, played.requests]).toEqual(['spec-invalid', 0]);
  expect(played.told).toMatch(/file=prompts\.jsonl,line=101,.*`chatt` is not a field of a prompt/);
});
