/** A comparison in words: the heading, the table and the notes of the summary, the lines of the log, the refusal, the output. */

import type { AnswersVerdict } from '../compare/answers.ts';
import { type JudgedTest, type Measurement, refusedTests } from '../compare/judge.ts';
import type { Rounds } from '../compare/rounds.ts';
import { DeployError } from '../errors.ts';
import type { Comparing } from '../model/compare.ts';
import type { Change } from '../model/diff.ts';
import { codeCell, escapeCell, heading, linkCell, paragraphs, proseCell, table } from './markdown.ts';
import { formatBytes } from './plan.ts';
import { comparisonMark } from './run-comment.ts';
import { formatSpeed } from './tests.ts';
import { formatShort, formatShown, plural } from './text.ts';

export interface Comparison extends Rounds {
  kind: 'compared';
  /** Of the candidate. */
  name: string;
  comparing: Comparing;
  url: string;
  images: Record<'production' | 'candidate', string>;
  /** Of both images in bytes, production's first; undefined where it is not known. */
  sizes: readonly (number | undefined)[];
  /** Production was asleep: how long it stays awake. */
  wokeForSeconds: number | undefined;
  /** How the candidate's worker started; '' where it was up. */
  start: string;
  /** What else differs. */
  fields: readonly Change[];
  /** Of the candidate, by the hour; '' without a price. */
  cost: string;
}

const numberNames = { 'first-token': 'first token', 'tokens-per-second': 'tokens/s', total: 'total' } as const;

/** `1.07 ×`, `0.80 ×`. */
const times = (ratio: number) => `${ratio.toFixed(2)} ×`;

/** `1.07 × (1.02–1.13)`. */
const ratioWords = ({ ratio, low, high }: Measurement) =>
  `${times(ratio)} (${low.toFixed(2)}–${Number.isFinite(high) ? high.toFixed(2) : '?'})`;

function shownNumber({ number }: Measurement, value: number): string {
  return number === 'tokens-per-second' ? formatSpeed(value) : formatShort(value);
}

/** The worst number of a slower test: nothing else needs to be fixed first. */
function slowest({ measurements }: JudgedTest): Measurement | undefined {
  const slower = measurements.filter(({ verdict }) => verdict === 'slower');
  const excess = ({ ratio, limit }: Measurement) => Math.abs(Math.log(ratio / limit));
  return slower.toSorted((a, b) => excess(b) - excess(a))[0];
}

/** What is wrong with a test, as the end of a sentence that begins with the name of the candidate. */
function refusalWords(test: JudgedTest, { comparing: { with: production } }: Comparison): string {
  const { title, verdict, reason, answers } = test;
  if (verdict === 'test-failed') return `fails ${title}, which ${production} does not: ${reason}`;
  if (answers?.kind === 'differs' && verdict === 'answers-differ')
    return `answers ${title} with "${answers.candidate}", and ${production} with "${answers.production}"`;
  const worst = slowest(test);
  const number = worst && `${numberNames[worst.number]} of ${title} ${ratioWords(worst)}, limit ${times(worst.limit)}`;
  return `is slower than ${production}: ${number}`;
}

/** The failure of the step; undefined where the spec refuses nothing that was found. */
export function refusalOf(compared: Comparison): DeployError | undefined {
  const { name, tests, comparing } = compared;
  const refused = refusedTests(tests, comparing);
  const [first] = refused;
  if (!first) return undefined;
  const code = first.verdict as 'slower' | 'answers-differ' | 'test-failed';
  const message = refused.map((test) => refusalWords(test, compared)).join('; ');
  return new DeployError({ code, message: `${name} ${message}`, title: titleOf(compared) });
}

const isCompared = (tests: readonly JudgedTest[]) => tests.some(({ verdict }) => verdict !== 'not-compared');

/** `llama-pr-7 is slower than llama: tokens/s of chat "…" 0.80 × (0.78–0.83), limit 0.83 ×`. */
function titleOf(compared: Comparison): string {
  const { name, tests, comparing } = compared;
  const first = refusedTests(tests, comparing)[0] ?? tests.find(({ verdict }) => verdict === 'slower');
  if (first) return `${name} ${refusalWords(first, compared)}`;
  return `${name} ${isCompared(tests) ? 'compared' : 'could not be compared'} with ${comparing.with}`;
}

const signs = { fine: ' ✅', slower: ' ❌', undecided: '' } as const;

/** Its heading, one table, and what the table does not say. */
export function comparisonSummary(compared: Comparison): string {
  const { name, comparing, tests } = compared;
  const isToldSlower = tests.some(({ verdict }) => verdict === 'slower');
  const sign = refusedTests(tests, comparing).length > 0 ? '❌' : isToldSlower ? '⚠️' : '✅';
  const asked = Math.max(...tests.map(({ asked: { candidate } }) => candidate));
  const head = [
    `up to ${plural(asked, 'request')} to each, one at a time`,
    `production ${codeCell(comparing.with)}`,
    codeCell(name),
    '',
  ];
  const rows = [
    imageRow(compared),
    ...tests.flatMap((test) => testRows(test, comparing)),
    startRow(compared),
    fieldRow(compared),
  ];
  return paragraphs([
    `${comparisonMark}\n${heading(`${sign} ${escapeCell(titleOf(compared))}`)}`,
    table(
      head,
      rows.filter((row) => row.length > 0),
    ),
    ...undecidedSentences(compared).map(proseCell),
    proseCell(closingWords(compared)),
    `URL: ${linkCell(compared.url)}`,
  ]);
}

function imageRow({ images, sizes }: Comparison): string[] {
  const [before, after] = sizes;
  const cell = (image: string, bytes: number | undefined) =>
    [codeCell(shortImage(image)), bytes === undefined ? '' : formatBytes(bytes)].filter(Boolean).join(' ');
  const growth = before && after ? (100 * (after - before)) / before : 0;
  const grown = before && after ? `${growth < 0 ? '−' : '+'}${Math.abs(growth).toFixed(0)} %` : '';
  return ['image', cell(images.production, before), cell(images.candidate, after), grown];
}

/** `acme/llama:1`, `acme/llama@9f8e7d…`: enough to tell two builds apart. */
function shortImage(image: string): string {
  return formatShown(image).replace(/@sha\d+:(\w{8})\w+$/, '@$1…');
}

/** The title stands in the first row of its test alone. */
function testRows(test: JudgedTest, { slower, answers }: Comparing): string[][] {
  const { title, verdict, reason, measurements } = test;
  const name = escapeCell(title);
  if (reason !== undefined) return [[name, '', '', `${escapeCell(reason)}${verdict === 'test-failed' ? ' ❌' : ''}`]];
  const said = test.answers ? [['answers', ...answerCells(test.answers, answers)]] : [];
  const numbers = measurements.map((each) => {
    const sign = each.verdict === 'slower' && slower === undefined ? ' ⚠️' : signs[each.verdict];
    const [theirs, ours] = [shownNumber(each, each.production), shownNumber(each, each.candidate)];
    return [numberNames[each.number], theirs, ours, `${ratioWords(each)}${sign}`];
  });
  return [...said, ...numbers].map(([what = '', ...cells], index) => [
    index === 0 ? `${name}: ${what}` : what,
    ...cells,
  ]);
}

function answerCells(answers: AnswersVerdict, rule: Comparing['answers']): string[] {
  if (answers.kind === 'differs') {
    const sign = rule === 'same' ? '❌' : '⚠️';
    return [escapeCell(`"${answers.production}"`), escapeCell(`"${answers.candidate}"`), `differ ${sign}`];
  }
  const count = (different: number) => (different === 1 ? 'always the same' : `${different} different`);
  return [count(answers.production), count(answers.candidate), answers.kind === 'equal' ? 'equal ✅' : 'vary'];
}

function startRow({ start, startMs, wokeForSeconds }: Comparison): string[] {
  const production = wokeForSeconds === undefined ? 'not woken' : `first answer after ${formatShort(startMs ?? 0)}`;
  return start === '' && wokeForSeconds === undefined ? [] : ['start of a worker', production, start || 'was up', ''];
}

function fieldRow({ fields }: Comparison): string[] {
  const values = (side: 'from' | 'to') =>
    fields.map((change) => {
      const isAbsent = change.kind === (side === 'from' ? 'add' : 'remove');
      const value = change.secret && !isAbsent ? 'not shown' : formatShown(change[side]);
      return `${codeCell(formatShown(change.member))} ${escapeCell(value)}`;
    });
  return fields.length === 0 ? [] : ['fields', values('from').join('<br>'), values('to').join('<br>'), ''];
}

/** What would decide, for each number that is open. */
function undecidedSentences({ tests, comparing: { requests = 0 } }: Comparison): string[] {
  return tests.flatMap(({ title, asked, measurements }) =>
    measurements.flatMap(({ number, verdict, low, high }) => {
      if (verdict !== 'undecided') return [];
      const between = `between ${low.toFixed(2)} and ${Number.isFinite(high) ? high.toFixed(2) : '?'} ×`;
      return `Undecided: ${numberNames[number]} of ${title} is ${between}, and ${plural(asked.candidate, 'request')} do not tell more. Try ${requests < 50 ? '`requests: 50`, ' : ''}a longer answer, or a larger \`slower\`.`;
    }),
  );
}

function closingWords({ name, comparing: { with: production }, requests, wokeForSeconds, cost }: Comparison): string {
  const state =
    wokeForSeconds === undefined
      ? 'was up already'
      : `was woken, and is billed until it has been idle for ${wokeForSeconds} s`;
  return `One worker each: they may run on different machines. \`${production}\` answered ${plural(requests, 'request')} and ${state}.${cost && ` Cost of \`${name}\`: ${cost}.`}`;
}

/** For the log. */
export function comparisonLines(compared: Comparison): string[] {
  const lines = compared.tests.flatMap(({ title, reason, answers, measurements }) => {
    if (reason !== undefined) return [`Compared: ${title}: ${reason}.`];
    const said =
      answers?.kind === 'differs'
        ? 'answers differ, '
        : answers
          ? `answers ${answers.kind === 'equal' ? 'equal' : 'vary'}, `
          : '';
    const numbers = measurements.map((each) => {
      const values = `${shownNumber(each, each.production)} → ${shownNumber(each, each.candidate)}`;
      return `${numberNames[each.number]} ${values}, ${ratioWords(each)} ${each.verdict}`;
    });
    return [`Compared: ${title}: ${said}${numbers.join('; ') || 'no number to compare'}.`];
  });
  return [...lines, ...undecidedSentences(compared), closingWords(compared)];
}

/** `endpoints[].compare`. */
export function comparisonOutput({ tests, comparing, requests }: Comparison): object {
  const [refused] = refusedTests(tests, comparing);
  const rounded = (value: number) => (Number.isFinite(value) ? Number(value.toPrecision(4)) : null);
  const numbers = ({ measurements }: JudgedTest) =>
    measurements.map(({ number, verdict, ...values }) => [
      number,
      { ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, rounded(value)])), verdict },
    ]);
  return {
    with: comparing.with,
    verdict: refused?.verdict ?? (isCompared(tests) ? 'passed' : 'not-compared'),
    requests,
    tests: tests.map((test) => ({
      test: test.title,
      verdict: test.verdict,
      ...(test.reason !== undefined && { reason: test.reason }),
      requests: test.asked,
      ...(test.answers && { answers: test.answers.kind }),
      ...Object.fromEntries(numbers(test)),
    })),
  };
}
