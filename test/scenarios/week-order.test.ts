/** Weeks of the order of commits: which commit may go over which one, and how long a rollback holds. */

import { describe, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, repository } from './github-stage.ts';
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
const onSchedule = { env: { GITHUB_EVENT_NAME: 'schedule' } };

describe('a rollback', () => {
  test('by a re-run holds against schedules, in a chain, and over a rotated secret; it ends with something newer', () =>
    playWeek(
      [
        at(first, { end: 'created' }),
        at(second, { end: 'updated' }),
        at(third, { end: 'updated', annotations: [] }),
        at(second, {
          attempt: 2,
          end: 'updated',
          annotations: [
            /::warning title=order of commits::llama: this run deploys b{12} over the newer c{12}, because it was started again/,
          ],
        }),
        at(third, {
          ...onSchedule,
          end: 'superseded',
          annotations: [/::warning .*c{12} was rolled back by run 5004\.2.*image\.image.*older-commit/],
          left: serves(second),
        }),
        // Back once more, and a secret is rotated there.
        at(first, { attempt: 2, end: 'updated', says: /over the newer b{12}/ }),
        at(first, { attempt: 3, with: { 'secret-envs': 'TOKEN=a-rotated-value' }, end: 'updated' }),
        at(second, { with: { 'secret-envs': 'TOKEN=a-rotated-value' }, end: 'superseded', left: serves(first) }),
        at(third, { ...onSchedule, end: 'superseded', left: serves(first) }),
        at(fourth, {
          before: tipIs(fourth),
          with: { 'secret-envs': 'TOKEN=a-rotated-value' },
          end: 'updated',
          annotations: [/::notice title=order of commits::llama: this run's f{12} contains c{12}, which run/],
        }),
        at(third, {
          with: { 'secret-envs': 'TOKEN=a-rotated-value' },
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
        at(second, { attempt: 2, end: 'updated', says: /which ends its rollback/ }),
        at(second, { end: 'unchanged', annotations: [], left: serves(second) }),
        at(third, { before: tipIs(third), end: 'updated', annotations: [] }),
      ],
      main(second),
    ));

  test('that rolls nothing back is red: the tag has moved since', () => {
    const tagged = (sha: string, run: RunOfWeek): RunOfWeek => ({ sha, ...run });
    return playWeek([
      tagged(first, { end: 'created' }),
      tagged(second, { image: 'a:2', end: 'updated' }),
      tagged(first, { image: 'a:2', attempt: 2, end: 'nothing-rolled-back', says: /a:2/, writes: [] }),
      tagged(first, { attempt: 2, end: 'updated', says: /over the newer b{12}/ }),
    ]);
  });

  test('of scaling alone says that it does not hold', () =>
    playWeek([
      at(first, { end: 'created' }),
      at(second, { spec: `${smallSpec}workerConfig: {maxNum: 5}\n`, image: digestOf(first), end: 'updated' }),
      at(third, { spec: `${smallSpec}workerConfig: {maxNum: 5}\n`, end: 'updated' }),
      at(second, {
        spec: `${smallSpec}workerConfig: {maxNum: 2}\n`,
        image: digestOf(third),
        attempt: 2,
        end: 'updated',
        says: /changes scaling alone/,
      }),
    ]));

  test('of a failed run: whoever starts its failed jobs again deploys over what serves by then, and reads it', () =>
    playWeek([
      at(first, { end: 'created' }),
      at(third, { end: 'updated' }),
      at(second, {
        attempt: 2,
        end: 'updated',
        says: /::warning title=order of commits::llama: this run deploys b{12} over the newer c{12}/,
        check: ({ summary }, _) => {
          if (!summary.includes('over the newer cccccccccccc')) throw new Error(summary);
        },
      }),
    ]));
});

describe('another branch', () => {
  test.for([
    ['a push to a feature branch', 'refs/heads/feature/x'],
    ['a merge group', 'refs/heads/gh-readonly-queue/main/pr-7-aaaa'],
  ])('is told with both refs, and so is the way back: %s', ([, ref = '']) =>
    playWeek(
      [
        at(first, { end: 'created', annotations: [] }),
        at(lost, {
          env: { GITHUB_REF: ref },
          end: 'updated',
          annotations: [new RegExp(`::warning .*d{12} of ${ref} over a{12} of refs/heads/main`)],
        }),
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

test('a slow build of a commit that a newer one has reverted: a notice names the last commit', () =>
  playWeek(
    [
      at(first, { end: 'created' }),
      at(third, { image: digestOf(first), end: 'unchanged' }),
      at(second, {
        end: 'updated',
        annotations: [/::notice .*b{12} is not the last commit of main, which is c{12}.*run its deploy again/],
      }),
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

  test('a build of a feature branch is of that branch', () =>
    playWeek([
      built(first, first, { end: 'created' }),
      built(lost, second, {
        event: buildOf(lost, { head_branch: 'feature/x' }),
        end: 'updated',
        annotations: [/d{12} of refs\/heads\/feature\/x over a{12}/],
      }),
    ]));

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
          /::warning title=order of commits::Could not determine .* llama \(commit a{12}, GitHub did not answer\)/,
        ],
      }),
      at(third, { image: digestOf(second), end: 'unchanged', annotations: [] }),
    ],
    { api },
  );
});
