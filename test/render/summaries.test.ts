/** Plans and outcomes as they read in the log and the summary. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { makePlan, type PlanRequest } from '../../src/plan/plan.ts';
import { billedHint, commentFooter, outcomeLines, outcomeSummary, outcomeTitle } from '../../src/render/outcome.ts';
import { changeBlock, changeLine, foldedFields, imageLine, planLines, planSummary } from '../../src/render/plan.ts';
import { initialOutcome, type Outcome } from '../../src/rollout/outcome.ts';
import { eventOf } from '../commands/scene.ts';
import { liveEndpoint } from '../plan/example.ts';

const failure = new DeployError({ code: 'timeout', message: 'it took | too long', hint: 'Wait for `llama`.' });

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
      Plan: no changes.
      Plan: no changes.
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
        '```diff\n- policy.value: 8\n+ policy.value: 4\n```\n',
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

  test('of a preview is what differs from production', () => {
    const { config } = liveEndpoint;
    const spec = { name: 'llama-pr-7', image: { image: 'a:`2```' }, workerConfig: { minNum: 0, maxNum: 1 } };
    const production = { ...liveEndpoint, config: { ...config, envs: [] } };
    const plan = planOf({ spec, live: undefined, production });
    expect(planLines(plan).slice(2, 4)).toEqual([
      'Differs from llama:',
      '  ~ image.image: ghcr.io/acme/llama:1 → a:`2```',
    ]);
    expect(planSummary(plan)).toContain(
      'Differs from llama:\n\n````diff\n- image.image: ghcr.io/acme/llama:1\n+ image.image: a:`2```\n',
    );
    expect(planSummary(plan)).not.toMatch(/[-+] (name|appName): llama-app\n/);
    expect(planLines(planOf({ spec: { name: 'llama' }, production })).join()).not.toContain('Differs');
  });

  test('that may not be seen, or is refused, says so', () => {
    const hidden = 'Look-up: llama is bc1a5ea6ae5677df, but this run is not allowed to see more of it.';
    expect(planLines(planOf(), false)).toEqual([hidden]);
    expect(planSummary(planOf(), { isShown: false, title: '❌ llama: owned', note: 'Choose another name.' })).toBe(
      `### ❌ llama: owned\n\n${hidden}\n\nChoose another name.\n`,
    );
  });
});

describe('an outcome', () => {
  const outcome: Outcome = {
    ...initialOutcome({ live: liveEndpoint }),
    ...{ operation: 'updated', changed: true, evidence: 'new-workers', seenMs: undefined, endpoint: liveEndpoint },
  };
  test('is told at the end of the log', () => {
    const stateless = { ...liveEndpoint, url: '', state: { ...liveEndpoint.state, state: '' } };
    const told = [
      {},
      { oldWorkers: 1 },
      { oldWorkers: 2 },
      { endpoint: stateless },
      { endpoint: undefined },
      { operation: 'created', evidence: undefined } as const,
    ].map((change) => outcomeLines(planOf(), { ...outcome, ...change }).join('\n'));
    expect(told.join('\n\n')).toMatchInlineSnapshot(`
      "Done: llama (bc1a5ea6ae5677df) updated, serving at https://bc1a5ea6ae5677df-llama-app.runsync.example.dev.

      Done: llama (bc1a5ea6ae5677df) updated, serving at https://bc1a5ea6ae5677df-llama-app.runsync.example.dev.
      1 worker of the old version is still running; \`wait: rollout\` waits until they stop.

      Done: llama (bc1a5ea6ae5677df) updated, serving at https://bc1a5ea6ae5677df-llama-app.runsync.example.dev.
      2 workers of the old version are still running; \`wait: rollout\` waits until they stop.

      Done: llama (bc1a5ea6ae5677df) updated, serving.



      Done: llama (bc1a5ea6ae5677df) created, serving, not waited for; its URL is https://bc1a5ea6ae5677df-llama-app.runsync.example.dev."
    `);
  });

  const rowsOf = (change: Partial<Outcome>) =>
    outcomeSummary(planOf({ spec: { name: 'llama' } }), { ...outcome, ...change })
      .split('\n')
      .filter((line) => line.startsWith('#') || /^\| [A-Z]/.test(line));
  const pass = { title: 'GET /health', outcome: 'passed', isWarmUp: false, status: 204, totalMs: 250 } as const;
  const why = ['| Cause | it took &#124; too long |', '| Next | Wait for <code>llama</code>. |'];
  const restoreFailure = new DeployError({ code: 'rejected', message: 'no', hint: 'Do.' });
  const of = ' of ghcr.io/acme/llama:1';
  const notRestored = `❌ llama: timeout${of}, RESTORE FAILED: it still has the new configuration`;
  test.for<[Partial<Outcome>, string, string[]]>([
    [{}, '✅ llama: updated', []],
    [{ operation: undefined }, '✅ llama: no change', []],
    [{ oldWorkers: 2 }, '✅ llama: updated', ['| Workers of the old version | 2 |']],
    [
      { tests: { kind: 'passed', results: [pass] } },
      '✅ llama: updated',
      ['| Test | Answer | First token | Tokens/s | Total |'],
    ],
    [{ operation: 'restored', failure }, `❌ llama: timeout${of}, restored to the previous configuration`, why],
    [{ failure }, '❌ llama: timeout, written, not proved: ghcr.io/acme/llama:1', why],
    [{ failure, restoreFailure }, notRestored, why],
  ])('%j has the title %s and the rows %j', ([change, title, rows]) => {
    const lines = rowsOf(change);
    expect(lines[0]).toBe(`### ${title}`);
    expect(lines).toEqual(expect.arrayContaining(rows));
    if (rows.length === 0) expect(lines).toHaveLength(6);
  });

  const { config } = liveEndpoint;
  const down = {
    ...liveEndpoint,
    workers: [],
    config: { ...config, workerConfig: { ...config.workerConfig, minNum: 1 } },
  };
  const failedWith = (code: DeployError['code'], operation: Outcome['operation'] = 'updated') => ({
    ...{ endpoint: down, failure: new DeployError({ code, message: 'no' }), evidence: undefined, operation },
  });
  const crashed = `crashed${of}`;
  const billed = `${crashed}, STILL BILLED`;
  const changedOutside = 'conflict, changed by someone else: ghcr.io/acme/llama:1';
  const end = ` To end the bill, run \`command: delete\` with \`endpoint-id: ${down.id}\`.`;
  const fix = ` It is still being billed: push a fix or a revert; or, to give the endpoint up, run \`command: delete\` with \`endpoint-id: ${down.id}\`.`;
  const left = `${crashed}, RESTORE FAILED: it still has the new configuration`;
  const stopped = { ...down, state: { ...down.state, state: 'stopped' } };
  const starts = ` It is stopped, so it bills nothing until the service starts it again; \`command: delete\` with \`endpoint-id: ${down.id}\` deletes it.`;
  const unrestored = { ...failedWith('crashed'), restoreFailure: failure };
  const theirs = { ...unrestored, restoreFailure: new DeployError({ code: 'conflict', message: 'no' }) };
  const back = { ...unrestored, operation: 'restored' } as const;
  const changed = { ...theirs, operation: 'restored' } as const;
  const previous = 'the previous configuration';
  const halted = { ...failedWith('crashed', 'created'), endpoint: stopped };
  test.for<[string, Partial<Outcome>, string, string]>([
    ['created, has what ends its bill', failedWith('crashed', 'created'), 'crashed, STILL BILLED', end],
    ['updated and kept, is to be mended before it is given up', failedWith('crashed'), billed, fix],
    ['unchanged and failing, too', failedWith('crashed', 'unchanged'), billed, fix],
    ['updated, and since then someone else’s, is theirs', failedWith('conflict'), changedOutside, ''],
    ['unchanged, and someone else’s, too', failedWith('conflict', 'unchanged'), changedOutside, ''],
    ['created, and someone else’s, too', failedWith('conflict', 'created'), changedOutside, ''],
    ['not restored, has the hint of its failure alone', unrestored, left, ''],
    [
      'and then changed by someone else, is not restored',
      theirs,
      `${crashed}, not restored: changed by someone else`,
      '',
    ],
    ['restored, and then changed by someone else', changed, `${crashed}, restored, then changed by someone else`, ''],
    ['written back, is not said to be restored', back, `${crashed}, ${previous} written back, not seen serving`, ''],
    [
      'stopped by the service, bills nothing',
      { ...failedWith('crashed'), endpoint: stopped },
      'crashed, written, not proved: ghcr.io/acme/llama:1',
      '',
    ],
    ['created, and stopped by the service', halted, 'crashed, left stopped', starts],
    ['created, stopped, and not cleaned up', { ...halted, cleanUp: failure }, 'crashed, left stopped', ''],
    ['deleted while restored, is gone', { ...unrestored, isGone: true }, `${crashed}, deleted by someone else`, ''],
    ['deleted after it was restored', { ...back, isGone: true }, `${crashed}, deleted by someone else`, ''],
  ])('that failed, %s', ([, change, title, hint]) => {
    const plan = planOf(change.operation === 'created' ? { live: undefined } : {});
    const told = { ...outcome, ...change };
    expect([outcomeTitle(plan, told), billedHint(told)]).toEqual([`llama: ${title}`, hint]);
  });

  const other = { ...liveEndpoint, config: { ...config, image: { ...config.image, image: 'a:1.0' } } };
  const digest = `a@sha256:${'5'.repeat(64)}`;
  const asked = { spec: { name: 'llama', image: { image: 'a:1.1' } }, live: other };
  const unserved = { ...other, workers: [] };
  const wrote = {
    operation: 'updated',
    changed: true,
    endpoint: { ...other, config: { ...config, image: { ...config.image, image: 'a:1.1' } } },
  } as const;
  const none = { operation: undefined, changed: false, evidence: undefined, endpoint: other } as const;
  const fresh = { ...asked, live: undefined };
  const again = { ...asked, live: wrote.endpoint };
  const rerun = { ...wrote, operation: 'unchanged' } as const;
  const restored = { ...none, operation: 'restored' } as const;
  const unproved = { ...wrote, evidence: undefined };
  /** What was asked, what became of it, its title. */
  test.for<[Partial<PlanRequest>, Partial<Outcome>, DeployError['code'], string]>([
    [asked, none, 'unauthorized', 'unauthorized, not changed: a:1.0 serves'],
    [asked, none, 'unavailable', 'unavailable, not changed: a:1.0 serves'],
    [asked, none, 'image-not-found', 'image-not-found of a:1.1, not changed: a:1.0 serves'],
    [asked, { ...none, endpoint: unserved }, 'cancelled', 'cancelled, not changed: a:1.0'],
    [fresh, { ...none, endpoint: undefined, endpointId: undefined }, 'quota', 'quota, nothing created'],
    [fresh, { ...none, endpoint: undefined, unconfirmed: 'create-v1' }, 'cancelled', 'cancelled, perhaps created'],
    [asked, { ...none, changed: true }, 'not-applied', 'not-applied, perhaps changed: a:1.0 serves'],
    [asked, { ...none, unconfirmed: 'update-v1' }, 'cancelled', 'cancelled, perhaps written: a:1.1'],
    [asked, unproved, 'cancelled', 'cancelled, written, not proved: a:1.1'],
    [asked, unproved, 'crashed', 'crashed, written, not proved: a:1.1'],
    // Started again: nothing is written, and the title stays.
    [again, rerun, 'crashed', 'crashed, written, not proved: a:1.1'],
    [again, rerun, 'unavailable', 'unavailable, not changed: a:1.1 serves'],
    [asked, restored, 'image-pull', 'image-pull of a:1.1, restored to a:1.0'],
    [
      { ...asked, spec: { name: 'llama', image: { image: digest } } },
      restored,
      'crashed',
      `crashed of a@sha256:${'5'.repeat(12)}, restored to a:1.0`,
    ],
    [fresh, { ...wrote, operation: 'created', cleanUp: 'parked' }, 'crashed', 'crashed of a:1.1, parked'],
  ])('asked for %j has a title of its cause and of what is left', ([request, change, code, title]) => {
    const plan = planOf(request);
    const told = { ...initialOutcome(plan), ...outcome, ...change, failure: new DeployError({ code, message: 'no' }) };
    expect(outcomeTitle(plan, told)).toBe(`llama: ${title}`);
  });

  test('is told under its commit and run', () => {
    expect([
      commentFooter({ ...eventOf(), runUrl: 'https://github.com/a/b/actions/runs/1' }),
      commentFooter({ ...eventOf(), runUrl: undefined }),
    ]).toEqual([
      '<sub>deploy-gpu-endpoint for <code>aaaaaaaaaaaa</code>, [run](<https://github.com/a/b/actions/runs/1>)</sub>',
      '<sub>deploy-gpu-endpoint for <code>aaaaaaaaaaaa</code></sub>',
    ]);
  });
});

describe('an image that a registry knows', () => {
  const [before, now] = [`sha256:${'a'.repeat(64)}`, `sha256:${'b'.repeat(64)}`];
  const [written, tag] = ['ghcr.io/acme/llama:main', 'ghcr.io/acme/llama:1.0'];
  const resolved = { written, digest: now, bytes: 4_200_000_000 };
  const other = `ghcr.io/acme/llama@${before}`;
  test.for<[Parameters<typeof imageLine>, string]>([
    [[resolved], `main is ${now}, 4.2 GB to pull.`],
    [[{ ...resolved, bytes: undefined }], `main is ${now}.`],
    [[resolved, { image: other }], `main is ${now} (deployed is ${before}), 4.2 GB to pull.`],
    [[resolved, { image: other, pinnedFrom: tag }], `main is ${now} (deployed is ${tag}, ${before}), 4.2 GB to pull.`],
    [[resolved, { image: other, pinnedFrom: written }], `main is ${now} (deployed is ${before}), 4.2 GB to pull.`],
    [[resolved, { image: `ghcr.io/acme/llama@${now}` }], `main is ${now}, 4.2 GB to pull.`],
    [[resolved, { image: tag }], `main is ${now}, 4.2 GB to pull.`],
  ])('%j', ([given, line]) => {
    expect(imageLine(...given)).toBe(`Image: ghcr.io/acme/llama:${line}`);
  });

  test('by its digest is there, and sizes have one unit', () => {
    const sizes = [0, 1, 999_000, 1_000_000, 999_400_000, 1_000_000_000, 42_160_000_000];
    const lines = sizes.map((bytes) => imageLine({ ...resolved, written: `a@${now}`, bytes }));
    const shown = ['0 kB', '1 kB', '999 kB', '1 MB', '999 MB', '1.0 GB', '42.2 GB'];
    expect(lines).toEqual(shown.map((size) => `Image: a@${now} is there, ${size} to pull.`));
  });
});
