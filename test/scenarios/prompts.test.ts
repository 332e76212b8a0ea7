/** `compare` by a file of prompts: each asked once of both sides; what is refused, what has to repeat, and that a log is never shown. */

import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { type Case, play, timeOf, usual, words } from './compare-stage.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';
import { repository } from './github-stage.ts';

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
const playPrompts = (prompts: string, { spec = specOf('worse: 5%, slower: 20%'), ...given }: Case = {}) =>
  play({ spec, files: { 'endpoint.yaml': spec, 'prompts.jsonl': prompts }, ...given });
/** So that one in five is wrong. */
const fifth = Array.from({ length: 20 }, (_, index) => `Person-${5 * index}@`);

/** A candidate of yesterday, with which production has been asked all prompts. */
const askAllOnce: Case['arrange'] = async (emulator) => {
  const spec = specOf('worse: 5%');
  const files = { 'endpoint.yaml': spec, 'prompts.jsonl': right };
  const inputs = { name: 'llama-yesterday', image: `ghcr.io/acme/llama@sha256:${'3'.repeat(64)}` };
  emulator.addModel({ ...usual, image: inputs.image });
  const env = { GITHUB_REPOSITORY: repository };
  const { end } = await deployTo(emulator, { spec, files, env, ...timeOf(emulator), with: inputs });
  expect(end).toBe('created');
};

test.for<[string, Case, { end: string; heading: RegExp; says?: RegExp; most?: number }]>([
  ['the same model', {}, { end: 'created', heading: /^### [✅❔] llama-candidate compared with llama/m }],
  [
    'wrong on a fifth',
    { models: { candidate: { wrongOn: fifth } } },
    {
      end: 'worse',
      heading: /^### ❌ llama-candidate lost 20 of 100 right answers$/m,
      says: /Lost: .*prompts\.jsonl:\d+.* expected an answer that contains "word3", got "I do not know\."/,
    },
  ],
  [
    'slower, also when asked again',
    { models: { candidate: { firstTokenMs: 400, tokenMs: 40 } } },
    { end: 'slower', heading: /^### ❌ llama-candidate is slower than llama/m, most: 140 },
  ],
  [
    'production that has the prompts in its cache',
    { models: { production: { cachesPrompts: 5 }, candidate: { cachesPrompts: 5 } }, arrange: askAllOnce },
    {
      end: 'created',
      heading: /^### ❔ llama-candidate compared with llama/m,
      says: /asked again: \d slower, \d+ the other way, so perhaps a cache, or a short disturbance ❔[\s\S]*try more prompts, longer answers, or a larger limit/,
      most: 260,
    },
  ],
  [
    'eight times as many tokens, as fast as before',
    { models: { candidate: { words: Array.from({ length: 8 }, () => words).flat() } } },
    {
      end: 'slower',
      heading: /^### ❌ .*whole answers within 3 × the limit of the other side: \d+ of \d+ → 0, /m,
      says: /\| tokens of an answer: median \| 12 \| 96 \|/,
      most: 140,
    },
  ],
  [
    'one answer in five 10 × as long, which no median shows',
    { models: { candidate: { longFifth: 10 } } },
    {
      end: 'slower',
      heading:
        /^### ❌ llama-candidate is slower than llama: whole answers within 3 × the limit of the other side: 100 of 100 → \d\d, /m,
      says: /\| first token \|[^|]*\|[^|]*\| [^|]* ✅ \|[\s\S]*asked again: \d+ slower, 0 the other way ❌/,
      most: 140,
    },
  ],
])('the end: %s', async ([, given, { end, heading, says = /(?:)/, most = 110 }]) => {
  const played = await playPrompts(right, given);
  expect([played.end, played.isUnharmed], played.log + played.told).toEqual([end, true]);
  const summary = played.summary.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  expect(summary).toMatch(heading);
  expect(summary).toMatch(says);
  expect(played.requests).toBeLessThanOrEqual(most);
  expect(played.outputs['image-digest'] === '').toBe(end !== 'created');
});

test('what does not fit into ten minutes: the same prompts each time, which are told; red, since they are no verdict', async () => {
  const slow = { tokenMs: 600, noise: 'calm' } as const;
  const run = () =>
    playPrompts(lines(300, { expect: { contains: 'word3' } }), { models: { production: slow, candidate: slow } });
  const [first, second] = [await run(), await run()];
  const { asked, of } = first.compare.prompts;
  expect([asked > 20 && asked < 60, of, first.end, first.outputs['image-digest']]).toEqual([
    true,
    300,
    'not-compared',
    '',
  ]);
  expect(second.compare.samples.line.slice(0, 20)).toEqual(first.compare.samples.line.slice(0, 20));
  expect(first.log).toMatch(/Compare: about \d\d of 300 prompts can be asked in time\./);
  expect(first.summary).toMatch(new RegExp(`\\| ${asked} of 300 prompts, each once to both \\|`));
  expect(first.summary).toMatch(/\| first token \|.*✅/);
});

test('the output has each answer in columns: numbers of three digits, and no text', async () => {
  const { compare } = await playPrompts(lines(300, { expect: { contains: 'word3' } }), {
    models: { candidate: { wrongOn: fifth } },
  });
  const { line, right: marks, ...columns } = compare.samples;
  expect(new Set(line).size).toBe(300);
  expect(marks.filter((mark: string) => mark === '10')).toHaveLength(20);
  for (const sides of Object.values<number[][]>(columns)) expect(sides.map((side) => side.length)).toEqual([300, 300]);
  expect(JSON.stringify(compare.samples).length).toBeLessThan(16_384);
  expect(JSON.stringify(compare)).not.toContain('word3');
});

test('a variable is filled in headers alone, and its value is never shown', async () => {
  const secret = 'hunter-two_two_5520';
  const spec = specOf('slower: 20%').replace('{chat: Count.}', '{chat: Count., headers: {x-key: "${KEY}"}}');
  const own = '{"chat": "Count to 3.", "headers": {"x-key": "own"}}';
  const { sent, raw, outputs, summary } = await playPrompts(`${lines(30)}\n${own}`, {
    spec,
    with: { 'secret-envs': `KEY=${secret}` },
  });
  const prompts = sent.filter(({ body }) => JSON.stringify(body ?? '').includes('Person-'));
  expect([prompts.length, sent.filter(({ headers }) => headers['x-key'] === 'own').length]).toEqual([30, 1]);
  expect(
    prompts.filter(({ headers, body }) => headers['x-key'] !== secret || !JSON.stringify(body).includes('asks ${KEY}')),
  ).toEqual([]);
  expect([raw.replaceAll(/^::add-mask::.*$/gm, ''), summary, JSON.stringify(outputs)].join()).not.toContain('hunter');
});

test('another file is another plan of a candidate, and the same one of production', async () => {
  await using emulator = await startEmulator(passing);
  const spec = specOf('slower: 20%');
  const plan = async (name: string, prompts: string) => {
    const files = { 'endpoint.yaml': spec, 'prompts.jsonl': prompts };
    return (await deployTo(emulator, { spec, files, with: { command: 'plan', name } })).outputs['plan-digest'];
  };
  const digests = async (name: string) => new Set([await plan(name, lines(30)), await plan(name, lines(31))]).size;
  expect([await digests('llama-candidate'), await digests('llama')]).toEqual([2, 1]);
});

test('nothing of a log is shown, and nothing of an answer to a line without `expect`', async () => {
  const hostile = { 'POST /v1/chat/completions': { detail: 'Person-7@example.org asked' } };
  const played = await playPrompts(lines(40), {
    models: { candidate: { also: hostile } },
    spec: specOf('slower: 20%').replace('{chat: Count.}', '/health'),
  });
  const said = [played.raw, played.summary, JSON.stringify(played.outputs)].join('\n');
  expect(said).not.toContain('Person-');
});

test('`worse` where no prompt that is asked has `expect` is an error at its line, and nothing is sent', async () => {
  for (const [prompts, more] of [
    [lines(40), ''],
    [lines(40, { expect: { status: 200, within: '9s' } }), ''],
    // In the order of hashes, this line is not among the first thirty.
    [`${lines(300)}\n${JSON.stringify({ ...line(301), expect: { contains: 'word3' } })}`, ', requests: 30'],
  ] as const) {
    const { end, told, requests } = await playPrompts(prompts, { spec: specOf(`worse: 5%${more}`) });
    expect([end, requests]).toEqual(['spec-invalid', 0]);
    expect(told).toMatch(
      /^::error [^\n]*line=7,[^\n]*`compare\.worse` counts right answers, and nothing that is asked/m,
    );
  }
});

test('without an `expect`, the row says what is counted', async () => {
  const { end, summary } = await playPrompts(lines(40), {
    models: { candidate: { words: ['blub'] } },
    spec: specOf('slower: 20%'),
  });
  expect([end, summary]).toEqual(['created', expect.stringMatching(/^\| answers that came \| 40 of 40 \| 40 \|/m)]);
  expect(summary).toMatch(/^\| 40 prompts, each once to both \|/m);
});

test('only the candidate streams: the whole answer is judged, and who does not stream is told', async () => {
  const slow = { firstTokenMs: 200, tokenMs: 60 };
  const whole = { production: { isWhole: true, answerMs: 300 }, candidate: slow };
  const chat = (index: number) => JSON.stringify({ chat: `Question ${index}`, expect: { contains: 'word3' } });
  const prompts = Array.from({ length: 40 }, (_, index) => chat(index)).join('\n');
  const { end, summary } = await playPrompts(prompts, { models: whole });
  expect([end, summary]).toEqual([
    'slower',
    expect.stringMatching(/^### ❌ llama-candidate is slower than llama: total: /m),
  ]);
  expect(summary).toContain('production does not stream');
});

test('a mistake in a line is a mistake of the spec, and nothing is sent', async () => {
  const played = await playPrompts(`${right}\n{"chatt": "Hi"}`);
  expect([played.end, played.requests]).toEqual(['spec-invalid', 0]);
  expect(played.told).toMatch(/file=prompts\.jsonl,line=101,.*`chatt` is not a field of a prompt/);
  const absent = await playPrompts(right, { spec: specOf('worse: 5%').replace('prompts.jsonl', 'other.jsonl') });
  expect(absent.told).toMatch(/"other\.jsonl" does not exist\. Write its path from the folder of the spec\./);
});

test.for<[string, Case['with'] & object, string]>([
  ['a deploy of production', { name: 'llama' }, 'updated'],
  ['a plan of it', { command: 'plan', name: 'llama' }, 'planned'],
  ['the status', { command: 'status', name: 'llama' }, 'read'],
  ['a plan of a candidate', { command: 'plan' }, 'spec-invalid'],
  ['`validate`', { command: 'validate', name: 'llama' }, 'spec-invalid'],
])('the file is read where it is asked or checked alone: %s, with a mistake in it', async ([, inputs, end]) => {
  const played = await playPrompts('no', { with: inputs });
  expect(played.end, played.log + played.told).toBe(end);
});
