/** What the documents say of commands, flags, exit codes, inputs, outputs and files is so: each name is compared with the program. */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { editorJsonSchema } from '../../scripts/editor-schema.ts';
import { outputsJsonSchema } from '../../scripts/outputs-schema.ts';
import { parseCommandLine } from '../../src/cli/arguments.ts';
import { commands } from '../../src/inputs/command-table.ts';
import { inputNames } from '../../src/inputs/inputs.ts';
import type { OutputName } from '../../src/report.ts';
import { startEmulator } from '../emulator/emulator.ts';
import { passing } from '../scenarios/deployment.ts';
import { runStep } from '../scenarios/step.ts';
import { readUserDocuments } from './documents.ts';

interface JsonSchema {
  enum?: readonly string[];
  items?: { properties: object };
}

const read = (path: string) => readFileSync(path, 'utf8');
/** The first words of the rows of a section of the help. */
const rowsOfHelp = (title: string, ...argv: string[]) => {
  const parsed = parseCommandLine([...argv, '--help']);
  const help = 'text' in parsed ? parsed.text : '';
  const [, body = ''] = new RegExp(`^${title}:\\n((?: .*\\n)*)`, 'm').exec(help) ?? [];
  return Array.from(body.matchAll(/^ {2}(\S.*?)(?: {2}|$)/gm), ([, term = '']) => term);
};
const flags = commands.flatMap((command) =>
  rowsOfHelp('Flags', command).flatMap((term) => term.match(/--[a-z-]+/) ?? []),
);
const isInput = (flag: string) => inputNames.some((name) => flag === `--${name}`);
const displayFlags = [...new Set(flags)].filter((flag) => !isInput(flag)).sort();

/** The part of a document under a heading. */
function section(path: string, heading: string): string {
  const [, body = ''] = new RegExp(`^#+ ${heading}\\n([\\s\\S]*?)(?=^##|$(?![\\s\\S]))`, 'm').exec(read(path)) ?? [];
  expect(body, `${path} has no section ${heading}`).not.toBe('');
  return body;
}

/** The first cell of each row of the table with this head. */
function firstCells(text: string, head: string): string[] {
  const [, rows = ''] = new RegExp(`^\\| ${head} \\|.*\\n\\|[-| ]*\\n((?:\\|.*\\n)*)`, 'm').exec(text) ?? [];
  return Array.from(rows.matchAll(/^\| (.*?) \|/gm), ([, cell = '']) => cell);
}

const codeIn = (text: string) => Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code);
const users = readUserDocuments();

describe('commands', () => {
  test('are all in the table of docs/inputs.md', () => {
    const cells = firstCells(section('docs/inputs.md', 'Commands'), '`command`');
    expect(cells.flatMap(codeIn).sort()).toEqual([...commands].sort());
  });

  test('are all in the help, and in the description of the input', () => {
    expect(rowsOfHelp('Commands').map((term) => term.split(' ')[0])).toEqual(commands);
    const { description } = parse(read('action.yml')).inputs.command;
    expect(codeIn(description)).toEqual(commands);
  });

  test.for(users)('that $path names exist', ({ text }) => {
    const named = codeIn(text).flatMap((code) => /^(?:command: |deploy-gpu-endpoint )([a-z]+)/.exec(code)?.[1] ?? []);
    expect(named.filter((word) => !commands.some((command) => command === word))).toEqual([]);
  });
});

describe('flags', () => {
  const page = 'docs/recipes/other-ci.md';
  /** Of docker, and of the emulator. */
  const ofOtherPrograms: ReadonlySet<string> = new Set(['--platform', '--script', '--model', '--max-seconds']);

  test.for(users)('that $path names exist', ({ text }) => {
    const named = codeIn(text)
      .filter((code) => /^(?:--|deploy-gpu-endpoint )/.test(code))
      .flatMap((code) => code.match(/(?<= |^)--[a-z][a-z-]+/g) ?? []);
    expect(named.filter((flag) => !flags.includes(flag) && !ofOtherPrograms.has(flag))).toEqual([]);
  });

  test('that are no inputs are all on the page about other CI systems', () => {
    expect(displayFlags.length).toBeGreaterThan(3);
    const [, named = ''] = /^Flags that exist only here: (.*?)\./m.exec(read(page)) ?? [];
    expect(codeIn(named).sort()).toEqual(displayFlags);
  });

  test('are all inputs but those that the page names', () => {
    const [, without = ''] = /\bFive are not: (.*?)\. /.exec(read(page)) ?? [];
    const named = codeIn(without).filter((code) => inputNames.some((name) => name === code));
    const withoutFlag = inputNames.filter((name) => name !== 'command' && !flags.includes(`--${name}`));
    expect(named.sort()).toEqual([...withoutFlag].sort());
  });
});

describe('exit codes', () => {
  const [, line = ''] = /^Exit codes: (.*)$/m.exec(read('docs/recipes/other-ci.md')) ?? [];
  const documented = codeIn(line).filter((code) => /^\d$/.test(code));

  test('are those of the help', () => {
    expect(documented).toEqual(rowsOfHelp('Exit codes'));
  });

  test('are those of the program', async () => {
    await using emulator = await startEmulator(passing);
    const lines = [
      ['list', '--base-url', emulator.url],
      ['test', '--base-url', emulator.url],
      ['list', '--base-uri', emulator.url],
      ['status', '--base-url', emulator.url],
    ];
    const files = { 'endpoint.yaml': 'name: llama\ntests: [/health]\n' };
    const env = { GPU_ENDPOINT_API_KEY: emulator.apiKey };
    const codes = [];
    for (const argv of lines) codes.push(String((await runStep({ argv, env, files })).exitCode));
    expect(codes).toEqual(documented);
  });
});

describe('outputs', () => {
  // That no run sets another one, every scenario tests.
  const { properties } = outputsJsonSchema() as { properties: Record<OutputName, { anyOf: JsonSchema[] }> };
  const codeOf = (name: OutputName) => codeIn(parse(read('action.yml')).outputs[name].description);

  test('of each endpoint are all in the description of `endpoints`', () => {
    const members = Object.keys(properties.endpoints.anyOf[0]?.items?.properties ?? {});
    // The commands that tell a member are none.
    const named = codeOf('endpoints').filter((code) => !['command: status', 'list', 'sweep'].includes(code));
    expect(named.sort()).toEqual(members.sort());
  });

  test('have the results that the description of `operation` names', () => {
    expect(codeOf('operation')).toEqual(properties.operation.anyOf[0]?.enum);
  });
});

/** The fields of `expect`, wherever the schema has them. */
function findExpectation(schema: unknown): object | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined;
  if ('first-token' in schema) return schema;
  for (const value of Object.values(schema)) {
    const found = findExpectation(value);
    if (found) return found;
  }
  return undefined;
}

test('expectations of tests are all in the table of docs/spec.md', () => {
  const cells = firstCells(section('docs/spec.md', 'Tests'), '`expect`').flatMap(codeIn);
  const named = cells.map((code) => code.split(':')[0]);
  const expectation = findExpectation(editorJsonSchema());
  expect(named.filter((name) => name !== 'omitted').sort()).toEqual(Object.keys(expectation ?? {}).sort());
});

describe('CONTRIBUTING.md', () => {
  const page = 'CONTRIBUTING.md';
  const sources = new Map(globSync('src/**/*.ts').map((path) => [path, read(path)]));
  /** Bare names are of the rollout, or of the commands. */
  const find = (path: string) =>
    [path, `src/rollout/${path}`, `src/rollout/write/${path}`, `src/deploy/${path}`, `src/commands/${path}`].find(
      existsSync,
    );

  test.for(['Follow a deploy', 'Where a rollout decides'])('%s: the files are there', (heading) => {
    const paths = codeIn(section(page, heading)).filter((code) => /\.ts$|\/$/.test(code));
    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => !find(path))).toEqual([]);
  });

  test('Where a rollout decides: the functions are in the files of their row', () => {
    const rows = section(page, 'Where a rollout decides')
      .split('\n')
      .filter((line) => line.startsWith('| '));
    const missing = rows.slice(1).flatMap((row) => {
      const [names, paths] = [
        codeIn(row).filter((code) => /^\w+$/.test(code)),
        codeIn(row).flatMap((code) => find(code) ?? []),
      ];
      const text = paths.map((path) => sources.get(path) ?? '').join('\n');
      return names.filter((name) => name !== 'conflict' && !new RegExp(`export .*\\b${name}\\b`).test(text));
    });
    expect(missing).toEqual([]);
  });

  test('a release waits for one approval, before anything is published', () => {
    const jobs: Record<string, { environment?: string; needs?: string }> = parse(
      read('.github/workflows/release.yml'),
    ).jobs;
    const waiting = Object.keys(jobs).filter((name) => jobs[name]?.environment === 'release');
    const [, named = ''] = /one approval, that of the environment `release`: the job\s`(\w+)`/.exec(read(page)) ?? [];
    expect(waiting).toEqual([named]);
    const publishing = Object.keys(jobs).slice(Object.keys(jobs).indexOf(named));
    expect(publishing.map((name) => jobs[name]?.needs)).toEqual(['attest', ...publishing.slice(0, -1)]);
  });
});

test('the last act of the demo is the command that README.md names', () => {
  const [, command] = /^.*command: '(\w+)'/s.exec(read('test/demo/demo.ts').split("title: '").at(-1) ?? '') ?? [];
  expect(read('README.md')).toContain(`\`npm run demo\` ends with \`${command}\`.`);
});

test('what a candidate costs is what the bench has measured', () => {
  const measured = (way: string) =>
    ['s', 'GPU-seconds'].map((unit) =>
      Number(new RegExp(`\\| a good version ${way} \\| (\\d+) \\| ${unit} \\|`).exec(read('bench/results.md'))?.[1]),
    );
  const [[s = 0, gpu = 0], [more = 0, moreGpu = 0]] = [measured('in place'), measured('by way of a candidate')];
  const price = (((moreGpu - gpu) / 3600) * 0.69).toFixed(2);
  expect(read('docs/recipes/before-users.md')).toContain(
    `takes ${more} s and ${moreGpu.toLocaleString('en')} GPU-seconds instead of ${s} and ${gpu}: seven minutes, and ${price} at 0.69 an hour.`,
  );
});
