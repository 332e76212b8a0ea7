/** An endpoint that does not show whose it is: nobody writes to it and nobody deletes it, whatever its name is. */

import { describe, expect, test } from 'vitest';
import { toEndpoint } from '../../src/service/wire-endpoint.ts';
import { startEmulator } from '../emulator/emulator.ts';
import { foreignEndpoint, type RawEndpoint } from '../emulator/others.ts';
import { deployTo, passing, smallSpec, writesOf } from './deployment.ts';
import { setStage } from './github-stage.ts';
import { testRuns } from './single-run.ts';

const id = '00000000000000aa';

/** What stands in the place of envs that could tell. */
const odd: readonly [string, RawEndpoint][] = [
  ['envs as a text', { envs: 'hidden' }],
  ['no envs at all, where empty lists are shown', { envs: undefined, volumeMounts: [] }],
  [
    'no envs at all, where no list is empty',
    { envs: undefined, volumeMounts: [{ type: 'local', id: 'v', size: 9, mountPath: '/a' }], workers: [{ id: 'w' }] },
  ],
  ['a record that cannot be read', { envs: [{ key: 'GPU_ENDPOINT_DEPLOYMENT', value: '{"repository":' }] }],
];

function worldOf(name: string, members: RawEndpoint): { rawEndpoints: RawEndpoint[] } {
  return { rawEndpoints: [{ ...foreignEndpoint(id, name), ...members }] };
}

/** Every oddity stops a deploy; the first one everything else, too. */
const stopped: readonly (readonly [string, RawEndpoint, string, Readonly<Record<string, string>>])[] = [
  ...odd.map(([what, members]) => [what, members, 'deploy', {}] as const),
  ...odd
    .slice(0, 1)
    .flatMap(([what, members]) => [
      [what, members, 'deletion', { command: 'delete' }] as const,
      [what, members, 'deletion by id', { command: 'delete', 'endpoint-id': id }] as const,
    ]),
];

test.for(stopped)('%s stops a %s', async ([, members, , inputs]) => {
  await using emulator = await startEmulator({ ...passing, ...worldOf('llama', members) });
  const { outputs, annotations } = await deployTo(emulator, { spec: `${smallSpec}envs: {A: b}\n`, with: inputs });
  expect(outputs['failure-reason']).toBe('owned');
  expect(annotations.join()).toMatch(/nothing proves that no other repository.*add `adopt` to `allow`/);
  expect(writesOf(emulator)).toEqual([]);
});

test.for<[string, Record<string, string>]>([
  ['sweep', { command: 'sweep', preview: 'max-age=1h' }],
  ['end of its pull request', { preview: 'true' }],
])('envs that cannot tell are left by a %s, with a warning', async ([, inputs]) => {
  await using stage = await setStage({ emulator: worldOf('llama-pr-7', { envs: 'hidden' }) });
  const { exitCode, annotations } = await stage.pullRequestStep({ action: 'closed', with: inputs });
  expect(exitCode).toBe(0);
  expect(annotations.join()).toMatch(
    /::warning title=previews whose repository is unknown::.*llama-pr-7 \(00000000000000aa\)/,
  );
  expect(writesOf(stage.emulator)).toEqual([]);
});

describe('envs that are not there at all', () => {
  const endpoint = (members: RawEndpoint) => ({ ...foreignEndpoint(id, 'llama'), envs: undefined, ...members });

  test('are none where an answer about the one endpoint leaves out other empty lists too', () => {
    expect(toEndpoint(endpoint({ volumeMounts: undefined, workers: undefined }), { isWhole: true }).config.unread).toBe(
      undefined,
    );
  });

  test.for<[string, RawEndpoint, boolean]>([
    ['in a list of endpoints', { volumeMounts: undefined, workers: undefined }, false],
    ['where an empty list is shown', { volumeMounts: undefined, products: [] }, true],
  ])('are kept back %s', ([, members, isWhole]) => {
    expect(toEndpoint(endpoint(members), { isWhole }).config.unread).toEqual([{ path: 'envs', found: 'nothing' }]);
  });

  const emulator = worldOf('llama', { envs: undefined, volumeMounts: [] });
  testRuns({
    'are not overwritten by an update that does not give them, even of what is adopted': {
      given: { emulator, spec: 'name: llama\nimage: a:2\n', with: { allow: 'adopt' } },
      end: 'spec-invalid',
      expected: { says: '`envs`', writes: [] },
    },
    'are not exported without permission': {
      given: { emulator, with: { command: 'export', name: 'llama', spec: 'out.yaml' } },
      end: 'owned',
      expected: { says: 'does not show its envs' },
    },
    'are not exported as none': {
      given: { emulator, with: { command: 'export', name: 'llama', spec: 'out.yaml', allow: 'adopt' } },
      end: 'exported',
      expected: { says: 'envs' },
    },
  });
});
