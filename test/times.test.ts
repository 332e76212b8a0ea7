/** All times stand in one table. */

import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as times from '../src/times.ts';

/** They read and write durations of users. */
const ofUsers = ['durations.ts', 'inputs/values.ts', 'render/text.ts', 'tests/answer.ts'];

const folder = new URL('../src/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && ![...ofUsers, 'times.ts'].includes(file))
  .sort();

/** What is no time: milliseconds as seconds, lengths of texts, statuses of HTTP, and everything in comments, texts and patterns. */
const noTime = [
  /\/\*[\s\S]*?\*\//g,
  /\/\/.*$/gm,
  /(?<=(?:[(,=:|&?[]|return)\s*)\/(?![/*]).+\/[gimsuy]*(?=[\s,;.)\]])/g,
  /'(?:\\.|[^'\\\n])*'/g,
  /[/*] 1000\b|\b1000 \//g,
  /\{\d+,\d+\}/g,
  /\bmaxQuote = \d+/g,
  /\bstatus [<>!=]+ \d+/g,
];

/** Numbers beside a time: what is called short, how it is rounded and padded, and the longest timer of Node. */
const besideTimes = [
  'compare/judge.ts const shown =',
  'http/answer.ts const within =',
  'render/progress.ts const line =',
  'tests/run.ts const maxTimerMs =',
];

test('no file has one of its own', () => {
  const found = files.flatMap((file) => {
    const source = readFileSync(new URL(file, folder), 'utf8');
    const code = noTime.reduce(
      (text, pattern) => text.replace(pattern, (found) => found.replace(/[^\n]/g, ' ')),
      source,
    );
    return code.split('\n').flatMap((line, index) => {
      const numbers = Array.from(line.matchAll(/(?<![\w.])\d[\d_.]*/g), ([number]) =>
        Number(number.replaceAll('_', '')),
      );
      // In a rollout, every number is one.
      const speaksOfTime = file.startsWith('rollout/') || /[a-z](?:Ms|Seconds)\b|[Tt]imeout|\bsleep\(/.test(line);
      const isTime = speaksOfTime && numbers.some((number) => number >= 5);
      return isTime ? [`${file} ${source.split('\n')[index]?.trim()}`] : [];
    });
  });
  expect(found.map((line) => besideTimes.find((known) => line.startsWith(known)) ?? line)).toEqual(besideTimes);
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
  expect(
    odd.filter(([name]) => !String(name).match(/^(?:toleratedMs|wrongAnswersMs|testRequestMs)\.|^candidateMs$/)),
  ).toEqual([]);
});
