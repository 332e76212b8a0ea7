/** The command `delete`: the endpoint that is named is gone afterwards, and no other is. */

import { expect, test } from 'vitest';
import { type Emulator, type Switches, startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, passing, recordEnv } from './deployment.ts';
import { testRuns } from './single-run.ts';

const command = { command: 'delete' };
const ids = (emulator: Emulator) => emulator.endpoints().map(({ id }) => id);

test.for<Partial<Switches>>([{}, { deleteBy: 'either' }, { deleteLagSeconds: 30 }])(
  'deletes the endpoint that the spec names, looks that it is gone, and a second time finds nothing: %o',
  async (switches) => {
    await using emulator = await startEmulator({ ...passing, switches });
    const other = emulator.seed({ name: 'llama-2' });
    const id = emulator.seed({ name: 'llama' });
    const first = await deployTo(emulator, { with: command });
    expect(first.end).toBe('deleted');
    expect(told(first.outputs)).toMatchObject({ changed: 'true', 'endpoint-id': id, name: 'llama' });
    expect(first.log).toContain(`Deleted: ${id} is no longer listed`);
    expect(first.summary).toContain('### 🗑️ llama: deleted');
    expect(ids(emulator)).toEqual([other]);
    const second = await deployTo(emulator, { with: command });
    expect([second.end, second.outputs.changed, ids(emulator)]).toEqual(['absent', 'false', [other]]);
  },
);

test('one that goes slowly is said to be on its way, and a second run goes on from there', async () => {
  await using emulator = await startEmulator({ ...passing, switches: { deleteLagSeconds: 200 } });
  emulator.seed({ name: 'llama' });
  const first = await deployTo(emulator, { with: command });
  expect(first.end).toBe('deleted');
  expect(`${first.log}${first.summary}`).toMatch(/Deleted: \w+ is terminating[\s\S]*being deleted, and still listed/);
  const second = await deployTo(emulator, { with: command });
  expect([second.exitCode, ids(emulator)]).toEqual([0, []]);
});

const [first, second] = ['00000000000000aa', '00000000000000bb'];
const two = [first, second].map((id) => ({ id, name: 'llama' }));
const absent = { outputs: { changed: 'false' }, writes: [] };
const named = (...names: string[]) => names.map((name) => ({ name }));
const theirs = [{ name: 'llama', envs: [recordEnv({ repository: 'rival/llama' })] }];

const refused = { operation: 'delete', kind: 'status', status: 403, times: 'always' } as const;
const unanswered = { operation: 'delete', kind: 'reset', when: 'after', times: 'always' } as const;
const unlisted = { operation: 'list', kind: 'status', status: 503, after: 3, times: 'always' } as const;

/** What happens after the list was made. */
const meanwhile = (part: Record<string, unknown>) => ({ changes: [{ kind: 'change', before: 'get', part }] }) as const;

testRuns({
  'a spec that is otherwise wrong names its endpoint': {
    given: { live: named('llama'), spec: 'name: llama\nnam: x\n', with: command },
    end: 'deleted',
  },
  'a spec without a name is wrong': { given: { spec: 'image: x\n', with: command }, end: 'spec-invalid' },
  'a deletion that is refused leaves it as it was': {
    given: { live: named('llama'), emulator: { faults: [refused] }, with: command },
    end: 'unauthorized',
    expected: { outputs: { changed: 'false' }, says: /llama \(\w+\): NOT deleted: / },
  },
  'a deletion without an answer may have happened': {
    given: { live: named('llama'), emulator: { faults: [unanswered, unlisted] }, with: command },
    end: 'unavailable',
    expected: { outputs: { changed: 'true' }, says: /llama \(\w+\): perhaps deleted: / },
  },
  'of several names each is told by itself': {
    given: { live: [...theirs, ...named('b')], spec: 'name: llama\n---\nname: b\n---\nname: qwen\n', with: command },
    end: 'owned',
    expected: {
      left: theirs.map(({ name }) => ({ name })),
      writes: ['delete'],
      says: /1 of 3 endpoints failed:%0Allama \(\w+\): not an endpoint of this repository, not deleted: /,
    },
  },
  'one that has the name of a candidate, and is none, stays': {
    given: { live: named('llama', 'llama-candidate'), with: command },
    end: 'deleted',
    expected: { left: named('llama-candidate'), writes: ['delete'] },
  },
  'one that another repository has adopted meanwhile stays': {
    given: {
      live: named('llama'),
      emulator: meanwhile({ envs: [recordEnv({ repository: 'rival/llama' })] }),
      with: command,
    },
    end: 'owned',
    expected: { ...absent, says: 'was deployed by rival/llama' },
  },
  'one that was renamed meanwhile stays': {
    given: { live: named('llama'), emulator: meanwhile({ name: 'llama-blue' }), with: command },
    end: 'conflict',
    expected: { ...absent, says: 'was listed as llama, but is named llama-blue by now: it is not deleted' },
  },
  'one that was renamed meanwhile is deleted by its ID': {
    given: {
      live: [{ id: first, name: 'llama' }],
      emulator: { changes: [{ kind: 'change', before: 'get', nth: 2, part: { name: 'llama-blue' } }] },
      with: { ...command, 'endpoint-id': first },
    },
    end: 'deleted',
  },
  'one that cannot be read stays': {
    given: {
      live: named('llama'),
      emulator: { faults: [{ operation: 'get', kind: 'garbage', times: 'always' }] },
      with: command,
    },
    end: 'unreadable',
    expected: absent,
  },
  'a misspelt name is an error, which names the one that is meant': {
    given: { live: named('qwen', 'llama'), with: { ...command, name: 'lama' } },
    end: 'not-found',
    expected: {
      ...absent,
      annotations: [/no endpoint has the name "lama".*Did you mean `llama`\?/],
      saysNot: 'looks again',
    },
  },
  ...Object.fromEntries(
    [
      ['an ID as the name', { name: first }, 'no endpoint has the name "00000000000000aa", but one has that ID'],
      [
        'an appName as the name',
        { name: 'my-llama' },
        'no endpoint has the name "my-llama", but one has that `appName`',
      ],
      ['a name as the ID', { 'endpoint-id': 'llama' }, 'no endpoint has the ID "llama", but one has that name'],
    ].map(([title, input, says]) => [
      `${title} is an error, which names the endpoint`,
      {
        given: {
          live: [{ id: first, name: 'llama', appName: 'my-llama' }],
          with: { ...command, ...(input as object) },
        },
        end: 'not-found',
        expected: { ...absent, says: [says as string, /Did you mean `(?:llama|00000000000000aa)`\?/] },
      },
    ]),
  ),
  'of several names, a misspelt one does not keep the others': {
    given: { live: named('a', 'llama'), spec: 'name: a\n---\nname: lama\n', with: command },
    end: 'not-found',
    expected: { left: [{ name: 'llama' }], writes: ['delete'] },
  },
  'a pattern is refused before anything is asked': {
    given: { live: named('whisper'), with: { ...command, name: 'whisp*' } },
    end: 'inputs-invalid',
    expected: { left: [{ name: 'whisper' }], writes: [], says: /"whisp\*", which is a pattern/ },
  },
  'a pattern in the spec is refused, too': {
    given: { live: named('whisper-1'), spec: 'name: whisper-?\n', with: command },
    end: 'spec-invalid',
    expected: { left: [{ name: 'whisper-1' }], writes: [], says: /"whisper-\?", which is a pattern/ },
  },
  'a name like that of another is absent': {
    given: { live: named('llama-staging'), with: { ...command, name: 'llama' } },
    end: 'absent',
    expected: { ...absent, says: /llama: absent, it was deleted before, or never created$/m, saysNot: 'llama-staging' },
  },
  'one that somebody else deletes first is absent, and this run has changed nothing': {
    // After the look-up.
    given: { live: named('llama'), emulator: { changes: [{ kind: 'delete', before: 'list', nth: 2 }] }, with: command },
    end: 'absent',
    expected: absent,
  },
  'of several specs none is deleted when one name is ambiguous': {
    given: { live: [...two, ...named('a')], spec: 'name: a\n---\nname: llama\n', with: command },
    end: 'name-ambiguous',
    expected: { writes: [] },
  },
});
