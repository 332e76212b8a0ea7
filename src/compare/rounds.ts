/** The rounds of a comparison: production and the candidate are asked in pairs, one request at a time to each, until they tell enough. */

import type { Clock } from '../clock.ts';
import type { CompareRules, PromptSet } from '../model/compare.ts';
import type { EndpointTest } from '../model/tests.ts';
import { oneLine } from '../shown-text.ts';
import { formatMs, isSuccess, textOf } from '../tests/answer.ts';
import { judgeAnswer } from '../tests/judge.ts';
import { testTitle } from '../tests/request.ts';
import { type Asked, ask, type TestOptions } from '../tests/run.ts';
import { askAgainMs, keepAliveMs, maxPromptMs, maxRoundsMs, wakePauseMs } from '../times.ts';
import { type Clean, comparedContent, folded, hashOf } from './answers.ts';
import {
  type Group,
  isAnswered,
  type Judged,
  judge,
  minPairs,
  type Pair,
  type Question,
  type Sample,
  type Side,
  settled,
  sides,
  toAskAgain,
} from './judge.ts';

interface Asleep {
  url: string;
  /** Whether a worker serves, of an endpoint that may be asleep: until then it is not asked again. */
  isUp: (() => Promise<boolean>) | undefined;
}

export interface RoundsRequest extends Readonly<Record<Side, Asleep>> {
  tests: readonly EndpointTest[];
  rules: CompareRules;
  /** Asked in the place of the tests, of which the first then only wakes the two; undefined for none. */
  set: PromptSet | undefined;
  log: (lines: readonly string[]) => void;
  signal: AbortSignal;
  /** On the clock's monotonic time. */
  deadlineMs: number;
  /** Called after the first pass, whose times are thrown away. False: nothing is measured. */
  onAwake: () => Promise<boolean>;
}

export interface Rounds {
  judged: Judged;
  /** Sent to production, also those for its models. */
  requests: number;
  /** From the first request to production to its first right answer; undefined without one. */
  startMs: number | undefined;
}

/** Rejects with the signal's reason, and with `test-failed` for an address that is not contacted. */
export type CompareEndpoints = (request: RoundsRequest) => Promise<Rounds>;

/** Where little time is left, the requests that are sent again have this share of it. */
const askAgainShare = 0.2;
/** After so many passes, tests that are decided are asked no more. */
const looks = [minPairs, 2 * minPairs];
/** Of workers that are up, and whose model may still be loading. */
const maxWakeRequests = 40;
/** Production that answers none of so many right does not know what it is asked. */
const maxRefusals = 10;

type RoundsOptions = Omit<TestOptions, 'tests' | 'clock'> & { clock: Clock };
type Asker = (test: EndpointTest, deadlineMs: number) => Promise<Asked>;

export const openRounds =
  (options: RoundsOptions): CompareEndpoints =>
  async (request) => {
    const { rules, set, log } = request;
    const { clean, clock } = options;
    let requests = 0;
    await using opened = new AsyncDisposableStack();
    const connect = async (side: Side) => {
      const endpointUrl = new URL(request[side].url);
      // Kept over the pauses in which the other side answers: the time of another handshake is not the model's.
      const connection = await options.connect(endpointUrl, { keepAliveMs });
      opened.defer(() => connection.close());
      const send: typeof connection.send = (sent) => {
        if (side === 'production') requests += 1;
        return connection.send(sent);
      };
      const asking = { ...options, signal: request.signal, endpointUrl, connection: { ...connection, send } };
      const models = new Map();
      return (test: EndpointTest, deadlineMs: number) => ask(test, { ...asking, isTimed: false, models, deadlineMs });
    };
    const askers = { production: await connect('production'), candidate: await connect('candidate') };
    const { first, startMs } = await wakeUp(askers, request, clock);
    const { requests: most = set ? 300 : 20 } = rules;
    const prompts = set?.prompts.slice(0, most).map(({ line, test }) => ({ test, title: `${set.file}:${line}`, line }));
    const tests = request.tests.map((test) => ({ test, title: testTitle(test), line: 0 }));
    const open = { stopped: '', firstMs: 0 };
    const groups = (prompts ? [{ title: '' }] : tests).map(({ title }): Group => {
      return { title, pairs: [], planned: prompts?.length ?? most, ...open };
    });
    // A prompt is no test: what wakes production up may be wrong about it.
    for (const [index, { fault, measured }] of first.entries()) {
      const group = groups[index];
      if (group && !set && !request.production.isUp) group.firstMs = measured.totalMs ?? 0;
      if (group && fault && (!set || (request.production.isUp && isComing({ fault }))))
        group.stopped = `production answers ${oneLine(clean(fault.got, 2048), 160)}`;
    }
    let left = (await request.onAwake()) ? groups : [];
    const startedMs = clock.monotonicMs();
    const endMs = Math.min(request.deadlineMs, startedMs + maxRoundsMs);
    // What would be refused is asked again.
    let deadlineMs = endMs - Math.min(askAgainMs, (endMs - startedMs) * askAgainShare);
    const isLate = () => clock.monotonicMs() >= deadlineMs;
    let turn = 0;
    /** Both answers, or none: an empty list where the end of the time has cut one short. */
    const askPair = async (question: Question): Promise<Pair[]> => {
      turn += 1;
      const samples = new Map<Side, Sample>();
      // A B B A: what drifts meets both alike.
      for (const side of turn % 2 === 0 ? sides.toReversed() : sides) {
        if (isLate()) break;
        const untilMs = set ? Math.min(deadlineMs, clock.monotonicMs() + maxPromptMs) : deadlineMs;
        samples.set(side, sampleOf(question.test, await askers[side](question.test, untilMs), { clean, set }));
      }
      const [production, candidate] = sides.map((side) => samples.get(side));
      return production && candidate && !isLate() ? [{ question, production, candidate }] : [];
    };
    const judgeOptions = { rules, clean, again: undefined };
    for (let pass = 0; left.length > 0 && !isLate(); pass += 1) {
      left = left.filter(({ planned, stopped }) => planned > pass && stopped === '');
      for (const group of left) {
        const question = prompts ? prompts[pass] : tests[groups.indexOf(group)];
        group.pairs.push(...(question ? await askPair(question) : []));
        group.stopped = whyStopped(group.pairs);
      }
      if (set && pass + 1 === maxRefusals) {
        const fit = Math.floor((maxRefusals * (deadlineMs - startedMs)) / (clock.monotonicMs() - startedMs));
        const [{ planned = 0 } = {}] = groups;
        if (fit < planned) log([`Compare: about ${fit} of ${planned} prompts can be asked in time.`]);
      }
      if (!set && looks.includes(pass + 1)) for (const group of settled(left, judgeOptions)) group.planned = pass + 1;
    }
    const again: Pair[] = [];
    const suspects = toAskAgain(judge(groups, judgeOptions), judgeOptions);
    deadlineMs = endMs;
    for (const { question } of suspects) again.push(...(await askPair(question)));
    const isUnproved = suspects.length > 0 && again.length === 0;
    if (isUnproved) for (const group of groups) group.stopped = 'no time was left to ask again what would be refused';
    return { judged: judge(groups, { ...judgeOptions, again }), requests, startMs };
  };

/** The first pass, of cold workers, new connections and empty caches; a worker that is asleep is waited for. */
async function wakeUp(askers: Readonly<Record<Side, Asker>>, request: RoundsRequest, clock: Clock) {
  const { tests, set, signal, deadlineMs } = request;
  const startedMs = clock.monotonicMs();
  let startMs: number | undefined;
  const first: Asked[] = [];
  const isOver = () => clock.monotonicMs() >= deadlineMs;
  const askOne = async (side: Side, index: number) => {
    const asked = await askers[side](tests[index] ?? {}, deadlineMs);
    if (side === 'candidate') return asked;
    first[index] = asked;
    if (!asked.fault) startMs ??= clock.monotonicMs() - startedMs;
    return asked;
  };
  let left = maxWakeRequests;
  /** Whether it had to be waited for. */
  const wake = async (side: Side): Promise<boolean> => {
    const { isUp } = request[side];
    let asked = await askOne(side, 0);
    const isAsleep = isUp !== undefined && isComing(asked);
    while (isUp && isComing(asked) && left > 0 && !isOver()) {
      await clock.sleep(wakePauseMs, signal);
      if (!(await isUp())) continue;
      left -= 1;
      asked = await askOne(side, 0);
    }
    return isAsleep;
  };
  // What waits for the other may fall asleep again.
  do await wake('production');
  while (!isOver() && (await wake('candidate')) && left > 0);
  for (const index of set ? [] : tests.keys())
    for (const side of sides) if (index > 0 && !isOver()) await askOne(side, index);
  return { first, startMs };
}

/** Not the model's own answer: it may still be starting. */
const isComing = ({ fault }: Pick<Asked, 'fault'>) => fault !== undefined && fault.weight !== 'own';

/** Why nothing more is asked; '' for nothing. */
function whyStopped(pairs: readonly Pair[]): string {
  const limiting = sides.find((side) => pairs.length > 1 && pairs.slice(-2).every((pair) => pair[side].status === 429));
  if (limiting) return `${limiting} limits its rate: it answered 429 twice in a row`;
  if (pairs.length !== maxRefusals || pairs.some(({ production }) => isAnswered(production))) return '';
  return `production answers ${pairs[0]?.production.fault}`;
}

interface Reading extends Pick<RoundsRequest, 'set'> {
  clean: Clean;
}

function sampleOf(test: EndpointTest, asked: Asked, { clean, set }: Reading): Sample {
  const { status = 0, totalMs, firstTokenMs, tokensPerSecond = 0, tokens, content } = asked.measured;
  const fault = faultOf(test, asked, { clean, set });
  if (fault !== '' || asked.answer?.kind !== 'answer') return { fault, status };
  const text = textOf(asked.answer.body);
  const said = set ? [hashOf(folded(content ?? text))] : comparedContent(test, { content, text, clean });
  // A clock may have seen no time pass.
  const time = (ms?: number) => (ms === undefined ? undefined : Math.max(ms, 0.01));
  const tokenMs = tokensPerSecond > 0 ? 1000 / tokensPerSecond : undefined;
  return { fault, status, totalMs: time(totalMs), firstTokenMs: time(firstTokenMs), tokenMs, tokens, said };
}

/** '' for a right answer. A log may hold what people wrote: of an answer, only what the line expects is shown. */
function faultOf(test: EndpointTest, { answer, fault }: Asked, { clean, set }: Reading): string {
  if (answer?.kind !== 'answer') return answer?.reason ?? fault?.got ?? 'no answer';
  const { body, endMs, status } = answer;
  // Without `expect`, a prompt is right that has a whole answer with content.
  const isMissing = set !== undefined && (body.brokenBy !== undefined || textOf(body).trim() === '');
  if (!fault && !isMissing) return '';
  if (body.brokenBy === 'timeout') return `no end within ${formatMs(endMs)}`;
  const { status: wanted } = test.expect ?? {};
  const form = { ...test, expect: wanted === undefined ? {} : { status: wanted } };
  if (!fault || isMissing || judgeAnswer(form, answer, { isTimed: false }).fault)
    return isSuccess(status) ? 'no whole answer' : String(status);
  return `expected ${fault.expected}, got ${oneLine(clean(fault.got, 240), 60)}`;
}
