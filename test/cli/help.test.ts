/** Help: what each command does, with every flag, its values and its default. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { descriptionsModule } from '../../scripts/descriptions.ts';
import { parseCommandLine } from '../../src/cli/arguments.ts';
import { renderHelp } from '../../src/cli/help.ts';
import { commands, type InputName, inputChoices, inputDefaults } from '../../src/inputs.ts';

const action: { inputs: Record<string, { description: string }> } = parse(readFileSync('action.yml', 'utf8'));
const withoutFlag = ['command', 'api-key', 'secret-envs', 'github-token'];
const flags = (Object.keys(inputDefaults) as InputName[]).filter((name) => !withoutFlag.includes(name));
const pages = [undefined, ...commands].map((command) => ({ command, text: renderHelp(command) }));

test('the descriptions of the bundle are those of action.yml', () => {
  expect(readFileSync('src/cli/descriptions.ts', 'utf8')).toBe(descriptionsModule());
});

test('the program lists every command and every flag', () => {
  const text = renderHelp(undefined);
  expect(commands.filter((command) => !text.includes(`\n  ${command} `))).toEqual([]);
  expect(flags.filter((name) => !text.includes(`\n  --${name}`))).toEqual([]);
});

test('every flag is described in full by a command, but for those of workflows', () => {
  const described = commands.map((command) => renderHelp(command)).join();
  // `spec` is what stands behind the command.
  const ofWorkflows = ['spec', 'preview', 'preview-limits', 'environment', 'comment'];
  expect(flags.filter((name) => !new RegExp(`\n  --${name}(\\s|$)`).test(described))).toEqual(ofWorkflows);
});

test.for(pages)('$command ends with the output, the environment and the exit codes', ({ text }) => {
  const headings = Array.from(text.matchAll(/^(\w[\w ]*):$/gm), ([, heading]) => heading);
  expect(headings.slice(-3)).toEqual(['Output', 'Environment', 'Exit codes']);
  for (const term of [
    '--json',
    '--debug',
    '-h, --help',
    '--version',
    '--',
    'GPU_ENDPOINT_API_KEY',
    'NO_COLOR',
    '0',
    '1',
    '2',
  ])
    expect(text).toMatch(new RegExp(`^ +${term}  +\\w`, 'm'));
});

test.for(Object.entries(inputChoices))('the description of %s names each of its words', ([name, words]) => {
  expect(words.filter((word) => !action.inputs[name]?.description.includes(`\`${word}\``))).toEqual([]);
});

test.for(pages)('$command shows values, defaults and two examples that can be run', ({ command, text }) => {
  const lines = Array.from(text.matchAll(/^ {4}deploy-gpu-endpoint (.*)$/gm), ([, line = '']) => line);
  expect(lines.length).toBe(2);
  for (const line of lines) {
    const argv = line
      .replace(/ \|.*/, '')
      .split(' ')
      .map((word) => word.replaceAll("'", ''));
    expect(parseCommandLine(argv)).toHaveProperty('input');
    expect(command === undefined || argv[0] === command).toBe(true);
  }
  if (command === 'deploy')
    expect(text.replaceAll(/\s+/g, ' ')).toMatch(/--wait ready\|rollout\|none .* Default: ready\./);
});

test.for(pages)('$command fits 80 columns, but for examples, and has no markup', ({ text }) => {
  const broken = text.split('\n').filter((line) => line.length > 80 && !line.startsWith('    deploy-gpu-endpoint '));
  expect(broken).toEqual([]);
  expect(text).not.toMatch(/`|\bwith:|\btrue\b/);
});

test.for([40, 60, 100, 200])('at %i columns nothing is lost', (columns) => {
  const words = (text: string) => text.split(/\s+/).join(' ');
  expect(words(renderHelp('deploy', columns))).toBe(words(renderHelp('deploy')));
});
