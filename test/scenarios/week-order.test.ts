/** Weeks of the order of commits: which commit may go over which one, and how long a rollback holds. */

import { describe, expect, test } from 'vitest';
import { image as imageOf } from '../registry/content.ts';
import { startRegistry } from '../registry/registry.ts';
import { recordEnv, recordKey, smallSpec } from './deployment.ts';
import { commits, repository, type Stage } from './github-stage.ts';
import { playWeek, type RunOfWeek } from './week.ts';

const { first, second, third, lost } = commits;
const fourth = 'f'.repeat(40);
/** first ← second ← third ← fourth, and `lost` beside second. */
const history = { [first]: [], [second]: [first], [third]: [second], [fourth]: [third], [lost]: [first] };
const main = (tip: string, others: Record<string, string> = {}) => ({
  api: { commits: history, branches: { main: tip, ...others } },
});

const digestOf = (sha: string) => `ghcr.io/acme/llama@sha256:${sha.slice(0, 8).repeat(8)}`;
/** A run whose build has given its image by the digest. */
const at = (sha: string, run: Omit<RunOfWeek, 'sha'>): RunOfWeek => ({ sha, image: digestOf(sha), ...run });
const serves = (sha: string) => ({ llama: { image: digestOf(sha) } });
const tipIs = (sha: string) => (stage: { api: { setBranch(name: string, sha: string): void } }) =>
  stage.api.setBranch('main', sha);
const token = { with: { 'secret-envs': 'TOKEN=a-secret-value' } };
const rotated = { with: { 'secret-envs': 'TOKEN=a-rotated-value\nSECOND_TOKEN=another-new-value' } };
const onSchedule = { env: { GITHUB_EVENT_NAME: 'schedule' } };

test.for<[string, string]>([
  ['with an appName', `${smallSpec}appName: llama-app\n`],
  ['without an appName, so that both are created for a moment', smallSpec],
])('two first deploys at once, %s, listed late: the older commit takes nothing over', async ([, spec]) => {
  const left = serves(second);
  const older = { spec, afterMinutes: 0.05, left };
  await playWeek(
    [
      at(second, { spec, dies: { operation: 'create', isDone: true, signal: 'SIGKILL' }, end: 'killed', left }),
      at(first, {
        ...{ ...older, end: 'conflict' },
        annotations: [/title=llama%3A created by another run.*b{8}.*Run the step again/],
      }),
      at(first, { ...older, attempt: 1, end: 'superseded', writes: [] }),
      at(second, { ...older, attempt: 2, end: 'unchanged', writes: [] }),
    ],
    { ...main(second), emulator: { switches: { listShowsCreatedAfterMs: 40_000 } } },
  );
});

test.for<[string, string, Record<string, string>]>([
  ['of two calls', `${smallSpec}rootfsSize: 50\n`, {}],
  ['that nobody waits for', smallSpec, { wait: 'none' }],
])(
  'a first deploy %s leaves what the newer commit has made of its endpoint, with its record',
  async ([, spec, inputs]) => {
    const left = serves(second);
    const newerMeanwhile = ({ emulator, step }: Stage) => {
      const startedMs = emulator.clock.nowMs();
      let isPlayed = false;
      const run = async () => {
        if (isPlayed || emulator.clock.nowMs() - startedMs < 20_000) return;
        isPlayed = true;
        expect(await step({ sha: second, runId: '5000', spec, with: { image: digestOf(second) } })).toMatchObject({
          end: 'updated',
        });
      };
      emulator.addFault({ operation: 'list', kind: 'hook', when: 'after', times: 'always', run });
    };
    await playWeek(
      [
        at(first, { spec, with: inputs, before: newerMeanwhile, end: 'conflict', left }),
        at(first, { spec, attempt: 1, end: 'superseded', writes: [], left }),
        at(second, { spec, end: 'unchanged', writes: [], left }),
      ],
      { ...main(second), emulator: { switches: { listShowsCreatedAfterMs: 20_000 } } },
    );
  },
);

describe('a rollback', () => {
  test('by a re-run holds against schedules, in a chain, and over a rotated secret; it ends with something newer', () =>
    playWeek(
      [
        at(first, { ...token, end: 'created' }),
        at(second, { ...token, end: 'updated' }),
        at(third, { ...token, end: 'updated', annotations: [] }),
        at(second, {
          ...token,
          attempt: 2,
          end: 'updated',
          annotations: [
            /::warning title=llama%3A an earlier version%2C on purpose::llama: this run deploys b{12} over the newer c{12}, because it was started again/,
          ],
        }),
        at(third, {
          ...{ ...token, ...onSchedule },
          end: 'superseded',
          annotations: [
            /::warning .*Held: the version of this run is rolled back: run 5004 deployed b{12} instead\. Not changed: image\.image of llama.*start this job again/,
          ],
          left: serves(second),
        }),
        at(third, {
          ...{ with: { command: 'plan' }, end: 'planned' },
          says: /^Look-up: llama is .*; the version of c{12} is rolled back, so its deploy is skipped\.$/m,
        }),
        at(third, {
          with: { command: 'status' },
          end: 'read',
          says: /^ {2}before: \S+@sha256:c+, run 5003, until \d+ m \d+ s ago, rolled back \(commit c{12}\)$/m,
        }),
        // Back once more, and a secret is rotated there.
        at(first, { ...token, attempt: 2, end: 'updated', says: /over the newer b{12}/ }),
        at(first, { ...rotated, attempt: 3, runId: '5008', end: 'updated' }),
        at(second, {
          ...rotated,
          ...{ end: 'superseded', left: serves(first), says: /Held: the version of this run is rolled back: run 5008/ },
        }),
        at(third, { ...rotated, ...onSchedule, end: 'superseded', left: serves(first) }),
        at(fourth, {
          before: tipIs(fourth),
          ...rotated,
          end: 'updated',
          annotations: [
            /::warning title=llama%3A a rollback ends::llama: this run's f{12} contains [bc]{12}, [bc]{12}, which run \d+ rolled back to a{12}: once f{12} is deployed, the rollback ends/,
          ],
        }),
        at(third, {
          ...rotated,
          end: 'superseded',
          annotations: [/::notice title=llama%3A superseded::/],
          left: serves(fourth),
        }),
      ],
      main(third),
    ));

  test('ends when somebody means the commit that was rolled back', () =>
    playWeek(
      [
        at(first, { end: 'created' }),
        at(second, { end: 'updated' }),
        at(first, { with: { allow: 'older-commit' }, end: 'updated', says: /because `older-commit` allows it/ }),
        at(second, { end: 'superseded' }),
        at(second, {
          attempt: 2,
          end: 'updated',
          says: /which ends its rollback/,
        }),
        at(second, { end: 'unchanged', annotations: [], left: serves(second) }),
        at(third, { before: tipIs(third), end: 'updated', annotations: [] }),
      ],
      main(second),
    ));

  test('of a rollback of a rollback holds against the newest; a push older than that, a tag and a schedule are held', () => {
    const event = { name: 'release', payload: { repository: { full_name: repository, default_branch: 'main' } } };
    return playWeek(
      [
        at(first, { end: 'created' }),
        at(second, { end: 'updated' }),
        at(third, { end: 'updated' }),
        at(second, { attempt: 2, end: 'updated' }),
        at(first, { attempt: 2, end: 'updated' }),
        at(second, { attempt: 3, end: 'updated', says: /c{12} stays rolled back/ }),
        at(third, { ...onSchedule, end: 'superseded', left: serves(second) }),
        at(third, { event, env: { GITHUB_REF: 'refs/tags/v3' }, end: 'superseded', left: serves(second) }),
        at(first, { end: 'superseded', left: serves(second) }),
        // A revert of the bad commit is newer than it.
        at(fourth, { before: tipIs(fourth), image: digestOf(second), end: 'unchanged', annotations: [] }),
        at(third, { ...onSchedule, end: 'superseded', left: serves(second) }),
      ],
      main(third),
    );
  });

  test('holds one endpoint of a step, and the other one is deployed', () => {
    const both = `${smallSpec}---\n${smallSpec.replace('name: llama', 'name: whisper')}`;
    const images = (llama: string, whisper: string) => ({
      with: { image: `llama=${digestOf(llama)}\nwhisper=${digestOf(whisper)}` },
    });
    return playWeek(
      [
        { sha: first, spec: both, ...images(first, first), end: 'created' },
        { sha: second, spec: both, ...images(second, second), end: 'updated' },
        { sha: first, spec: smallSpec, attempt: 2, image: digestOf(first), end: 'updated' },
        {
          ...{ sha: second, spec: both, ...images(second, third), end: 'superseded' },
          left: { llama: { image: digestOf(first) }, whisper: { image: digestOf(third) } },
        },
      ],
      main(second),
    );
  });

  test('holds over a dispatch on a branch that contains what runs', () =>
    playWeek(
      [
        at(first, { end: 'created' }),
        at(second, { end: 'updated' }),
        at(first, { attempt: 2, end: 'updated' }),
        at(lost, {
          event: { name: 'workflow_dispatch', payload: {} },
          env: { GITHUB_REF: 'refs/heads/try' },
          end: 'updated',
          annotations: [],
        }),
        at(second, { ...onSchedule, end: 'superseded', left: serves(lost) }),
        at(second, { attempt: 2, end: 'updated', says: /which ends its rollback/ }),
      ],
      main(second),
    ));

  test('that rolls nothing back is red: the tag has moved since', () => {
    const tagged = (sha: string, run: RunOfWeek): RunOfWeek => ({ sha, ...run });
    return playWeek([
      tagged(first, { end: 'created' }),
      tagged(second, { image: 'a:2', end: 'updated' }),
      tagged(first, {
        image: 'a:2',
        attempt: 2,
        end: 'nothing-rolled-back',
        says: /nothing of llama would be rolled back: it runs the version of b{12}.*Before, it ran ghcr.io\/acme\/llama:1, run 5001/,
        writes: [],
      }),
      tagged(first, {
        ...{ attempt: 2, end: 'updated' },
        says: /over the newer b{12}/,
      }),
    ]);
  });

  test.for<[string, Omit<RunOfWeek, 'sha'>]>([
    [
      'by hand, since run 5002',
      {
        ...{ end: 'planned', with: { command: 'plan' } },
        before: ({ emulator }) =>
          emulator.change(emulator.endpoints()[0]?.id ?? '', { image: { image: digestOf(first) } }),
      },
    ],
    ['on a command line', { env: { GITHUB_REPOSITORY: '' }, with: { allow: 'adopt' }, end: 'updated' }],
  ])('to what somebody has put there already is red, and says that: %s', ([, byPerson]) => {
    const says =
      /nothing of llama would be rolled back: it has this version already: it was (?:changed by hand since run 5002\.1|deployed on a command line), .*It holds until/;
    return playWeek(
      [
        at(first, { end: 'created' }),
        at(second, { end: 'updated' }),
        at(first, byPerson),
        at(first, { runId: '5001', attempt: 2, end: 'nothing-rolled-back', writes: [], says }),
        at(second, { ...onSchedule, end: 'superseded', left: serves(first) }),
      ],
      main(second),
    );
  });

  test('of several brings back what is to be brought back, and leaves what has the version already', () => {
    const several = (image: string, run: RunOfWeek): RunOfWeek => {
      return { ...run, spec: `${smallSpec}---\n${smallSpec.replaceAll('llama', 'embed').replace('embed:1', image)}` };
    };
    const again = { sha: first, runId: '5001', attempt: 2, ...rotated };
    const left = { llama: {}, embed: { image: 'ghcr.io/acme/embed:1' } };
    return playWeek(
      [
        several('embed:1', { ...token, sha: first, end: 'created' }),
        // The record of both names this run: a token is part of the version that runs.
        several('embed:2', { ...rotated, sha: second, end: 'updated' }),
        several('embed:1', { ...again, end: 'unchanged', says: /embed: this run deploys a{12} over the newer/, left }),
        several('embed:1', { ...again, attempt: 3, end: 'nothing-rolled-back', left, writes: [] }),
      ],
      main(second),
    );
  });

  test('by a tag that `pin` resolves anew is red, and names the digest; what never served is no way back', async () => {
    await using registry = await startRegistry();
    const repo = `${registry.domain}/acme/llama`;
    const push = (label: string) => registry.push('acme/llama', imageOf({ label }), 'main');
    const pin = { 'resolve-image': 'pin' };
    const pinned = (sha: string, run: Omit<RunOfWeek, 'sha'>): RunOfWeek => {
      return { sha, spec: smallSpec.replace(/image: .*/, `image: ${repo}:main`), with: pin, ...run };
    };
    const good = push('good');
    await playWeek([
      pinned(first, { end: 'created', says: new RegExp(`^Image: .* is ${good.digest}`, 'm') }),
      pinned(second, { before: () => push('bad'), end: 'updated' }),
      pinned(first, {
        ...{ attempt: 2, end: 'nothing-rolled-back', writes: [] },
        says: new RegExp(`Before, it ran \\S+${good.digest}, run 5001`),
      }),
      pinned(first, { image: `${repo}@${good.digest}`, with: { ...pin, allow: 'older-commit' }, end: 'updated' }),
      pinned(first, {
        ...{ attempt: 3, before: () => push('worse'), end: 'superseded' },
        says: /Nothing shows that run 5005 ever served here/,
      }),
    ]);
  });

  test('holds where GitHub did not say what it goes over', () => {
    const before = ({ api }: Stage) => api.addFault({ operation: 'any', kind: 'status', status: 503, times: 'always' });
    return playWeek(
      [
        at(first, { end: 'created' }),
        at(second, { end: 'updated' }),
        at(first, { attempt: 2, before, end: 'updated', annotations: [/could not determine.*It holds until/] }),
        at(second, { ...onSchedule, before, end: 'superseded', left: serves(first) }),
        at(third, { before: tipIs(third), end: 'updated' }),
      ],
      main(second),
    );
  });

  test('of what a force-push has removed holds nothing any more: the next rollback holds', () =>
    playWeek(
      [
        at(first, { end: 'created' }),
        at(lost, { end: 'updated' }),
        at(first, { attempt: 2, end: 'updated' }),
        at(second, { before: tipIs(second), end: 'updated', annotations: [] }),
        // A run from before the force-push is started again.
        at(lost, { attempt: 2, end: 'updated', says: /which ends its rollback/ }),
        at(second, { ...onSchedule, end: 'superseded', left: serves(lost) }),
        at(second, { attempt: 2, end: 'updated' }),
        at(third, { before: tipIs(third), end: 'updated' }),
        at(second, { attempt: 3, end: 'updated', says: /over the newer c{12}/ }),
        at(third, { ...onSchedule, end: 'superseded', left: serves(second) }),
      ],
      main(lost),
    ));
});

describe('another branch', () => {
  test.for([
    ['a push to a feature branch', 'refs/heads/feature/x'],
    ['a merge group', 'refs/heads/gh-readonly-queue/main/pr-7-aaaa'],
  ])('is told with both refs where the next run does not contain it: %s', ([, ref = '']) =>
    playWeek(
      [
        at(first, { end: 'created', annotations: [] }),
        at(lost, { env: { GITHUB_REF: ref }, end: 'updated', annotations: [] }),
        at(second, {
          end: 'updated',
          annotations: [new RegExp(`::warning .*b{12} of refs/heads/main over d{12} of ${ref}`)],
        }),
      ],
      main(second),
    ),
  );

  test('is not what a tag is of whose commit contains the deployed one', () => {
    const event = { name: 'release', payload: { repository: { full_name: repository, default_branch: 'main' } } };
    const tag = (name: string) => ({ event, env: { GITHUB_REF: `refs/tags/${name}` } });
    return playWeek(
      [
        at(first, { end: 'created' }),
        at(second, { ...tag('v1'), end: 'updated', annotations: [] }),
        at(third, { end: 'updated', annotations: [] }),
        at(second, { ...tag('v1.0.1'), end: 'superseded' }),
      ],
      main(third),
    );
  });
});

test('a newer version that a force-push has taken out of the branch is replaced, with a notice', () =>
  playWeek(
    [
      at(first, { end: 'created' }),
      at(second, { end: 'updated', annotations: [] }),
      at(first, { before: tipIs(first), end: 'updated', annotations: [/b{12} is newer, but not in the branch main/] }),
      at(second, { before: tipIs(third), end: 'updated', annotations: [] }),
    ],
    main(third),
  ));

describe('after another workflow', () => {
  const buildOf = (sha: string, upstream: object = {}) => ({
    name: 'workflow_run',
    payload: {
      repository: { full_name: repository, default_branch: 'main' },
      workflow_run: {
        ...{
          event: 'push',
          head_sha: sha,
          head_branch: 'main',
          head_repository: { full_name: repository },
          pull_requests: [],
        },
        ...upstream,
      },
    },
  });
  /** The workflow checks out the tip, whatever was built. */
  const built = (sha: string, tip: string, run: RunOfWeek): RunOfWeek => ({
    event: buildOf(sha),
    ...{ sha: tip, image: digestOf(sha), files: { '.git/HEAD': `${tip}\n` } },
    ...run,
  });

  test('the commit is that of the build, so the slower build of an older one does not win', () =>
    playWeek([
      built(first, first, { end: 'created' }),
      built(third, third, { end: 'updated' }),
      built(second, third, { end: 'superseded', left: serves(third) }),
      // Without an image of the build, the spec that is checked out is what is deployed.
      built(second, third, {
        image: '',
        with: { image: 'spec' },
        spec: smallSpec.replace('llama:1', 'llama:3'),
        end: 'updated',
        annotations: [],
      }),
    ]));

  test.for([
    ['a release is of its tag', second, third, { event: 'release', head_branch: 'v2' }, 'refs/tags/v2'],
    ['a feature branch is of that branch', lost, second, { head_branch: 'feature/x' }, 'refs/heads/feature/x'],
  ] as const)('a build of %s', ([, of, sha, run, ref]) => {
    const check = (_: unknown, { emulator }: Stage) =>
      expect(emulator.endpoints()[0]?.envs.find(({ key }) => key === recordKey)?.value).toContain(`"ref":"${ref}"`);
    return playWeek([
      built(first, first, { end: 'created' }),
      built(of, sha, { event: buildOf(of, run), end: 'updated', annotations: [], check }),
    ]);
  });

  test.for(['pull_request', 'pull_request_target'])('a build on `%s` is a pull request', (event) =>
    playWeek([
      built(first, first, { end: 'created' }),
      built(lost, first, {
        event: buildOf(lost, { event }),
        with: { allow: 'untrusted' },
        end: 'inputs-invalid',
        says: /is not merged/,
        left: serves(first),
      }),
      built(lost, first, {
        event: buildOf(lost, { event, head_repository: { full_name: 'eve/llama' } }),
        ...{ end: 'inputs-invalid', says: /does not run for code from a fork/, saysNot: /add `pull-request`/ },
      }),
      built(lost, first, {
        event: buildOf(lost, { event }),
        with: { allow: 'untrusted pull-request' },
        end: 'updated',
      }),
    ]),
  );
});

test('GitHub says nothing: told, and an approved plan that changes nothing needs no order', () => {
  const api = { commits: history, branches: { main: second }, permissions: { contents: 'none' as const } };
  return playWeek(
    [
      at(first, { end: 'created' }),
      at(second, {
        end: 'updated',
        annotations: [
          /::warning title=llama%3A order of commits unknown::llama: could not determine .* \(commit a{12}, which GitHub did not compare\)\. [^:]+: GitHub answered 403: "[^"]+"\. If this run/,
        ],
      }),
      at(third, { image: digestOf(second), end: 'unchanged', annotations: [] }),
    ],
    { api },
  );
});

test('GitHub does not say what the branch has: as where commits cannot be compared', () => {
  const fault = {
    operation: 'repos/compare-commits-with-basehead',
    kind: 'status',
    status: 503,
    after: 1,
    times: 'always',
  } as const;
  return playWeek(
    [
      at(first, { end: 'created' }),
      at(second, { end: 'updated' }),
      at(first, {
        before: ({ api }) => api.addFault(fault),
        end: 'updated',
        annotations: [
          /::warning title=llama%3A order of commits unknown::.*\(commit b{12}, which GitHub did not compare\)/,
        ],
      }),
    ],
    main(second),
  );
});

describe('what no deploy has made', () => {
  const byHand = {
    ...{ name: 'llama', image: { image: 'a:theirs' }, ports: [9000] },
    envs: [
      { key: 'HF_TOKEN', value: 'a-secret-of-theirs' },
      { key: 'DB_URL', value: 'db' },
      { key: 'LOG', value: 'info' },
    ],
  };
  const spec = `${smallSpec}envs: {LOG: debug}\n`;
  const envsOf = (stage: { emulator: { endpoints(): readonly { envs: readonly { key: string }[] }[] } }) =>
    stage.emulator
      .endpoints()[0]
      ?.envs.map(({ key }) => key)
      .filter((key) => !key.startsWith('GPU_'))
      .sort();

  test('an endpoint that was made by hand keeps its envs when it is taken over, and this is told once', () =>
    playWeek(
      [
        {
          ...{ spec, end: 'updated' },
          annotations: [
            /::warning title=llama%3A made by hand%2C and taken over::llama: it was made by hand and is taken over: image a:theirs, 2 envs kept \(DB_URL, HF_TOKEN\)/,
          ],
          says: [/ports: 9000 → 8000/, /image\.image: a:theirs/],
          check: (_, stage) => expect(envsOf(stage)).toEqual(['DB_URL', 'HF_TOKEN', 'LOG']),
        },
        { spec, end: 'unchanged', annotations: [] },
        // Its own env goes with the spec, theirs stay.
        {
          spec: `${smallSpec}envs: {}\n`,
          end: 'updated',
          annotations: [],
          check: (_, stage) => expect(envsOf(stage)).toEqual(['DB_URL', 'HF_TOKEN']),
        },
      ],
      { arrange: ({ emulator }) => void emulator.seed(byHand) },
    ));

  test('an endpoint that was made by hand, and put back, is still made by hand', () =>
    playWeek(
      [
        { spec, dies: { operation: 'get', after: 3 }, end: 'cancelled', left: { llama: { image: 'a:theirs' } } },
        { spec, end: 'updated', annotations: [/it was made by hand and is taken over: image a:theirs/] },
      ],
      { arrange: ({ emulator }) => void emulator.seed({ ...byHand, workerConfig: { minNum: 1 } }) },
    ));

  test('a change by hand that a deploy replaces is told; one that it keeps is not', () => {
    const change =
      (part: object) =>
      ({
        emulator,
      }: {
        emulator: { endpoints(): readonly { id: string }[]; change(id: string, part: object): void };
      }) =>
        emulator.change(emulator.endpoints()[0]?.id ?? '', part);
    return playWeek([
      { spec, end: 'created' },
      {
        spec,
        before: change({ image: { image: 'a:hotfix' } }),
        end: 'updated',
        annotations: [
          /::warning title=llama%3A a change by hand is replaced::llama: it was changed by hand since run 5001\.1, and this run replaces image\.image/,
        ],
      },
      {
        spec,
        before: change({ image: { image: 'ghcr.io/acme/llama:1', command: '--theirs' } }),
        end: 'unchanged',
        annotations: [],
      },
      { spec: spec.replace('debug', 'trace'), end: 'updated', annotations: [] },
    ]);
  });

  test('what a command line has deployed is told once a workflow replaces it', () => {
    const onTerminal = { env: { GITHUB_REPOSITORY: '' }, with: { allow: 'adopt' }, annotations: [] };
    return playWeek([
      { end: 'created' },
      { ...onTerminal, image: 'a:laptop', end: 'updated' },
      { ...onTerminal, image: 'a:laptop-2', end: 'updated' },
      {
        image: 'ghcr.io/acme/llama:1',
        end: 'updated',
        annotations: [
          /::warning title=llama%3A a deploy on a command line is replaced::llama: it was deployed on a command line, and this run replaces image\.image\./,
        ],
      },
    ]);
  });

  test('secrets are noted on a command line, too', () =>
    playWeek([
      { spec, env: { GITHUB_REPOSITORY: '' }, with: { 'secret-envs': 'TOKEN=a-secret-value' }, end: 'created' },
      { spec, env: { GITHUB_REPOSITORY: '' }, end: 'secrets-missing' },
    ]));
});

test('an owner that cannot be read is an owner', () =>
  playWeek(
    [
      { end: 'owned', writes: [] },
      { with: { command: 'delete' }, end: 'owned', writes: [] },
    ],
    {
      arrange: ({ emulator }) =>
        void emulator.seed({ name: 'llama', envs: [recordEnv({ repository: 'rival/llama', pullRequest: '7' })] }),
    },
  ));

test('a deploy of a run that is started again, without the secrets of the commit after it, says what can be done', () =>
  playWeek([
    { spec: `${smallSpec}envs: {}\n`, end: 'created' },
    { sha: second, spec: `${smallSpec}envs: {}\n`, with: { 'secret-envs': 'TOKEN=a-secret-value' }, end: 'updated' },
    { sha: first, spec: `${smallSpec}envs: {}\n`, attempt: 2, end: 'secrets-missing', says: /rollback\.yml/ },
  ]));
