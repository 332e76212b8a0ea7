/** The verdicts on a candidate: pairs of answers → what is worse, differs, is slower, or is fine. */

import type { CompareRules } from '../model/compare.ts';
import type { EndpointTest } from '../model/tests.ts';
import { formatMs } from '../tests/answer.ts';
import { networkMs } from '../times.ts';
import { type AnswerContent, type AnswersVerdict, type Clean, judgeAnswers } from './answers.ts';
import { chance, maxChance, median, pairedRatio, ratioOf } from './ratio.ts';

const numberNames = ['first-token', 'tokens-per-second', 'total'] as const;
type NumberName = (typeof numberNames)[number];

/** One answer. Times in milliseconds; `total` is the whole time, also of a stream. */
export interface Sample {
  /** The wrong answer, as the end of a sentence; '' for a right one. */
  readonly fault: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly numbers: { readonly [name in NumberName | 'tokens']?: number | undefined };
  readonly said: AnswerContent | undefined;
}

/** What both sides are asked: a test, or a line of the file of prompts. */
export interface Question {
  readonly test: EndpointTest;
  /** `chat "What is…"`, `prompts.jsonl:17`. */
  readonly title: string;
}

export interface Pair {
  readonly question: Question;
  readonly production: Sample;
  readonly candidate: Sample;
}

/** Answers that are judged together: of one test, or of all prompts. */
export interface Group {
  readonly title: string;
  /** In the order asked. */
  readonly pairs: readonly Pair[];
  /** How many pairs were to be asked. */
  readonly planned: number;
  /** Why no more is asked; '' for nothing. */
  readonly stopped: string;
}

/** The gravest first. `not-compared`: production's answer is wrong, or too few answers came. */
const verdicts = ['worse', 'answers-differ', 'slower', 'not-compared', 'undecided', 'fine'] as const;
export type CompareVerdict = (typeof verdicts)[number];

/**
 * One number: the medians of both sides (times in milliseconds), and the ratio of all samples with its interval of
 * 95 %. The ratio of a time is slower above 1, that of a speed below 1.
 */
export interface Measurement {
  readonly number: NumberName;
  readonly production: number;
  readonly candidate: number;
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  /** What the ratio may be at most, and that of a speed at least. */
  readonly limit: number;
  /** The ratio of what was asked again; undefined for nothing. */
  readonly again: number | undefined;
  readonly verdict: 'fine' | 'slower' | 'undecided';
}

export interface JudgedGroup extends Group {
  readonly verdict: CompareVerdict;
  /** Why it is not compared; '' where it is. */
  readonly reason: string;
  readonly measurements: readonly Measurement[];
  readonly answers: AnswersVerdict | undefined;
}

/** Pairs in which one side alone is right, or is much faster. */
export interface Counted {
  readonly lost: readonly Pair[];
  readonly gained: readonly Pair[];
  /** The probability that chance alone loses so many of them. */
  readonly p: number;
  /** Of those that were asked again. */
  readonly again: { readonly asked: number; readonly lost: number; readonly gained: number };
  readonly verdict: 'worse' | 'slower' | 'undecided' | 'fine';
}

/** Nothing is refused that does not repeat: pairs that are, or were, asked again because of each. */
export interface Repeats {
  readonly right: readonly Pair[];
  readonly tail: readonly Pair[];
  readonly times: readonly Pair[];
}
const maxRepeats = { right: 30, tail: 20, times: 20 } as const;

export interface Judged {
  readonly verdict: CompareVerdict;
  readonly groups: readonly JudgedGroup[];
  /** Right answers. */
  readonly right: Counted;
  /** Whole answers that take much longer than on the other side. */
  readonly tail: Counted;
}

/** `again`: undefined before anything was asked again: the verdicts are suspicions. */
export interface JudgeOptions {
  readonly rules: CompareRules;
  readonly again: Repeats | undefined;
  /** Keeps secrets out of what an answer says. */
  readonly clean: Clean;
}

/** Fewer pairs tell nothing, unless every answer of one side is slower than every one of the other. */
export const minPairs = 5;
const minSeparatePairs = 3;
/** Fewer are asked again than were asked, so less has to be certain. */
const maxChanceAgain = 0.1;
/** The limit for a spec that refuses nothing. */
const usualSlower = 0.2;
/** An answer is in the tail if it takes so many times the limit. */
const tailFactor = 3;
const maxTailChance = 0.005;

const isRight = ({ fault }: Sample) => fault === '';
const areRight = ({ production, candidate }: Pair) => isRight(production) && isRight(candidate);

/** All pairs in the order in which they were asked: by turns of one group each. */
export function pairsOf(groups: readonly Group[]): Pair[] {
  const longest = Math.max(0, ...groups.map(({ pairs }) => pairs.length));
  return Array.from({ length: longest }, (_, pass) => groups.flatMap(({ pairs }) => pairs[pass] ?? [])).flat();
}

export function judge(groups: readonly Group[], options: JudgeOptions): Judged {
  const pairs = pairsOf(groups);
  const [right, tail] = [judgeRight(pairs, options), judgeTail(pairs, options)];
  const judged = groups.map((group) => judgeGroup(group, options));
  const isUncompared = ({ verdict }: JudgedGroup) => verdict === 'not-compared';
  // What production never answers, such as a new route, is told; the rest is compared.
  const isCutShort = judged.some((group) => isUncompared(group) && (group.stopped === '' || group.pairs.length > 0));
  const ofGroups = judged.flatMap(({ verdict, answers, measurements }) => {
    return [
      verdict,
      ...(answers?.kind === 'differs' ? ['answers-differ' as const] : []),
      ...measurements.map((each) => each.verdict),
    ];
  });
  const found = new Set<CompareVerdict>([right.verdict, tail.verdict, ...ofGroups]);
  if (!isCutShort && !judged.every(isUncompared)) found.delete('not-compared');
  return { verdict: gravest(found, options.rules), groups: judged, right, tail };
}

/** What is refused comes first; then that no verdict was reached; then what is told. */
function gravest(found: ReadonlySet<CompareVerdict>, rules: CompareRules): CompareVerdict {
  const order = [...verdicts.filter((verdict) => isRefused(verdict, rules)), 'not-compared' as const, ...verdicts];
  return order.find((verdict) => found.has(verdict)) ?? 'fine';
}

/** What has to repeat before it is refused. */
export function toAskAgain({ groups, right, tail }: Judged, { prompts }: CompareRules): Repeats {
  const pairs = pairsOf(groups);
  const both = pairs.filter(areRight);
  const isSlower = prompts !== undefined && groups.some(({ verdict }) => verdict === 'slower');
  const isSpell = right.verdict === 'worse' && !isScattered(pairs);
  const others = both.filter((pair) => !tail.lost.includes(pair));
  return {
    right: isSpell ? spread([...right.lost, ...right.gained], maxRepeats.right) : [],
    tail: tail.verdict === 'slower' ? [...tail.lost, ...spread(others, maxRepeats.tail)].slice(0, maxRepeats.tail) : [],
    times: isSlower ? spread(both, maxRepeats.times) : [],
  };
}

/** Those of which no more has to be asked: three looks are wrong more often than one, so this one needs 99 %. */
export function settled<Each extends Group>(groups: readonly Each[], options: JudgeOptions): Each[] {
  // A wrong answer may be the first of several, also to the other tests.
  if (!pairsOf(groups).every(areRight)) return [];
  return groups.filter(({ pairs }) => {
    const answers = answersOf(pairs, options);
    const isSame = options.rules.answers === undefined || answers === undefined || answers.kind === 'equal';
    const isFine = measurementsOf(pairs, 'certain', options).every(({ verdict }) => verdict === 'fine');
    return isSame && isFine && !pairs.some(tailOf(options.rules).isLost);
  });
}

/** The spec says what is refused; where it refuses anything of its tests, also more wrong answers. */
export function isRefused(verdict: CompareVerdict, { worse, slower, answers, prompts }: CompareRules): boolean {
  const isGated = (prompts === undefined ? (worse ?? slower ?? answers) : worse) !== undefined;
  const refused = { worse: isGated, slower: slower !== undefined, 'answers-differ': answers !== undefined };
  return Object.entries(refused).some(([each, isIt]) => each === verdict && isIt);
}

/** At most so many, from all parts of the list. */
function spread<Item>(list: readonly Item[], most: number): Item[] {
  const step = Math.max(1, list.length / most);
  return list.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}

interface Loss {
  readonly isLost: (pair: Pair) => boolean;
  readonly isGained: (pair: Pair) => boolean;
}

const rightness: Loss = {
  isLost: ({ production, candidate }) => isRight(production) && !isRight(candidate),
  isGained: ({ production, candidate }) => !isRight(production) && isRight(candidate),
};

/** Whole answers beyond three times the limit, which the median does not show. */
function tailOf({ slower = usualSlower }: CompareRules): Loss {
  const isBeyond = ({ numbers: { total = 0 } }: Sample, { numbers: { total: other = 0 } }: Sample) =>
    total > tailFactor * (1 + slower) * Math.max(other, networkMs);
  return {
    isLost: ({ production, candidate }) => isBeyond(candidate, production),
    isGained: ({ production, candidate }) => isBeyond(production, candidate),
  };
}

function countPairs(pairs: readonly Pair[], again: readonly Pair[] = [], { isLost, isGained }: Loss) {
  const [lost, gained] = [pairs.filter(isLost), pairs.filter(isGained)];
  const repeated = { asked: again.length, lost: again.filter(isLost).length, gained: again.filter(isGained).length };
  return { lost, gained, p: chance(lost.length, gained.length), again: repeated };
}

const doesRepeat = ({ again: { lost, gained } }: Pick<Counted, 'again'>) => chance(lost, gained) < maxChanceAgain;

function judgeRight(pairs: readonly Pair[], { rules: { worse }, again }: JudgeOptions): Counted {
  const counted = countPairs(pairs, again?.right, rightness);
  const net = counted.lost.length - counted.gained.length;
  const isFine = net <= 0 || (worse === undefined ? counted.p >= maxChanceAgain : net < worse * pairs.length);
  if (isFine || counted.p >= maxChance) return { ...counted, verdict: isFine ? 'fine' : 'undecided' };
  const isCertain = !again || isScattered(pairs) || doesRepeat(counted);
  return { ...counted, verdict: isCertain ? 'worse' : 'undecided' };
}

/** What is lost, or gained, without a break counts once: it may have one cause, which passes. */
function isScattered(pairs: readonly Pair[]): boolean {
  const runsOf = (is: Loss['isLost']) =>
    pairs.map(is).filter((isIt, index, all) => isIt && all[index - 1] !== true).length;
  return chance(runsOf(rightness.isLost), runsOf(rightness.isGained)) < maxChance;
}

function judgeTail(pairs: readonly Pair[], { rules, again }: JudgeOptions): Counted {
  const both = pairs.filter(areRight);
  const tail = tailOf(rules);
  const counted = countPairs(both, again?.tail, tail);
  const halves = [both.slice(0, both.length / 2), both.slice(both.length / 2)];
  const isInBoth = halves.every((half) => half.filter(tail.isLost).length > half.filter(tail.isGained).length);
  if (counted.p >= maxTailChance || !isInBoth) return { ...counted, verdict: 'fine' };
  return { ...counted, verdict: !again || doesRepeat(counted) ? 'slower' : 'undecided' };
}

function judgeGroup(group: Group, options: JudgeOptions): JudgedGroup {
  const { planned, stopped } = group;
  const both = group.pairs.filter(areRight);
  const measurements = measurementsOf(both, 'likely', options);
  const answers = both.length >= minPairs ? answersOf(both, options) : undefined;
  const measured = { ...group, measurements, answers, reason: '' };
  if (stopped !== '') return { ...group, measurements: [], answers, verdict: 'not-compared', reason: stopped };
  const found = new Set<CompareVerdict>(measurements.map(({ verdict }) => verdict));
  if (answers?.kind === 'differs') found.add('answers-differ');
  const verdict = gravest(found, options.rules);
  if (verdict === 'slower' || verdict === 'answers-differ') return { ...measured, verdict };
  // All were asked, but not half of them are left: those are a selection.
  if (group.pairs.length < planned / 2 || both.length < minPairs) {
    const medians = (['production', 'candidate'] as const).map((side) => {
      const totals = both.flatMap((pair) => pair[side].numbers.total ?? []);
      return totals.length === 0 ? '' : `, ${side} answers in ${formatMs(median(totals))}`;
    });
    const reason = `${both.length} of ${planned} answers came in time and were right on both sides${medians.join('')}`;
    return { ...measured, verdict: 'not-compared', reason };
  }
  return { ...measured, verdict };
}

function answersOf(pairs: readonly Pair[], { rules, clean }: JudgeOptions): AnswersVerdict | undefined {
  // A prompt is asked once: change and chance would look alike.
  const both =
    rules.prompts === undefined ? pairs.filter(({ production, candidate }) => production.said && candidate.said) : [];
  const saidBy = (side: 'production' | 'candidate') => both.flatMap((pair) => [pair[side].said ?? []]);
  return both.length > 0 ? judgeAnswers(saidBy('candidate'), saidBy('production'), clean) : undefined;
}

/** A stream that takes longer in all may only say more, so its total is not compared. */
function measurementsOf(pairs: readonly Pair[], fineBy: 'likely' | 'certain', options: JudgeOptions): Measurement[] {
  const isStreamed = pairs.some(({ candidate }) => candidate.numbers['first-token'] !== undefined);
  const numbers = numberNames.filter((number) => number !== 'total' || !isStreamed);
  return numbers.flatMap((number) => measure(number, pairs, { ...options, fineBy }) ?? []);
}

function measure(
  number: NumberName,
  pairs: readonly Pair[],
  { rules, again, fineBy }: JudgeOptions & { fineBy: 'likely' | 'certain' },
): Measurement | undefined {
  const isSpeed = number === 'tokens-per-second';
  // A speed is judged as the time of a token; a clock may have seen no time pass.
  const timesOf = (list: readonly Pair[]) => {
    const both = list.flatMap(({ candidate, production }) => {
      const [ours, theirs] = [candidate.numbers[number], production.numbers[number]];
      return ours === undefined || theirs === undefined ? [] : [[ours, theirs]];
    });
    const side = (index: 0 | 1) =>
      both.map((each) => (isSpeed ? 1000 / (each[index] ?? 1) : Math.max(each[index] ?? 0, 0.01)));
    return { candidate: side(0), production: side(1) };
  };
  const { candidate, production } = timesOf(pairs);
  if (candidate.length < minSeparatePairs) return undefined;
  // A sentence such as "1.3 × as long" is about one test; prompts differ from each other by more than that.
  const ratio = (rules.prompts === undefined ? ratioOf : pairedRatio)(candidate, production);
  const medians = { production: median(production), candidate: median(candidate) };
  const { slower = usualSlower } = rules;
  const limit = 1 + (isSpeed ? slower : Math.max(slower, networkMs / medians.production));
  // Every answer is slower than every one of the other side: that is certain however few they are.
  const apart = Math.min(...candidate) / Math.max(...production);
  if (candidate.length < minPairs && apart <= limit) return undefined;
  const likely = {
    low: Math.max(ratio.likely.low, apart),
    high: Math.min(ratio.likely.high, Math.max(...candidate) / Math.min(...production)),
  };
  const repeated = timesOf(again?.times.filter(areRight) ?? []);
  const ratiosAgain = repeated.candidate.map((ours, index) => ours / (repeated.production[index] ?? ours));
  const ratioAgain = ratiosAgain.length > 0 ? median(ratiosAgain) : undefined;
  const isCertain = Math.max(ratio.certain.low, apart) > limit;
  const doesHold = rules.prompts === undefined || !again || (ratioAgain ?? 0) > limit;
  const isFine = (fineBy === 'likely' ? likely : ratio.certain).high <= limit;
  const verdict = isFine ? 'fine' : isCertain && doesHold ? 'slower' : 'undecided';
  const asTimes = { number, ...medians, ratio: ratio.estimate, ...likely, limit, again: ratioAgain, verdict } as const;
  if (!isSpeed) return asTimes;
  const inverse = (time: number) => 1 / time;
  return {
    ...asTimes,
    ...{ production: 1000 * inverse(medians.production), candidate: 1000 * inverse(medians.candidate) },
    ...{ ratio: inverse(ratio.estimate), low: inverse(likely.high), high: inverse(likely.low) },
    ...{ limit: inverse(limit), again: ratioAgain && inverse(ratioAgain) },
  };
}
