/** The changelog is in the form that the release reads. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseChangelog } from '../../scripts/release/changelog.ts';

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
