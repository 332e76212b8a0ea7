/** The verdicts on a candidate: samples of both sides' answers → what is slower, differs, fails, or is fine. */

import type { CompareRules } from '../model/compare.ts';
import { formatMs } from '../tests/answer.ts';
import { networkMs } from '../times.ts';
import { type AnswerContent, type AnswersVerdict, groupsOf, judgeAnswers } from './answers.ts';
import { median, ratioOf } from './ratio.ts';

const numberNames = ['first-token', 'tokens-per-second', 'total'] as const;
type NumberName = (typeof numberNames)[number];

/** One answer to a test; a wrong one has a fault alone. */
export interface Sample {
  /** The wrong answer, as the end of a sentence. */
  readonly fault?: string | undefined;
  /** Times in milliseconds; `total` is the whole time, also of a stream. */
  readonly numbers?: { readonly [name in NumberName]?: number | undefined };
  readonly said?: AnswerContent | undefined;
}

/** All answers to one test. */
export interface Samples {
  readonly title: string;
  /** Why production is not asked: its own answer is wrong. */
  readonly unasked?: string | undefined;
  readonly production: readonly Sample[];
  readonly candidate: readonly Sample[];
}

/**
 * One number of a test: the medians of both sides (times in milliseconds), and the ratio of all samples with its
 * interval of 95 %. The ratio of a time is slower above 1, that of a speed below 1.
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
  readonly verdict: 'fine' | 'slower' | 'undecided';
}

/** The gravest first. `not-compared`: production's answer is wrong, or there are too few answers. */
const verdicts = ['test-failed', 'answers-differ', 'slower', 'undecided', 'not-compared', 'fine'] as const;

export interface JudgedTest {
  readonly title: string;
  readonly verdict: (typeof verdicts)[number];
  /** How many answers each gave, wrong ones included. */
  readonly asked: { readonly production: number; readonly candidate: number };
  readonly measurements: readonly Measurement[];
  readonly answers?: AnswersVerdict | undefined;
  /** Why it failed, is undecided or is not compared, where no number says it. */
  readonly reason?: string | undefined;
  /** More requests may tell more. */
  readonly isOpen: boolean;
}

/** `isLast`: nothing more is asked. `clean` keeps secrets out of what an answer says. */
type JudgeOptions = { rules: CompareRules; isLast: boolean; clean: (text: string) => string };

/** Fewer right answers tell nothing. */
export const minSamples = 5;
const minFaults = 2;
/** With a larger share of wrong answers, the right ones are a selection. */
const maxLostShare = 0.1;

/** Only at the end is anything slower, or does an answer differ: the first answers alone may be chance. */
export function judgeTest(samples: Samples, { rules, isLast, clean }: JudgeOptions): JudgedTest {
  const { title, unasked } = samples;
  const isRight = ({ fault }: Sample) => fault === undefined;
  const [production, candidate] = [samples.production.filter(isRight), samples.candidate.filter(isRight)];
  const asked = { production: samples.production.length, candidate: samples.candidate.length };
  const faults = samples.candidate.flatMap(({ fault }) => fault ?? []);
  const lost = asked.production - production.length;
  const unmeasured = (verdict: JudgedTest['verdict'], reason: string, isOpen = !isLast): JudgedTest => {
    return { title, asked, measurements: [], verdict, reason, isOpen };
  };
  if (unasked !== undefined) return unmeasured('not-compared', unasked, false);
  // One wrong answer of production does not excuse a candidate that is hardly ever right.
  if (faults.length >= minFaults + 4 * lost) {
    const ofProduction = lost === 0 ? '' : `, ${lost} of ${asked.production} of production`;
    const found = `${faults.length} of ${asked.candidate} answers${ofProduction}: ${groupsOf(faults)[0]?.[0]}`;
    return unmeasured('test-failed', found, false);
  }
  const valuesOf = (side: readonly Sample[], name: NumberName) => side.flatMap(({ numbers }) => numbers?.[name] ?? []);
  const totals = valuesOf([...production, ...candidate], 'total');
  const count = Math.min(production.length, candidate.length);
  const hasFew = count < minSamples;
  if (faults.length > maxLostShare * asked.candidate || (hasFew && lost > 0)) {
    const [theirs, ours] = [`${lost} of ${asked.production}`, `${faults.length} of ${asked.candidate}`];
    return unmeasured('undecided', `lost answers: ${theirs} of production, ${ours} of the candidate`);
  }
  if (hasFew) {
    const took = totals.length === 0 ? '' : `, and one takes ${formatMs(median(totals))}`;
    return unmeasured('not-compared', `only ${count} right answers of each came in time${took}`);
  }
  const measurements = numberNames.flatMap((number) => {
    const values = { candidate: valuesOf(candidate, number), production: valuesOf(production, number) };
    // A stream that takes longer in all may only say more.
    const isOfLength = number === 'total' && valuesOf(candidate, 'first-token').length > 0;
    const hasEnough = Math.min(values.candidate.length, values.production.length) >= minSamples;
    return hasEnough && !isOfLength ? measure(number, { ...values, slower: rules.slower, isLast }) : [];
  });
  const saidBy = (side: readonly Sample[]) => side.flatMap(({ said }) => (said === undefined ? [] : [said]));
  const [ours, theirs] = [saidBy(candidate), saidBy(production)];
  const answers = ours.length > 0 && theirs.length > 0 ? judgeAnswers(ours, theirs, clean) : undefined;
  const isRefused = rules.answers === 'same' && answers !== undefined && answers.kind !== 'equal';
  const found = (['slower', 'undecided'] as const).find((each) => measurements.some(({ verdict }) => verdict === each));
  const verdict = isLast && isRefused && answers.kind === 'differs' ? 'answers-differ' : (found ?? 'fine');
  // One wrong answer may be the first of several; one that differs, chance.
  const isOpen = !isLast && (found !== undefined || faults.length > 0 || isRefused);
  return { title, asked, measurements, answers, verdict, isOpen };
}

/** Those that the spec refuses; the gravest first. */
export function refusedTests(tests: readonly JudgedTest[], { slower }: CompareRules): JudgedTest[] {
  const refusals = verdicts.slice(0, slower === undefined ? 2 : 3);
  return refusals.flatMap((refusal) => tests.filter(({ verdict }) => verdict === refusal));
}

/** The limit for a spec that refuses nothing. */
const usualSlower = 0.2;

interface MeasuredValues {
  candidate: readonly number[];
  production: readonly number[];
  slower: number | undefined;
  isLast: boolean;
}

/**
 * Three looks are wrong more often than one. So the first two need 99 % to say that a number is fine, and the last one
 * 95 %; that it is slower needs the last one and 99 %.
 */
function measure(
  number: NumberName,
  { candidate, production, slower = usualSlower, isLast }: MeasuredValues,
): Measurement {
  const isSpeed = number === 'tokens-per-second';
  // A speed is judged as the time of a token; a clock may have seen no time pass.
  const times = (values: readonly number[]) => values.map((each) => (isSpeed ? 1000 / each : Math.max(each, 0.01)));
  const { estimate, likely, certain } = ratioOf(times(candidate), times(production));
  const medians = { production: median(production), candidate: median(candidate) };
  const limit = 1 + (isSpeed ? slower : Math.max(slower, networkMs / medians.production));
  const isFine = (isLast ? likely : certain).high <= limit;
  const verdict = isFine ? 'fine' : isLast && certain.low > limit ? 'slower' : 'undecided';
  const asTimes = { number, ...medians, ratio: estimate, ...likely, limit, verdict } as const;
  return isSpeed
    ? { ...asTimes, ratio: 1 / estimate, low: 1 / likely.high, high: 1 / likely.low, limit: 1 / limit }
    : asTimes;
}
