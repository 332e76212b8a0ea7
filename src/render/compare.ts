/** A comparison in words: for the summary, the log, the failure of the step and the output. */

import { type JudgedTest, type Measurement, refusedTests } from '../compare/judge.ts';
import type { Rounds } from '../compare/rounds.ts';
import { DeployError } from '../errors.ts';
import type { Comparing } from '../model/compare.ts';
import type { Differences } from '../model/diff.ts';
import { codeCell, escapeCell, heading, linkCell, paragraphs, proseCell, table } from './markdown.ts';
import { formatBytes, shownDifferences } from './plan.ts';
import { comparisonMark } from './run-comment.ts';
import { formatSpeed } from './tests.ts';
import { formatShort, plural } from './text.ts';

export interface Comparison extends Rounds {
  /** Of the candidate. */
  name: string;
  comparing: Comparing;
  url: string;
  /** Production was asleep: how long it stays awake. */
  wokeForSeconds: number | undefined;
  /** How the candidate's worker started; '' where it was up. */
  start: string;
  /** Of the images of production and of the candidate, in bytes to pull; undefined where no registry says it. */
  sizes: readonly (number | undefined)[];
  differences: Differences;
  /** Of the candidate, by the hour; '' without a price. */
  cost: string;
}

const numberNames = { 'first-token': 'first token', 'tokens-per-second': 'tokens/s', total: 'total' } as const;

/** `tokens/s of chat "What is…"`. */
const subjectOf = ({ number }: Measurement, { title }: JudgedTest) => `${numberNames[number]} of ${title}`;

const times = (ratio: number) => `${ratio.toFixed(2)} ×`;

/** `1.07 × (1.02–1.13)`. */
const ratioWords = ({ ratio, low, high }: Measurement) => `${times(ratio)} (${low.toFixed(2)}–${high.toFixed(2)})`;

/** What is wrong with a test, as the end of a sentence that begins with the name of the candidate. */
function verdictWords(test: JudgedTest, { comparing: { with: production } }: Comparison): string {
  const { title, verdict, reason, answers } = test;
  if (verdict === 'test-failed') return `fails ${title} more often than ${production}: ${reason}`;
  if (verdict === 'answers-differ' && answers?.kind === 'differs')
    return `answers ${title} with "${answers.candidate}", and ${production} with "${answers.production}"`;
  const worst = worstOf(test);
  const words = worst && `${subjectOf(worst, test)} ${ratioWords(worst)}, limit ${times(worst.limit)}`;
  return `is slower than ${production}: ${words}`;
}

/** The number that is furthest beyond its limit: nothing else needs to be fixed before it. */
function worstOf({ measurements }: JudgedTest): Measurement | undefined {
  const excess = ({ ratio, limit }: Measurement) => Math.abs(Math.log(ratio / limit));
  const slower = measurements.filter(({ verdict }) => verdict === 'slower');
  return slower.sort((a, b) => excess(b) - excess(a))[0];
}

/** The failure of the step; undefined where the spec refuses nothing that was found. */
export function comparisonFailure(compared: Comparison): DeployError | undefined {
  const { name, tests, comparing } = compared;
  const refused = refusedTests(tests, comparing);
  const [first] = refused;
  if (!first) return undefined;
  const code = first.verdict as 'slower' | 'answers-differ' | 'test-failed';
  const worst = code === 'slower' && worstOf(first);
  const what = worst ? `${numberNames[worst.number]} ${times(worst.ratio)}` : `compared with ${comparing.with}`;
  const message = `${name} ${refused.map((test) => verdictWords(test, compared)).join('; ')}`;
  return new DeployError({ code, message, title: `${name}: ${code}, ${what}` });
}

const isCompared = (tests: readonly JudgedTest[]) => tests.some(({ verdict }) => verdict !== 'not-compared');

/** `llama-pr-7 is slower than llama: tokens/s of chat "…" 0.80 × (0.78–0.83), limit 0.83 ×`. */
function titleOf(compared: Comparison): string {
  const { name, tests, comparing } = compared;
  const first = refusedTests(tests, comparing)[0] ?? tests.find(({ verdict }) => verdict === 'slower');
  if (first) return `${name} ${verdictWords(first, compared)}`;
  return `${name} ${isCompared(tests) ? 'compared' : 'could not be compared'} with ${comparing.with}`;
}

/** Its heading, one table, and what the table does not say. */
export function comparisonSummary(compared: Comparison): string {
  const { name, comparing, tests, differences } = compared;
  const isSlower = tests.some(({ verdict }) => verdict === 'slower');
  const sign = refusedTests(tests, comparing).length > 0 ? '❌' : isSlower ? '⚠️' : '✅';
  const asked = Math.max(...tests.map(({ asked: { candidate } }) => candidate));
  const opening = `up to ${plural(asked, 'request')} to each, one at a time`;
  const head = [opening, `production ${codeCell(comparing.with)}`, codeCell(name), ''];
  return paragraphs([
    `${comparisonMark}\n${heading(`${sign} ${escapeCell(titleOf(compared))}`)}`,
    table(
      head,
      comparisonRows(compared).map((row) => row.map(escapeCell)),
    ),
    ...closingLines(compared).map(proseCell),
    shownDifferences(differences),
    `URL: ${linkCell(compared.url)}`,
  ]);
}

/** What is compared, of production, of the candidate, and the verdict. */
function comparisonRows(compared: Comparison): string[][] {
  const { tests, comparing, start, startMs, wokeForSeconds } = compared;
  const rows = tests.flatMap((test) => {
    const { title, verdict, reason, answers } = test;
    if (reason !== undefined) return [[title, '', '', `${reason}${verdict === 'test-failed' ? ' ❌' : ''}`]];
    const numbers = test.measurements.map((each) => {
      const { number, production, candidate } = each;
      const shown = [production, candidate].map(number === 'tokens-per-second' ? formatSpeed : formatShort);
      const sign = { fine: ' ✅', undecided: ' undecided', slower: comparing.slower === undefined ? ' ⚠️' : ' ❌' };
      return [subjectOf(each, test), ...shown, ratioWords(each) + sign[each.verdict]];
    });
    if (!answers) return numbers;
    const said = [answers.production, answers.candidate].map((shown) => {
      if (typeof shown === 'string') return `"${shown}"`;
      return shown === 1 ? 'always the same' : `${shown} different`;
    });
    const end = { equal: 'equal ✅', varies: 'vary', differs: `differ ${comparing.answers ? '❌' : '⚠️'}` };
    return [[`answers to ${title}`, ...said, end[answers.kind]], ...numbers];
  });
  const answered = startMs === undefined ? 'no right answer' : `first answer after ${formatShort(startMs)}`;
  const woken = wokeForSeconds === undefined ? 'not woken' : answered;
  const isTold = start !== '' || wokeForSeconds !== undefined;
  const started = isTold ? [['start of a worker', woken, start || 'was up', '']] : [];
  return [...sizeRows(compared), ...rows, ...started];
}

/** Of the image, which decides how long a new worker pulls. */
function sizeRows({ sizes: [production = 0, candidate = 0] }: Comparison): string[][] {
  if (production === 0 || candidate === 0) return [];
  const percent = Math.round(100 * (candidate / production - 1));
  const change = percent === 0 ? 'the same' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
  return [['size of the image', formatBytes(production), formatBytes(candidate), change]];
}

/** What would decide each number that is open, and what the comparison has cost. */
function closingLines({ name, tests, comparing, requests, wokeForSeconds, cost }: Comparison): string[] {
  const more = (comparing.requests ?? 0) < 50 ? '`requests: 50`, ' : '';
  const open = tests.flatMap((test) => {
    const undecided = test.measurements.filter(({ verdict }) => verdict === 'undecided');
    return undecided.map((each) => {
      const found = `${subjectOf(each, test)} is between ${each.low.toFixed(2)} and ${each.high.toFixed(2)} ×`;
      const asked = plural(test.asked.candidate, 'request');
      return `Undecided: ${found}, and ${asked} do not tell more. Try ${more}a longer answer, or a larger \`slower\`.`;
    });
  });
  const woken = `was woken, and is billed until it has been idle for ${wokeForSeconds} s`;
  const state = wokeForSeconds === undefined ? 'was up already' : woken;
  const production = `\`${comparing.with}\` answered ${plural(requests, 'request')} and ${state}.`;
  const costs = cost && ` Cost of \`${name}\`: ${cost}.`;
  return [...open, `One worker each: they may run on different machines. ${production}${costs}`];
}

/** For the log. */
export function comparisonLines(compared: Comparison): string[] {
  const rows = comparisonRows(compared).map(([what, production, candidate, end]) => {
    const values = [production, candidate].filter(Boolean).join(' → ');
    return `Compared: ${what}: ${[values, end].filter(Boolean).join(', ')}.`;
  });
  return [...rows, ...closingLines(compared)];
}

/** `endpoints[].compare`. */
export function comparisonOutput({ tests, comparing, requests }: Comparison): object {
  const [refused] = refusedTests(tests, comparing);
  return {
    with: comparing.with,
    verdict: refused?.verdict ?? (isCompared(tests) ? 'passed' : 'not-compared'),
    requests,
    tests: tests.map(({ title, verdict, reason, asked, answers, measurements }) => ({
      ...{ test: title, verdict, reason, requests: asked, answers: answers?.kind },
      ...Object.fromEntries(measurements.map(({ number, ...values }) => [number, values])),
    })),
  };
}
