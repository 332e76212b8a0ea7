/** The looks after a deletion over courses that the emulator does not take: lists by the second, from a client that is a table. */

import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/model/endpoint.ts';
import { deleteEndpoint } from '../../src/rollout/delete.ts';
import type { ServiceError } from '../../src/service/errors.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { openStub, serviceError } from './stub.ts';

const endpoint = (id: string, { name = 'llama', state = 'serving' } = {}): Endpoint => ({
  ...liveEndpoint,
  id,
  state: { state, error: '', message: '' },
  config: { ...liveConfig, name },
});
const there = [endpoint('a')];
const terminating = [endpoint('a', { state: 'terminating' })];
const empty: readonly Endpoint[] = [];
const refusal = (details: Partial<ServiceError> & { code: ServiceError['code'] }) =>
  serviceError(details.code, { operation: 'delete', method: 'POST', ...details });

interface Course {
  /** From the second on which the first deletion was sent. */
  at: (second: number, deletions: number) => readonly Endpoint[] | ServiceError;
  answer?: (deletions: number) => unknown;
}

async function removeOver({ at, answer = () => undefined }: Course) {
  let sent = 0;
  const stub = openStub({
    list: (second) => (sent === 0 ? there : at(second, sent)),
    delete: () => {
      sent += 1;
      return answer(sent);
    },
  });
  const result = await deleteEndpoint('a', stub.ports).catch((error) => error);
  return {
    result: result?.code ?? result,
    message: result?.message,
    // Without the one before the deletion.
    looks: stub.secondsOf('list').slice(1),
    sent: stub.calls.flatMap(({ operation, argument }) => (operation === 'delete' ? [argument] : [])),
    events: stub.events.map((event) => (event.kind === 'deleting' ? `deleting by ${event.by}` : event.kind)),
  };
}

const halfMinute = [0, 1, 3, 7, 15, 30];
const twoMinutes = [...halfMinute, 45, 60, 75, 90, 105, 120];

test.for<[string, Course['at'], string, number[]]>([
  ['gone at once', () => empty, 'gone', [0]],
  ['gone after ten seconds', (second) => (second < 10 ? there : empty), 'gone', halfMinute.slice(0, 5)],
  ['gone at the last look', (second) => (second < 30 ? there : empty), 'gone', halfMinute],
  ['terminating, then gone', (second) => (second < 80 ? terminating : empty), 'gone', twoMinutes.slice(0, 10)],
  ['terminating for ever', () => terminating, 'terminating', twoMinutes],
  [
    'terminating late',
    (second) => (second < 20 ? there : second < 80 ? terminating : empty),
    'gone',
    twoMinutes.slice(0, 10),
  ],
])('an accepted deletion: %s', async ([, at, result, looks]) => {
  expect(await removeOver({ at })).toMatchObject({ result, looks, sent: ['a'] });
});

describe('what it has brought about is an event', () => {
  test.for<[string, Course, string[]]>([
    ['gone', { at: () => empty }, ['deleting by id', 'deleted']],
    ['terminating', { at: () => terminating }, ['deleting by id', 'deleted']],
    [
      'still there, then gone by its name',
      { at: (_, deletions) => (deletions === 1 ? there : empty) },
      ['deleting by id', 'deleting by name', 'deleted'],
    ],
    // Accepted: whatever becomes of it, it is not certain that nothing has been done.
    ['still there', { at: () => there }, ['deleting by id', 'deleting by name']],
    [
      'refused',
      { at: () => there, answer: () => refusal({ code: 'unauthorized', status: 403 }) },
      ['deleting by id', 'not-deleted'],
    ],
    [
      'lost',
      { at: () => there, answer: () => refusal({ code: 'unavailable', mayHaveHappened: true }) },
      ['deleting by id'],
    ],
  ])('%s', async ([, course, events]) => {
    expect((await removeOver(course)).events).toEqual(events);
  });

  test('not seen: looked for during three minutes', async () => {
    const { events } = await removeOver({ at: () => serviceError('unavailable') });
    expect([events[0], new Set(events.slice(1))]).toEqual(['deleting by id', new Set(['reading-failed'])]);
  });
});

describe('a deletion by id that is refused', () => {
  const refused = (details: Parameters<typeof refusal>[0]) => (deletions: number) =>
    deletions === 1 ? refusal(details) : undefined;
  const byNameOnly: Course['at'] = (_, deletions) => (deletions === 1 ? there : empty);

  test.for<[string, Parameters<typeof refusal>[0]]>([
    ['as not found', { code: 'not-found', status: 400, reason: 'SERVERLESS_ENDPOINT_NOT_FOUND' }],
    ['without a reason', { code: 'rejected', status: 404 }],
  ])('%s: short looks, then by its name', async ([, details]) => {
    expect(await removeOver({ at: byNameOnly, answer: refused(details) })).toMatchObject({
      result: 'gone',
      sent: ['a', 'llama'],
    });
  });

  test.for([400, 499])('without a reason, by %i: again for half a minute, then by its name', async (status) => {
    const at: Course['at'] = (_, deletions) => (deletions < 8 ? there : empty);
    const answer = (deletions: number) => (deletions < 8 ? refusal({ code: 'rejected', status }) : undefined);
    const { result, sent } = await removeOver({ at, answer });
    expect([result, sent]).toEqual(['gone', [...Array(7).fill('a'), 'llama']]);
  });

  test.for<[string, Parameters<typeof refusal>[0]]>([
    ['with another reason', { code: 'rejected', status: 400, reason: 'OPERATION_LIMIT' }],
    ['without an answer', { code: 'rejected' }],
    ['by a failure', { code: 'rejected', status: 500 }],
    ['for its key', { code: 'unauthorized', status: 401 }],
  ])('%s: that is told', async ([, details]) => {
    expect(await removeOver({ at: byNameOnly, answer: refused(details) })).toMatchObject({
      result: details.code,
      sent: ['a'],
      looks: [],
    });
  });
});

test.for<[string, Parameters<typeof refusal>[0]]>([
  ['with the reason CONFLICT', { code: 'busy', status: 400, reason: 'CONFLICT' }],
  ['as 409', { code: 'busy', status: 409 }],
])('a deletion that meets another operation (%s) is sent again', async ([, details]) => {
  const at: Course['at'] = (_, deletions) => (deletions < 3 ? there : empty);
  const answer = (deletions: number) => (deletions < 3 ? refusal(details) : undefined);
  expect(await removeOver({ at, answer })).toMatchObject({ result: 'gone', sent: ['a', 'a', 'a'] });
  expect(await removeOver({ at: () => there, answer: () => refusal(details) })).toMatchObject({ result: 'busy' });
});

describe('the name is sent', () => {
  test.for<[string, Course, string, RegExp, unknown[]]>([
    [
      'not while two have it',
      { at: () => [endpoint('a'), endpoint('b')] },
      'not-applied',
      /another endpoint has the same name "llama", so a deletion by name could hit that one/,
      ['a'],
    ],
    [
      'not where it is the id of another',
      { at: () => [endpoint('a', { name: 'b' }), endpoint('b', { name: 'c' })] },
      'name-ambiguous',
      /"b" is its name, but also means endpoint b \(c\)/,
      ['a'],
    ],
    [
      'not where there is none',
      { at: () => [endpoint('a', { name: '' })] },
      'not-applied',
      /it has no name to delete it by/,
      ['a'],
    ],
    [
      'and has no effect either',
      { at: () => there },
      'not-applied',
      /deleting by ID and by name had no effect/,
      ['a', 'llama'],
    ],
  ])('%s', async ([, course, code, message, sent]) => {
    const { result, message: said, sent: all } = await removeOver(course);
    expect([result, all]).toEqual([code, sent]);
    expect(said).toMatch(message);
  });
});
