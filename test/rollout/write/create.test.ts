/** Exactly one endpoint comes of a create, whatever becomes of its answer, and one that is somebody else's is not changed. */

import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/model/endpoint.ts';
import { withRecord } from '../../../src/model/record.ts';
import { assertSingle, createOnce } from '../../../src/rollout/write/create.ts';
import type { ServiceError } from '../../../src/service/errors.ts';
import { liveConfig, liveEndpoint } from '../../plan/example.ts';
import { stateOf } from '../readings.ts';
import { openScene, spec, summaryOf } from '../scene.ts';
import { openStub, serviceError } from '../stub.ts';

const owner = { repository: 'a/b', repositoryId: '42' };
const record = { ...owner, commit: 'c', ref: 'r', run: '1.1', time: '2026-01-01T00:00:00Z', tool: 't' };
const withRun = (run: string | undefined) =>
  run === undefined ? liveConfig.envs : withRecord(liveConfig.envs, { ...record, run });
const config = { ...liveConfig, envs: withRun('1.1') };

interface Part {
  appName?: string;
  state?: string;
  name?: string;
  /** Of its record; without it, it carries none. */
  run?: string;
}
const endpoint = (id: string, { state = 'serving', name = 'llama', appName = 'llama-app', run }: Part = {}) => ({
  ...liveEndpoint,
  id,
  state: stateOf(state),
  config: { ...liveConfig, name, appName, envs: withRun(run) },
});
const [a, ours, other] = [endpoint('a'), endpoint('a', { run: '1.1' }), endpoint('a', { run: '2.1' })];
const foreign = {
  ...a,
  config: { ...a.config, envs: withRecord([], { ...record, repository: 'x/y', repositoryId: '7' }) },
};
const deleting = endpoint('a', { state: 'deleting' });

const refusal = (code: Parameters<typeof serviceError>[0], details = {}) =>
  serviceError(code, { method: 'POST', ...details });
const lost = refusal('unavailable', { mayHaveHappened: true });
const cancelled = refusal('cancelled', { mayHaveHappened: true });
const [odd, away] = [refusal('rejected', { status: 404 }), refusal('unavailable')];
const anothers = { code: 'conflict', message: expect.stringContaining('another run created the endpoint llama (a)') };
const [taken, quota, busy] = [refusal('app-name-taken'), refusal('quota'), refusal('busy', { status: 400 })];

/** The refusal that is given for ever, with how long the create was sent again. */
const inTheEnd = ({ code, message }: ServiceError) => ({
  code,
  message: expect.stringMatching(`^${message} \\(sent again for \\d`),
});

type Listed = Endpoint[] | ((second: number) => Endpoint[] | Error);
const at = (listed: Listed, second: number) => (typeof listed === 'function' ? listed(second) : listed);

/** The last answer is given for ever. */
async function createOver(answers: readonly unknown[], listed: Listed) {
  let sends = 0;
  const stub = openStub({
    create: () => answers[Math.min(sends++, answers.length - 1)],
    list: (second) => at(listed, second),
  });
  const creation = { config, context: stub.context };
  const result = await createOnce(creation).catch((error) => error);
  const told = stub.events.map(({ kind }) => kind);
  return {
    result,
    sends,
    looks: stub.secondsOf('list').length,
    told: told.filter((kind) => kind !== 'write-sent').join(),
    isLong: stub.second() > 620,
  };
}

describe('a create', () => {
  test.for<[string, unknown[], Listed, object]>([
    ['that is answered is done', [{ id: 'a' }], [], { result: 'a', looks: 0, told: 'write-accepted' }],
    ['that is refused is not looked for', [quota], [a], { result: quota, looks: 0, told: 'write-refused' }],
    ['that is cancelled is not looked for', [cancelled], [a], { result: cancelled, looks: 0 }],
    [
      'whose answer is lost is found by its record',
      [lost],
      [ours],
      { result: 'a', sends: 1, told: 'write-retry,create-found' },
    ],
    [
      'that is busy is not that of an earlier run of the repository',
      [busy],
      [other],
      { result: anothers, sends: 1, told: 'write-refused,write-retry,create-found,reading' },
    ],
    [
      'and not that of another repository, of which nothing is shown',
      [busy],
      [foreign],
      { result: anothers, sends: 1, told: 'write-refused,write-retry,create-found' },
    ],
    ['and not one without a record', [busy], [a], { result: anothers, sends: 1 }],
    ['that was lost may still be carried out beside that of another run', [lost], [other], { result: lost, sends: 1 }],
    ['and this run’s is preferred', [lost], [other, { ...ours, id: 'own' }], { result: 'own', sends: 1 }],
    ['that is listed late is found', [lost], (second) => (second < 3 ? [] : [ours]), { result: 'a', sends: 1 }],
    [
      'also when it is done a minute later',
      [lost],
      (second) => (second < 119 ? [] : [ours]),
      { result: 'a', sends: 1 },
    ],
    ['that is not found is sent again', [lost, { id: 'c' }], [], { result: 'c', sends: 2 }],
    ['is not sent a third time', [lost], [], { result: inTheEnd(lost), sends: 2 }],
    ['that nobody has taken is sent on', [away, away, { id: 'c' }], [], { result: 'c', sends: 3 }],
    ['that meets an odd answer is sent again', [odd, odd, { id: 'c' }], [], { result: 'c', sends: 3 }],
    ['that meets it for half a minute is refused', [odd], [], { result: inTheEnd(odd) }],
    ['that was lost stays the failure when the next is refused', [lost, quota], [], { result: lost, sends: 2 }],
    [
      'with an appName that another run’s endpoint of the name has is not sent again',
      [taken],
      [other],
      { result: anothers, sends: 1, told: 'write-refused,write-retry,create-found,reading' },
    ],
    ['nor of another appName', [taken], [endpoint('a', { appName: 'other' })], { result: anothers, sends: 1 }],
    [
      'whose appName another endpoint of the account has names that',
      [taken],
      [endpoint('a', { name: 'other' })],
      {
        sends: 1,
        result: {
          code: 'app-name-taken',
          hint: expect.stringMatching(/^The endpoint other of this account has it: choose another `appName`\. [^(]*$/),
        },
      },
    ],
    [
      'whose appName is still that of one that terminates waits for it, and says so once',
      [taken, taken, { id: 'c' }],
      [deleting],
      { result: 'c', told: 'write-refused,write-retry,write-refused,write-accepted' },
    ],
    ['to the end of the time', [taken], [deleting], { result: inTheEnd(taken), isLong: false }],
    [
      'that meets another operation is sent again, after a look',
      [busy, busy, { id: 'c' }],
      [],
      { result: 'c', sends: 3, told: 'write-refused,write-retry,write-refused,write-accepted' },
    ],
    ['and in the end it is the failure', [busy], [], { result: inTheEnd(busy), isLong: false }],
  ])('%s', async ([, answers, listed, expected]) => {
    expect(await createOver(answers, listed)).toMatchObject(expected);
  });

  test('is not one that terminates', async () => {
    const listed = [deleting, endpoint('new', { run: '1.1' })];
    expect(await createOver([lost], listed)).toMatchObject({ result: 'new' });
  });
});

/** What the lists show after a create of `a`. */
async function singleOver(listed: Listed) {
  const deleted: string[] = [];
  const stub = openStub({
    list: (second) => {
      const all = at(listed, second);
      return all instanceof Error ? all : all.filter(({ id }) => !deleted.includes(id));
    },
    delete: (_, id) => void deleted.push(String(id)),
  });
  const failure = await assertSingle({ config, context: stub.context, id: 'a' }).then(
    () => '',
    ({ code, message }) => `${code}: ${message}`,
  );
  const doubts = stub.events.flatMap((event) => (event.kind === 'name-doubtful' ? event.doubt : []));
  return { end: failure || doubts.join() || 'single', deleted, isLong: stub.second() > 90 };
}

describe('after a create', () => {
  const [b, theirs] = [endpoint('b', { run: '1.1' }), endpoint('b')];
  const before = { ...record, run: '0.9', time: '2025-12-31T23:59:00Z' };
  const [earlier, formerly] = ['a/b', 'a/former'].map((repository) => {
    return { ...b, config: { ...b.config, envs: withRecord(liveConfig.envs, { ...before, repository }) } };
  }) as [Endpoint, Endpoint];
  test.for<[string, Listed, RegExp, object?]>([
    ['it is listed alone', [ours], /^single$/],
    ['it is listed late', (second) => (second < 45 ? [] : [ours]), /^single$/],
    ['another one terminates', [ours, endpoint('b', { state: 'terminating' })], /^single$/],
    ['another one has another name', [ours, endpoint('b', { name: 'other' })], /^single$/],
    ['a second one without a record', [ours, theirs], /^name-ambiguous: .* a was created, but b has the same/],
    ['a second one of this run', [ours, b], /^name-ambiguous/],
    ['a second one of another run', [ours, endpoint('b', { run: '2.1' })], /^name-ambiguous/],
    [
      'an earlier run’s, which the look-up did not show',
      [ours, earlier],
      /^conflict: another run created the endpoint llama \(b\)/,
      { deleted: ['a'] },
    ],
    [
      'an earlier run’s, of the time before the repository was renamed',
      [ours, formerly],
      /^conflict: another run created the endpoint llama \(b\)/,
      { deleted: ['a'] },
    ],
    ['an earlier run’s, and one of someone else', [ours, earlier, endpoint('c')], /^name-ambiguous/],
    [
      'it is never listed',
      [],
      /^another endpoint may be named "llama", or be created by the next run, because the service did not list a$/,
      { isLong: true },
    ],
    ['the run is cancelled', () => serviceError('cancelled'), /^cancelled: /],
    [
      'no list can be read',
      () => serviceError('unavailable', { retryAfterMs: 900_000 }),
      /^another endpoint may be named "llama"/,
      { isLong: true },
    ],
  ])('%s', async ([, listed, end, expected]) => {
    const deleted: string[] = [];
    expect(await singleOver(listed)).toMatchObject({
      end: expect.stringMatching(end),
      deleted,
      isLong: false,
      ...expected,
    });
  });

  test.for<[number, string | undefined]>([
    [45_000, ''],
    [3_600_000, expect.stringContaining('did not list')],
  ])(
    'it is looked for beyond `wait-timeout`, also with `wait: none`: listed after %i ms',
    async ([delayMs, unchecked]) => {
      await using scene = await openScene({ switches: { listShowsCreatedAfterMs: delayMs } });
      const outcome = await scene.deploy(spec, { wait: 'none', waitTimeoutSeconds: 10 });
      expect(summaryOf(outcome)).toEqual({ operation: 'created', changed: true, failure: undefined });
      expect(outcome.doubt).toEqual(unchecked);
    },
  );
});

const wanted = { ...spec, appName: 'llama-app', rootfsSize: 50 };

test('an endpoint that appears under the name and the appName meanwhile is told, and not changed', async () => {
  await using scene = await openScene({ switches: { createLagReads: 3 } });
  const { desired } = await scene.plan(wanted);
  await scene.ports.client.create({ ...desired, envs: [{ key: 'THEIRS', value: 'x' }] });
  const outcome = await scene.deploy(wanted);
  expect([summaryOf(outcome).failure, outcome.left.kind, outcome.serves]).toEqual(['conflict', 'rival', 'unknown']);
  expect(scene.emulator.endpoints()).toMatchObject([{ envs: [{ key: 'THEIRS' }] }]);
  expect(scene.emulator.requests.some(({ operation }) => operation.startsWith('update'))).toBe(false);
});

test('beside an endpoint of the name that is being deleted, another one is created', async () => {
  await using scene = await openScene({ switches: { deleteLagSeconds: 45 } });
  scene.emulator.remove(scene.emulator.seed({ name: 'llama', workerConfig: { minNum: 1 } }));
  expect(summaryOf(await scene.deploy(spec))).toEqual({ operation: 'created', changed: true, failure: undefined });
});
