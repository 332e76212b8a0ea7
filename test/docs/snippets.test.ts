/** Every snippet of the documents is run, or read by what will read it at the user's. */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseCommandLine } from '../../src/cli/arguments.ts';
import { type InputName, parseInputs } from '../../src/inputs.ts';
import { parseSpecFile } from '../../src/spec/parse.ts';
import { ManualClock, startEmulator } from '../emulator/emulator.ts';
import { passing } from '../scenarios/deployment.ts';
import { runStep, shareClock } from '../scenarios/step.ts';
import { expectEnding, newImage, oldImage, openWorld, type Right } from '../worlds/world.ts';
import { readSnippets, type Snippet } from './documents.ts';
import { deployOf, isOurs, models, parseWorkflow, type WorkflowStep } from './workflow.ts';

const action = parse(readFileSync('action.yml', 'utf8'));
const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts;
const snippets = readSnippets();

type Kind = 'spec' | 'workflow' | 'steps' | 'with' | 'env' | 'comment' | 'other CI' | 'picture' | 'shell' | 'unknown';

function kindOf({ language, text }: Snippet): Kind {
  if (language === 'sh') return 'shell';
  if (language === 'mermaid') return 'picture';
  if (language !== 'yaml') return 'unknown';
  if (/^# endpoint\.yaml$/m.test(text)) return 'spec';
  const value = parse(text);
  if (value === null) return 'comment';
  if (Array.isArray(value)) return 'steps';
  if ('jobs' in value) return 'workflow';
  if ('with' in value) return 'with';
  if (Object.keys(value).join() === 'env') return 'env';
  return 'deploy' in value ? 'other CI' : 'unknown';
}

const byKind = Map.groupBy(snippets, kindOf);
const of = (kind: Kind) => byKind.get(kind) ?? [];

/** What is wrong with the inputs of a step, expressions taken for text. */
function problemsOf(inputs: Readonly<Record<string, unknown>>): string[] {
  const given = new Map(
    Object.entries(inputs).map(([name, value]) => [
      name,
      String(value)
        .replaceAll(/\$\{\{ needs\.plan\.outputs\.plan-digest \}\}/g, `p5.${'a'.repeat(22)}.${'b'.repeat(22)}`)
        .replaceAll(/\$\{\{ needs\.staging\.outputs\.digest \}\}/g, `sha256:${'a'.repeat(64)}`)
        .replaceAll(/\$\{\{ secrets\.secret-envs [^}]*\}\}/g, 'KEY=expression')
        .replaceAll(/\$\{\{ inputs\.wait-timeout \}\}/g, '30m')
        .replaceAll(
          /\$\{\{ steps\.(?:build\.outputs\.digest|candidate\.outputs\.image-digest) \}\}/g,
          `sha256:${'a'.repeat(64)}`,
        )
        .replaceAll(/\$\{\{[^}]*\}\}/g, 'expression'),
    ]),
  );
  const unknown = [...given.keys()].filter((name) => !(name in action.inputs));
  const { problems } = parseInputs({
    get: (name: InputName) => given.get(name),
    env: (name) => ({ GPU_ENDPOINT_BASE_URL: 'https://api.example.com', GPU_ENDPOINT_API_KEY: 'key' })[name],
  });
  return [...unknown, ...problems.map(({ input, message }) => `${input} ${message}`)];
}

function problemsOfSteps(steps: readonly WorkflowStep[]): string[] {
  return steps.filter(isOurs).flatMap((step) => problemsOf(step.with ?? {}));
}

test('each is of a kind that is checked', () => {
  expect(of('unknown')).toEqual([]);
  expect([...byKind.keys()].sort()).toEqual([
    'comment',
    'env',
    'other CI',
    'picture',
    'shell',
    'spec',
    'steps',
    'with',
    'workflow',
  ]);
});

test.for(of('spec'))('$place is a spec', ({ text }) => {
  const { issues } = parseSpecFile(
    { path: 'endpoint.yaml', bytes: Buffer.from(text) },
    { variables: new Map([['COMMIT', '89abcdef']]), secretEnvs: new Map([['API_TOKEN', 'secret']]) },
  );
  expect(issues).toEqual([]);
});

test.for(of('with'))('$place gives inputs that exist', ({ text }) => {
  expect(problemsOf(parse(text).with)).toEqual([]);
});

test.for(of('steps'))('$place has steps that exist', ({ text }) => {
  expect(problemsOfSteps(parse(text))).toEqual([]);
});

test.for(of('workflow'))('$place is a workflow', ({ text }) => {
  const { on, jobs } = parseWorkflow(text);
  expect(on).toBeDefined();
  // The job of a caller names another workflow in place of steps.
  for (const { steps = [] } of Object.values(jobs)) {
    expect(problemsOfSteps(steps)).toEqual([]);
    // Text of an output in a script would be run as a part of it.
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  }
});

test('outputs that a snippet reads exist', () => {
  const read = snippets.flatMap(({ text }) =>
    Array.from(text.matchAll(/steps\.(?:deploy|plan|candidate)\.outputs\.([\w-]+)/g), ([, name = '']) => name),
  );
  expect(read.length).toBeGreaterThan(2);
  expect(read.filter((name) => !(name in action.outputs))).toEqual([]);
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

  test('its block of inputs shows the defaults', () => {
    const block = of('steps').find(({ place }) => place.startsWith('README.md'));
    const shown: Record<string, unknown> = parse(block?.text ?? '')[0].with;
    const { 'base-url': baseUrl, 'api-key': apiKey, ...others } = shown;
    expect([baseUrl, apiKey]).toEqual(['https://api.novita.ai', '${{ secrets.GPU_API_KEY }}']);
    expect(Object.entries(others).filter(([name, value]) => String(value) !== action.inputs[name]?.default)).toEqual(
      [],
    );
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

describe('a command line', () => {
  const lines = of('shell').flatMap(({ place, text }) =>
    text
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
      .map((line) => ({ place, line })),
  );

  test.for(lines)('$place: $line', async ({ line }) => {
    const [, ours] = /^(?:(?:npx )?node dist\/index\.js|deploy-gpu-endpoint) ([^|]*)/.exec(line) ?? [];
    const [, script] = /^npm run (\S+)/.exec(line) ?? [];
    if (script !== undefined) return expect(scripts).toHaveProperty(script);
    if (ours === undefined) return expect(line).toMatch(/^(export |npm ci$|git diff |act |gh attestation verify )/);
    expect(parseCommandLine(ours.trim().split(' '))).toHaveProperty('input');
  });

  test('of the page about your machine runs against the emulator', async () => {
    await using emulator = await startEmulator({ ...passing, models });
    const ours = lines.filter(
      ({ place, line }) => place.startsWith('docs/recipes/local.md') && line.startsWith('npx node dist/'),
    );
    expect(ours.length).toBe(2);
    for (const { line } of ours) {
      const argv = line.split(' ').slice(3);
      const spec = argv.find((word) => word.endsWith('.yaml')) ?? '';
      expect(existsSync(spec)).toBe(true);
      const result = await runStep({
        argv,
        files: { [spec]: readFileSync(spec, 'utf8') },
        ...(emulator.clock instanceof ManualClock && { clock: shareClock(emulator.clock) }),
        env: { GPU_ENDPOINT_BASE_URL: emulator.url, GPU_ENDPOINT_API_KEY: emulator.apiKey },
      });
      expect(result).toMatchObject({ exitCode: 0, stderr: '' });
    }
    expect(emulator.endpoints().length).toBe(1);
  });
});

test('snippets that hold several documents are read whole', () => {
  for (const { text } of snippets.filter(({ language }) => language === 'yaml'))
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
});
