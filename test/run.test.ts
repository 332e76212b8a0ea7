/** A whole run in process: its inputs, its outputs, its verdict, and what becomes of a run that cannot say what it did. */

import { describe, expect, test } from 'vitest';
import { warnOnce } from '../src/commands/context.ts';
import { DeployError } from '../src/errors.ts';
import type { InputName } from '../src/inputs.ts';
import type { Reporter } from '../src/report.ts';
import { type Ports, run } from '../src/run.ts';
import { createTestClock } from './clock.ts';
import { eventOf, lastOutputs, memoryService, recordReport, serviceError } from './commands/scene.ts';

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
  const ports: Ports = {
    input: (name) => given[name],
    env: {},
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
          write: async (path) => path,
        },
        service: async () => memoryService([], answers).client,
        registries: notAsked,
        tests: notAsked,
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
  const ending = await run(ports);
  return { ...recording, ending, failures, order, masked, outputs: lastOutputs(recording.outputWrites) };
}

const failing = (error: Error) => ({
  answers: () => {
    throw error;
  },
});

describe('a run', () => {
  test('that succeeds sets its outputs, then ends', async () => {
    const { ending, outputs, order, failures } = await runWith({ command: 'delete' });
    expect({ ending, failures }).toEqual({ ending: 'success', failures: [] });
    expect(outputs).toEqual({
      operation: 'absent',
      changed: 'false',
      endpoints: JSON.stringify([{ name: 'llama', operation: 'absent', changed: 'false', 'failure-reason': '' }]),
      'failure-reason': '',
    });
    expect(order.at(-1)).toBe('end');
  });

  test('with wrong inputs tries nothing and names each of them', async () => {
    const { ending, outputs, annotations, failures, summaries, order } = await runWith({
      command: 'deploy',
      'base-url': '',
      wait: 'long',
    });
    expect(ending).toBe('usage');
    expect(annotations.map(({ title }) => title)).toEqual(['input base-url', 'input wait']);
    expect(failures).toEqual([
      expect.stringMatching(/^2 inputs are missing or malformed: `base-url`, `wait`\n.* \[inputs-invalid\]$/),
    ]);
    expect(summaries[0]).toContain('### ❌ deploy: inputs-invalid');
    expect(outputs).toEqual({ changed: 'false', endpoints: '[]', 'failure-reason': 'inputs-invalid' });
    expect(order).toEqual(['output changed', 'output failure-reason', 'output endpoints', 'end', 'fail']);
  });

  test('that fails before it knows an endpoint says why in the summary', async () => {
    const { ending, summaries, outputs, failures } = await runWith(
      { command: 'delete' },
      failing(serviceError({ code: 'unauthorized', message: 'the key was refused' })),
    );
    expect(ending).toBe('failure');
    expect(summaries).toEqual([expect.stringContaining('### ❌ delete: unauthorized')]);
    expect(outputs['failure-reason']).toBe('unauthorized');
    expect(failures[0]).toMatch(/^the key was refused\n.* \[unauthorized\]$/s);
  });

  test('of a broken spec has it in the summary once', async () => {
    const { summaries, outputs } = await runWith({ command: 'deploy' });
    expect(summaries.filter((markdown) => markdown.includes('❌'))).toEqual([]);
    expect(summaries).toHaveLength(1);
    expect(outputs['failure-reason']).toBe('spec-invalid');
  });

  test('with a defect says that it is one', async () => {
    const { ending, failures, outputs } = await runWith(
      { command: 'delete' },
      failing(new TypeError('undefined is no function')),
    );
    expect(ending).toBe('failure');
    expect(failures[0]).toMatch(/^a bug in deploy-gpu-endpoint: TypeError: undefined is no function/);
    expect(outputs['failure-reason']).toBe('internal');
  });
});

describe('a cancelled run', () => {
  const reason = new DeployError({ code: 'cancelled', message: 'the run was cancelled by SIGTERM' });

  test('is no success, even where everything was done', async () => {
    const { ending, failures } = await runWith({ command: 'delete' }, { signal: AbortSignal.abort(reason) });
    expect(ending).toBe('failure');
    expect(failures[0]).toMatch(
      /^the run was cancelled by SIGTERM after its work on the service was done; GitHub may not/,
    );
  });

  test('says that nothing was written', async () => {
    const { log, outputs } = await runWith({ command: 'delete' }, failing(reason));
    expect(log).toContain('Cancelled before anything was written.');
    expect(outputs['failure-reason']).toBe('cancelled');
  });
});
