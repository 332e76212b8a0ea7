/** Every command that README and docs show runs against the emulator, or says here why not. */

import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { timeOf } from '../scenarios/compare-stage.ts';
import { passing, recordEnv, smallSpec } from '../scenarios/deployment.ts';
import { runStep } from '../scenarios/step.ts';
import { readDocuments, readSnippets } from './documents.ts';
import { models } from './workflow.ts';

interface Line {
  place: string;
  line: string;
}

/** Lines of shells. */
const inShells: readonly Line[] = readSnippets()
  // skill.test.ts plays those of the skill.
  .filter(({ language, place }) => language === 'sh' && !place.startsWith('skills/'))
  .flatMap(({ place, text }) =>
    text
      .trim()
      .split('\n')
      .map((line) => ({ place, line })),
  );

/** In sentences and tables. */
const inTexts: readonly Line[] = readDocuments()
  .filter(({ path }) => path === 'README.md' || path.startsWith('docs/'))
  .flatMap(({ path, text }) =>
    Array.from(text.matchAll(/`((?:deploy-gpu-endpoint|npm|npx|git|gh|act) .+?)`/g), ([, line = '']) => ({
      place: path,
      line,
    })),
  );

const lines = [...inShells, ...inTexts];

/** The arguments of our command; undefined for another command. */
function argumentsIn(line: string): string[] | undefined {
  const [, words] = /^(?:(?:npx )?node dist\/index\.js|deploy-gpu-endpoint) ([^|]*)/.exec(line) ?? [];
  return words?.trim().split(' ');
}

/** What begins so is another program's, and why it is not played here. */
const others: Readonly<Record<string, string>> = {
  'export GPU_ENDPOINT_BASE_URL=': 'the environment of the lines after it, which is set here',
  'git clone ': 'needs the network',
  'npm install --global ': 'test/bundle/npm-package.test.ts installs the package',
  'npm ci': 'every run of the tests begins with it, or with `npm cit`',
  'npm run ': 'checked below; .ci/run runs them',
  'npx deploy-gpu-endpoint': 'test/bundle/npm-package.test.ts runs what is installed',
  'git diff ': 'compares what `npm run build` has made',
  'gh secret set ': 'needs GitHub',
  'act ': 'needs a program that is not here',
};

test('that is not ours has a reason', () => {
  const foreign = lines.filter(({ line }) => !argumentsIn(line)).map(({ line }) => line);
  const startOf = (line: string) => Object.keys(others).find((start) => line.startsWith(start)) ?? line;
  expect(new Set(foreign.map(startOf))).toEqual(new Set(Object.keys(others)));
});

test.for(lines.filter(({ line }) => line.startsWith('npm run ')))('$place: $line is a script', ({ line }) => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).scripts).toHaveProperty(line.split(' ')[2] ?? '');
});

test.for(lines.filter(({ line }) => argumentsIn(line)))('runs: $place: $line', async ({ line }) => {
  const argv = argumentsIn(line) ?? [];
  const variable = line.includes('HF_HOME=') ? 'envs: {HF_HOME: "${HF_HOME}"}\n' : '';
  const path = argv.find((word) => word.endsWith('.yaml')) ?? 'endpoint.yaml';
  const isOfRepository = path.startsWith('examples/') && existsSync(path);
  const spec = isOfRepository ? readFileSync(path, 'utf8') : `${smallSpec}tests: [/health]\n${variable}`;
  await using emulator = await startEmulator({ ...passing, models });
  // Deployed from this machine before: without a record, its first deploy would take it over, and say so.
  const ofNoRepository = { repository: undefined, commit: undefined, ref: undefined, run: undefined };
  for (const name of ['llama', ...(line.includes('llama-pr-7') ? ['llama-pr-7'] : [])])
    emulator.seed({ name, workerConfig: { minNum: 1 }, envs: [recordEnv(ofNoRepository)] });
  const { exitCode, stderr } = await runStep({
    // No test asks a registry of the internet.
    argv: argv[0]?.startsWith('--') || argv.includes('--resolve-image') ? argv : [...argv, '--resolve-image', 'off'],
    ...timeOf(emulator),
    ...(argv[0] !== 'export' && { files: { [path]: spec } }),
    env: { GPU_ENDPOINT_BASE_URL: emulator.url, GPU_ENDPOINT_API_KEY: emulator.apiKey },
  });
  expect([exitCode, line.includes('--json') ? '' : stderr]).toEqual([0, '']);
});
