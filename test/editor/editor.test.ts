/** What a person sees in an editor with the YAML language server: no false problem, messages that say what to write, hovers and completion. */

import { globSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LanguageServer, startLanguageServer } from './language-server.ts';

let server: LanguageServer;
beforeAll(async () => {
  server = await startLanguageServer('schema/endpoint.schema.json');
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

/** All at once: the server waits for a moment before it judges each. */
test('a valid spec has no problem', async () => {
  const whole = globSync(['examples/*.yaml', 'examples/*/endpoint.yaml'])
    .filter((path) => !path.includes('broken'))
    .map((path): [string, string] => [path, readFileSync(path, 'utf8').replace(/^# yaml-language-server.*\n/, '')]);
  const specs: [string, string][] = [
    ...whole,
    ['an image as a mapping', 'name: a\nimage: {image: "a:1", authId: c, command: x, entrypoint: /bin/x}\n'],
    ['an image from a variable', 'name: a\nimage: ghcr.io/acme/llama:${TAG}\n'],
    ['a port as a number', 'name: a\nports: [8000]\n'],
    ['a port as an item', 'name: a\nports: [{port: 8000}]\n'],
    ['a port from a variable', 'name: a\nports: ["${PORT}"]\n'],
    ['envs as a mapping', 'name: a\nenvs: {A: x, B: 1, C: true, D: 1.10}\n'],
    ['envs as items', 'name: a\nenvs: [{key: A, value: x}]\n'],
    ['products as text', 'name: a\nproducts: [SL-serverless-3, 1]\n'],
    ['a health check with a port', 'name: a\nhealthy: {path: /health, port: 8001}\n'],
    ['a number from a variable', 'name: a\nrootfsSize: ${SIZE}\n'],
    ['a CUDA version as a number', 'name: a\nworkerConfig: {cudaVersion: 12.8}\n'],
    ['a CUDA version that nobody knows yet', 'name: a\nworkerConfig: {cudaVersion: "14.0"}\n'],
    ['another policy', 'name: a\npolicy: {type: latency, value: 3}\n'],
  ];
  const found = await Promise.all(specs.map(async ([what, text]) => [what, await server.problems(text)]));
  expect(found).toEqual(specs.map(([what]) => [what, []]));
});

test('a problem says what to write', async () => {
  const specs: [string, RegExp][] = [
    ['name: a\nports: [2222]\n', /^2:9 Write a port from 1 to 65535, except 2222, 2223 and 2224/],
    ['name: a\nports: 8000\n', /^2:8 Write a list of exactly one port/],
    ['name: a\nimage: 7\n', /^2:8 Write the address of an image, or a mapping of `image`/],
    ['name: a\nenvs: A=b\n', /^2:7 Write a mapping of `NAME: text`, or a list of/],
    ['name: a\nenvs: {A: [1]}\n', /^2:11 Write a text, a number, true or false/],
    ['name: a\nproducts: [{name: x}]\n', /^2:12 Write a product ID/],
    ['name: a\npolicy: queue\n', /^2:9 Write a mapping of `type` and `value`\.$/],
    ['name: a\nworkerConfig: {minNum: 1.5}\n', /^2:24 Write a whole number without quotes/],
    ['name: a\nimage: Ghcr.io/ACME\n', /^2:8 Write the address of an image/],
    ['name: a\npolicy: {type: Queue, value: 8}\n', /^2:16 Write `queue` or `concurrency` in lower case/],
    ['name: a\nworkerConfig: {minNum: 4, maxNum: 2}\n', /^2:35 Value is below the minimum of 4/],
    ['name: a\nvolumeMounts: [{type: nfs, id: x, mountPath: /m}]\n', /Cloud storage is mounted .*add the `clusterID`/],
    ['name: a\nrootfsSize: 100 GB\n', /^2:13 Write a whole number without quotes and without a unit/],
    ['name: a\nhealthy: health\n', /^2:10 Write a path that starts with `\/`/],
    ['name: a\ntests: [{chat: a, expect: {first-token: 5}}]\n', /^2:41 Write a duration with its unit, such as/],
    ['name: a\ntests: [{get: /a, expect: {within: 5}}]\n', /^2:36 Write a duration with its unit, such as/],
    ['name: a\ncompare: {slower: 20}\n', /^2:19 Write a percentage from 10% on/],
    ['name: a\ncompare: {worse: 5}\n', /^2:18 Write a percentage from 1% on/],
    ['name: a\nworkerConf: {}\n', /^2:1 Property workerConf is not allowed/],
  ];
  const found = await Promise.all(specs.map(async ([text]) => (await server.problems(text)).join('\n')));
  for (const [index, problems] of found.entries()) {
    expect(problems, specs[index]?.[0]).toMatch(specs[index]?.[1] ?? '');
    expect(problems).not.toMatch(/does not match the pattern|Matches a schema|not allowed\.$.*schema/);
  }
});

test.for<[string, RegExp]>([
  ['na|me: a\n', /^#### name\n\nName that identifies the endpoint/],
  ['name: a\nim|age: x:1\n', /^#### image\n\nThe container image/],
  ['name: a\nworkerConfig:\n  min|Num: 1\n', /^#### workerConfig\.minNum\n\nMinimum number of workers/],
  ['name: a\npor|ts: [8000]\n', /^#### ports\n\nThe one HTTP port/],
])('a hover of %j has one title, and code as code', async ([text, expected]) => {
  const hover = await server.hover(text);
  expect(hover).toMatch(expected);
  expect(hover).not.toMatch(/\|\||\\`|Spec of a serverless/);
});

describe('completion', () => {
  const labels = async (text: string) => (await server.complete(text)).map(({ label }) => label.replaceAll('"', ''));

  test('offers every CUDA version', async () => {
    expect(await labels('name: a\nworkerConfig:\n  cudaVersion: |\n')).toEqual([
      '12.4',
      '12.6',
      '12.8',
      '12.9',
      '13.0',
    ]);
  });

  test('offers the policies with what they mean', async () => {
    const items = await server.complete('name: a\npolicy:\n  type: |\n');
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['concurrency', 'queue']));
    expect(JSON.stringify(items)).toContain('Add a worker when');
  });

  test.for<[string, string, string]>([
    ['name: a\npolicy: |', 'policy: an example', '\n  type: concurrency\n  value: 8'],
    ['name: a\nhealthy: |', 'healthy: an example', '\n  path: /health'],
  ])('at %j offers an example as it is written', async ([text, label, insertText]) => {
    expect(await server.complete(text)).toMatchObject([{ label, insertText }]);
  });

  test('offers whole specs in an empty file', async () => {
    const items = await server.complete('|');
    const spec = items.find(({ label }) => label.startsWith('endpoint: language model'));
    expect(spec?.insertText).toContain('vllm/vllm-openai');
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['name', 'image', 'workerConfig']));
  });

  test.for([
    '|',
    'name: a\nvolumeMounts: |',
    'name: a\nvolumeMounts:\n  - |\n',
    'name: a\nimage: |\n',
    'name: a\nenvs: |',
    'name: a\nports:\n  - |\n',
    'name: a\nproducts:\n  - |\n',
  ])('at %j offers nothing that only a schema says', async (text) => {
    expect((await labels(text)).filter((label) => /object\b|mapping|Spec of/.test(label))).toEqual([]);
  });
});
