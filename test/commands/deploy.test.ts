/** The command `deploy` in process: what it refuses before the first write, what it has told by then, and how each ending leaves GitHub and the outputs. */

import { describe, expect, test } from 'vitest';
import { command as deploy } from '../../src/commands/deploy.ts';
import { deployOne } from '../../src/deploy/all.ts';
import type { CommandContext } from '../../src/run/context.ts';
import { tellEnd } from '../../src/run/tell.ts';
import { openScene, spec } from '../rollout/scene.ts';
import { told } from '../told.ts';
import { type ContextOptions, commandContext, lastOutputs } from './scene.ts';

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
    const { context, outputWrites, log, summaries } = commandContext({
      files,
      client: { ...stage.ports.client, close: async () => {} },
      clock: stage.ports.clock,
      ...given,
    });
    const { failure, afterwards } = await tellEnd(await deploy(context), context);
    await afterwards();
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

test('outputs of a created endpoint are there before anybody waits for it', async () => {
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
    ['before a creation', { breaks: breakTests, title: 'llama: a bug stopped the run, nothing created' }],
    [
      'before the write to an endpoint',
      { live: true, breaks: breakTests, title: 'llama: a bug stopped the run, not changed' },
    ],
    [
      'while it creates',
      {
        breaks: breakCreate,
        title: 'llama: a bug stopped the run, perhaps created',
        hint: ' If it exists, it is billed',
        changed: 'true',
      },
    ],
    ['of the report', { breaks: breakSummary, title: 'llama: a bug stopped the run, created', changed: 'true' }],
  ])('%s', async ([, { live, breaks, title, hint = '', changed = 'false' }]) => {
    await using stage = await openScene();
    if (live) stage.emulator.seed({ name: 'llama', image: { image }, workerConfig: { minNum: 1 } });
    const isTested = breaks === breakTests;
    const plan = { ...(await stage.plan(spec)), ...(isTested && { tests }) };
    const client = { ...stage.ports.client, close: async () => {} };
    const { context, outputWrites } = commandContext({ client, clock: stage.ports.clock });
    breaks(context);
    context.outputs.setEndpoints([{ name: 'llama' }]);
    const request = { context, lookedUpMs: 0, index: 0, isOneOfMany: false, before: [], words: [] };
    const { failure } = await tellEnd({ outcomes: [await deployOne(plan, request)] }, context);
    context.outputs.finish(failure);
    expect([failure?.code, failure?.title]).toEqual(['internal', title]);
    expect(failure?.hint).toContain(hint);
    expect(lastOutputs(outputWrites)).toMatchObject({ changed, 'failure-reason': 'internal' });
  });
});
