/** Weeks of endpoints that no spec names: who says so, and when. */

import { describe, expect, test } from 'vitest';
import { smallSpec, specsOf } from './deployment.ts';
import { commits, type Stage } from './github-stage.ts';
import { playWeek, type RunOfWeek } from './week.ts';

const { second, third } = commits;
const named = (name: string) => smallSpec.replace('name: llama', `name: ${name}`);
const told = (names: string) => [
  new RegExp(
    `^::warning title=${names}%3A stays::This run creates .* has also deployed ${names} .*: it stays, and is billed`,
  ),
];
const idOf = (name: string, { emulator }: Stage) => emulator.endpoints().find((each) => each.name === name)?.id ?? '';

describe('an endpoint that no spec names is told once', () => {
  test.for<[string, Partial<RunOfWeek>, RunOfWeek]>([
    ['by the run that creates the one of the new name', {}, { spec: named('whisper'), end: 'created' }],
    [
      'where the file has a new name too',
      {},
      { spec: '', files: { 'gpu/whisper.yaml': named('whisper') }, with: { spec: 'gpu/*.yaml' }, end: 'created' },
    ],
    ['named by an input', { with: { name: 'llama-staging' } }, { with: { name: 'llama-stage' }, end: 'created' }],
  ])('%s', ([, before, after]) =>
    playWeek([
      { ...before, end: 'created', annotations: [] },
      { sha: second, ...after, annotations: told(before.with?.name ?? 'llama'), says: /by run 5001\.1/ },
      { sha: third, ...after, end: 'unchanged', annotations: [] },
    ]),
  );

  test.for<[string, Partial<RunOfWeek>, Partial<RunOfWeek>]>([
    ['', {}, {}],
    [' of a pull request', {}, { pull: { action: 'opened' }, env: { GITHUB_REF: 'refs/pull/7/merge' } }],
    [' of a pull request, of tags', { env: { GITHUB_REF: 'refs/tags/v1' } }, { pull: { action: 'opened' } }],
    [
      ' of a merge queue',
      { env: { GITHUB_REF: 'refs/heads/gh-readonly-queue/main/pr-7-a' } },
      { env: { GITHUB_REF: 'refs/heads/gh-readonly-queue/main/pr-8-b' } },
    ],
  ])('by a plan%s, too', ([, before, after]) =>
    playWeek([
      { ...before, end: 'created' },
      {
        ...{ sha: second, ...after, spec: named('whisper'), with: { command: 'plan' }, end: 'planned' },
        annotations: told('llama'),
        says: /named whisper; no spec of this step names llama \(\w+, by run 5001\.1\), which stays/,
        check: ({ summary }) => expect(summary).toMatch(/no spec of this step names llama .*, which stays/),
      },
    ]),
  );

  const rename = (stage: Stage) => stage.emulator.change(idOf('llama', stage), { name: 'llama-prod' });
  test.for<[string, RunOfWeek['before'] | undefined, Partial<RunOfWeek>]>([
    ['during the deploy, which is started again', undefined, { runId: '5001', attempt: 2 }],
    ['before a push of another branch', rename, { sha: second, env: { GITHUB_REF: 'refs/heads/next' } }],
    ['where a variable gives the name', rename, { spec: named('"${NAME}"'), with: { variables: 'NAME=llama' } }],
  ])('renamed in the console %s', ([, before, again]) =>
    playWeek([
      {
        ...(before ? {} : { dies: { operation: 'get', after: 3 } }),
        end: before ? 'created' : 'cancelled',
      },
      {
        ...{ ...again, before: before ?? rename, end: 'created' },
        annotations: told('llama-prod'),
        says: /\(\w+, as llama by run 5001\.1\)/,
      },
    ]),
  );
});

test.for<[string, string]>([
  ['a commit', commits.first.slice(0, 7)],
  ['a run', '50010001'],
])('a name of %s is told at once: the next run creates another endpoint', ([, part]) => {
  const asName = { spec: named('"llama-${PART}"'), with: { variables: `PART=${part}` }, runId: '50010001' };
  const says = `::notice title=llama-${part}%3A a name for one run::llama-${part}: its name has ${part}, which only this run has`;
  return playWeek([
    { ...asName, end: 'created', annotations: [new RegExp(`^${says}`)] },
    { ...asName, end: 'unchanged', annotations: [] },
  ]);
});

describe('nothing is told', () => {
  const copy = ({ emulator }: Stage) => {
    const [{ envs = [] } = {}] = emulator.endpoints();
    emulator.seed({ name: 'llama-test', envs: envs.map(({ key, value }) => ({ key, value })) });
  };
  const theirs = named('whisper');
  test.for<[string, Omit<RunOfWeek, 'end'>]>([
    ['of what another job of the run has deployed', { runId: '5001', spec: theirs }],
    ['by a candidate of the same spec', { with: { name: 'llama-candidate' } }],
    ['of a copy that a person has made', { before: copy, spec: specsOf('whisper', 'llama') }],
    ['of what another branch has deployed', { env: { GITHUB_REF: 'refs/heads/next' }, spec: theirs }],
    ['by a run that is older than the deploy', { runId: '4000', spec: theirs }],
    ['of another repository', { env: { GITHUB_REPOSITORY: 'acme/other' }, spec: theirs }],
    ['where a variable gives the name', { spec: named('"${NAME}"'), with: { variables: 'NAME=whisper' } }],
    ['on a command line', { env: { GITHUB_REPOSITORY: '' }, spec: theirs }],
  ])('%s', ([, run]) => playWeek([{ end: 'created' }, { sha: second, ...run, end: 'created', annotations: [] }]));
});

test('`status` shows what no spec names; `list`, what was made by hand', () =>
  playWeek(
    [
      { spec: specsOf('llama', 'whisper'), end: 'created' },
      {
        with: { command: 'status' },
        end: 'read',
        afterMinutes: 34 * 24 * 60,
        says: [
          /^whisper +idle \(\w+\) +it sleeps: the first request wakes a worker +no spec /m,
          /^ {2}no spec here: last deployed by run 5001\.1, 34 d ago$/m,
        ],
        saysNot: /by-hand/,
        check: ({ outputs }, stage) =>
          expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject([
            { name: 'llama', status: { 'not-compared': [] } },
            { name: 'whisper', 'endpoint-id': idOf('whisper', stage), status: { 'not-compared': ['the spec'] } },
          ]),
      },
      {
        with: { command: 'list' },
        end: 'read',
        says: [
          /^by-hand .* no record\b.*\nllama .*\nwhisper .*acme\/llama@a{12} .*\n {2}no spec here: last .* 34 d ago$/m,
        ],
        check: ({ summary }) => expect(summary.match(/<br>no spec here: last deployed/g)).toHaveLength(1),
      },
      { with: { command: 'status', name: 'llama' }, end: 'read', saysNot: /whisper/ },
      { with: { command: 'status', name: 'whisper', spec: 'none.yaml' }, end: 'read', saysNot: /no spec here/ },
      ...[smallSpec.replace('name: llama', 'name: "${NAME}"'), 'name: [', ''].map((spec) => {
        return { spec, with: { command: 'list' }, end: 'read', saysNot: /no spec here/ };
      }),
    ],
    { arrange: ({ emulator }) => void emulator.seed({ name: 'by-hand' }) },
  ));
