/** Owns the rules of the architecture that a program can check: who may import whom, where I/O and the environment may appear, how big a file may grow. */

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
  .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }));

interface Import {
  from: string;
  to: string;
  /** Erased by the compiler: knowledge of a shape, not of behaviour. */
  isType: boolean;
}

const imports: readonly Import[] = sources.flatMap(({ path, text }) =>
  Array.from(
    text.matchAll(
      /(?:^|\n)(?:import|export)\s+(type\s+)?([^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
    ),
    ([, type, names, specifier, dynamic]) => {
      const to = specifier ?? dynamic ?? '';
      const isTypeOnly = type !== undefined || /^\{(\s*type\s[^,}]+,?)+\s*\}\s*from\s+$/.test(names ?? '');
      return { from: path, to: to.startsWith('.') ? normalize(join(dirname(path), to)) : to, isType: isTypeOnly };
    },
  ),
);

const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : path.replace(/\.ts$/, ''));

/** Folders and single files by what they may import of src/; `types` may be imported as types only. */
const allowed: Readonly<Record<string, { values: readonly string[]; types?: readonly string[] }>> = {
  index: {
    values: ['run', 'cli', 'clock', 'errors', 'version', 'workspace', 'github', 'render', 'service'],
    types: ['http', 'inputs', 'report', 'commands'],
  },
  run: {
    values: ['commands', 'errors', 'http', 'inputs', 'render', 'report'],
    types: ['clock', 'service', 'workspace'],
  },
  cli: { values: ['inputs', 'version', 'report'] },
  workspace: { values: ['errors', 'spec/source.ts'] },
  inputs: { values: ['input-values'] },
  'input-values': { values: [] },
  report: { values: ['http/redactor.ts'], types: ['spec'] },
  errors: { values: [] },
  clock: { values: [] },
  version: { values: [] },
  commands: {
    values: [
      'commands',
      'spec',
      'check',
      'model',
      'plan',
      'rollout',
      'github',
      'render',
      'errors',
      'report',
      'version',
    ],
    types: ['service', 'inputs', 'workspace', 'clock'],
  },
  rollout: { values: ['rollout', 'plan', 'model', 'service', 'errors'], types: ['clock'] },
  plan: { values: ['plan', 'model'], types: ['spec', 'service'] },
  check: { values: ['check', 'spec', 'model'], types: ['plan'] },
  http: { values: ['http', 'errors'], types: ['clock'] },
  service: { values: ['service', 'http', 'model', 'errors'], types: ['clock'] },
  model: { values: ['model'], types: ['spec'] },
  spec: { values: ['spec', 'model'] },
  registry: { values: ['registry', 'errors', 'http'], types: ['clock'] },
  github: { values: ['github', 'http', 'errors', 'report'], types: ['clock'] },
  render: {
    values: ['render', 'rollout/readiness.ts', 'model/diff.ts', 'errors'],
    types: ['spec', 'model', 'plan', 'rollout', 'service', 'github', 'inputs', 'report'],
  },
};

describe('imports between folders', () => {
  test.for(imports.filter(({ to }) => to.endsWith('.ts')))('$from may import $to', ({ from, to, isType }) => {
    const rule = allowed[folderOf(from)];
    expect(rule, `no rule for ${from}`).toBeDefined();
    const permitted = [...(rule?.values ?? []), ...(isType ? (rule?.types ?? []) : [])];
    expect(permitted.some((name) => name === folderOf(to) || name === to)).toBe(true);
  });

  test('there are no cycles', () => {
    const graph = new Map(
      sources.map(({ path }) => [
        path,
        imports.filter(({ from, to, isType }) => from === path && !isType && to.endsWith('.ts')).map(({ to }) => to),
      ]),
    );
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): void => {
      expect(trail, `cycle: ${[...trail, path].join(' → ')}`).not.toContain(path);
      if (done.has(path)) return;
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
    expect(done.size).toBe(sources.length);
  });
});

describe('packages', () => {
  const users: Readonly<Record<string, (path: string) => boolean>> = {
    undici: (path) => path === 'http/transport.ts',
    '@actions/': (path) => path === 'index.ts' || path.startsWith('github/'),
    yaml: (path) => path.startsWith('spec/'),
    zod: (path) =>
      path.startsWith('spec/') ||
      path.startsWith('model/') ||
      path.startsWith('service/') ||
      path.startsWith('registry/') ||
      path.startsWith('github/'),
    'fastest-levenshtein': (path) => path.startsWith('spec/') || path.startsWith('registry/'),
    'p-limit': (path) => path.startsWith('github/') || path.startsWith('commands/'),
  };

  test.for(imports.filter(({ to }) => !to.endsWith('.ts') && !to.startsWith('node:')))(
    '$from may import $to',
    ({ from, to }) => {
      const [, mayUse] =
        Object.entries(users).find(([name]) => to === name || to.startsWith(name.endsWith('/') ? name : `${name}/`)) ??
        [];
      expect(mayUse?.(from)).toBe(true);
    },
  );
});

describe('purity', () => {
  const isPure = (path: string) =>
    /^(model|spec|check|plan|render)\//.test(path) ||
    path === 'registry/reference.ts' ||
    /^http\/(retry|redactor|response-text|network-error)\.ts$/.test(path) ||
    path === 'inputs.ts' ||
    path === 'input-values.ts';
  const pureModules = ['node:crypto', 'node:util'];

  test.for(sources.filter(({ path }) => isPure(path)))(
    '$path does no I/O and reads no clock, environment or randomness',
    ({ path, text }) => {
      const modules = imports.filter(({ from, to }) => from === path && to.startsWith('node:')).map(({ to }) => to);
      expect(modules.filter((module) => !pureModules.includes(module))).toEqual([]);
      expect(text).not.toMatch(
        /\bprocess\.|\bfetch\(|Date\.now|new Date\(\)|performance\.|Math\.random|setTimeout|setInterval|\bconsole\./,
      );
    },
  );

  test.for(sources.filter(({ path }) => path !== 'index.ts'))('$path does not read the environment', ({ text }) => {
    expect(text).not.toMatch(/process\.env/);
  });

  test.for(sources.filter(({ path }) => path !== 'clock.ts'))('$path has its time from the clock port', ({ text }) => {
    expect(text).not.toMatch(/Date\.now|new Date\(\)|performance\.now|Math\.random|\bsetTimeout\(|setInterval\(/);
  });
});

describe('files', () => {
  // The table of members is read row by row.
  test.for(sources.filter(({ path }) => path !== 'model/members.ts'))(
    '$path opens with what it owns and is short enough to hold in mind',
    ({ text }) => {
      expect(text).toMatch(/^\/\*\* [A-Z`$][\s\S]*?\*\//);
      expect(text.split('\n').length).toBeLessThanOrEqual(250);
    },
  );

  test('nothing is called utils, helpers or manager', () => {
    expect(sources.filter(({ path }) => /util|helper|manager|common|misc/i.test(path))).toEqual([]);
  });
});
