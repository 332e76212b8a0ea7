/** Weeks of the order where what changes is not a commit: an image, a digest, a branch, a hand. */

import { expect, test } from 'vitest';
import { image as imageOf } from '../registry/content.ts';
import { startRegistry } from '../registry/registry.ts';
import { recordEnv, smallSpec } from './deployment.ts';
import { commits, repository, type Stage } from './github-stage.ts';
import { playWeek, type RunOfWeek } from './week.ts';

const { first, second, third, lost } = commits;
const fourth = 'f'.repeat(40);
/** first ← second ← third ← fourth, and `lost` beside second. */
const history = { [first]: [], [second]: [first], [third]: [second], [fourth]: [third], [lost]: [first] };
const main = { api: { commits: history, branches: { main: fourth, hotfix: lost } } };
const digestOf = (digit: string) => `ghcr.io/acme/llama@sha256:${digit.repeat(64)}`;
/** A run of a commit with the image of that digit. */
const of = (sha: string, digit: string, run: Omit<RunOfWeek, 'sha' | 'image'>): RunOfWeek => {
  return { sha, image: digestOf(digit), ...run };
};
const serves = (digit: string, minNum = 0) => ({ llama: { image: digestOf(digit), minNum } });
const cron = { env: { GITHUB_EVENT_NAME: 'schedule' } };
const dispatch = { event: { name: 'workflow_dispatch', payload: {} } };
const again = (run: number) => ({ attempt: 2, runId: String(run) });
const scaled = (minNum: number) => ({ spec: `${smallSpec}workerConfig: {minNum: ${minNum}, maxNum: 4}\n` });
const change =
  (part: object) =>
  ({ emulator }: Stage) => {
    emulator.change(emulator.endpoints()[0]?.id ?? '', part);
  };

test('a way back whose tag is resolved anew moves nothing: red, with the digest that served', async () => {
  await using registry = await startRegistry();
  const repo = `${registry.domain}/acme/llama`;
  const push = (label: string) => registry.push('acme/llama', imageOf({ label }), 'main').digest;
  const good = push('good');
  const spec = smallSpec.replace(/image: .*/, 'image: ghcr.io/acme/llama:1');
  const run = (sha: string, given: Omit<RunOfWeek, 'sha'>): RunOfWeek => ({ sha, spec, ...given });
  const production = (digest: string) => ({ image: `${repo}@${digest}` });
  await playWeek([
    run(first, { ...production(good), end: 'created' }),
    run(second, {
      before: () => push('bad'),
      image: `${repo}:main`,
      with: { 'resolve-image': 'pin' },
      end: 'updated',
    }),
    // The digest came from a step that has resolved the tag again.
    run(first, {
      ...{
        ...again(5001),
        image: `${repo}:main`,
        with: { 'resolve-image': 'pin' },
        end: 'nothing-rolled-back',
        writes: [],
      },
      says: new RegExp(`Before, it ran \\S+${good}, run 5001\\. Start the job of that run again`),
    }),
    // Or it moves to a version that was never here.
    run(first, {
      ...{ ...again(5001), before: () => push('third'), image: `${repo}:main`, with: { 'resolve-image': 'pin' } },
      ...{
        end: 'updated',
        says: /It is no version of `before`: its tag may have moved/,
      },
    }),
    run(first, { ...again(5001), ...production(good), saysNot: /no version of `before`/, end: 'updated' }),
  ]);
});

test('many images of one commit have an order: that of their runs', () =>
  playWeek([
    of(first, '1', { ...cron, end: 'created' }),
    of(first, '2', { ...cron, end: 'updated', annotations: [] }),
    of(first, '1', { ...again(5001), end: 'updated', says: /over a newer run of it, because it was started again/ }),
    // The night build has not changed.
    of(first, '2', { ...cron, end: 'superseded', says: /Held: .* start this job again/s, left: serves('1') }),
    of(first, '3', { ...cron, end: 'updated', says: /contains a{12}, which run 5001 rolled back/, left: serves('3') }),
    of(first, '4', {
      runId: '4999',
      end: 'superseded',
      says: /run 5005 has deployed the same commit/,
      left: serves('3'),
    }),
    of(first, '4', {
      attempt: 2,
      runId: '4998',
      end: 'superseded',
      says: /Nothing shows that run 4998 ever served here/,
    }),
    of(first, '1', { ...again(5001), end: 'updated', says: /over a newer run of it/ }),
  ]));

test('a night scales the version that a rollback has left to no worker: its spec has tests, and removes none', () => {
  const at = (minNum: number) => ({ spec: `${smallSpec}workerConfig: {minNum: ${minNum}}\ntests: [/health]\n` });
  const runs = [
    of(first, '1', { ...at(1), end: 'created' }),
    of(second, '2', { ...at(1), end: 'updated' }),
    of(first, '1', { ...again(5001), ...at(1), end: 'updated' }),
    of(second, '2', {
      ...{ ...cron, ...at(0), showsNoProof: true, end: 'superseded', left: serves('1', 0) },
      annotations: [/Held: the version of this run is rolled back/],
      says: /Not tested: it sleeps at zero workers/,
      saysNot: /tests: 0|no proof/,
    }),
  ];
  return playWeek(runs, { emulator: { switches: { rolloutOn: 'container-change' } } });
});

test('a rollback by the digest, with `older-commit` at the commit that runs, holds as any other', () =>
  playWeek(
    [
      of(first, '1', { end: 'created' }),
      of(second, '2', { end: 'updated' }),
      of(second, '1', { ...dispatch, with: { allow: 'older-commit' }, end: 'updated' }),
      of(second, '2', { ...cron, end: 'superseded', says: /Held: the version of this run is rolled back/ }),
      of(third, '2', { end: 'superseded', left: serves('1') }),
      of(third, '3', { end: 'updated', says: /contains b{12}, which run 5003 rolled back/, left: serves('3') }),
    ],
    main,
  ));

test('a way back over what no run has proved holds, too, and that is never said to have served', () => {
  const spec = `${smallSpec}tests: [/health]\n`;
  const bad = { image: digestOf('2'), outcome: 'crash-loop', times: 'always' } as const;
  return playWeek(
    [
      of(first, '1', { spec, end: 'created' }),
      of(second, '2', { spec, dies: { operation: 'update', isDone: true, signal: 'SIGKILL' }, end: 'killed' }),
      of(third, '2', { spec, end: 'crashed', says: /Run 5001 served \S+1 until/, left: serves('2') }),
      of(first, '1', { ...again(5001), spec, end: 'updated', says: /over the newer c{12}/ }),
      of(third, '2', { ...cron, spec, end: 'superseded', says: /Held: /, left: serves('1') }),
      of(fourth, '2', { spec, end: 'superseded', left: serves('1') }),
      of(fourth, '3', { spec, end: 'updated', says: /contains c{12}.*the rollback ends/, left: serves('3') }),
      { with: { command: 'status' }, end: 'read', says: /before: \S+1, run 5001/, saysNot: /run 500[23]/ },
    ],
    { ...main, emulator: { scripts: [bad] } },
  );
});

test('a typo does not end a rollback; a new image does, and so does the job of what was rolled back', () =>
  playWeek(
    [
      of(first, '1', { end: 'created' }),
      of(second, '2', { end: 'updated' }),
      of(first, '1', { ...again(5001), end: 'updated' }),
      of(third, '2', {
        ...{ end: 'superseded', writes: [], left: serves('1') },
        says: /Held: .*Not changed: image\.image of llama/,
        check: ({ outputs }) => expect([outputs['image-digest'], outputs.changed]).toEqual(['', 'false']),
      }),
      of(third, '2', { ...again(5004), end: 'updated', says: /which ends its rollback/ }),
      of(first, '1', { ...again(5001), end: 'updated' }),
      of(third, '2', { ...dispatch, end: 'updated', says: /because it was started by hand, which ends its rollback/ }),
      of(first, '1', { ...again(5001), end: 'updated' }),
      of(fourth, '3', { end: 'updated', says: /f{12} contains [bc]{12}.*the rollback ends/, left: serves('3') }),
    ],
    main,
  ));

test('a job that someone has started again to end a rollback is not undone by a night', () =>
  playWeek(
    [
      of(first, '1', { end: 'created' }),
      of(second, '2', { end: 'updated' }),
      of(second, '3', { end: 'updated' }),
      of(first, '1', { ...again(5001), end: 'updated' }),
      of(second, '3', { ...again(5003), end: 'updated', says: /which ends its rollback/ }),
      of(second, '2', {
        ...cron,
        end: 'superseded',
        left: serves('3'),
        says: /Held: run 5003 was started again, and a/,
      }),
    ],
    main,
  ));

test.for<[string, Omit<RunOfWeek, 'sha' | 'image' | 'end'>, RegExp]>([
  ['of a branch', { ...dispatch, env: { GITHUB_REF: 'refs/heads/hotfix' } }, /run 5002\.1 was started by hand/],
  ['of a laptop', { env: { GITHUB_REPOSITORY: '' }, with: { allow: 'adopt' } }, /it was deployed on a command line/],
])('a hotfix %s holds over night, and the night scales it', ([, hotfix, says]) =>
  playWeek(
    [
      of(first, '1', { ...scaled(1), end: 'created' }),
      of(lost, '2', { ...scaled(1), ...hotfix, end: 'updated' }),
      of(first, '1', {
        ...{ ...scaled(0), ...cron, end: 'superseded', writes: ['update'], left: serves('2', 0) },
        says: [says, /Held: .*Not changed: image\.image of llama\./],
        check: ({ outputs }) => expect([outputs.changed, outputs['image-digest']]).toEqual(['true', '']),
      }),
      of(first, '1', { ...scaled(0), ...cron, ...again(5003), end: 'updated', left: serves('1') }),
    ],
    main,
  ),
);

test('who goes back from an image of the console is not undone by the night; the next version ends it', () =>
  playWeek([
    of(first, '1', { end: 'created' }),
    of(first, '1', { ...again(5001), before: change({ image: { image: digestOf('9') } }), end: 'updated' }),
    of(first, '9', { ...cron, end: 'superseded', says: /Held: the version of this run is rolled back/ }),
    of(second, '2', { end: 'updated' }),
    of(second, '9', { ...cron, end: 'updated', left: serves('9') }),
  ]));

test('an image from the console holds over night; a push replaces it, with a warning', () =>
  playWeek([
    of(first, '1', { end: 'created' }),
    of(first, '1', {
      ...{ before: change({ image: { image: digestOf('9') } }), ...cron, end: 'superseded', left: serves('9') },
      says: /Held: it was changed by hand since run 5001\.1/,
    }),
    of(second, '1', {
      end: 'updated',
      annotations: [/title=llama%3A a change by hand is replaced/],
      left: serves('1'),
    }),
    { with: { command: 'status' }, end: 'read', says: /before: \S+@sha256:9+, outside a workflow, until/ },
  ]));

const tested = { spec: `${smallSpec}tests: [/health]\n` };
test.for<[string, Partial<RunOfWeek>, RegExp]>([
  [
    'an image of the console',
    { before: change({ image: { image: digestOf('2') } }) },
    /changed by hand before run 5003/,
  ],
  ['a dispatch', {}, /run 5002\.1 was started by hand/],
])('a schedule that tests what it finds does not end a choice: %s', ([name, found, says]) =>
  playWeek(
    [
      of(first, '1', { ...tested, end: 'created' }),
      name === 'a dispatch'
        ? of(first, '2', { ...tested, ...dispatch, with: { wait: 'none' }, end: 'updated' })
        : { with: { command: 'status' }, end: 'read' },
      of(first, '2', { ...tested, ...cron, ...found, afterMinutes: 60, end: 'unchanged', says: /Test passed/ }),
      of(first, '2', { ...tested, ...cron, afterMinutes: 60, end: 'unchanged', saysNot: /Test passed/ }),
      of(first, '1', { ...tested, ...cron, end: 'superseded', says: [/Held: /, says], left: serves('2') }),
    ],
    main,
  ),
);

test('envs that are rewritten in the console without the record are told, until a deploy writes one', () =>
  playWeek([
    of(first, '1', { ...scaled(1), end: 'created' }),
    of(first, '1', {
      ...{ ...scaled(1), before: change({ envs: [] }), end: 'unchanged' },
      annotations: [
        /::warning title=llama%3A no record::llama: it has no record of a deploy: .* or someone has rewritten its envs/,
      ],
    }),
    of(first, '2', { ...scaled(1), end: 'updated', annotations: [/made by hand and is taken over/] }),
    of(first, '2', { ...scaled(1), end: 'unchanged', annotations: [] }),
  ]));

test('what a push lowers is told with both numbers', () =>
  playWeek([
    of(first, '1', { ...scaled(1), end: 'created' }),
    of(second, '1', {
      ...{ ...scaled(1), before: change({ workerConfig: { minNum: 4 } }), end: 'updated', left: serves('1', 1) },
      annotations: [/::notice title=llama%3A fewer workers::llama: this run lowers workerConfig\.minNum from 4 to 1/],
    }),
    of(second, '1', { ...scaled(0), ...cron, end: 'updated', annotations: [] }),
  ]));

test('two ways back hold against both versions', () =>
  playWeek(
    [
      of(first, '1', { end: 'created' }),
      of(second, '2', { end: 'updated' }),
      of(third, '3', { end: 'updated' }),
      of(second, '2', { ...again(5002), end: 'updated' }),
      of(first, '1', { ...again(5001), end: 'updated' }),
      of(third, '3', { ...cron, end: 'superseded', left: serves('1') }),
      of(fourth, '3', { end: 'superseded', left: serves('1') }),
      of(fourth, '2', { end: 'superseded', left: serves('1') }),
    ],
    main,
  ));

test('a branch that the next run contains costs no word; of two lines of releases, what is lost is named', () => {
  const event = { name: 'release', payload: { repository: { full_name: repository, default_branch: 'main' } } };
  const tag = (name: string) => ({ event, env: { GITHUB_REF: `refs/tags/${name}` } });
  return playWeek(
    [
      of(first, '1', { end: 'created' }),
      of(second, '2', { env: { GITHUB_REF: 'refs/heads/gh-readonly-queue/main/7' }, end: 'updated', annotations: [] }),
      of(third, '3', { end: 'updated', annotations: [] }),
      of(third, '4', { ...tag('v1.1'), end: 'updated', annotations: [] }),
      of(lost, '5', {
        ...{ ...tag('v1.0.1'), end: 'updated' },
        annotations: [
          /d{12} of refs\/tags\/v1\.0\.1 over c{12} of refs\/tags\/v1\.1 \(run 5004\), which it does not contain/,
        ],
      }),
    ],
    main,
  );
});

test('a staging that is superseded hands no digest on', () =>
  playWeek(
    [
      of(third, '3', { end: 'created' }),
      of(second, '2', { end: 'superseded', check: ({ outputs }) => expect(outputs['image-digest']).toBe('') }),
      // Nor where the tag stands for what is there.
      of(second, '3', { end: 'superseded', check: ({ outputs }) => expect(outputs['image-digest']).toBe('') }),
    ],
    main,
  ));

test('`adopt` writes the record of another repository, also where nothing else changes', () =>
  playWeek(
    [
      { end: 'owned', writes: [] },
      {
        with: { allow: 'adopt' },
        end: 'updated',
        writes: ['update'],
        says: /Plan: take the endpoint over, and change no field/,
      },
      { end: 'unchanged', writes: [] },
    ],
    {
      arrange: async ({ emulator, step }) => {
        await step({ runId: '4000' });
        change({ envs: [recordEnv({ repository: 'acme/fork' })] })({ emulator } as Stage);
      },
    },
  ));

test('a cancelled run that writes nothing but the record has nothing to put back', () => {
  const adopts = { ...scaled(1), env: { GITHUB_REPOSITORY: '' }, with: { allow: 'adopt' } };
  return playWeek([
    of(first, '1', { ...scaled(1), end: 'created' }),
    of(first, '1', {
      ...{
        ...adopts,
        dies: { operation: 'get', after: 3 },
        end: 'cancelled',
        writes: ['update'],
        left: serves('1', 1),
      },
      saysNot: /RESTORE FAILED|Clean-up/,
    }),
    of(first, '1', { ...scaled(1), ...cron, end: 'unchanged', annotations: [] }),
  ]);
});

test('a record of version 1.0 is read: what it was rolled back from is held, whatever its bytes are', () => {
  const noted = { repository, commit: first, over: second, run: '5000.2' };
  return playWeek(
    [
      of(second, '2', {
        ...cron,
        end: 'superseded',
        says: /Held: /,
        left: { llama: { image: 'ghcr.io/acme/llama:1' } },
      }),
      of(second, '7', { end: 'superseded', says: /Held: / }),
      of(third, '3', { end: 'updated', says: /c{12} contains b{12}/, left: serves('3') }),
    ],
    {
      ...main,
      arrange: async ({ emulator, step }) => {
        await step({ runId: '4000' });
        change({ envs: [recordEnv(noted)] })({ emulator } as Stage);
      },
    },
  );
});

test('drift: an image of the input `image` that someone has replaced in the console', () => {
  const spec = smallSpec.replace(/image: .*\n/, '');
  const status = { spec, with: { command: 'status' }, end: 'read' };
  return playWeek([
    { spec, image: digestOf('1'), end: 'created' },
    { ...status, saysNot: /drift:/ },
    {
      ...{ ...status, before: change({ image: { image: digestOf('9') } }) },
      says: /drift: image\.image \S+@sha256:9+ \(spec: \S+@sha256:1+\)$/m,
    },
  ]);
});
