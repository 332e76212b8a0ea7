/** The verdict on a load: answers to one, half and all clients → shares to judge, and figures to tell. */

import type { EndpointTest } from '../model/tests.ts';
import { formatMs } from '../tests/answer.ts';
import { loadWindowMs } from '../times.ts';
import type { LoadAnswer } from './clients.ts';
import { chanceOfShare, maxChance, median, percentile95 } from './ratio.ts';

const stages = { alone: 5, half: 3, all: 10 } as const;
type Stage = keyof typeof stages;

/** What arrives in the first window of a stage is thrown away: ramp, caches, compilation. */
function timeOf(stage: Stage): { fromMs: number; toMs: number } {
  const before = { alone: 0, half: stages.alone, all: stages.alone + stages.half }[stage];
  return { fromMs: (before + 1) * loadWindowMs, toMs: (before + stages[stage]) * loadWindowMs };
}

export const loopMs = timeOf('all').toMs;
export const judgedSeconds = (loopMs - timeOf('all').fromMs) / 1000;
export const halfOf = (at: number) => Math.ceil(at / 2);

/** When each of so many clients begins. */
export function startsOf(at: number): number[] {
  const [half, all] = [timeOf('half').fromMs - loadWindowMs, timeOf('all').fromMs - loadWindowMs];
  return Array.from({ length: at }, (_, index) => (index === 0 ? 0 : index < halfOf(at) ? half : all));
}

/** What is certainly more is refused, if it is more again. */
const maxShares = { failed: 0.1, late: 0.5 } as const;

/** The answers of a time that are judged. `late`, of `timed`: later than the own limit of their test. */
export interface Counted {
  requests: number;
  failed: number;
  late: number;
  timed: number;
  /** The commonest reason of a failure; '' for none. */
  reason: string;
  /** `71 of 96 first tokens later than 5 s`. */
  lateWords: string;
}

/** When an answer is late by the limits of its test; infinite for one in time. */
function lateAtMs({ test, startMs, endMs, ...answer }: LoadAnswer): number {
  const { 'first-token': first = Infinity, within = Infinity } = test.expect ?? {};
  const tookMs = endMs - startMs;
  const lateMs = [(answer.firstContentMs ?? tookMs) > first ? first : Infinity, tookMs > within ? within : Infinity];
  return startMs + Math.min(...lateMs);
}

/** `alone`: what one client was answered: content that was right then, and is wrong now, has failed. */
export function countIn(answers: readonly LoadAnswer[], alone: readonly LoadAnswer[], time = timeOf('all')): Counted {
  const right = new Set(alone.flatMap(({ kind, test }) => (kind === 'right' ? test : [])));
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
    .filter(({ atMs }) => atMs >= time.fromMs && atMs < time.toMs);
  const failed = counted.filter(({ isFailed }) => isFailed);
  const late = counted.filter(({ isLate }) => isLate).length;
  const timed = counted.filter(({ limits }) => limits.length > 0);
  const byReason = Map.groupBy(failed, ({ reason }) => reason || 'wrong answers');
  const [commonest = ['']] = [...byReason].toSorted(([, a], [, b]) => b.length - a.length);
  const limits = [...new Set(timed.flatMap((each) => each.limits.map(([words]) => words)))];
  const lateWords = `${late} of ${timed.length} ${limits.join(' or ')}`;
  const { length: requests } = counted;
  return { requests, failed: failed.length, late, timed: timed.length, reason: commonest[0], lateWords };
}

/** The limits of a test, as what is later than they allow, and as its field. */
export function limitsOf({ expect = {} }: EndpointTest): [words: string, field: string][] {
  const { 'first-token': first, within } = expect;
  const limit = (what: string, field: string, ms: number): [string, string] => {
    return [`${what} later than ${formatMs(ms)}`, `${field}: ${formatMs(ms).replace(' ', '')}`];
  };
  return [
    ...(first === undefined ? [] : [limit('first tokens', 'first-token', first)]),
    ...(within === undefined ? [] : [limit('answers', 'within', within)]),
  ];
}

/** Whether more than one answer in ten is a refusal: the service limits the rate, and hides the model. */
export function isLimited(answers: readonly LoadAnswer[]): boolean {
  const recent = answers.slice(-100);
  return recent.filter(({ kind }) => kind === 'limited').length > Math.max(2, recent.length / 10);
}

/** What is certainly too much, and is still too much when it is asked again. */
function overloadIn(all: Counted, again: Counted | undefined): 'failed' | 'late' | undefined {
  const of = { failed: 'requests', late: 'timed' } as const;
  return (['failed', 'late'] as const).find((key) => {
    const isCertain = chanceOfShare(all[key], { of: all[of[key]], share: maxShares[key] }) < maxChance;
    return isCertain && (again === undefined || again[key] > maxShares[key] * again[of[key]]);
  });
}

/** What readings have shown of the worker from the beginning of the loop until it was healthy after it. */
export interface WorkerSeen {
  exits: number;
  /** Another one runs in its place. */
  isLost: boolean;
  isHealthy: boolean;
}

export interface LoadVerdict {
  verdict: 'passed' | 'undecided' | 'overloaded';
  /** What was found, as a clause; '' where nothing was. */
  why: string;
}

/** `again`: of what was asked again, as it has to be before anything is refused. */
export function judgeLoad(
  all: Counted,
  { at, worker, again }: { at: number; worker: WorkerSeen; again: Counted | undefined },
): LoadVerdict {
  const { exits, isLost, isHealthy } = worker;
  // A gateway answers in the place of a dead worker.
  const isAnswered = !again || again.failed < again.requests;
  const isDead = !isHealthy || exits > 1 || ((exits > 0 || isLost) && !isAnswered);
  if (isDead)
    return { verdict: 'overloaded', why: isLost && exits === 0 ? 'its worker was lost' : 'its worker crashed' };
  const red = overloadIn(all, again);
  const found = { failed: `${all.failed} of ${all.requests} answers failed (${all.reason})`, late: all.lateWords };
  if (red) return { verdict: 'overloaded', why: found[red] };
  const open = overloadIn(all, undefined);
  if (open) return { verdict: 'undecided', why: `${found[open]}, and not again` };
  if (isLost) return { verdict: 'undecided', why: 'its worker was lost, and another one answers' };
  // Fewer tell nothing.
  if (all.requests < 2 * at) return { verdict: 'undecided', why: 'too few answers' };
  return { verdict: 'passed', why: '' };
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

export type Figures = Readonly<Record<Stage, StageFigures>>;

export function figuresOf(answers: readonly LoadAnswer[]): Figures {
  const of = (stage: Stage) => figuresIn(answers, timeOf(stage));
  return { alone: of('alone'), half: of('half'), all: of('all') };
}

function figuresIn(answers: readonly LoadAnswer[], { fromMs, toMs }: ReturnType<typeof timeOf>): StageFigures {
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
