/** The rounds of a comparison: production and the candidate are asked in pairs, one request at a time to each. */

import { hash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { CompareRules, PromptSet, Question } from '../model/compare.ts';
import { type EndpointTest, minSpeedTokens } from '../model/tests.ts';
import { oneLine } from '../shown-text.ts';
import { formatMs, isSuccess, textOf } from '../tests/answer.ts';
import { formFault } from '../tests/judge.ts';
import { testTitle } from '../tests/request.ts';
import { type Asked, ask, knowNothing, type TestOptions } from '../tests/run.ts';
import { maxPromptMs, maxRoundsMs, networkMs, wakePauseMs } from '../times.ts';
import {
  type AnswerGroup,
  isAnswered,
  type JudgedPairs,
  judge,
  type Pair,
  type Sample,
  type Side,
  sides,
} from './judge.ts';

/** `isUp`: whether a worker serves, of an endpoint that may be asleep: until then it is not asked again. */
type ComparedSide = { url: string; isUp: (() => Promise<boolean>) | undefined };

export interface RoundsRequest extends Readonly<Record<Side, ComparedSide>> {
  tests: readonly EndpointTest[];
  /** `set`: asked in the place of the tests, of which the first then only wakes the two. */
  rules: CompareRules & { set: PromptSet | undefined };
  log: (lines: readonly string[]) => void;
  signal: AbortSignal;
  /** The end of the rounds, on the clock's monotonic time. */
  deadlineMs: number;
}

/** `requests`: sent to production, also those for its models. */
export type Rounds = JudgedPairs & { requests: number };

/** Rejects with the signal's reason, and with `test-failed` for an address that is not contacted. */
export type CompareEndpoints = (request: RoundsRequest) => Promise<Rounds>;

/** What would be refused is asked again in this share of the time. */
const askAgainShare = 0.2;
/** The maximum of requests to workers that are up, and whose model may still be loading. */
const maxWakeRequests = 40;
/** Production that answers none of so many right does not know what it is asked. */
const maxRefusals = 10;

type RoundsOptions = Omit<TestOptions, 'tests' | 'clock'> & { clock: Clock };

/** Connects to both sides, and closes them with `opened`. `counts`: the requests that were sent to production. */
async function openSides(request: RoundsRequest, options: RoundsOptions, opened: AsyncDisposableStack) {
  const { signal } = request;
  const { clock } = options;
  const counts = { requests: 0 };
  // Both sides are asked the same: what one refuses is not sent to the other.
  const known = knowNothing();
  const connect = async (side: Side) => {
    const endpointUrl = new URL(request[side].url);
    const connection = await options.connect(endpointUrl);
    opened.defer(() => connection.close());
    const send: typeof connection.send = (sent) => {
      if (side === 'production') counts.requests += 1;
      return connection.send(sent);
    };
    const asking = { ...options, signal, endpointUrl, connection: { ...connection, send }, isTimed: false, known };
    const models = new Map();
    return (test: EndpointTest, deadlineMs: number) => ask(test, { ...asking, models, deadlineMs });
  };
  const askers = { production: await connect('production'), candidate: await connect('candidate') };
  const proved = new Set<Side>();
  let wakeRequests = 0;
  /** Waits for a worker that is asleep and, before its first right answer, for one whose model may be loading. */
  const askAwake = async (side: Side, test: EndpointTest, deadlineMs: number): Promise<Asked> => {
    const { isUp } = request[side];
    let asked = await askers[side](test, deadlineMs);
    let isNew = !proved.has(side);
    while (isUp && mayBeStarting(asked.fault) && wakeRequests < maxWakeRequests && clock.monotonicMs() < deadlineMs) {
      if (!isNew && (await isUp())) break;
      isNew = true;
      await clock.sleep(wakePauseMs, signal);
      if (!(await isUp())) continue;
      wakeRequests += 1;
      asked = await askers[side](test, deadlineMs);
    }
    if (!asked.fault) proved.add(side);
    return asked;
  };
  return { askAwake, counts };
}

export const openRounds =
  (options: RoundsOptions): CompareEndpoints =>
  async (request) => {
    const { tests, rules, log } = request;
    const { set } = rules;
    const { clean, clock } = options;
    await using opened = new AsyncDisposableStack();
    const { askAwake, counts } = await openSides(request, options, opened);
    const groups = groupsOf(request);
    // Cold workers, new connections, and empty caches: the times of a first request are thrown away.
    for (const [index, group] of groups.entries()) {
      const [test = {}] = tests.slice(index);
      if (clock.monotonicMs() >= request.deadlineMs) break;
      const { fault, measured } = await askAwake('production', test, request.deadlineMs);
      await askAwake('candidate', test, request.deadlineMs);
      const isAwake = request.production.isUp === undefined;
      // A prompt is no test: what wakes production up may be wrong about it.
      if (fault && (!set || (!isAwake && mayBeStarting(fault))))
        group.stopped = `production answers ${oneLine(clean(fault.got, 2048), 160)}`;
      if (isAwake && !set) group.firstMs = measured.totalMs ?? 0;
    }
    const pairs: Pair[] = [];
    const startedMs = clock.monotonicMs();
    const endMs = Math.min(request.deadlineMs, startedMs + maxRoundsMs);
    let turn = 0;
    /** Both answers, or none: an empty list where the end of the time has cut one short. */
    const askPair = async (question: Question, deadlineMs: number): Promise<Pair[]> => {
      turn += 1;
      const samples = {} as Record<Side, Sample>;
      // A B B A: what drifts meets both alike.
      for (const side of turn % 2 === 0 ? sides.toReversed() : sides) {
        const nowMs = clock.monotonicMs();
        if (nowMs >= deadlineMs) return [];
        const untilMs = set ? Math.min(deadlineMs, nowMs + maxPromptMs) : deadlineMs;
        samples[side] = sampleOf(question.test, await askAwake(side, question.test, untilMs), { clean, set });
      }
      return clock.monotonicMs() >= deadlineMs ? [] : [{ question, ...samples }];
    };
    const firstEndMs = endMs - askAgainShare * (endMs - startedMs);
    const planned = groups[0]?.questions.length ?? 0;
    for (let pass = 0; pass < planned && clock.monotonicMs() < firstEndMs; pass += 1) {
      for (const group of groups.filter(({ stopped }) => stopped === '')) {
        const question = group.questions[pass];
        const asked = question ? await askPair(question, firstEndMs) : [];
        group.pairs.push(...asked);
        pairs.push(...asked);
        group.stopped = whyStopped(group.pairs);
      }
      const fit = Math.floor((maxRefusals * (firstEndMs - startedMs)) / (clock.monotonicMs() - startedMs));
      if (set && pass + 1 === maxRefusals && fit < planned)
        log([`Compare: about ${fit} of ${planned} prompts can be asked in time.`]);
    }
    const again: Pair[] = [];
    const { suspects } = judge({ groups, pairs, rules, again: undefined });
    for (const { question } of suspects) again.push(...(await askPair(question, endMs)));
    return { ...judge({ groups, pairs, rules, again }), ...counts };
  };

/** Whether the answer is not the model's own: it may still be starting. */
const mayBeStarting = (fault: Asked['fault']) => fault !== undefined && fault.weight !== 'own';

/** One for each test, or one of all prompts. */
function groupsOf({ tests, rules: { set, requests = set?.prompts.length ?? 20 } }: RoundsRequest): AnswerGroup[] {
  const ofTest = (test: EndpointTest) => {
    const title = testTitle(test);
    return { title, questions: Array(requests).fill({ test, title, line: 0 }) };
  };
  const groups = set ? [{ title: '', questions: set.prompts.slice(0, requests) }] : tests.map(ofTest);
  return groups.map((group) => ({ ...group, pairs: [], stopped: '', firstMs: 0 }));
}

/** Why nothing more is asked; '' for nothing. */
function whyStopped(pairs: readonly Pair[]): string {
  const limiting = sides.find((side) => pairs.length > 1 && pairs.slice(-2).every((pair) => pair[side].status === 429));
  if (limiting) return `${limiting} limits its rate: it answered 429 twice in a row`;
  if (pairs.length !== maxRefusals || pairs.some(({ production }) => isAnswered(production))) return '';
  // The request may be at fault.
  const isOfBoth = !pairs.some(({ candidate }) => isAnswered(candidate));
  return `${isOfBoth ? 'both answer' : 'production answers'} ${pairs[0]?.production.fault}`;
}

type ReadOptions = { clean: TestOptions['clean']; set: PromptSet | undefined };

function sampleOf(test: EndpointTest, asked: Asked, options: ReadOptions): Sample {
  const { status = 0, totalMs = 0, tokensPerSecond = 0, content, tokens, firstTokenMs } = asked.measured;
  const fault = faultOf(test, asked, options);
  if (fault !== '') return { fault, status };
  const said = content === undefined ? undefined : hash('sha256', content.replaceAll(/\s+/g, ' ').trim());
  // What a proxy has buffered comes all at once: only the time of the whole answer says something.
  const isBuffered = (tokens ?? 0) >= minSpeedTokens && totalMs - (firstTokenMs ?? 0) <= networkMs;
  const tokenMs = tokensPerSecond > 0 ? 1000 / tokensPerSecond : undefined;
  const streamed = !isBuffered && firstTokenMs !== undefined && { firstTokenMs, tokenMs };
  return { fault, status, totalMs, tokens, said, ...streamed };
}

/** '' for a right answer. A log may hold what people wrote: of an answer, only what the line expects is shown. */
function faultOf(test: EndpointTest, { answer, fault }: Asked, { clean, set }: ReadOptions): string {
  if (answer?.kind !== 'answer') return answer?.reason ?? fault?.got ?? 'no answer';
  const { body, endMs, status } = answer;
  // Without `expect`, a prompt is right that has a whole answer with content.
  const isMissing = set !== undefined && (body.brokenBy !== undefined || textOf(body).trim() === '');
  if (!fault && !isMissing) return '';
  if (body.brokenBy === 'timeout') return `no end within ${formatMs(endMs)}`;
  if (!fault || isMissing || formFault(test, answer)) return isSuccess(status) ? 'no whole answer' : String(status);
  return `expected ${fault.expected}, got ${oneLine(clean(fault.got, 240), 60)}`;
}
