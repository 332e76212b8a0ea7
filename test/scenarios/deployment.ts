/** What most scenarios share: a small spec, and a step that deploys it to the emulator. */

import { type Emulator, ManualClock, quickPace } from '../emulator/emulator.ts';
import { runStep, type StepOptions, type StepResult, shareClock } from './step.ts';

/** A spec with what creation needs and nothing else. */
export const smallSpec = `name: llama
image: ghcr.io/acme/llama:1
ports: [8000]
policy: {type: concurrency, value: 8}
products: [SL-serverless-3]
`;

/** Small specs of these names, as the documents of one file. */
export function specsOf(...names: readonly string[]): string {
  return names.map((name) => smallSpec.replace('llama', name)).join('---\n');
}

/** The env that holds the record of a deploy by `acme/llama`, with `change` over it. */
export function recordEnv(change: object = {}): { key: string; value: string } {
  const record = {
    repository: 'acme/llama',
    commit: 'a'.repeat(40),
    ref: 'refs/heads/main',
    run: '1.1',
    time: '2026-01-01T00:00:00.000Z',
    tool: 'deploy-gpu-endpoint/1.0.0',
  };
  return { key: recordKey, value: JSON.stringify({ ...record, ...change }) };
}

export const recordKey = 'GPU_ENDPOINT_DEPLOYMENT';

/** For the emulator: a request takes 50 ms of the clock that it shares with the product; a sleep takes as long as it says, and a worker is healthy after 12 s. */
export const passing = { advancePerRequestMs: 50, pace: quickPace } as const;

export interface DeploymentOptions extends StepOptions {
  spec?: string | Uint8Array;
  /** Most specs of the scenarios scale to zero and have no tests, of which a deploy warns. Default false: that is no part of the result. */
  showsNoProof?: boolean;
}

/** Runs a step with the emulator's address and key; `spec` is written to endpoint.yaml. */
export async function deployTo(
  emulator: Emulator,
  { spec = smallSpec, showsNoProof = false, ...options }: DeploymentOptions = {},
): Promise<StepResult> {
  const result = await runStep({
    ...(emulator.clock instanceof ManualClock && { clock: shareClock(emulator.clock) }),
    ...options,
    files: { 'endpoint.yaml': spec, ...options.files },
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, ...options.with },
  });
  if (showsNoProof) return result;
  return { ...result, annotations: withoutNoProof(result.annotations) };
}

/** Without the warning that nothing has run. */
export function withoutNoProof(annotations: readonly string[]): string[] {
  return annotations.filter((line) => !line.includes('%3A no proof::'));
}

/** The same without the record that every deploy of a workflow keeps. */
export function withoutRecord<Endpoint extends { readonly envs: readonly { readonly key: string }[] }>(
  endpoint: Endpoint,
): Endpoint {
  return { ...endpoint, envs: endpoint.envs.filter(({ key }) => key !== recordKey) };
}

/** The operations that reached the emulator, in order. */
export function operationsOf(emulator: Emulator): string[] {
  return emulator.requests.map(({ operation }) => operation);
}

/** Of these, those that write. */
export function writesOf(emulator: Emulator): string[] {
  return operationsOf(emulator).filter((operation) => /^(create|update|delete)/.test(operation));
}
