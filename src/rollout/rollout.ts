/** Owns the story of one endpoint's rollout: Plan × client → Outcome. What was reached is in the outcome even when the rollout fails. */

import { DeployError } from '../errors.ts';
import { replacesWorkers } from '../plan/members.ts';
import type { Plan } from '../plan/plan.ts';
import type { Endpoint } from '../service/endpoint.ts';
import { ServiceError } from '../service/errors.ts';
import type { Probe } from '../service/probe.ts';
import { type Expectation, judge } from './readiness.ts';
import { replace } from './replace.ts';
import { restore } from './restore.ts';
import { type SmokeResult, smokeTest } from './smoke.ts';
import { waitUntilReady } from './wait.ts';
import { type RolloutPorts, writeCalls } from './write.ts';

export interface RolloutOptions {
  wait: 'ready' | 'rollout' | 'none';
  /** For the wait and the smoke test together. */
  waitTimeoutSeconds: number;
  onFailure: 'restore' | 'keep';
  /** A path that starts with a slash, or ''. */
  smokeTest: string;
}

export interface Outcome {
  /** Undefined when nothing was reached. */
  operation: 'created' | 'updated' | 'unchanged' | 'replaced' | 'restored' | undefined;
  /** Whether something was, or may have been, written. */
  changed: boolean;
  endpointId: string | undefined;
  /** The last reading. */
  endpoint: Endpoint | undefined;
  /** Workers from before the write that were still there when the endpoint was ready. */
  oldWorkers: number;
  smoke: SmokeResult | undefined;
  /** The first cause. */
  failure: DeployError | undefined;
  /** Why the previous configuration could not be written back. */
  restoreFailure: DeployError | undefined;
}

export interface DeploymentPorts extends RolloutPorts {
  probe: Probe;
}

const operations = { create: 'created', update: 'updated', unchanged: 'unchanged', replace: 'replaced' } as const;

/** Never rejects for what the service or the endpoint does: that becomes `failure`. Defects are thrown. */
export async function rollOut(plan: Plan, options: RolloutOptions, ports: DeploymentPorts): Promise<Outcome> {
  const outcome: Outcome = {
    operation: undefined,
    changed: false,
    endpointId: plan.live?.id,
    endpoint: plan.live,
    oldWorkers: 0,
    smoke: undefined,
    failure: undefined,
    restoreFailure: undefined,
  };
  const onWritten = (endpointId: string | undefined) => {
    outcome.changed = true;
    outcome.endpointId = endpointId ?? plan.live?.id;
    outcome.operation = endpointId === undefined ? undefined : operations[plan.operation];
  };
  const proof: Proof = { plan, options, ports, outcome };
  try {
    switch (plan.operation) {
      case 'unchanged':
        outcome.operation = 'unchanged';
        if (plan.live) await prove(plan.live, proof);
        break;
      case 'replace':
        await replace({ ...ports, plan, prove: (endpoint) => prove(endpoint, proof), onNew: onWritten });
        break;
      default:
        await prove(await writeCalls(plan, ports, onWritten), proof);
    }
  } catch (error) {
    outcome.failure = failureOf(error);
    if (error instanceof ServiceError && error.mayHaveHappened) outcome.changed = true;
    await putBack(proof);
  }
  return outcome;
}

interface Proof {
  plan: Plan;
  options: RolloutOptions;
  ports: DeploymentPorts;
  outcome: Outcome;
}

/** From a written configuration to an endpoint that serves it, or an error. The outcome keeps the last reading. */
async function prove(written: Endpoint, { plan, options, ports, outcome }: Proof): Promise<Endpoint> {
  const startedMs = ports.clock.monotonicMs();
  outcome.endpoint = written;
  const expectation = expectationOf(plan, options);
  // An unchanged endpoint that serves is asked nothing more; one that is still on its way is waited for like any other.
  const isReady = plan.operation === 'unchanged' && expectation && judge(written, expectation).kind === 'ready';
  if (expectation && !isReady) {
    ports.onEvent({ kind: 'phase', phase: 'wait' });
    const onReading = (endpoint: Endpoint) => {
      outcome.endpoint = endpoint;
    };
    const ready = await waitUntilReady({
      ...ports,
      endpoint: written,
      expectation,
      timeoutSeconds: options.waitTimeoutSeconds,
      onReading,
    });
    outcome.oldWorkers = ready.oldWorkers;
  }
  if (options.smokeTest !== '') {
    ports.onEvent({ kind: 'phase', phase: 'smoke' });
    const leftSeconds = options.waitTimeoutSeconds - (ports.clock.monotonicMs() - startedMs) / 1000;
    outcome.smoke = await smokeTest({
      ...ports,
      endpoint: outcome.endpoint,
      path: options.smokeTest,
      timeoutSeconds: leftSeconds,
    });
  }
  return outcome.endpoint;
}

function expectationOf({ operation, live, changes }: Plan, { wait }: RolloutOptions): Expectation | undefined {
  if (wait === 'none') return undefined;
  const isUpdate = operation === 'update';
  return {
    wait,
    oldWorkerIds: new Set(isUpdate ? live?.workers.map(({ id }) => id) : []),
    isReplacing: isUpdate && changes.some(({ member }) => replacesWorkers(member)),
  };
}

/** Writes the previous configuration back where an update has failed; an endpoint that was created stays, for somebody to look at. */
async function putBack({ plan, options, ports, outcome }: Proof): Promise<void> {
  const previous = plan.live;
  const isWanted =
    options.onFailure === 'restore' && plan.operation === 'update' && outcome.changed && !ports.signal.aborted;
  if (!isWanted || !previous) return;
  try {
    outcome.endpoint = await restore({ ...ports, plan, previous });
    outcome.operation = 'restored';
  } catch (error) {
    outcome.restoreFailure = failureOf(error);
  }
}

function failureOf(error: unknown): DeployError {
  if (error instanceof DeployError) return error;
  throw error;
}
