/** The command `deploy` in process: what it refuses before the first write, what it has told by then, and how each ending leaves GitHub and the outputs. */

import { describe, expect, test } from 'vitest';
import { deploy } from '../../src/commands/deploy.ts';
import { deployOne } from '../../src/commands/deploy-all.ts';
import { makePlan } from '../../src/plan/plan.ts';
import type { Outputs } from '../../src/report.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { setScene } from '../github/scene.ts';
import { openScene } from '../rollout/scene.ts';
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
    const { context, outputWrites, log, summaries } = commandContext({
      files,
      client: { ...stage.ports.client, close: async () => {} },
      clock: stage.ports.clock,
      ...given,
    });
    const failure = await deploy(context);
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
    { files: { 'b.yaml': specOf('b', 'appName: one') } },
    { files: { 'a.yaml': specOf('a'), 'b.yaml': specOf('b', 'appName: two') } },
  );
  const { failure, summaries = [], outputs } = results[1] ?? {};
  expect(failure?.message).toMatch(/^1 of 2 endpoints failed:\nb: .* \[replace\]$/);
  expect(summaries[0]).toContain('Not deployed, because another endpoint of this step was refused.');
  const reasons = [{ 'failure-reason': '' }, { 'failure-reason': 'replace' }];
  expect(JSON.parse(outputs?.endpoints ?? '')).toMatchObject(reasons);
});

test('a preview that closes meanwhile is deleted, and its outputs no longer name it as deployed', async () => {
  const inputs = { preview: 'true', comment: 'false' };
  await using github = await setScene({ pulls: [{ number: 7 }] });
  const run = () => github.api.setPull({ number: 7, state: 'closed' });
  github.api.addFault({ operation: 'repos/create-deployment', kind: 'hook', when: 'after', run });
  const event = eventOf({ pullRequest: { number: 7 } });
  const { failure, outputs, endpoints } = await deployOnce({ inputs, event, api: github.github });
  expect(failure).toBeUndefined();
  expect(endpoints).toEqual([]);
  expect(outputs).toMatchObject({ operation: 'deleted', changed: 'true', url: '', 'plan-digest': '' });
});

test('a defect is a failure that names it', async () => {
  const spec = { name: 'llama', image: { image: 'a:1' }, ports: [8000], policy: { type: 'queue', value: 4 } };
  const plan = makePlan({ spec, secretEnvs: new Map(), live: undefined });
  const client = {
    create: () => {
      throw new TypeError('cannot read properties of undefined');
    },
  } as unknown as ServiceClient;
  const { context, outputWrites } = commandContext({ client });
  context.outputs.setEndpoints([{ name: 'llama' }]);
  const options = { context, lookedUpMs: 0, index: 0, isOneOfMany: false };
  const { failure, end } = await deployOne(plan, options);
  expect(failure?.code).toBe('internal');
  expect(lastOutputs(outputWrites)).toMatchObject({ changed: 'true', 'failure-reason': 'internal' });
  expect(end).toEqual({ state: 'failure', description: 'internal', digest: '', url: undefined });
});
