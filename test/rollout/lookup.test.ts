/** Endpoints in the list of the account, by name and by id, also where the list may lack some. */

import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { assertComplete, assertNameFree, endpointsNamed, findById, findByName } from '../../src/rollout/lookup.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';

const endpoint = (id: string, name: string, state = 'serving'): Endpoint => ({
  ...liveEndpoint,
  id,
  url: id === 'b' ? '' : `https://${id}.example.dev`,
  state: { state, error: '', message: '' },
  config: { ...liveConfig, name, appName: id === 'b' ? '' : `${id}-app` },
});
const list = (endpoints: Endpoint[], complete = true) => ({
  endpoints,
  total: complete ? endpoints.length : 40,
  complete,
});
const outcomeOf = (find: () => unknown) => {
  try {
    return find();
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('by name', () => {
  test.for<[string, Endpoint[], string | undefined, string | undefined]>([
    // complete, incomplete
    ['none', [], undefined, 'unavailable'],
    ['another one', [endpoint('a', 'Llama')], undefined, 'unavailable'],
    ['one', [endpoint('a', 'llama')], 'a', 'unavailable'],
    ['two', [endpoint('a', 'llama'), endpoint('b', 'llama')], 'name-ambiguous', 'name-ambiguous'],
    ['two, one terminating', [endpoint('a', 'llama', 'terminating'), endpoint('b', 'llama')], 'b', 'b'],
    ['one, terminating', [endpoint('a', 'llama', 'deleted')], 'a', 'unavailable'],
    [
      'two, both terminating',
      [endpoint('a', 'llama', 'deleting'), endpoint('b', 'llama', 'removed')],
      'name-ambiguous',
      'name-ambiguous',
    ],
  ])('%s', ([, endpoints, whenComplete, whenIncomplete]) => {
    const find = (complete: boolean) => {
      const found = outcomeOf(() => findByName(list(endpoints, complete), 'llama'));
      return typeof found === 'object' ? (found as Endpoint).id : found;
    };
    expect([find(true), find(false)]).toEqual([whenComplete, whenIncomplete]);
  });

  test('several are all named', () => {
    expect(() => findByName(list([endpoint('a', 'llama'), endpoint('b', 'llama')]), 'llama')).toThrow(
      '2 endpoints are named "llama": a (appName a-app, https://a.example.dev), b (appName empty, no URL yet)',
    );
  });

  test('every one', () => {
    const endpoints = [endpoint('a', 'llama', 'terminating'), endpoint('b', 'other'), endpoint('c', 'llama')];
    expect(endpointsNamed(list(endpoints), 'llama').map(({ id }) => id)).toEqual(['a', 'c']);
  });
});

describe('by id', () => {
  test.for<[string, boolean, string | undefined]>([
    ['a', true, 'a'],
    ['a', false, 'a'],
    ['b', true, undefined],
    ['b', false, 'unavailable'],
  ])('%s in a list that is complete: %s', ([id, complete, expected]) => {
    const found = outcomeOf(() => findById(list([endpoint('a', 'llama')], complete), id));
    expect(typeof found === 'object' ? (found as Endpoint).id : found).toBe(expected);
  });
});

test('a list that may lack some proves nothing', () => {
  expect(() => assertComplete(list([]), 'x')).not.toThrow();
  expect(() => assertComplete(list([endpoint('a', 'llama')], false), 'x')).toThrow(
    'the list of endpoints remained incomplete: 1 of 40 were returned, so x cannot be looked up reliably',
  );
});

describe('a new name for an endpoint that is named by its id', () => {
  test.for<[string, Endpoint[], string | undefined]>([
    ['is free', [endpoint('a', 'other')], undefined],
    ['is its own', [endpoint('a', 'llama')], undefined],
    ['is taken', [endpoint('a', 'other'), endpoint('b', 'llama')], 'name-ambiguous'],
    ['is that of one without an id', [endpoint('', 'llama')], 'unreadable'],
  ])('%s', ([, endpoints, code]) => {
    expect(outcomeOf(() => assertNameFree(list(endpoints), { id: 'a', name: 'llama' }))).toBe(code);
  });
});
