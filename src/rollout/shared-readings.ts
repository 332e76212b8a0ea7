/** Readings that the rollouts of one step share: one list in the place of many gets, and of many lists. */

import type { Clock } from '../clock.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { ServiceClient } from '../service/client.ts';
import type { EndpointList, ListOptions } from '../service/list.ts';

/** So long the first of several readings waits for the others. */
const gatherMs = 200;
/** From so many rollouts on gets are gathered. */
const fleet = 8;
/** A list costs as many requests as it has pages; it has to save more than that. */
const pageSize = 100;

interface Ports {
  clock: Clock;
  signal: AbortSignal;
}

type Get = ServiceClient['get'];
type List = ServiceClient['list'];

/**
 * The client with readings that many rollouts share. `get` with `sharedWillDo` may be answered from a list that was asked for afterwards; where that does not
 * show the endpoint, or what it shows will not do, the endpoint is asked for by itself. `list` is asked for anew, but those who ask while one is under way
 * share the next.
 */
export function shareReadings(
  client: ServiceClient,
  { rollouts, ...ports }: Ports & { rollouts: number },
): ServiceClient {
  if (rollouts < 2) return client;
  const list = shareLists(client.list);
  const { get } = client;
  // Of fewer, no list would be worth the wait for it.
  return { ...client, list, get: rollouts < fleet ? get : shareGets({ get, list: client.list }, ports) };
}

/** What serves all who want the list. */
function combined(wishes: readonly ListOptions[]): Pick<ListOptions, 'only' | 'isEnough'> {
  return {
    ...(wishes.every(({ only }) => only) && { only: (listed) => wishes.some(({ only }) => only?.(listed)) }),
    ...(wishes.every(({ isEnough }) => isEnough) && {
      isEnough: (endpoints) => wishes.every(({ isEnough }) => isEnough?.(endpoints)),
    }),
  };
}

function shareLists(list: List): List {
  let running: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  let next: { answer: Promise<EndpointList>; wishes: ListOptions[] } | undefined;
  const start = (options: ListOptions) => {
    isRunning = true;
    const answer = list(options);
    running = answer.then(
      () => (isRunning = false),
      () => (isRunning = false),
    );
    return answer;
  };
  return (options = {}) => {
    if (!isRunning && !next) return start(options);
    if (next) {
      next.wishes.push(options);
      return next.answer;
    }
    // What has begun already may be from before the write that the caller wants to see.
    const wishes = [options];
    const answer = running.then(() => {
      next = undefined;
      const { only: _, isEnough: __, ...others } = options;
      return start({ ...others, ...combined(wishes) });
    });
    next = { answer, wishes };
    return answer;
  };
}

interface Waiting {
  id: string;
  options: NonNullable<Parameters<Get>[1]>;
  answer: PromiseWithResolvers<Endpoint>;
}

function shareGets(client: { get: Get; list: List }, { clock, signal }: Ports): Get {
  let waiting: Waiting[] = [];
  let pages = 1;

  async function answerAll(): Promise<void> {
    await clock.sleep(gatherMs, signal).catch(() => {});
    const batch = waiting;
    waiting = [];
    const listed = batch.length > 2 * pages ? await listOnce(batch) : undefined;
    for (const { id, options, answer } of batch) {
      const found = listed?.get(id);
      answer.resolve(found && options.sharedWillDo?.(found) ? found : client.get(id, options));
    }
  }

  /** By id; undefined where there is no list: then each is asked for by itself, and says what is wrong. */
  async function listOnce(batch: readonly Waiting[]): Promise<ReadonlyMap<string, Endpoint> | undefined> {
    const deadlineMs = Math.min(...batch.map(({ options }) => options.deadlineMs ?? Number.POSITIVE_INFINITY));
    const nowMs = clock.monotonicMs();
    const ids = new Set(batch.map(({ id }) => id));
    try {
      const { endpoints, others = 0 } = await client.list({
        signal,
        // Half of the time stays for gets.
        deadlineMs: nowMs + (deadlineMs - nowMs) / 2,
        only: ({ id }) => ids.has(id),
        isEnough: () => true,
      });
      pages = Math.max(1, Math.ceil((endpoints.length + others) / pageSize));
      return new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
    } catch {
      return undefined;
    }
  }

  return (id, options) => {
    if (!options?.sharedWillDo) return client.get(id, options);
    const answer = Promise.withResolvers<Endpoint>();
    waiting.push({ id, options, answer });
    if (waiting.length === 1) void answerAll();
    return answer.promise;
  };
}
