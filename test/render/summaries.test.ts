/** Plans and outcomes as they read in the log and the summary. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { makePlan, type PlanRequest } from '../../src/plan/plan.ts';
import { billedHint, commentFooter, outcomeLines, outcomeSummary, outcomeTitle } from '../../src/render/outcome.ts';
import { changeLine, changeTable, imageLine, planLines, planSummary } from '../../src/render/plan.ts';
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
    const replaced = { spec: { name: 'llama', appName: 'other' } };
    const stateless = { ...liveEndpoint.state, state: '' };
    const successor = { ...liveEndpoint, id: 'new', state: stateless };
    const told = [
      {},
      { spec: { name: 'llama' } },
      { spec: { name: 'llama', regionId: 'us' } },
      replaced,
      { ...replaced, successor: { ...successor, config: { ...liveEndpoint.config, appName: 'other' } } },
      { spec: { name: 'llama' }, live: undefined },
    ].map((request) => planLines(planOf(request)).slice(0, 4));
    const foundLines = told.map(([first]) => first);
    expect(foundLines).toEqual([...Array.from({ length: 5 }, () => found), 'Look-up: no endpoint is named llama.']);
    expect(told.map((lines) => lines.slice(1).join('\n')).join('\n')).toMatchInlineSnapshot(`
      "Plan: change 1 field (v1 update); workers stay
        ~ policy.value: 8 → 4
      Plan: no changes.
      Plan: no changes.
      Plan: llama must be replaced because no update can change appName (llama-app → other): v1 create, then v2 update, then v1 delete of the old endpoint
        ~ appName: llama-app → other
      Look-up: llama is also new, without a state, with the spec's appName: an interrupted replacement.
      Plan: continue the replacement: new takes the place of bc1a5ea6ae5677df (v1 delete of the old endpoint)
      Plan: create llama (v1 create) with
        + name: llama
        + workerConfig.minNum: 0"
    `);
  });

  test('never shows an env value', () => {
    const change = { member: 'envs.A', kind: 'change', from: null, to: null, secret: true, families: [] } as const;
    expect([changeLine(change), changeLine({ ...change, kind: 'remove' }), changeTable([change])]).toEqual([
      '  ~ envs.A: value not shown',
      '  - envs.A',
      '| | Field | From | To |\n|---|---|---|---|\n| ~ | <code>envs.A</code> | <i>not shown</i> | <i>not shown</i> |',
    ]);
  });

  test('is a heading, what was found, and a table', () => {
    expect(planSummary(planOf())).toBe(
      [
        '### Plan for llama',
        found.replace(/, at (.*)\.$/, '. [$1](<$1>)'),
        'Plan: change 1 field &#40;v1 update&#41;; workers stay',
        '| | Field | From | To |\n|---|---|---|---|\n| ~ | <code>policy.value</code> | <code>8</code> | <code>4</code> |\n',
      ].join('\n\n'),
    );
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
  const why = ['| Failure | it took &#124; too long |', '| Next | Wait for <code>llama</code>. |'];
  const restoreFailure = new DeployError({ code: 'rejected', message: 'no', hint: 'Do.' });
  const notRestored = '❌ llama: timeout, RESTORE FAILED: it still has the new configuration';
  test.for<[Partial<Outcome>, string, string[]]>([
    [{}, '✅ llama: updated', []],
    [{ operation: undefined }, '✅ llama: no change', []],
    [{ oldWorkers: 2 }, '✅ llama: updated', ['| Workers of the old version | 2 |']],
    [
      { tests: { kind: 'passed', results: [pass] } },
      '✅ llama: updated',
      ['| Test | Answer | First token | Tokens/s | Total |'],
    ],
    [{ operation: 'restored', failure }, '❌ llama: timeout, restored to the previous configuration', why],
    [{ failure }, '❌ llama: timeout', why],
    [{ failure, restoreFailure }, notRestored, ['| Restore | failed &#91;rejected&#93;: no. |']],
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
  const billed = 'crashed, STILL BILLED';
  const end = ` To end the bill, run \`command: delete\` with \`endpoint-id: ${down.id}\`.`;
  const fix = ` It is still being billed: push a fix or a revert; or, to give the endpoint up, run \`command: delete\` with \`endpoint-id: ${down.id}\`.`;
  const left = 'crashed, RESTORE FAILED: it still has the new configuration';
  const stopped = { ...down, state: { ...down.state, state: 'stopped' } };
  const starts = ` It is stopped, so it bills nothing until the service starts it again; \`command: delete\` with \`endpoint-id: ${down.id}\` deletes it.`;
  const unrestored = { ...failedWith('crashed'), restoreFailure: failure };
  const theirs = { ...unrestored, restoreFailure: new DeployError({ code: 'conflict', message: 'no' }) };
  const back = { ...unrestored, operation: 'restored' } as const;
  const changed = { ...theirs, operation: 'restored' } as const;
  const previous = 'the previous configuration';
  const halted = { ...failedWith('crashed', 'created'), endpoint: stopped };
  test.for<[string, Partial<Outcome>, string, string]>([
    ['created, has what ends its bill', failedWith('crashed', 'created'), billed, end],
    ['updated and kept, is to be mended before it is given up', failedWith('crashed'), billed, fix],
    ['unchanged and failing, too', failedWith('crashed', 'unchanged'), billed, fix],
    ['updated, and since then someone else’s, is theirs', failedWith('conflict'), 'conflict', ''],
    ['unchanged, and someone else’s, too', failedWith('conflict', 'unchanged'), 'conflict', ''],
    ['created, and someone else’s, too', failedWith('conflict', 'created'), 'conflict', ''],
    ['not restored, has the hint of its failure alone', unrestored, left, ''],
    ['and then changed by someone else, is not restored', theirs, 'crashed, not restored: changed by someone else', ''],
    ['restored, and then changed by someone else', changed, 'crashed, restored, then changed by someone else', ''],
    ['written back, is not said to be restored', back, `crashed, ${previous} written back, not seen serving`, ''],
    ['stopped by the service, bills nothing', { ...failedWith('crashed'), endpoint: stopped }, 'crashed', ''],
    ['created, and stopped by the service', halted, 'crashed', starts],
    ['created, stopped, and not cleaned up', { ...halted, cleanUp: failure }, 'crashed, left stopped', ''],
    ['deleted while restored, is gone', { ...unrestored, isGone: true }, 'crashed, deleted by someone else', ''],
    ['deleted after it was restored', { ...back, isGone: true }, 'crashed, deleted by someone else', ''],
  ])('that failed, %s', ([, change, title, hint]) => {
    const plan = planOf(change.operation === 'created' ? { live: undefined } : {});
    const told = { ...outcome, ...change };
    expect([outcomeTitle(plan, told), billedHint(plan, told)]).toEqual([`llama: ${title}`, hint]);
  });

  test('is told under its commit, environment and run', () => {
    expect([
      commentFooter({ ...eventOf(), runUrl: 'https://github.com/a/b/actions/runs/1' }, 'prod*'),
      commentFooter({ ...eventOf(), runUrl: undefined }, ''),
    ]).toEqual([
      '<sub>deploy-gpu-endpoint for <code>aaaaaaaaaaaa</code> to <code>prod&#42;</code>, [run](<https://github.com/a/b/actions/runs/1>)</sub>',
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
