/** The verdict on a load: answers to one, half and all clients → shares to judge, and figures to tell. */

import type { EndpointTest } from '../model/tests.ts';
import { formatMs } from '../tests/answer.ts';
import { loadStages } from '../times.ts';
import type { LoadAnswer } from './clients.ts';
import { chanceOfShare, maxChance, median, percentile95 } from './ratio.ts';

const { alone, half, all } = loadStages;

export const loopMs = all.toMs;
export const judgedSeconds = (all.toMs - all.fromMs) / 1000;
export const halfOf = (at: number) => Math.ceil(at / 2);

/** When each of so many clients begins. */
export const startsOf = (at: number) =>
  Array.from({ length: at }, (_, index) => (index === 0 ? 0 : index < halfOf(at) ? alone.toMs : half.toMs));

/** A larger share than this is refused if it is certain, and is found again. */
const maxShares = { failed: 0.1, late: 0.5 } as const;
type Overload = keyof typeof maxShares;
const overloads = Object.keys(maxShares) as Overload[];

/** `71 of 96 first tokens later than 5 s`, in `words`. */
interface Share {
  count: number;
  of: number;
  words: string;
}

/** The answers of a time that are judged. `late`: later than a limit of their tests, of those that have one. */
export type Counted = Readonly<Record<Overload, Share>>;

const limits = { 'first-token': 'first tokens', within: 'answers' } as const;

/** The limits of a test, each as a reader knows it and as its field. */
export function limitsOf({ expect = {} }: EndpointTest) {
  const fields = ['first-token', 'within'] as const;
  return fields.flatMap((field) => {
    const { [field]: ms } = expect;
    if (ms === undefined) return [];
    const limit = formatMs(ms);
    return { field, ms, words: `${limits[field]} later than ${limit}`, text: `${field}: ${limit.replace(' ', '')}` };
  });
}

/** When an answer is late by the limits of its test; infinite for one in time. */
function lateAtMs({ test, startMs, endMs, firstContentMs = endMs - startMs }: LoadAnswer): number {
  const tookMs = { 'first-token': firstContentMs, within: endMs - startMs };
  const missed = limitsOf(test).filter(({ field, ms }) => tookMs[field] > ms);
  return startMs + Math.min(...missed.map(({ ms }) => ms));
}

type Time = { fromMs: number; toMs: number };

/** `first`: of the whole load. Content that was right with one client, and is wrong now, has failed. */
export function countIn(answers: readonly LoadAnswer[], first = answers, { fromMs, toMs }: Time = all): Counted {
  const right = new Set(first.flatMap(({ kind, test, endMs }) => (kind === 'right' && endMs < alone.toMs ? test : [])));
  const counted = answers
    .map((answer) => {
      const { kind, test, endMs, reason } = answer;
      const isFailed = kind === 'failed' || (kind === 'wrong' && right.has(test));
      const lateMs = lateAtMs(answer);
      const isLate = lateMs < Infinity;
      // An answer that is still open past its limit is late at once.
      const atMs = isLate || kind === 'open' ? lateMs : endMs;
      return { isFailed, isLate, atMs, limits: isLate || !isFailed ? limitsOf(test) : [], reason };
    })
    .filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
  const failed = counted.filter(({ isFailed }) => isFailed);
  const timed = counted.filter(({ limits }) => limits.length > 0);
  const late = timed.filter(({ isLate }) => isLate);
  const each = (words: readonly string[]) => [...new Set(words)].join(' or ');
  const reasons = each(failed.map(({ reason }) => reason || 'wrong answers'));
  const limits = each(timed.flatMap((answer) => answer.limits.map(({ words }) => words)));
  return {
    failed: {
      count: failed.length,
      of: counted.length,
      words: `${failed.length} of ${counted.length} answers failed (${reasons})`,
    },
    late: { count: late.length, of: timed.length, words: `${late.length} of ${timed.length} ${limits}` },
  };
}

/** Whether more than one answer in ten is a refusal: the service limits the rate, and hides the model. */
export function isLimited(answers: readonly LoadAnswer[]): boolean {
  const recent = answers.slice(-100);
  return recent.filter(({ kind }) => kind === 'limited').length > Math.max(2, recent.length / 10);
}

/** Which share is certainly too large, and still too large when it is asked again. */
const overloadIn = (counted: Counted, again?: Counted) =>
  overloads.find((each) => {
    const { count, of } = counted[each];
    const share = maxShares[each];
    const isCertain = chanceOfShare(count, { of, share }) < maxChance;
    return isCertain && (!again || again[each].count > share * again[each].of);
  });

/** What readings have shown of the worker. `lost`: without a crash, and another one runs in its place, or none. */
export interface WorkerSeen {
  kind: 'same' | 'crashed' | 'lost';
  /** A worker is healthy after the load, and crashed once at most. */
  isBack: boolean;
}

export interface LoadVerdict {
  verdict: 'passed' | 'undecided' | 'overloaded';
  /** What was found, as a clause; '' where nothing was. */
  why: string;
}

/** The first row that fits. `again`: the counts when it was asked again, as it has to be before anything is refused. */
export function judgeLoad(
  counted: Counted,
  { at, worker, again }: { at: number; worker: WorkerSeen; again?: Counted | undefined },
): LoadVerdict {
  const { kind, isBack } = worker;
  // A gateway answers in the place of a dead worker.
  const isDead = kind !== 'same' && (!isBack || (again && again.failed.count === again.failed.of));
  const [open, red] = [overloadIn(counted), overloadIn(counted, again)];
  const rows: [unknown, LoadVerdict['verdict'], why: string | undefined][] = [
    [isDead, 'overloaded', `its worker ${kind === 'lost' ? 'was lost' : kind}`],
    [red, 'overloaded', red && counted[red].words],
    [open, 'undecided', open && `${counted[open].words}, and not again`],
    [kind === 'lost', 'undecided', 'its worker was lost, and another one answers'],
    [counted.failed.of < 2 * at, 'undecided', 'too few answers'],
  ];
  const [, verdict, why = ''] = rows.find(([isFound]) => isFound) ?? [true, 'passed'];
  return { verdict, why };
}

interface StageFigures {
  /** The speed of the worker; undefined without a stream. */
  tokensPerSecond: number | undefined;
  /** Tokens or, without a stream, right answers a second: how much gets done. */
  work: number;
  /** Median and 95th percentile; undefined for none. */
  firstTokenMs: readonly [number, number] | undefined;
  totalMs: readonly [number, number] | undefined;
}

export type Figures = Readonly<Record<keyof typeof loadStages, StageFigures>>;

export function figuresOf(answers: readonly LoadAnswer[]): Figures {
  const of = (stage: Time) => figuresIn(answers, stage);
  return { alone: of(alone), half: of(half), all: of(all) };
}

function figuresIn(answers: readonly LoadAnswer[], { fromMs, toMs }: Time): StageFigures {
  const seconds = (toMs - fromMs) / 1000;
  const right = answers.filter(({ kind, endMs }) => kind === 'right' && endMs >= fromMs && endMs < toMs);
  // A stream that began before the windows, or ends after them, counts by the share that arrived in them.
  const tokens = answers.flatMap(({ startMs, endMs, firstTokenMs, tokens = 0 }) => {
    if (firstTokenMs === undefined) return [];
    // What a proxy has buffered comes all at once.
    const first = Math.min(startMs + firstTokenMs, endMs - 1);
    const inside = Math.max(0, Math.min(endMs, toMs) - Math.max(first, fromMs));
    return (tokens * inside) / (endMs - first);
  });
  const sum = tokens.reduce((all, each) => all + each, 0);
  const spread = (times: readonly number[]) =>
    times.length === 0 ? undefined : ([median(times), percentile95(times)] as const);
  return {
    tokensPerSecond: tokens.length > 0 ? sum / seconds : undefined,
    work: (tokens.length > 0 ? sum : right.length) / seconds,
    firstTokenMs: spread(right.flatMap(({ firstTokenMs }) => firstTokenMs ?? [])),
    totalMs: spread(right.flatMap(({ totalMs }) => totalMs ?? [])),
  };
}
