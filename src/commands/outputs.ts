/** Owns what a plan and an outcome put into the outputs of the step, for one endpoint and for several. */

import { DeployError } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import { digestPlan } from '../plan/digest.ts';
import { type Plan, planToJson } from '../plan/plan.ts';
import type { Outputs } from '../report.ts';
import type { Reading } from '../rollout/events.ts';
import type { Outcome } from '../rollout/rollout.ts';
import type { CommandResult } from './context.ts';

export function planOutputs(plan: Plan, { apiKey }: Pick<Inputs, 'apiKey'>): Outputs {
  return {
    name: plan.desired.name,
    image: plan.desired.image.image,
    plan: planToJson(plan),
    'plan-digest': digestPlan(plan, apiKey),
    ...endpointOutputs(plan.live),
  };
}

export function outcomeOutputs({ operation, changed, endpointId, endpoint }: Outcome): Outputs {
  return {
    ...(endpointId !== undefined && { 'endpoint-id': endpointId }),
    ...(operation && { operation }),
    changed: String(changed),
    ...endpointOutputs(endpoint),
  };
}

/** What is known of an endpoint by reading it; nothing of one that is not there. */
export function endpointOutputs(endpoint: Reading | undefined): Outputs {
  if (!endpoint) return {};
  const { id, url, state, config } = endpoint;
  return {
    'endpoint-id': id,
    url,
    name: config.name,
    'app-name': config.appName,
    state: state.state,
    image: config.image.image,
  };
}

/**
 * One result for the step: the outputs of the first endpoint, `changed` when any was, every digest on a line of its own, and, when there are several,
 * all of them as the JSON array `endpoints`. The failure names each endpoint that failed.
 */
export function combineResults(results: readonly CommandResult[]): CommandResult {
  const [first, ...others] = results;
  if (!first || others.length === 0) return first ?? { outputs: {} };
  const endpoints = results.map(({ outputs, failure }) => ({
    changed: 'false',
    ...outputs,
    'failure-reason': failure?.code ?? '',
  }));
  return {
    outputs: {
      ...first.outputs,
      changed: String(results.some(({ outputs }) => outputs.changed === 'true')),
      'plan-digest': results.flatMap(({ outputs }) => outputs['plan-digest'] ?? []).join('\n'),
      endpoints: JSON.stringify(endpoints),
    },
    failure: combineFailures(results),
  };
}

function combineFailures(results: readonly CommandResult[]): DeployError | undefined {
  const failed = results.flatMap(({ outputs, failure }) => (failure ? [{ name: outputs.name, failure }] : []));
  const [first] = failed;
  if (!first) return undefined;
  return new DeployError({
    code: first.failure.code,
    message: `${failed.length} of ${results.length} endpoints failed:\n${failed.map(({ name, failure }) => `${name}: ${failure.message} [${failure.code}]`).join('\n')}`,
    hint: [...new Set(failed.map(({ failure }) => failure.hint))].join('\n'),
    cause: first.failure,
  });
}
