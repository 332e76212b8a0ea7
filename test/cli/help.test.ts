/** Help: one page with every command and every flag, its values and its default. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { descriptionsModule } from '../../scripts/descriptions.ts';
import { parseCommandLine } from '../../src/cli/arguments.ts';
import { renderHelp } from '../../src/cli/help.ts';
import { commands, inputNames, inputTable } from '../../src/inputs.ts';

const action: { inputs: Record<string, { description: string }> } = parse(readFileSync('action.yml', 'utf8'));
const withoutFlag = ['command', 'api-key', 'secret-envs', 'github-token'];
const flags = inputNames.filter((name) => !withoutFlag.includes(name));
const text = renderHelp();

test('the descriptions of the bundle are those of action.yml', () => {
  expect(readFileSync('src/cli/descriptions.ts', 'utf8')).toBe(descriptionsModule());
});

test('it lists every command, every flag and every variable', () => {
  expect(commands.filter((command) => !text.includes(`\n  ${command} `))).toEqual([]);
  const terms = [
    ...flags.map((name) => `--${name}`),
    '--json',
    '--debug',
    '-h, --help',
    '--version',
    'GPU_ENDPOINT_API_KEY',
    'NO_COLOR',
    '2',
  ];
  expect(terms.filter((term) => !new RegExp(`^ +${term}\\s`, 'm').test(text))).toEqual([]);
});

test.for(Object.entries(inputTable))(
  'the description of %s names each of its words',
  ([name, { choices: words = [] }]) => {
    expect(words.filter((word) => !action.inputs[name]?.description.includes(`\`${word}\``))).toEqual([]);
  },
);

test('it shows values, defaults and examples that can be run', () => {
  const lines = Array.from(text.matchAll(/^ {4}deploy-gpu-endpoint (.*)$/gm), ([, line = '']) => line);
  expect(lines.length).toBe(4);
  for (const line of lines)
    expect(parseCommandLine(line.split(' ').map((word) => word.replaceAll("'", '')))).toHaveProperty('input');
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/--wait ready\|rollout\|none .* Default: ready\./);
});

test('it fits 80 columns, but for examples, and has no markup', () => {
  const broken = text.split('\n').filter((line) => line.length > 80 && !line.startsWith('    deploy-gpu-endpoint '));
  expect(broken).toEqual([]);
  expect(text).not.toMatch(/`|\bwith:/);
});
