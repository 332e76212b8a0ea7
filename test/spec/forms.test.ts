/** What people write by hand, and the one form that comes out of it. */
import { describe, expect, test } from 'vitest';
import type { Spec } from '../../src/model/spec.ts';
import { type Inputs, parseOne, parseText } from './reading.ts';

const forms: readonly { title: string; text: string; inputs?: Inputs; spec: Spec }[] = [
  { title: 'only a name', text: 'name: a', spec: { name: 'a' } },
  { title: 'JSON', text: '{"name": "a", "ports": [8000]}', spec: { name: 'a', ports: [8000] } },
  { title: 'port as number', text: 'name: a\nports: [8000]', spec: { name: 'a', ports: [8000] } },
  { title: 'port as text', text: 'name: a\nports: ["8000"]', spec: { name: 'a', ports: [8000] } },
  { title: 'port in an item', text: 'name: a\nports:\n  - port: 8000', spec: { name: 'a', ports: [8000] } },
  { title: 'port as text in an item', text: 'name: a\nports: [{port: "8000"}]', spec: { name: 'a', ports: [8000] } },
  {
    title: 'octal and hexadecimal',
    text: 'name: a\nports: [0x1F40]\nrootfsSize: 0o17',
    spec: { name: 'a', ports: [8000], rootfsSize: 15 },
  },
  {
    title: 'leading zero and exponent are decimal',
    text: 'name: a\nrootfsSize: 017\nworkerConfig: {maxNum: 1e1}',
    spec: { name: 'a', rootfsSize: 17, workerConfig: { maxNum: 10 } },
  },
  { title: 'image as text', text: 'name: a\nimage: repo/x:1', spec: { name: 'a', image: { image: 'repo/x:1' } } },
  {
    title: 'image as mapping',
    text: 'name: a\nimage: {image: repo/x:1, authId: "", command: --port 80, entrypoint: /bin/sh}',
    spec: { name: 'a', image: { image: 'repo/x:1', authId: '', command: '--port 80', entrypoint: '/bin/sh' } },
  },
  {
    title: 'products in every form',
    text: 'name: a\nproducts: [1, "2", SL-3, {id: 4}, {id: SL-5}]',
    spec: { name: 'a', products: ['1', '2', 'SL-3', '4', 'SL-5'] },
  },
  {
    title: 'CUDA version keeps its text',
    text: 'name: a\nworkerConfig: {cudaVersion: 13.0}',
    spec: { name: 'a', workerConfig: { cudaVersion: '13.0' } },
  },
  {
    title: 'envs as mapping, by key, values as written',
    text: 'name: a\nenvs:\n  Z: true\n  B: 1.10\n  C: 0x1F\n  D: no\n  E: "1"\n  F: ""\n  1: 0.0\n  G: |\n    two\n    lines\n',
    spec: {
      name: 'a',
      envs: [
        { key: '1', value: '0.0' },
        { key: 'B', value: '1.10' },
        { key: 'C', value: '0x1F' },
        { key: 'D', value: 'no' },
        { key: 'E', value: '1' },
        { key: 'F', value: '' },
        { key: 'G', value: 'two\nlines\n' },
        { key: 'Z', value: 'true' },
      ],
    },
  },
  {
    title: 'envs as list, in its order',
    text: 'name: a\nenvs:\n  - {key: Z, value: 1.10}\n  - {key: B, value: false}\n',
    spec: {
      name: 'a',
      envs: [
        { key: 'Z', value: '1.10' },
        { key: 'B', value: 'false' },
      ],
    },
  },
  {
    title: 'health check as path',
    text: 'name: a\nhealthy: /health',
    spec: { name: 'a', healthy: { path: '/health' } },
  },
  {
    title: 'health check as mapping',
    text: 'name: a\nhealthy: {path: /, port: 0}',
    spec: { name: 'a', healthy: { path: '/', port: 0 } },
  },
  {
    title: 'volumes',
    text: 'name: a\nclusterID: c\nvolumeMounts:\n  - {type: local, size: 50, mountPath: /a}\n  - {type: network, id: v, mountPath: /b}\n',
    spec: {
      name: 'a',
      clusterID: 'c',
      volumeMounts: [
        { type: 'local', size: 50, mountPath: '/a' },
        { type: 'network', id: 'v', mountPath: '/b' },
      ],
    },
  },
  {
    title: 'empty blocks are mentioned',
    text: 'name: a\nworkerConfig: {}\nenvs: {}\nvolumeMounts: []\nproducts: []\nimage: {}',
    spec: { name: 'a', workerConfig: {}, envs: [], volumeMounts: [], products: [], image: {} },
  },
  {
    title: 'aliases',
    text: 'name: &n a\nappName: *n\nhealthy: &h {path: /}\nregionId: *n\n',
    spec: { name: 'a', appName: 'a', healthy: { path: '/' }, regionId: 'a' },
  },
  { title: 'core tags', text: 'name: !!str 1\nports: !!seq [!!int 8000]', spec: { name: '1', ports: [8000] } },
  {
    title: 'CRLF and a byte order mark',
    text: '\uFEFFname: a\r\nenvs:\r\n  A: |\r\n    x\r\n',
    spec: { name: 'a', envs: [{ key: 'A', value: 'x\n' }] },
  },
  { title: 'tabs between tokens', text: 'name:\ta\t# c\nports:\t[8000]', spec: { name: 'a', ports: [8000] } },
  {
    title: 'variables fill in once and are never read as YAML',
    text: 'name: ${A}-$${A}\nclusterID: "x:${TAG}"\nenvs: {B: "${A}${A}", C: $A, D: "$$$${A}"}',
    inputs: { variables: { A: '${TAG}', TAG: '"]: {' } },
    spec: {
      name: '${TAG}-${A}',
      clusterID: 'x:"]: {',
      envs: [
        { key: 'B', value: '${TAG}${TAG}' },
        { key: 'C', value: '$A' },
        { key: 'D', value: '$$${A}' },
      ],
    },
  },
  {
    title: 'a whole variable is a number where one is wanted',
    text: 'name: ${N}\nworkerConfig: {maxNum: "${N}", cudaVersion: "${N}"}\nports: ["${P}"]\nproducts: ["${N}"]\nenvs: {N: "${N}"}\nrootfsSize: ${N}\n',
    inputs: { variables: { N: '7', P: '8000' } },
    spec: {
      name: '7',
      workerConfig: { maxNum: 7, cudaVersion: '7' },
      ports: [8000],
      products: ['7'],
      envs: [{ key: 'N', value: '7' }],
      rootfsSize: 7,
    },
  },
  {
    title: 'a literal dollar and brace in the key of an item',
    text: 'name: a\nenvs: [{key: "$${A}", value: b}]',
    spec: { name: 'a', envs: [{ key: '${A}', value: 'b' }] },
  },
  { title: 'input name alone', text: 'rootfsSize: 100', inputs: { name: 'b' }, spec: { name: 'b', rootfsSize: 100 } },
  { title: 'input name over the spec', text: 'name: a', inputs: { name: 'b' }, spec: { name: 'b' } },
  {
    title: 'input image alone',
    text: 'name: a',
    inputs: { image: 'x:2' },
    spec: { name: 'a', image: { image: 'x:2' } },
  },
  {
    title: 'input image over text',
    text: 'name: a\nimage: x:1',
    inputs: { image: 'x:2' },
    spec: { name: 'a', image: { image: 'x:2' } },
  },
  {
    title: 'input image beside the rest of the block',
    text: 'name: a\nimage: {image: x:1, authId: c}',
    inputs: { image: 'x:2' },
    spec: { name: 'a', image: { image: 'x:2', authId: 'c' } },
  },
  {
    title: 'inputs are not filled in',
    text: 'name: a',
    inputs: { name: 'x:${A}', variables: { A: '1' } },
    spec: { name: 'x:${A}' },
  },
  {
    title: 'secret envs in a mapping',
    text: 'name: a\nenvs: {A: 1, B: 2}',
    inputs: { secretEnvs: { B: 's', C: 't' } },
    spec: {
      name: 'a',
      envs: [
        { key: 'A', value: '1' },
        { key: 'B', value: 's' },
        { key: 'C', value: 't' },
      ],
    },
  },
  {
    title: 'secret envs in a list',
    text: 'name: a\nenvs: [{key: B, value: 2}, {key: A, value: 1}]',
    inputs: { secretEnvs: { B: 's' } },
    spec: {
      name: 'a',
      envs: [
        { key: 'A', value: '1' },
        { key: 'B', value: 's' },
      ],
    },
  },
  {
    title: 'secret envs alone leave the block to the live endpoint',
    text: 'name: a',
    inputs: { secretEnvs: { B: 's' } },
    spec: { name: 'a' },
  },
];

describe('forms of a spec', () => {
  test.each(forms)('$title', ({ text, inputs, spec }) => {
    const { documents, issues } = parseText(text, inputs);
    expect({ specs: documents.map((document) => document.spec), issues }).toEqual({ specs: [spec], issues: [] });
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

  test('places', () => {
    const places = [
      ['name'],
      ['image', 'image'],
      ['image', 'command'],
      ['ports', 0],
      ['workerConfig', 'minNum'],
      ['workerConfig', 'maxNum'],
      ['envs', 1, 'key'],
      ['envs', 1, 'value'],
      ['envs', 2, 'value'],
      ['healthy'],
      ['policy', 'value'],
    ].map((path) => [path.join('.'), cut(path)]);
    expect(places).toEqual([
      ['name', 'a'],
      ['image.image', 'x'],
      ['image.command', 'x'],
      ['ports.0', '8000'],
      ['workerConfig.minNum', '1'],
      ['workerConfig.maxNum', 'workerConfig'],
      ['envs.1.key', 'B'],
      ['envs.1.value', 'secret'],
      ['envs.2.value', { input: 'secret-envs' }],
      ['healthy', 'healthy'],
      ['policy.value', ''],
    ]);
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
