/** What plans, endpoints and outcomes put into the outputs of the step. */

import { type Plan, planToJson } from '../plan/plan.ts';
import { parseReference } from '../registry/reference.ts';
import type { EndpointOutputs } from '../report.ts';
import type { Reading } from '../rollout/events.ts';
import { type Outcome, proofOf } from '../rollout/outcome.ts';
import type { TestPass } from '../tests/run.ts';
import type { CommandContext } from './context.ts';
import { mayShow } from './ownership.ts';

/** What a plan says of its endpoint, carried out or not; of another repository's, its name and ID alone. */
export function planOutputs(plan: Plan, context: CommandContext): EndpointOutputs {
  const { desired, live } = plan;
  if (!mayShow(plan, context)) return { name: desired.name, 'endpoint-id': live?.id ?? '' };
  return {
    name: desired.name,
    image: desired.image.image,
    'image-digest': digestIn(desired.image.image),
    plan: JSON.parse(planToJson(plan)),
    ...endpointOutputs(live),
  };
}

export function outcomeOutputs(outcome: Outcome): EndpointOutputs {
  const { operation, changed, endpointId, endpoint, tests, isGone = false } = outcome;
  return {
    ...(endpointId !== undefined && { 'endpoint-id': endpointId }),
    ...(operation && { operation }),
    changed: String(changed),
    proof: proofOf(outcome),
    ...(tests && testOutputs(tests)),
    // The last reading may be of another one: the old endpoint of a replacement.
    ...endpointOutputs(endpointId === undefined || endpoint?.id === endpointId ? endpoint : undefined),
    // What was read of it last is the past.
    ...(isGone && { url: '', state: '', image: '', 'image-digest': '' }),
  };
}

/** The numbers of its tests, for whoever compares them with those of another run. */
export function testOutputs({ results, coldStartSeconds }: TestPass): EndpointOutputs {
  const tests = results.map(({ title, outcome, status, firstTokenMs, tokensPerSecond, totalMs, isWarmUp }, index) => ({
    test: title,
    outcome,
    ...(status !== undefined && { status }),
    ...(firstTokenMs !== undefined && { 'first-token-ms': Math.round(firstTokenMs) }),
    ...(tokensPerSecond !== undefined && { 'tokens-per-second': Math.round(tokensPerSecond * 10) / 10 }),
    ...(totalMs !== undefined && { 'total-ms': Math.round(totalMs) }),
    ...(isWarmUp && { 'is-warm-up': true }),
    ...(index === 0 && coldStartSeconds !== undefined && { 'cold-start-ms': Math.round(coldStartSeconds * 1000) }),
  }));
  return { tests };
}

/** What is known of an endpoint by reading it; nothing of one that is not there. */
export function endpointOutputs(endpoint: Reading | undefined): EndpointOutputs {
  if (!endpoint) return {};
  const { id, url, state, config } = endpoint;
  return {
    'endpoint-id': id,
    url,
    name: config.name,
    'app-name': config.appName,
    state: state.state,
    image: config.image.image,
    'image-digest': digestIn(config.image.image),
  };
}

/** '' for a tag: where it points now need not be where it pointed when a worker pulled it. */
function digestIn(image: string): string {
  const parsed = parseReference(image);
  return (parsed.kind === 'reference' && parsed.reference.digest) || '';
}
