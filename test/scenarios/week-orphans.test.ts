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
    [
      'where an input gives the name',
      { with: { name: 'llama-staging' } },
      { with: { name: 'llama-stage' }, end: 'created' },
    ],
  ])('%s', ([, before, after]) =>
    playWeek([
      { ...before, end: 'created', annotations: [] },
      { sha: second, ...after, annotations: told(before.with?.name ?? 'llama'), says: /by run 5001\.1/ },
      { sha: third, ...after, end: 'unchanged', annotations: [] },
    ]),
  );

  test('by a plan, too', () =>
    playWeek([
      { end: 'created' },
      { sha: second, spec: named('whisper'), with: { command: 'plan' }, end: 'planned', annotations: told('llama') },
    ]));
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
        says: /^whisper +idle \(\w+\) +it sleeps: the first request wakes a worker +no spec /m,
        saysNot: /by-hand/,
        check: ({ outputs }, stage) =>
          expect(JSON.parse(outputs.endpoints ?? '')).toMatchObject([
            { name: 'llama', status: { 'not-compared': [] } },
            { name: 'whisper', 'endpoint-id': idOf('whisper', stage), status: { 'not-compared': ['the spec'] } },
          ]),
      },
      { with: { command: 'list' }, end: 'read', says: [/^whisper .*acme\/llama@a{12} /m, /^by-hand .* no record\b/m] },
      { with: { command: 'status', name: 'llama' }, end: 'read', saysNot: /whisper/ },
    ],
    { arrange: ({ emulator }) => void emulator.seed({ name: 'by-hand' }) },
  ));
