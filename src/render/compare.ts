/** A comparison in words: for the summary, the log, the failure of the step and the output. */

import { areRight, isAnswered, isRefused, type Row, rowName, sides, tally, verdicts } from '../compare/judge.ts';
import { percentile } from '../compare/ratio.ts';
import type { Rounds } from '../compare/rounds.ts';
import { DeployError } from '../errors.ts';
import { type Comparing, isGate } from '../model/compare.ts';
import type { Differences } from '../model/diff.ts';
import { codeCell, escapeCell, heading, linkCell, paragraphs, proseCell, table } from './markdown.ts';
import { shownDifferences } from './plan.ts';
import { comparisonMark } from './run-comment.ts';
import { plural } from './text.ts';

export interface Comparison extends Rounds {
  /** Of the candidate. */
  name: string;
  comparing: Comparing;
  url: string;
  /** Production was asleep: how long it stays awake. */
  wokeForSeconds: number | undefined;
  /** Healthy ones of production, before and after. */
  workers: readonly number[];
  differences: Differences;
  /** Of the candidate, by the hour; '' without a price. */
  cost: string;
}

/** `first token of chat "What is…": 0.4 s → 0.6 s, 1.52 × (1.40–1.60), limit 1.20 ×`. */
function lineOf(row: Row): string {
  const [production, candidate, words] = row.shown;
  return `${rowName(row)}: ${[[production, candidate].filter(Boolean).join(' → '), words].filter(Boolean).join(', ')}`;
}

/** What was found, as a sentence without its full stop; without a row where all are fine, or not decided. */
function headline({ name, judged: { verdict, row }, comparing }: Comparison): string {
  const isOpen = verdict === 'undecided' || verdict === 'fine';
  return `${name} ${verdicts[verdict][0]} ${comparing.with}${isOpen || !row ? '' : `: ${lineOf(row)}`}`;
}

/** The failure of the step; undefined where the spec refuses nothing that was found. */
export function comparisonFailure(compared: Comparison): DeployError | undefined {
  const { verdict, row, isRefused } = compared.judged;
  if (!isRefused || !row) return undefined;
  const code = verdict as 'worse' | 'slower' | 'answers-differ';
  const title = `${compared.name}: ${code}, ${rowName(row)} ${row.shown[2]}`;
  return new DeployError({ code, message: headline(compared), title });
}

/** Why a candidate does not pass, although nothing is wrong with it; '' where it does. */
export function whyUnjudged({ comparing, judged: { verdict, row } }: Comparison): string {
  return isGate(comparing) && verdict === 'not-compared' ? (row?.shown[2] ?? 'nothing was asked') : '';
}

/** Production that often does not answer is not what a candidate should be compared with; '' where it does. */
export function lossOfProduction({ judged: { pairs }, comparing }: Comparison): string {
  const failed = pairs.filter(({ production }) => !isAnswered(production));
  if (failed.length <= pairs.length / 10) return '';
  return `${comparing.with} failed ${failed.length} of ${pairs.length} requests: ${failed[0]?.production.fault}`;
}

/** Its heading, one table, what the table does not say, and a picture. */
export function comparisonSummary(compared: Comparison): string {
  const { name, comparing, judged, differences } = compared;
  const { rows, groups, pairs } = judged;
  const open = rows.filter(({ verdict }) => verdict === 'undecided').length;
  const ofAll = rows.filter(({ verdict }) => verdict !== '').length;
  const isTold = rows.some(({ verdict }) => !['', 'fine', 'undecided'].includes(verdict)) || lossOfProduction(compared);
  const sign = judged.isRefused ? '❌' : isTold ? '⚠️' : open > 0 ? '❔' : '✅';
  const decided = open > 0 ? `. ${open} of ${ofAll} rows not decided` : '';
  const opening = comparing.prompts
    ? `${pairs.length} of ${plural(groups[0]?.questions.length ?? 0, 'prompt')}, each once to both`
    : `up to ${plural(Math.max(0, ...groups.map((group) => group.pairs.length)), 'request')} to each, one at a time`;
  const cells = rows.map((row) => [
    rowName(row),
    row.shown[0],
    row.shown[1],
    `${row.shown[2]} ${signOf(row, comparing)}`,
  ]);
  return paragraphs([
    `${comparisonMark}\n${heading(`${sign} ${escapeCell(headline(compared) + decided)}`)}`,
    table(
      [opening, `production ${codeCell(comparing.with)}`, codeCell(name), ''],
      cells.map((row) => row.map((cell) => escapeCell(cell.trim()))),
    ),
    ...closingLines(compared).map(proseCell),
    shownDifferences(differences),
    percentilesPicture(compared),
    `URL: ${linkCell(compared.url)}`,
  ]);
}

const signOf = ({ verdict }: Row, comparing: Comparing) =>
  verdict === '' ? '' : isRefused(verdict, comparing) ? '❌' : verdicts[verdict][1];

/** Of a candidate that no verdict lets through. */
export function notComparedSummary(
  sign: string,
  { name, url, message, hint }: Record<'name' | 'url' | 'message' | 'hint', string>,
): string {
  const title = heading(`${sign} ${escapeCell(`${name}: not compared`)}`);
  return paragraphs([title, proseCell(`${message} ${hint}`), `URL: ${linkCell(url)}`]);
}

/** Whole answers by percentile, as GitHub draws it; '' for several tests, and for fewer answers than a line has points. */
function percentilesPicture({ judged }: Comparison): string {
  const both = judged.pairs.filter(areRight);
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
  const found = tally(judged.pairs);
  const lost = found.lost.map(({ question, candidate }) => `[${question.title}] ${candidate.fault}`);
  const gained = found.gained.map(({ question }) => `[${question.title}]`);
  const ran = Math.max(...workers) > 1 ? `, on ${[...new Set(workers)].join(' to ')} workers` : '';
  const woken = `was woken, and is billed until it has been idle for ${wokeForSeconds} s`;
  const production = `\`${comparing.with}\` answered ${plural(requests, 'request')}${ran}, and ${wokeForSeconds === undefined ? 'was up already' : woken}.`;
  const lines: (string | false)[] = [
    lost.length > 0 && `Lost: ${[...new Set(lost)].slice(0, 3).join('; ')}.`,
    gained.length > 0 && `Gained: ${[...new Set(gained)].slice(0, 5).join(', ')}.`,
    ...judged.rows.map((row) => row.note && `${lineOf(row)}. ${row.note}`),
    `The two may run on different machines. ${production}${cost && ` Cost of \`${name}\`: ${cost}.`}`,
  ];
  return lines.flatMap((line) => line || []);
}

/** For the log. */
export function comparisonLines(compared: Comparison): string[] {
  return [...compared.judged.rows.map((row) => `Compared: ${lineOf(row)}.`), ...closingLines(compared)];
}

const threeDigits = (value: number) => Number(value.toPrecision(3));

/** `endpoints[].compare`: numbers of three digits, and no text of an answer. */
export function comparisonOutput({ judged, comparing, requests }: Comparison): object {
  const { pairs, rows } = judged;
  const { set } = comparing;
  const short = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? threeDigits(value) : value;
  const columns = (['firstTokenMs', 'tokenMs', 'totalMs', 'tokens'] as const).map((name) => {
    return [name, sides.map((side) => pairs.map((pair) => pair[side][name] ?? null))];
  });
  const samples = set && {
    prompts: { file: set.file, sha256: set.sha256, asked: pairs.length, of: set.prompts.length },
    samples: {
      line: pairs.map(({ question }) => question.line),
      right: pairs.map((pair) => sides.map((side) => (pair[side].fault === '' ? '1' : '0')).join('')),
      ...Object.fromEntries(columns),
    },
  };
  const measurements = rows.flatMap(({ key: what, title: test, verdict, numbers, shown: [, , reason] }) =>
    verdict === '' ? [] : [{ what, test, verdict, ...(verdict === 'not-compared' ? { reason } : numbers) }],
  );
  const verdict = judged.verdict === 'fine' ? 'passed' : judged.verdict;
  const output = { with: comparing.with, verdict, requests, asked: pairs.length, measurements, ...samples };
  return JSON.parse(JSON.stringify(output, short));
}
