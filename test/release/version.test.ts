/** Which version `v1` and npm's `latest` follow, and a changelog in the form that the release reads. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseChangelog } from '../../scripts/release/changelog.ts';
import { channelsOf } from '../../scripts/release/version.ts';

test.for<[string, string, string[], ReturnType<typeof channelsOf>]>([
  ['the first', '1.0.0', [], { majorTag: 'v1', npmTag: 'latest' }],
  ['the newest, its tag among others', '1.10.0', ['v1', 'v1.9.9', 'v1.10.0'], { majorTag: 'v1', npmTag: 'latest' }],
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

test('sections have a title, a date and their text, without the links at the end', () => {
  const markdown =
    '# Changelog\n\nWords.\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-30\n\n### Added\n\n- A.\n\n## [1.2.0-rc.1] - 2026-11-01\n\n- B.\n\n[Unreleased]: https://a/b\n[1.2.0]: https://a/c\n';
  expect(parseChangelog(markdown)).toEqual([
    { title: 'Unreleased', date: undefined, text: '' },
    { title: '1.2.0', date: '2026-11-30', text: '### Added\n\n- A.' },
    { title: '1.2.0-rc.1', date: '2026-11-01', text: '- B.' },
  ]);
});

test.for([
  '## 1.0.0',
  '## [1.0.0]',
  '## [1.0.0] (2026-11-30)',
  '## [Unreleased] - 2026-11-30',
  '## [1.0] - 2026-11-30',
])('the heading %s is refused', (heading) => {
  expect(() => parseChangelog(`# Changelog\n\n${heading}\n\n- A.\n`)).toThrow('is not of the form');
});

test('that of the project starts with what is not released, and goes from new to old', () => {
  const [first, ...released] = parseChangelog(readFileSync('CHANGELOG.md', 'utf8'));
  expect(first?.title).toBe('Unreleased');
  const dates = released.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().reverse());
});
