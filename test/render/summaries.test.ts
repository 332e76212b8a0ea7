/** Plans, outcomes, deletions and sweeps as they read in the log and the summary. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { makePlan, type PlanRequest } from '../../src/plan/plan.ts';
import {
  closeSummary,
  type Deletion,
  deletionLines,
  deletionSummary,
  didYouMean,
  sweepSummary,
} from '../../src/render/deletions.ts';
import { failureSummary, inputProblemsSummary } from '../../src/render/failure.ts';
import { billedHint, commentFooter, outcomeLines, outcomeSummary, outcomeTitle } from '../../src/render/outcome.ts';
import { changeLine, changeTable, planLines, planSummary } from '../../src/render/plan.ts';
import type { Outcome } from '../../src/rollout/rollout.ts';
import { endpoint, eventOf } from '../commands/scene.ts';
import { liveEndpoint } from '../plan/example.ts';

const failure = new DeployError({ code: 'timeout', message: 'it took | too long', hint: 'Wait for `llama`.' });

function planOf(request: Partial<PlanRequest> = {}) {
  return makePlan({
    spec: { name: 'llama', policy: { type: 'concurrency', value: 4 } },
    secretEnvs: new Map(),
    live: liveEndpoint,

    resend: false,
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
      { spec: { name: 'llama', regionId: 'us' }, resend: true },
      replaced,
      { ...replaced, successor: { ...successor, config: { ...liveEndpoint.config, appName: 'other' } } },
      { spec: { name: 'llama' }, live: undefined },
    ].map((request) => planLines(planOf(request)).slice(0, 4).join('\n'));
    expect(told.join('\n\n')).toMatchInlineSnapshot(`
      "Look-up: llama is bc1a5ea6ae5677df, serving, at https://bc1a5ea6ae5677df-llama-app.runsync.example.dev.
      Plan: change 1 field (v1 update)
        ~ policy.value: 8 → 4

      Look-up: llama is bc1a5ea6ae5677df, serving, at https://bc1a5ea6ae5677df-llama-app.runsync.example.dev.
      Plan: no changes.

      Look-up: llama is bc1a5ea6ae5677df, serving, at https://bc1a5ea6ae5677df-llama-app.runsync.example.dev.
      Plan: no changes.
        The service never returns regionId, so changes to them cannot be detected. \`resend\` in \`allow\` sends them again.

      Look-up: llama is bc1a5ea6ae5677df, serving, at https://bc1a5ea6ae5677df-llama-app.runsync.example.dev.
      Plan: resend fields that cannot be compared (v2 update)
        Sent, but not verifiable because the service never returns them: regionId

      Look-up: llama is bc1a5ea6ae5677df, serving, at https://bc1a5ea6ae5677df-llama-app.runsync.example.dev.
      Plan: llama must be replaced because no update can change appName (llama-app → other): v1 create, then v2 update, then v1 delete of the old endpoint
        ~ appName: llama-app → other

      Look-up: llama is bc1a5ea6ae5677df, serving, at https://bc1a5ea6ae5677df-llama-app.runsync.example.dev.
      Look-up: llama is also new, without a state, with the spec's appName: an interrupted replacement.
      Plan: continue the replacement: new takes the place of bc1a5ea6ae5677df (v1 delete of the old endpoint)

      Look-up: no endpoint is named llama.
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
        'Plan: change 1 field &#40;v1 update&#41;',
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

test('a run that failed, or has wrong inputs, says why and what to do', () => {
  const failed = '| Failure | it took &#124; too long |\n| Next | Wait for <code>llama</code>. |';
  expect(failureSummary('sweep', failure)).toBe(`### ❌ sweep: timeout\n\n| | |\n|---|---|\n${failed}\n`);
  expect(inputProblemsSummary('plan', [{ input: 'wait', message: 'is "a|b"', hint: 'Allowed: ready.' }])).toBe(
    '### ❌ plan: inputs-invalid\n\n| Input | Found | What to do |\n|---|---|---|\n| <code>wait</code> | is "a&#124;b" | Allowed: ready. |\n',
  );
});

describe('an outcome', () => {
  const outcome: Outcome = {
    operation: 'updated',
    changed: true,
    endpointId: liveEndpoint.id,
    endpoint: liveEndpoint,
    unconfirmed: undefined,
    evidence: 'new-workers',
    oldWorkers: 0,
    tests: undefined,
    seenMs: undefined,
    endedMs: undefined,
    failure: undefined,
    restoreFailure: undefined,
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
  test.for<[string, Partial<Outcome>, string, string[]]>([
    ['succeeds', {}, '### ✅ llama: updated', []],
    ['does nothing', { operation: undefined }, '### ✅ llama: no change', []],
    ['has old workers', { oldWorkers: 2 }, '### ✅ llama: updated', ['| Workers of the old version | 2 |']],
    [
      'passes its tests',
      {
        tests: {
          kind: 'passed',
          results: [{ title: 'GET /health', outcome: 'passed', isWarmUp: false, status: 204, totalMs: 250 }],
        },
      },
      '### ✅ llama: updated',
      ['| Test | Answer | First token | Tokens/s | Total |'],
    ],
    [
      'is restored',
      { operation: 'restored', failure },
      '### ❌ llama: timeout, restored to ghcr.io/acme/llama:1',
      ['| Failure | it took &#124; too long |', '| Next | Wait for <code>llama</code>. |'],
    ],
    ['fails', { failure }, '### ❌ llama: timeout', ['| Failure | it took &#124; too long |']],
    [
      'cannot be restored',
      { failure, restoreFailure: new DeployError({ code: 'rejected', message: 'no', hint: 'Do.' }) },
      '### ❌ llama: timeout, RESTORE FAILED: it still has ghcr.io/acme/llama:1',
      ['| Restore | failed: no. |'],
    ],
  ])('that %s', ([, change, title, rows]) => {
    const lines = rowsOf(change);
    expect(lines[0]).toBe(title);
    expect(lines).toEqual(expect.arrayContaining(rows));
    if (rows.length === 0) expect(lines).toHaveLength(6);
  });

  const down = {
    ...liveEndpoint,
    workers: [],
    config: { ...liveEndpoint.config, workerConfig: { ...liveEndpoint.config.workerConfig, minNum: 1 } },
  };
  const failedWith = (code: DeployError['code']) => ({
    endpoint: down,
    failure: new DeployError({ code, message: 'no' }),
    evidence: undefined,
  });
  const fix = ` It is still being billed: push a fix or a revert; or, to give the endpoint up, run \`command: delete\` with \`endpoint-id: ${down.id}\`.`;
  test.for<[string, Partial<PlanRequest>, Partial<Outcome>, string, string]>([
    [
      'created, has what ends its bill',
      { live: undefined },
      { ...failedWith('crashed'), operation: 'created' },
      'llama: crashed, STILL BILLED',
      ` To end the bill, run \`command: delete\` with \`endpoint-id: ${down.id}\`.`,
    ],
    [
      'updated and kept, is to be mended before it is given up',
      {},
      failedWith('crashed'),
      'llama: crashed, STILL BILLED',
      fix,
    ],
    [
      'unchanged and failing, too',
      {},
      { ...failedWith('crashed'), operation: 'unchanged' },
      'llama: crashed, STILL BILLED',
      fix,
    ],
    ['updated, and since then someone else’s, is theirs', {}, failedWith('conflict'), 'llama: conflict', ''],
    [
      'unchanged, and someone else’s, too',
      {},
      { ...failedWith('conflict'), operation: 'unchanged' },
      'llama: conflict',
      '',
    ],
    [
      'created, and someone else’s, too',
      { live: undefined },
      { ...failedWith('conflict'), operation: 'created' },
      'llama: conflict',
      '',
    ],
    [
      'not restored, has the hint of its failure alone',
      {},
      { ...failedWith('crashed'), restoreFailure: failure },
      'llama: crashed, RESTORE FAILED: it still has ghcr.io/acme/llama:1',
      '',
    ],
    [
      'deleted while it was restored, is gone',
      {},
      { ...failedWith('crashed'), restoreFailure: failure, isGone: true },
      'llama: crashed, deleted by someone else',
      '',
    ],
  ])('that failed, %s', ([, request, change, title, hint]) => {
    const told = { ...outcome, ...change };
    expect([outcomeTitle(planOf(request), told), billedHint(planOf(request), told)]).toEqual([title, hint]);
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

describe('deletions', () => {
  const reason = 'pull request #7 is closed';
  const deletions: Deletion[] = [
    { endpoint: endpoint('a'), reason, state: 'deleted' },
    { endpoint: endpoint('b'), reason, state: 'failed', failure },
    { endpoint: endpoint('c'), reason: 'pull request #8 is open', state: 'kept' },
  ];
  const head = '| | Endpoint | ID | Why |\n|---|---|---|---|';
  const deleted = '| 🗑️ deleted | <code>a</code> | <code>a</code> | pull request &#35;&#8203;7 is closed |';
  const failed =
    '| ❌ NOT deleted | <code>b</code> | <code>b</code> | pull request &#35;&#8203;7 is closed: it took &#124; too long. Wait for <code>llama</code>. |';
  const kept = '| kept | <code>c</code> | <code>c</code> | pull request &#35;&#8203;8 is open |';

  test('are a line each', () => {
    expect(deletionLines(deletions, 'none').split('\n')).toEqual([
      'a (a): deleted, pull request #7 is closed',
      'b (b): NOT deleted, pull request #7 is closed: it took | too long',
      'c (c): kept, pull request #8 is open',
    ]);
    expect(deletionLines([], 'No previews to delete.')).toBe('No previews to delete.');
  });

  test.for<[string, string, string]>([
    [
      'of a pull request',
      closeSummary(7, deletions.slice(0, 2), 'No `preview`.'),
      `### ❌ Previews of pull request #7: 1 deleted, 1 NOT deleted\n\n${head}\n${deleted}\n${failed}\n\nNo <code>preview</code>.\n`,
    ],
    [
      'of a pull request without any',
      closeSummary(7, []),
      '### Previews of pull request #7: none found\n\nNothing to delete: a search found no preview.\n',
    ],
    [
      'of a pull request whose only one belongs to someone else by now',
      closeSummary(7, deletions.slice(2)),
      `### Previews of pull request #7: kept\n\n${head}\n${kept}\n`,
    ],
    [
      'of a pull request whose only one is still there',
      closeSummary(7, deletions.slice(1, 2)),
      `### ❌ Previews of pull request #7: NOT deleted\n\n${head}\n${failed}\n`,
    ],
    [
      'of a sweep',
      sweepSummary(deletions),
      `### Sweep: 3 previews, 1 deleted\n\n${head}\n${deleted}\n${failed}\n${kept}\n`,
    ],
    [
      'of a sweep without any',
      sweepSummary([]),
      '### Sweep: 0 previews, 0 deleted\n\nNo endpoint has the record of a preview of this repository.\n',
    ],
    ['of one', deletionSummary('a', { id: 'e1', note: 'Done.' }), '### ✅ a: deleted\n\nDone.\n'],
    [
      'of one that is absent',
      deletionSummary('a', { note: didYouMean(['ab', 'a|c']) }),
      '### ✅ a: already deleted or never created\n\nDid you mean <code>ab</code> or <code>a&#124;c</code>?\n',
    ],
    [
      'of one that fails',
      deletionSummary('a', { id: 'e1', failure, note: '' }),
      '### ❌ a: timeout\n\nit took &#124; too long\n\nWait for <code>llama</code>.\n',
    ],
  ])('%s are a summary', ([, summary, markdown]) => {
    expect(summary).toBe(markdown);
  });
});
