/** "Did you mean", for every kind of word that is asked for. */

import { expect, test } from 'vitest';
import { isTypo } from '../src/account/typo.ts';
import { nearest } from '../src/nearest.ts';

const keys = ['name', 'appName', 'image', 'ports', 'envs', 'workerConfig', 'volumeMounts', 'healthy', 'requestTimeout'];
const inputs = ['spec', 'wait', 'wait-timeout', 'github-token', 'secret-envs', 'preview', 'approved-plan', 'allow'];
const tags = ['1.2.3', 'v1.2.4', 'v1.2.5', 'latest', 'llama-2024.1', 'sha-fedc987'];

test.for<[what: string, word: string, known: readonly string[], meant: readonly string[]]>([
  ['a letter too few', 'nam', keys, ['name']],
  ['two letters in each other’s place', 'naem', keys, ['name']],
  ['capitals', 'APPNAME', keys, ['appName']],
  ['underscores', 'worker_config', keys, ['workerConfig']],
  ['hyphens', 'volume-mounts', keys, ['volumeMounts']],
  ['a plural', 'specs', inputs, ['spec']],
  ['a singular', 'port', keys, ['ports']],
  ['the closest first', 'v1.2.3', tags, ['1.2.3', 'v1.2.4', 'v1.2.5']],
  ['a part of it', 'token', inputs, ['github-token']],
  ['a tag with something around it', 'llama', tags, ['llama-2024.1']],
  ['a word that it contains', 'imageName', keys, []],
  ['nothing like it', 'gpuCount', keys, []],
  ['a hash that is another', 'sha-0123abc', tags, []],
  ['three letters in common at the start', 'maxSpeed', ['maxNum', 'maxConcurrent'], []],
  ['short words differ by one letter at most', 'abc', ['axy', 'abx'], ['abx']],
  ['nothing', '', keys, []],
  ['nothing known', 'name', [], []],
])('%s: %s', ([, word, known, meant]) => {
  expect(nearest(word, known)).toEqual(meant);
});

test.for<[word: string, known: string, expected: boolean]>([
  ['lama', 'llama', true],
  ['Llama', 'llama', true],
  ['llama_chat', 'llama-chat', true],
  ['llamachat', 'llama-chat', true],
  ['lama-chat', 'llama-chat', true],
  ['llama-chta', 'llama-chat', true],
  ['whipser', 'whisper', true],
  ['wihspre', 'whisper', false],
  ['wisperr', 'whisper', true],
  ['sedeed', 'seeded', true],
  ['llama-prd', 'llama-prod', true],
  ['llama-encoder', 'llama-decoder', false],
  ['llama3.1', 'llama3.3', false],
  ['embeddings-api', 'embedings-api', true],
  ['llama', 'llama-2', false],
  ['llama-1', 'llama-2', false],
  ['fleet1', 'fleet2', false],
  ['llama-pr-12', 'llama-pr-13', false],
  ['llama-eu', 'llama-us', false],
  ['llama', 'llama-staging', false],
  ['llama-prod', 'llama-staging', false],
  ['a', 'b', false],
])('%s is %s with a typing mistake: %s', ([word, known, expected]) => {
  expect(isTypo(word, known)).toBe(expected);
});
