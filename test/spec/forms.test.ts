/** What people write by hand, and the one form that comes out of it. */
import { describe, expect, test } from 'vitest';
import type { Spec } from '../../src/model/spec.ts';
import { type Inputs, parseOne, parseText } from './reading.ts';

const env = (...pairs: [string, string][]) => pairs.map(([key, value]) => ({ key, value }));

/** Below `name: a`, where the spec has no name of its own. */
const forms: readonly (readonly [title: string, text: string, spec: Partial<Spec>, inputs?: Inputs])[] = [
  ['only a name', '', {}],
  ['JSON', '{"name": "a", "ports": [8000]}', { name: 'a', ports: [8000] }],
  ['port as number', 'ports: [8000]', { ports: [8000] }],
  ['port as text', 'ports: ["8000"]', { ports: [8000] }],
  ['port in an item', 'ports:\n  - port: 8000', { ports: [8000] }],
  ['port as text in an item', 'ports: [{port: "8000"}]', { ports: [8000] }],
  ['octal and hexadecimal', 'ports: [0x1F40]\nrootfsSize: 0o17', { ports: [8000], rootfsSize: 15 }],
  [
    'leading zero and exponent are decimal',
    'rootfsSize: 017\nworkerConfig: {maxNum: 1e1}',
    { rootfsSize: 17, workerConfig: { maxNum: 10 } },
  ],
  ['image as text', 'image: repo/x:1', { image: { image: 'repo/x:1' } }],
  [
    'image as mapping',
    'image: {image: repo/x:1, authId: "", command: --port 80, entrypoint: /bin/sh}',
    { image: { image: 'repo/x:1', authId: '', command: '--port 80', entrypoint: '/bin/sh' } },
  ],
  [
    'products in every form',
    'products: [1, "2", SL-3, {id: 4}, {id: SL-5}]',
    { products: ['1', '2', 'SL-3', '4', 'SL-5'] },
  ],
  ['CUDA version keeps its text', 'workerConfig: {cudaVersion: 13.0}', { workerConfig: { cudaVersion: '13.0' } }],
  [
    'envs as mapping, by key, values as written',
    'envs:\n  Z: true\n  B: 1.10\n  C: 0x1F\n  D: no\n  E: "1"\n  F: ""\n  1: 0.0\n  G: |\n    two\n    lines\n',
    {
      envs: env(
        ['1', '0.0'],
        ['B', '1.10'],
        ['C', '0x1F'],
        ['D', 'no'],
        ['E', '1'],
        ['F', ''],
        ['G', 'two\nlines\n'],
        ['Z', 'true'],
      ),
    },
  ],
  [
    'envs as list, in its order',
    'envs:\n  - {key: Z, value: 1.10}\n  - {key: B, value: false}\n',
    { envs: env(['Z', '1.10'], ['B', 'false']) },
  ],
  ['health check as path', 'healthy: /health', { healthy: { path: '/health' } }],
  ['health check as mapping', 'healthy: {path: /, port: 0}', { healthy: { path: '/', port: 0 } }],
  [
    'volumes',
    'clusterID: c\nvolumeMounts:\n  - {type: local, size: 50, mountPath: /a}\n  - {type: network, id: v, mountPath: /b}\n',
    {
      clusterID: 'c',
      volumeMounts: [
        { type: 'local', size: 50, mountPath: '/a' },
        { type: 'network', id: 'v', mountPath: '/b' },
      ],
    },
  ],
  [
    'empty blocks are mentioned',
    'workerConfig: {}\nenvs: {}\nvolumeMounts: []\nproducts: []\nimage: {}',
    { workerConfig: {}, envs: [], volumeMounts: [], products: [], image: {} },
  ],
  [
    'aliases',
    'name: &n a\nappName: *n\nhealthy: &h {path: /}\nregionId: *n\n',
    { name: 'a', appName: 'a', healthy: { path: '/' }, regionId: 'a' },
  ],
  ['core tags', 'name: !!str 1\nports: !!seq [!!int 8000]', { name: '1', ports: [8000] }],
  [
    'CRLF and a byte order mark',
    '﻿name: a\r\nenvs:\r\n  A: |\r\n    x\r\n',
    { name: 'a', envs: [{ key: 'A', value: 'x\n' }] },
  ],
  ['tabs between tokens', 'name:\ta\t# c\nports:\t[8000]', { name: 'a', ports: [8000] }],
  [
    'variables fill in once and are never read as YAML',
    'name: ${A}-$${A}\nclusterID: "x:${TAG}"\nenvs: {B: "${A}${A}", C: $A, D: "$$$${A}"}',
    {
      name: '${TAG}-${A}',
      clusterID: 'x:"]: {',
      envs: env(['B', '${TAG}${TAG}'], ['C', '$A'], ['D', '$$${A}']),
    },
    { variables: { A: '${TAG}', TAG: '"]: {' } },
  ],
  [
    'a whole variable is a number where one is wanted',
    'name: ${N}\nworkerConfig: {maxNum: "${N}", cudaVersion: "${N}"}\nports: ["${P}"]\nproducts: ["${N}"]\nenvs: {N: "${N}"}\nrootfsSize: ${N}\n',
    {
      name: '7',
      workerConfig: { maxNum: 7, cudaVersion: '7' },
      ports: [8000],
      products: ['7'],
      envs: [{ key: 'N', value: '7' }],
      rootfsSize: 7,
    },
    { variables: { N: '7', P: '8000' } },
  ],
  [
    'a literal dollar and brace in the key of an item',
    'envs: [{key: "$${A}", value: b}]',
    { envs: [{ key: '${A}', value: 'b' }] },
  ],
  ['input name alone', 'rootfsSize: 100', { name: 'b', rootfsSize: 100 }, { name: 'b' }],
  ['input name over the spec', 'name: a', { name: 'b' }, { name: 'b' }],
  ['input image alone', '', { image: { image: 'x:2' } }, { image: 'x:2' }],
  ['input image over text', 'image: x:1', { image: { image: 'x:2' } }, { image: 'x:2' }],
  [
    'input image beside the rest of the block',
    'image: {image: x:1, authId: c}',
    { image: { image: 'x:2', authId: 'c' } },
    { image: 'x:2' },
  ],
  ['inputs are not filled in', 'name: a', { name: 'x:${A}' }, { name: 'x:${A}', variables: { A: '1' } }],
  [
    'secret envs in a mapping',
    'envs: {A: 1, B: 2}',
    { envs: env(['A', '1'], ['B', 's'], ['C', 't']) },
    { secretEnvs: { B: 's', C: 't' } },
  ],
  [
    'secret envs in a list',
    'envs: [{key: B, value: 2}, {key: A, value: 1}]',
    { envs: env(['A', '1'], ['B', 's']) },
    { secretEnvs: { B: 's' } },
  ],
  ['secret envs alone leave the block to the live endpoint', '', {}, { secretEnvs: { B: 's' } }],
];

describe('forms of a spec', () => {
  test.for(forms)('%s', ([, text, spec, inputs]) => {
    const { documents, issues } = parseText(spec.name === undefined ? `name: a\n${text}` : text, inputs);
    const specs = documents.map((document) => document.spec);
    expect({ specs, issues }).toEqual({ specs: [{ name: 'a', ...spec }], issues: [] });
  });

  test('several documents, empty ones left out', () => {
    const { documents } = parseText('---\n# none\n---\nname: a\n---\nname: b\n...\n---\n');
    expect(documents.map(({ spec }) => spec)).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  test('one broken document leaves the others', () => {
    const { documents } = parseText('name: "a\n---\nname: b\n');
    expect(documents.map(({ spec }) => spec)).toEqual([undefined]);
    const mended = parseText('name: a: b\n---\nname: b\n');
    expect(mended.documents.map(({ spec }) => spec)).toEqual([undefined, { name: 'b' }]);
  });
});

describe('a document', () => {
  const text =
    'name: a\nimage: x\nports:\n  - 8000\nworkerConfig:\n  minNum: 1\nenvs:\n  B: secret\n  A: |\n    two\n    lines\nhealthy:\n';
  const document = parseOne(text, { secretEnvs: { C: 'hidden' } });
  const cut = (path: readonly (string | number)[]) => {
    const place = document.place(path);
    return 'input' in place ? place : text.slice(place.start.offset, place.end.offset);
  };

  test.for<[path: (string | number)[], text: string | object]>([
    [['name'], 'a'],
    [['image', 'image'], 'x'],
    [['image', 'command'], 'x'],
    [['ports', 0], '8000'],
    [['workerConfig', 'minNum'], '1'],
    [['workerConfig', 'maxNum'], 'workerConfig'],
    [['envs', 1, 'key'], 'B'],
    [['envs', 1, 'value'], 'secret'],
    [['envs', 2, 'value'], { input: 'secret-envs' }],
    [['healthy'], 'healthy'],
    [['policy', 'value'], ''],
  ])('the place of %j', ([path, found]) => {
    expect(cut(path)).toEqual(found);
  });

  test('values that must be masked', () => {
    expect(document.secretValues).toEqual(['secret', 'two\nlines\n', 'hidden']);
  });

  test.each([
    ['of fields', 'name: a\n# why\nports:\n  - 8000\n', 'name: a\n# why\nports:\n  - 8000\n'],
    ['without envs', 'name: a\r\nenvs:\r\n  A: b\r\nports: 1\n', 'name: a\r\nenvs:\r\n      \r\nports: 1\n'],
    ['without envs in another field', 'workerConfig: {envs: {A: b}}\n', 'workerConfig:               \n'],
    ['without a key that holds a value', 'envs:\n  A=b: c\n', 'envs:\n        \n'],
    ['of a misspelt word', 'name: a\nenv:\n  A: b\n', 'name: a\nenv:\n      \n'],
    ['of an unknown field', 'nam: a\nimage: b\n', 'nam:  \nimage: b\n'],
    ['without anchors', 'appName: &t b\nports: [1]\nenvs: {A: *t}\n', 'appName:     \nports: [1]\nenvs:        \n'],
    ['without commands', 'image:\n  image: a\n  command: b\n', 'image:\n  image: a\n            \n'],
    ['with variables', 'envs:\n  A: "${T}"\n  B: x${T}y\n', 'envs:\n      ${T} \n      ${T} \n'],
    ['without what looks like one', 'envs:\n  A: $${T}\n', 'envs:\n          \n'],
    ['that is no YAML', 'name: "a\nenv:\n  A: b\n', 'name: "a\nenv:\n      \n'],
  ])('the text to show: %s', (_title, text, shown) => {
    expect(parseText(text).shownText).toBe(shown);
  });

  test.each([
    ['broken', 'name: "a\nenvs:\n  A: secret\nports: [8000]\n'],
    ['in brackets', '{name: a, envs: {A: secret}\n'],
    ['in the second document', 'name: a\nenvs: {A: secret}\n---\nname: b: c\nenvs: {A: secret}\n'],
    ['with an escape', 'name: a\nenvs: {A: "\\q secret"}\n'],
  ])('no value is shown of text that is no YAML: %s', (_title, broken) => {
    const { shownText } = parseText(broken);
    expect([shownText.length, shownText.includes('secret')]).toEqual([broken.length, false]);
  });
});
