/** The outputs of what a command has found or done, without those that a run gives as a whole. */

import { parseReference } from '../registry/reference.ts';
import type { EndpointOutputs } from '../report.ts';
import type { End } from '../rollout/end.ts';
import type { Reading } from '../rollout/evidence/condition.ts';
import type { TestPass } from '../tests/run.ts';
import { proofWords } from './end-words.ts';
import type { EndpointStatus } from './status.ts';
import { type Availability, failedVersionSeconds } from './tests.ts';

/** The times of the tests; JSON drops undefined members. */
export function testOutputs({ results, coldStartSeconds }: TestPass): EndpointOutputs {
  const rounded = (value: number | undefined, places = 1) => value && Math.round(value * places) / places;
  const tests = results.map((result, index) => ({
    test: result.title,
    outcome: result.outcome,
    status: result.status,
    'first-token-ms': rounded(result.firstTokenMs),
    'first-content-ms': rounded(result.firstContentMs),
    'tokens-per-second': rounded(result.tokensPerSecond, 10),
    'total-ms': rounded(result.totalMs),
    'is-warm-up': result.isWarmUp || undefined,
    'cold-start-ms': index === 0 ? rounded(coldStartSeconds && coldStartSeconds * 1000) : undefined,
  }));
  return { tests };
}

/** The counts alone: a next step has no use for the times of day. */
export function availabilityOutput(availability: Availability): object {
  const { gap: _, failedVersion: __, ...counted } = availability;
  return { ...counted, failedVersionSeconds: failedVersionSeconds(availability) };
}

/** The outputs of an endpoint as it was read; none where it is absent. */
export function endpointOutputs(endpoint: Reading | undefined): EndpointOutputs {
  if (!endpoint) return {};
  const { id, url, state, config } = endpoint;
  const { image } = config.image;
  const named = { name: config.name, 'app-name': config.appName, state: state.state };
  return { 'endpoint-id': id, url, ...named, image, 'image-digest': digestIn(image) };
}

/** '' for a tag: where it points now need not be where it pointed when a worker pulled it. */
export function digestIn(image: string): string {
  const parsed = parseReference(image);
  return ('domain' in parsed && parsed.digest) || '';
}

/** The member `status` of an endpoint's outputs, beside their other members. */
export function statusOutputs(status: EndpointStatus): object {
  const { ageSeconds = null, pullRequest = null, health, workers, faults, repository, commit, run } = status;
  const { drift, keptEnvs, notCompared } = status;
  const members = [...drift.map(({ member }) => member), ...keptEnvs.map((key) => `envs.${key}`)];
  const record = { repository, commit, run, 'pull-request': pullRequest };
  const known = { health, workers, faults, ...record, 'age-seconds': ageSeconds, 'hourly-cost': status.cost };
  return { ...known, drift: members, 'not-compared': notCompared };
}

/** The outputs of a rollout; image and URL are empty where the endpoint no longer exists. */
export function endOutputs(end: End): EndpointOutputs {
  const { operation, changed, endpointId, endpoint, tests, has } = end;
  const isGone = has === 'nothing' && endpointId !== undefined;
  return {
    ...(endpointId !== undefined && { 'endpoint-id': endpointId }),
    ...(operation && { operation }),
    changed: String(changed),
    proof: proofWords(end)?.output ?? '',
    ...(end.start && { start: end.start }),
    ...(tests && testOutputs(tests)),
    ...(isGone ? { url: '', state: '', image: '', 'image-digest': '' } : endpointOutputs(endpoint)),
  };
}
