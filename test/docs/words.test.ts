/** The style of CONTRIBUTING.md, as far as a program can check it: phrases that readers stumbled over do not come back. */

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { editorJsonSchema } from '../../scripts/editor-schema.ts';
import { readMessages } from '../../scripts/messages.ts';
import { errorCodes } from '../../src/errors.ts';
import { inputNames } from '../../src/inputs/inputs.ts';
import { outputNames } from '../../src/report.ts';
import { readDocuments } from './documents.ts';

/** Phrases that confused readers. */
const banned = [
  'a key that is taken out leaves',
  'do not belong into',
  'does it all the same',
  'all the same',
  'goes before it',
  'least of all',
  'has to go',
  'looked for and is not listed',
  'looked for and not found',
  'found no connection',
  'goes on to be',
  'goes on from',
  'it has been so for',
  'What concerns',
  'this is no workflow',
  'of this very name',
  'does not come up',
  'it does not know it',
  'its name is its own',
  'Not come to',
  'could not look',
  'Take the change back',
  'has the last word',
  'really serves',
  'hands its URL',
  'Look whether',
  'looking whether',
  'nobody knows',
  'somebody',
  'anybody',
  'may be left out',
  'Where it is left out',
  'did not make it go',
  'so that nobody',
  'stands in the',
  'is asked for it',
  'not told before',
  'gives way',
  'as it was asked',
  'allowed is',
  'allowed are',
  'misspelt',
  'under `with:`',
];

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

test('the texts are there', () => {
  expect(texts.length).toBeGreaterThan(600);
});

test('no text has a phrase that confused readers', () => {
  const pattern = new RegExp(
    `(?<![\\w-])(?:${banned.map((phrase) => RegExp.escape(phrase)).join('|')})(?![\\w-])`,
    'i',
  );
  const lines = texts.flatMap(({ place, text }) => text.split('\n').map((line) => `${place}: ${line}`));
  expect(lines.filter((line) => pattern.test(line))).toEqual([]);
});

test('every message writes names as the style says', () => {
  const messages = texts.filter(({ place }) => place.startsWith('src/'));
  const withoutQuotes = (text: string) => text.replaceAll(/`[^`]*`|"[^"]*"|\$\{[^}]*\}/g, '');
  const isWrong = (text: string) => /\bapi key\b|\bgithub\b(?![.:/-])|\bId of\b/.test(withoutQuotes(text));
  expect(messages.filter(({ text }) => isWrong(text))).toEqual([]);
});

test('docs/inputs.md names every input and output', () => {
  const page = readFileSync('docs/inputs.md', 'utf8');
  expect([...inputNames, ...outputNames].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('docs/errors.md has a heading for every code that has several causes, in alphabetical order', () => {
  const headings = readFileSync('docs/errors.md', 'utf8').matchAll(/^### (.*)$/gm);
  const explained = Object.entries(errorCodes).flatMap(([code, { isExplained }]) => (isExplained ? code : []));
  expect(Array.from(headings, ([, code]) => code)).toEqual(explained.sort());
});
