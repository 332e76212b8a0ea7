/** The deletion of exactly one endpoint by its ID, and of no other. */

import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/model/endpoint.ts';
import { deleteEndpoint } from '../../../src/rollout/write/delete.ts';
import type { ServiceError } from '../../../src/service/errors.ts';
import { liveConfig, liveEndpoint } from '../../plan/example.ts';
import { stateOf } from '../readings.ts';
import { openStub, serviceError } from '../stub.ts';

const endpoint = (id: string, { name = 'llama', state = 'serving' } = {}): Endpoint => ({
  ...liveEndpoint,
  id,
  state: stateOf(state),
  config: { ...liveConfig, name },
});
const there = [endpoint('a')];
const terminating = [endpoint('a', { state: 'terminating' })];
const empty: readonly Endpoint[] = [];
const refusal = (code: ServiceError['code'], details: Partial<ServiceError> = {}) =>
  serviceError(code, { method: 'POST', ...details });
const lost = refusal('unavailable', { mayHaveHappened: true });
const busy = refusal('busy', { status: 409 });
const unknown = refusal('not-found', { status: 400, reason: 'SERVERLESS_ENDPOINT_NOT_FOUND' });

type At = (second: number, deletions: number) => readonly Endpoint[] | ServiceError;
type Answer = (deletions: number) => unknown;

/** What is listed from the second on in which the first deletion was sent, and what becomes of the deletions. */
async function removeOver(at: At, answer: Answer = () => undefined, isKnown = true) {
  let sent = 0;
  const listed = (second: number) => (sent === 0 ? there : at(second, sent));
  const read = (second: number) => {
    const list = listed(second);
    return (Array.isArray(list) && list.find(({ id }) => id === 'a')) || serviceError('not-found');
  };
  const stub = openStub({
    list: listed,
    get: isKnown ? read : () => serviceError('not-found'),
    delete: () => {
      sent += 1;
      return answer(sent);
    },
  });
  const result = await deleteEndpoint('a', stub.ports).catch((error) => error);
  const kinds = stub.events.map((event) => (event.kind === 'deletion-ended' ? event.state : event.kind));
  return {
    result: result?.code ?? result,
    message: `${result?.message} ${result?.hint}`,
    // Without the one before the deletion.
    looks: stub.secondsOf('list').slice(1),
    sent: stub.calls.flatMap(({ operation, argument }) => (operation === 'delete' ? argument : [])).join(),
    events: kinds.filter((kind) => !kind.startsWith('reading')).join(),
  };
}

const halfMinute = [0, 1, 3, 7, 15, 30];
const twoMinutes = [...halfMinute, 45, 60, 75, 90, 105, 120];
const done = { sent: 'a', events: 'deleting,gone' };

test.for<[string, At, object]>([
  ['gone at once', () => empty, { result: 'gone', looks: [0], ...done }],
  ['gone after ten seconds', (second) => (second < 10 ? there : empty), { looks: halfMinute.slice(0, 5), ...done }],
  ['gone at the last look', (second) => (second < 30 ? there : empty), { looks: halfMinute, ...done }],
  [
    'terminating, then gone',
    (second) => (second < 20 ? there : second < 80 ? terminating : empty),
    { result: 'gone', looks: twoMinutes.slice(0, 10), ...done },
  ],
  [
    'terminating for ever',
    () => terminating,
    { result: 'terminating', looks: twoMinutes, sent: 'a', events: 'deleting,terminating' },
  ],
  [
    'still there after 30 s: once more',
    (_, deletions) => (deletions === 1 ? there : empty),
    { result: 'gone', sent: 'a,a', events: 'deleting,deleting,gone' },
  ],
  ['not seen: it stays open what it has done', () => serviceError('unavailable'), { events: 'deleting', sent: 'a' }],
])('an accepted deletion: %s', async ([, at, expected]) => {
  expect(await removeOver(at)).toMatchObject(expected);
});

test('an endpoint that only a late list still shows is gone', async () => {
  const at: At = (second) => (second < 50 ? there : empty);
  expect(await removeOver(at, undefined, false)).toMatchObject({ result: 'gone', sent: 'a,a' });
});

describe('a deletion that is refused', () => {
  const times = (count: number, error: ServiceError) => (deletions: number) => (deletions <= count ? error : undefined);
  const goneAfter = (count: number) => (_: number, deletions: number) => (deletions < count ? there : empty);
  const quota = { status: 400, reason: 'OPERATION_LIMIT' };
  const twice = { result: 'gone', sent: 'a,a' };
  const told = { sent: 'a', looks: [], events: 'deleting,refused' };
  const again = { result: 'gone', sent: 'a,a,a', events: 'deleting,gone' };
  test.for<[string, At, Answer, object]>([
    ['as not found: once more', goneAfter(2), times(1, unknown), twice],
    ['with 404: once more', goneAfter(2), times(1, refusal('rejected', { status: 404 })), twice],
    ...[400, 499].map((status): [string, At, Answer, object] => [
      `without a reason, by ${status}: again for half a minute, then once more`,
      goneAfter(7),
      times(6, refusal('rejected', { status })),
      { result: 'gone', sent: 'a,a,a,a,a,a,a' },
    ]),
    ['with another reason', goneAfter(2), times(1, refusal('rejected', quota)), { result: 'rejected', ...told }],
    [
      'for its key, once: again',
      goneAfter(2),
      times(1, refusal('unauthorized', { status: 401, reason: 'UNAUTHORIZED' })),
      { result: 'gone', sent: 'a,a', events: 'deleting,gone' },
    ],
    [
      'for its key for ever: again for half a minute',
      () => there,
      () => refusal('unauthorized', { status: 401, reason: 'UNAUTHORIZED' }),
      { result: 'unauthorized', ...told, sent: 'a,a,a,a,a,a' },
    ],
    ['as busy: again', goneAfter(3), times(2, busy), again],
    ['because nobody answers: again', goneAfter(3), times(2, refusal('unavailable')), again],
    ['as busy for ever', () => there, () => busy, { result: 'busy' }],
    ['and may have been done: again', goneAfter(3), times(2, lost), again],
    [
      'for another reason, after an attempt that may have been done: a look first',
      goneAfter(2),
      (deletions) => (deletions === 1 ? lost : refusal('rejected', quota)),
      { result: 'gone', sent: 'a,a', events: 'deleting,gone' },
    ],
    ['and perhaps done, for three minutes', () => there, () => lost, { result: 'unavailable', events: 'deleting' }],
    [
      'as not found for ever',
      () => there,
      () => unknown,
      {
        result: 'not-applied',
        sent: 'a,a',
        message: expect.stringMatching(/was not deleted: .* Check whether a still exists/),
      },
    ],
    [
      'nowhere, and has no effect',
      () => there,
      () => undefined,
      {
        result: 'not-applied',
        sent: 'a,a',
        message: expect.stringMatching(/its deletion was accepted, but had no effect Check whether a still exists/),
      },
    ],
  ])('%s', async ([, at, answer, expected]) => {
    expect(await removeOver(at, answer)).toMatchObject(expected);
  });
});

test.for<[string, unknown, string]>([
  ['the list cannot be read', serviceError('unavailable'), 'unavailable'],
  ['it is gone before', empty, 'absent'],
])('nothing is sent where %s', async ([, listed, end]) => {
  const stub = openStub({ list: () => listed, get: () => serviceError('not-found') });
  const result = await deleteEndpoint('a', stub.ports).catch(({ code }) => code);
  expect([result, stub.secondsOf('delete')]).toEqual([end, []]);
});
