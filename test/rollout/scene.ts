/** A rollout against the emulator on one clock: a sleep of the product is time that passes for the service, and nobody waits. */

import type { Clock } from '../../src/clock.ts';
import type { Spec } from '../../src/model/spec.ts';
import { isTerminating } from '../../src/model/states.ts';
import { findByName } from '../../src/plan/lookup.ts';
import { makePlan, type Plan, type PlanRequest } from '../../src/plan/plan.ts';
import type { RolloutOptions, RolloutPorts } from '../../src/rollout/context.ts';
import type { End } from '../../src/rollout/end.ts';
import type { RolloutEvent } from '../../src/rollout/events.ts';
import { rollOut } from '../../src/rollout/rollout.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { createServiceClient } from '../../src/service/client.ts';
import type { TestEndpoint } from '../../src/tests/run.ts';
import {
  type Emulator,
  type EmulatorOptions,
  type Fault,
  ManualClock,
  quickPace,
  startEmulator,
} from '../emulator/emulator.ts';
import { virtualTimeouts } from '../emulator/virtual-timeouts.ts';

/** A spec with what creation needs, and a worker that has to come up. */
export const spec: Spec = {
  name: 'llama',
  image: { image: 'ghcr.io/acme/llama:1' },
  ports: [8000],
  policy: { type: 'concurrency', value: 8 },
  products: ['SL-serverless-3'],
  workerConfig: { minNum: 1 },
  healthy: { path: '/health' },
};

export interface Scene extends AsyncDisposable {
  emulator: Emulator<ManualClock>;
  ports: RolloutPorts;
  events: RolloutEvent[];
  /** Of the product's clock, in milliseconds since the scene began. */
  elapsedMs(): number;
  plan(spec: Spec, request?: Partial<PlanRequest>): Promise<Plan>;
  /** Looks up, plans and rolls out, as a step does it. */
  deploy(spec: Spec, options?: Partial<RolloutOptions & PlanRequest> & { test?: TestEndpoint }): Promise<Outcome>;
  /** Rolls out a plan that was made before. */
  roll(plan: Plan, options?: Partial<RolloutOptions> & { test?: TestEndpoint }): Promise<Outcome>;
  /** A fault that may keep a request waiting: the limits of requests are on the clock, too. */
  addFault(fault: Fault): void;
  /** Ends the run, as a signal would. */
  cancel(reason: Error): void;
}

export const defaults: RolloutOptions = {
  ...{ wait: 'ready', waitTimeoutSeconds: 1200, onFailure: 'restore', record: {} },
  ...{ isPreview: false, isRerun: false, isTestDue: false },
};

/** Of a run on a command line: its time tells its endpoint from those of others. */
export const recordAt = (clock: Pick<Clock, 'date'>) => ({ time: clock.date().toISOString(), tool: 't' });

export async function openScene(options: Omit<EmulatorOptions, 'clock' | 'advancePerRequestMs'> = {}): Promise<Scene> {
  const manual = new ManualClock();
  const startedMs = manual.nowMs();
  const emulator = await startEmulator({ pace: quickPace, ...options, clock: manual });
  const clock: Clock = {
    monotonicMs: () => manual.nowMs(),
    date: () => new Date(manual.nowMs()),
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      // A sleep beside something that is done by then takes no time.
      await new Promise(setImmediate);
      signal?.throwIfAborted();
      manual.advance(ms);
    },
    random: () => 0.5,
  };
  const { timeoutSignal, addFault } = virtualTimeouts(emulator, manual);
  const { url: baseUrl, apiKey } = emulator;
  // A ceiling that a body of 100 MiB reaches soon.
  const limits = { timeoutSignal, maxBodyBytes: 1024 * 1024 };
  const client = createServiceClient({
    baseUrl,
    apiKey,
    clock,
    userAgent: 'test',
    redactor: createRedactor(),
    ...limits,
  });
  const cancelled = new AbortController();
  const events: RolloutEvent[] = [];
  const ports = { client, clock, signal: cancelled.signal, onEvent: (event: RolloutEvent) => void events.push(event) };

  const optionsNow = () => ({ ...defaults, record: recordAt(clock) });
  const plan: Scene['plan'] = async (wanted, request = {}) => {
    const listed = await client.list();
    const staying = listed.filter((each) => !isTerminating(each));
    const live = findByName(staying, wanted.name);
    return makePlan({ spec: wanted, secretEnvs: new Map(), live, ...request });
  };
  return {
    emulator,
    ports,
    events,
    elapsedMs: () => manual.nowMs() - startedMs,
    plan,
    deploy: async (wanted, given = {}) =>
      roll(await plan(wanted, given), { ...optionsNow(), ...given }, { ...ports, test: given.test }),
    roll: (made, given = {}) => roll(made, { ...optionsNow(), ...given }, { ...ports, test: given.test }),
    addFault,
    cancel: (reason) => cancelled.abort(reason),
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await emulator.close();
    },
  };
}

/** The end, with its cause under the name that the events have for it. */
export type Outcome = End & { failure: End['cause'] };

export async function roll(...given: Parameters<typeof rollOut>): Promise<Outcome> {
  const end = await rollOut(...given);
  return { ...end, failure: end.cause };
}

/** What a test compares of an end. */
export function summaryOf({ operation, changed, failure, problem: restoreFailure }: Outcome) {
  return { operation, changed, failure: failure?.code, ...(restoreFailure && { restoreFailure: restoreFailure.code }) };
}
