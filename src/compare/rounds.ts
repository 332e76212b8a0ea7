/** The rounds of a comparison: one request at a time, to production and to the candidate by turns, until they tell enough. */

import type { Clock } from '../clock.ts';
import type { CompareRules } from '../model/compare.ts';
import type { EndpointTest } from '../model/tests.ts';
import { oneLine } from '../shown-text.ts';
import { readStream, textOf } from '../tests/answer.ts';
import type { Connection } from '../tests/connection.ts';
import type { Fault } from '../tests/judge.ts';
import { testTitle } from '../tests/request.ts';
import { type Asked, ask, type TestOptions } from '../tests/run.ts';
import { saidIn } from './answers.ts';
import { type JudgedTest, judgeTest, leastSamples, type Sample, type Samples } from './judge.ts';

interface RoundsOptions extends Omit<TestOptions, 'tests' | 'clock'> {
  clock: Clock;
}

interface Side {
  url: string;
  /** It scales to zero: what a gateway answers while no worker is up is waited out. */
  mayBeAsleep: boolean;
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
  /** How many production was sent, questions for its models included. */
  requests: number;
  /** From the first request to production to its first right answer; undefined where none came. */
  startMs: number | undefined;
}

/** Rejects with the signal's reason, and with `test-failed` for an address that is not contacted. */
export type CompareEndpoints = (request: RoundsRequest) => Promise<Rounds>;

const usualRequests = 20;
/** After so many passes, tests that are decided are asked no more. */
const looks = [leastSamples, 2 * leastSamples];
/** Of the rounds alone: production may take its time to wake up. */
const longestMs = 600_000;
const wakePauseMs = 5000;
const keepAliveMs = 60_000;

interface Asker {
  mayBeAsleep: boolean;
  ask: (test: EndpointTest) => Promise<Asked>;
}

/** A test under way. */
interface Compared {
  test: EndpointTest;
  samples: Samples & Record<'production' | 'candidate', Sample[]>;
}

export function openRounds({ secrets, clean, connect, clock }: RoundsOptions): CompareEndpoints {
  return async ({ tests, rules, signal, deadlineMs: untilMs, onAwake, ...sides }) => {
    let requests = 0;
    let deadlineMs = untilMs;
    const opened: Connection[] = [];
    const openAsker = async ({ url, mayBeAsleep }: Side, onSend = () => {}): Promise<Asker> => {
      const endpointUrl = new URL(url);
      // Kept over the pauses in which the other side answers: the time of another handshake is not the model's.
      const connection = await connect(endpointUrl, { keepAliveMs });
      opened.push(connection);
      const send: Connection['send'] = (request) => {
        onSend();
        return connection.send(request);
      };
      const asking = { secrets, clock, signal, endpointUrl, connection: { ...connection, send }, isTimed: false };
      const models = new Map<EndpointTest, string>();
      return {
        mayBeAsleep,
        ask: async (test) => {
          const model = models.get(test);
          const asked = await ask(model === undefined ? test : { ...test, model }, { ...asking, deadlineMs });
          if (asked.model !== undefined) models.set(test, asked.model);
          return asked;
        },
      };
    };
    const isOver = () => clock.monotonicMs() >= deadlineMs;
    const wordsOf = ({ got }: Fault) => oneLine(clean(got, 2048), 160);
    try {
      const production = await openAsker(sides.production, () => {
        requests += 1;
      });
      const candidate = await openAsker(sides.candidate);
      const { faults, startMs } = await wakeUp(production, { tests, isOver, clock, signal });
      await wakeUp(candidate, { tests, isOver, clock, signal });
      const all = tests.map((test, index): Compared => {
        const fault = faults[index];
        const unasked = fault && `production answers ${wordsOf(fault)}`;
        return { test, samples: { title: testTitle(test), unasked, production: [], candidate: [] } };
      });
      let left = (await onAwake()) ? all.filter(({ samples }) => samples.unasked === undefined) : [];
      deadlineMs = Math.min(deadlineMs, clock.monotonicMs() + longestMs);
      const judge = ({ samples }: Compared, isLast: boolean) => judgeTest(samples, { rules, isLast, clean });
      const { requests: passes = usualRequests } = rules;
      for (let pass = 1; pass <= passes && left.length > 0 && !isOver(); pass += 1) {
        const order = [['production', production] as const, ['candidate', candidate] as const];
        // A B B A: what drifts meets both alike.
        if (pass % 2 === 0) order.reverse();
        for (const { test, samples } of left) {
          for (const [side, asker] of order) {
            if (isOver()) continue;
            const asked = await asker.ask(test);
            // What the end of the time has cut short says nothing.
            if (!isOver()) samples[side].push(sampleOf(test, asked, wordsOf));
          }
        }
        if (looks.includes(pass)) left = left.filter((each) => judge(each, false).isOpen);
      }
      return { tests: all.map((each) => judge(each, true)), requests, startMs };
    } finally {
      await Promise.all(opened.map((connection) => connection.close()));
    }
  };
}

interface WakeUp {
  tests: readonly EndpointTest[];
  isOver: () => boolean;
  clock: Clock;
  signal: AbortSignal;
}

/** The first pass, of a cold worker, new connections and empty caches; resolves with what is wrong with each answer. */
async function wakeUp(
  { ask, mayBeAsleep }: Asker,
  { tests, isOver, clock, signal }: WakeUp,
): Promise<{ faults: (Fault | undefined)[]; startMs: number | undefined }> {
  const startedMs = clock.monotonicMs();
  let startMs: number | undefined;
  const faults: (Fault | undefined)[] = [];
  const askAll = async (isMeant: (index: number) => boolean) => {
    for (const [index, test] of tests.entries()) {
      if (!isMeant(index)) continue;
      faults[index] = (await ask(test)).fault;
      if (!faults[index]) startMs ??= clock.monotonicMs() - startedMs;
    }
  };
  await askAll(() => true);
  const wasAsleep = mayBeAsleep && faults.some(isComing);
  for (let attempt = 0; wasAsleep && faults.every(isComing) && !isOver(); attempt += 1) {
    await clock.sleep(wakePauseMs, signal);
    // By turns: production may not have what one of them asks for.
    await askAll((index) => index === attempt % tests.length);
  }
  // What was asked before it was awake.
  if (wasAsleep && !isOver()) await askAll((index) => isComing(faults[index]));
  return { faults, startMs };
}

/** Not the model's own answer: it may still be starting. */
function isComing(fault: Fault | undefined): boolean {
  return fault !== undefined && fault.weight !== 'own';
}

function sampleOf(test: EndpointTest, { measured, fault, answer }: Asked, wordsOf: (fault: Fault) => string): Sample {
  if (fault || answer?.kind !== 'answer') return { fault: fault ? wordsOf(fault) : 'no answer' };
  const { totalMs, firstTokenMs, tokensPerSecond, content } = measured;
  const isStream = answer.contentType.includes('text/event-stream');
  const tokens = isStream ? readStream(answer.body).tokens : undefined;
  const said = saidIn(test, { content, text: textOf(answer.body) });
  return { totalMs, firstTokenMs, tokensPerSecond, tokens, said };
}
