/** A comparison in words: for the summary, the log, the failure of the step and the output. */

import { areRight, gains, isAnswered, isRefused, losses, pairsOf, type Row, rowName, sides } from '../compare/judge.ts';
import { percentile } from '../compare/ratio.ts';
import type { Rounds } from '../compare/rounds.ts';
import { DeployError } from '../errors.ts';
import { type Comparing, isGate } from '../model/compare.ts';
import type { Differences } from '../model/diff.ts';
import { codeCell, escapeCell, heading, linkCell, paragraphs, proseCell, table } from './markdown.ts';
import { formatBytes, shownDifferences } from './plan.ts';
import { comparisonMark } from './run-comment.ts';
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
  /** Healthy workers of production, before and after. */
  workers: readonly [before: number, after: number];
  /** Of the images of production and of the candidate, in bytes to pull; undefined where no registry says it. */
  sizes: readonly (number | undefined)[];
  differences: Differences;
  /** Of the candidate, by the hour; '' without a price. */
  cost: string;
}

const verdictWords = {
  ...{ worse: 'is worse than', 'answers-differ': 'answers otherwise than', slower: 'is slower than' },
  ...{ 'not-compared': 'could not be compared with', undecided: 'compared with', fine: 'compared with' },
} as const;

/** `first token of chat "What is…": 0.4 s → 0.6 s, 1.52 × (1.40–1.60), limit 1.20 ×`. */
function lineOf([what = '', production = '', candidate = '', words = '']: readonly string[]): string {
  return `${what}: ${[[production, candidate].filter(Boolean).join(' → '), words].filter(Boolean).join(', ')}`;
}

/** The row that the verdict is of; undefined where all are fine, or not decided. */
const decidingRow = ({ judged: { verdict, rows } }: Comparison): Row | undefined =>
  verdict === 'undecided' || verdict === 'fine' ? undefined : rows.find((row) => row.verdict === verdict);

/** What was found, as a sentence without its full stop. */
function headline(compared: Comparison): string {
  const { name, judged, comparing } = compared;
  const row = decidingRow(compared);
  return `${name} ${verdictWords[judged.verdict]} ${comparing.with}${row ? `: ${lineOf([rowName(row), ...row.shown])}` : ''}`;
}

/** The failure of the step; undefined where the spec refuses nothing that was found. */
export function comparisonFailure(compared: Comparison): DeployError | undefined {
  const { name, judged, comparing } = compared;
  const code = judged.verdict as 'worse' | 'slower' | 'answers-differ';
  const row = decidingRow(compared);
  if (!row || !isRefused(code, comparing)) return undefined;
  return new DeployError({
    code,
    message: headline(compared),
    title: `${name}: ${code}, ${rowName(row)} ${row.shown[2]}`,
  });
}

/** Why a candidate does not pass, although nothing is wrong with it; '' where it does. */
export function whyUnjudged(compared: Comparison): string {
  const isOpen = isGate(compared.comparing) && compared.judged.verdict === 'not-compared';
  return isOpen ? (decidingRow(compared)?.shown[2] ?? 'nothing was asked') : '';
}

/** Production that often does not answer is not what a candidate should be compared with; '' where it does. */
export function lossOfProduction({ judged, comparing }: Comparison): string {
  const pairs = pairsOf(judged.groups);
  const failed = pairs.filter(({ production }) => !isAnswered(production));
  if (failed.length <= pairs.length / 10) return '';
  return `${comparing.with} failed ${failed.length} of ${pairs.length} requests: ${failed[0]?.production.fault}`;
}

/** Its heading, one table, what the table does not say, and a picture. */
export function comparisonSummary(compared: Comparison): string {
  const { name, comparing, judged, differences } = compared;
  const found = judged.rows.flatMap(({ verdict }) => verdict || []);
  const open = found.filter((verdict) => verdict === 'undecided').length;
  const isTold = found.some((verdict) => verdict !== 'fine' && verdict !== 'undecided') || lossOfProduction(compared);
  const sign = isRefused(judged.verdict, comparing) ? '❌' : isTold ? '⚠️' : open > 0 ? '❔' : '✅';
  const decided = open > 0 ? `. ${open} of ${found.length} rows not decided` : '';
  const asked = Math.max(0, ...judged.groups.map(({ pairs }) => pairs.length));
  const opening = comparing.prompts
    ? `${asked} of ${plural(judged.groups[0]?.planned ?? 0, 'prompt')}, each once to both`
    : `up to ${plural(asked, 'request')} to each, one at a time`;
  return paragraphs([
    `${comparisonMark}\n${heading(`${sign} ${escapeCell(headline(compared) + decided)}`)}`,
    table(
      [opening, `production ${codeCell(comparing.with)}`, codeCell(name), ''],
      shownRows(compared).map((row) => row.map(escapeCell)),
    ),
    ...closingLines(compared).map(proseCell),
    shownDifferences(differences),
    percentilesPicture(compared),
    `URL: ${linkCell(compared.url)}`,
  ]);
}

/** Of a candidate that no verdict lets through. */
export function notComparedSummary(
  sign: string,
  { name, url, message, hint }: Record<'name' | 'url' | 'message' | 'hint', string>,
): string {
  const title = heading(`${sign} ${escapeCell(`${name}: not compared`)}`);
  return paragraphs([title, proseCell(`${message} ${hint}`), `URL: ${linkCell(url)}`]);
}

function shownRows({ judged, comparing, start, startMs, wokeForSeconds, sizes }: Comparison): string[][] {
  const signs = { '': '', 'not-compared': '', fine: '✅', undecided: '❔' };
  const signOf = ({ verdict }: Row) =>
    verdict in signs ? signs[verdict as keyof typeof signs] : isRefused(verdict, comparing) ? '❌' : '⚠️';
  const answered = startMs === undefined ? 'no right answer' : `first answer after ${formatShort(startMs)}`;
  const woken = wokeForSeconds === undefined ? 'not woken' : answered;
  const [theirs = 0, ours = 0] = sizes;
  const percent = Math.round(100 * (ours / theirs - 1));
  const change = percent === 0 ? 'the same' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
  return [
    ...(theirs > 0 && ours > 0 ? [['size of the image', formatBytes(theirs), formatBytes(ours), change]] : []),
    ...judged.rows.map((row) => [rowName(row), row.shown[0], row.shown[1], `${row.shown[2]} ${signOf(row)}`.trim()]),
    ...(start !== '' || wokeForSeconds !== undefined ? [['start of a worker', woken, start || 'was up', '']] : []),
  ];
}

/** Whole answers by percentile, as GitHub draws it; '' for several tests, and for fewer answers than a line has points. */
function percentilesPicture({ judged }: Comparison): string {
  const both = pairsOf(judged.groups).filter(areRight);
  const shares = Array.from({ length: 20 }, (_, index) => (index + 1) / 20);
  if (judged.groups.length !== 1 || both.length < shares.length) return '';
  const lines = sides.map((side) => {
    const seconds = both.map((pair) => (pair[side].totalMs ?? 0) / 1000);
    return `  line [${shares.map((share) => threeDigits(percentile(seconds, share))).join(', ')}]`;
  });
  const summary = '<summary>Whole answers in seconds, by percentile: production, then the candidate</summary>';
  const chart = ['```mermaid', 'xychart-beta', '  x-axis 5 --> 100', ...lines, '```'];
  return [`<details>${summary}`, '', ...chart, '', '</details>'].join('\n');
}

/** What was lost, what would decide each row that is open, and what the comparison has cost. */
function closingLines(compared: Comparison): string[] {
  const { name, judged, comparing, requests, wokeForSeconds, cost, workers } = compared;
  const pairs = pairsOf(judged.groups);
  const lost = losses(pairs).map(({ question, candidate }) => `[${question.title}] ${candidate.fault}`);
  const gained = gains(pairs).map(({ question }) => `[${question.title}]`);
  const loss = lossOfProduction(compared);
  const ran = Math.max(...workers) > 1 ? `, on ${[...new Set(workers)].join(' to ')} workers` : '';
  const woken = `was woken, and is billed until it has been idle for ${wokeForSeconds} s`;
  const production = `\`${comparing.with}\` answered ${plural(requests, 'request')}${ran}, and ${wokeForSeconds === undefined ? 'was up already' : woken}.`;
  const lines: (string | false)[] = [
    lost.length > 0 && `Lost: ${[...new Set(lost)].slice(0, 3).join('; ')}.`,
    gained.length > 0 && `Gained: ${[...new Set(gained)].slice(0, 5).join(', ')}.`,
    ...judged.rows.map((row) => row.note && `${lineOf([rowName(row), ...row.shown])}. ${row.note}`),
    loss && `Warning: ${loss}.`,
    `The two may run on different machines. ${production}${cost && ` Cost of \`${name}\`: ${cost}.`}`,
  ];
  return lines.flatMap((line) => line || []);
}

/** For the log. */
export function comparisonLines(compared: Comparison): string[] {
  return [...shownRows(compared).map((row) => `Compared: ${lineOf(row)}.`), ...closingLines(compared)];
}

const threeDigits = (value: number) => Number(value.toPrecision(3));

/** `endpoints[].compare`: numbers of three digits, and no text of an answer. */
export function comparisonOutput({ judged, comparing, requests }: Comparison): object {
  const pairs = pairsOf(judged.groups);
  const { set } = comparing;
  const short = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? threeDigits(value) : value;
  const column = (number: 'firstTokenMs' | 'tokenMs' | 'totalMs' | 'tokens') =>
    sides.map((side) => pairs.map((pair) => pair[side][number] ?? null));
  const samples = set && {
    prompts: { file: set.file, sha256: set.sha256, asked: pairs.length, of: set.prompts.length },
    samples: {
      line: pairs.map(({ question }) => question.line),
      right: pairs.map((pair) => sides.map((side) => (pair[side].fault === '' ? '1' : '0')).join('')),
      ...{ firstTokenMs: column('firstTokenMs'), tokenMs: column('tokenMs') },
      ...{ totalMs: column('totalMs'), tokens: column('tokens') },
    },
  };
  const measurements = judged.rows.flatMap(({ key: what, title: test, verdict, numbers, shown: [, , reason] }) =>
    verdict === '' ? [] : [{ what, test, verdict, ...(verdict === 'not-compared' ? { reason } : numbers) }],
  );
  const verdict = judged.verdict === 'fine' ? 'passed' : judged.verdict;
  const output = { with: comparing.with, verdict, requests, asked: pairs.length, measurements, ...samples };
  return JSON.parse(JSON.stringify(output, short));
}
