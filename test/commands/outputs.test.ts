/** The outputs of a step: written as soon as they are known, combined over endpoints, and never in the way of anything. */

import { describe, expect, test } from 'vitest';
import { endpointOutputs, outcomeOutputs } from '../../src/commands/endpoint-outputs.ts';
import { combineFailures, StepOutputs } from '../../src/commands/outputs.ts';
import { openEdge } from '../../src/edge.ts';
import { DeployError } from '../../src/errors.ts';
import { createRedactor } from '../../src/http/redactor.ts';
import type { EndpointOutputs, Outputs } from '../../src/report.ts';
import type { Outcome } from '../../src/rollout/rollout.ts';
import { endpoint, lastOutputs, recordReport } from './scene.ts';

function open() {
  const { reporter, outputWrites } = recordReport();
  return {
    outputs: new StepOutputs(reporter),
    /** What was written since the last look. */
    writes: () => outputWrites.splice(0),
  };
}

const failure = new DeployError({ code: 'timeout', message: 'it took too long', hint: 'Wait.' });

describe('an output', () => {
  test('is written at once, and again only when it differs', () => {
    const { outputs, writes } = open();
    outputs.set({ url: '', operation: 'updated' });
    expect(writes()).toEqual(['url=', 'operation=updated']);
    outputs.set({ operation: 'updated', url: 'https://a.example' });
    expect(writes()).toEqual(['url=https://a.example']);
    outputs.set({});
    expect(writes()).toEqual([]);
  });

  test('that cannot be written is the last one, and nobody else is disturbed', () => {
    const written: string[] = [];
    const setOutput = (name: string) => {
      if (name === 'operation') throw new Error('EACCES: permission denied');
      written.push(name);
    };
    const outputs = new StepOutputs({ ...recordReport().reporter, setOutput });
    outputs.set({ url: 'https://a.example' });
    expect(outputs.failure()).toBeUndefined();
    outputs.set({ 'endpoint-id': 'e1', operation: 'updated', changed: 'true' });
    outputs.finish(undefined);
    expect(written).toEqual(['url', 'endpoint-id']);
    expect(outputs.failure()).toMatchObject({
      code: 'github',
      message: 'the output `operation` could not be written: EACCES: permission denied',
    });
  });
});

describe('the end', () => {
  test.for<[string, Outputs, DeployError | undefined, string[]]>([
    ['of a success that wrote nothing', {}, undefined, ['changed=false', 'failure-reason=', 'endpoints=[]']],
    ['of a failure', { changed: 'true' }, failure, ['failure-reason=timeout', 'endpoints=[]']],
    ['of what was said to be unchanged', { changed: 'false' }, undefined, ['failure-reason=', 'endpoints=[]']],
  ])('%s', ([, known, ended, expected]) => {
    const { outputs, writes } = open();
    outputs.set(known);
    writes();
    outputs.finish(ended);
    expect(writes()).toEqual(expected);
  });

  test('after clearing has nothing of what went before', () => {
    const { outputs, writes } = open();
    outputs.setEndpoints([{ name: 'a', url: 'https://a.example', changed: 'true' }, { name: 'b' }]);
    outputs.clear();
    outputs.set({ operation: 'deleted' });
    outputs.finish(undefined);
    expect(lastOutputs(writes())).toEqual({
      url: '',
      endpoints: '[]',
      operation: 'deleted',
      changed: 'false',
      'failure-reason': '',
    });
  });
});

describe('one endpoint', () => {
  test('is the outputs of the step', () => {
    const { outputs, writes } = open();
    outputs.setEndpoints([{ name: 'a' }]);
    outputs.setEndpoint(0, { 'endpoint-id': 'e1', changed: 'true' });
    outputs.setEndpoint(0, { 'failure-reason': 'timeout' });
    expect(writes()).toEqual([
      'endpoints=[{"name":"a"}]',
      'endpoint-id=e1',
      'changed=true',
      'endpoints=[{"name":"a","endpoint-id":"e1","changed":"true"}]',
      'failure-reason=timeout',
    ]);
    outputs.finish(failure);
    expect(writes()).toEqual([
      'endpoints=[{"name":"a","endpoint-id":"e1","changed":"true","failure-reason":"timeout"}]',
    ]);
  });

  test('of none is nothing', () => {
    const { outputs, writes } = open();
    outputs.setEndpoints([]);
    expect(writes()).toEqual([]);
  });
});

describe('several endpoints', () => {
  test('are the first one, and an array of all', () => {
    const { outputs, writes } = open();
    outputs.setEndpoints([{ name: 'a' }, { name: 'b' }]);
    expect(writes()).toEqual(['endpoints=[{"name":"a"},{"name":"b"}]']);
    outputs.setEndpoints([{ 'image-digest': 'd1' }, { 'image-digest': 'd2' }]);
    expect(lastOutputs(writes())).toMatchObject({ 'image-digest': 'd1' });
    outputs.setEndpoint(1, { operation: 'created', url: 'https://b.example' });
    expect(writes()).toEqual([]);
    outputs.finish(undefined);
    expect(lastOutputs(writes())).toEqual({
      changed: 'false',
      'failure-reason': '',
      endpoints: JSON.stringify([
        { name: 'a', 'image-digest': 'd1' },
        { name: 'b', 'image-digest': 'd2', operation: 'created', url: 'https://b.example' },
      ]),
    });
  });

  test('tell at once of one that is created or written to', () => {
    const { outputs, writes } = open();
    outputs.setEndpoints([{ name: 'a' }, { name: 'b', 'endpoint-id': 'e2' }]);
    writes();
    outputs.setEndpoint(0, { 'endpoint-id': 'e1', changed: 'true' });
    expect(lastOutputs(writes())).toEqual({
      'endpoint-id': 'e1',
      changed: 'true',
      endpoints: '[{"name":"a","endpoint-id":"e1","changed":"true"},{"name":"b","endpoint-id":"e2"}]',
    });
    outputs.setEndpoint(1, { 'endpoint-id': 'e2', changed: 'true' });
    expect(Object.keys(lastOutputs(writes()))).toEqual(['endpoints']);
    outputs.setEndpoint(1, { changed: 'true', state: 'serving' });
    expect(writes()).toEqual([]);
  });

  test.for<[string, Outputs[], string | undefined]>([
    ['of which nobody knows', [{}, {}], undefined],
    ['unchanged', [{ changed: 'false' }, { changed: 'false' }], 'false'],
    ['of which the last is changed', [{ changed: 'false' }, { changed: 'true' }], 'true'],
    ['of which the first is changed', [{ changed: 'true' }, { changed: 'false' }], 'true'],
    ['of which one is not known', [{}, { changed: 'true' }], 'true'],
  ])('%s', ([, endpoints, changed]) => {
    const { outputs, writes } = open();
    outputs.setEndpoints(endpoints);
    expect(lastOutputs(writes()).changed).toBe(changed);
  });

  test('have a reason each, and the step that of its own failure', () => {
    const { outputs, writes } = open();
    outputs.setEndpoints([
      { name: 'a', 'failure-reason': 'crashed' },
      { name: 'b', 'failure-reason': '' },
    ]);
    outputs.finish(failure);
    const last = lastOutputs(writes());
    expect(last['failure-reason']).toBe('timeout');
    expect(JSON.parse(last.endpoints ?? '')).toEqual([
      { name: 'a', 'failure-reason': 'crashed' },
      { name: 'b', 'failure-reason': '' },
    ]);
  });
});

test('a fleet does not write its plans once for each endpoint, and has them at the end', () => {
  const { outputs, writes } = open();
  const fleet = ['a', 'b', 'c'].map((name) => ({ name, plan: {} }));
  outputs.setEndpoints(fleet);
  writes();
  outputs.setEndpoint(1, { 'endpoint-id': 'e2', changed: 'true' });
  const named = [{ name: 'a' }, { name: 'b', 'endpoint-id': 'e2', changed: 'true' }, { name: 'c' }];
  expect(JSON.parse(lastOutputs(writes()).endpoints ?? '')).toEqual(named);
  outputs.finish(undefined);
  expect(JSON.parse(lastOutputs(writes()).endpoints ?? '')).toEqual(named.map((each) => ({ ...each, plan: {} })));
});

describe('failures', () => {
  const other = new DeployError({ code: 'crashed', message: 'it exits', hint: 'Look.' });
  test.for<
    [string, Parameters<typeof combineFailures>[0], { code: string; message: string; hint: string } | undefined]
  >([
    ['of none', [], undefined],
    ['of one that succeeded', [{ name: 'a', failure: undefined }], undefined],
    ['of one are its own', [{ name: 'a', failure }], { code: 'timeout', message: 'it took too long', hint: 'Wait.' }],
    [
      'of several that succeeded',
      [
        { name: 'a', failure: undefined },
        { name: 'b', failure: undefined },
      ],
      undefined,
    ],
    [
      'of one among several name it',
      [
        { name: 'a', failure: undefined },
        { name: 'b', failure },
      ],
      { code: 'timeout', message: '1 of 2 endpoints failed:\nb: it took too long [timeout]', hint: 'Wait.' },
    ],
    [
      'of several have each hint once, and the first one’s code',
      [
        { name: 'a', failure: other },
        { name: 'b', failure },
        { name: 'c', failure },
      ],
      {
        code: 'crashed',
        message:
          '3 of 3 endpoints failed:\na: it exits [crashed]\nb: it took too long [timeout]\nc: it took too long [timeout]',
        hint: 'Look.\nWait.',
      },
    ],
  ])('%s', ([, endpoints, expected]) => {
    const combined = combineFailures(endpoints);
    expect(combined && { code: combined.code, message: combined.message, hint: combined.hint }).toEqual(expected);
  });
});

describe('an outcome', () => {
  const outcome: Outcome = {
    operation: 'created',
    changed: true,
    endpointId: 'e2',
    endpoint: undefined,
    unconfirmed: undefined,
    seenMs: undefined,
    endedMs: undefined,
    oldWorkers: 0,
    tests: undefined,
    failure: undefined,
    restoreFailure: undefined,
  };
  test.for<[string, Partial<Outcome>, EndpointOutputs]>([
    ['without a reading', {}, { 'endpoint-id': 'e2', operation: 'created', changed: 'true', proof: 'none' }],
    [
      'of nothing',
      { operation: undefined, changed: false, endpointId: undefined },
      { changed: 'false', proof: 'none' },
    ],
    [
      'with a reading of the old endpoint of a replacement',
      { endpoint: endpoint('e1', { name: 'llama' }) },
      { 'endpoint-id': 'e2', operation: 'created', changed: 'true', proof: 'none' },
    ],
    [
      'with a reading',
      { operation: 'updated', endpointId: 'e1', endpoint: endpoint('e1', { name: 'llama' }) },
      {
        'endpoint-id': 'e1',
        url: 'https://bc1a5ea6ae5677df-llama-app.runsync.example.dev',
        name: 'llama',
        'app-name': 'llama-app',
        operation: 'updated',
        changed: 'true',
        proof: 'none',
        state: 'serving',
        image: 'ghcr.io/acme/llama:1',
        'image-digest': '',
      },
    ],
  ])('%s', ([, given, expected]) => {
    expect(outcomeOutputs({ ...outcome, ...given })).toEqual(expected);
  });

  test('says nothing of an endpoint that is not there', () => {
    expect(endpointOutputs(undefined)).toEqual({});
  });
});

describe('what the service says', () => {
  const addresses: readonly [string, string][] = [
    ['https://e1-llama.runsync.example.dev', 'https://e1-llama.runsync.example.dev'],
    ['http://127.0.0.1:8080/serve/e1?x=1&y=%20#z', 'http://127.0.0.1:8080/serve/e1?x=1&y=%20#z'],
    ['', ''],
    ...[
      'javascript:alert(1)',
      'https://a.example/\nINJECTED=1',
      'https://a.example/$(curl evil.example)',
      'https://a.example/`id`',
      'https://a.example/ b',
      'https://a.example/"b"',
      "https://a.example/'b'",
      'https://a.example/<b>',
      'https://user:pass@a.example',
      'https://',
      'a.example',
      'file:///etc/passwd',
      `https://a.example/${'a'.repeat(3000)}`,
    ].map((url): [string, string] => [url, '']),
  ];
  test.for(addresses)('in %j as a URL is %j', ([said, url]) => {
    const { reporter, outputWrites, annotations } = recordReport();
    new StepOutputs(reporter).set({ url: said });
    expect(outputWrites).toEqual([`url=${url}`]);
    expect(annotations.map(({ severity, title }) => `${severity} ${title}`)).toEqual(
      said === url ? [] : ['warning output url'],
    );
  });

  test('as a state is one line without a secret, and no word of a state is one', () => {
    const { reporter, outputWrites } = recordReport();
    const edge = openEdge(reporter, createRedactor());
    edge.mask('sk-live-12345', 'api-key');
    edge.conceal('serving');
    const outputs = new StepOutputs(edge);
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

test('a mask that takes an output away is warned of by its key, once', () => {
  const { reporter, annotations } = recordReport();
  const edge = openEdge(reporter, createRedactor());
  edge.mask('llama', 'secret-envs MODEL');
  const outputs = new StepOutputs(edge);
  outputs.set({ 'endpoint-id': 'llama', url: 'https://llama.example' });
  outputs.set({ 'endpoint-id': 'llama-2', url: 'https://llama.example' });
  expect(annotations.map(({ title, message }) => [title, message])).toEqual([
    [
      'output url',
      'The output `url` contains the value of `secret-envs MODEL`: the runner shows `***` instead, and drops job outputs that contain it.',
    ],
    [
      'output endpoint-id',
      expect.stringMatching(/^The output `endpoint-id` contains the value of `secret-envs MODEL`/),
    ],
  ]);
});

test('a flag among the secrets takes words of ours away, and is warned of; what is too short is no mask', () => {
  const { reporter, annotations } = recordReport();
  const masked: string[] = [];
  const edge = openEdge({ ...reporter, mask: (text) => void masked.push(text) }, createRedactor());
  edge.mask('true', 'secret-envs DEBUG');
  edge.mask('1', 'secret-envs FLAG');
  edge.mask('{\n  "key": "long enough"\n}', 'secret-envs KEY_FILE');
  new StepOutputs(edge).set({ changed: 'true', operation: 'updated', 'plan-digest': 'p3.1{' });
  expect(masked).toEqual(['true', '"key": "long enough"']);
  expect(annotations.map(({ title }) => title)).toEqual(['output changed']);
});
