/** The rounds of a comparison: production and the candidate are asked in pairs, one request at a time to each, until they tell enough. */

import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { CompareRules, PromptSet } from '../model/compare.ts';
import type { EndpointTest } from '../model/tests.ts';
import { oneLine } from '../shown-text.ts';
import { formatMs, textOf } from '../tests/answer.ts';
import type { EndpointConnection } from '../tests/connection.ts';
import { judgeAnswer, type TestFault } from '../tests/judge.ts';
import { testTitle } from '../tests/request.ts';
import { type Asked, ask, type TestOptions } from '../tests/run.ts';
import { askAgainMs, keepAliveMs, maxPromptMs, maxRoundsMs, wakePauseMs } from '../times.ts';
import { type Clean, comparedContent } from './answers.ts';
import {
  type Group,
  type Judged,
  judge,
  minPairs,
  type Pair,
  type Question,
  type Sample,
  settled,
  toAskAgain,
} from './judge.ts';

interface Side {
  url: string;
  /** Whether a worker serves, of an endpoint that may be asleep: until then it is not asked again. */
  isUp: (() => Promise<boolean>) | undefined;
}

export interface RoundsRequest {
  tests: readonly EndpointTest[];
  rules: CompareRules;
  /** Asked in the place of the tests, which then only wake the two; undefined for none. */
  set: PromptSet | undefined;
  log: (lines: readonly string[]) => void;
  production: Side;
  candidate: Side;
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
  /** Of production, to each test, before anything else was asked. */
  first: readonly Asked[];
}

/** Rejects with the signal's reason, and with `test-failed` for an address that is not contacted. */
export type CompareEndpoints = (request: RoundsRequest) => Promise<Rounds>;

const usualRequests = 20;
/** Where little time is left, what is asked again has this share of it. */
const askAgainShare = 0.2;
const maxPrompts = 300;
/** After so many passes, tests that are decided are asked no more. */
const looks = [minPairs, 2 * minPairs];
/** Of a worker that is up, and whose model may still be loading. */
const maxWakeRequests = 40;
/** Production that answers none of so many right does not know what it is asked. */
const maxRefusals = 10;

type RoundsOptions = Omit<TestOptions, 'tests' | 'clock'> & { clock: Clock };
type OpenGroup = { -readonly [member in keyof Group]: Group[member] } & {
  pairs: Pair[];
  /** Asked by turns. */
  questions: readonly Question[];
};
type Asker = (test: EndpointTest, deadlineMs: number) => Promise<Asked>;

export const openRounds =
  (options: RoundsOptions): CompareEndpoints =>
  async ({ rules, set, log, signal, onAwake, ...given }) => {
    const { clean, clock } = options;
    const opened: EndpointConnection[] = [];
    let requests = 0;
    let { deadlineMs } = given;
    const isLate = () => clock.monotonicMs() >= deadlineMs;
    try {
      const open = (side: Side, onSend = () => {}) => openSide(side, { ...options, signal, opened, onSend });
      const sides = {
        production: await open(given.production, () => {
          requests += 1;
        }),
        candidate: await open(given.candidate),
      };
      const tests = set ? given.tests.slice(0, 1) : given.tests;
      const waking = { tests, clock, signal, deadlineMs };
      const woken = await wakeUp(sides.production, { ...waking, isUp: given.production.isUp });
      await wakeUp(sides.candidate, { ...waking, isUp: given.candidate.isUp });
      const groups = set
        ? [promptGroup(set, rules.requests)]
        : tests.map((test): OpenGroup => {
            const title = testTitle(test);
            const planned = rules.requests ?? usualRequests;
            return { title, questions: [{ test, title }], pairs: [], planned, stopped: '' };
          });
      // A prompt is no test: what wakes production up may be wrong about it.
      for (const [index, { fault }] of woken.first.entries())
        if (fault && groups[index] && (!set || (given.production.isUp && isComing({ fault }))))
          groups[index].stopped = `production answers ${wordsOf(fault, clean)}`;
      const sample = set ? sampleOfPrompt : sampleOf;
      const untilMs = () => (set ? Math.min(deadlineMs, clock.monotonicMs() + maxPromptMs) : deadlineMs);
      let turn = 0;
      /** Both answers, or none: undefined where the end of the time has cut one short. */
      const askPair = async (question: Question): Promise<Pair | undefined> => {
        turn += 1;
        const order = ['production', 'candidate'] as const;
        const samples = new Map<string, Sample>();
        // A B B A: what drifts meets both alike.
        for (const side of turn % 2 === 0 ? order.toReversed() : order)
          if (!isLate()) samples.set(side, sample(question.test, await sides[side](question.test, untilMs()), clean));
        const [production, candidate] = order.map((side) => samples.get(side));
        return production && candidate && !isLate() ? { question, production, candidate } : undefined;
      };
      let left = (await onAwake()) ? groups : [];
      const startedMs = clock.monotonicMs();
      const endMs = Math.min(deadlineMs, startedMs + maxRoundsMs);
      // What would be refused is asked again.
      deadlineMs = endMs - Math.min(askAgainMs, (endMs - startedMs) * askAgainShare);
      const judging = { rules, clean, again: undefined };
      for (let pass = 0; left.length > 0 && !isLate(); pass += 1) {
        left = left.filter(({ planned, stopped }) => planned > pass && stopped === '');
        for (const group of left) {
          const question = group.questions[pass % group.questions.length];
          const pair = question && (await askPair(question));
          if (pair) group.pairs.push(pair);
          group.stopped = whyStopped(group.pairs);
        }
        if (set && pass + 1 === maxRefusals) {
          const fit = Math.floor((maxRefusals * (deadlineMs - startedMs)) / (clock.monotonicMs() - startedMs));
          const [{ planned = 0 } = {}] = groups;
          if (fit < planned) log([`Compare: about ${fit} of ${planned} prompts can be asked in time.`]);
        }
        if (!set && looks.includes(pass + 1)) for (const group of settled(left, judging)) group.planned = pass + 1;
      }
      const suspects = toAskAgain(judge(groups, judging), rules);
      deadlineMs = endMs;
      const again = { right: [] as Pair[], tail: [] as Pair[], times: [] as Pair[] };
      for (const [kind, pairs] of Object.entries(suspects) as [keyof typeof again, readonly Pair[]][])
        for (const { question } of pairs)
          again[kind].push(...[await askPair(question)].filter((pair) => pair !== undefined));
      return { judged: judge(groups, { ...judging, again }), requests, startMs: woken.startMs, first: woken.first };
    } finally {
      await Promise.all(opened.map((connection) => connection.close()));
    }
  };

async function openSide(
  { url }: Side,
  {
    secrets,
    clock,
    connect,
    signal,
    opened,
    onSend,
  }: RoundsOptions & { signal: AbortSignal; opened: EndpointConnection[]; onSend: () => void },
): Promise<Asker> {
  const endpointUrl = new URL(url);
  // Kept over the pauses in which the other side answers: the time of another handshake is not the model's.
  const connection = await connect(endpointUrl, { keepAliveMs });
  opened.push(connection);
  const send: EndpointConnection['send'] = (request) => {
    onSend();
    return connection.send(request);
  };
  const asking = { secrets, clock, signal, endpointUrl, connection: { ...connection, send }, isTimed: false };
  const models = new Map();
  return (test, deadlineMs) => ask(test, { ...asking, models, deadlineMs });
}

interface Waking extends Pick<RoundsRequest, 'tests' | 'signal' | 'deadlineMs'>, Pick<Side, 'isUp'> {
  clock: Clock;
}

/** The first pass, of a cold worker, new connections and empty caches; a worker that is asleep is waited for. */
async function wakeUp(askSide: Asker, { tests, isUp, clock, signal, deadlineMs }: Waking) {
  const startedMs = clock.monotonicMs();
  let startMs: number | undefined;
  const first: Asked[] = [];
  const askOne = async (index: number) => {
    const asked = await askSide(tests[index] ?? {}, deadlineMs);
    first[index] = asked;
    if (!asked.fault) startMs ??= clock.monotonicMs() - startedMs;
  };
  const isOver = () => clock.monotonicMs() >= deadlineMs;
  for (const index of tests.keys()) if (!isOver()) await askOne(index);
  for (let turn = 0; isUp && first.every(isComing) && turn < maxWakeRequests && !isOver(); ) {
    await clock.sleep(wakePauseMs, signal);
    if (!(await isUp())) continue;
    // By turns: production may not have what one of them asks for.
    await askOne(turn % tests.length);
    turn += 1;
  }
  // Tests that were sent before it was awake.
  for (const index of tests.keys()) if (isUp && isComing(first[index]) && !isOver()) await askOne(index);
  return { first, startMs };
}

/** Not the model's own answer: it may still be starting. */
const isComing = (asked: Pick<Asked, 'fault'> | undefined) =>
  asked?.fault !== undefined && asked.fault.weight !== 'own';

function promptGroup({ file, prompts }: PromptSet, most = maxPrompts): OpenGroup {
  const questions = prompts.slice(0, most).map(({ line, test }) => ({ test, title: `${file}:${line}` }));
  return { title: '', questions, pairs: [], planned: questions.length, stopped: '' };
}

/** Why production is asked no more; '' for nothing. */
function whyStopped(pairs: readonly Pair[]): string {
  const isAnswered = ({ production: { status } }: Pair) => status >= 200 && status <= 299;
  const [last, previous] = [pairs.at(-1), pairs.at(-2)].map((pair) => pair?.production.status);
  if (last === 429 && previous === 429) return 'production limits its rate: it answered 429 twice in a row';
  if (pairs.length !== maxRefusals || pairs.some(isAnswered)) return '';
  return `production answers ${pairs[0]?.production.fault}`;
}

const wordsOf = ({ got }: TestFault, clean: Clean) => oneLine(clean(got, 2048), 160);

/** A log may hold what people wrote: nothing of an answer is shown but where the line says what is right. */
function sampleOfPrompt(test: EndpointTest, asked: Asked, clean: Clean): Sample {
  const { answer, fault, measured } = asked;
  const wrong = (words: string): Sample => {
    return { fault: words, status: measured.status ?? 0, numbers: {}, said: undefined };
  };
  if (answer?.kind !== 'answer') return wrong(answer?.reason ?? 'no answer');
  const { status: wanted } = test.expect ?? {};
  const { body, endMs, status } = answer;
  const text = textOf(body);
  const form = { ...test, expect: wanted === undefined ? {} : { status: wanted } };
  if (body.brokenBy === 'timeout') return wrong(`no end within ${formatMs(endMs)}`);
  const isWhole = body.brokenBy === undefined && text.trim() !== '';
  if (!isWhole || judgeAnswer(form, answer, { isTimed: false }).fault)
    return wrong(status >= 200 && status <= 299 ? 'no whole answer' : String(status));
  if (fault) return wrong(`expected ${fault.expected}, got ${oneLine(clean(fault.got, 240), 60)}`);
  const said = createHash('sha256')
    .update((measured.content ?? text).replaceAll(/\s+/g, ' ').trim())
    .digest('hex');
  return { ...sampleOf(test, asked, clean), said: [said] };
}

function sampleOf(test: EndpointTest, { measured, fault, answer }: Asked, clean: Clean): Sample {
  const { status = 0, totalMs: total, firstTokenMs, tokensPerSecond, tokens, content } = measured;
  if (fault || answer?.kind !== 'answer')
    return { fault: fault ? wordsOf(fault, clean) : 'no answer', status, numbers: {}, said: undefined };
  const numbers = { total, 'first-token': firstTokenMs, 'tokens-per-second': tokensPerSecond, tokens };
  return { fault: '', status, numbers, said: comparedContent(test, { content, text: textOf(answer.body), clean }) };
}
