/** Which version `v1` and npm's `latest` follow. */

import { expect, test } from 'vitest';
import { channelsOf } from '../../scripts/release/version.ts';

test.for<[string, string, string[], ReturnType<typeof channelsOf>]>([
  ['the first', '1.0.0', [], { majorTag: 'v1', npmTag: 'latest' }],
  [
    'the newest, its own tag among the others',
    '1.10.0',
    ['v1', 'v1.9.9', 'v1.10.0'],
    { majorTag: 'v1', npmTag: 'latest' },
  ],
  ['a new major', '2.0.0', ['v1', 'v1.9.0'], { majorTag: 'v2', npmTag: 'latest' }],
  ['a fix of the major before', '1.9.1', ['v1.9.0', 'v2.0.0'], { majorTag: 'v1', npmTag: 'maintenance' }],
  ['a fix of an older line', '1.8.1', ['v1.9.0', 'v1.8.0'], { majorTag: undefined, npmTag: 'maintenance' }],
  ['a prerelease', '2.0.0-rc.1', ['v1.9.0'], { majorTag: undefined, npmTag: 'next' }],
  ['a release after its prerelease', '2.0.0', ['v2.0.0-rc.1', 'v1.0.0'], { majorTag: 'v2', npmTag: 'latest' }],
  ['an older one than a prerelease', '1.9.0', ['v2.0.0-rc.1', 'nightly'], { majorTag: 'v1', npmTag: 'latest' }],
])('%s', ([, version, tags, channels]) => {
  expect(channelsOf(version, tags)).toEqual(channels);
});

test.for(['1.0', 'v1.0.0', '1.0.0+build', ''])('%j is no version', (text) => {
  expect(() => channelsOf(text, [])).toThrow('is no version');
});
