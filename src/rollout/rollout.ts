/** Owns the story of one endpoint's rollout: Plan × client → Outcome. What was reached is in the outcome even when the rollout fails. */

import { DeployError } from '../errors.ts';
import { replacesWorkers } from '../model/config.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Plan } from '../plan/plan.ts';
import type { Call } from '../plan/route.ts';
import { ServiceError } from '../service/errors.ts';
import type { Probe } from '../service/probe.ts';
import { RolloutError } from './errors.ts';
import { type Expectation, judge } from './readiness.ts';
import { replace } from './replace.ts';
import { restore } from './restore.ts';
import { type SmokeResult, smokeTest } from './smoke.ts';
import { waitUntilReady } from './wait.ts';
import { type RolloutPorts, type Witness, writeCalls } from './write.ts';

export interface RolloutOptions {
  wait: 'ready' | 'rollout' | 'none';
  /** For the wait and the smoke test together. */
  waitTimeoutSeconds: number;
  onFailure: 'restore' | 'keep';
  /** A path that starts with a slash, or ''. */
  smokeTest: string;
}

export interface Outcome {
  /** Undefined when nothing was reached; `created` for a replacement whose old endpoint is still there. */
  operation: 'created' | 'updated' | 'unchanged' | 'replaced' | 'restored' | undefined;
  /** Whether something was, or may have been, written. */
  changed: boolean;
  /** The endpoint that the run is about: the new one as soon as there is one. */
  endpointId: string | undefined;
  /** The last reading. */
  endpoint: Endpoint | undefined;
  /** A write that was sent and of which nobody knows whether the service has done it: the answer was lost, or the run was cancelled meanwhile. */
  inDoubt: Call | undefined;
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

const operations = { create: 'created', update: 'updated', unchanged: 'unchanged', replace: 'created' } as const;

/** Never rejects for what the service or the endpoint does: that becomes `failure`. Defects are thrown. */
export async function rollOut(plan: Plan, options: RolloutOptions, ports: DeploymentPorts): Promise<Outcome> {
  const outcome: Outcome = {
    operation: undefined,
    changed: false,
    endpointId: plan.live?.id,
    endpoint: plan.live,
    inDoubt: undefined,
    oldWorkers: 0,
    smoke: undefined,
    failure: undefined,
    restoreFailure: undefined,
  };
  const witness = witnessOf(outcome, plan);
  const proof: Proof = { plan, options, ports, outcome, witness };
  try {
    switch (plan.operation) {
      case 'unchanged':
        outcome.operation = 'unchanged';
        if (plan.live) await prove(plan.live, proof);
        break;
      case 'replace':
        await replace({
          ...ports,
          plan,
          witness,
          prove: (endpoint) => prove(endpoint, proof),
          onDiscarded: () =>
            Object.assign(outcome, { operation: undefined, endpointId: plan.live?.id, endpoint: plan.live }),
        });
        outcome.operation = 'replaced';
        break;
      default:
        await prove(await writeCalls(plan, ports, witness), proof);
    }
    outcome.inDoubt = undefined;
  } catch (error) {
    outcome.failure = failureOf(error);
    if (isCertain(error)) outcome.inDoubt = undefined;
    if (outcome.inDoubt) outcome.changed = true;
    await putBack(proof);
  }
  return outcome;
}

/** The refusal of a write, and whatever has been looked at since, leave no doubt about what was sent; a look that failed itself says nothing of it. */
function isCertain(error: unknown): boolean {
  if (error instanceof RolloutError) return error.code !== 'unavailable';
  return error instanceof ServiceError && error.method !== 'GET' && !error.mayHaveHappened;
}

/** Keeps in the outcome what was reached, so that it can be said whatever comes next. */
function witnessOf(outcome: Outcome, plan: Plan): Required<Witness> {
  return {
    onSend: (call) => {
      outcome.inDoubt = call;
    },
    onWritten: (endpointId) => {
      outcome.inDoubt = undefined;
      outcome.changed = true;
      outcome.endpointId = endpointId;
      outcome.operation = operations[plan.operation];
    },
    onReading: (endpoint) => {
      outcome.endpoint = endpoint;
    },
  };
}

interface Proof {
  plan: Plan;
  options: RolloutOptions;
  ports: DeploymentPorts;
  outcome: Outcome;
  witness: Required<Witness>;
}

/** From a written configuration to an endpoint that serves it, or an error. The outcome keeps the last reading. */
async function prove(written: Endpoint, { plan, options, ports, outcome, witness }: Proof): Promise<Endpoint> {
  const startedMs = ports.clock.monotonicMs();
  outcome.endpoint = written;
  const expectation = expectationOf(plan, options);
  // An unchanged endpoint that serves is asked nothing more; one that is still on its way is waited for like any other.
  const isReady = plan.operation === 'unchanged' && expectation && judge(written, expectation).kind === 'ready';
  if (expectation && !isReady) {
    ports.onEvent({ kind: 'phase', phase: 'wait' });
    ports.onEvent({ kind: 'waiting', wait: expectation.wait });
    const ready = await waitUntilReady({
      ...ports,
      endpoint: written,
      expectation,
      timeoutSeconds: options.waitTimeoutSeconds,
      onReading: witness.onReading,
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

function expectationOf(plan: Plan, { wait }: RolloutOptions): Expectation | undefined {
  if (wait === 'none') return undefined;
  const { operation, live, successor, changes, calls, unverifiable } = plan;
  const updated = operation === 'update' ? live : successor;
  const writes = calls.some((call) => call !== 'delete-v1');
  if (!writes) return { wait, oldWorkerIds: undefined, isReplacing: false };
  const rides = calls.includes('update-v2') && unverifiable.length > 0;
  return {
    wait,
    oldWorkerIds: new Set(updated?.workers.map(({ id }) => id)),
    isReplacing: updated !== undefined && (rides || changes.some(({ member }) => replacesWorkers(member))),
  };
}

/** Writes the previous configuration back where an update has failed; an endpoint that was created stays, for somebody to look at. */
async function putBack({ plan, options, ports, outcome, witness }: Proof): Promise<void> {
  const previous = plan.live;
  const isWanted =
    options.onFailure === 'restore' && plan.operation === 'update' && outcome.changed && !ports.signal.aborted;
  if (!isWanted || !previous) return;
  if (outcome.failure) ports.onEvent({ kind: 'failed', code: outcome.failure.code, message: outcome.failure.message });
  try {
    const unapplied = outcome.failure instanceof RolloutError ? outcome.failure.unapplied : [];
    const onWritten = () => {
      outcome.inDoubt = undefined;
    };
    outcome.endpoint = await restore({ ...ports, plan, previous, unapplied, witness: { ...witness, onWritten } });
    outcome.operation = 'restored';
    outcome.inDoubt = undefined;
  } catch (error) {
    if (isCertain(error)) outcome.inDoubt = undefined;
    outcome.restoreFailure = failureOf(error);
  }
}

function failureOf(error: unknown): DeployError {
  if (error instanceof DeployError) return error;
  throw error;
}
