/** Two runs at once against one emulator, and all that can be said of them afterwards. */

import type { Spec } from '../../src/model/spec.ts';
import { isTerminating } from '../../src/model/states.ts';
import { findByName } from '../../src/plan/lookup.ts';
import { makePlan } from '../../src/plan/plan.ts';
import type { RolloutEvent } from '../../src/rollout/events.ts';
import type { Reading } from '../../src/rollout/evidence/condition.ts';
import { deleteEndpoint } from '../../src/rollout/write/delete.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { createServiceClient, type ServiceClient } from '../../src/service/client.ts';
import { type Emulator, ManualClock, type StoredEndpoint, type Switches, startEmulator } from '../emulator/emulator.ts';
import { defaults, type Outcome, recordAt, roll } from '../rollout/scene.ts';
import { createScheduler, seededRandom } from './scheduler.ts';

export type Run = { command: 'deploy'; spec: Spec; wait?: 'none' } | { command: 'delete'; name: string };

interface Ended {
  run: Run;
  /** Undefined for a deletion. */
  outcome: Outcome | undefined;
  isGreen: boolean;
  /** The last reading of the endpoint that the outcome is about, and its age at the end of the run. */
  lastReading: Reading | undefined;
  readingAgeMs: number;
  /** That were sent by this run. */
  deletedIds: readonly string[];
  /** What it may delete: what its own create has named, and what its plan named. */
  ownIds: ReadonlySet<string>;
}

export interface Race {
  ended: readonly Ended[];
  /** In the end, an hour later. */
  endpoints: readonly StoredEndpoint[];
}

interface RaceRequest {
  runs: readonly Run[];
  seed: number;
  switches?: Partial<Switches>;
  arrange?: (emulator: Emulator<ManualClock>) => void;
  /** Kills the first run just after so many of its requests were carried out. */
  killAfter?: number;
  /** Comes when the others have ended. */
  later?: Run;
}

/** Short lives of workers, so that a race is a matter of some fifty requests. */
const pace = { schedulingMs: 1000, pullingMs: 3000, startingMs: 2000, healthCheckMs: 2000 };

export async function race({ runs, seed, switches, arrange, killAfter, later }: RaceRequest): Promise<Race> {
  const manual = new ManualClock();
  const random = seededRandom(seed);
  const emulator = await startEmulator({ clock: manual, pace, idSeed: seed, ...(switches && { switches }) });
  arrange?.(emulator);
  const scheduler = createScheduler(manual, random);
  const requestOf =
    (number: number): Port['request'] =>
    (send) =>
      scheduler.request(number, send);
  try {
    const ended = await scheduler.runAll(
      runs.map((run) => (number) => {
        const port = { emulator, clock: scheduler.clockOf(number), random, request: requestOf(number) };
        return carryOut(run, { ...port, ...(number === 0 && killAfter !== undefined && { killAfter }) });
      }),
    );
    manual.advance(3_600_000);
    if (later)
      ended.push(
        ...(await scheduler.runAll([
          (number) =>
            carryOut(later, { emulator, clock: scheduler.clockOf(number), random, request: requestOf(number) }),
        ])),
      );
    manual.advance(3_600_000);
    return { ended, endpoints: emulator.endpoints().filter(({ state }) => state.state !== 'terminating') };
  } finally {
    await emulator.close();
  }
}

type Port = {
  emulator: Emulator<ManualClock>;
  clock: ReturnType<ReturnType<typeof createScheduler>['clockOf']>;
  random: () => number;
  request: <Result>(send: () => Promise<Result>) => Promise<Result>;
  killAfter?: number;
};

async function carryOut(run: Run, { emulator, clock, random, request, killAfter }: Port): Promise<Ended> {
  const { url: baseUrl, apiKey } = emulator;
  const client = createServiceClient({ baseUrl, apiKey, clock, userAgent: 'race', redactor: createRedactor() });
  const events: { event: RolloutEvent; atMs: number }[] = [];
  const ports = {
    client: hesitant(client, {
      pause: () => clock.sleep(random() < 0.1 ? random() * 5000 : random() * 300),
      killAfter: killAfter ?? Number.POSITIVE_INFINITY,
      request,
    }),
    clock,
    signal: new AbortController().signal,
    onEvent: (event: RolloutEvent) => void events.push({ event, atMs: clock.monotonicMs() }),
  };
  const ownIds = new Set<string>();
  let outcome: Outcome | undefined;
  let isGreen: boolean;
  let plannedMs = 0;
  try {
    if (run.command === 'deploy') {
      const { spec, wait = 'ready' } = run;
      const list = await ports.client.list();
      plannedMs = clock.monotonicMs();
      const live = findByName(
        list.filter((each) => !isTerminating(each)),
        spec.name,
      );
      const plan = makePlan({ spec, secretEnvs: new Map(), live });
      const options = { ...defaults, wait, waitTimeoutSeconds: 600, record: recordAt(clock) } as const;
      outcome = await roll(plan, options, ports);
      isGreen = outcome.failure === undefined;
    } else {
      const found = findByName(await ports.client.list(), run.name);
      if (found) ownIds.add(found.id);
      if (found) await deleteEndpoint(found.id, ports);
      isGreen = true;
    }
  } catch {
    isGreen = false;
  }
  const endedMs = clock.monotonicMs();
  await client.close();
  for (const { event } of events)
    if (event.kind === 'write-accepted' && event.call === 'create-v1') ownIds.add(event.endpointId);
    else if (event.kind === 'create-found' && event.by === 'this-run') ownIds.add(event.endpointId);
  const readings = events.flatMap(({ event, atMs }) =>
    event.kind === 'reading' && event.endpoint.id === outcome?.endpointId ? [{ endpoint: event.endpoint, atMs }] : [],
  );
  const last = readings.at(-1);
  return {
    run,
    outcome,
    isGreen,
    // An unchanged endpoint that serves is seen in the list of the plan.
    lastReading: last?.endpoint ?? outcome?.endpoint,
    readingAgeMs: endedMs - (last?.atMs ?? plannedMs),
    deletedIds: events.flatMap(({ event }) => (event.kind === 'deleting' ? [event.endpointId] : [])),
    ownIds,
  };
}

/** Pauses before every request, so that the other run may come between any two; what was killed sends nothing more. */
function hesitant(
  client: ServiceClient,
  { pause, killAfter, request }: { pause: () => Promise<void>; killAfter: number } & Pick<Port, 'request'>,
): ServiceClient {
  let sent = 0;
  const slowed =
    (operation: (...given: never[]) => Promise<unknown>) =>
    (...given: never[]) =>
      request(async () => {
        await pause();
        if (sent >= killAfter) throw new Error('killed');
        const answer = await operation(...given);
        sent += 1;
        if (sent >= killAfter) throw new Error('killed');
        return answer;
      });
  const names = ['create', 'updateV1', 'updateV2', 'list', 'get', 'delete'] as const;
  return { ...client, ...Object.fromEntries(names.map((name) => [name, slowed(client[name] as never)])) };
}
