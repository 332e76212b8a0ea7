/** A comparison in words: for the summary, the log, the failure of the step and the output. */

import {
  type CompareVerdict,
  type Counted,
  isRefused,
  type JudgedGroup,
  type Measurement,
  pairsOf,
  type Sample,
} from '../compare/judge.ts';
import { median } from '../compare/ratio.ts';
import type { Rounds } from '../compare/rounds.ts';
import { DeployError } from '../errors.ts';
import { type Comparing, isGate } from '../model/compare.ts';
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
  /** Healthy workers of production, before and after. */
  workers: readonly [before: number, after: number];
  /** Of the images of production and of the candidate, in bytes to pull; undefined where no registry says it. */
  sizes: readonly (number | undefined)[];
  differences: Differences;
  /** Of the candidate, by the hour; '' without a price. */
  cost: string;
}

/** What is compared, of production, of the candidate, the comparison in words, and its verdict; '' for none. */
interface Row {
  what: string;
  production: string;
  candidate: string;
  end: string;
  verdict: CompareVerdict | '';
}

const numberNames = { 'first-token': 'first token', 'tokens-per-second': 'tokens/s', total: 'total' } as const;
const times = (ratio: number) => `${ratio.toFixed(2)} ×`;
const ratioWords = ({ ratio, low, high }: Measurement) => `${times(ratio)} (${low.toFixed(2)}–${high.toFixed(2)})`;
const isRight = ({ fault }: Sample) => fault === '';
const chanceWords = (p: number) => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(p < 0.1 ? 3 : 2)}`);
const points = (share: number) => `${Math.round(1000 * share) / 10} points`;

/** `tokens/s of chat "What is…"`; of prompts, the number alone. */
const subjectOf = (what: string, { title }: JudgedGroup) => (title === '' ? what : `${what} of ${title}`);

/** Of a list of pairs, how many each side has right. */
function rightOf({ judged }: Comparison) {
  const pairs = pairsOf(judged.groups);
  const count = (side: 'production' | 'candidate') => pairs.filter((pair) => isRight(pair[side])).length;
  return { asked: pairs.length, production: count('production'), candidate: count('candidate') };
}

/** Production that is often wrong is not what a candidate should be compared with. */
export function lossOfProduction(compared: Comparison): string {
  const failed = pairsOf(compared.judged.groups).filter(({ production: { fault, status } }) => {
    return compared.comparing.prompts === undefined ? fault !== '' : status < 200 || status > 299;
  });
  const { asked } = rightOf(compared);
  if (failed.length <= asked / 10) return '';
  return `${compared.comparing.with} failed ${failed.length} of ${asked} requests: ${failed[0]?.production.fault}`;
}

/** What was found, as the end of a sentence that begins with the name of the candidate. */
function verdictWords(compared: Comparison): string {
  const { judged, comparing } = compared;
  const { verdict, groups, right, tail } = judged;
  const { asked, ...counts } = rightOf(compared);
  const { with: production } = comparing;
  const limit = comparing.worse === undefined ? '' : `; limit ${points(comparing.worse)}`;
  const change = `lost ${right.lost.length}, gained ${right.gained.length}${limit}`;
  const group = groups.find((each) => each.verdict === verdict);
  switch (verdict) {
    case 'worse':
      return `is worse than ${production}: ${counts.candidate} of ${asked} right, production ${counts.production} (${change})`;
    case 'answers-differ': {
      const said = group?.answers?.kind === 'differs' ? group.answers : { candidate: '', production: '' };
      return `answers ${group?.title} with "${said.candidate}", and ${production} with "${said.production}"`;
    }
    case 'slower': {
      const worst = group && worstOf(group);
      const found = worst
        ? `${subjectOf(numberNames[worst.number], group)} ${ratioWords(worst)}, limit ${times(worst.limit)}`
        : `${tail.lost.length} of ${asked} whole answers take more than 3 × the limit, ${tail.gained.length} of ${production}`;
      return `is slower than ${production}: ${found}`;
    }
    case 'not-compared':
      return `could not be compared with ${production}: ${group?.reason}`;
    default:
      return `compared with ${production}`;
  }
}

/** The number that is furthest beyond its limit: nothing else needs to be fixed before it. */
function worstOf({ measurements }: JudgedGroup): Measurement | undefined {
  const excess = ({ ratio, limit }: Measurement) => Math.abs(Math.log(ratio / limit));
  const slower = measurements.filter(({ verdict }) => verdict === 'slower');
  return slower.sort((a, b) => excess(b) - excess(a))[0];
}

/** The failure of the step; undefined where the spec refuses nothing that was found. */
export function comparisonFailure(compared: Comparison): DeployError | undefined {
  const { name, judged, comparing } = compared;
  const { verdict } = judged;
  if (!isRefused(verdict, comparing)) return undefined;
  const code = verdict as 'worse' | 'slower' | 'answers-differ';
  const worst = judged.groups.map(worstOf).find((each) => each !== undefined);
  const slower = worst && code === 'slower' && `${numberNames[worst.number]} ${times(worst.ratio)}`;
  const what = slower || `compared with ${comparing.with}`;
  return new DeployError({ code, message: `${name} ${verdictWords(compared)}`, title: `${name}: ${code}, ${what}` });
}

/** Its heading, one table, and what the table does not say. */
export function comparisonSummary(compared: Comparison): string {
  const { name, comparing, judged, differences } = compared;
  const rows = comparisonRows(compared);
  const undecided = rows.filter(({ verdict }) => verdict === 'undecided');
  const decidable = rows.filter(({ verdict }) => verdict !== '');
  const isTold =
    !rows.every(({ verdict }) => ['', 'fine', 'undecided'].includes(verdict)) || lossOfProduction(compared);
  const sign = isRefused(judged.verdict, comparing) ? '❌' : isTold ? '⚠️' : undecided.length > 0 ? '❔' : '✅';
  const open = undecided.length > 0 ? `. ${undecided.length} of ${decidable.length} rows not decided` : '';
  const { asked } = rightOf(compared);
  const most = Math.max(0, ...judged.groups.map(({ pairs }) => pairs.length));
  const opening = comparing.prompts
    ? `${asked} of ${plural(judged.groups[0]?.planned ?? 0, 'prompt')}, each once to both`
    : `up to ${plural(most, 'request')} to each, one at a time`;
  const cells = rows.map(({ what, production, candidate, ...row }) => [
    what,
    production,
    candidate,
    endOf(row, compared),
  ]);
  return paragraphs([
    `${comparisonMark}\n${heading(`${sign} ${escapeCell(`${name} ${verdictWords(compared)}${open}`)}`)}`,
    table(
      [opening, `production ${codeCell(comparing.with)}`, codeCell(name), ''],
      cells.map((row) => row.map(escapeCell)),
    ),
    ...closingLines(compared).map(proseCell),
    shownDifferences(differences),
    `URL: ${linkCell(compared.url)}`,
  ]);
}

/** Of a candidate that no verdict lets through. */
export function notComparedSummary(
  sign: string,
  { name, url, message, hint }: Record<'name' | 'url' | 'message' | 'hint', string>,
): string {
  const title = heading(`${sign} ${escapeCell(`${name}: not compared`)}`);
  return paragraphs([`${title}`, proseCell(`${message} ${hint}`), `URL: ${linkCell(url)}`]);
}

function endOf({ end, verdict }: Pick<Row, 'end' | 'verdict'>, { comparing }: Comparison): string {
  if (verdict === '' || verdict === 'not-compared') return end;
  const sign = { fine: '✅', undecided: '❔' }[verdict as string] ?? (isRefused(verdict, comparing) ? '❌' : '⚠️');
  return `${end} ${sign}`.trim();
}

function comparisonRows(compared: Comparison): Row[] {
  const { judged, start, startMs, wokeForSeconds } = compared;
  const { asked, ...right } = rightOf(compared);
  const answered = startMs === undefined ? 'no right answer' : `first answer after ${formatShort(startMs)}`;
  const woken = wokeForSeconds === undefined ? 'not woken' : answered;
  const isTold = start !== '' || wokeForSeconds !== undefined;
  const net = (right.candidate - right.production) / Math.max(1, asked);
  const change = net === 0 ? 'as many' : `${net > 0 ? '+' : '−'}${points(Math.abs(net))}`;
  const started: Row = {
    what: 'start of a worker',
    production: woken,
    candidate: start || 'was up',
    end: '',
    verdict: '',
  };
  const rightRow: Row = {
    ...{ what: 'right answers', production: String(right.production), candidate: String(right.candidate) },
    ...{ end: [change, ...chanceOf(judged.right)].join(', '), verdict: judged.right.verdict },
  };
  const { tail } = judged;
  const tailRow: Row = {
    ...{ what: 'whole answers over 3 × the limit, on one side only', production: String(tail.gained.length) },
    ...{ candidate: String(tail.lost.length), end: chanceOf(tail).join(''), verdict: tail.verdict },
  };
  return [
    ...sizeRows(compared),
    ...(asked > 0 ? [rightRow] : []),
    ...judged.groups.flatMap(groupRows),
    ...(tail.lost.length + tail.gained.length > 0 ? [tailRow] : []),
    ...(isTold ? [started] : []),
  ];
}

const chanceOf = ({ lost, gained, p }: Counted) => (lost.length + gained.length === 0 ? [] : [chanceWords(p)]);

/** Of a test, or of all prompts. */
function groupRows(group: JudgedGroup): Row[] {
  const { title, verdict, reason, answers, measurements, pairs } = group;
  if (reason !== '') return [{ what: title || 'prompts', production: '', candidate: '', end: reason, verdict }];
  const numbers = measurements.map((each): Row => {
    const shown = each.number === 'tokens-per-second' ? formatSpeed : formatShort;
    const sides = { production: shown(each.production), candidate: shown(each.candidate) };
    return { what: subjectOf(numberNames[each.number], group), ...sides, end: ratioWords(each), verdict: each.verdict };
  });
  const both = pairs.filter(({ production, candidate }) => isRight(production) && isRight(candidate));
  const of = title === '' ? '' : ` of ${title}`;
  const toldRow = (what: string, number: 'total' | 'tokens', shown: (values: number[]) => string): Row[] => {
    const [production, candidate] = (['production', 'candidate'] as const).map((side) => {
      const values = both.flatMap((pair) => pair[side].numbers[number] ?? []);
      return values.length === 0 ? '' : shown(values);
    });
    return production && candidate ? [{ what, production, candidate, end: '', verdict: '' }] : [];
  };
  // Of fewer answers, the slowest says the same.
  const hasTail = both.length >= 100;
  const told = [
    ...toldRow(`whole answer${of}: median / ${hasTail ? 'p95 / ' : ''}slowest`, 'total', (values) => {
      const p95 = hasTail ? [values.toSorted((a, b) => a - b)[Math.ceil(0.95 * values.length) - 1] ?? 0] : [];
      return [median(values), ...p95, Math.max(...values)].map(formatShort).join(' / ');
    }),
    ...toldRow(`tokens of an answer${of}: median`, 'tokens', (values) => String(Math.round(median(values)))),
  ];
  if (!answers) return [...numbers, ...told];
  const [production = '', candidate = ''] = [answers.production, answers.candidate].map((shown) => {
    if (typeof shown === 'string') return `"${shown}"`;
    return shown === 1 ? 'always the same' : `${shown} different`;
  });
  const found = { equal: 'fine', varies: 'undecided', differs: 'answers-differ' } as const;
  const end = { equal: 'equal', varies: 'vary,', differs: 'differ' }[answers.kind];
  return [
    { what: `answers to ${title}`, production, candidate, end, verdict: found[answers.kind] },
    ...numbers,
    ...told,
  ];
}

/** Of the image, which decides how long a new worker pulls. */
function sizeRows({ sizes: [production = 0, candidate = 0] }: Comparison): Row[] {
  if (production === 0 || candidate === 0) return [];
  const percent = Math.round(100 * (candidate / production - 1));
  const end = percent === 0 ? 'the same' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
  const sizes = { production: formatBytes(production), candidate: formatBytes(candidate) };
  return [{ what: 'size of the image', ...sizes, end, verdict: '' }];
}

/** What was lost, what would decide each number that is open, and what the comparison has cost. */
function closingLines(compared: Comparison): string[] {
  const { name, judged, comparing, requests, wokeForSeconds, cost, workers } = compared;
  const { right, tail, groups } = judged;
  const examples = new Set(right.lost.map(({ question, candidate }) => `[${question.title}] ${candidate.fault}`));
  const gained = right.gained.slice(0, 5).map(({ question }) => `[${question.title}]`);
  const lines = [
    right.lost.length > 0 && `Lost: ${[...examples].slice(0, 3).join('; ')}.`,
    gained.length > 0 && `Gained: ${gained.join(', ')}.`,
    ...repeatLines(right, tail),
    ...groups.flatMap((group) => group.measurements.flatMap((each) => openLine(each, group, compared))),
    cacheLine(compared),
    lossOfProduction(compared) && `Warning: ${lossOfProduction(compared)}.`,
  ];
  const woken = `was woken, and is billed until it has been idle for ${wokeForSeconds} s`;
  const state = wokeForSeconds === undefined ? 'was up already' : woken;
  const [before, after] = workers;
  const ran = before > 1 || after > 1 ? `, on ${[...new Set(workers)].join(' to ')} workers` : '';
  const production = `\`${comparing.with}\` answered ${plural(requests, 'request')}${ran}, and ${state}.`;
  const costs = cost && ` Cost of \`${name}\`: ${cost}.`;
  const machines = 'The two may run on different machines.';
  return [
    ...lines.filter((line) => typeof line === 'string' && line !== ''),
    `${machines} ${production}${costs}`,
  ] as string[];
}

/** What was asked again before it would have been refused. */
function repeatLines(...counted: readonly Counted[]): string[] {
  return counted.flatMap(({ again, verdict }) => {
    if (again.asked === 0) return [];
    const end = verdict === 'undecided' ? ', so it does not repeat: a cache, or a spell?' : '.';
    return `${plural(again.asked, 'answer')} asked again: lost ${again.lost}, gained ${again.gained}${end}`;
  });
}

/** What would decide a number. */
function openLine(each: Measurement, group: JudgedGroup, { comparing }: Comparison): string[] {
  if (each.verdict !== 'undecided') return [];
  const subject = subjectOf(numberNames[each.number], group);
  if (each.again !== undefined)
    return [
      `Undecided: ${subject} is ${times(each.ratio)} when first asked, and ${times(each.again)} when asked again: a cache, or a spell?`,
    ];
  const found = `${subject} is between ${each.low.toFixed(2)} and ${each.high.toFixed(2)} ×`;
  const asked = plural(group.pairs.length, comparing.prompts ? 'prompt' : 'request');
  const most = comparing.prompts ? 300 : 50;
  const more = group.planned < most ? `\`requests: ${most}\`, ` : '';
  return [`Undecided: ${found}, and ${asked} do not tell more. Try ${more}a longer answer, or a larger \`slower\`.`];
}

/** Later answers of the same test may come from a cache of both sides, which hides the model. */
function cacheLine({ judged, comparing, first, wokeForSeconds }: Comparison): string {
  const cached = judged.groups.find(({ pairs }, index) => {
    const later = pairs.flatMap(({ production }) => production.numbers.total ?? []);
    return later.length > 0 && (first[index]?.measured.totalMs ?? 0) > 3 * median(later);
  });
  if (!cached || wokeForSeconds !== undefined || comparing.prompts) return '';
  return `The first answer of \`${comparing.with}\` to ${cached.title} took more than 3 × the later ones: a cache may hide the model. Compare by \`prompts\`.`;
}

/** For the log. */
export function comparisonLines(compared: Comparison): string[] {
  const rows = comparisonRows(compared).map(({ what, production, candidate, ...row }) => {
    const values = [production, candidate].filter(Boolean).join(' → ');
    return `Compared: ${what}: ${[values, endOf(row, compared)].filter(Boolean).join(', ')}.`;
  });
  return [...rows, ...closingLines(compared)];
}

/** `endpoints[].compare`. */
export function comparisonOutput(compared: Comparison): object {
  const { judged, comparing, requests } = compared;
  const { verdict, right, tail, groups } = judged;
  const { asked, ...counts } = rightOf(compared);
  const countsOf = ({ lost, gained, p, again, verdict }: Counted) => {
    return { lost: lost.length, gained: gained.length, p, again, verdict };
  };
  return {
    with: comparing.with,
    verdict: verdict === 'fine' ? 'passed' : verdict,
    requests,
    right: { asked, ...counts, ...countsOf(right) },
    tail: countsOf(tail),
    tests: groups.map(({ title, verdict, reason, pairs, answers, measurements }) => ({
      ...{ test: title, verdict, reason: reason || undefined, requests: pairs.length, answers: answers?.kind },
      ...Object.fromEntries(measurements.map(({ number, ...values }) => [number, values])),
    })),
  };
}

/** Why a candidate does not pass, although nothing is wrong with it; '' where it does. */
export function whyUnjudged({ judged, comparing }: Comparison): string {
  return isGate(comparing) && judged.verdict === 'not-compared'
    ? (judged.groups.map(({ reason }) => reason).find(Boolean) ?? 'nothing was asked')
    : '';
}
