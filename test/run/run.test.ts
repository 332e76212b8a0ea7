/** A whole run in process: its inputs, its outputs, its verdict, and what becomes of a run that cannot say what it did. */

import { describe, expect, test } from 'vitest';
import { codeWords, DeployError, type ErrorCode } from '../../src/errors.ts';
import type { InputName } from '../../src/inputs/inputs.ts';
import type { Reporter } from '../../src/report.ts';
import { warnOnce } from '../../src/run/context.ts';
import { type RunRequest, run } from '../../src/run/run.ts';
import { createTestClock } from '../clock.ts';
import { eventOf, lastOutputs, memoryService, recordReport, serviceError } from '../commands/scene.ts';

const notAsked = () => {
  throw new Error('it is not asked here');
};

async function runWith(
  inputs: { readonly [name in InputName]?: string },
  {
    answers,
    reporter: change = {},
    signal = new AbortController().signal,
  }: { answers?: (call: string) => void; reporter?: Partial<Reporter>; signal?: AbortSignal } = {},
) {
  const recording = recordReport();
  const failures: string[] = [];
  const order: string[] = [];
  const masked: string[] = [];
  const given: Readonly<Record<string, string>> = {
    'base-url': 'https://api.example.com',
    'api-key': 'key-12345',
    ...inputs,
  };
  const request: RunRequest = {
    input: (name) => given[name],
    ...{ env: {}, cwd: '', systemProxy: () => undefined },
    reporter: {
      ...recording.reporter,
      mask: (secret) => void masked.push(secret),
      setOutput: (name, value) => {
        recording.outputWrites.push(`${name}=${value}`);
        order.push(`output ${name}`);
      },
      fail: (message) => {
        failures.push(message);
        order.push('fail');
      },
      end: () => void order.push('end'),
      ...change,
    },
    clock: createTestClock(),
    connect: async ({ reporter }) => ({
      connections: {
        workspace: {
          readSpecs: async () => [
            { path: 'endpoint.yaml', bytes: new TextEncoder().encode('name: llama\n'), commit: undefined },
          ],
          readBeside: notAsked,
          write: async (path) => path,
        },
        service: async () => memoryService([], answers).client,
        registries: notAsked,
        tests: notAsked,
        users: { connect: notAsked, clock: createTestClock() },
        compare: notAsked,
        load: notAsked,
        log: notAsked,
      },
      github: {
        context: eventOf(),
        api: { repository: '', requests: notAsked, viewer: notAsked },
        warn: warnOnce(reporter, signal),
      },
      close: async () => {},
    }),
    signal,
  };
  const ending = await run(request);
  return { ...recording, ending, failures, order, masked, outputs: lastOutputs(recording.outputWrites) };
}

const failing = (error: Error) => ({
  answers: () => {
    throw error;
  },
});

describe('a run', () => {
  test('that succeeds sets its outputs, then ends', async () => {
    const given = { command: 'delete', 'secret-envs': 'TOKEN=hunter22', 'github-token': 'ghs_123' };
    const { ending, outputs, order, failures, masked } = await runWith(given);
    expect({ ending, failures, masked }).toEqual({
      ...{ ending: 'success', failures: [], masked: ['key-12345', 'hunter22', 'ghs_123'] },
    });
    const reason = 'it was deleted before, or never created';
    expect(outputs).toEqual({
      'endpoint-id': '',
      operation: 'absent',
      changed: 'false',
      endpoints: JSON.stringify([
        {
          ...{ 'endpoint-id': '', name: 'llama', operation: 'absent', state: 'absent', reason },
          ...{ changed: 'false', 'failure-reason': '' },
        },
      ]),
      'failure-reason': '',
    });
    expect(order.at(-1)).toBe('end');
  });

  test('with wrong inputs tries nothing and names each of them', async () => {
    const given = { command: 'deploy', 'base-url': '', wait: 'long' };
    const { ending, outputs, annotations, failures, summaries, order } = await runWith(given);
    expect(ending).toBe('usage');
    expect(annotations.map(({ title }) => title)).toEqual(['input base-url', 'input wait']);
    expect(failures).toEqual([
      expect.stringMatching(
        /^missing or malformed: `base-url`, `wait`\. Nothing was changed\. .*\n.* \[inputs-invalid\]$/,
      ),
    ]);
    expect(summaries[0]).toContain('### ❌ deploy: an input is wrong');
    expect(outputs).toEqual({ changed: 'false', endpoints: '[]', 'failure-reason': 'inputs-invalid' });
    expect(order).toEqual(['output changed', 'output failure-reason', 'output endpoints', 'end', 'fail']);
    const { failures: one } = await runWith({ wait: 'long' });
    expect(one[0]).toMatch(/^missing or malformed: `wait`\. /);
  });

  const refused = serviceError({ code: 'unauthorized', message: 'the key was refused' });
  const cancelled = new DeployError({ code: 'cancelled', message: 'the run was cancelled by SIGTERM' });
  test.for<[string, Error, RegExp, ErrorCode]>([
    [
      'before it knows one',
      refused,
      /^the key was refused\. Nothing was changed\. [^\n]*\n.* \[unauthorized\]$/s,
      'unauthorized',
    ],
    ['by a defect', new TypeError('no function'), /^a bug in deploy-gpu-endpoint: TypeError: no function/, 'internal'],
    ['because it is cancelled', cancelled, /^the run was cancelled by SIGTERM\. Nothing was changed\. /, 'cancelled'],
  ])('that fails %s says why', async ([, error, failure, code]) => {
    const { ending, summaries, outputs, failures, log } = await runWith({ command: 'delete' }, failing(error));
    expect(ending).toBe('failure');
    expect(summaries).toEqual([expect.stringContaining(`### ❌ delete: ${codeWords(code)}`)]);
    expect(outputs['failure-reason']).toBe(code);
    expect(failures[0]).toMatch(failure);
    expect(log.includes('Cancelled before anything was written.')).toBe(code === 'cancelled');
  });

  test('that is cancelled is no success, even where everything was done', async () => {
    const { ending, failures } = await runWith({ command: 'validate' }, { signal: AbortSignal.abort(cancelled) });
    expect(ending).toBe('failure');
    expect(failures[0]).toMatch(
      /^the run was cancelled by SIGTERM after its work on the service was done; GitHub may not/,
    );
  });

  test('of a broken spec has it in the summary once', async () => {
    const { summaries, outputs } = await runWith({ command: 'deploy' });
    expect(summaries[0]).toMatch(/^### ❌ llama: the spec has mistakes, nothing created &#40;3 errors&#41;\n/);
    expect(summaries).toHaveLength(1);
    expect(outputs['failure-reason']).toBe('spec-invalid');
  });

  test('that cannot write its outputs fails, and does not hide why it has failed before', async () => {
    const setOutput = () => {
      throw new Error('EACCES: permission denied');
    };
    const { ending, failures } = await runWith({ command: 'delete' }, { reporter: { setOutput } });
    expect(ending).toBe('failure');
    expect(failures[0]).toMatch(/^the output `endpoint-id` could not be written: EACCES: permission denied\n/);
    const { failures: before } = await runWith({ command: 'deploy' }, { reporter: { setOutput } });
    expect(before).toEqual([expect.stringMatching(/^endpoint\.yaml: /)]);
  });

  test('that is cancelled after its work says in the title what has become of each endpoint', async () => {
    const titles: string[] = [];
    const cancel = new AbortController();
    const fail = (_: string, title = '') => void titles.push(title);
    const summarize = async () => cancel.abort(cancelled);
    await runWith({ command: 'delete' }, { signal: cancel.signal, reporter: { fail, summarize } });
    expect(titles).toEqual(['llama: the run was cancelled, not changed']);
  });
});

describe('what is refused', () => {
  const toldOf = ({ annotations, failures, summaries, log }: Awaited<ReturnType<typeof runWith>>) =>
    JSON.stringify([annotations, failures, summaries, log]);

  test.for<[string, { readonly [name in InputName]?: string }, string]>([
    ['an address with a password', { 'base-url': 'ftp://me:hunter-two@api.example.com/x' }, 'hunter-two'],
    ['an address with a password in its host', { 'base-url': 'https://hunter-two@api example.com' }, 'hunter-two'],
    ['a token of two lines', { 'github-token': 'ghs_hunter\nghs_second' }, 'ghs_'],
    ['a key in quotes', { 'api-key': '"hunter-two"' }, 'hunter-two'],
    ['secret envs that are no pairs', { 'secret-envs': '{\n"a": "hunter-two"\n}' }, 'hunter-two'],
  ])('%s is not told', async ([, inputs, secret]) => {
    const ended = await runWith({ command: 'delete', ...inputs });
    expect(ended.ending).toBe('usage');
    expect(toldOf(ended)).not.toContain(secret);
  });
});

test('an input that the command does not read is a warning, and the run goes on', async () => {
  const { ending, annotations } = await runWith({ command: 'list', image: 'a:2' });
  const told = { severity: 'warning', title: 'input image', message: expect.stringContaining('changes nothing') };
  expect([ending, annotations]).toEqual(['success', [expect.objectContaining(told)]]);
});
