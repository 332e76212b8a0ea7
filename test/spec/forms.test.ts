/** What people write by hand, and the one form that comes out of it. */
import { describe, expect, test } from 'vitest';
import { type Inputs, parseOne, parseText } from './reading.ts';

const env = (text: string) => text.split(' ').map((pair) => ({ key: pair.split('=')[0], value: pair.split('=')[1] }));
const image = (reference: string, more = {}) => ({ image: { image: reference, ...more } });
const envsOfAll =
  'envs:\n  Z: true\n  B: 1.10\n  C: 0x1F\n  D: no\n  E: "1"\n  F: ""\n  1: 0.0\n  G: |\n    two\n    lines\n';
const disks = 'volumeMounts:\n  - {type: local, size: 50, mountPath: /a}\n  - {type: network, id: v, mountPath: /b}\n';
const disk = { type: 'local', size: 50, mountPath: '/a' };
const emptyBlocks = 'workerConfig: {}\nenvs: {}\nvolumeMounts: []\nproducts: []\nimage: {}';
const aliases = 'name: &n a\nappName: *n\nhealthy: &h {path: /}\nregionId: *n\n';
const unread = 'name: ${A}-$${A}\nclusterID: "x:${TAG}"\nenvs: {B: "${A}${A}", C: $a, D: "$$$${A}"}';
const unreadSpec = { name: '${TAG}-${A}', clusterID: 'x:"]: {', envs: env('B=${TAG}${TAG} C=$a D=$$${A}') };
const numbers =
  'name: ${N}\nworkerConfig: {maxNum: "${N}", cudaVersion: "${N}"}\nports: ["${P}"]\nproducts: ["${N}"]\nenvs: {N: "${N}"}\n';
const numbersSpec = {
  name: '7',
  workerConfig: { maxNum: 7, cudaVersion: '7' },
  ports: [8000],
  products: ['7'],
  envs: env('N=7'),
};

/** Below `name: a`, where the spec has no name of its own. */
const forms: readonly (readonly [text: string, spec: object, inputs?: Inputs])[] = [
  ['', {}],
  ['{"name": "a", "ports": [8000]}', { name: 'a', ports: [8000] }],
  ['ports: [8000]', { ports: [8000] }],
  ['ports: ["8000"]', { ports: [8000] }],
  ['ports:\n  - port: 8000', { ports: [8000] }],
  ['ports: [{port: "8000"}]', { ports: [8000] }],
  ['ports: [0x1F40]\nrootfsSize: 0o17', { ports: [8000], rootfsSize: 15 }],
  ['rootfsSize: 017\nworkerConfig: {maxNum: 1e1}', { rootfsSize: 17, workerConfig: { maxNum: 10 } }],
  ['image: repo/x:1', image('repo/x:1')],
  ['image: {image: x:1, authId: "", command: -p 8}', image('x:1', { authId: '', command: '-p 8' })],
  ['image: {image: x:1, entrypoint: /bin/sh}', image('x:1', { entrypoint: '/bin/sh' })],
  ['products: [1, "2", SL-3, {id: 4}, {id: SL-5}]', { products: ['1', '2', 'SL-3', '4', 'SL-5'] }],
  ['workerConfig: {cudaVersion: 13.0}', { workerConfig: { cudaVersion: '13.0' } }],
  [envsOfAll, { envs: env('1=0.0 B=1.10 C=0x1F D=no E=1 F= G=two\nlines\n Z=true') }],
  ['envs:\n  - {key: Z, value: 1.10}\n  - {key: B, value: false}\n', { envs: env('Z=1.10 B=false') }],
  ['healthy: /health', { healthy: { path: '/health' } }],
  ['healthy: {path: /, port: 0}', { healthy: { path: '/', port: 0 } }],
  [`clusterID: c\n${disks}`, { clusterID: 'c', volumeMounts: [disk, { type: 'network', id: 'v', mountPath: '/b' }] }],
  [emptyBlocks, { workerConfig: {}, envs: [], volumeMounts: [], products: [], image: {} }],
  [aliases, { name: 'a', appName: 'a', healthy: { path: '/' }, regionId: 'a' }],
  ['name: !!str 1\nports: !!seq [!!int 8000]', { name: '1', ports: [8000] }],
  ['\ufeffname: a\r\nenvs:\r\n  A: |\r\n    x\r\n    y\r\n', { name: 'a', envs: env('A=x\ny\n') }],
  ['name:\ta\t# c\nports:\t[8000]', { name: 'a', ports: [8000] }],
  // Variables fill in once and are never read as YAML; a whole one is a number where one is wanted.
  [unread, unreadSpec, { variables: { A: '${TAG}', TAG: '"]: {' } }],
  [numbers, numbersSpec, { variables: { N: '7', P: '8000' } }],
  ['envs: [{key: "$${A}", value: b}]', { envs: env('${A}=b') }],
  ['rootfsSize: 100', { name: 'b', rootfsSize: 100 }, { name: 'b' }],
  ['name: a', { name: 'b' }, { name: 'b' }],
  ['', image('x:2'), { image: 'x:2' }],
  ['image: x:1', image('x:2'), { image: 'x:2' }],
  ['image: {image: x:1, authId: c}', image('x:2', { authId: 'c' }), { image: 'x:2' }],
  ['name: a', { name: 'x:${A}' }, { name: 'x:${A}', variables: { A: '1' } }],
  ['envs: {A: 1, B: 2}', { envs: env('A=1 B=s C=t') }, { secretEnvs: { B: 's', C: 't' } }],
  ['envs: [{key: B, value: 2}, {key: A, value: 1}]', { envs: env('B=s A=1') }, { secretEnvs: { B: 's' } }],
  // The block stays that of the live endpoint.
  ['', {}, { secretEnvs: { B: 's' } }],
];

describe('forms of a spec', () => {
  test.for(forms)('%j', ([text, spec, inputs]) => {
    const { documents, issues } = parseText('name' in spec ? text : `name: a\n${text}`, inputs);
    const specs = documents.map((document) => document.spec);
    const isTwice = inputs?.secretEnvs && text.includes('B');
    const told = isTwice ? [expect.objectContaining({ severity: 'notice', path: ['envs', expect.anything()] })] : [];
    expect({ specs, issues }).toEqual({ specs: [{ name: 'a', ...spec }], issues: told });
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
  const envs = 'envs:\n  B: secret\n  A: |\n    two\n    lines\n';
  const text = `name: a\nimage: x\nports:\n  - 8000\nworkerConfig:\n  minNum: 1\n${envs}healthy:\n`;
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

  test('values of the file that must be masked', () => {
    expect(document.secretValues).toEqual(['secret', 'two\nlines\n']);
  });
});
