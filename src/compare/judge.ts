/** The verdicts on a candidate: pairs of answers → rows, each of which is fine, is undecided, or says what was found. */

import type { CompareRules } from '../model/compare.ts';
import type { EndpointTest } from '../model/tests.ts';
import { formatMs, isSuccess } from '../tests/answer.ts';
import { networkMs } from '../times.ts';
import { type AnswerContent, type Clean, judgeAnswers } from './answers.ts';
import { chance, maxChance, median, pairedRatio, percentile, ratioOf } from './ratio.ts';

const timeNames = ['firstTokenMs', 'tokenMs', 'totalMs'] as const;
type TimeName = (typeof timeNames)[number];

/** One answer. Times are in milliseconds and above 0: `tokenMs` for a token, `totalMs` for the whole, also of a stream. */
export type Sample = { readonly [name in TimeName | 'tokens']?: number | undefined } & {
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
  title: string;
  /** In the order asked. */
  pairs: Pair[];
  /** How many pairs were to be asked. */
  planned: number;
  /** Why no more is asked; '' for nothing. */
  stopped: string;
  /** Production's answer before all others, in milliseconds; 0 where that says nothing. */
  firstMs: number;
}

/** The gravest first. `not-compared`: production's answer is wrong, or too few answers came. */
const verdicts = ['worse', 'answers-differ', 'slower', 'not-compared', 'undecided', 'fine'] as const;
type CompareVerdict = (typeof verdicts)[number];

const labels = {
  right: 'right answers',
  answers: 'answers',
  firstTokenMs: 'first token',
  tokenMs: 'tokens/s',
  totalMs: 'total',
  whole: 'whole answer: median / p95 / slowest',
  fewWhole: 'whole answer: median / slowest',
  tokens: 'tokens of an answer: median',
  same: 'same answer',
  tail: 'whole answers within 3 × the limit of the other side',
} as const;

/** One comparison. */
export interface Row {
  readonly key: keyof typeof labels;
  /** Of the test; '' for all of them, and for prompts. */
  readonly title: string;
  /** '' for a row that is shown and not judged. */
  readonly verdict: CompareVerdict | '';
  /** '' for none. */
  readonly shown: readonly [production: string, candidate: string, words: string];
  /** A sentence: what would decide it, or what makes it doubtful; '' for none. */
  readonly note: string;
  readonly numbers: object;
}

export interface Judged {
  readonly verdict: CompareVerdict;
  readonly rows: readonly Row[];
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
/** Fewer are asked again than were asked, so less has to be certain. */
const maxChanceAgain = 0.1;
const maxAgain = { right: 30, slower: 20 } as const;
/** The limit for a spec that refuses nothing. */
const usualSlower = 0.2;
/** An answer is in the tail if it takes so many times the limit. */
const tailFactor = 3;
const maxTailChance = 0.005;
/** Of fewer answers, the slowest says the same as the 95th percentile. */
const minWithTail = 100;
/** A first answer that took so many times the later ones: they may come from a cache. */
const cacheFactor = 3;

export const areRight = ({ production, candidate }: Pair) => production.fault === '' && candidate.fault === '';
/** Whether a server answered, be it wrong. */
export const isAnswered = ({ fault, status }: Sample) => fault === '' || isSuccess(status);

/** All pairs in the order in which they were asked: by turns of one group each. */
export function pairsOf(groups: readonly Group[]): Pair[] {
  const longest = Math.max(0, ...groups.map(({ pairs }) => pairs.length));
  return Array.from({ length: longest }, (_, pass) => groups.flatMap(({ pairs }) => pairs[pass] ?? [])).flat();
}

export function judge(groups: readonly Group[], options: JudgeOptions): Judged {
  const pairs = pairsOf(groups);
  const [right = [], tail = []] = (['right', 'tail'] as const).map((key) => countRows(key, pairs, options));
  const ofGroups = groups.map((group) => rowsOf(group, options));
  // What production never answers, such as a new route, is told; the rest is compared.
  const compared = ofGroups.filter((_, index) => groups[index]?.stopped === '' || groups[index]?.pairs.length);
  const deciding = [...right, ...tail, ...(compared.length > 0 ? compared : ofGroups).flat()];
  const found = new Set(deciding.map(({ verdict }) => verdict));
  // Rows that refuse the candidate come first; then rows without a verdict; then the others.
  const order = [...verdicts.filter((each) => isRefused(each, options.rules)), 'not-compared' as const, ...verdicts];
  const verdict = order.find((each) => found.has(each)) ?? 'not-compared';
  return { verdict, rows: [...right, ...ofGroups.flat(), ...tail], groups };
}

/** What has to repeat before it is refused: losses that may be one spell, and slow answers, which a cache may explain. */
export function toAskAgain({ rows, groups }: Judged, { rules }: JudgeOptions): Pair[] {
  const pairs = pairsOf(groups);
  const has = (verdict: CompareVerdict, key?: Row['key']) =>
    rows.some((row) => row.verdict === verdict && (key === undefined || row.key === key));
  const far = has('slower', 'tail') ? losses(pairs.filter(areRight), isFar(rules)) : [];
  const others = pairs.filter((pair) => areRight(pair) && !far.includes(pair));
  // The answers to a test are many already.
  const isSlower = far.length > 0 || (rules.prompts !== undefined && has('slower'));
  const isSpell = has('worse', 'right') && !isScattered(pairs);
  return [
    ...(isSpell ? spread([...losses(pairs), ...gains(pairs)], maxAgain.right) : []),
    ...(isSlower ? [...far, ...spread(others, maxAgain.slower)].slice(0, maxAgain.slower) : []),
  ];
}

/** Those of which no more has to be asked: three looks are wrong more often than one, so this one needs 99 %. */
export function settled(groups: readonly Group[], options: JudgeOptions): Group[] {
  const { rules } = options;
  // A wrong answer may be the first of several, also to the other tests.
  if (!pairsOf(groups).every(areRight)) return [];
  const isFine = ({ key, verdict }: Row) =>
    verdict === 'fine' || verdict === '' || (key === 'answers' && rules.answers === undefined);
  return groups.filter(
    (group) =>
      rowsOf({ ...group, planned: 0 }, options, 'certain').every(isFine) &&
      losses(group.pairs, isFar(rules)).length === 0,
  );
}

/** The spec says what is refused; where it refuses anything of its tests, also more wrong answers. */
export function isRefused(verdict: Row['verdict'], { worse, slower, answers, prompts }: CompareRules): boolean {
  const ofRight = prompts === undefined ? (worse ?? slower ?? answers) : worse;
  const rules: { readonly [name in Row['verdict']]?: unknown } = { worse: ofRight, slower, 'answers-differ': answers };
  return rules[verdict] !== undefined;
}

/** At most so many, from all parts of the list. */
function spread<Item>(list: readonly Item[], most: number): Item[] {
  const step = Math.max(1, list.length / most);
  return list.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}

/** `first token of chat "What is…"`. */
export function rowName({ key, title }: Pick<Row, 'key' | 'title'>): string {
  return title === '' ? labels[key] : labels[key].replace(/(?=: )|$/, ` of ${title}`);
}

const told = (key: Row['key'], title: string, shown: Row['shown'], note = ''): Row => {
  return { key, title, verdict: '', shown, note, numbers: {} };
};

const noteOf = (verdict: Row['verdict'], isAskedAgain: boolean): string => {
  if (verdict !== 'undecided') return '';
  if (isAskedAgain) return 'Undecided, because it does not repeat: a cache, or a spell?';
  return 'Undecided: try more `requests`, a longer answer, or a larger limit.';
};

/** Whether the first of two answers alone is wrong, or takes much longer. */
type Loses = (one: Sample, other: Sample) => boolean;

const isWorse: Loses = (one, other) => one.fault !== '' && other.fault === '';
const isFar =
  ({ slower = usualSlower }: CompareRules): Loses =>
  ({ totalMs = 0 }, { totalMs: other = 0 }) =>
    totalMs > tailFactor * (1 + slower) * Math.max(other, networkMs);
/** Pairs that the candidate alone loses, and those that production alone does; by default, by being wrong. */
export const losses = (pairs: readonly Pair[], loses = isWorse) =>
  pairs.filter(({ production, candidate }) => loses(candidate, production));
export const gains = (pairs: readonly Pair[], loses = isWorse) =>
  pairs.filter(({ production, candidate }) => loses(production, candidate));

/** Pairs in which one side alone is right, or is much faster; of the tail, only among those that are right on both. */
function countRows(key: 'right' | 'tail', all: readonly Pair[], { rules, again }: JudgeOptions): Row[] {
  const { worse } = rules;
  const among = (list: readonly Pair[]) => (key === 'right' ? list : list.filter(areRight));
  const loses = key === 'right' ? isWorse : isFar(rules);
  const count = (list: readonly Pair[]) => ({ lost: losses(list, loses).length, gained: gains(list, loses).length });
  const pairs = among(all);
  const [{ lost, gained }, repeated] = [count(pairs), count(among(again ?? []))];
  if (key === 'right' ? pairs.length === 0 : lost + gained === 0) return [];
  const p = chance(lost, gained);
  const halves = [pairs.slice(0, pairs.length / 2), pairs.slice(pairs.length / 2)].map(count);
  const isEven = worse === undefined ? p >= maxChanceAgain : lost - gained < worse * pairs.length;
  const isFine =
    key === 'right'
      ? lost <= gained || isEven
      : // The median does not show it, and one spell does not make it.
        p >= maxTailChance || halves.some((half) => half.lost <= half.gained);
  // Before anything was asked again, a suspicion stands.
  const isRepeated = again === undefined || chance(repeated.lost, repeated.gained) < maxChanceAgain;
  const isCertain = p < maxChance && (isRepeated || (key === 'right' && isScattered(pairs)));
  const verdict = isFine ? 'fine' : isCertain ? (key === 'right' ? 'worse' : 'slower') : 'undecided';
  const neither = pairs.filter(({ production, candidate }) => production.fault !== '' && candidate.fault !== '').length;
  const [production, candidate] = [pairs.length - neither - gained, pairs.length - neither - lost];
  const points = (share: number) => `${Math.round(1000 * share) / 10} points`;
  const net = `${lost > gained ? '−' : '+'}${points(Math.abs(lost - gained) / pairs.length)}`;
  const limit = key === 'tail' || worse === undefined ? '' : `; limit ${points(worse)}`;
  const ofChance = lost + gained === 0 ? '' : p < 0.001 ? ', p < 0.001' : `, p = ${p.toFixed(p < 0.1 ? 3 : 2)}`;
  const isAsked = p < maxChance && again !== undefined && again.length > 0;
  const repeats = isAsked ? `; asked again: lost ${repeated.lost}, gained ${repeated.gained}` : '';
  const words = `${lost === gained ? 'as many' : net} (lost ${lost}, gained ${gained}${limit}${repeats})${ofChance}`;
  const numbers = { production, candidate, lost, gained, p, ...(isAsked && { again: repeated }) };
  const shown = [`${production} of ${pairs.length}`, String(candidate), words] as const;
  return [{ key, title: '', verdict, shown, note: noteOf(verdict, isAsked), numbers }];
}

/** What is lost, or gained, without a break counts once: it may have one cause, which passes. */
function isScattered(pairs: readonly Pair[]): boolean {
  const runs = (list: readonly Pair[]) => {
    const among: ReadonlySet<Pair | undefined> = new Set(list);
    return pairs.filter((pair, index) => among.has(pair) && !among.has(pairs[index - 1])).length;
  };
  return chance(runs(losses(pairs)), runs(gains(pairs))) < maxChance;
}

/** `fineBy`: the interval that has to be within the limit. */
function rowsOf(group: Group, options: JudgeOptions, fineBy: 'likely' | 'certain' = 'likely'): Row[] {
  const { title, pairs, planned, stopped } = group;
  const both = pairs.filter(areRight);
  const uncompared = (words: string): Row[] => [
    { ...told('answers', title || 'the prompts', ['', '', words]), verdict: 'not-compared' },
  ];
  if (stopped !== '') return uncompared(stopped);
  // A stream that takes longer in all may only say more, so its total is not compared.
  const isStreamed = both.some(({ candidate }) => candidate.firstTokenMs !== undefined);
  const names = timeNames.filter((name) => name !== 'totalMs' || !isStreamed);
  const rows = [
    ...answersRow(title, both, options),
    ...names.flatMap((name) => timeRow(name, both, { ...options, title, fineBy })),
  ];
  const isEnough = pairs.filter(({ production }) => isAnswered(production)).length >= planned / 2;
  const isFound = rows.some(({ verdict }) => verdict === 'slower' || verdict === 'answers-differ');
  const medians = sides.map((side) => formatMs(median(timesOf('totalMs', both)[side])));
  const took = both.length === 0 ? '' : `; they took ${medians[0]}, of the candidate ${medians[1]}`;
  const reason = `${both.length} of ${planned} came in time and were right on both sides${took}`;
  const isJudged = isFound || (isEnough && both.length >= minPairs);
  return [...(isJudged ? [] : uncompared(reason)), ...rows, ...toldRows(group, both)];
}

function answersRow(title: string, pairs: readonly Pair[], { rules, clean }: JudgeOptions): Row[] {
  const saying = pairs.filter(({ production, candidate }) => production.said && candidate.said);
  // A prompt is asked once: change and chance would look alike.
  if (rules.prompts !== undefined || saying.length < minPairs) return [];
  const [theirs = [], ours = []] = sides.map((side) => saying.map((pair) => pair[side].said ?? []));
  const { verdict, shown } = judgeAnswers(ours, theirs, clean);
  return [{ ...told('answers', title, shown), verdict }];
}

function timeRow(
  key: TimeName,
  both: readonly Pair[],
  { rules, again, title, fineBy }: JudgeOptions & { title: string; fineBy: 'likely' | 'certain' },
): Row[] {
  const { prompts, slower = usualSlower } = rules;
  const { candidate, production } = timesOf(key, both);
  if (candidate.length < minSeparatePairs) return [];
  // A sentence such as "1.3 × as long" is about one test; prompts differ from each other by more than that.
  const { estimate, likely, certain } = (prompts === undefined ? ratioOf : pairedRatio)(candidate, production);
  const [theirs, ours] = [median(production), median(candidate)];
  const isSpeed = key === 'tokenMs';
  // A fast stream comes in a few milliseconds, all tokens together.
  const spanMs = theirs * (isSpeed ? median(timesOf('tokens', both).production) : 1);
  const limit = 1 + Math.max(slower, networkMs / spanMs);
  // Every answer is slower than every one of the other side: that is certain however few they are.
  const apart = Math.min(...candidate) / Math.max(...production);
  if (candidate.length < minPairs && apart <= limit) return [];
  const low = Math.max(likely.low, apart);
  const high = Math.min(likely.high, Math.max(...candidate) / Math.min(...production));
  const repeated = timesOf(key, prompts === undefined ? [] : (again ?? []).filter(areRight));
  const ratioAgain = median(repeated.candidate.map((time, index) => time / (repeated.production[index] ?? time)));
  const isCertain = Math.max(certain.low, apart) > limit;
  const doesHold = prompts === undefined || again === undefined || ratioAgain > limit;
  const isFine = (fineBy === 'likely' ? high : certain.high) <= limit;
  const verdict = isFine ? 'fine' : isCertain && doesHold ? 'slower' : 'undecided';
  // As a reader knows it: tokens/s, slower below 1, in the place of the time of a token.
  const times = (ratio: number) => (isSpeed ? 1 / ratio : ratio).toFixed(2);
  const shown = (ms: number) => (isSpeed ? (1000 / ms).toFixed(ms > 100 ? 1 : 0) : formatMs(ms));
  const ends = isSpeed ? [times(high), times(low)] : [times(low), times(high)];
  const isAsked = isCertain && ratioAgain > 0;
  const repeats = isAsked ? `, asked again ${times(ratioAgain)} ×` : '';
  const words = `${times(estimate)} × (${ends.join('–')}), limit ${times(limit)} ×${repeats}`;
  const numbers = { production: theirs, candidate: ours, ratio: estimate, low, high, limit };
  return [
    {
      ...{ key, title, verdict, shown: [shown(theirs), shown(ours), words], note: noteOf(verdict, isAsked) },
      numbers: isAsked ? { ...numbers, again: ratioAgain } : numbers,
    },
  ];
}

/** Of pairs that both have it. */
function timesOf(name: TimeName | 'tokens', pairs: readonly Pair[]): { [side in Side]: number[] } {
  const both = pairs.filter(
    ({ candidate, production }) => candidate[name] !== undefined && production[name] !== undefined,
  );
  const [production = [], candidate = []] = sides.map((side) => both.map((pair) => pair[side][name] ?? 0));
  return { production, candidate };
}

/** Of answers that are right on both sides; the first is that of whole answers. */
function toldRows({ title, firstMs }: Group, both: readonly Pair[]): Row[] {
  const totals = timesOf('totalMs', both);
  const tokens = timesOf('tokens', both);
  if (totals.production.length === 0) return [];
  const key = totals.production.length < minWithTail ? 'fewWhole' : 'whole';
  const whole = (list: readonly number[]) =>
    [median(list), ...(key === 'whole' ? [percentile(list, 0.95)] : []), Math.max(...list)].map(formatMs).join(' / ');
  const isCached = firstMs > cacheFactor * median(totals.production);
  const cached =
    'The first answer of production took more than 3 × as long: a cache may hide the model. Compare by `prompts`.';
  const typical = (list: readonly number[]) => String(Math.round(median(list)));
  const same = both.filter(({ production, candidate }) => production.said?.[0] === candidate.said?.[0]).length;
  const ofTokens = told('tokens', title, [typical(tokens.production), typical(tokens.candidate), '']);
  return [
    told(key, title, [whole(totals.production), whole(totals.candidate), ''], isCached ? cached : ''),
    ...(tokens.production.length > 0 ? [ofTokens] : []),
    ...(title === '' ? [told('same', title, ['', '', `${same} of ${both.length}`])] : []),
  ];
}
