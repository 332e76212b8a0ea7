/** What scenarios of a comparison share: production and a candidate on the emulator, with models that take their time. */

import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/clock.ts';
import { type Emulator, type EmulatorOptions, type ManualClock, startEmulator } from '../emulator/emulator.ts';
import type { ServedModel } from '../emulator/model.ts';
import { type DeploymentOptions, deployTo, passing, recordEnv, smallSpec } from './deployment.ts';
import { repository } from './github-stage.ts';
import { shareClock } from './step.ts';

type Seed = NonNullable<Parameters<Emulator['seed']>[0]>;

export interface Case extends DeploymentOptions {
  /** Over what production usually is; null for none. */
  production?: Seed | null;
  /** What runs in the image of production, and of the candidate. */
  models?: { production?: ServedModel; candidate?: ServedModel };
  emulator?: Omit<EmulatorOptions, 'clock'>;
  /** Called with the ID of production before the run. */
  arrange?: (emulator: Emulator, id: string) => unknown;
}

export const [oldImage, newImage] = ['ghcr.io/acme/llama:1', `ghcr.io/acme/llama@sha256:${'2'.repeat(64)}`];
export const words = Array.from({ length: 12 }, (_, index) => `word${index} `);
export const usual: ServedModel = { words, firstTokenMs: 200, tokenMs: 20, answerMs: 90, noise: 'calm' };
export const tested = `${smallSpec}tests: [{chat: Count., max-tokens: 64}, {post: /v1/embeddings, json: {input: a}, expect: {json: {/data/0/embedding: {length: 1024}}}}]\n`;
export const compared = `${tested}compare: {slower: 20%}\n`;
const candidateInputs = { name: 'llama-candidate', image: newImage };

/** Answers take the time of the model: what sleeps meanwhile wakes up after them, and does not push the clock on. */
export function timeOf(emulator: Emulator): Pick<DeploymentOptions, 'clock' | 'stopwatch'> {
  const clock = shareClock(emulator.clock as ManualClock);
  const sleep: Clock['sleep'] = async (ms, signal) => {
    while (emulator.requests.some(({ finishedAt }) => finishedAt === undefined)) await setImmediate();
    await clock.sleep(ms, signal);
  };
  return { clock: { ...clock, sleep }, stopwatch: emulator.stopwatch };
}

export async function play({ production = {}, models, emulator: more, arrange, ...options }: Case) {
  await using emulator = await startEmulator({ ...more, ...passing });
  emulator.addModel({ ...usual, seed: 1, image: oldImage, ...models?.production });
  emulator.addModel({ ...usual, seed: 2, image: newImage, ...models?.candidate });
  const live = { name: 'llama', image: { image: oldImage }, workerConfig: { minNum: 1 }, envs: [recordEnv()] };
  const id = production === null ? '' : emulator.seed({ ...live, ...production });
  await arrange?.(emulator, id);
  const step = await deployTo(emulator, {
    spec: compared,
    env: { GITHUB_REPOSITORY: repository, ...options.env },
    ...timeOf(emulator),
    ...options,
    with: { ...candidateInputs, ...options.with },
  });
  const requests = emulator.requests.filter(({ path }) => id !== '' && path.startsWith(`/serve/${id}`));
  const isApart = requests.every((request, index) => request.startedAt > (requests[index - 1]?.finishedAt ?? 0));
  const writes = emulator.requests.filter(({ operation }) => /^(create|update|delete)/.test(operation));
  const [{ compare = undefined } = {}] = JSON.parse(step.outputs.endpoints || '[]');
  const measurements: Record<'what' | 'test' | 'verdict', string>[] = compare?.measurements ?? [];
  return {
    ...step,
    told: step.annotations.join('\n').replaceAll('%0A', '\n').replaceAll('%3A', ':').replaceAll('%2C', ','),
    compare,
    /** `{'firstTokenMs chat "Count."': 'fine'}` */
    found: Object.fromEntries(measurements.map(({ what, test, verdict }) => [`${what} ${test}`.trim(), verdict])),
    requests: requests.length,
    sent: requests,
    // At most one at a time, and none that writes.
    isUnharmed: isApart && !JSON.stringify(writes).includes(`"${id || 'none'}"`),
    names: emulator.endpoints().map(({ name }) => name),
    operations: emulator.requests.map(({ operation }) => operation),
  };
}
