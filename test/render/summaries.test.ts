/** Plans and outcomes as they read in the log and the summary. */

import { describe, expect, test } from 'vitest';
import { makePlan, type PlanRequest } from '../../src/plan/plan.ts';
import { changeBlock, changeLine, imageLine, planLines, planSummary } from '../../src/render/plan.ts';
import { commentFooter } from '../../src/render/run-comment.ts';
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
        kept: image.image ghcr.io/acme/llama:1, image.authId cred-1, image.command, workerConfig.minNum 1, workerConfig.maxNum 3, workerConfig.maxConcurrent 8, workerConfig.cudaVersion 12.4, ports 8000, healthy.path /health, products SL-serverless-3, clusterID as-sgp-2, volumeMounts./models network vol-1 (not in the spec)
      Plan: no changes.
        kept: image.image ghcr.io/acme/llama:1, image.authId cred-1, image.command, workerConfig.minNum 1, workerConfig.maxNum 3, workerConfig.maxConcurrent 8, workerConfig.cudaVersion 12.4, policy.type concurrency, policy.value 8, ports 8000, healthy.path /health, products SL-serverless-3, clusterID as-sgp-2, volumeMounts./models network vol-1 (not in the spec)
        kept: envs.HF_TOKEN, envs.LOG (no deploy has written them)
      Plan: no changes.
        kept: image.image ghcr.io/acme/llama:1, image.authId cred-1, image.command, workerConfig.minNum 1, workerConfig.maxNum 3, workerConfig.maxConcurrent 8, workerConfig.cudaVersion 12.4, policy.type concurrency, policy.value 8, ports 8000, healthy.path /health, products SL-serverless-3, clusterID as-sgp-2, volumeMounts./models network vol-1 (not in the spec)
        kept: envs.HF_TOKEN, envs.LOG (no deploy has written them)
      Plan: create llama (v1 create).
        + name: llama
        + workerConfig.minNum: 0"
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
        'kept: image.image ghcr.io/acme/llama:1, image.authId cred-1, image.command, workerConfig.minNum 1, workerConfig.maxNum 3, workerConfig.maxConcurrent 8, workerConfig.cudaVersion 12.4, ports 8000, healthy.path /health, products SL-serverless-3, clusterID as-sgp-2, volumeMounts./models network vol-1 &#40;not in the spec&#41;',
        'kept: envs.HF&#95;TOKEN, envs.LOG &#40;no deploy has written them&#41;\n',
      ].join('\n\n'),
    );
  });

  test('of a creation has every field, but no value of an env', () => {
    const spec = { name: 'llama', image: { image: 'a:1' }, envs: [{ key: 'A', value: 'value-of-a' }] };
    const plan = planOf({ spec, live: undefined });
    const [found, headline, ...fields] = planLines(plan);
    expect([found, headline]).toEqual(['Look-up: no endpoint is named llama.', 'Plan: create llama (v1 create).']);
    expect(fields).toEqual(
      expect.arrayContaining(['  + name: llama', '  + image.image: a:1', '  + envs.A: value not shown']),
    );
    expect(planSummary(plan)).toContain('v1 create&#41;.\n\n```diff\n+ name: llama\n');
  });

  test('fences values that have a fence', () => {
    const plan = planOf({ spec: { name: 'llama', image: { image: 'a:`2```' } } });
    expect(planSummary(plan)).toContain('````diff\n- image.image: ghcr.io/acme/llama:1\n+ image.image: a:`2```\n');
  });

  test('that may not be seen, or is refused, says so', () => {
    const hidden = 'Look-up: llama is bc1a5ea6ae5677df, but this run is not allowed to see more of it.';
    expect(planLines({ ...planOf(), isShown: false })).toEqual([hidden]);
    expect(
      planSummary({ ...planOf(), isShown: false }, { title: '❌ llama: owned', note: 'Choose another name.' }),
    ).toBe(`### ❌ llama: owned\n\n${hidden}\n\nChoose another name.\n`);
  });
});

test('a comment is told under its commit and run', () => {
  expect(commentFooter({ ...eventOf(), runUrl: 'https://github.com/a/b/actions/runs/1' })).toBe(
    '<sub>deploy-gpu-endpoint for <code>aaaaaaaaaaaa</code>, [run](<https://github.com/a/b/actions/runs/1>)</sub>',
  );
});

test('an image that a registry knows has its digest, and one that has it by its digest is there', () => {
  const digest = `sha256:${'b'.repeat(64)}`;
  expect([imageLine({ written: 'a:main', digest }), imageLine({ written: `a@${digest}`, digest })]).toEqual([
    `Image: a:main is ${digest}.`,
    `Image: a@${digest} is there.`,
  ]);
});
