/** A spec judged on the pull request: everything wrong with it in one run, each at its line; offline for forks, against live limits with a key. */

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { told } from '../told.ts';
import { smallSpec } from './deployment.ts';
import { testRuns } from './single-run.ts';
import { runStep } from './step.ts';

describe('validate', () => {
  test('shows exactly the eight mistakes of the broken example, each at its line', async () => {
    const spec = readFileSync('examples/broken.yaml');
    const { end, annotations, summary } = await runStep({
      files: { 'endpoint.yaml': spec },
      with: { command: 'validate' },
    });
    expect(end).toBe('spec-invalid');
    expect(annotations).toMatchInlineSnapshot(`
      [
        "::error title=spec%3A unknown-variable,file=endpoint.yaml,line=4,endLine=4,col=27,endColumn=32::the variable \`TAG\` is not set in \`variables\`. \`variables\` is empty. Add \`TAG=…\` to \`variables\`, or write \`$\${\` for a literal \`\${\`.",
        "::error title=spec%3A unknown-key,file=endpoint.yaml,line=5,endLine=5,col=1,endColumn=10::\`workerConf\` is not a field of the spec. Did you mean \`workerConfig\`?",
        "::error title=spec%3A wrong-type,file=endpoint.yaml,line=9,endLine=9,col=11,endColumn=13::\`workerConfig.maxNum\` is the text "two"; allowed: a whole number of workers. Write, for example, \`maxNum: 3\`.",
        "::error title=spec%3A invalid-value,file=endpoint.yaml,line=13,endLine=13,col=9,endColumn=12::\`ports[0]\` is the number 2222; it must not be 2222, 2223 or 2224, which are reserved by the service. Write, for example, \`ports: [8000]\`.",
        "::error title=spec%3A invalid-value,file=endpoint.yaml,line=15,endLine=15,col=9,endColumn=14::\`healthy.path\` is the text "health"; it must start with \`/\`. Write, for example, \`path: /health\`.",
        "::error title=spec%3A duplicate-key,file=endpoint.yaml,line=20,endLine=20,col=3,endColumn=9::\`envs.HF_HOME\` is set twice; the first is on line 19. Keep one of them.",
        "::error title=spec%3A wrong-type,file=endpoint.yaml,line=21,endLine=21,col=13,endColumn=18::\`rootfsSize\` is the text "100 GB"; allowed: a whole number of GB. Write, for example, \`rootfsSize: 100\`.",
        "::warning title=spec%3A cluster-required,file=endpoint.yaml,line=17,endLine=17,col=13,endColumn=19::\`volumeMounts[0].type\` is not \`local\`, so it is cloud storage, but \`clusterID\` is missing; an existing endpoint would keep its current value. Add the \`clusterID\` of the cluster that holds the storage.",
        "::error title=llama%3A the spec has mistakes::endpoint.yaml: 7 errors, 1 warning%0ACorrect the lines shown. [spec-invalid]",
      ]
    `);
    expect(summary).toMatch(
      /^### ❌ llama: the spec has mistakes &#40;7 errors, 1 warning&#41;\n\n\| \| Place \| What to do \| Code \|\n/,
    );
    expect(summary.match(/^\| (error|warning) \|/gm)).toHaveLength(8);
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

  testRuns({
    'asks for the live limits with a key': {
      given: {
        emulator: { limits: { maxWorkerNum: 4 } },
        with: { command: 'validate' },
        spec: `${smallSpec}workerConfig: {maxNum: 5}\n`,
      },
      end: 'limits-exceeded',
      expected: { says: /line=6.*`workerConfig\.maxNum` is 5; allowed: 1–4 workers \(live limit\)/ },
    },
    'says what creating would need': {
      given: { with: { command: 'validate' }, spec: 'name: llama\nimage: ghcr.io/acme/llama:1\n' },
      end: 'validated',
      expected: {
        annotations: ['ports', 'policy\\.type']
          .map((field) => new RegExp(`^::notice title=spec%3A required-to-create.*line=1.*\`${field}\` is missing`))
          .toReversed(),
      },
    },
  });
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

const faults = [{ operation: 'limits', kind: 'status', status: 500, times: 'always' }] as const;
testRuns({
  'validate says in its last line that nothing was checked against the limits': {
    given: { emulator: { faults }, with: { command: 'validate' } },
    end: 'validated',
    expected: {
      says: /^Valid: llama\. Checked against the spec rules, and not against the live limits, which could not be read\.$/m,
    },
  },
  'deploy stops without limits': {
    given: { emulator: { faults } },
    end: 'unavailable',
    expected: { outputs: { changed: 'false' }, left: [] },
  },
});

test('validate needs no service: where nothing answers, it says so within seconds', async () => {
  const { raw } = await runStep({
    files: { 'endpoint.yaml': smallSpec },
    with: { command: 'validate', 'base-url': 'http://127.0.0.1:9', 'api-key': 'test-key' },
  });
  expect(raw).toMatch(/cannot reach http:\/\/127\.0\.0\.1:9: .*; no connection was ever made\./);
  expect(raw).toContain(
    'Valid: llama. Checked against the spec rules, and not against the live limits, which could not be read.',
  );
});
