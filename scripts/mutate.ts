/**
 * Changes the sources in small ways, one at a time, and says which changes no test notices.
 *
 *     npm run mutate -- [--sample N] [--seed N] [FILE …]
 *
 * FILEs default to those of src/ that differ from `main`, or to all of src/ where none does. `--sample` (default 30) mutations are chosen by `--seed`.
 * Runs in a copy, with the tests that import the file, those of its own folder first; the bundle's tests and those that read the sources as text are left out.
 * Exits with 1 when a mutation survives, with 2 when the tests are red without one, or none imports the files.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync, Visitor } from 'oxc-parser';

interface Mutation {
  file: string;
  start: number;
  end: number;
  replacement: string;
}

const swapped: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/** Every mutation of a file: operators, conditions, numbers, truth values, texts and lists that become empty. */
function mutationsOf(file: string): Mutation[] {
  const text = readFileSync(file, 'utf8');
  const found: Mutation[] = [];
  const add = ({ start, end }: { start: number; end: number }, replacement: string) => {
    if (text.slice(start, end) !== replacement) found.push({ file, start, end, replacement });
  };
  const swapOperator = (node: { left: { end: number }; right: { start: number }; operator: string }) => {
    const replacement = swapped[node.operator];
    const at = text.indexOf(node.operator, node.left.end);
    if (replacement !== undefined && at < node.right.start)
      add({ start: at, end: at + node.operator.length }, replacement);
  };
  new Visitor({
    BinaryExpression: swapOperator,
    LogicalExpression: swapOperator,
    ConditionalExpression: ({ test }) => add(test, `!(${text.slice(test.start, test.end)})`),
    IfStatement: ({ test }) => add(test, `!(${text.slice(test.start, test.end)})`),
    Literal: (node) => {
      if (typeof node.value === 'number') add(node, String(node.value + 1));
      if (typeof node.value === 'boolean') add(node, String(!node.value));
    },
    ArrayExpression: (node) => {
      if (node.elements.length > 0) add(node, '[]');
    },
    ReturnStatement: ({ argument }) => {
      if (argument?.type === 'TemplateLiteral') add(argument, "''");
    },
  }).visit(parseSync(file, text).program);
  return found;
}

/** A generator of numbers in [0, 1) that is the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function chosenFiles(named: readonly string[]): string[] {
  if (named.length > 0) return [...named];
  const differing = execFileSync('git', ['diff', '--name-only', '--diff-filter=d', 'main', '--', 'src'], {
    encoding: 'utf8',
  });
  const changed = differing.split('\n').filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
  if (changed.length > 0) return changed;
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map((path) => join('src', path));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
const files = chosenFiles(positionals);

// Whoever goes on working meanwhile changes nothing here.
const copy = mkdtempSync(join(tmpdir(), 'mutate-'));
const leftOut = ['node_modules', '.git', 'build'];
cpSync('.', copy, { recursive: true, filter: (path) => !leftOut.includes(path) });
// A junction is what Windows lets everybody make.
symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'junction');
process.chdir(copy);
try {
  process.exitCode = tryAll(files);
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** Whether the tests that import one of the files are green; where a folder of tests is given, only those in it. */
function areGreen(tested: readonly string[], folder?: string): boolean {
  const excluded = ['test/bundle/**', 'test/architecture.test.ts', 'test/contract.test.ts'];
  const others = readdirSync('test').filter((name) => folder !== undefined && name !== folder);
  const patterns = [...excluded, ...others.flatMap((name) => [`test/${name}`, `test/${name}/**`])];
  const args = ['related', '--run', '--bail=1', ...patterns.map((pattern) => `--exclude=${pattern}`), ...tested];
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
    stdio: 'ignore',
    timeout: 300_000,
  });
  return status === 0;
}

/** Whether no test notices what has become of the file. Those that mirror its folder are quick, and kill most mutations. */
function survives(file: string): boolean {
  const [, folder = '', ...rest] = file.split('/');
  const own = rest.length > 0 && existsSync(join('test', folder)) ? folder : undefined;
  return (own === undefined || areGreen([file], own)) && areGreen([file]);
}

/** 0 when every mutation was killed, 1 when one survived, 2 when the tests are red without any. */
function tryAll(named: readonly string[]): number {
  const random = randomFrom(Number(values.seed));
  const mutations = named
    .flatMap(mutationsOf)
    .map((mutation) => ({ mutation, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, Number(values.sample))
    .map(({ mutation }) => mutation);
  const isGreen = areGreen([...new Set(mutations.map(({ file }) => file))]);
  const { numTotalTests } = JSON.parse(readFileSync('build/test-results.json', 'utf8')) as { numTotalTests: number };
  if (!isGreen || numTotalTests === 0) {
    console.log(isGreen ? 'No test imports these files.' : 'The tests are red without a mutation.');
    return 2;
  }
  let survivors = 0;
  for (const { file, start, end, replacement } of mutations) {
    const original = readFileSync(file, 'utf8');
    writeFileSync(file, original.slice(0, start) + replacement + original.slice(end));
    const survived = survives(file);
    writeFileSync(file, original);
    if (survived) survivors += 1;
    const line = original.slice(0, start).split('\n').length;
    const shown = [original.slice(start, end), replacement].map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 60));
    console.log(`${survived ? 'SURVIVED' : 'killed  '}  ${file}:${line}  ${shown.join('  →  ')}`);
  }
  console.log(`${mutations.length - survivors} of ${mutations.length} killed (seed ${values.seed})`);
  return survivors === 0 ? 0 : 1;
}
