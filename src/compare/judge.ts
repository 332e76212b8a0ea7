/** The verdicts on a candidate: pairs of answers → rows, each of which is fine, undecided, or names a difference. */

import type { CompareRules, Question } from '../model/compare.ts';
import { hasRightAnswer } from '../model/tests.ts';
import { formatMs, isSuccess } from '../tests/answer.ts';
import { networkMs } from '../times.ts';
import { chance, maxChance, median, pairedRatio, percentile95, ratioOf } from './ratio.ts';

/** The rows, as a reader knows them; answers in the tail take more than 3 times the limit of the other side. */
const metrics = {
  right: 'right answers',
  came: 'answers that came',
  tail: 'whole answers within 3 × the limit of the other side',
  answers: 'answers',
  firstTokenMs: 'first token',
  tokenMs: 'tokens/s',
  totalMs: 'total',
  whole: 'whole answer: median / p95 / slowest',
  tokens: 'tokens of an answer: median',
  same: 'same answer',
} as const;
type Metric = 'firstTokenMs' | 'tokenMs' | 'totalMs' | 'tokens';

/** One answer. Times are in milliseconds: `tokenMs` for a token, `totalMs` for the whole, also of a stream. */
export type Sample = { readonly [name in Metric]?: number | undefined } & {
  /** The wrong answer, as the end of a sentence; '' for a right one. */
  readonly fault: string;
  /** 0 where no answer came. */
  readonly status: number;
  /** A hash of what the model says; undefined for an answer that is neither a chat nor a stream. */
  readonly said?: string | undefined;
};

export const sides = ['production', 'candidate'] as const;
export type Side = (typeof sides)[number];
export type Pair = { readonly question: Question } & { readonly [side in Side]: Sample };

/** Answers that are judged together: of one test, or of all prompts. */
export interface AnswerGroup {
  /** '' for prompts. */
  readonly title: string;
  /** Still to be asked, or asked. */
  readonly questions: readonly Question[];
  /** The pairs in the order asked. */
  readonly pairs: Pair[];
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
  slower: ['is slower than', '⚠️'],
  'not-compared': ['could not be compared with', ''],
  undecided: ['compared with', '❔'],
  fine: ['compared with', '✅'],
} as const;
type ComparisonVerdict = keyof typeof verdicts;
const byGravity = Object.keys(verdicts) as ComparisonVerdict[];

/** One comparison. */
export interface ComparedRow {
  readonly key: Exclude<keyof typeof metrics, 'came'>;
  /** The row as a reader knows it. */
  readonly name: string;
  /** The title of the test; '' for all of them, and for prompts. */
  readonly title: string;
  /** '' for a row that is shown and not judged. */
  readonly verdict: ComparisonVerdict | '';
  /** '' for none. */
  readonly shown: readonly [production: string, candidate: string, words: string];
  readonly numbers: object;
  /** Pairs that are asked again before the row refuses: less has to be certain then, since fewer are asked. */
  readonly suspicion: { pairs: readonly Pair[]; sign: Sign; maxChance: number } | undefined;
}

/** 1 where the candidate alone loses the pair, −1 where production alone does, else 0. */
type Sign = (pair: Pair) => number;

/** The pairs of a comparison with their verdicts. */
export interface JudgedPairs {
  readonly groups: readonly AnswerGroup[];
  /** The pairs of all groups, in the order asked. */
  readonly pairs: readonly Pair[];
  readonly verdict: ComparisonVerdict;
  /** The row that the verdict is of. */
  readonly row: ComparedRow | undefined;
  readonly rows: readonly ComparedRow[];
  /** Losses that may be one short disturbance, and slow answers, which a cache may explain: to be asked again. */
  readonly suspects: readonly Pair[];
}

/** The pairs of a comparison, and the rules of the spec. */
export interface JudgeOptions {
  readonly groups: readonly AnswerGroup[];
  readonly pairs: readonly Pair[];
  readonly rules: CompareRules;
  /** The suspects, asked again; undefined before that. */
  readonly again: readonly Pair[] | undefined;
}

/** Fewer pairs tell nothing, unless every answer of one side is slower than every one of the other. */
const minPairs = 5;
const minSeparatePairs = 3;
/** Signed ranks of fewer pairs are never certain. */
const minRankedPairs = 8;
const maxAgain = 30;
const maxAgainInAll = 50;
/** The limit for a spec that refuses nothing. */
const usualSlower = 0.2;
const tailFactor = 3;
/** The slowest of fewer answers says the same as the 95th percentile. */
const minWithTail = 100;
/** A first answer that took so many times the later ones: they may come from a cache. */
const cacheFactor = 3;

const signOfRight: Sign = ({ production, candidate }) =>
  Number(candidate.fault !== '') - Number(production.fault !== '');
const signOfTail =
  ({ slower = usualSlower }: CompareRules): Sign =>
  ({ production: { totalMs: theirs }, candidate: { totalMs: ours } }) => {
    const isFar = (ms = 0, other = Infinity) => ms > tailFactor * (1 + slower) * Math.max(other, networkMs);
    return Number(isFar(ours, theirs)) - Number(isFar(theirs, ours));
  };

const onBoth =
  (fits: (sample: Sample) => boolean) =>
  ({ production, candidate }: Pair) =>
    fits(production) && fits(candidate);
const areRight = onBoth(({ fault }) => fault === '');
/** Whether a server answered, be it wrong. */
export const isAnswered = ({ fault, status }: Sample) => fault === '' || isSuccess(status);

/** Pairs that the candidate alone loses, pairs that production alone loses, and how probable that is. */
export function tally(pairs: readonly Pair[], sign = signOfRight) {
  const [lost = [], gained = []] = [1, -1].map((wanted) => pairs.filter((pair) => sign(pair) === wanted));
  return { lost, gained, p: chance(lost.length, gained.length) };
}

/** Answers that are lost, or gained, without a break count once: they may have one cause, which passes. */
function mayBeSpell(pairs: readonly Pair[]): boolean {
  const signs = pairs.map(signOfRight);
  return tally(pairs.filter((_, index) => signs[index] !== signs[index - 1])).p >= maxChance;
}

export function judge({ groups, pairs, rules, again }: JudgeOptions): JudgedPairs {
  const suspected = [
    ...signRow('right', pairs, rules),
    ...groups.flatMap((group) => rowsOfGroup(group, rules)),
    ...signRow('tail', pairs.filter(areRight), rules),
  ];
  const rows = suspected.map((row) => (again ? confirmed(row, again) : row));
  // A test that production never answers, such as one of a new route, is shown; the others decide.
  const unasked = groups.filter((group) => group.stopped !== '' && group.pairs.length === 0);
  const isAside = ({ title }: ComparedRow) =>
    unasked.length < groups.length && unasked.some((group) => group.title === title);
  // Rows that refuse the candidate come first; then rows without a verdict; then the others.
  const order = [...byGravity.filter((each) => isRefused(each, rules)), 'not-compared' as const, ...byGravity];
  const verdict = order.find((each) => rows.some((row) => row.verdict === each && !isAside(row))) ?? 'not-compared';
  const suspects = rows.flatMap(({ suspicion }) => [...new Set(suspicion?.pairs)].slice(0, maxAgain));
  return {
    groups,
    pairs,
    rows,
    verdict,
    row: rows.find((row) => row.verdict === verdict && !isAside(row)),
    suspects: [...new Set(suspects)].slice(0, maxAgainInAll),
  };
}

/** A suspicion that does not repeat refuses nothing. */
function confirmed(row: ComparedRow, again: readonly Pair[]): ComparedRow {
  const { suspicion, verdict, numbers } = row;
  if (!suspicion) return row;
  const { lost, gained, p } = tally(again, suspicion.sign);
  const isProved = p <= suspicion.maxChance;
  const why = isProved ? '' : ', so perhaps a cache, or a short disturbance';
  const found = `asked again: ${lost.length} ${verdict}, ${gained.length} the other way${why}`;
  const [production, candidate, words] = row.shown;
  return {
    ...row,
    verdict: isProved ? verdict : again.length > 0 ? 'undecided' : 'not-compared',
    shown: [production, candidate, `${words}; ${again.length > 0 ? found : 'no time was left to ask again'}`],
    numbers: { ...numbers, again: { lost: lost.length, gained: gained.length } },
  };
}

/** By the rules of the spec; where one of them refuses anything of its tests, more wrong answers are refused, too. */
export function isRefused(verdict: ComparisonVerdict | '', { worse, slower, prompts }: CompareRules): boolean {
  const ofRight = prompts === undefined ? (worse ?? slower) : worse;
  const rules: { readonly [name in ComparisonVerdict | '']?: unknown } = { worse: ofRight, slower };
  return rules[verdict] !== undefined;
}

/** `first token of chat "What is…"`. */
export function rowName({ name, title }: ComparedRow): string {
  return title === '' ? name : name.replace(/(?=: )|$/, ` of ${title}`);
}

/** A row of all tests that is shown and not judged, unless told otherwise. */
const rowOf = (key: ComparedRow['key'], shown: ComparedRow['shown'], given: Partial<ComparedRow>): ComparedRow => {
  return { key, name: metrics[key], title: '', verdict: '', shown, numbers: {}, suspicion: undefined, ...given };
};

/** The sign tests. `minEven`: so probable a loss is fine. `maxChance`: for the fewer pairs that are asked again. */
const signTests = {
  right: { finds: 'worse', signBy: () => signOfRight, minEven: 0.1, maxChance: 0.1 },
  tail: { finds: 'slower', signBy: signOfTail, minEven: 0.005, maxChance: 0.5 },
} as const;

/** `pairs`: all, or for the tail, which no median shows, those that are right on both sides. */
function signRow(key: keyof typeof signTests, pairs: readonly Pair[], rules: CompareRules): ComparedRow[] {
  const isTail = key === 'tail';
  const { finds, signBy, minEven, maxChance: maxChanceAgain } = signTests[key];
  const sign = signBy(rules);
  const { lost, gained, p } = tally(pairs, sign);
  // A tail is shown only where there is one.
  if (pairs.length === 0 || (isTail && lost.length + gained.length === 0)) return [];
  const net = lost.length - gained.length;
  const worse = isTail ? undefined : rules.worse;
  const isEven = net <= 0 || (worse === undefined ? p >= minEven : net < worse * pairs.length);
  const verdict = isEven ? 'fine' : p < maxChance ? finds : 'undecided';
  const suspects = isTail ? [...lost, ...pairs] : mayBeSpell(pairs) ? [...lost, ...gained] : [];
  const isSuspected = verdict === finds && suspects.length > 0;
  const neither = pairs.filter(onBoth(({ fault }) => fault !== '')).length;
  const [production, candidate] = [gained, lost].map((list) => pairs.length - neither - list.length);
  const change = net === 0 ? 'as many' : `${net > 0 ? '−' : '+'}${points(Math.abs(net) / pairs.length)}`;
  const limit = worse === undefined ? '' : `; limit ${points(worse)}`;
  const ofChance = p === 1 ? '' : p < 0.001 ? ', p < 0.001' : `, p = ${p.toFixed(p < 0.1 ? 3 : 2)}`;
  const words = `${change} (lost ${lost.length}, gained ${gained.length}${limit})${ofChance}`;
  // Without `expect`, any whole answer counts.
  const isRight = isTail || pairs.some(({ question }) => hasRightAnswer(question.test));
  return [
    rowOf(key, [`${production} of ${pairs.length}`, String(candidate), words], {
      ...(!isRight && { name: metrics.came }),
      verdict,
      numbers: { production, candidate, lost: lost.length, gained: gained.length, p },
      suspicion: isSuspected ? { pairs: suspects, sign, maxChance: maxChanceAgain } : undefined,
    }),
  ];
}

const points = (share: number) => `${Math.round(1000 * share) / 10} points`;

function rowsOfGroup(group: AnswerGroup, rules: CompareRules): ComparedRow[] {
  const { title, pairs, questions, stopped } = group;
  const both = pairs.filter(areRight);
  // A stream that takes longer in all may only say more, so its total is compared only where one side does not stream.
  const streamed = both.filter(onBoth(hasFirstToken));
  const whole = both.filter((pair) => !streamed.includes(pair));
  const rows = [
    ...(['firstTokenMs', 'tokenMs'] as const).flatMap((key) => timeRow(key, streamed, { title, rules })),
    ...timeRow('totalMs', whole, { title, rules }),
    ...toldRows(group, both),
  ];
  const isFound = rows.some(({ verdict }) => verdict === 'slower');
  const isHalf = 2 * pairs.filter(({ production }) => isAnswered(production)).length >= questions.length;
  if (stopped === '' && (isFound || (isHalf && both.length >= minPairs))) return rows;
  const reason = stopped || `${both.length} of ${questions.length} came in time and were right on both sides`;
  const uncompared = rowOf('answers', ['', '', reason], { title, verdict: 'not-compared', numbers: { reason } });
  return [uncompared, ...(stopped === '' ? rows : [])];
}

const hasFirstToken = ({ firstTokenMs }: Sample) => firstTokenMs !== undefined;

/** `production does not stream`; '' where both sides do, or neither. */
function unstreamedWords(pairs: readonly Pair[]): string {
  const words = sides.map((side, index) => {
    const other = sides[1 - index] ?? side;
    if (!pairs.some((pair) => hasFirstToken(pair[other]) && !hasFirstToken(pair[side]))) return '';
    const streamed = pairs.filter((pair) => hasFirstToken(pair[side])).length;
    return streamed === 0 ? `${side} does not stream` : `${side} streams ${streamed} of ${pairs.length} answers`;
  });
  return words.filter(Boolean).join(' and ');
}

function timeRow(
  key: Exclude<Metric, 'tokens'>,
  both: readonly Pair[],
  { title, rules }: { title: string; rules: CompareRules },
): ComparedRow[] {
  const { prompts, slower = usualSlower } = rules;
  const isPaired = prompts !== undefined;
  const [theirs, ours] = timesOf(key, both);
  if (theirs.length < (isPaired ? minRankedPairs : minSeparatePairs)) return [];
  // A sentence such as "1.3 × as long" is about one test; prompts differ from each other by more than that.
  const { estimate, likely, certain } = (isPaired ? pairedRatio : ratioOf)(ours, theirs);
  const [production, candidate] = [median(theirs), median(ours)];
  const isSpeed = key === 'tokenMs';
  // A fast stream comes in a few milliseconds, all tokens together.
  const spanMs = production * (isSpeed ? median(timesOf('tokens', both)[0]) : 1);
  const limit = 1 + Math.max(slower, networkMs / spanMs);
  // Prompts are asked again, so a likely difference is enough for a suspicion.
  const isSlower = (isPaired ? likely : certain).low > limit;
  // A reader knows tokens/s, slower below 1, and not the time of a token.
  const ratio = (of: number) => (isSpeed ? 1 / of : of).toFixed(2);
  const shown = (ms: number) => (isSpeed ? (1000 / ms).toFixed(ms > 100 ? 1 : 0) : formatMs(ms));
  const ends = isSpeed ? [likely.high, likely.low] : [likely.low, likely.high];
  const words = `${ratio(estimate)} × (${ends.map(ratio).join('–')}), limit ${ratio(limit)} ×`;
  const sign: Sign = ({ production: { [key]: before }, candidate: { [key]: after } }) =>
    before && after ? (after > limit * before ? 1 : -1) : 0;
  return [
    rowOf(key, [shown(production), shown(candidate), words], {
      title,
      verdict: likely.high <= limit ? 'fine' : isSlower ? 'slower' : 'undecided',
      numbers: { production, candidate, ratio: estimate, ...likely, limit },
      // It is enough if half of them are slower again: 15 of 30 have a chance of 0.57.
      suspicion: isPaired && isSlower ? { pairs: both, sign, maxChance: 0.6 } : undefined,
    }),
  ];
}

/** The times of pairs that both have one, all above 0: a clock may have seen no time pass. */
function timesOf(name: Metric, pairs: readonly Pair[]): [production: number[], candidate: number[]] {
  const both = pairs.filter(onBoth((sample) => sample[name] !== undefined));
  const of = (side: Side) => both.map((pair) => Math.max(pair[side][name] ?? 0, 0.01));
  return [of('production'), of('candidate')];
}

/** Rows that are shown and not judged, of answers that are right on both sides. */
function toldRows({ title, firstMs }: AnswerGroup, both: readonly Pair[]): ComparedRow[] {
  const tellEach = (key: 'whole' | 'tokens', tell: (list: readonly number[]) => string, words = '') => {
    const name = key === 'whole' ? 'totalMs' : key;
    const [theirs, ours] = timesOf(name, both);
    return theirs.length === 0 ? [] : rowOf(key, [tell(theirs), tell(ours), words], { title });
  };
  const whole = (list: readonly number[]) => {
    const p95 = list.length < minWithTail ? '–' : formatMs(percentile95(list));
    return [formatMs(median(list)), p95, formatMs(Math.max(...list))].join(' / ');
  };
  const isCached = firstMs > cacheFactor * median(timesOf('totalMs', both)[0]);
  const cached = isCached
    ? 'the first answer of production took over 3 × as long: a cache may hide the model, so compare by prompts'
    : '';
  const words = [cached, unstreamedWords(both)].filter(Boolean).join('; ');
  const saying = both.filter(onBoth(({ said }) => said !== undefined));
  const same = saying.filter(({ production, candidate }) => production.said === candidate.said).length;
  return [
    tellEach('whole', whole, words),
    tellEach('tokens', (list) => String(Math.round(median(list)))),
    saying.length > 0 ? rowOf('same', ['', '', `${same} of ${saying.length}`], { title }) : [],
  ].flat();
}
