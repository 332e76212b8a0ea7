/** zod and the JSON Schema are one: they accept and refuse the same specs, and the committed file is the generated one. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { editorJsonSchema } from '../../scripts/editor-schema.ts';
import { endpointJsonSchema } from '../../scripts/json-schema.ts';
import { allMembers, renderSpecReference } from '../../scripts/spec-reference.ts';
import { specSchema } from '../../src/model/spec.ts';
import { memberMeta } from '../../src/spec/shape.ts';
import { countedRuns, runs } from '../runs.ts';
import { mutatedSpec, writtenSpec } from './arbitraries.ts';
import { parseText } from './reading.ts';
import { strictAjv } from './strict-ajv.ts';

const validate = strictAjv({ allErrors: true }).compile(endpointJsonSchema());

describe('JSON Schema', () => {
  test('the committed file is the generated one', () => {
    const committed: unknown = JSON.parse(readFileSync('schema/endpoint.schema.json', 'utf8'));
    expect(committed).toEqual(editorJsonSchema());
  });

  test('accepts every generated spec, as zod does', () => {
    fc.assert(
      fc.property(writtenSpec, (spec) => {
        expect([validate(spec), z.safeParse(specSchema, spec).success, validate.errors]).toEqual([true, true, null]);
      }),
    );
  });

  test('accepts and refuses mutated specs as zod does', () => {
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(mutatedSpec, (spec) => {
        const accepted = z.safeParse(specSchema, spec).success;
        seen[accepted ? 'accepted' : 'refused'] += 1;
        expect(validate(spec)).toBe(accepted);
      }),
      { numRuns: countedRuns(2000), seed: 1 },
    );
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(100);
  });

  test.each([
    ['a number', { workerConfig: { maxNum: '${N}' }, rootfsSize: '${N}', ports: ['${P}'] }, true],
    ['a port of an item', { ports: [{ port: '${P}' }] }, true],
    ['text with rules', { healthy: '${A}', volumeMounts: [{ type: 'local', size: '${N}', mountPath: 'x${A}' }] }, true],
    ['a number, but not alone', { rootfsSize: '1${N}' }, false],
    ['a number, misspelt', { rootfsSize: '${1N}' }, false],
    ['a list', { ports: '${P}' }, false],
  ])('a variable in the place of %s', (_title, spec, accepted) => {
    expect(validate(spec)).toBe(accepted);
  });

  test('a variable in the place of any number gives the spec without it', () => {
    fc.assert(
      fc.property(writtenSpec, (spec) => {
        const variables: Record<string, string> = {};
        const text = JSON.stringify({ name: 'a', ...spec }, (key, value) => {
          if (typeof value !== 'number' || !Number.isInteger(value) || key === 'cudaVersion' || key === 'id')
            return value;
          const name = `N${Object.keys(variables).length}`;
          variables[name] = String(value);
          return `\${${name}}`;
        });
        expect(validate(JSON.parse(text))).toBe(true);
        const plain = parseText(JSON.stringify({ name: 'a', ...spec })).documents[0]?.readable;
        expect(parseText(text, { variables }).documents[0]?.readable).toEqual(plain);
      }),
    );
  });

  test('every member is described, every leaf has an example', () => {
    const silent = allMembers().filter((path) => {
      const { description, examples } = memberMeta(path.map((name) => (name === '[]' ? 0 : name)));
      return description === undefined || examples === undefined;
    });
    expect(silent).toEqual([]);
  });

  test('every example is accepted', () => {
    for (const path of allMembers().filter(({ length }) => length === 1)) {
      for (const example of memberMeta(path).examples ?? [])
        expect([path, validate({ [path[0] ?? '']: example })]).toEqual([path, true]);
    }
  });

  test('the reference has a row for each member; a section names those of a test, the recipes those of `compare`', () => {
    const pages: Readonly<Record<string, string>> = {
      tests: /^## Tests\n([\s\S]*?)^## /m.exec(readFileSync('docs/spec.md', 'utf8'))?.[1] ?? '',
      compare: ['compare', 'golden-set'].map((page) => readFileSync(`docs/recipes/${page}.md`, 'utf8')).join(''),
    };
    const isElsewhere = ([field = '', ...below]: readonly string[]) => field in pages && below.length > 0;
    const unnamed = allMembers()
      .filter(isElsewhere)
      .filter(([field = '', ...below]) => {
        const name = below.at(-1) ?? '';
        return name !== '[]' && !new RegExp(`\\b${name}\\b`).test(pages[field] ?? '');
      });
    expect(unnamed).toEqual([]);
    const rows = renderSpecReference().split('\n').slice(2, -1);
    const members = allMembers().filter((path) => !isElsewhere(path));
    expect(rows.map((row) => row.split('`')[1])).toEqual(members.map((path) => path.join('.').replaceAll('.[]', '[]')));
    expect(renderSpecReference()).toContain('| `workerConfig.freeTimeout` | number; default `300` |');
  });
});

describe('the schema of editors', () => {
  const edited = strictAjv().compile(editorJsonSchema());

  test('accepts what the schema accepts, but for its conditions', () => {
    const { allOf, ...withoutConditions } = editorJsonSchema();
    expect(allOf).toHaveLength(18);
    const plain = strictAjv().compile(withoutConditions);
    fc.assert(
      fc.property(mutatedSpec, (spec) => {
        expect([plain(spec), plain.errors?.[0]?.message]).toEqual([validate(spec), plain.errors?.[0]?.message]);
      }),
      { numRuns: runs(1000), seed: 1 },
    );
  });

  test.for<[string, object, boolean]>([
    ['cloud storage without its cluster', { volumeMounts: [{ type: 'network', id: 'v', mountPath: '/m' }] }, false],
    ['cloud storage with its cluster', { clusterID: 'c', volumeMounts: [{ type: 'network', mountPath: '/m' }] }, true],
    ['a local disk', { volumeMounts: [{ type: 'local', size: 10, mountPath: '/m' }] }, true],
    ['a type from a variable', { volumeMounts: [{ type: '${TYPE}', mountPath: '/m' }] }, true],
    ['a maximum below the minimum', { workerConfig: { minNum: 4, maxNum: 2 } }, false],
    ['a maximum that is the minimum', { workerConfig: { minNum: 4, maxNum: 4 } }, true],
    ['a minimum alone', { workerConfig: { minNum: 4 } }, true],
    ['a maximum from a variable', { workerConfig: { minNum: 4, maxNum: '${N}' } }, true],
    ['a policy in other capitals', { policy: { type: 'Queue' } }, false],
    ['a policy that nobody knows yet', { policy: { type: 'latency' } }, true],
    ['a reserved port', { ports: [2222] }, false],
    ['the port beside it', { ports: ['2221'] }, true],
  ])('%s', ([, spec, accepted]) => {
    expect(edited(spec)).toBe(accepted);
  });
});
