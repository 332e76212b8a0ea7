/** A spec judged on the pull request: everything wrong with it in one run, each at its line; offline for forks, against live limits with a key. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, operationsOf, passing, smallSpec, withoutRecord } from './deployment.ts';
import { runStep } from './step.ts';

describe('validate', () => {
  test('shows exactly the eight mistakes of the broken example, each at its line', async () => {
    const spec = readFileSync('examples/broken.yaml');
    const { exitCode, annotations, summary, outputs } = await runStep({
      files: { 'endpoint.yaml': spec },
      with: { command: 'validate' },
    });
    expect({ exitCode, reason: outputs['failure-reason'] }).toEqual({ exitCode: 1, reason: 'spec-invalid' });
    expect(annotations).toMatchInlineSnapshot(`
      [
        "::error title=spec%3A unknown-variable,file=endpoint.yaml,line=4,endLine=4,col=27,endColumn=32::the variable \`TAG\` is not set in the \`variables\` input. The \`variables\` input is empty. Add \`TAG=…\` to the \`variables\` input, or write \`$\${\` for a literal \`\${\`.",
        "::error title=spec%3A unknown-key,file=endpoint.yaml,line=5,endLine=5,col=1,endColumn=10::\`workerConf\` is not a field of the spec. Did you mean \`workerConfig\`?",
        "::error title=spec%3A wrong-type,file=endpoint.yaml,line=9,endLine=9,col=11,endColumn=13::\`workerConfig.maxNum\` is the text "two"; allowed: a whole number of workers. Write, for example, \`maxNum: 3\`.",
        "::error title=spec%3A invalid-value,file=endpoint.yaml,line=13,endLine=13,col=9,endColumn=12::\`ports[0]\` is the number 2222; it must not be 2222, 2223 or 2224, which are reserved by the service (documented rule). Write, for example, \`ports: [8000]\`.",
        "::error title=spec%3A invalid-value,file=endpoint.yaml,line=15,endLine=15,col=9,endColumn=14::\`healthy.path\` is the text "health"; it must start with \`/\` (documented rule). Write, for example, \`path: /health\`.",
        "::error title=spec%3A duplicate-key,file=endpoint.yaml,line=20,endLine=20,col=3,endColumn=9::\`envs.HF_HOME\` is set twice; the first is on line 19. Keep one of them.",
        "::error title=spec%3A wrong-type,file=endpoint.yaml,line=21,endLine=21,col=13,endColumn=18::\`rootfsSize\` is the text "100 GB"; allowed: a whole number of GB. Write, for example, \`rootfsSize: 100\`.",
        "::warning title=spec%3A cluster-required,file=endpoint.yaml,line=17,endLine=17,col=13,endColumn=19::\`volumeMounts[0]\` is cloud storage (its type is not \`local\`), but \`clusterID\` is missing; an existing endpoint would keep its current value. Add the \`clusterID\` of the cluster that holds the storage.",
        "::error::endpoint.yaml: 7 errors, 1 warning%0ACorrect the lines shown. [spec-invalid]",
      ]
    `);
    expect(summary).toMatchInlineSnapshot(`
      "### Spec: 7 errors, 1 warning

      | | Place | What to do | Code |
      |---|---|---|---|
      | error | <code>endpoint.yaml:4:27</code> | the variable <code>TAG</code> is not set in the <code>variables</code> input. The <code>variables</code> input is empty. Add <code>TAG=…</code> to the <code>variables</code> input, or write <code>&#36;&#36;&#123;</code> for a literal <code>&#36;&#123;</code>. | <code>unknown-variable</code> |
      | error | <code>endpoint.yaml:5:1</code> | <code>workerConf</code> is not a field of the spec. Did you mean <code>workerConfig</code>? | <code>unknown-key</code> |
      | error | <code>endpoint.yaml:9:11</code> | <code>workerConfig.maxNum</code> is the text "two"; allowed: a whole number of workers. Write, for example, <code>maxNum: 3</code>. | <code>wrong-type</code> |
      | error | <code>endpoint.yaml:13:9</code> | <code>ports&#91;0&#93;</code> is the number 2222; it must not be 2222, 2223 or 2224, which are reserved by the service &#40;documented rule&#41;. Write, for example, <code>ports: &#91;8000&#93;</code>. | <code>invalid-value</code> |
      | error | <code>endpoint.yaml:15:9</code> | <code>healthy.path</code> is the text "health"; it must start with <code>/</code> &#40;documented rule&#41;. Write, for example, <code>path: /health</code>. | <code>invalid-value</code> |
      | error | <code>endpoint.yaml:20:3</code> | <code>envs.HF&#95;HOME</code> is set twice; the first is on line 19. Keep one of them. | <code>duplicate-key</code> |
      | error | <code>endpoint.yaml:21:13</code> | <code>rootfsSize</code> is the text "100 GB"; allowed: a whole number of GB. Write, for example, <code>rootfsSize: 100</code>. | <code>wrong-type</code> |
      | warning | <code>endpoint.yaml:17:13</code> | <code>volumeMounts&#91;0&#93;</code> is cloud storage &#40;its type is not <code>local</code>&#41;, but <code>clusterID</code> is missing; an existing endpoint would keep its current value. Add the <code>clusterID</code> of the cluster that holds the storage. | <code>cluster-required</code> |

      "
    `);
  });

  test('is green offline, without a key and without an address', async () => {
    const { exitCode, outputs, log, summary } = await runStep({
      files: { 'endpoint.yaml': smallSpec },
      with: { command: 'validate' },
    });
    expect({ exitCode, outputs: told(outputs) }).toEqual({
      exitCode: 0,
      outputs: {
        name: 'llama',
        operation: 'validated',
        changed: 'false',
        endpoints: '[{"name":"llama","operation":"validated","changed":"false"}]',
        'failure-reason': '',
      },
    });
    expect({ log, summary }).toMatchInlineSnapshot(`
      {
        "log": "Valid: llama. Checked against the spec rules; checking the live limits needs an API key.
      ",
        "summary": "### ✅ Valid: llama

      Checked against the spec rules; checking the live limits needs an API key.

      ",
      }
    `);
  });

  test('asks for the live limits with a key, and for endpoints to compare products with', async () => {
    await using emulator = await startEmulator({ limits: { maxWorkerNum: 4 } });
    const { exitCode, annotations } = await deployTo(emulator, {
      with: { command: 'validate' },
      spec: `${smallSpec}workerConfig: {maxNum: 5}\n`,
    });
    expect(exitCode).toBe(1);
    expect(annotations[0]).toContain('line=6');
    expect(annotations[0]).toContain('`workerConfig.maxNum` is 5; allowed: 1–4 workers (live limit)');
    expect(new Set(operationsOf(emulator))).toEqual(new Set(['limits', 'list']));
  });

  test('says what creating would need, and which products the account does not have', async () => {
    await using emulator = await startEmulator();
    emulator.seed({ name: 'other', products: [{ id: 'SL-serverless-3' }] });
    const { exitCode, annotations } = await deployTo(emulator, {
      with: { command: 'validate' },
      spec: 'name: llama\nimage: ghcr.io/acme/llama:1\nproducts: [RTX4090]\n',
    });
    expect(exitCode).toBe(0);
    expect(annotations.map((line) => /^::(\w+) title=spec%3A ([a-z-]+).*line=(\d+)/.exec(line)?.slice(1))).toEqual([
      ['warning', 'unknown-product', '3'],
      ['notice', 'required-to-create', '1'],
    ]);
    expect(annotations[0]).toContain('theirs are "SL-serverless-3"');
  });

  test('shows static and live mistakes in one list, the warning after the errors, in the order of the lines', async () => {
    await using emulator = await startEmulator({ limits: { maxWorkerNum: 4 } });
    const { annotations } = await deployTo(emulator, {
      with: { command: 'validate' },
      spec: `name: llama\nworkerConfig:\n  maxNum: 5\n  minNun: 0\npolicy: {type: queue, value: 5000}\nports: [70000]\n`,
    });
    expect(
      annotations.map((line) => /title=spec%3A ([a-z-]+).*line=(\d+)/.exec(line)?.slice(1).join(' ')).slice(0, -1),
    ).toEqual(['outside-limits 3', 'unknown-key 4', 'outside-limits 5', 'out-of-range 6']);
  });

  test('beyond what GitHub shows, the rest is in the summary', async () => {
    const keys = Array.from({ length: 25 }, (_, index) => `unknown${index}: 1\n`).join('');
    const { annotations, log, summary } = await runStep({
      files: { 'endpoint.yaml': `${smallSpec}${keys}` },
      with: { command: 'validate' },
    });
    // Nine of them and the one that says why the step failed.
    expect(annotations.length).toBe(10);
    expect(log).toContain('16 more are in the summary');
    expect(summary.match(/unknown-key/g)?.length).toBe(25);
  });
});

describe('limits that cannot be read', () => {
  const faults = [{ operation: 'limits', kind: 'status', status: 500, times: 'always' }] as const;

  test.for(['validate', 'plan'])('%s goes on and says that the ranges were not checked', async (command) => {
    await using emulator = await startEmulator({ faults });
    const { exitCode, annotations } = await deployTo(emulator, { with: { command } });
    expect(exitCode).toBe(0);
    expect(annotations.join()).toMatch(/^::warning title=live limits::The values of the spec were not checked/);
  });

  test('deploy stops', async () => {
    await using emulator = await startEmulator({ faults });
    const { outputs } = await deployTo(emulator);
    expect(outputs).toMatchObject({ 'failure-reason': 'unavailable', changed: 'false' });
    expect(emulator.endpoints()).toEqual([]);
  });
});

describe('variables', () => {
  test('fill the spec from the input, and from nowhere else', async () => {
    await using emulator = await startEmulator(passing);
    const spec =
      'name: "${APP}-prod"\nimage: ghcr.io/acme/llama:${TAG}\nports: [8000]\npolicy: {type: concurrency, value: "${LOAD}"}\nenvs: {TEMPLATE: "$${NAME}", LOAD: "${LOAD}"}\n';
    const { outputs } = await deployTo(emulator, { spec, with: { variables: 'APP=llama\nTAG=7\nLOAD=8' } });
    expect(told(outputs)).toMatchObject({ operation: 'created', name: 'llama-prod', image: 'ghcr.io/acme/llama:7' });
    const envs = [
      { key: 'LOAD', value: '8' },
      { key: 'TEMPLATE', value: '${NAME}' },
    ];
    expect(emulator.endpoints().map(withoutRecord)).toMatchObject([{ policy: { value: 8 }, envs }]);
  });

  test('of the runner cannot be read by a spec', async () => {
    const { exitCode, annotations, raw } = await runStep({
      files: { 'endpoint.yaml': `${smallSpec}envs: {STOLEN: "\${GITHUB_TOKEN}"}\n` },
      env: { GITHUB_TOKEN: 'token-of-the-runner' },
      with: { command: 'validate', variables: 'A=1\nB=2' },
    });
    expect(exitCode).toBe(1);
    expect(annotations[0]).toContain('line=6');
    expect(annotations[0]).toMatch(/GITHUB_TOKEN.*A, B|GITHUB_TOKEN.*`A`, `B`/);
    expect(raw).not.toContain('token-of-the-runner');
  });

  test('that nobody uses are a notice', async () => {
    const { exitCode, annotations } = await runStep({
      files: { 'endpoint.yaml': smallSpec },
      with: { command: 'validate', variables: 'TAG=1' },
    });
    expect(exitCode).toBe(0);
    expect(annotations).toEqual([expect.stringMatching(/^::notice title=input variables.*`TAG`/)]);
  });
});
