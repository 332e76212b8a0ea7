/** Endpoints in the list of the account, by name and by id. */

import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { findByName } from '../../src/plan/lookup.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { stateOf } from '../rollout/readings.ts';

const endpoint = (id: string, name: string, { state = 'serving', appName = `${id}-app` } = {}): Endpoint => ({
  ...liveEndpoint,
  id,
  url: id === 'b' ? '' : `https://${id}.example.dev`,
  state: stateOf(state),
  config: { ...liveConfig, name, appName },
});
const [a, b] = [endpoint('a', 'llama'), endpoint('b', 'llama', { appName: '' })];
const going = (id: string, state = 'terminating') => endpoint(id, 'llama', { state });

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
    ['one', [a], 'a'],
    ['two', [a, b], 'name-ambiguous'],
    ['two, one terminating', [going('a'), b], 'b'],
    ['one, terminating', [going('a', 'deleted')], 'a'],
    ['two, both terminating', [going('a', 'deleting'), going('b', 'removed')], 'name-ambiguous'],
  ])('%s', ([, endpoints, expected]) => {
    expect(outcomeOf(() => findByName(endpoints, 'llama')?.id)).toBe(expected);
  });

  test('several are all named', () => {
    expect(() => findByName([a, b], 'llama')).toThrow(
      '2 endpoints are named "llama": a (appName a-app, https://a.example.dev), b (appName empty, no URL yet)',
    );
  });
});
