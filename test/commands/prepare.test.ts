/** From specs to plans: what is asked of the service, what a missing answer does, and that nothing wrong gets as far as a plan. */

import { describe, expect, test } from 'vitest';
import { prepare, readLimits } from '../../src/commands/prepare.ts';
import { readPreview } from '../../src/commands/preview.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { told } from '../told.ts';
import {
  type ContextOptions,
  commandContext,
  endpoint,
  eventOf,
  lastOutputs,
  liveLimits,
  type MemoryService,
  memoryService,
  serviceError,
} from './scene.ts';

const complete = `
image: ghcr.io/acme/llama:1
ports: [8000]
policy: {type: concurrency, value: 8}
`;
const specOf = (name: string, more = complete) => `name: ${name}\n${more}`;

async function prepareWith({ service = memoryService([]), ...given }: ContextOptions & { service?: MemoryService }) {
  const recording = commandContext({ client: service.client, ...given });
  const { context, outputWrites } = recording;
  let failure: { code: ErrorCode; message: string } | undefined;
  const plans = await prepare({ ...context, preview: readPreview(context) }).catch((error) => {
    failure = error;
    return [];
  });
  return { ...recording, plans, failure, outputs: lastOutputs(outputWrites), calls: service.calls };
}

describe('specs', () => {
  test('become plans in their order, by one look at the account', async () => {
    const service = memoryService([endpoint('e1', { name: 'b' })]);
    const { plans, calls, outputs, concealed } = await prepareWith({
      service,
      files: { 'a.yaml': specOf('a'), 'b.yaml': specOf('b') },
    });
    expect(plans.map(({ operation, desired, live }) => [operation, desired.name, live?.id])).toEqual([
      ['create', 'a', undefined],
      ['unchanged', 'b', 'e1'],
    ]);
    expect(calls.toSorted()).toEqual(['get e1', 'limits', 'list']);
    expect(told(outputs).name).toBe('a');
    expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject([{ name: 'a' }, { name: 'b', 'endpoint-id': 'e1' }]);
    expect(concealed).toContain('secret-of-hf');
  });

  test('are looked up under their other name', async () => {
    const service = memoryService([endpoint('e1', { name: 'llama' }), endpoint('e7', { name: 'llama-pr-7' })]);
    const { plans } = await prepareWith({
      service,
      files: { 'a.yaml': specOf('llama') },
      inputs: { preview: 'true' },
      event: eventOf({ pullRequest: { number: 7 } }),
    });
    expect(plans[0]?.live?.id).toBe('e7');
  });

  test.for<[string, string[]]>([
    // The new name must not be another's.
    ['another', ['get e1', 'limits', 'list']],
    ['llama', ['get e1', 'limits']],
  ])('with the ID of an endpoint that is called %s are that one', async ([name, expected]) => {
    const service = memoryService([endpoint('e1', { name }), endpoint('e2', { name })]);
    const { plans, calls } = await prepareWith({
      service,
      inputs: { 'endpoint-id': 'e1' },
      files: { 'a.yaml': specOf('llama') },
    });
    expect([plans[0]?.live?.id, calls.toSorted()]).toEqual(['e1', expected]);
  });

  test('with an id do not take the name of another endpoint', async () => {
    const service = memoryService([endpoint('e1', { name: 'another' }), endpoint('e2', { name: 'llama' })]);
    const { failure } = await prepareWith({
      service,
      inputs: { 'endpoint-id': 'e1' },
      files: { 'a.yaml': specOf('llama') },
    });
    expect(failure).toMatchObject({
      code: 'name-ambiguous',
      message: 'endpoint e1 would get the name "llama", which endpoint e2 already has',
    });
  });

  test.for<[Record<string, string>, RegExp]>([
    [{ 'a.yaml': 'nam: a\n' }, /^a\.yaml: \d errors?/],
    [{ 'a.yaml': specOf('a'), 'b.yaml': 'nam: b\n' }, /^b\.yaml: /],
    [{ 'a.yaml': specOf('a'), 'b.yaml': specOf('a') }, /^b\.yaml: 1 error$/],
    [{ 'a.yaml': 'name: a\n' }, /^a\.yaml: 3 errors$/],
  ])('%j stop', async ([files, message]) => {
    const { failure, plans } = await prepareWith({ files });
    expect(failure?.code).toBe('spec-invalid');
    expect(failure?.message).toMatch(message);
    expect(plans).toEqual([]);
  });

  test('that are broken are not looked up, but compared with the limits all the same', async () => {
    const service = memoryService([]);
    const client = { ...service.client, limits: async () => ({ ...liveLimits, minGPUNum: 1, maxGPUNum: 2 }) };
    const { calls, annotations, failure } = await prepareWith({
      service: { ...service, client },
      files: { 'a.yaml': specOf('a', 'imag: x\nworkerConfig: {gpuNum: 4}\n') },
    });
    expect(calls).toEqual([]);
    expect(failure?.code).toBe('spec-invalid');
    expect(annotations.map(({ title }) => title).toSorted()).toEqual(['spec: outside-limits', 'spec: unknown-key']);
  });
});

describe('values outside the live limits', () => {
  const files = { 'a.yaml': specOf('a', `${complete}workerConfig: {gpuNum: 4}\n`) };
  const service = () => {
    const memory = memoryService([]);
    return {
      ...memory,
      client: { ...memory.client, limits: async () => ({ ...liveLimits, minGPUNum: 1, maxGPUNum: 2 }) },
    };
  };
  test.for<[string, ErrorCode | undefined, string[]]>([
    ['', 'limits-exceeded', ['error spec: outside-limits']],
    ['beyond-limits', undefined, ['warning spec: outside-limits']],
  ])('with allow: %j', async ([allow, code, titles]) => {
    const { failure, annotations, plans } = await prepareWith({ service: service(), inputs: { allow }, files });
    expect(failure?.code).toBe(code);
    expect(annotations.map(({ severity, title }) => `${severity} ${title}`)).toEqual(titles);
    expect(plans).toHaveLength(code ? 0 : 1);
  });

  test('are limits-exceeded only where nothing else is wrong', async () => {
    const other = { 'a.yaml': specOf('a', `${complete}workerConfig: {gpuNum: 4, minNum: 3, maxNum: 2}\n`) };
    expect((await prepareWith({ service: service(), files: other })).failure?.code).toBe('spec-invalid');
  });
});

describe('limits that cannot be read', () => {
  const withoutLimits = (error: Error, inputs: ContextOptions['inputs'] = {}) => {
    const { client } = memoryService([], (call) => {
      if (call === 'limits') throw error;
    });
    return commandContext({ client, inputs });
  };
  test.for<[ErrorCode, 'needed' | 'not needed', 'stop' | 'warn']>([
    ['unavailable', 'needed', 'stop'],
    ['unavailable', 'not needed', 'warn'],
    ['unreadable', 'not needed', 'warn'],
    ['unauthorized', 'needed', 'stop'],
    ['unauthorized', 'not needed', 'stop'],
    ['cancelled', 'not needed', 'stop'],
  ])('%s, %s: %s', async ([code, need, expected]) => {
    const { context, annotations } = withoutLimits(serviceError({ code, message: 'it did not answer' }));
    const reading = readLimits(context, { isNeeded: need === 'needed' });
    if (expected === 'stop') await expect(reading).rejects.toMatchObject({ code });
    else expect(await reading).toBeUndefined();
    expect(annotations.map(({ severity, message }) => `${severity} ${message}`)).toEqual(
      expected === 'stop'
        ? []
        : ['warning The values of the spec were not checked against the live limits: it did not answer.'],
    );
  });

  test('by a defect stop whatever is needed', async () => {
    const { context } = withoutLimits(new TypeError('a defect'));
    await expect(readLimits(context, { isNeeded: false })).rejects.toThrow('a defect');
  });

  test('are not needed by who may go beyond them', async () => {
    const { context, annotations } = withoutLimits(serviceError({ code: 'unavailable' }), { allow: 'beyond-limits' });
    expect(await readLimits(context, { isNeeded: true })).toBeUndefined();
    expect(annotations.map(({ severity, title }) => `${severity} ${title}`)).toEqual(['warning live limits']);
  });
});
