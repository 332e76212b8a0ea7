/** A candidate before production: the comparison of both, and the bytes that have passed. */

import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { image } from '../registry/content.ts';
import { type Case, compared, oldImage, play, tested } from './compare-stage.ts';
import { deployTo, passing, recordEnv, smallSpec } from './deployment.ts';
import { type ImageStage, setImageStage } from './image-stage.ts';

const more = 'workerConfig: {minNum: 1}\ncandidate: true\n';
const usual = { spec: `${compared}${more}`, with: { name: 'spec' } };

test.for<[string, Case, end: string, writes: string[]]>([
  ['as fast', {}, 'updated', ['create', 'delete', 'update']],
  ['slower', { models: { candidate: { firstTokenMs: 400 } } }, 'slower', ['create', 'delete']],
  [
    'with production asleep',
    {
      production: { workerConfig: { minNum: 0 } },
      spec: `${compared}candidate: true\n`,
      models: { candidate: { firstTokenMs: 400 } },
    },
    'slower',
    ['create', 'delete'],
  ],
])(
  'with `compare`, the candidate is compared with production before it is written: %s',
  async ([, given, end, writes]) => {
    const result = await play({ ...usual, ...given });
    expect(result.end, result.told + result.log).toBe(end);
    expect(result.operations.filter((operation) => /^(create|update|delete)/.test(operation))).toEqual(writes);
    expect(result.names).toEqual(['llama']);
    const [endpoint] = JSON.parse(result.outputs.endpoints ?? '');
    expect(result.summary).toMatch(
      /^### . llama[:-][\s\S]*### . llama-candidate (?:is slower than|compared with) llama/,
    );
    expect(endpoint).toMatchObject({ candidate: { verdict: end === 'updated' ? 'passed' : 'slower' } });
  },
);

test.for<[string, wrongOn: string[], end: string, heading: RegExp]>([
  ['as many right answers', [], 'updated', /^### . llama: updated[\s\S]*\| right answers \| 40 of 40 \| 40 \|/],
  ['fewer right answers', ['Question 1'], 'worse', /^### . llama-candidate lost 11 of 40 right answers$/m],
])('with a file of prompts, the candidate is asked each of them: %s', async ([, wrongOn, end, heading]) => {
  const lines = Array.from({ length: 40 }, (_, index) => ({
    chat: `Question ${index}?`,
    expect: { contains: 'word3' },
  }));
  const spec = `${smallSpec}tests: [{chat: Count.}]\ncompare: {worse: 5%, prompts: prompts.jsonl}\nload: 2\n${more}`;
  const prompts = lines.map((line) => JSON.stringify(line)).join('\n');
  const files = { 'endpoint.yaml': spec, 'prompts.jsonl': prompts };
  const result = await play({ ...usual, spec, files, models: { candidate: { wrongOn } } });
  expect([result.end, result.names], result.told + result.log).toEqual([end, ['llama']]);
  expect(result.log).toContain('  first: as llama-candidate, 1 test, compared with llama by prompts, 2 at once\n');
  expect(result.summary.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))).toMatch(heading);
});

test('with a twin in `with`, the candidate is compared with the twin, and production is not asked', async () => {
  const twin = { name: 'llama-base', image: { image: oldImage }, workerConfig: { minNum: 1 }, envs: [recordEnv()] };
  const result = await play({
    ...usual,
    spec: `${tested}compare: {slower: 20%, with: llama-base}\n${more}`,
    models: { candidate: { firstTokenMs: 400 } },
    arrange: (emulator) => emulator.seed(twin),
  });
  expect([result.end, result.requests, result.names], result.log).toEqual(['slower', 0, ['llama', 'llama-base']]);
  expect(result.log).toContain('  first: as llama-candidate, 2 tests, compared with llama-base');
  expect(result.summary).toContain('llama-candidate is slower than llama-base');
});

test('the digest of a candidate that has passed is not that of production which was not written', async () => {
  const change = { kind: 'change', endpoint: 'llama', before: 'delete', part: { rootfsSize: 70 } } as const;
  const { end, outputs } = await play({
    ...usual,
    spec: `${compared}${more}`,
    arrange: (emulator) => emulator.addChange(change),
  });
  const [{ image, 'image-digest': digest, compare }] = JSON.parse(outputs.endpoints ?? '');
  expect([end, image, digest, outputs['image-digest'], compare.verdict]).toEqual([
    'conflict',
    oldImage,
    '',
    '',
    'passed',
  ]);
});

test('a run that is cancelled after its candidate has passed says both in the title', async () => {
  await using emulator = await startEmulator(passing);
  emulator.seed({ name: 'llama', image: { image: 'ghcr.io/acme/llama:1' }, workerConfig: { minNum: 1 } });
  const { annotations } = await deployTo(emulator, {
    spec: `${smallSpec}tests: [/health]\n${more}`,
    with: { image: 'ghcr.io/acme/llama:2' },
    onStart: ({ kill }) =>
      emulator.addFault({ operation: 'update', kind: 'hook', when: 'after', run: () => kill('SIGTERM') }),
  });
  expect(annotations.at(-1)).toContain(
    'title=llama%3A the run was cancelled after ghcr.io/acme/llama%3A2 had passed as llama-candidate%2C ',
  );
});

describe('the bytes that have passed', () => {
  const specOf = (stage: ImageStage) => `${stage.spec(':main')}tests: [/health]\n${more}`;
  /** A first version, and a second one whose tag moves again while its candidate runs. */
  async function deployMoving(stage: ImageStage, resolve: 'pin' | 'check', atCreate: (stage: ImageStage) => void) {
    const { registry, emulator } = stage;
    const run = (id: string) =>
      stage.step({ spec: specOf(stage), with: { 'resolve-image': resolve }, env: { GITHUB_RUN_ID: id } });
    const first = registry.push('acme/llama', image({ label: 'first' }), 'main').digest;
    emulator.seed({
      ...{ name: 'llama', image: { image: `${stage.repository}:old` }, workerConfig: { minNum: 1 } },
      ...{ policy: { type: 'concurrency', value: 8 }, envs: [recordEnv({ repository: 'acme/models' })] },
    });
    emulator.addFault({ operation: 'create', kind: 'hook', when: 'before', run: () => atCreate(stage) });
    const step = await run('2');
    const images = emulator.endpoints().map(({ name, image: { image: shown } }) => [name, shown]);
    return { ...step, first, images };
  }
  const move = ({ registry }: ImageStage) => registry.push('acme/llama', image({ label: 'second' }), 'main');

  test.for<[string, 'pin' | 'check', (stage: ImageStage) => unknown, end: string, says: RegExp, left: string]>([
    ['a pinned tag that moves meanwhile', 'pin', move, 'updated', /Candidate: passed/, '@'],
    [
      'a tag that moves meanwhile',
      'check',
      move,
      'plan-changed',
      /Candidate: its tag has moved\..*title=llama-candidate%3A its tag has moved%2C llama not/s,
      ':old',
    ],
    ['a tag that does not move', 'check', () => {}, 'updated', /Candidate: passed/, ':main'],
    [
      'a tag whose registry is silent by then',
      ...([
        'check',
        ({ registry }: ImageStage) => registry.fail({ at: 'manifest', kind: 'status', status: 500 }),
      ] as const),
      ...(['updated', /could not be checked/, ':main'] as const),
    ],
  ])('%s', async ([, resolve, atCreate, end, says, left]) => {
    await using stage = await setImageStage();
    const { log, annotations, first, images, ...step } = await deployMoving(stage, resolve, atCreate);
    expect(step.end, log + annotations.join()).toBe(end);
    expect(log + annotations.join()).toMatch(says);
    expect(images).toEqual([['llama', `${stage.repository}${left === '@' ? `@${first}` : left}`]]);
  });
});
