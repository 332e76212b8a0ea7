/** Mistakes that people make in a spec and on the command line: each at its place, with what to write, and never a stack trace. */

import { describe, expect, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { runStep, type StepOptions } from './step.ts';

/** `line:column code` of each annotation, the one that ends the step left out. */
async function validate(spec: string | Uint8Array, inputs: StepOptions['with'] = {}) {
  const { exitCode, annotations, raw, stderr } = await runStep({
    files: { 'endpoint.yaml': spec },
    with: { command: 'validate', ...inputs },
  });
  expect(raw + stderr).not.toMatch(/\bat .*\.js:\d+/);
  const found = annotations.flatMap((line) => {
    const [, code] = /title=(?:spec|input [a-z-]+)%3A ([a-z0-9-]+)/.exec(line) ?? [];
    const [, row, column = ''] = /line=(\d+)(?:.*?col=(\d+))?/.exec(line) ?? [];
    return code === undefined ? [] : [`${row ? `${row}:${column}` : 'input'} ${code}`];
  });
  return { exitCode, found };
}

describe('a spec', () => {
  test.for<[string, string | Uint8Array, string[]]>([
    ['with a byte order mark', `\uFEFF${smallSpec}`, []],
    ['with Windows line ends', smallSpec.replaceAll('\n', '\r\n'), []],
    ['as JSON', '{"name": "a", "image": "a:1", "ports": ["8000"], "policy": {"type": "queue", "value": 1}}', []],
    ['with anchors', `${smallSpec}workerConfig:\n  minNum: &n 1\n  maxNum: *n\n`, []],
    ['with numbers in other bases', `${smallSpec}workerConfig: {minNum: 0x1, maxNum: 0o7}\n`, []],
    ['with envs of every form', `${smallSpec}envs: {A: 1, B: true, C: 1.10, D: "", E: "a\\nb"}\n`, []],
    [
      'with an expression of a workflow',
      smallSpec.replace(':1', '@${{ steps.build.outputs.digest }}'),
      ['2:27 malformed-variable'],
    ],
    ['with a tab', `${smallSpec}workerConfig:\n\tminNum: 1\n`, ['7:1 yaml-syntax']],
    ['with yes for a number', `${smallSpec}workerConfig: {minNum: yes}\n`, ['6:24 wrong-type']],
    ['with a merge key', `${smallSpec}workerConfig:\n  <<: *x\n`, ['7:3 merge-key']],
    ['in UTF-16', Buffer.from(`\uFEFF${smallSpec}`, 'utf16le'), ['1:1 not-utf8']],
  ])('%s', async ([, spec, expected]) => {
    expect(await validate(spec)).toEqual({ exitCode: expected.length === 0 ? 0 : 1, found: expected });
  });

  test.for<[string, string, number, string[]]>([
    ['in a spec without errors', smallSpec, 0, ['input unused-variable']],
    [
      'beside a bare variable in a flow mapping',
      `${smallSpec}workerConfig: {minNum: \${TAG}}\n`,
      1,
      ['6:24 yaml-syntax'],
    ],
    ['beside a template', `${smallSpec}workerConfig: {{ \${TAG} }}\n`, 1, ['6:18 yaml-syntax']],
    ['beside a nesting without end', `name: ${'['.repeat(200)}`, 1, ['1:105 nested-too-deep']],
    ['beside another mistake', `${smallSpec}port: 1\n`, 1, ['6:1 unknown-key']],
  ])('an unused variable %s', async ([, spec, exitCode, found]) => {
    expect(await validate(spec, { variables: 'TAG=1' })).toEqual({ exitCode, found });
  });
});

describe('on a terminal', () => {
  test('every mistake is shown at its line, with what to write', async () => {
    const spec = 'name: llama\nimage: ghcr.io/acme/llama:1\nport: 8000\nworkerConfig:\n  maxNum: two\n';
    const { exitCode, stderr } = await runStep({ files: { 'endpoint.yaml': spec }, argv: ['validate'] });
    expect(exitCode).toBe(1);
    expect(stderr).toMatchInlineSnapshot(`
      "endpoint.yaml:3:1 error \`port\` is not a field of the spec. [unknown-key]
        3 | port:
          | ^^^^
        Did you mean \`ports\`?

      endpoint.yaml:5:11 error \`workerConfig.maxNum\` is the text "two"; allowed: a whole number of workers. [wrong-type]
        5 |   maxNum: two
          |           ^^^
        Write, for example, \`maxNum: 3\`.

      failed: endpoint.yaml: 2 errors
      Correct the lines shown. [spec-invalid]
      "
    `);
  });

  test('a mistake of the arguments is told in a line', async () => {
    const { exitCode, stderr } = await runStep({ argv: ['plan', '--imagee', 'a', '--wait'] });
    expect({ exitCode, lines: stderr.split('\n').slice(0, 2) }).toEqual({
      exitCode: 2,
      lines: ['Unknown flag --imagee. Did you mean --image?', 'Run with --help to see commands and flags.'],
    });
  });
});
