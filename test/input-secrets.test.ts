/** Secrets of inputs are known before the inputs are read, so that a refused one is not told. */

import { expect, test } from 'vitest';
import { declaredSecrets } from '../src/input-secrets.ts';

test.for<[string, Readonly<Record<string, string>>, string[]]>([
  ['nothing', {}, []],
  ['a key', { 'api-key': ' sk-1 ' }, ['api-key: sk-1']],
  ['a key with a word before it', { 'api-key': 'Bearer sk-1' }, ['api-key: Bearer sk-1', 'api-key: sk-1']],
  ['a key in quotes', { 'github-token': '"ghs_1"' }, ['github-token: "ghs_1"', 'github-token: ghs_1']],
  ['an address', { 'base-url': 'https://api.example.com' }, []],
  [
    'an address with a password',
    { 'base-url': 'https://me:p@ss/w@api.example.com' },
    ['base-url: me:p@ss/w', 'base-url: p@ss/w'],
  ],
  ['an address with a name', { 'base-url': 'ftp://token@api.example.com' }, ['base-url: token', 'base-url: token']],
  ['pairs', { 'secret-envs': 'A=1\nB<<END\nx\ny\nEND' }, ['secret-envs A: 1', 'secret-envs B: x\ny']],
  [
    'lines that are no pairs',
    { 'secret-envs': 'A=1\n{"private": "key"}' },
    ['secret-envs, line 1: A=1', 'secret-envs, line 1: 1', 'secret-envs, line 2: {"private": "key"}'],
  ],
])('of %s', ([, raw, expected]) => {
  expect(declaredSecrets((name) => raw[name] ?? '').map(({ name, value }) => `${name}: ${value}`)).toEqual(expected);
});
