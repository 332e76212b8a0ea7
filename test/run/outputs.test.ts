/** The outputs of a step: written as soon as they are known, combined over endpoints, and never in the way of anything. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { combineFailures } from '../../src/render/outcome.ts';
import { endOutputs } from '../../src/render/outputs.ts';
import { tellRunFailure } from '../../src/render/run-failure.ts';
import { type EndpointOutputs, type Outputs, openEdge } from '../../src/report.ts';
import { endOf } from '../../src/rollout/end.ts';
import { type Facts, initialFacts } from '../../src/rollout/facts.ts';
import { openOutputs, type StepOutputs } from '../../src/run/outputs.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { endpoint, lastOutputs, recordReport } from '../commands/scene.ts';

function open() {
  const { reporter, outputWrites } = recordReport();
  return {
    outputs: openOutputs(reporter),
    /** What was written since the last look. */
    writes: () => outputWrites.splice(0),
  };
}

const failure = new DeployError({ code: 'timeout', message: 'it took too long', hint: 'Wait.' });

test('an output is written at once, and again only when it differs', () => {
  const { outputs, writes } = open();
  outputs.setEndpoint(0, { url: '', operation: 'updated' });
  expect(writes()).toEqual(['url=', 'operation=updated']);
  outputs.setEndpoint(0, { operation: 'updated', url: 'https://a.example' });
  expect(writes()).toEqual(['url=https://a.example']);
});

test('an output that cannot be written is the last one, and no caller is disturbed', () => {
  const written: string[] = [];
  const setOutput = (name: string) => {
    if (name === 'operation') throw new Error('EACCES: permission denied');
    written.push(name);
  };
  const outputs = openOutputs({ ...recordReport().reporter, setOutput });
  outputs.setEndpoint(0, { url: 'https://a.example' });
  outputs.setEndpoint(0, { 'endpoint-id': 'e1', operation: 'updated', changed: 'true' });
  const unwritten = outputs.finish(undefined);
  expect(written).toEqual(['url', 'endpoint-id']);
  const message = 'the output `operation` could not be written: EACCES: permission denied';
  expect(unwritten).toMatchObject({ code: 'github', message });
});

test.for<[Outputs, DeployError | undefined, string[]]>([
  [{}, undefined, ['changed=false', 'failure-reason=', 'endpoints=[]']],
  [{ changed: 'true' }, failure, ['failure-reason=timeout', 'endpoints=[]']],
  [{ changed: 'false' }, undefined, ['failure-reason=', 'endpoints=[]']],
])('the end after %j, failed with %s', ([known, ended, expected]) => {
  const { outputs, writes } = open();
  outputs.end([], known);
  writes();
  outputs.finish(ended);
  expect(writes()).toEqual(expected);
});

test('of an end that takes the place of another, nothing of what went before is left, but that something was changed', () => {
  const { outputs, writes } = open();
  outputs.end([{ name: 'a', url: 'https://a.example', changed: 'true' }, { name: 'b' }], {});
  outputs.end([], { operation: 'deleted' });
  outputs.finish(undefined);
  const last = lastOutputs(writes());
  expect(last).toEqual({ url: '', endpoints: '[]', operation: 'deleted', changed: 'true', 'failure-reason': '' });
});

const defect = new DeployError({ code: 'internal', message: 'a bug' });
test.for<[string, (outputs: StepOutputs) => void, DeployError, string]>([
  ['nothing', () => {}, failure, 'deploy: the image timed out, not changed'],
  ['a defect before an endpoint is known', () => {}, defect, 'deploy: a bug stopped the run'],
  ['a defect', (outputs) => outputs.setEndpoints([{ name: 'a' }]), defect, 'a: a bug stopped the run'],
  [
    'two endpoints',
    (outputs) => outputs.setEndpoints([{ name: 'a' }, { name: 'b' }]),
    failure,
    'a, b: the image timed out, not changed',
  ],
  [
    'two endpoints, of which one may be changed',
    (outputs) =>
      outputs.setEndpoints([
        { name: 'a', changed: 'true' },
        { name: 'b', operation: 'unchanged' },
      ]),
    failure,
    'a, b: the image timed out, perhaps changed',
  ],
  [
    'an endpoint that is deleted',
    (outputs) => {
      outputs.end([{ name: 'a', changed: 'true' }], {});
      outputs.end([], {});
    },
    failure,
    'deploy: the image timed out, perhaps changed',
  ],
  ['a title of its own', () => {}, failure.withTitle('as it is'), 'as it is'],
])('the title of a failure after %s', ([, arrange, cause, title]) => {
  const { outputs } = open();
  arrange(outputs);
  expect(tellRunFailure(cause, { inputs: { command: 'deploy' }, outputs }, { isTold: true }).title).toBe(title);
});

test('one endpoint is the outputs of the step', () => {
  const { outputs, writes } = open();
  outputs.setEndpoints([]);
  outputs.setEndpoints([{ name: 'a' }]);
  outputs.setEndpoint(0, { 'endpoint-id': 'e1', changed: 'true' });
  outputs.setEndpoint(0, { 'failure-reason': 'timeout' });
  const written = '{"name":"a","endpoint-id":"e1","changed":"true"';
  const ofOne = ['endpoint-id=e1', 'changed=true', `endpoints=[${written}}]`];
  expect(writes()).toEqual(['endpoints=[{"name":"a"}]', ...ofOne]);
  outputs.finish(failure);
  expect(writes()).toEqual(['failure-reason=timeout', `endpoints=[${written},"failure-reason":"timeout"}]`]);
});

test('several endpoints are the first one, and an array of all, written when one is created or written to', () => {
  const { outputs, writes } = open();
  outputs.setEndpoints(['a', 'b'].map((name) => ({ name, plan: {} })));
  outputs.setEndpoints([{ 'image-digest': 'd1' }, { 'image-digest': 'd2' }]);
  expect(lastOutputs(writes())).toMatchObject({ 'image-digest': 'd1' });
  outputs.setEndpoint(1, { operation: 'created', url: 'https://b.example' });
  expect(writes()).toEqual([]);
  outputs.setEndpoint(0, { 'endpoint-id': 'e1', changed: 'true', 'failure-reason': 'crashed' });
  const a = { name: 'a', 'image-digest': 'd1', 'endpoint-id': 'e1', changed: 'true', 'failure-reason': 'crashed' };
  const b = { name: 'b', 'image-digest': 'd2', operation: 'created', url: 'https://b.example' };
  const told = () => {
    const { endpoints = '', ...others } = lastOutputs(writes());
    return { ...others, endpoints: JSON.parse(endpoints) };
  };
  const ofKilled = { name: 'a', 'endpoint-id': 'e1', changed: 'true' };
  const untouched = { name: 'b', url: 'https://b.example' };
  expect(told()).toEqual({ 'endpoint-id': 'e1', changed: 'true', endpoints: [ofKilled, untouched] });
  outputs.setEndpoint(0, { url: 'https://a.example' });
  const withUrl = { ...ofKilled, url: 'https://a.example' };
  expect(told()).toEqual({ url: 'https://a.example', endpoints: [withUrl, untouched] });
  outputs.setEndpoint(1, { 'endpoint-id': 'e2', changed: 'true' });
  expect(Object.keys(lastOutputs(writes()))).toEqual(['endpoints']);
  outputs.setEndpoint(1, { changed: 'true', state: 'serving' });
  expect(writes()).toEqual([]);
  outputs.finish(failure);
  const written = { ...b, 'endpoint-id': 'e2', changed: 'true', state: 'serving' };
  const endpoints = [{ ...a, url: 'https://a.example' }, written].map((each) => ({ ...each, plan: {} }));
  expect(told()).toEqual({ 'failure-reason': 'timeout', endpoints });
});

test.for<[Outputs[], string | undefined]>([
  [[{}, {}], undefined],
  [[{ changed: 'false' }, { changed: 'false' }], 'false'],
  [[{ changed: 'false' }, { changed: 'true' }], 'true'],
  [[{}, { changed: 'true' }], 'true'],
])('of %j the step has changed: %s', ([endpoints, changed]) => {
  const { outputs, writes } = open();
  outputs.setEndpoints(endpoints);
  expect(lastOutputs(writes()).changed).toBe(changed);
});

test('failures are combined into one that names each, with its hints once and the code of the first', () => {
  const other = new DeployError({ code: 'crashed', message: 'it exits', hint: 'Look.' });
  const combine = (...failures: (DeployError | undefined)[]) => {
    const names = ['a', 'b', 'c'];
    const section = { kind: 'failed', markdown: '' } as const;
    const ends = failures.map((each, index) => ({
      section: { ...section, name: names[index] ?? '' },
      outputs: {},
      warnings: [],
      failure: each,
    }));
    const { code, message, hint } = combineFailures(ends) ?? {};
    return code && `${code}: ${message} → ${hint}`;
  };
  expect([combine(), combine(undefined), combine(undefined, undefined)]).toEqual([undefined, undefined, undefined]);
  expect(combine(failure)).toBe('timeout: it took too long → Wait.');
  expect(combine(undefined, failure)).toBe('timeout: 1 of 2 endpoints failed:\nb: it took too long [timeout] → Wait.');
  expect(combine(other, failure, failure)).toBe(
    'crashed: 3 of 3 endpoints failed:\na: it exits [crashed]\nb: it took too long [timeout]\nc: it took too long [timeout] → a: Look.\nb, c: Wait.',
  );
});

describe('the end of a rollout', () => {
  const found = endpoint('e1', { name: 'llama' });
  const plan = makePlan({ spec: { name: 'llama' }, secretEnvs: new Map(), live: undefined });
  const created = { 'endpoint-id': 'e2', operation: 'created', changed: 'true', proof: 'none' } as const;
  const updated = { operation: 'updated', changed: true, endpointId: 'e1', endpoint: found } as const;
  const reading = {
    ...{ ...created, 'endpoint-id': 'e1', url: found.url, name: 'llama', 'app-name': 'llama-app' },
    ...({ operation: 'updated' } as const),
    ...{ state: 'serving', image: 'ghcr.io/acme/llama:1', 'image-digest': '' },
  } as const;
  const gone = { 'endpoint-id': 'e1', operation: 'updated', changed: 'true', proof: '' } as const;
  const past = { url: '', state: '', image: '', 'image-digest': '' };
  test.for<[string, Partial<Facts>, EndpointOutputs]>([
    ['without a reading', { operation: 'created', changed: true, endpointId: 'e2' }, created],
    ['of nothing', {}, { changed: 'false', proof: 'none' }],
    ['with a reading', updated, reading],
    ['of one that is gone', { ...updated, left: { kind: 'gone' } }, { ...gone, ...past }],
  ])('%s', ([, given, expected]) => {
    expect(endOutputs(endOf(plan, { ...initialFacts(plan.live), ...given }, 0))).toEqual(expected);
  });
});

describe('what the service says', () => {
  test.for([
    ...['https://e1-llama.runsync.example.dev', 'http://127.0.0.1:8080/serve/e1?x=1&y=%20#z', ''],
    ...['javascript:alert(1)', 'https://a.example/\nINJECTED=1', 'https://a.example/$(curl evil.example)'],
    ...['https://a.example/`id`', 'https://a.example/ b', 'https://a.example/"b"', "https://a.example/'b'"],
    ...['https://a.example/<b>', 'https://user:pass@a.example', 'https://', 'a.example', 'file:///etc/passwd'],
    `https://a.example/${'a'.repeat(3000)}`,
  ])('as a URL is none but one that no shell, header or markup takes for more: %j', (said) => {
    const { reporter, outputWrites, annotations } = recordReport();
    openOutputs(reporter).end([], { url: said });
    const isUrl = said === '' || /^https:\/\/e1|^http:\/\/127/.test(said);
    expect(outputWrites).toEqual([isUrl ? `url=${said}` : 'url=']);
    expect(annotations.map(({ severity, title }) => `${severity} ${title}`)).toEqual(
      isUrl ? [] : ['warning output url'],
    );
  });

  test('as a state is one line without a secret, and no word of a state is one', () => {
    const { reporter, outputWrites } = recordReport();
    const edge = openEdge(reporter, createRedactor());
    edge.mask('sk-live-12345');
    edge.addSecret('serving');
    const outputs = openOutputs(edge);
    outputs.setEndpoints([{ state: 'serving' }, { state: 'failed: Bearer sk-live-12345\u0000' }]);
    const states = () =>
      JSON.parse(lastOutputs(outputWrites).endpoints ?? '').map((each: EndpointOutputs) => each.state);
    expect(states()).toEqual(['serving', 'failed: Bearer ***']);
    outputs.setEndpoint(0, { state: `sk-live-12345${'x'.repeat(500)}` });
    outputs.finish(undefined);
    expect(outputWrites.join('\n')).not.toContain('12345');
    expect(states()).toEqual([`***${'x'.repeat(196)}…`, 'failed: Bearer ***']);
  });
});

test('what is too short is no mask', () => {
  const { reporter } = recordReport();
  const masked: string[] = [];
  const edge = openEdge({ ...reporter, mask: (text) => void masked.push(text) }, createRedactor());
  edge.mask('true');
  edge.mask('1');
  edge.mask('{\n  "key": "long enough"\n}');
  expect(masked).toEqual(['true', '"key": "long enough"']);
});
