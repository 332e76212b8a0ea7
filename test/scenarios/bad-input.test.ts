/** Everything that a user can get wrong before the first write: each named at its place, nothing written, never a stack trace. */

import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { deployTo, passing, smallSpec } from './deployment.ts';
import { testRuns } from './single-run.ts';
import { runStep } from './step.ts';

describe('inputs', () => {
  test('that are wrong are all named at once, each in an annotation', async () => {
    const { end, annotations } = await runStep({
      with: {
        ...{ command: 'destroy', 'base-url': 'http://api.example.com', limits: 'maybe', 'wait-timeout': 'soon' },
        ...{ force: 'yes', variables: 'A=1\nnonsense', 'secret-envs': 'TOKEN=one\nTOKEN=two', name: 'x'.repeat(221) },
      },
    });
    expect(end).toBe('inputs-invalid');
    const named = annotations.map((line) => /^::error title=input ([\w-]+)::/.exec(line)?.[1]);
    expect(named).toEqual([
      ...['limits', 'force', 'command', 'base-url', 'api-key', 'name', 'variables', 'secret-envs', 'wait-timeout'],
      undefined,
    ]);
    expect(annotations.at(-1)).toMatch(
      /^::error title=deploy%3A an input is wrong%2C not changed::missing or malformed: `.* \[inputs-invalid\]$/,
    );
  });

  test.for<[string, Record<string, string>, string]>([
    ['credentials in the address', { 'base-url': 'https://user:hunter2@api.example.com' }, 'credentials'],
    ['a key with a line break', { 'api-key': 'first\nsecond' }, 'line break'],
    ['no key', { 'api-key': '' }, 'is missing'],
  ])('%s is refused, and not repeated', async ([, inputs, words]) => {
    await using emulator = await startEmulator();
    const { end, annotations } = await deployTo(emulator, { with: inputs });
    expect(end).toBe('inputs-invalid');
    expect(annotations.join('\n')).toContain(words);
    expect(annotations.join('\n')).not.toMatch(/hunter2|second/);
    expect(emulator.requests).toEqual([]);
  });
});

describe('refused before the first write:', () => {
  const refused = { writes: [], saysNot: /\bat .*\.js:\d+/ } as const;
  const exported = { ...refused, says: /`export` writes one endpoint to one file/ };
  testRuns({
    'an export of no named endpoint': {
      given: { with: { command: 'export' } },
      end: 'inputs-invalid',
      expected: exported,
    },
    'an export to several files': {
      given: { with: { command: 'export', name: 'llama', spec: '*.yaml' } },
      end: 'inputs-invalid',
      expected: exported,
    },
    'a test of specs without tests': {
      given: { live: [{ name: 'llama' }], with: { command: 'test' } },
      end: 'inputs-invalid',
      expected: { ...refused, says: /`test` has nothing to do: no spec has `tests`/ },
    },
    'values beyond the live limits, all at once, at their lines': {
      given: {
        emulator: { limits: { maxWorkerNum: 10, maxGPUNum: 1 } },
        spec: `${smallSpec}workerConfig:\n  maxNum: 11\n  gpuNum: 8\n`,
      },
      end: 'limits-exceeded',
      expected: {
        ...refused,
        annotations: [
          /outside-limits,file=endpoint\.yaml,line=7,.*is 11; allowed: 1–10 workers \(live limit\)\. Write a value from 1 to 10\.$/,
          /outside-limits,file=endpoint\.yaml,line=8,.*is 8; allowed: exactly 1 GPU \(live limit\)\. Write 1\.$/,
          /^::error title=llama%3A a value is outside the limits%2C nothing created::endpoint\.yaml: 2 errors\. .*%0AUse a value in the range shown, or add `beyond-limits` to `allow`/,
        ],
      },
    },
  });
});

describe('an event that cannot be read', () => {
  const deploy = async (env: Record<string, string>) => {
    await using emulator = await startEmulator(passing);
    const { end, annotations } = await deployTo(emulator, { env });
    return { end, annotations, requests: emulator.requests.length };
  };

  test.for<[string, string]>([
    ['is not there', '/nowhere/event.json'],
    ['is a folder', tmpdir()],
    ['is no JSON', 'README.md'],
  ])('as it %s: a push goes on', async ([, path]) => {
    const { end, annotations } = await deploy({ GITHUB_EVENT_NAME: 'push', GITHUB_EVENT_PATH: path });
    expect([end, annotations]).toEqual(['created', []]);
  });

  test.for([
    ['pull_request', '/nowhere/event.json'],
    ['pull_request', ''],
    ['pull_request_review', '/nowhere/event.json'],
    ['pull_request_target', '/nowhere/event.json'],
    ['workflow_run', '/nowhere/event.json'],
  ] as const)('%s from %j deploys nothing', async ([name, path]) => {
    const { end, annotations, requests } = await deploy({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path });
    expect({ end, requests }).toEqual({ end: 'inputs-invalid', requests: 0 });
    expect(annotations.at(-1)).toMatch(/`deploy` does not run on `\w+`(?: without its event|, an event that does not)/);
  });
});

test('on a terminal, every mistake is shown at its line, with what to write', async () => {
  const spec = 'name: llama\nimage: ghcr.io/acme/llama:1\nport: 8000\nworkerConfig:\n  maxNum: two\n';
  const { exitCode, stderr } = await runStep({ files: { 'endpoint.yaml': spec }, argv: ['validate'] });
  expect(exitCode).toBe(1);
  expect(stderr).toMatchInlineSnapshot(`
    "endpoint.yaml:3:1 error \`port\` is not a field of the spec. [unknown-key]
      Did you mean \`ports\`?

    endpoint.yaml:5:11 error \`workerConfig.maxNum\` is the text "two"; allowed: a whole number of workers. [wrong-type]
      Write, for example, \`maxNum: 3\`.

    failed: endpoint.yaml: 2 errors
    Correct the lines shown. [spec-invalid]
    "
  `);
});
