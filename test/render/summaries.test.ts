/** Plans and outcomes as they read in the log and the summary. */

import { describe, expect, test } from 'vitest';
import { makePlan, type PlanRequest } from '../../src/plan/plan.ts';
import { commentFooter } from '../../src/render/outcome.ts';
import { changeBlock, changeLine, foldedFields, imageLine, planLines, planSummary } from '../../src/render/plan.ts';
import { eventOf } from '../commands/scene.ts';
import { liveEndpoint } from '../plan/example.ts';

function planOf(request: Partial<PlanRequest> = {}) {
  return makePlan({
    spec: { name: 'llama', policy: { type: 'concurrency', value: 4 } },
    secretEnvs: new Map(),
    live: liveEndpoint,
    ...request,
  });
}

const found = 'Look-up: llama is bc1a5ea6ae5677df, serving, at https://bc1a5ea6ae5677df-llama-app.runsync.example.dev.';

describe('a plan', () => {
  test('is what was found and what changes', () => {
    const told = [
      {},
      { spec: { name: 'llama' } },
      { spec: { name: 'llama', regionId: 'us' } },
      { spec: { name: 'llama' }, live: undefined },
    ].map((request) => planLines(planOf(request)).slice(0, 4));
    const foundLines = told.map(([first]) => first);
    expect(foundLines).toEqual([...Array.from({ length: 3 }, () => found), 'Look-up: no endpoint is named llama.']);
    expect(told.map((lines) => lines.slice(1).join('\n')).join('\n')).toMatchInlineSnapshot(`
      "Plan: change 1 field (v1 update); workers stay
        ~ policy.value: 8 → 4
        kept: envs.HF_TOKEN, envs.LOG (no deploy has written them)
      Plan: no changes.
        kept: envs.HF_TOKEN, envs.LOG (no deploy has written them)
      Plan: no changes.
        kept: envs.HF_TOKEN, envs.LOG (no deploy has written them)
      Plan: create llama (v1 create): 0–1 worker · 1 GPU"
    `);
  });

  test('never shows an env value', () => {
    const change = { member: 'envs.A', kind: 'change', from: null, to: null, secret: true, families: [] } as const;
    expect([changeLine(change), changeLine({ ...change, kind: 'remove' }), changeBlock([change])]).toEqual([
      '  ~ envs.A: value not shown',
      '  - envs.A',
      '```diff\n! envs.A: value not shown\n```',
    ]);
  });

  test('is a heading, what was found, and a diff', () => {
    expect(planSummary(planOf())).toBe(
      [
        '### Plan for llama',
        found.replace(/, at (.*)\.$/, '. [$1](<$1>)'),
        'Plan: change 1 field &#40;v1 update&#41;; workers stay',
        '```diff\n- policy.value: 8\n+ policy.value: 4\n```',
        'kept: envs.HF&#95;TOKEN, envs.LOG &#40;no deploy has written them&#41;\n',
      ].join('\n\n'),
    );
  });

  test('of a creation is one line, and its fields are folded away', () => {
    const spec = {
      ...{ name: 'llama', image: { image: 'a:1' }, products: ['SL-serverless-3'], ports: [8000] },
      ...{ workerConfig: { minNum: 1, maxNum: 3 }, envs: [{ key: 'A', value: 'value-of-a' }] },
    };
    const plan = planOf({ spec, live: undefined });
    const line = 'Plan: create llama (v1 create): a:1 · 1–3 workers · 1 GPU · SL-serverless-3 · port 8000';
    expect(planLines(plan)).toEqual(['Look-up: no endpoint is named llama.', line]);
    const numbered = planOf({ spec: { ...spec, products: ['1', 'A-2'] }, live: undefined });
    expect(planLines(numbered)[1]).toContain(' · 1 GPU · product 1, A-2 · port 8000');
    expect(foldedFields(plan)).toEqual({
      title: '13 fields',
      lines: expect.arrayContaining(['+ image.image: a:1', '+ envs.A: value not shown']),
    });
    expect(planSummary(plan)).toMatch(
      /· port 8000\n\n<details><summary>13 fields<\/summary>\n\n```diff\n\+ name: llama\n[^`]*```\n\n<\/details>\n$/,
    );
  });

  test('fences values that have a fence', () => {
    const plan = planOf({ spec: { name: 'llama', image: { image: 'a:`2```' } } });
    expect(planSummary(plan)).toContain('````diff\n- image.image: ghcr.io/acme/llama:1\n+ image.image: a:`2```\n');
  });

  test('that may not be seen, or is refused, says so', () => {
    const hidden = 'Look-up: llama is bc1a5ea6ae5677df, but this run is not allowed to see more of it.';
    expect(planLines(planOf(), false)).toEqual([hidden]);
    expect(planSummary(planOf(), { isShown: false, title: '❌ llama: owned', note: 'Choose another name.' })).toBe(
      `### ❌ llama: owned\n\n${hidden}\n\nChoose another name.\n`,
    );
  });
});

test('a comment is told under its commit and run', () => {
  expect([
    commentFooter({ ...eventOf(), runUrl: 'https://github.com/a/b/actions/runs/1' }),
    commentFooter({ ...eventOf(), runUrl: undefined }),
  ]).toEqual([
    '<sub>deploy-gpu-endpoint for <code>aaaaaaaaaaaa</code>, [run](<https://github.com/a/b/actions/runs/1>)</sub>',
    '<sub>deploy-gpu-endpoint for <code>aaaaaaaaaaaa</code></sub>',
  ]);
});

describe('an image that a registry knows', () => {
  const [before, now] = [`sha256:${'a'.repeat(64)}`, `sha256:${'b'.repeat(64)}`];
  const [written, tag] = ['ghcr.io/acme/llama:main', 'ghcr.io/acme/llama:1.0'];
  const resolved = { written, digest: now };
  const other = `ghcr.io/acme/llama@${before}`;
  test.for<[Parameters<typeof imageLine>, string]>([
    [[resolved], `main is ${now}.`],
    [[resolved, { image: other }], `main is ${now} (deployed is ${before}).`],
    [[resolved, { image: other, pinnedFrom: tag }], `main is ${now} (deployed is ${tag}, ${before}).`],
    [[resolved, { image: other, pinnedFrom: written }], `main is ${now} (deployed is ${before}).`],
    [[resolved, { image: `ghcr.io/acme/llama@${now}` }], `main is ${now}.`],
    [[resolved, { image: tag }], `main is ${now}.`],
  ])('%j', ([given, line]) => {
    expect(imageLine(...given)).toBe(`Image: ghcr.io/acme/llama:${line}`);
  });

  test('by its digest is there', () => {
    expect(imageLine({ written: `a@${now}`, digest: now })).toBe(`Image: a@${now} is there.`);
  });
});
