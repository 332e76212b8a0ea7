/** The rounds of a comparison: one request at a time, to production and the candidate by turns, until they tell enough. */

import type { Clock } from '../clock.ts';
import type { CompareRules } from '../model/compare.ts';
import type { EndpointTest } from '../model/tests.ts';
import { oneLine } from '../shown-text.ts';
import { textOf } from '../tests/answer.ts';
import type { EndpointConnection } from '../tests/connection.ts';
import type { TestFault } from '../tests/judge.ts';
import { testTitle } from '../tests/request.ts';
import { type Asked, ask, type TestOptions } from '../tests/run.ts';
import { keepAliveMs, maxRoundsMs, wakePauseMs } from '../times.ts';
import { comparedContent } from './answers.ts';
import { type JudgedTest, judgeTest, minSamples, type Sample } from './judge.ts';

interface Side {
  url: string;
  /** Whether a worker serves, of an endpoint that may be asleep: until then it is not asked again. */
  isUp?: (() => Promise<boolean>) | undefined;
}

export interface RoundsRequest {
  tests: readonly EndpointTest[];
  rules: CompareRules;
  production: Side;
  candidate: Side;
  signal: AbortSignal;
  /** On the clock's monotonic time. */
  deadlineMs: number;
  /** Called after the first pass, whose times are thrown away. False: nothing is measured. */
  onAwake: () => Promise<boolean>;
}

export interface Rounds {
  tests: readonly JudgedTest[];
  /** Sent to production, also those for its models. */
  requests: number;
  /** From the first request to production to its first right answer; undefined without one. */
  startMs: number | undefined;
}

/** Rejects with the signal's reason, and with `test-failed` for an address that is not contacted. */
export type CompareEndpoints = (request: RoundsRequest) => Promise<Rounds>;

const usualRequests = 20;
/** After so many passes, tests that are decided are asked no more. */
const looks = [minSamples, 2 * minSamples];

type RoundsOptions = Omit<TestOptions, 'tests' | 'clock'> & { clock: Clock };

export const openRounds =
  ({ secrets, clean, connect, clock }: RoundsOptions): CompareEndpoints =>
  async ({ tests, rules, signal, onAwake, ...given }) => {
    const { requests: passes = usualRequests } = rules;
    // A chat without a model may ask for the models first.
    const perTest = tests.some(({ chat, model }) => chat !== undefined && model === undefined) ? 2 : 1;
    // Requests that wake production are missing in the rounds.
    const maxRequests = tests.length * (passes + 1) * perTest;
    let requests = 0;
    let { deadlineMs } = given;
    const isLate = () => clock.monotonicMs() >= deadlineMs;
    const isOver = () => isLate() || requests + perTest > maxRequests;
    const opened: EndpointConnection[] = [];

    const open = async ({ url, isUp }: Side, onSend = () => {}) => {
      const endpointUrl = new URL(url);
      // Kept over the pauses in which the other side answers: the time of another handshake is not the model's.
      const connection = await connect(endpointUrl, { keepAliveMs });
      opened.push(connection);
      const send: EndpointConnection['send'] = (request) => {
        onSend();
        return connection.send(request);
      };
      const asking = { secrets, clock, signal, endpointUrl, connection: { ...connection, send }, isTimed: false };
      const models = new Map<EndpointTest, string>();
      const askSide = async (test: EndpointTest): Promise<Asked> => {
        const model = models.get(test) ?? test.model;
        const asked = await ask({ ...test, ...(model !== undefined && { model }) }, { ...asking, deadlineMs });
        if (asked.model !== undefined) models.set(test, asked.model);
        return asked;
      };
      return { isUp, ask: askSide };
    };

    /** The first pass, of a cold worker, new connections and empty caches, and what is wrong with each answer. */
    const wakeUp = async (side: Awaited<ReturnType<typeof open>>) => {
      const startedMs = clock.monotonicMs();
      let startMs: number | undefined;
      const faults: (TestFault | undefined)[] = [];
      const askAll = async (isMeant: (index: number) => boolean) => {
        for (const [index, test] of tests.entries()) {
          if (!isMeant(index) || isOver()) continue;
          faults[index] = (await side.ask(test)).fault;
          if (!faults[index]) startMs ??= clock.monotonicMs() - startedMs;
        }
      };
      await askAll(() => true);
      for (let turn = 0; side.isUp && faults.every(isComing) && !isOver(); turn += 1) {
        await clock.sleep(wakePauseMs, signal);
        // By turns: production may not have what one of them asks for.
        if (await side.isUp()) await askAll((index) => index === turn % tests.length);
      }
      // Tests that were sent before it was awake.
      if (side.isUp) await askAll((index) => isComing(faults[index]));
      return { faults, startMs };
    };

    const wordsOf = ({ got }: TestFault) => oneLine(clean(got, 2048), 160);
    const sampleOf = (test: EndpointTest, { measured, fault, answer }: Asked): Sample => {
      if (fault || answer?.kind !== 'answer') return { fault: fault ? wordsOf(fault) : 'no answer' };
      const { totalMs: total, firstTokenMs, tokensPerSecond, content } = measured;
      const numbers = { total, 'first-token': firstTokenMs, 'tokens-per-second': tokensPerSecond };
      return { numbers, said: comparedContent(test, { content, text: textOf(answer.body) }) };
    };

    try {
      const production = await open(given.production, () => {
        requests += 1;
      });
      const candidate = await open(given.candidate);
      const { faults, startMs } = await wakeUp(production);
      await wakeUp(candidate);
      const all = tests.map((test, index) => {
        const fault = faults[index];
        const unasked = fault && `production answers ${wordsOf(fault)}`;
        return { test, title: testTitle(test), unasked, production: [] as Sample[], candidate: [] as Sample[] };
      });
      let left = (await onAwake()) ? all.filter(({ unasked }) => unasked === undefined) : [];
      deadlineMs = Math.min(deadlineMs, clock.monotonicMs() + maxRoundsMs);
      for (let pass = 1; pass <= passes && left.length > 0 && !isOver(); pass += 1) {
        const order = [['production', production] as const, ['candidate', candidate] as const];
        // A B B A: what drifts meets both alike.
        if (pass % 2 === 0) order.reverse();
        for (const samples of left) {
          for (const [name, side] of order) {
            if (isOver()) continue;
            const asked = await side.ask(samples.test);
            // An answer that the end of the time has cut short says nothing.
            if (!isLate()) samples[name].push(sampleOf(samples.test, asked));
          }
        }
        if (looks.includes(pass)) left = left.filter((each) => judgeTest(each, { rules, isLast: false, clean }).isOpen);
      }
      return { tests: all.map((each) => judgeTest(each, { rules, isLast: true, clean })), requests, startMs };
    } finally {
      await Promise.all(opened.map((connection) => connection.close()));
    }
  };

/** Not the model's own answer: it may still be starting. */
const isComing = (fault: TestFault | undefined) => fault !== undefined && fault.weight !== 'own';
