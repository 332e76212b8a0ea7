/** The verdicts on a candidate: pairs of answers → rows, each of which is fine, is undecided, or says what was found. */

import type { CompareRules } from '../model/compare.ts';
import type { EndpointTest } from '../model/tests.ts';
import { formatMs, isSuccess } from '../tests/answer.ts';
import { networkMs } from '../times.ts';
import { type AnswerContent, type Clean, judgeAnswers } from './answers.ts';
import { chance, maxChance, median, pairedRatio, percentile, ratioOf } from './ratio.ts';

/** The rows, as a reader knows them; answers in the tail take more than 3 times the limit of the other side. */
const metrics = {
  right: 'right answers',
  tail: 'whole answers within 3 × the limit of the other side',
  answers: 'answers',
  firstTokenMs: 'first token',
  tokenMs: 'tokens/s',
  totalMs: 'total',
  whole: 'whole answer: median / p95 / slowest',
  tokens: 'tokens of an answer: median',
  same: 'same answer',
} as const;
const timeNames = ['firstTokenMs', 'tokenMs', 'totalMs'] as const;
type Measured = (typeof timeNames)[number] | 'tokens';

/** One answer. Times are in milliseconds and above 0: `tokenMs` for a token, `totalMs` for the whole, also of a stream. */
export type Sample = { readonly [name in Measured]?: number | undefined } & {
  /** The wrong answer, as the end of a sentence; '' for a right one. */
  readonly fault: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly said?: AnswerContent | undefined;
};

/** What both sides are asked: a test, or a line of the file of prompts. */
export interface Question {
  readonly test: EndpointTest;
  /** `chat "What is…"`, `prompts.jsonl:17`. */
  readonly title: string;
  /** Of a prompt, from 1; 0 for a test. */
  readonly line: number;
}

export const sides = ['production', 'candidate'] as const;
export type Side = (typeof sides)[number];
export type Pair = { readonly question: Question } & { readonly [side in Side]: Sample };

/** Answers that are judged together: of one test, or of all prompts. */
export interface Group {
  /** '' for prompts. */
  readonly title: string;
  /** Still to be asked, or asked. */
  questions: readonly Question[];
  /** In the order asked. */
  pairs: Pair[];
  /** Why its answers are no verdict; '' for nothing. */
  stopped: string;
  /** Production's answer before all others, in milliseconds; 0 where that says nothing. */
  firstMs: number;
}

/**
 * The gravest first; what a heading says of the candidate, and the sign of a row that is not refused. `not-compared`:
 * production's answer is wrong, or too few answers came.
 */
export const verdicts = {
  worse: ['is worse than', '⚠️'],
  'answers-differ': ['answers otherwise than', '⚠️'],
  slower: ['is slower than', '⚠️'],
  'not-compared': ['could not be compared with', ''],
  undecided: ['compared with', '❔'],
  fine: ['compared with', '✅'],
} as const;
type Verdict = keyof typeof verdicts;
const byGravity = Object.keys(verdicts) as Verdict[];

/** One comparison. */
export interface Row {
  readonly key: keyof typeof metrics;
  /** Of the test; '' for all of them, and for prompts. */
  readonly title: string;
  /** '' for a row that is shown and not judged. */
  readonly verdict: Verdict | '';
  /** '' for none. */
  readonly shown: readonly [production: string, candidate: string, words: string];
  /** A sentence: what would decide it, or what makes it doubtful; '' for none. */
  readonly note: string;
  readonly numbers: object;
  /** More answers would hardly change it. */
  readonly isSettled: boolean;
  /** What has to repeat before it is refused. */
  readonly repeat: readonly Pair[];
}

export interface Judged {
  readonly verdict: Verdict;
  /** Whether the spec refuses the candidate. */
  readonly isRefused: boolean;
  /** The row that the verdict is of. */
  readonly row: Row | undefined;
  readonly rows: readonly Row[];
  /** In the order asked. */
  readonly pairs: readonly Pair[];
  readonly groups: readonly Group[];
}

export interface JudgeOptions {
  readonly rules: CompareRules;
  /** Nothing is refused that does not repeat. Undefined before anything was asked again: the verdicts are suspicions. */
  readonly again: readonly Pair[] | undefined;
  /** Keeps secrets out of what an answer says. */
  readonly clean: Clean;
}

/** Fewer pairs tell nothing, unless every answer of one side is slower than every one of the other. */
export const minPairs = 5;
const minSeparatePairs = 3;
/** Of fewer, signed ranks are never certain. */
const minRankedPairs = 8;
/** Fewer are asked again than were asked, so less has to be certain; of a tail, one more answer on one side is enough. */
const maxChanceAgain = { right: 0.1, tail: 0.5 } as const;
const maxAgain = 30;
const maxAgainInAll = 50;
/** The limit for a spec that refuses nothing. */
const usualSlower = 0.2;
const tailFactor = 3;
const maxTailChance = 0.005;
/** Of fewer answers, the slowest says the same as the 95th percentile. */
const minWithTail = 100;
/** A first answer that took so many times the later ones: they may come from a cache. */
const cacheFactor = 3;

export const areRight = ({ production, candidate }: Pair) => production.fault === '' && candidate.fault === '';
/** Whether a server answered, be it wrong. */
export const isAnswered = ({ fault, status }: Sample) => fault === '' || isSuccess(status);

/** Whether the first of two answers alone is wrong, or takes much longer. */
type Loses = (one: Sample, other: Sample) => boolean;
const isWorse: Loses = (one, other) => one.fault !== '' && other.fault === '';
const isFar =
  ({ slower = usualSlower }: CompareRules): Loses =>
  ({ totalMs = 0 }, { totalMs: other = 0 }) =>
    totalMs > tailFactor * (1 + slower) * Math.max(other, networkMs);
type Tally = ReturnType<typeof tally>;
/** Pairs that the candidate alone loses, by default by being wrong, those that production alone does, and how probable that is. */
export function tally(pairs: readonly Pair[], loses = isWorse) {
  const lost = pairs.filter(({ production, candidate }) => loses(candidate, production));
  const gained = pairs.filter(({ production, candidate }) => loses(production, candidate));
  const neither = pairs.filter(({ production, candidate }) => production.fault !== '' && candidate.fault !== '');
  return { of: pairs.length, neither: neither.length, lost, gained, p: chance(lost.length, gained.length) };
}

/** What is lost, or gained, without a break counts once: it may have one cause, which passes. */
function mayBeSpell(pairs: readonly Pair[], { lost, gained }: Tally): boolean {
  const runs = (list: readonly (Pair | undefined)[]) =>
    pairs.filter((pair, index) => list.includes(pair) && !list.includes(pairs[index - 1])).length;
  return chance(runs(lost), runs(gained)) >= maxChance;
}

export function judge(groups: readonly Group[], options: JudgeOptions): Judged {
  const { rules } = options;
  const pairs = inOrder(groups);
  const [right, tail] = [rightRow(pairs, options), tailRow(pairs.filter(areRight), options)];
  const ofGroups = groups.map((group) => rowsOf(group, options));
  // What production never answers, such as a new route, is told; the rest is compared.
  const compared = ofGroups.filter((_, index) => groups[index]?.stopped === '' || groups[index]?.pairs.length);
  const deciding = [...right, ...(compared.length > 0 ? compared : ofGroups).flat(), ...tail];
  // Rows that refuse the candidate come first; then rows without a verdict; then the others.
  const order = [...byGravity.filter((each) => isRefused(each, rules)), 'not-compared' as const, ...byGravity];
  const verdict = order.find((each) => deciding.some((row) => row.verdict === each)) ?? 'not-compared';
  return {
    verdict,
    isRefused: isRefused(verdict, rules),
    row: deciding.find((row) => row.verdict === verdict),
    rows: [...right, ...ofGroups.flat(), ...tail],
    pairs,
    groups,
  };
}

/** All pairs in the order in which they were asked: by turns of one group each. */
function inOrder(groups: readonly Group[]): Pair[] {
  const longest = Math.max(0, ...groups.map(({ pairs }) => pairs.length));
  return Array.from({ length: longest }, (_, pass) => groups.flatMap(({ pairs }) => pairs[pass] ?? [])).flat();
}

/** Losses that may be one short disturbance, and slow answers, which a cache may explain. */
export function toAskAgain({ rows }: Judged): Pair[] {
  return [...new Set(rows.flatMap(({ repeat }) => repeat))].slice(0, maxAgainInAll);
}

/** Those of which no more has to be asked: three looks are wrong more often than one, so this one needs 99 %. */
export function settled(groups: readonly Group[], options: JudgeOptions): Group[] {
  // A wrong answer may be the first of several, also to the other tests.
  if (!inOrder(groups).every(areRight)) return [];
  return groups.filter(
    (group) =>
      comparedRows(group, group.pairs, options).every(({ isSettled }) => isSettled) &&
      tally(group.pairs, isFar(options.rules)).lost.length === 0,
  );
}

/** The spec says what is refused; where it refuses anything of its tests, also more wrong answers. */
export function isRefused(verdict: Verdict, { worse, slower, answers, prompts }: CompareRules): boolean {
  const ofRight = prompts === undefined ? (worse ?? slower ?? answers) : worse;
  const rules: { readonly [name in Verdict]?: unknown } = { worse: ofRight, slower, 'answers-differ': answers };
  return rules[verdict] !== undefined;
}

/** `first token of chat "What is…"`. */
export function rowName({ key, title }: Pick<Row, 'key' | 'title'>): string {
  return title === '' ? metrics[key] : metrics[key].replace(/(?=: )|$/, ` of ${title}`);
}

const told = (key: Row['key'], title: string, shown: Row['shown'], note = ''): Row => {
  return { key, title, verdict: '', shown, note, numbers: {}, isSettled: true, repeat: [] };
};

/** `isFleeting`: it was asked again, and did not repeat. */
const noteOf = (verdict: Row['verdict'], isFleeting: boolean): string => {
  if (verdict !== 'undecided') return '';
  if (isFleeting) return 'Undecided, because it did not repeat: perhaps a cache, or a short disturbance.';
  return 'Undecided: try more `requests`, a longer answer, or a larger limit.';
};

/** Pairs of which one side alone is right. */
function rightRow(pairs: readonly Pair[], { rules: { worse }, again }: JudgeOptions): Row[] {
  const counts = tally(pairs);
  const { lost, gained, p } = counts;
  const net = lost.length - gained.length;
  const isEven = worse === undefined ? p >= maxChanceAgain.right : net < worse * pairs.length;
  const repeat = mayBeSpell(pairs, counts) ? [...lost, ...gained].slice(0, maxAgain) : [];
  const limit = worse === undefined ? '' : `; limit ${points(worse)}`;
  const row: Counting = { key: 'right', finds: 'worse', isFine: net <= 0 || isEven, repeat, limit };
  return pairs.length === 0 ? [] : [countRow(row, counts, again && tally(again))];
}

/** Pairs, right on both sides, of which one side alone takes very long: no median shows it. */
function tailRow(both: readonly Pair[], { rules, again }: JudgeOptions): Row[] {
  const loses = isFar(rules);
  const counts = tally(both, loses);
  const { lost, gained, p } = counts;
  const repeat = [...new Set([...lost, ...both])].slice(0, maxAgain);
  const row: Counting = { key: 'tail', finds: 'slower', isFine: p >= maxTailChance, repeat, limit: '' };
  if (lost.length + gained.length === 0) return [];
  return [countRow(row, counts, again && tally(again.filter(areRight), loses))];
}

interface Counting extends Pick<Row, 'repeat'> {
  key: keyof typeof maxChanceAgain;
  finds: Verdict;
  isFine: boolean;
  /** The end of the words; '' for none. */
  limit: string;
}

/** `again`: of what was asked again, undefined before that. */
function countRow({ key, finds, isFine, repeat, limit }: Counting, counts: Tally, again: Tally | undefined): Row {
  const { of, neither, p } = counts;
  const [lost, gained] = [counts.lost.length, counts.gained.length];
  const isCertain = p < maxChance;
  const isProved = repeat.length === 0 || again === undefined || again.p <= maxChanceAgain[key];
  const verdict = isFine ? 'fine' : isCertain && isProved ? finds : 'undecided';
  const repeated = isCertain && again?.of ? { lost: again.lost.length, gained: again.gained.length } : undefined;
  const [production, candidate] = [of - neither - gained, of - neither - lost];
  const net = `${lost > gained ? '−' : '+'}${points(Math.abs(lost - gained) / of)}`;
  const ofChance = lost + gained === 0 ? '' : p < 0.001 ? ', p < 0.001' : `, p = ${p.toFixed(p < 0.1 ? 3 : 2)}`;
  const repeats = repeated ? `; asked again: lost ${repeated.lost}, gained ${repeated.gained}` : '';
  const words = `${lost === gained ? 'as many' : net} (lost ${lost}, gained ${gained}${limit}${repeats})${ofChance}`;
  return {
    ...told(key, '', [`${production} of ${of}`, String(candidate), words], noteOf(verdict, repeated !== undefined)),
    ...{ verdict, repeat: verdict === finds ? repeat : [] },
    numbers: { production, candidate, lost, gained, p, again: repeated },
  };
}

const points = (share: number) => `${Math.round(1000 * share) / 10} points`;

function rowsOf(group: Group, options: JudgeOptions): Row[] {
  const { title, pairs, questions, stopped } = group;
  const both = pairs.filter(areRight);
  const uncompared = (words: string): Row => {
    return { ...told('answers', title || 'the prompts', ['', '', words]), verdict: 'not-compared', isSettled: false };
  };
  if (stopped !== '') return [uncompared(stopped)];
  const rows = comparedRows(group, both, options);
  const isEnough = 2 * pairs.filter(({ production }) => isAnswered(production)).length >= questions.length;
  const isFound = rows.some(({ verdict }) => verdict === 'slower' || verdict === 'answers-differ');
  if (isFound || (isEnough && both.length >= minPairs)) return rows;
  const [theirs, ours] = sides.map((side) => formatMs(median(timesOf('totalMs', both)[side])));
  const took = both.length === 0 ? '' : `; they took ${theirs}, of the candidate ${ours}`;
  return [
    uncompared(`${both.length} of ${questions.length} came in time and were right on both sides${took}`),
    ...rows,
  ];
}

/** `both`: its pairs that are right on both sides. */
function comparedRows(group: Group, both: readonly Pair[], options: JudgeOptions): Row[] {
  // A stream that takes longer in all may only say more, so its total is not compared.
  const isStreamed = both.some(({ candidate }) => candidate.firstTokenMs !== undefined);
  const names = timeNames.filter((name) => name !== 'totalMs' || !isStreamed);
  return [
    ...answersRow(group, both, options),
    ...names.flatMap((name) => timeRow(name, group, both, options)),
    ...toldRows(group, both),
  ];
}

function answersRow({ title }: Group, both: readonly Pair[], { rules, clean }: JudgeOptions): Row[] {
  const saying = both.filter(({ production, candidate }) => production.said && candidate.said);
  // A prompt is asked once: change and chance would look alike.
  if (rules.prompts !== undefined || saying.length < minPairs) return [];
  const [theirs = [], ours = []] = sides.map((side) => saying.map((pair) => pair[side].said ?? []));
  const { verdict, shown } = judgeAnswers(ours, theirs, clean);
  return [{ ...told('answers', title, shown), verdict, isSettled: verdict === 'fine' || rules.answers === undefined }];
}

type TimeName = (typeof timeNames)[number];
function timeRow(key: TimeName, { title }: Group, both: readonly Pair[], { rules, again }: JudgeOptions): Row[] {
  const { prompts, slower = usualSlower } = rules;
  const isPaired = prompts !== undefined;
  const times = timesOf(key, both);
  if (times.production.length < (isPaired ? minRankedPairs : minSeparatePairs)) return [];
  // A sentence such as "1.3 × as long" is about one test; prompts differ from each other by more than that.
  const { estimate, likely, certain } = (isPaired ? pairedRatio : ratioOf)(times.candidate, times.production);
  const [theirs, ours] = [median(times.production), median(times.candidate)];
  const isSpeed = key === 'tokenMs';
  // A fast stream comes in a few milliseconds, all tokens together.
  const spanMs = theirs * (isSpeed ? median(timesOf('tokens', both).production) : 1);
  const limit = 1 + Math.max(slower, networkMs / spanMs);
  // What is asked again needs less to be suspected.
  const isSuspected = (isPaired ? likely : certain).low > limit;
  const repeated = timesOf(key, isPaired && isSuspected ? (again ?? []).filter(areRight) : []);
  const ratioAgain = median(repeated.candidate.map((ms, index) => ms / (repeated.production[index] ?? ms)));
  const isAsked = ratioAgain > 0;
  const isProved = !isPaired || again === undefined || ratioAgain > limit;
  const verdict = likely.high <= limit ? 'fine' : isSuspected && isProved ? 'slower' : 'undecided';
  // As a reader knows it: tokens/s, slower below 1, in the place of the time of a token.
  const ratio = (of: number) => (isSpeed ? 1 / of : of).toFixed(2);
  const shown = (ms: number) => (isSpeed ? (1000 / ms).toFixed(ms > 100 ? 1 : 0) : formatMs(ms));
  const ends = isSpeed ? [likely.high, likely.low] : [likely.low, likely.high];
  const repeats = isAsked ? `, asked again ${ratio(ratioAgain)} ×` : '';
  const words = `${ratio(estimate)} × (${ends.map(ratio).join('–')}), limit ${ratio(limit)} ×${repeats}`;
  const numbers = { production: theirs, candidate: ours, ratio: estimate, ...likely, limit };
  return [
    {
      ...told(key, title, [shown(theirs), shown(ours), words], noteOf(verdict, isAsked)),
      ...{ verdict, isSettled: certain.high <= limit },
      numbers: isAsked ? { ...numbers, again: ratioAgain } : numbers,
      repeat: isPaired && verdict === 'slower' ? both.slice(0, maxAgain) : [],
    },
  ];
}

/** Of pairs that both have it. */
function timesOf(name: Measured, pairs: readonly Pair[]): { [side in Side]: number[] } {
  const both = pairs.filter((pair) => sides.every((side) => pair[side][name] !== undefined));
  const [production = [], candidate = []] = sides.map((side) => both.map((pair) => pair[side][name] ?? 0));
  return { production, candidate };
}

/** Of answers that are right on both sides. */
function toldRows({ title, firstMs }: Group, both: readonly Pair[]): Row[] {
  const [totals, tokens] = [timesOf('totalMs', both), timesOf('tokens', both)];
  if (totals.production.length === 0) return [];
  const whole = (list: readonly number[]) => {
    const p95 = list.length < minWithTail ? '–' : formatMs(percentile(list, 0.95));
    return [formatMs(median(list)), p95, formatMs(Math.max(...list))].join(' / ');
  };
  const isCached = firstMs > cacheFactor * median(totals.production);
  const cached =
    'The first answer of production took more than 3 × as long: a cache may hide the model. Compare by `prompts`.';
  const typical = (list: readonly number[]) => String(Math.round(median(list)));
  const same = both.filter(({ production, candidate }) => production.said?.[0] === candidate.said?.[0]).length;
  const rows = [told('whole', title, [whole(totals.production), whole(totals.candidate), ''], isCached ? cached : '')];
  if (tokens.production.length > 0)
    rows.push(told('tokens', title, [typical(tokens.production), typical(tokens.candidate), '']));
  if (title === '') rows.push(told('same', title, ['', '', `${same} of ${both.length}`]));
  return rows;
}
