/** Endpoints in the list of the account, by name and by id. */

import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { assertNameFree, endpointsNamed, findByName } from '../../src/rollout/lookup.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';

const endpoint = (id: string, name: string, state = 'serving'): Endpoint => ({
  ...liveEndpoint,
  id,
  url: id === 'b' ? '' : `https://${id}.example.dev`,
  state: { state, error: '', message: '' },
  config: { ...liveConfig, name, appName: id === 'b' ? '' : `${id}-app` },
});

const outcomeOf = (find: () => unknown) => {
  try {
    return find();
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('by name', () => {
  test.for<[string, Endpoint[], string | undefined]>([
    ['none', [], undefined],
    ['another one', [endpoint('a', 'Llama')], undefined],
    ['one', [endpoint('a', 'llama')], 'a'],
    ['two', [endpoint('a', 'llama'), endpoint('b', 'llama')], 'name-ambiguous'],
    ['two, one terminating', [endpoint('a', 'llama', 'terminating'), endpoint('b', 'llama')], 'b'],
    ['one, terminating', [endpoint('a', 'llama', 'deleted')], 'a'],
    [
      'two, both terminating',
      [endpoint('a', 'llama', 'deleting'), endpoint('b', 'llama', 'removed')],
      'name-ambiguous',
    ],
  ])('%s', ([, endpoints, expected]) => {
    const found = outcomeOf(() => findByName(endpoints, 'llama'));
    expect(typeof found === 'object' ? (found as Endpoint).id : found).toBe(expected);
  });

  test('several are all named', () => {
    expect(() => findByName([endpoint('a', 'llama'), endpoint('b', 'llama')], 'llama')).toThrow(
      '2 endpoints are named "llama": a (appName a-app, https://a.example.dev), b (appName empty, no URL yet)',
    );
  });

  test('every one', () => {
    const endpoints = [endpoint('a', 'llama', 'terminating'), endpoint('b', 'other'), endpoint('c', 'llama')];
    expect(endpointsNamed(endpoints, 'llama').map(({ id }) => id)).toEqual(['a', 'c']);
  });
});

describe('a new name for an endpoint that is named by its id', () => {
  test.for<[string, Endpoint[], string | undefined]>([
    ['is free', [endpoint('a', 'other')], undefined],
    ['is its own', [endpoint('a', 'llama')], undefined],
    ['is taken', [endpoint('a', 'other'), endpoint('b', 'llama')], 'name-ambiguous'],
    ['is that of one without an id', [endpoint('', 'llama')], 'unreadable'],
  ])('%s', ([, endpoints, code]) => {
    expect(outcomeOf(() => assertNameFree(endpoints, { id: 'a', name: 'llama' }))).toBe(code);
  });
});
