/** From specs to plans: what is asked of the service, what a missing answer does, and that nothing wrong gets as far as a plan. */

import { describe, expect, test } from 'vitest';
import { prepare, readLimits } from '../../src/deploy/prepare.ts';
import type { ErrorCode } from '../../src/errors.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { readPreview } from '../../src/previews/decide.ts';
import { planLines } from '../../src/render/plan.ts';
import { readSpecs } from '../../src/run/specs.ts';
import {
  type ContextOptions,
  commandContext,
  endpoint,
  lastOutputs,
  type MemoryService,
  memoryService,
  serviceError,
} from '../commands/scene.ts';

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
  const { plans } = await prepare({ ...context, preview: readPreview(context) }).catch((error) => {
    failure = error;
    return { plans: [] };
  });
  return { ...recording, plans, failure, outputs: lastOutputs(outputWrites), calls: service.calls };
}

describe('specs', () => {
  test('are read one by one, and a signal is heard between them', async () => {
    const { context } = commandContext({ files: { 'a.yaml': specOf('a'), 'b.yaml': specOf('b') } });
    const cancel = new AbortController();
    setImmediate(() => cancel.abort(new Error('cancelled')));
    await expect(readSpecs({ ...context, signal: cancel.signal })).rejects.toThrow('cancelled');
  });

  test.for([
    ['"hidden"', true],
    ["'hid'den'", true],
    ['""', true],
    ['"', false],
    ['{"a": "b"}', false],
    ['hid"den"', false],
  ] as const)('a value in quotes is warned of: %j', async ([value, isWarned]) => {
    const files = { 'a.yaml': specOf('a') };
    for (const input of ['secret-envs', 'variables']) {
      const { annotations } = await prepareWith({ files, inputs: { [input]: `HF_TOKEN=${value}` } });
      const message = `the value of \`HF_TOKEN\` in \`${input}\` is in quotes, and they are part of it`;
      const warnings = annotations.filter((each) => each.severity === 'warning' && each.message.includes(message));
      expect(warnings.length).toBe(isWarned ? 1 : 0);
    }
  });

  test('the ID of an endpoint needs no list, also under another name', async () => {
    const service = memoryService([endpoint('e1', { name: 'another' }), endpoint('e2', { name: 'other' })]);
    const given = { inputs: { 'endpoint-id': 'e1' }, files: { 'a.yaml': specOf('llama') } };
    const { plans, calls } = await prepareWith({ service, ...given });
    expect([plans[0]?.live?.id, calls.toSorted()]).toEqual(['e1', ['get e1', 'limits']]);
  });
});

describe('a plan tells of tests that `wait: none` leaves out', () => {
  const tests = `${complete}tests: [{chat: hi, expect: {contains: x}}]\n`;
  test.for<[more: string, inputs: Record<string, string>, says: string]>([
    ['', { wait: 'none' }, 'Not tested: `wait: none`.'],
    ['candidate: true', { wait: 'none' }, 'Not tested: `wait: none`.'],
    ['load: 8', {}, ''],
    ['', {}, ''],
  ])('%s with %j', async ([more, inputs, says]) => {
    const { plans } = await prepareWith({ files: { 'a.yaml': specOf('llama', `${tests}${more}\n`) }, inputs });
    const lines = planLines(plans[0] as Plan).filter((line) => /^ {2}(Not tested|Only)/.test(line));
    expect(lines).toEqual(says === '' ? [] : [`  ${says}`]);
  });
  test('but not where nothing is written', async () => {
    const service = memoryService([endpoint('e1', { name: 'llama' })]);
    const { plans } = await prepareWith({
      service,
      files: { 'a.yaml': 'name: llama\ntests: [/x]\n' },
      inputs: { wait: 'none' },
    });
    expect(planLines(plans[0] as Plan).join('\n')).not.toContain('Not tested');
  });
});

test.for([
  ['lama-base', true],
  ['llama-base', false],
  ['other', false],
] as const)('a production to compare with that is misspelt is warned of: %s', async ([name, isWarned]) => {
  const service = memoryService([endpoint('e1', { name: 'llama-base' })]);
  const spec = specOf('llama', `${complete}tests: [/x]\ncompare: {with: ${name}, slower: 20%}\n`);
  const { annotations } = await prepareWith({ service, files: { 'a.yaml': spec } });
  const message = `\`compare.with\` is "${name}": no endpoint has that name, but \`llama-base\` has almost the same name`;
  expect(annotations.filter((each) => each.message.includes(message)).length).toBe(isWarned ? 1 : 0);
});

test('a production that another spec of the step deploys is no misspelt name of a third', async () => {
  const service = memoryService([endpoint('e1', { name: 'llama-bass' })]);
  const spec = specOf('llama', `${complete}tests: [/x]\ncompare: {with: llama-base, slower: 20%}\n`);
  const files = { 'a.yaml': spec, 'b.yaml': specOf('llama-base', complete) };
  const { annotations } = await prepareWith({ service, files });
  expect(annotations.filter(({ message }) => message.includes('`compare.with`'))).toEqual([]);
});

describe('limits that cannot be read', () => {
  const warned = 'warning The values of the spec were not checked against the live limits: it did not answer.';
  const beyond = { allow: 'beyond-limits' };
  test.for<[ErrorCode | 'a defect', 'needed' | 'not needed', ContextOptions['inputs'] & object, 'stop' | 'warn']>([
    ['unavailable', 'needed', {}, 'stop'],
    ['unavailable', 'needed', beyond, 'warn'],
    ['unavailable', 'not needed', {}, 'warn'],
    ['unreadable', 'not needed', {}, 'warn'],
    ['unauthorized', 'needed', {}, 'stop'],
    ['unauthorized', 'not needed', {}, 'stop'],
    ['cancelled', 'not needed', {}, 'stop'],
    ['a defect', 'not needed', {}, 'stop'],
  ])('%s, %s, with %j: %s', async ([code, need, inputs, expected]) => {
    const { client } = memoryService([], () => {
      throw code === 'a defect' ? new TypeError(code) : serviceError({ code, message: 'it did not answer' });
    });
    const { context, annotations } = commandContext({ client, inputs });
    const reading = readLimits(context, { isNeeded: need === 'needed' });
    if (expected === 'warn') expect(await reading).toBeUndefined();
    else await expect(reading).rejects.toMatchObject(code === 'a defect' ? { message: code } : { code });
    const said = annotations.map(({ severity, message }) => `${severity} ${message}`);
    expect(said).toEqual(expected === 'stop' ? [] : [warned]);
  });
});
