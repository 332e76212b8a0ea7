/** Every YAML that a user can copy from README and docs is played against emulator, GitHub and registry, or says here why not. */

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { startEmulator } from '../emulator/emulator.ts';
import { pullRequestPayload } from '../github-api/pull-request.ts';
import { image } from '../registry/content.ts';
import { startRegistry } from '../registry/registry.ts';
import { timeOf } from '../scenarios/compare-stage.ts';
import { passing, smallSpec } from '../scenarios/deployment.ts';
import { commits, repository, setStage } from '../scenarios/github-stage.ts';
import { expectEnding, newImage, oldImage, openWorld, type Right } from '../worlds/world.ts';
import { readSnippets, type Snippet } from './documents.ts';
import type { Contexts } from './expressions.ts';
import { deployOf, type Job, models, parseWorkflow, playWorkflow, pushed, type Workflow } from './workflow.ts';

const snippets = readSnippets().filter(({ language }) => language !== 'sh');

/** By the page and a text in it. */
const notPlayed: readonly { page: string; text: string; why: string }[] = [
  { page: 'docs/how-a-rollout-works.md', text: 'flowchart', why: 'a picture' },
  { page: 'docs/spec.md', text: '# yaml-language-server', why: 'a comment, which test/editor plays' },
  {
    page: 'docs/recipes/reusable-workflow.md',
    text: 'uses: acme/platform/',
    why: 'calls reusable.yml, which is played',
  },
  { page: 'docs/recipes/plan-and-approve.md', text: 'approved-plan', why: 'of plan-and-approve.yml, which is played' },
  { page: 'docs/recipes/golden-set.md', text: '{"chat": ', why: 'prompts, which test/spec/prompts.test.ts reads' },
  { page: 'docs/recipes/golden-set.md', text: 'jq -R', why: 'commands of jq' },
  { page: 'docs/recipes/other-ci.md', text: 'image: node:24', why: 'of GitLab; commands.test.ts plays its commands' },
];

const whyNot = ({ place, text }: Snippet) =>
  notPlayed.find((each) => place.startsWith(`${each.page}:`) && text.includes(each.text))?.why;

type Kind = 'spec' | 'workflow' | 'steps' | 'with' | 'other';

function kindOf({ language, text }: Snippet): Kind {
  if (language !== 'yaml') return 'other';
  if (/^# endpoint\.yaml$/m.test(text)) return 'spec';
  const value = parse(text) ?? {};
  if (Array.isArray(value)) return 'steps';
  if ('jobs' in value) return 'workflow';
  return 'with' in value ? 'with' : 'other';
}

const played = snippets.filter((snippet) => whyNot(snippet) === undefined);
const of = (kind: Kind) => played.filter((snippet) => kindOf(snippet) === kind);

test('each is played, or says why not', () => {
  expect(of('other')).toEqual([]);
  const reasons = snippets.flatMap((snippet) => whyNot(snippet) ?? []);
  expect(reasons.sort()).toEqual(notPlayed.map(({ why }) => why).sort());
});

/** It answers what the tests of the documents expect. */
const model = {
  words: ['Paris ', 'is ', 'the ', 'capital, ', 'and ', 'vaccines ', 'make ', 'you ', 'immune', '.'],
  tokenMs: 20,
  also: { 'GET /version': { commit: '89abcdef' } },
};

const prompts = Array.from({ length: 30 }, (_, index) => `{"chat": "Question ${index}"}`).join('\n');

test.for(of('spec'))('$place is deployed', async ({ text }) => {
  await using stage = await setStage({ emulator: { models: [model] } });
  // A deploy that lowers it would say so.
  const [, minNum = 1] = /\bminNum: (\d)/.exec(text) ?? [];
  await stage.step({ spec: `${smallSpec}workerConfig: {minNum: ${minNum}}\n` });
  const { end, annotations } = await stage.step({
    ...{ spec: text, ...timeOf(stage.emulator) },
    ...(text.includes('prompts.jsonl') && { files: { 'endpoint.yaml': text, 'prompts.jsonl': prompts } }),
    with: {
      ...(text.includes('${COMMIT}') && { variables: 'COMMIT=89abcdef' }),
      ...(text.includes('${API_TOKEN}') && { 'secret-envs': 'API_TOKEN=a-secret-of-the-page' }),
    },
  });
  expect([end, annotations]).toEqual([expect.stringMatching(/^(?:updated|unchanged)$/), []]);
});

/** What a snippet needs beside a small spec, a commit of `main` and an account without endpoints. */
interface Setting {
  spec?: string;
  files?: Readonly<Record<string, string>>;
  inputs?: Contexts;
  /** The inputs of an earlier deploy of the spec. */
  before?: Readonly<Record<string, string>>;
}

const settings: Readonly<Record<string, Setting>> = {
  'docs/inputs.md': {
    files: { 'endpoints/llama.yaml': smallSpec, 'extra/embedder.yaml': smallSpec.replaceAll('llama', 'embedder') },
  },
  'docs/recipes/compare.md': { spec: `${smallSpec}workerConfig: {minNum: "\${MIN}"}\n` },
  'docs/recipes/drift.md': {
    spec: `${smallSpec}tests: [/health]\n`,
    before: { 'secret-envs': 'HUGGING_FACE_HUB_TOKEN=the-secret-HF_TOKEN' },
  },
  'docs/recipes/rollback.md': { inputs: { commit: commits.first } },
};

/** A secret of any name. */
const anySecret: Contexts = new Proxy({}, { get: (_, name) => `the-secret-${String(name)}` });

/** A snippet as a whole workflow. */
function workflowOf(snippet: Snippet): Workflow {
  const kind = kindOf(snippet);
  if (kind === 'workflow') return parseWorkflow(snippet.text);
  const value = parse(snippet.text);
  const service = { 'base-url': 'https://api.novita.ai', 'api-key': 'key' };
  const uses = 'acme/deploy-gpu-endpoint@v1';
  const steps: Job['steps'] = kind === 'steps' ? value : [{ uses, with: { ...service, ...value.with } }];
  return { on: { push: null }, jobs: { deploy: { steps } } };
}

test.for([...of('workflow'), ...of('steps'), ...of('with')])('$place runs', async (snippet) => {
  await using stage = await setStage({ emulator: { models: [model] } });
  await using registry = await startRegistry();
  for (const tag of ['main', '1', '1.1', commits.first]) registry.push('acme/llama', image({ label: tag }), tag);
  registry.push('acme/embedder', image(), '2.0');
  const { digest } = registry.push('acme/llama', image({ label: 'built' }), 'built');
  const here = (text: string) => text.replaceAll('ghcr.io', registry.domain);
  const { spec = smallSpec, files = {}, inputs = {}, before } = settings[snippet.place.split(':')[0] ?? ''] ?? {};
  const usual = {
    ...timeOf(stage.emulator),
    spec: here(spec),
    files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, here(text)])),
  };
  if (before) await stage.step({ ...usual, with: before });
  const pull = { action: 'opened', number: 7, sha: commits.first, labels: ['gpu-preview'] };
  const event = pullRequestPayload({ ...pull, repository });
  const jobs = await playWorkflow(workflowOf(snippet), {
    contexts: { github: { ...pushed, event }, secrets: anySecret, inputs },
    step: ({ image: reference, ...given }) => {
      const service = { 'base-url': stage.emulator.url, 'api-key': stage.emulator.apiKey };
      const step = { ...usual, with: { ...given, ...service, ...(reference && { image: here(reference) }) } };
      const isOfPull = given.command !== 'sweep' && (given.preview ?? 'false') !== 'false';
      return isOfPull ? stage.pullRequestStep({ ...step, ...pull }) : stage.step(step);
    },
    actions: { 'docker/build-push-action': () => ({ digest }) },
    programs: { curl: () => '', jq: () => '' },
  });
  const steps = Object.values(jobs).flatMap((job) => job.steps);
  const problems = steps.flatMap(({ annotations }) => annotations.filter((line) => !line.startsWith('::notice')));
  expect([problems, Object.values(jobs).map(({ result, stderr }) => result + stderr)]).toEqual([
    [],
    Object.values(jobs).map(() => 'success'),
  ]);
  expect(steps.length).toBeGreaterThan(0);
});

test.for<[string, string, string]>([
  ['platform', smallSpec, 'the-secret-PLATFORM_HOOK'],
  ['team', 'name: [', 'the-secret-TEAM_HOOK'],
])('the page about notifications tells the %s team of what it can act on', async ([, spec, hook]) => {
  const [snippet] = of('steps').filter(({ place }) => place.startsWith('docs/recipes/notifications.md'));
  if (!snippet) throw new Error('the page has no steps');
  await using stage = await setStage();
  const { emulator } = stage;
  emulator.addFault({ operation: 'create', kind: 'status', status: 400, reason: 'OPERATION_LIMIT', times: 'always' });
  const called: string[] = [];
  const { deploy } = await playWorkflow(workflowOf(snippet), {
    contexts: { github: pushed, secrets: anySecret },
    step: (given) => stage.step({ spec, with: { ...given, 'base-url': emulator.url, 'api-key': emulator.apiKey } }),
    programs: {
      jq: (args) => args.join(' '),
      curl: (args) => {
        called.push(args.at(-1) ?? '');
        return '';
      },
    },
  });
  expect([deploy?.result, called]).toEqual(['failure', [hook]]);
});

test('tags of actions are the versions that the example workflows pin', () => {
  const pinned = new Map(
    globSync('{examples,.github}/workflows/*.yml').flatMap((path) =>
      Array.from(
        readFileSync(path, 'utf8').matchAll(/uses: (\S+)@[0-9a-f]{40} # (v\d+)\./g),
        ([, name = '', major = '']) => [name, major] as const,
      ),
    ),
  );
  const texts = [
    ...snippets,
    ...globSync('examples/*/deploy.yml').map((path) => ({ text: readFileSync(path, 'utf8') })),
  ];
  const used = texts.flatMap(({ text }) => text.match(/(?<=uses: )(?!acme\/)\S+/g) ?? []);
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter((uses) => pinned.get(uses.split('@')[0] ?? '') !== uses.split('@')[1])).toEqual([]);
});

describe('the first minutes of the README', () => {
  test('need no secret but the API key, and no appName, which must be unique across the service', () => {
    const [spec = '', workflow = ''] = ['endpoint.yaml', 'deploy.yml'].map((file) =>
      readFileSync(`examples/vllm/${file}`, 'utf8'),
    );
    expect(new Set(workflow.match(/secrets\.\w+/g))).toEqual(new Set(['secrets.GPU_API_KEY']));
    expect(parse(spec)).not.toHaveProperty('appName');
  });

  test('its workflow deploys its spec', async () => {
    const text = (kind: Kind) => of(kind).find(({ place }) => place.startsWith('README.md'))?.text ?? '';
    await using emulator = await startEmulator({ ...passing, models });
    const result = await deployOf(parseWorkflow(text('workflow')), { emulator, spec: text('spec') });
    expect(result).toMatchObject({ exitCode: 0, annotations: [], outputs: { operation: 'created' } });
  });
});

describe('the surest proof of the page about rollouts', () => {
  const text = of('spec').find(({ place }) => place.startsWith('docs/how-a-rollout-works.md'))?.text ?? '';
  const versions: { what: string; answer: string; right: Right }[] = [
    { what: 'the app is of this commit', answer: '2', right: { reason: '', outputs: { proof: 'tests' } } },
    { what: 'the app is of another commit', answer: '1', right: { reason: 'test-failed', isRestored: true } },
  ];
  test.for(versions)('$what', async ({ answer, right }) => {
    await using world = await openWorld({
      models: [
        { image: oldImage, also: { 'GET /version': { commit: '1' } } },
        { image: newImage, also: { 'GET /version': { commit: answer } } },
      ],
    });
    expectEnding(await world.run({ spec: text, with: { image: 'spec', variables: 'COMMIT=2' } }), right);
  });
});

test('snippets that hold several documents are read whole', () => {
  for (const { text } of snippets.filter(({ language }) => language === 'yaml'))
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
});
