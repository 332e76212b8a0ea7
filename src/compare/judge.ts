/** The verdicts on a candidate: samples of its answers and production's → what is slower, differs, fails, or is fine. */

import type { CompareRules } from '../model/compare.ts';
import { type AnswersVerdict, judgeAnswers, type Said } from './answers.ts';
import { type Ratio, ratioOf } from './ratio.ts';

/** One answer to a test. A wrong one has a fault and no numbers. */
export interface Sample {
  /** What came instead of the right answer, as the end of a sentence. */
  fault?: string | undefined;
  totalMs?: number | undefined;
  firstTokenMs?: number | undefined;
  /** Undefined for a stream that is too short to tell. */
  tokensPerSecond?: number | undefined;
  /** Of a stream. */
  tokens?: number | undefined;
  said?: Said | undefined;
}

/** All answers to one test. */
export interface Samples {
  readonly title: string;
  /** Why production is not asked: its own answer is wrong. */
  readonly unasked?: string | undefined;
  readonly production: readonly Sample[];
  readonly candidate: readonly Sample[];
}

type NumberName = 'first-token' | 'tokens-per-second' | 'total';

/** One number of a test, with the medians of both; times in milliseconds. Below 1, the ratio of a speed is slower. */
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

/** `not-compared`: production does not answer it, or too few answers came. */
type TestVerdict = 'fine' | 'slower' | 'answers-differ' | 'test-failed' | 'undecided' | 'not-compared';

export interface JudgedTest {
  readonly title: string;
  readonly verdict: TestVerdict;
  /** How many answers each gave, wrong ones included. */
  readonly asked: { readonly production: number; readonly candidate: number };
  readonly measurements: readonly Measurement[];
  readonly answers?: AnswersVerdict | undefined;
  /** Why it failed, is undecided or is not compared, where no number says it. */
  readonly reason?: string | undefined;
  /** More requests may tell more. */
  readonly isOpen: boolean;
}

interface JudgeOptions {
  rules: CompareRules;
  /** Nothing more is asked. */
  isLast: boolean;
  /** Keeps secrets out of what an answer says. */
  clean: (text: string) => string;
}

/** What is told of where the spec refuses nothing. */
const usualSlower = 0.2;
/** Two workers may be so much further from this machine than each other. */
const leastDifferenceMs = 5;
/** Fewer do not tell anything. */
export const leastSamples = 5;
const failedPasses = 2;
/** With more wrong answers than this, the right ones are a selection. */
const lostPart = 0.1;

/** Only at the end is anything slower, or does an answer differ: a first impression is none. */
export function judgeTest(samples: Samples, { rules, isLast, clean }: JudgeOptions): JudgedTest {
  const { title, unasked } = samples;
  const [production, candidate] = [whole(samples.production), whole(samples.candidate)];
  const asked = { production: samples.production.length, candidate: samples.candidate.length };
  const base = { title, asked, measurements: [], isOpen: false };
  if (unasked !== undefined) return { ...base, verdict: 'not-compared', reason: unasked };
  const faults = samples.candidate.flatMap(({ fault }) => fault ?? []);
  const lost = { production: asked.production - production.length, candidate: faults.length };
  if (faults.length >= failedPasses && lost.production === 0) {
    const reason = `${faults.length} of ${asked.candidate} answers: ${mostFrequent(faults)}`;
    return { ...base, verdict: 'test-failed', reason };
  }
  if (Math.min(production.length, candidate.length) < leastSamples) {
    const times = [...production, ...candidate].flatMap(({ totalMs }) => totalMs ?? []);
    const reason = times.length > 0 ? `one answer takes ${formatTime(median(times))}` : 'no answer came in time';
    return { ...base, verdict: 'not-compared', reason, isOpen: !isLast };
  }
  if (lost.candidate > lostPart * asked.candidate) {
    const reason = `lost answers: ${lost.production} of ${asked.production} of production, ${lost.candidate} of ${asked.candidate} of the candidate`;
    return { ...base, verdict: 'undecided', reason, isOpen: !isLast };
  }
  const measurements = measure({ production, candidate }, { slower: rules.slower ?? usualSlower, isLast });
  const said = (side: readonly Sample[]) => side.flatMap((sample) => (sample.said === undefined ? [] : [sample.said]));
  const [ours, theirs] = [said(candidate), said(production)];
  const answers = ours.length > 0 && theirs.length > 0 ? judgeAnswers(ours, theirs, clean) : undefined;
  const has = (verdict: Measurement['verdict']) => measurements.some((each) => each.verdict === verdict);
  const isDifferent = answers?.kind === 'differs' && isLast;
  // One wrong answer may be the first of several; one that differs, chance.
  const mayFail = faults.length > 0 || (answers !== undefined && answers.kind !== 'equal' && rules.answers === 'same');
  const refused = isDifferent && rules.answers === 'same' ? 'answers-differ' : has('slower') ? 'slower' : undefined;
  const verdict = refused ?? (has('undecided') ? 'undecided' : 'fine');
  return { ...base, verdict, measurements, answers, isOpen: !isLast && (has('undecided') || mayFail) };
}

/** Those that the spec refuses; the gravest first. */
export function refusedTests(tests: readonly JudgedTest[], rules: CompareRules): JudgedTest[] {
  const refusals: readonly TestVerdict[] = [
    'test-failed',
    'answers-differ',
    ...(rules.slower === undefined ? [] : ['slower' as const]),
  ];
  return refusals.flatMap((refusal) => tests.filter(({ verdict }) => verdict === refusal));
}

type Sides = Readonly<Record<'production' | 'candidate', readonly Sample[]>>;

/**
 * Of a stream the first token, and the speed after it. The whole time only of an answer without a stream, or of a
 * stream too short for a speed: a longer answer is not a slower one.
 */
function measure({ production, candidate }: Sides, options: { slower: number; isLast: boolean }): Measurement[] {
  const both = (number: keyof Sample) =>
    [candidate, production].map((side) =>
      side.flatMap((sample) => (typeof sample[number] === 'number' ? [sample[number] as number] : [])),
    ) as [number[], number[]];
  const hasBoth = (numbers: readonly (readonly number[])[]) => numbers.every(({ length }) => length >= leastSamples);
  const [first, speed, total, tokens] = [
    both('firstTokenMs'),
    both('tokensPerSecond'),
    both('totalMs'),
    both('tokens'),
  ];
  const isStream = tokens.some(({ length }) => length > 0);
  const counts = hasBoth(tokens) ? median(tokens[0]) / median(tokens[1]) : 0;
  const isAsLong = Math.abs(counts - 1) <= lostPart;
  const compared: readonly (readonly [NumberName, readonly [number[], number[]], boolean])[] = [
    ['first-token', first, true],
    ['tokens-per-second', speed, true],
    ['total', total, !isStream || (isAsLong && !hasBoth(speed))],
  ];
  return compared.flatMap(([number, numbers, isMeant]) =>
    isMeant && hasBoth(numbers) ? [measurementOf(number, numbers, options)] : [],
  );
}

function measurementOf(
  number: NumberName,
  [candidate, production]: readonly [number[], number[]],
  { slower, isLast }: { slower: number; isLast: boolean },
): Measurement {
  const isSpeed = number === 'tokens-per-second';
  const medians = { production: median(production), candidate: median(candidate) };
  // Judged as the time of a token; a clock may have seen no time pass.
  const times = (values: readonly number[]) => values.map((each) => (isSpeed ? 1000 / each : Math.max(each, 0.01)));
  const ratio = ratioOf(times(candidate), times(production));
  const isNear = !isSpeed && medians.candidate - medians.production < leastDifferenceMs;
  const verdict = verdictOf(ratio, { limit: 1 + slower, isLast, isNear });
  const { estimate, low, high } = ratio;
  return isSpeed
    ? { number, ...medians, ratio: 1 / estimate, low: 1 / high, high: 1 / low, limit: 1 / (1 + slower), verdict }
    : { number, ...medians, ratio: estimate, low, high, limit: 1 + slower, verdict };
}

/** Fine as soon as 95 % say so; slower at the end alone, and if 99 % say so. */
function verdictOf(
  { high, surelyAbove }: Ratio,
  { limit, isLast, isNear }: { limit: number; isLast: boolean; isNear: boolean },
): Measurement['verdict'] {
  if (high <= limit || isNear) return 'fine';
  return isLast && surelyAbove > limit ? 'slower' : 'undecided';
}

function whole(samples: readonly Sample[]): Sample[] {
  return samples.filter(({ fault }) => fault === undefined);
}

function mostFrequent(texts: readonly string[]): string {
  const groups = Object.values(Object.groupBy(texts, (text) => text));
  return groups.toSorted((a = [], b = []) => b.length - a.length)[0]?.[0] ?? '';
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? 0;
  return (at(Math.ceil(sorted.length / 2) - 1) + at(Math.floor(sorted.length / 2))) / 2;
}

function formatTime(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 1000)} s`;
}
