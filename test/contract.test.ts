/** action.yml, package.json and the code that reads them agree. */

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type CodeRow, codeRow, errorCodes } from '../src/errors.ts';
import { inputNames, inputTable } from '../src/inputs/inputs.ts';
import { outputNames } from '../src/report.ts';
import { version } from '../src/version.ts';

const action = parse(readFileSync('action.yml', 'utf8'));
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

describe('action.yml', () => {
  test('has the inputs that the code reads, in the same order', () => {
    expect(Object.keys(action.inputs)).toEqual(inputNames);
  });

  test.for(Object.entries(inputTable))('the default of %s is that of the code', ([name, { default: value }]) => {
    const { default: declared, description } = action.inputs[name];
    // The token's default is an expression that the runner fills in.
    expect(declared).toBe(name === 'github-token' ? '${{ github.token }}' : value);
    expect(description).toMatch(/\.$/);
  });

  test('has the outputs that the code sets, in the same order', () => {
    expect(Object.keys(action.outputs)).toEqual(outputNames);
  });

  test('runs the bundle on Node 24', () => {
    expect(action.runs).toEqual({ using: 'node24', main: 'dist/index.js' });
  });
});

test('the version is that of package.json', () => {
  expect(version).toBe(manifest.version);
});

test('every error code that the code uses is in the table, and every row is used', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(`src/${path}`, 'utf8'))
    // The table itself is no use of a code.
    .map((text) => text.replace(/export const errorCodes = \{.*?\n\} as const/s, ''))
    .join('\n');
  const unused = Object.keys(errorCodes).filter((code) => !sources.includes(`'${code}'`));
  // That no other code is used is the compiler's business: `ErrorCode` is the table's keys.
  expect(unused).toEqual([]);
});

test('a row answers every question: what is left out does not compile', () => {
  const { speaksAgainst, ...others } = codeRow('crashed');
  // @ts-expect-error: nothing says whether the version is kept or restored
  const forgetful: CodeRow = others;
  const questions = Object.keys({ ...forgetful, speaksAgainst }).sort();
  for (const row of Object.values(errorCodes)) expect(Object.keys(row).sort()).toEqual(questions);
});

test('every dependency of the bundle is explained in CONTRIBUTING.md', () => {
  const contributing = readFileSync('CONTRIBUTING.md', 'utf8');
  expect(Object.keys(manifest.dependencies).filter((name) => !contributing.includes(`\`${name}\``))).toEqual([]);
});

test('versions are exact', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const versions = Object.values<string>({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter((range) => !/^\d+\.\d+\.\d+$/.test(range))).toEqual([]);
});
