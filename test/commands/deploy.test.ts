/** The command `deploy` in process: what it refuses before the first write, what it has told by then, and how each ending leaves GitHub and the outputs. */

import { describe, expect, test } from 'vitest';
import { deploy } from '../../src/commands/deploy.ts';
import { deployOne } from '../../src/commands/deploy-endpoint.ts';
import { openHistory } from '../../src/commands/history.ts';
import type { DeployError } from '../../src/errors.ts';
import { makePlan } from '../../src/plan/plan.ts';
import type { Outputs } from '../../src/report.ts';
import { startTimeline } from '../../src/rollout/timeline.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { setScene } from '../github/scene.ts';
import { openScene } from '../rollout/scene.ts';
import { type ContextOptions, commandContext, eventOf, lastOutputs, ownPayload } from './scene.ts';

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
  const results: {
    failure: DeployError | undefined;
    outputs: Record<string, string>;
    writes: string[];
    log: string[];
    summaries: string[];
    titles: string[];
  }[] = [];
  for (const given of runs) {
    const { context, outputWrites, log, summaries, annotations } = commandContext({
      files,
      client: { ...stage.ports.client, close: async () => {} },
      clock: stage.ports.clock,
      ...given,
    });
    const failure = await deploy(context);
    context.outputs.finish(failure);
    const titles = annotations.map(({ severity, title }) => `${severity} ${title}`);
    results.push({ failure, outputs: lastOutputs(outputWrites), writes: outputWrites, log, summaries, titles });
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
    expect(names.slice(0, 3)).toEqual(['name', 'endpoints', 'image']);
    // Killed while it waits, the step has told what is billed.
    expect(names.indexOf('endpoint-id')).toBeLessThan(names.indexOf('state'));
    expect(names.indexOf('changed')).toBeLessThan(names.indexOf('operation'));
    expect(outputs).toMatchObject({
      name: 'a',
      operation: 'created',
      changed: 'true',
      'endpoint-id': expect.stringMatching(/./),
      'failure-reason': '',
    });
    expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject([{ name: 'a', operation: 'created', changed: 'true' }]);
  });

  test('of an unchanged endpoint say so', async () => {
    const { results } = await deployAll({}, {});
    // One endpoint needs no group of its own.
    expect(results[1]?.log.filter((text) => text.startsWith('a> '))).toEqual([]);
    expect(results[1]?.outputs).toMatchObject({ operation: 'unchanged', changed: 'false', 'failure-reason': '' });
  });

  test('of several endpoints name each as soon as it is created', async () => {
    const { outputs, writes, log } = await deployOnce({ files: { 'a.yaml': specOf('a'), 'b.yaml': specOf('b') } });
    expect(log.filter((text) => /^[ab]> Look-up: /.test(text))).toHaveLength(2);
    const arrays = writes.filter((write) => write.startsWith('endpoints=')).map((write) => JSON.parse(write.slice(10)));
    const known = arrays.map((endpoints) => endpoints.filter((each: Outputs) => each['endpoint-id']).length);
    // Names, the look-up and the plans; then each endpoint as it comes.
    expect(known.filter((count, index) => count !== known[index - 1])).toEqual([0, 1, 2]);
    expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject([
      { name: 'a', operation: 'created', changed: 'true', 'failure-reason': '' },
      { name: 'b', operation: 'created', changed: 'true', 'failure-reason': '' },
    ]);
    expect(outputs.changed).toBe('true');
    expect(outputs['plan-digest']?.split('\n')).toHaveLength(2);
  });
});

describe('a plan that is refused', () => {
  test('keeps every endpoint of the step from being written', async () => {
    const two = { 'a.yaml': specOf('a'), 'b.yaml': specOf('b') };
    const { failure, endpoints, outputs, summaries, log } = await deployOnce({
      files: two,
      inputs: { 'approved-plan': 'p1.other.digest' },
    });
    expect(failure).toMatchObject({
      code: 'plan-changed',
      message: expect.stringMatching(/^2 of 2 endpoints failed:/),
    });
    expect(endpoints).toEqual([]);
    // One of each, and what came of all of them.
    expect(summaries).toHaveLength(3);
    expect(log.filter((text) => text.startsWith('Look-up:'))).toHaveLength(2);
    expect(outputs).toMatchObject({ changed: 'false', 'failure-reason': 'plan-changed', name: 'a' });
    expect(outputs.operation).toBeUndefined();
    expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject([
      { name: 'a', changed: 'false', 'failure-reason': 'plan-changed' },
      { name: 'b', changed: 'false', 'failure-reason': 'plan-changed' },
    ]);
  });

  test('says of the others why they are not deployed either', async () => {
    const { results } = await deployAll(
      { files: { 'b.yaml': specOf('b', 'appName: one') } },
      { files: { 'a.yaml': specOf('a'), 'b.yaml': specOf('b', 'appName: two') } },
    );
    const refused = results[1];
    expect(refused?.failure).toMatchObject({
      code: 'replace',
      message: expect.stringMatching(/^1 of 2 endpoints failed:\nb: /),
    });
    expect(refused?.summaries[0]).toContain('Not deployed, because another endpoint of this step was refused.');
    expect(JSON.parse(refused?.outputs.endpoints ?? '')).toMatchObject([
      { 'failure-reason': '' },
      { 'failure-reason': 'replace' },
    ]);
  });
});

test('the record is always kept', async () => {
  await using stage = await openScene();
  const { context } = commandContext({ files, client: stage.ports.client, clock: stage.ports.clock });
  expect(await deploy(context)).toBeUndefined();
  const keys = stage.emulator.endpoints()[0]?.envs.map(({ key }) => key);
  expect(keys).toContain('GPU_ENDPOINT_DEPLOYMENT');
});

describe('an endpoint that runs a newer commit', () => {
  const ours = 'a'.repeat(40);
  const newer = 'b'.repeat(40);
  const commits = { [ours]: [], [newer]: [ours] };
  const inputs = { environment: 'production' };

  test('is left as it is', async () => {
    await using github = await setScene({ commits });
    github.api.addDeployment({ environment: 'production', payload: ownPayload('a', { commit: newer }) });
    const { results } = await deployAll(
      {},
      {
        inputs,
        event: eventOf({ runAttempt: '1' }),
        api: github.github,
        files: { 'a.yaml': specOf('a').replace('llama:1', 'llama:2') },
      },
    );
    expect(results[1]?.failure).toBeUndefined();
    expect(results[1]?.outputs).toMatchObject({
      operation: 'superseded',
      changed: 'false',
      image: 'ghcr.io/acme/llama:1',
    });
    expect(results[1]?.titles).toEqual(['notice a: superseded']);
    expect(results[1]?.summaries[0]).toContain('⏭️ a: superseded');
  });

  test('is deployed over where that is allowed', async () => {
    await using github = await setScene({ commits });
    github.api.addDeployment({ environment: 'production', payload: ownPayload('a', { commit: newer }) });
    const { results } = await deployAll(
      {},
      {
        inputs: { ...inputs, allow: 'older-commit' },
        api: github.github,
        files: { 'a.yaml': specOf('a').replace('llama:1', 'llama:2') },
      },
    );
    expect(results[1]?.outputs).toMatchObject({ operation: 'updated', changed: 'true' });
    const last = github.api.deployments().at(-1);
    expect(last?.statuses.map(({ state }) => state)).toEqual(['in_progress', 'success']);
  });
});

describe('a preview', () => {
  const inputs = { preview: 'true', comment: 'never' };

  test('is an endpoint of its own, with a record and a Deployment', async () => {
    await using github = await setScene({ pulls: [{ number: 7 }] });
    const event = eventOf({ pullRequest: { number: 7 } });
    const { failure, outputs } = await deployOnce({ inputs, event, api: github.github });
    expect(failure).toBeUndefined();
    expect(outputs).toMatchObject({ name: 'a-pr-7', operation: 'created' });
    expect(github.api.deployments()).toMatchObject([
      { environment: 'preview', payload: { endpoint: 'a-pr-7', pullRequest: 7 } },
    ]);
  });

  test('that closes meanwhile is deleted, and its outputs no longer name it as deployed', async () => {
    await using github = await setScene({ pulls: [{ number: 7 }] });
    const run = () => github.api.setPull({ number: 7, state: 'closed' });
    github.api.addFault({ operation: 'repos/create-deployment', kind: 'hook', when: 'after', run });
    const event = eventOf({ pullRequest: { number: 7 } });
    const { failure, outputs, endpoints } = await deployOnce({ inputs, event, api: github.github });
    expect(failure).toBeUndefined();
    expect(endpoints).toEqual([]);
    expect(outputs).toMatchObject({
      operation: 'deleted',
      changed: 'true',
      url: '',
      state: '',
      plan: '',
      'plan-digest': '',
    });
  });

  test('of a pull request that is open again is kept', async () => {
    await using github = await setScene({ pulls: [{ number: 7 }] });
    const event = eventOf({ pullRequest: { number: 7, isClosed: true } });
    const { outputs } = await deployOnce({ inputs, event, api: github.github });
    expect(outputs).toMatchObject({ operation: 'superseded', changed: 'false' });
  });
});

test('a defect is a failure that names it, and ends the Deployment', async () => {
  await using github = await setScene();
  const plan = makePlan({
    spec: { name: 'llama', image: { image: 'a:1' }, ports: [8000], policy: { type: 'queue', value: 4 } },
    secretEnvs: new Map(),
    live: undefined,

    resend: false,
  });
  const client = {
    create: () => {
      throw new TypeError('cannot read properties of undefined');
    },
  } as unknown as ServiceClient;
  const { context } = commandContext({ api: github.github });
  const outputs: Outputs[] = [];
  const { failure } = await deployOne(plan, {
    context,
    client,
    preview: undefined,
    history: openHistory(context, { environment: 'production', names: ['llama'] }),
    order: { newerCommitOf: async () => undefined },
    lookedUpMs: 0,
    isOneOfMany: false,
    timeline: startTimeline(context.clock),
    setOutputs: (values) => void outputs.push(values),
    inTurn: (write) => write(),
    onWaiting: () => {},
  });
  expect(failure?.code).toBe('internal');
  expect(outputs).toEqual([{ changed: 'true' }]);
  expect(github.api.deployments()[0]?.statuses.map(({ state, description }) => ({ state, description }))).toEqual([
    { state: 'in_progress', description: '' },
    { state: 'failure', description: 'internal' },
  ]);
});
