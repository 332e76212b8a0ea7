/** The command `deploy` in process: what it refuses before the first write, what it has told by then, and how each ending leaves GitHub and the outputs. */

import { describe, expect, test } from 'vitest';
import type { CommandContext } from '../../src/commands/context.ts';
import { deploy } from '../../src/commands/deploy.ts';
import { deployOne } from '../../src/commands/deploy-one.ts';
import type { Outputs } from '../../src/report.ts';
import { setScene } from '../github/scene.ts';
import { openScene, spec } from '../rollout/scene.ts';
import { told } from '../told.ts';
import { type ContextOptions, commandContext, eventOf, lastOutputs } from './scene.ts';

const specOf = (name: string, more = '') => `
name: ${name}
image: ghcr.io/acme/llama:1
ports: [8000]
policy: {type: concurrency, value: 8}
products: [SL-serverless-3]
workerConfig: {minNum: 1}
healthy: {path: /health}
${more}`;
const files = { 'a.yaml': specOf('a') };

/** Runs the command against an emulator of its own, once for each of the options. */
async function deployAll(...runs: ContextOptions[]) {
  await using stage = await openScene();
  const results = [];
  for (const given of runs) {
    const { context, outputWrites, log, summaries, housekeeping } = commandContext({
      files,
      client: { ...stage.ports.client, close: async () => {} },
      clock: stage.ports.clock,
      ...given,
    });
    const failure = await deploy(context);
    for (const work of housekeeping) await work();
    context.outputs.finish(failure);
    results.push({ failure, outputs: lastOutputs(outputWrites), writes: outputWrites, log, summaries });
  }
  return { results, endpoints: stage.emulator.endpoints().map(({ name }) => name) };
}

async function deployOnce(given: ContextOptions) {
  const { results, endpoints } = await deployAll(given);
  const [result] = results;
  if (!result) throw new Error('it ran once');
  return { ...result, endpoints };
}

describe('outputs', () => {
  test('of a created endpoint are there before anybody waits for it', async () => {
    const { failure, writes, outputs } = await deployOnce({});
    expect(failure).toBeUndefined();
    const names = writes.map((write) => write.slice(0, write.indexOf('=')));
    expect(names.slice(0, 3)).toEqual(['endpoints', 'image-digest', 'endpoints']);
    // Killed while it waits, the step has told what is billed.
    expect(names.indexOf('endpoint-id')).toBeLessThan(names.indexOf('url'));
    expect(names.indexOf('changed')).toBeLessThan(names.indexOf('operation'));
    const created = { name: 'a', operation: 'created', changed: 'true', 'failure-reason': '' };
    expect(told(outputs)).toMatchObject({ ...created, 'endpoint-id': expect.stringMatching(/./) });
    expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject([created]);
  });

  test('of several endpoints name each as soon as it is created', async () => {
    const { outputs, writes, log } = await deployOnce({ files: { 'a.yaml': specOf('a'), 'b.yaml': specOf('b') } });
    expect(log.filter((text) => /^[ab]> Look-up: /.test(text))).toHaveLength(2);
    const arrays = writes.filter((write) => write.startsWith('endpoints=')).map((write) => JSON.parse(write.slice(10)));
    const known = arrays.map((endpoints) => endpoints.filter((each: Outputs) => each['endpoint-id']).length);
    // Names, the look-up and the plans; then each endpoint as it comes.
    expect(known.filter((count, index) => count !== known[index - 1])).toEqual([0, 1, 2]);
    const created = { operation: 'created', changed: 'true', 'failure-reason': '' };
    const both = ['a', 'b'].map((name) => ({ name, ...created }));
    expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject(both);
    expect(outputs.changed).toBe('true');
    expect(outputs['plan-digest']).toHaveLength(48);
  });
});

test('a plan that is refused says of the others why they are not deployed either', async () => {
  const { results } = await deployAll(
    { files: { 'b.yaml': specOf('b') }, event: eventOf({ repository: 'acme/other' }) },
    { files: { 'a.yaml': specOf('a'), 'b.yaml': specOf('b') } },
  );
  const { failure, summaries = [], outputs } = results[1] ?? {};
  expect(failure?.message).toMatch(/^1 of 2 endpoints failed:\nb: .* \[owned\]$/);
  expect(summaries[0]).toContain('Not deployed, because another endpoint of this step was refused.');
  const reasons = [{ 'failure-reason': '' }, { 'failure-reason': 'owned' }];
  expect(JSON.parse(outputs?.endpoints ?? '')).toMatchObject(reasons);
});

test('a preview that closes meanwhile is deleted, and its outputs no longer name it as deployed', async () => {
  const inputs = { preview: 'true' };
  await using github = await setScene({ pulls: [{ number: 7 }] });
  const run = () => github.api.setPull({ number: 7, state: 'closed' });
  github.api.addFault({ operation: 'issues/create-comment', kind: 'hook', when: 'after', run });
  const event = eventOf({ pullRequest: { number: 7 } });
  const { failure, outputs, endpoints } = await deployOnce({ inputs, event, api: github.github });
  expect(failure).toBeUndefined();
  expect(endpoints).toEqual([]);
  expect(outputs).toMatchObject({ operation: 'deleted', changed: 'true', url: '', 'plan-digest': '' });
});

describe('a defect is a failure that names it, and what is left', () => {
  const broken = () => {
    throw new TypeError('cannot read properties of undefined');
  };
  const breakSummary = ({ reporter }: CommandContext) => {
    const { summarize } = reporter;
    reporter.summarize = async () => {
      reporter.summarize = summarize;
      broken();
    };
  };
  const breakCreate = ({ connections }: CommandContext) => {
    const { service } = connections;
    connections.service = async () => ({ ...(await service()), create: broken });
  };
  const tests = [{ get: '/health' }];
  const breakTests = ({ connections }: CommandContext) => {
    connections.tests = broken;
  };
  const image = 'ghcr.io/acme/llama:1';
  interface Defect {
    live?: true;
    breaks: (context: CommandContext) => void;
    title: string;
    hint?: string;
    changed?: string;
  }
  test.for<[string, Defect]>([
    ['before a creation', { breaks: breakTests, title: 'llama: internal, nothing created' }],
    ['before the write to an endpoint', { live: true, breaks: breakTests, title: 'llama: internal, not changed' }],
    [
      'while it creates',
      {
        breaks: breakCreate,
        title: 'llama: internal, perhaps created',
        hint: ' If it exists, it is billed',
        changed: 'true',
      },
    ],
    ['of the report', { breaks: breakSummary, title: 'llama: internal, created', changed: 'true' }],
  ])('%s', async ([, { live, breaks, title, hint = '', changed = 'false' }]) => {
    await using stage = await openScene();
    if (live) stage.emulator.seed({ name: 'llama', image: { image }, workerConfig: { minNum: 1 } });
    const isTested = breaks === breakTests;
    const plan = { ...(await stage.plan(spec)), ...(isTested && { tests }) };
    const client = { ...stage.ports.client, close: async () => {} };
    const { context, outputWrites } = commandContext({ client, clock: stage.ports.clock });
    breaks(context);
    context.outputs.setEndpoints([{ name: 'llama' }]);
    const { failure } = await deployOne(plan, {
      context,
      lookedUpMs: 0,
      index: 0,
      isOneOfMany: false,
      over: undefined,
      words: [],
    });
    context.outputs.finish(failure);
    expect([failure?.code, failure?.title]).toEqual(['internal', title]);
    expect(failure?.hint).toContain(hint);
    expect(lastOutputs(outputWrites)).toMatchObject({ changed, 'failure-reason': 'internal' });
  });
});
