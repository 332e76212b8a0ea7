/** What a write does to the workers, and which of them are evidence after it. */

import { describe, expect, test } from 'vitest';
import type { EndpointConfig } from '../../src/model/config.ts';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { withPendingMarker } from '../../src/model/pending-marker.ts';
import { withRecord } from '../../src/model/record.ts';
import type { Call } from '../../src/plan/route.ts';
import { effectOf, expectationAfterWrite, expectationBefore } from '../../src/rollout/expectation.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';

const record = { repository: 'a/b', commit: 'c', ref: 'r', run: '1.1', time: '2026-01-01T00:00:00Z', tool: 't' };
const scaled: EndpointConfig = { ...liveConfig, workerConfig: { ...liveConfig.workerConfig, maxNum: 9 } };

describe('by all that is sent, a write', () => {
  test.for<[string, EndpointConfig, Call, string]>([
    [
      'of another image replaces',
      { ...liveConfig, image: { ...liveConfig.image, image: 'a:2' } },
      'update-v1',
      'replaces',
    ],
    ['of the scaling keeps', scaled, 'update-v1', 'keeps'],
    [
      'of the scaling with a record replaces',
      { ...scaled, envs: withRecord(scaled.envs, record) },
      'update-v1',
      'replaces',
    ],
    ['of the scaling with the pending marker replaces', withPendingMarker(scaled), 'update-v1', 'replaces'],
    ['of what v1 does not carry, by v1, keeps', { ...scaled, rootfsSize: 50 }, 'update-v1', 'keeps'],
    ['of the same by v2 replaces', { ...scaled, rootfsSize: 50 }, 'update-v2', 'replaces'],
    ['with what is never returned, by v2, cannot be known', { ...scaled, regionId: 'r' }, 'update-v2', 'unknown'],
    ['with the same by v1, which does not carry it, keeps', { ...scaled, regionId: 'r' }, 'update-v1', 'keeps'],
    ['of nothing keeps', liveConfig, 'update-v1', 'keeps'],
  ])('%s', ([, sent, call, effect]) => {
    expect(effectOf(call, { sent, live: liveConfig })).toBe(effect);
  });
});

describe('evidence counts from the last write', () => {
  const [one] = liveEndpoint.workers;
  const endpoint = (...ids: string[]): Endpoint => ({
    ...liveEndpoint,
    workers: ids.flatMap((id) => (one ? [{ ...one, id }] : [])),
  });
  const other = { ...liveConfig, image: { ...liveConfig.image, image: 'a:2' } };

  test('of two that replace workers, those of the first are old', () => {
    const first = expectationAfterWrite(expectationBefore(endpoint('a'), 'ready'), {
      call: 'update-v1',
      sent: other,
      live: endpoint('a'),
    });
    const second = expectationAfterWrite(first, { call: 'update-v2', sent: other, live: endpoint('a', 'b') });
    expect([first.oldWorkerIds, second.oldWorkerIds]).toEqual([new Set(['a']), new Set(['a', 'b'])]);
  });

  test('of a creation that a second call finishes, too', () => {
    const first = expectationAfterWrite(expectationBefore(undefined, 'ready'), {
      call: 'create-v1',
      sent: liveConfig,
      live: undefined,
    });
    const second = expectationAfterWrite(first, {
      call: 'update-v2',
      sent: { ...liveConfig, rootfsSize: 50 },
      live: endpoint('a'),
    });
    expect(second).toMatchObject({ effect: 'replaces', isNew: true, oldWorkerIds: new Set(['a']) });
  });

  test('where the last one keeps them, those of the one before are right', () => {
    const first = expectationAfterWrite(expectationBefore(endpoint('a'), 'ready'), {
      call: 'update-v1',
      sent: other,
      live: endpoint('a'),
    });
    const live = { ...endpoint('a', 'b'), config: other };
    expect(expectationAfterWrite(first, { call: 'update-v2', sent: other, live })).toEqual(first);
  });
});

describe('what the endpoint was like before the write', () => {
  const before = (part: Partial<Endpoint>) => {
    const { servingWord, hidesWorkers } = expectationBefore({ ...liveEndpoint, ...part }, 'ready');
    return [servingWord, hidesWorkers];
  };
  const state = (word: string) => ({ state: word, error: '', message: '' });
  test.for<[string, Partial<Endpoint>, [string, boolean]]>([
    ['a known word with a healthy worker', {}, ['serving', false]],
    ['an unknown word with a healthy worker', { state: state('active') }, ['active', false]],
    [
      'an unknown word with no healthy worker',
      { state: state('active'), workers: [{ id: 'w', state: state('odd'), log: '', healthy: false }] },
      ['', false],
    ],
    ['a word that says it does not', { state: state('initializing') }, ['', false]],
    ['no workers where some were needed', { workers: [] }, ['serving', true]],
  ])('%s', ([, part, expected]) => {
    expect(before(part)).toEqual(expected);
  });
});
