/** Every link of the documents leads somewhere: to a file, and to a heading in it. */

import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { recipes } from '../../src/inputs/command-table.ts';
import { readDocuments } from './documents.ts';

const documents = readDocuments();
const pictures = globSync('docs/*.svg').sort();

function linksOf(text: string): string[] {
  const withoutCode = text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return Array.from(withoutCode.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target);
}

/** The anchors that GitHub gives to headings. */
function anchorsOf(text: string): Set<string> {
  const withoutCode = text.replaceAll(/^```[\s\S]*?^```$/gm, '');
  return new Set(
    Array.from(withoutCode.matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('there are links to check', () => {
  expect(documents.flatMap(({ text }) => linksOf(text)).length).toBeGreaterThan(60);
});

test.for(documents)('$path', ({ path, text }) => {
  const broken = linksOf(text).filter((target) => {
    if (/^https:\/\//.test(target)) return false;
    const [file = '', anchor] = target.split('#');
    const found = file === '' ? path : normalize(join(dirname(path), decodeURI(file)));
    if (found.startsWith('..') || !existsSync(found)) return true;
    if (anchor === undefined) return false;
    return statSync(found).isDirectory() || !anchorsOf(readFileSync(found, 'utf8')).has(anchor);
  });
  expect(broken).toEqual([]);
});

test('every page that a message names is there', () => {
  const pages = Array.from(recipes.values(), (message) => message.split(' ', 1)[0] ?? '');
  expect(pages.filter((path) => !existsSync(path))).toEqual([]);
});

test('every document is reached from the README', () => {
  const reached = new Set<string>();
  const follow = (path: string): void => {
    if (reached.has(path) || !path.endsWith('.md') || !existsSync(path)) return;
    reached.add(path);
    for (const target of linksOf(readFileSync(path, 'utf8')))
      if (!target.includes('://')) follow(normalize(join(dirname(path), target.split('#')[0] ?? '')));
  };
  follow('README.md');
  const ours = documents.map(({ path }) => path).filter((path) => path.startsWith('docs/'));
  expect(ours.filter((path) => !reached.has(path))).toEqual([]);
});

test('the pages are short, and the README shows its use and one picture of a screen first', () => {
  const wordsIn = (paths: readonly string[]) =>
    paths.flatMap((path) => readFileSync(path, 'utf8').split(/\s+/).filter(Boolean)).length;
  expect(wordsIn(['README.md'])).toBeLessThanOrEqual(1000);
  expect(wordsIn(['README.md', ...globSync('docs/**/*.md')])).toBeLessThanOrEqual(12_000);
  const readme = readFileSync('README.md', 'utf8');
  const [first] = readme.split('/deploy-gpu-endpoint@');
  expect(first?.split(/\s+/).length).toBeLessThan(80);
  const [, picture = ''] = /\]\((\S+\.svg)\)/.exec(readme.slice(readme.indexOf('```'))) ?? [];
  expect(Number(/ height="(\d+)"/.exec(readFileSync(picture, 'utf8'))?.[1])).toBeLessThanOrEqual(400);
});

test('every picture is shown, and once', () => {
  const shown = documents.flatMap(({ text }) => text.match(/(?<=\]\()[^)\s]*\.svg(?=\))/g) ?? []);
  expect(shown.map((path) => basename(path)).sort()).toEqual(pictures.map((path) => basename(path)));
});

test.for(pictures)('%s is a picture that a browser can draw', (path) => {
  const svg = readFileSync(path, 'utf8');
  expect(svg).toMatch(/^<svg [\s\S]* width="830"[\s\S]*white-space: pre[\s\S]*<text[\s\S]*<\/svg>\n$/);
  expect(svg).not.toMatch(/[^\P{Cc}\n]|127\.0\.0\.1/u);
  // A reader of GitHub sees no tags, fences, entities or emphasis as text.
  expect(svg).not.toMatch(/&lt;|&amp;#|```|\*\*/);
  // Characters that DejaVu Sans lacks, the font of many a Linux desktop, would be boxes.
  expect(svg).not.toMatch(/[^\n -~…–−→·×✔✘⚠▸]/u);
});
