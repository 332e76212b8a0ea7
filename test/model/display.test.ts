/** What a variable has filled is shown as `${KEY}`, and no two values are shown alike. */

import { describe, expect, test } from 'vitest';
import { displayText } from '../../src/model/display.ts';

const forms = {
  members: new Map<string, { template: string; filled: string } | 'list'>([
    [
      'image.command',
      { template: 'serve --api-key ${KEY} --len ${LEN}', filled: 'serve --api-key sk-live-12345 --len 4096' },
    ],
    ['image.image', { template: 'ghcr.io/acme/llama:${TAG}', filled: 'ghcr.io/acme/llama:v2' }],
    ['policy.value', { template: '${LEN}', filled: '4096' }],
    ['volumeMounts', 'list'],
  ]),
  variables: new Map([
    ['KEY', 'sk-live-12345'],
    ['LEN', '4096'],
    ['TAG', 'v2'],
  ]),
};

describe('a value', () => {
  test.for<[string, string, string, string]>([
    [
      'that variables have filled',
      'image.command',
      'serve --api-key sk-live-12345 --len 4096',
      'serve --api-key ${KEY} --len ${LEN}',
    ],
    [
      'of before, with another key',
      'image.command',
      'serve --api-key sk-old-99 --len 4096',
      'serve --api-key … --len ${LEN}',
    ],
    ['of before, of another form', 'image.command', 'run sk-old-99', '…'],
    ['that names the image', 'image.image', 'ghcr.io/acme/llama:v2', 'ghcr.io/acme/llama:${TAG}'],
    ['that named the image before', 'image.image', 'ghcr.io/acme/llama:v1', 'ghcr.io/acme/llama:v1'],
    ['that is a number', 'policy.value', '4096', '${LEN}'],
    ['that was a number', 'policy.value', '8', '…'],
    ['in a list', 'volumeMounts', 'local vol-4096 4096', 'local vol-4096 ${LEN}'],
    [
      'without variables, which holds one of them all the same',
      'healthy.path',
      '/health?k=sk-live-12345',
      '/health?k=${KEY}',
    ],
    ['without variables, with a short word of one', 'healthy.path', '/v2', '/v2'],
    ['with a literal `${`', 'healthy.path', '/${KEY}', '/$${KEY}'],
  ])('%s', ([, path, text, shown]) => {
    expect(displayText(forms, { path, text })).toBe(shown);
  });

  test('without any variables is shown as it is, but for `${`', () => {
    expect(['a b', 'a${KEY}'].map((text) => displayText(undefined, { path: 'image.command', text }))).toEqual([
      'a b',
      'a$${KEY}',
    ]);
  });
});
