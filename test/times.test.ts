/** All times of a rollout stand in one table. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as times from '../src/times.ts';

const folder = new URL('../src/rollout/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

/** What is no time: milliseconds as seconds, lengths of texts, statuses of HTTP, and everything in comments, texts and patterns. */
const noTime = [
  /\/\*[\s\S]*?\*\//g,
  /\/\/.*$/gm,
  /(?<=(?:[(,=:|&?[]|return)\s*)\/(?![/*]).+\/[gimsuy]*(?=[\s,;.)\]])/g,
  /'(?:\\.|[^'\\\n])*'/g,
  /[/*] 1000\b/g,
  /\{\d+,\d+\}/g,
  /\bmaxQuote = \d+/g,
  /\bstatus [<>!=]+ \d+/g,
];

test.for(files)('%s has none', (file) => {
  const source = readFileSync(new URL(file, folder), 'utf8');
  const code = noTime.reduce((text, pattern) => text.replace(pattern, (found) => found.replace(/[^\n]/g, ' ')), source);
  const lines = code.split('\n').flatMap((line, index) => {
    const isTime = [...line.matchAll(/(?<![\w.])\d[\d_.]*/g)].some(
      ([number]) => Number(number.replaceAll('_', '')) >= 5,
    );
    return isTime ? [`${file}:${index + 1} ${source.split('\n')[index]}`] : [];
  });
  expect(lines).toEqual([]);
});

test('the table holds whole milliseconds, and no more than half an hour', () => {
  const entries = Object.entries(times).flatMap(([name, value]) =>
    typeof value === 'number'
      ? [[name, value]]
      : Object.entries(value).flatMap(([part, each]) =>
          typeof each === 'number'
            ? [[`${name}.${part}`, each]]
            : Object.entries(each as object).map(([end, ms]) => [`${name}.${part}.${end}`, ms]),
        ),
  );
  const odd = entries.filter(([name, value]) => {
    if (/\.(?:share|loadShare)$|Readings$|^passes/.test(String(name))) return false;
    return !/Ms\b/.test(String(name)) || !Number.isInteger(value) || Number(value) > 1_800_000;
  });
  // Its name says it of the table, and its parts are the failures.
  expect(odd.filter(([name]) => !String(name).match(/^(?:toleratedMs|wrongAnswersMs|testRequestMs)\./))).toEqual([]);
});
