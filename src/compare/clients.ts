/** A closed loop of clients: each sends its next request when its last answer has ended, as users do. */

import type { Clock } from '../clock.ts';
import type { EndpointTest } from '../model/tests.ts';
import { isSuccess } from '../tests/answer.ts';
import { formFault, type Measured } from '../tests/judge.ts';
import { type Asked, ask, knowNothing, type TestOptions } from '../tests/run.ts';
import { loadPauseMs } from '../times.ts';
import { median } from './ratio.ts';

/** Times are in milliseconds, `startMs` and `endMs` from the start of the loop. */
export interface LoadAnswer extends Measured {
  readonly test: EndpointTest;
  readonly startMs: number;
  readonly endMs: number;
  /** `wrong`: whole, but not what the test expects; `limited`: 429; `open`: the loop has ended before it. */
  readonly kind: 'right' | 'wrong' | 'failed' | 'limited' | 'open';
  /** What failed, such as `503`; '' where nothing did. */
  readonly reason: string;
}

export interface Loop {
  readonly url: string;
  /** The tests in the order in which the clients ask them; at least one. */
  readonly tests: readonly EndpointTest[];
  /** When each client begins; it has one request open at most. */
  readonly startsMs: readonly number[];
  readonly lastMs: number;
  /** Whether no more is sent, by the answers so far. */
  readonly isOver: (answers: readonly LoadAnswer[], nowMs: number) => boolean;
  readonly signal: AbortSignal;
}

/** Rejects with the signal's reason, and with `test-failed` for an address that is not contacted. */
export type RunClients = (loop: Loop) => Promise<LoadAnswer[]>;

/** The right ones of so many answers tell how long an answer takes. */
const maxRecent = 200;

export const openClients =
  (options: Omit<TestOptions, 'tests' | 'clock'> & { clock: Clock }): RunClients =>
  async ({ url, tests, startsMs, lastMs, isOver, signal }) => {
    const { clock } = options;
    const beganMs = clock.monotonicMs();
    const elapsedMs = () => clock.monotonicMs() - beganMs;
    const answers: LoadAnswer[] = [];
    const endpointUrl = new URL(url);
    const shared = { models: new Map(), known: knowNothing(), deadlineMs: beganMs + lastMs, isTimed: false };
    let sent = 0;
    await using opened = new AsyncDisposableStack();
    const client = async (startMs: number) => {
      await clock.sleep(startMs, signal);
      const connection = await options.connect(endpointUrl);
      opened.defer(() => connection.close());
      while (elapsedMs() < lastMs && !isOver(answers, elapsedMs())) {
        const test = tests[sent % tests.length] ?? {};
        sent += 1;
        const startMs = elapsedMs();
        const asked = await ask(test, { ...options, ...shared, endpointUrl, connection, signal });
        const ended = answerKind(test, asked);
        // No text is kept.
        answers.push({ ...asked.measured, content: undefined, ...ended, test, startMs, endMs: elapsedMs() });
        if (ended.reason === '') continue;
        const right = answers.slice(-maxRecent).flatMap((each) => (each.kind === 'right' ? (each.totalMs ?? 0) : []));
        const pauseMs = Math.max(loadPauseMs, right.length > 0 ? median(right) : 0);
        await clock.sleep(Math.max(0, Math.min(pauseMs, lastMs - elapsedMs())), signal);
      }
    };
    await Promise.all(startsMs.map(client));
    return answers;
  };

function answerKind(test: EndpointTest, { answer, fault, measured }: Asked): Pick<LoadAnswer, 'kind' | 'reason'> {
  const { status = 0 } = measured;
  // No other limit of a request is as short as the loop.
  const isCut = answer?.kind === 'answer' ? answer.body.brokenBy === 'timeout' : answer?.waitedMs !== undefined;
  if (isCut) return { kind: 'open', reason: '' };
  if (status === 429) return { kind: 'limited', reason: '429' };
  const broken = answer ? formFault(test, answer) : fault;
  if (!broken) return { kind: fault ? 'wrong' : 'right', reason: '' };
  const reason = answer?.kind === 'lost' ? answer.reason : 'no whole answer';
  return { kind: 'failed', reason: status === 0 || isSuccess(status) ? reason : String(status) };
}
