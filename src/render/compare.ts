/** A comparison in words: for the summary, the log, warnings, the failure of the step and the output. */

import { type ComparedRow, isAnswered, isRefused, rowName, sides, tally, verdicts } from '../compare/judge.ts';
import type { Rounds } from '../compare/rounds.ts';
import { DeployError, failureTitle } from '../errors.ts';
import { type Comparing, isGate } from '../model/compare.ts';
import type { Differences } from '../model/diff.ts';
import type { Annotation } from '../report.ts';
import { codeCell, escapeCell, heading, linkCell, paragraphs, proseCell, table } from './markdown.ts';
import { shownDifferences } from './plan.ts';
import { comparisonMark } from './run-comment.ts';
import { inThreeDigits, joined, plural } from './text.ts';

/** The candidate: its name, its rules, its URL. */
interface ComparedEndpoint {
  name: string;
  comparing: Comparing;
  url: string;
}

export interface Comparison extends Rounds, ComparedEndpoint {
  /** Production was asleep: how long it stays awake. */
  wokeForSeconds: number | undefined;
  /** Healthy ones of production, before and after. */
  workers: readonly number[];
  differences: Differences;
  /** What the candidate costs an hour; '' without a price. */
  cost: string;
}

/** `first token of chat "What is…": 0.4 s → 0.6 s, 1.52 × (1.40–1.60), limit 1.20 ×`. */
function lineOf(row: ComparedRow): string {
  const [production, candidate, words] = row.shown;
  return `${rowName(row)}: ${joined([joined([production, candidate], ' → '), words])}`;
}

/** The verdict, as a sentence without its full stop; without a row where all are fine, or not decided. */
function verdictWords({ name, verdict, row, comparing }: Comparison): string {
  const isOpen = verdict === 'undecided' || verdict === 'fine';
  return `${name} ${verdicts[verdict][0]} ${comparing.with}${isOpen || !row ? '' : `: ${lineOf(row)}`}`;
}

/** A heading is read in a second: the lost answers, without the statistics of their row. */
function headingWords(compared: Comparison): string {
  const { name, verdict, row, pairs } = compared;
  if (verdict !== 'worse' || !row) return verdictWords(compared);
  const right = pairs.filter(({ production }) => production.fault === '');
  return `${name} lost ${tally(pairs).lost.length} of ${right.length} ${row.name}`;
}

/** How a comparison or a load has ended, and what a run says of it. */
export interface ComparisonTold {
  failure: DeployError | undefined;
  /** The candidate passes by a verdict, or if no production serves. */
  isPassed: boolean;
  /** Why a load has no verdict. */
  unjudged?: DeployError;
  /** Markdown with its heading; undefined where nothing was compared, and nothing depends on it. */
  summary: string | undefined;
  /** Who serves users, whatever becomes of the candidate; undefined where production was not found. */
  production?: string;
  lines: readonly string[];
  warnings: readonly Annotation[];
  output: object;
}

/** The code of the failure; undefined where the candidate passes: with a rule, only by a verdict. */
function codeOf({ verdict, comparing }: Comparison): 'worse' | 'slower' | 'not-compared' | undefined {
  if (verdict === 'undecided' || verdict === 'fine') return undefined;
  return (verdict === 'not-compared' ? isGate(comparing) : isRefused(verdict, comparing)) ? verdict : undefined;
}

export function tellComparison(compared: Comparison): ComparisonTold {
  const { name, comparing, rows, row } = compared;
  const code = codeOf(compared);
  const message = `${verdictWords(compared)}${row ? '' : ': nothing was asked'}`;
  const hint =
    code === 'not-compared'
      ? 'Without a verdict, it does not pass. Correct what production refuses, or `expect` where production never answers so; if time ran out, lower `requests`, or ask for shorter answers.'
      : undefined;
  const loss = lossOfProduction(compared);
  const statusHint = `Run \`status\` on ${comparing.with}.`;
  const lines = rows.map((each) => `Compared: ${lineOf(each)}${each.verdict && `: ${each.verdict}`}.`);
  return {
    failure: code && new DeployError({ code, message, hint, title: failureTitle(name, code) }),
    isPassed: !code,
    lines: [...lines, ...closingLines(compared)],
    warnings: loss
      ? [{ severity: 'warning', title: `${name}: production`, message: `${name}: ${loss}.`, hint: statusHint }]
      : [],
    summary: summaryOf(compared),
    output: outputOf(compared),
    production: productionWords(compared),
  };
}

/** Why there is no verdict. `error`: a mistake of the spec, with or without a rule. */
export interface NotCompared {
  severity: Annotation['severity'];
  hint: string;
  reason: string;
  /** The verdict where the spec has a rule. `passes`: no production serves; `withheld`: the code is not trusted. */
  verdict: 'passes' | 'withheld' | 'refused';
  /** Another deploy is the reason: after its end, there may be a verdict. */
  isUnderWay: boolean;
}

export function tellNotCompared(why: NotCompared, of: ComparedEndpoint): ComparisonTold {
  const { severity, reason, hint, verdict } = why;
  const isRuled = isGate(of.comparing);
  const message = `${of.name} was not compared: ${reason}`;
  const title = `${of.name}: not compared`;
  const code = severity === 'error' ? 'not-found' : isRuled && verdict === 'refused' ? 'not-compared' : undefined;
  const failure = code && new DeployError({ code, message, hint, title });
  const isPassed = !failure && (verdict === 'passes' || !isRuled);
  const head = heading(`${failure ? '❌' : '⚠️'} ${title}`);
  return {
    failure,
    isPassed,
    lines: [],
    warnings: failure ? [] : [{ severity, title, message: `${message}.`, hint }],
    summary: isPassed ? undefined : paragraphs([head, proseCell(`${message}. ${hint}`), `URL: ${linkCell(of.url)}`]),
    output: { with: of.comparing.with, verdict: 'not-compared', reason },
  };
}

/** `Production llama: 2 workers serve`. */
function productionWords({ comparing, workers }: Comparison): string {
  const serving = workers.at(-1) ?? 0;
  return `Production ${comparing.with}: ${plural(serving, 'worker')} ${serving === 1 ? 'serves' : 'serve'}`;
}

/** Production that often does not answer is not what a candidate should be compared with; '' where it does. */
function lossOfProduction({ pairs, comparing }: Comparison): string {
  const failed = pairs.filter(({ production }) => !isAnswered(production));
  if (failed.length <= pairs.length / 10) return '';
  return `${comparing.with} failed ${failed.length} of ${pairs.length} requests: ${failed[0]?.production.fault}`;
}

/** Its heading, one table, and what the table does not say. */
function summaryOf(compared: Comparison): string {
  const { name, comparing, rows, groups, pairs } = compared;
  const open = rows.filter((row) => row.verdict === 'undecided').length;
  const ofAll = rows.filter((row) => row.verdict !== '').length;
  const isTold = rows.some((row) => !['', 'fine', 'undecided'].includes(row.verdict)) || lossOfProduction(compared);
  const sign = codeOf(compared) ? '❌' : isTold ? '⚠️' : open > 0 ? '❔' : '✅';
  const decided = open > 0 ? `. ${open} of ${ofAll} rows not decided` : '';
  const planned = groups[0]?.questions.length ?? 0;
  const asked = pairs.length === planned ? '' : `${pairs.length} of `;
  const opening = comparing.prompts
    ? `${asked}${plural(planned, 'prompt')}, each once to both`
    : `up to ${plural(Math.max(0, ...groups.map((group) => group.pairs.length)), 'request')} to each, one at a time`;
  const cells = rows.map((row) => {
    const [theirs, ours, words] = row.shown;
    const signOfRow = row.verdict === '' ? '' : isRefused(row.verdict, comparing) ? '❌' : verdicts[row.verdict][1];
    return [rowName(row), theirs, ours, `${words} ${signOfRow}`.trim()].map(escapeCell);
  });
  return paragraphs([
    `${comparisonMark}\n${heading(`${sign} ${headingWords(compared)}${decided}`)}`,
    table([opening, `production ${codeCell(comparing.with)}`, codeCell(name), ''], cells),
    ...closingLines(compared).map(proseCell),
    shownDifferences(compared.differences),
    `URL: ${linkCell(compared.url)}`,
  ]);
}

/** The lost answers, how to decide rows that are open, and the cost of the comparison. */
function closingLines({ name, rows, pairs, comparing, requests, wokeForSeconds, cost, workers }: Comparison): string[] {
  const found = tally(pairs);
  const lost = found.lost.map(({ question, candidate }) => `[${question.title}] ${candidate.fault}`);
  const gained = found.gained.map(({ question }) => `[${question.title}]`);
  const isOpen = rows.some(({ verdict }) => verdict === 'undecided');
  const more = comparing.prompts ? 'prompts' : '`requests`';
  const ran = Math.max(...workers) > 1 ? `, on ${[...new Set(workers)].join(' to ')} workers` : '';
  const woken = `was woken, and is billed until it has been idle for ${wokeForSeconds} s`;
  const state = wokeForSeconds === undefined ? 'was up already' : woken;
  const production = `\`${comparing.with}\` answered ${plural(requests, 'request')}${ran}, and ${state}.`;
  const lines = [
    lost.length > 0 && `Lost: ${[...new Set(lost)].slice(0, 3).join('; ')}.`,
    gained.length > 0 && `Gained: ${[...new Set(gained)].slice(0, 5).join(', ')}.`,
    isOpen && `To decide what is undecided, try more ${more}, longer answers, or a larger limit.`,
    `The two may run on different machines. ${production}${cost && ` Cost of \`${name}\`: ${cost}.`}`,
  ];
  return lines.flatMap((line) => line || []);
}

/** `endpoints[].compare`: numbers of three digits, and no text of an answer. */
function outputOf({ verdict: found, rows, pairs, comparing, requests }: Comparison): object {
  const { set } = comparing;
  const columns = (['firstTokenMs', 'tokenMs', 'totalMs', 'tokens'] as const).map((name) => {
    return [name, sides.map((side) => pairs.map((pair) => pair[side][name] ?? null))];
  });
  const samples = set && {
    prompts: { file: set.file, sha256: set.sha256, asked: pairs.length, of: set.count },
    samples: {
      line: pairs.map(({ question }) => question.line),
      right: pairs.map((pair) => sides.map((side) => (pair[side].fault === '' ? '1' : '0')).join('')),
      ...Object.fromEntries(columns),
    },
  };
  const measurements = rows.flatMap(({ key: what, title: test, verdict, numbers }) =>
    verdict === '' ? [] : [{ what, test, verdict, ...numbers }],
  );
  const verdict = found === 'fine' ? 'passed' : found;
  return inThreeDigits({ with: comparing.with, verdict, requests, asked: pairs.length, measurements, ...samples });
}
