/** The rules of the architecture that a program can check: who may import whom, where I/O and the environment may appear, how much a file may offer. */

import { describe, expect, test } from 'vitest';
import { folderOf, importsOf, readSources, type SourceImport } from '../scripts/source-map.ts';

const sources = readSources();
const imports = importsOf(sources);

const told = ({ from, to, isType }: SourceImport) => `${from} → ${to}${isType ? ' (type)' : ''}`;

/** What folders and single files may import of src/: values, and after the bar types only. */
const allowed: Readonly<Record<string, string>> = {
  index: 'run clock times',
  run:
    'run account check commands cli errors github http inputs logs model plan registry/reference.ts render report rollout secrets ' +
    'service shown-text spec tests times version workspace compare/clients.ts compare/rounds.ts registry/registries.ts poll | clock compare registry',
  cli: 'cli inputs nearest version report shown-text',
  workspace: 'errors spec/source.ts',
  inputs: 'inputs nearest durations errors model/env-rules.ts model/name-rules.ts registry/reference.ts shown-text',
  durations: '',
  nearest: '',
  json: '',
  report: 'shown-text | secrets spec',
  'shown-text': '',
  errors: '',
  clock: '',
  poll: 'times | clock',
  times: '| clock',
  version: '',
  commands:
    'commands run deploy previews account spec check model nearest plan rollout github render errors tests times | inputs logs registry',
  deploy:
    'deploy run previews account spec check model plan poll rollout github registry/reference.ts render compare/load.ts errors report ' +
    'tests times | clock compare inputs logs',
  previews: 'previews run account commands/validate.ts github model plan render errors times | report',
  account: 'account plan model nearest poll rollout render errors shown-text times | clock service report run',
  rollout: 'rollout plan model poll service errors version times tests/wrong-answers.ts | tests clock',
  tests: 'tests model http errors json poll shown-text times | clock',
  compare: 'compare tests model/tests.ts shown-text times | model clock',
  logs: 'logs tests errors json shown-text times | model',
  plan: 'plan model errors shown-text version.ts | github inputs spec',
  check: 'check spec model nearest shown-text registry/reference.ts | plan registry',
  http: 'http json shown-text times | clock secrets',
  secrets: 'secrets shown-text',
  service: 'service http secrets model errors json shown-text times | clock',
  model: 'model durations json shown-text registry/reference.ts',
  spec: 'spec model nearest json durations shown-text registry/reference.ts',
  registry: 'registry http errors json shown-text times | clock secrets',
  github: 'github http json shown-text times | clock report secrets',
  render:
    'render rollout/end.ts rollout/evidence/condition.ts rollout/evidence/serving.ts rollout/evidence/story.ts model/diff.ts model/display.ts ' +
    'plan/history.ts plan/preview-spec.ts model/record.ts model/deployed.ts model/shortened.ts compare/judge.ts compare/load.ts compare/ratio.ts model/compare.ts model/load.ts tests/answer.ts errors registry/reference.ts shown-text times | compare spec model plan rollout service tests logs ' +
    'github inputs report run/outcome.ts',
};

describe('imports between folders', () => {
  test('every file has a rule', () => {
    expect(sources.map(({ path }) => path).filter((path) => allowed[folderOf(path)] === undefined)).toEqual([]);
  });

  test('are those that are allowed', () => {
    const offenders = imports.filter(({ from, to, isType }) => {
      const [values = '', types = ''] = (allowed[folderOf(from)] ?? '').split('|');
      const permitted = `${values} ${isType ? types : ''}`.split(' ');
      return to.endsWith('.ts') && !permitted.some((name) => name === folderOf(to) || name === to);
    });
    expect(offenders.map(told)).toEqual([]);
  });

  test('there are no cycles, not even of types', () => {
    const graph = new Map(
      sources.map(({ path }) => [
        path,
        imports.filter(({ from, to }) => from === path && to.endsWith('.ts')).map(({ to }) => to),
      ]),
    );
    const cycles: string[] = [];
    const done = new Set<string>();
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) cycles.push([...trail, path].join(' → '));
      if (trail.includes(path) || done.has(path)) return;
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });
});

describe('packages', () => {
  const users: Readonly<Record<string, (path: string) => boolean>> = {
    undici: (path) => path === 'http/transport.ts',
    '@actions/': (path) => path === 'index.ts' || path.startsWith('github/'),
    yaml: (path) => path.startsWith('spec/'),
    'eventsource-parser': (path) => path.startsWith('tests/'),
    zod: (path) => /^(spec|model|service|registry|github)\//.test(path),
    'fastest-levenshtein': (path) => path === 'nearest.ts',
    'p-limit': (path) => ['github/', 'commands/', 'deploy/', 'service/'].some((folder) => path.startsWith(folder)),
  };

  test('are imported where they belong', () => {
    const offenders = imports.filter(({ from, to }) => {
      if (to.endsWith('.ts') || to.startsWith('node:')) return false;
      const [, mayUse] =
        Object.entries(users).find(([name]) => to === name || to.startsWith(name.endsWith('/') ? name : `${name}/`)) ??
        [];
      return mayUse?.(from) !== true;
    });
    expect(offenders.map(told)).toEqual([]);
  });
});

describe('purity', () => {
  const isPure = (path: string) =>
    /^(model|spec|check|plan|render|secrets|rollout\/evidence)\//.test(path) ||
    /^tests\/(request|answer|judge|run)\.ts$/.test(path) ||
    path.startsWith('compare/') ||
    /^http\/retry\.ts$/.test(path) ||
    ['json.ts', 'registry/reference.ts', 'logs/tail.ts'].includes(path) ||
    path.startsWith('inputs/');
  const pureModules = ['node:buffer', 'node:crypto', 'node:util'];

  const breaking = (pattern: RegExp, isMeant: (path: string) => boolean) =>
    sources.flatMap(({ path, text }) => {
      const found = isMeant(path) ? pattern.exec(text)?.[0] : undefined;
      return found === undefined ? [] : [`${path}: ${found}`];
    });

  test('pure files import no module that does I/O', () => {
    const offenders = imports.filter(
      ({ from, to }) => isPure(from) && to.startsWith('node:') && !pureModules.includes(to),
    );
    expect(offenders.map(told)).toEqual([]);
  });

  test('pure files read no clock, environment or randomness', () => {
    const impure =
      /\bprocess\.|\bfetch\(|Date\.now|new Date\(\)|performance\.|Math\.random|setTimeout|setInterval|\bconsole\.\w/;
    expect(breaking(impure, isPure)).toEqual([]);
  });

  test('index.ts alone reads the environment', () => {
    expect(breaking(/process\.env/, (path) => path !== 'index.ts')).toEqual([]);
  });

  test('time comes from the clock port', () => {
    const time = /Date\.now|new Date\(\)|performance\.now|Math\.random|\bsetTimeout\(|setInterval\(/;
    expect(breaking(time, (path) => path !== 'clock.ts')).toEqual([]);
  });
});

describe('files', () => {
  const named = (breaks: (source: { path: string; text: string }) => boolean) =>
    sources.filter(breaks).map(({ path }) => path);

  test('open with a sentence of what is there', () => {
    expect(named(({ text }) => !/^\/\*\* [A-Z\d`$][\s\S]*?\*\//.test(text))).toEqual([]);
  });

  test('hold one idea: what a file offers can be held in mind', () => {
    // Types are the shapes of these.
    const offered = (text: string) => text.match(/^export (?!type |interface )/gm)?.length ?? 0;
    // The table of times, of which each has a name.
    expect(named(({ path, text }) => path !== 'times.ts' && offered(text) > 21)).toEqual([]);
  });

  test('are not called utils, helpers or manager', () => {
    expect(named(({ path }) => /util|helper|manager|common|misc/i.test(path))).toEqual([]);
  });
});
