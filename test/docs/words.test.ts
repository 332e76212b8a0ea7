/** The style of CONTRIBUTING.md, as far as a program can check it: phrases that readers stumbled over do not come back. */

import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { issueCodes } from '../../scripts/codes.ts';
import { editorJsonSchema } from '../../scripts/editor-schema.ts';
import { readMessages } from '../../scripts/messages.ts';
import { errorCodes } from '../../src/errors.ts';
import { inputNames } from '../../src/inputs.ts';
import { outputNames } from '../../src/report.ts';
import { readDocuments } from './documents.ts';

const [, list = ''] = /<!-- banned -->\n([\s\S]*)<!-- \/banned -->/.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];
const banned = Array.from(list.matchAll(/^- (.+)$/gm), ([, phrase = '']) => phrase);

/** Everything that a user can read, by where it stands. */
const texts: { place: string; text: string }[] = [
  ...readMessages().map(({ path, text }) => ({ place: `src/${path}`, text })),
  { place: 'action.yml', text: JSON.stringify(parse(readFileSync('action.yml', 'utf8'))) },
  { place: 'schema', text: JSON.stringify(editorJsonSchema()) },
  ...readDocuments()
    .filter(({ path }) => !path.startsWith('test/'))
    .map(({ path, text }) => ({ place: path, text: text.replace(/^## Style\n[\s\S]*?^## /m, '## ') })),
  ...globSync(['examples/**/*.{yml,yaml}', '.github/**/*.{yml,md}', 'schema/*.{md,json}', 'scripts/npm-readme.md']).map(
    (path) => ({ place: path, text: readFileSync(path, 'utf8') }),
  ),
];

test('the list and the texts are there', () => {
  expect(banned.length).toBeGreaterThan(30);
  expect(texts.length).toBeGreaterThan(600);
});

test.for(banned)('nobody says "%s"', (phrase) => {
  const pattern = new RegExp(`(?<![\\w-])${phrase.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'i');
  const lines = texts.flatMap(({ place, text }) => text.split('\n').map((line) => `${place}: ${line}`));
  expect(lines.filter((line) => pattern.test(line))).toEqual([]);
});

test.for(texts.filter(({ place }) => place.startsWith('src/')))('$place writes $text as the style says', ({ text }) => {
  const words = text.replaceAll(/`[^`]*`|"[^"]*"|\$\{[^}]*\}/g, '');
  expect(words).not.toMatch(/\bapi key\b|\bgithub\b(?![.:/-])|\bId of\b/);
});

describe('the documents name', () => {
  const read = (path: string) => readFileSync(path, 'utf8');
  test.for<[string, readonly string[]]>([
    ['docs/inputs.md', [...inputNames, ...outputNames]],
    ['docs/errors.md', [...Object.keys(errorCodes), ...Object.keys(issueCodes)]],
  ])('in %s all there are', ([path, names]) => {
    expect(names.filter((name) => !read(path).includes(`\`${name}\``))).toEqual([]);
  });
});

test('docs/errors.md shows an example of almost every failure reason', () => {
  const rows = readFileSync('docs/errors.md', 'utf8').split('\n');
  const bare = Object.keys(errorCodes).filter((code) =>
    rows.some((row) => row.startsWith(`| \`${code}\` |`) && !row.includes('<br>*')),
  );
  expect(bare.length).toBeLessThan(9);
  expect(bare).toContain('internal');
});
