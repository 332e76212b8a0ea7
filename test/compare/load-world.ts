/** A server under load without HTTP: clients on a clock that jumps to whatever is due next. */

import { setImmediate } from 'node:timers/promises';
import { type LoadAnswer, openClients } from '../../src/compare/clients.ts';
import { countIn, isLimited, judgeLoad, loopMs, startsOf } from '../../src/compare/load.ts';
import type { EndpointTest } from '../../src/model/tests.ts';
import type { Answer } from '../../src/tests/answer.ts';
import { ManualClock } from '../emulator/clock.ts';
import { createNoise, type NoiseKind, seededRandom } from '../emulator/noise.ts';
import { streamOf, whole } from '../tests/example.ts';

export interface Server {
  tests?: readonly EndpointTest[];
  at?: number;
  /** Times of one answer; each other one that runs makes it longer by this share. */
  firstMs?: number;
  tokenMs?: number;
  batchShare?: number;
  /** So many run, the others wait. */
  parallel?: number;
  noise?: NoiseKind;
  seed?: number;
  /** The status in the place of an answer; `nth` counts from 1. */
  refuses?: (request: { open: number; nth: number; nowMs: number }) => number | undefined;
  cancelAtMs?: number;
}

const tokens = 10;
const healthy = { kind: 'same', isBack: true } as const;

export async function playLoad({ at = 8, tests = [{ chat: 'Hi', model: 'm' }], ...server }: Server) {
  const { firstMs = 400, tokenMs = 100, batchShare = 0, parallel = at, refuses, cancelAtMs = Infinity } = server;
  const clock = new ManualClock(0);
  const cancel = new AbortController();
  const noise = createNoise(server.noise, seededRandom(server.seed ?? 1));
  let [open, most, nth, running, closed] = [0, 0, 0, 0, 0];
  const waiting: (() => void)[] = [];
  const { signal } = cancel;
  // One listener for all: a signal goes through those that it has each time that one is added.
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const wait = async (ms: number) => {
    await Promise.race([clock.waitUntil(clock.nowMs() + ms), aborted]);
    signal.throwIfAborted();
  };
  const answer = async (startMs: number): Promise<Answer> => {
    const status = refuses?.({ open, nth, nowMs: startMs });
    if (status !== undefined) return whole('no', { status, endMs: 20 });
    if (running >= parallel) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    const slow = 1 + batchShare * (running - 1);
    await wait(firstMs * slow * noise());
    const contentMs = clock.nowMs() - startMs;
    await wait(tokens * tokenMs * slow * noise());
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
    const endMs = clock.nowMs() - startMs;
    return streamOf(Array(tokens).fill('a'), { firstMs: contentMs, tokenMs: (endMs - contentMs) / tokens, endMs });
  };
  const clients = openClients({
    secrets: new Map(),
    clean: (text) => text,
    connect: async () => ({
      async send({ timeoutMs }) {
        signal.throwIfAborted();
        const startMs = clock.nowMs();
        open += 1;
        nth += 1;
        most = Math.max(most, open);
        const late = wait(timeoutMs).then((): Answer => ({ kind: 'lost', reason: 'none', waitedMs: timeoutMs }));
        const answered = await Promise.race([answer(startMs), late]).finally(() => {
          open -= 1;
        });
        late.catch(() => undefined);
        if (answered.kind === 'answer' && answered.status !== 200) await wait(answered.endMs);
        return answered;
      },
      close: async () => {
        closed += 1;
      },
    }),
    clock: { monotonicMs: () => clock.nowMs(), date: () => new Date(clock.nowMs()), sleep: wait, random: () => 0.5 },
  });
  const run = async (startsMs: number[], lastMs: number, isOver: Parameters<typeof clients>[0]['isOver']) => {
    const url = 'https://llama.example/';
    let isDone = false;
    const end = clients({ url, tests, signal, startsMs, lastMs, isOver }).finally(() => {
      isDone = true;
    });
    end.catch(() => undefined);
    while (!isDone) {
      await setImmediate();
      const dueMs = Math.min(clock.nextDueMs(), cancelAtMs);
      if (!isDone && Number.isFinite(dueMs)) clock.advance(Math.max(0, dueMs - clock.nowMs()));
      if (clock.nowMs() >= cancelAtMs) cancel.abort(new Error('cancelled'));
    }
    return end;
  };
  const answers: LoadAnswer[] | string = await run(startsOf(at), loopMs, isLimited).catch(String);
  const firstNth = nth;
  const endMs = clock.nowMs();
  if (typeof answers === 'string')
    return {
      verdict: '',
      why: '',
      counted: undefined,
      again: undefined,
      answers: [],
      failure: answers,
      most,
      open,
      closed,
      endMs,
      sent: nth,
    };
  const counted = countIn(answers);
  const repeat = async () => {
    clock.advance(20_000);
    const again = await run(Array(at).fill(0), 60_000, ({ length }, nowMs) => nowMs >= 24_000 && length >= 3 * at);
    return countIn(again, answers, { fromMs: 0, toMs: Infinity });
  };
  const first = judgeLoad(counted, { at, worker: healthy, again: undefined });
  const again = first.verdict === 'overloaded' ? await repeat() : undefined;
  const judged = judgeLoad(counted, { at, worker: healthy, again });
  return { ...judged, answers, counted, again, failure: '', most, open, closed, endMs, sent: firstNth };
}
