/** A run against the emulator for almost every failure reason. */

import type { ErrorCode } from '../../src/errors.ts';
import type { EmulatorOptions } from '../emulator/emulator.ts';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import type { ServedModel } from '../emulator/model.ts';
import { image, linuxArm64 } from '../registry/content.ts';
import { type DeploymentOptions, deployTo, passing, smallSpec } from '../scenarios/deployment.ts';
import { setImageStage } from '../scenarios/image-stage.ts';
import type { StepResult } from '../scenarios/step.ts';

interface Run extends DeploymentOptions {
  emulator?: EmulatorOptions;
  /** What is there before the run. */
  before?: (emulator: Emulator) => unknown;
}

const oneWorker = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;
const seeded =
  (more: object = {}) =>
  (emulator: Emulator) =>
    emulator.seed({ name: 'llama', ...more });
const fault = (operation: 'create' | 'update' | 'list', reason: string, message: string): EmulatorOptions => ({
  faults: [{ operation, kind: 'status', status: 400, reason, message, times: 'always' }],
});
const failing = (outcome: 'image-pull' | 'crash-loop' | 'unhealthy' | 'endpoint-failed' | 'never'): Run => ({
  spec: oneWorker,
  emulator: { scripts: [{ outcome, ...(outcome === 'endpoint-failed' && { message: 'node lost' }) }] },
});
const record = (repository: string) => ({
  key: 'GPU_ENDPOINT_DEPLOYMENT',
  value: JSON.stringify({
    repository,
    commit: 'a'.repeat(40),
    ref: 'refs/heads/main',
    run: '8.1',
    time: '2025-12-31T08:00:00.000Z',
    tool: 'deploy-gpu-endpoint/1.0.0',
  }),
});
/** Beside production, with these models in its image and in that of the candidate. */
const candidate = (production: ServedModel, model: ServedModel): Run => ({
  spec: `${smallSpec}tests: [{chat: What is the capital of France?}]\ncompare: {slower: 20%}\n`,
  with: { name: 'llama-candidate', image: 'ghcr.io/acme/llama:2' },
  emulator: {
    models: [
      { noise: 'calm', firstTokenMs: 200, ...production, image: 'ghcr.io/acme/llama:1' },
      { noise: 'calm', firstTokenMs: 200, ...model, image: 'ghcr.io/acme/llama:2', seed: 2 },
    ],
  },
  before: seeded({
    image: { image: 'ghcr.io/acme/llama:1' },
    workerConfig: { minNum: 1 },
    envs: [record('acme/models')],
  }),
});
const newImage = { with: { image: 'ghcr.io/acme/llama:2' } };

/** A run for each code that a run against the service can end with. */
const runs: { readonly [code in ErrorCode]?: Run } = {
  'inputs-invalid': { with: { 'wait-timeout': 'soon' } },
  'spec-invalid': { spec: smallSpec.replace('ports', 'port') },
  'limits-exceeded': { spec: `${smallSpec}workerConfig: {maxNum: 5000}\n` },
  unauthorized: { with: { 'api-key': 'a-key-that-was-revoked' } },
  'not-found': { with: { 'endpoint-id': '00000000000000ff' } },
  'name-ambiguous': { before: (emulator) => [seeded()(emulator), seeded()(emulator)] },
  'app-name-taken': { emulator: fault('create', 'SERVERLESS_APP_NAME_IS_EXIST', 'app name already exists') },
  quota: { emulator: fault('create', 'OPERATION_LIMIT', 'endpoint quota is used up') },
  'no-capacity': { emulator: fault('create', 'INSUFFICIENT_RESOURCE', 'no GPU available') },
  rejected: { emulator: fault('create', 'VALIDATOR_PARAM', 'invalid products') },
  unavailable: { emulator: { faults: [{ operation: 'list', kind: 'status', status: 503, times: 'always' }] } },
  unreadable: { emulator: { faults: [{ operation: 'list', kind: 'garbage', times: 'always' }] } },
  'not-applied': { ...newImage, emulator: { switches: { ignoredMembers: ['image.image'] } }, before: seeded() },
  'image-pull': failing('image-pull'),
  crashed: failing('crash-loop'),
  unhealthy: failing('unhealthy'),
  'endpoint-failed': failing('endpoint-failed'),
  timeout: failing('never'),
  'test-failed': {
    spec: `${oneWorker}tests: [{chat: What is the capital of France? Answer in one sentence., expect: {contains: Paris}}]\n`,
    emulator: { models: [{ words: ['I am a teapot.'] }] },
  },
  worse: candidate({}, { failsEach: 2 }),
  slower: candidate({}, { firstTokenMs: 400 }),
  'not-compared': {
    ...candidate({}, {}),
    spec: `${smallSpec}tests: [{chat: What is the capital of France?}]\nload: 4\ncandidate: true\n`,
    with: { image: 'ghcr.io/acme/llama:2', 'wait-timeout': '4m' },
  },
  overloaded: {
    ...candidate({}, { diesAt: 3, firstTokenMs: 2000 }),
    spec: `${smallSpec}tests: [{chat: What is the capital of France?}]\nload: 4\n`,
  },
  owned: { ...newImage, before: seeded({ envs: [record('acme/other')] }) },
  busy: { ...newImage, emulator: fault('update', 'CONFLICT', 'another operation is in progress'), before: seeded() },
  conflict: {
    ...newImage,
    before: (emulator) => {
      const id = seeded()(emulator);
      const run = () => emulator.change(id, { image: { image: 'ghcr.io/acme/llama:theirs' } });
      emulator.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 4, run });
    },
  },
  'plan-changed': {
    ...newImage,
    before: seeded(),
    with: { ...newImage.with, 'approved-plan': `p4.${'a'.repeat(22)}.${'b'.repeat(22)}` },
  },
};

/** What the service held before a run that failed, and after it: name, image and `minNum` of each endpoint; and what was said. */
interface Sides {
  before: readonly string[];
  after: readonly string[];
  /** The last annotation, as a reader of GitHub sees it, and the summary. */
  error: string;
  summary: string;
}

/** A run that failed, by its code; a code that no run ends with is not in it. */
export async function failingRuns(): Promise<ReadonlyMap<string, Sides>> {
  const found = new Map<string, Sides>();
  for (const { emulator: options, before, ...step } of Object.values(runs)) {
    await using emulator = await startEmulator({ ...passing, ...options });
    before?.(emulator);
    await keep(found, emulator, () => deployTo(emulator, { stopwatch: emulator.stopwatch, ...step }));
  }
  await keepImageRuns(found);
  return found;
}

async function keepImageRuns(found: Map<string, Sides>): Promise<void> {
  await using stage = await setImageStage();
  stage.registry.push('acme/llama', image(), '1.0');
  stage.registry.push('acme/llama', image({ platform: linuxArm64 }), 'arm');
  const spec = stage.spec(':1.1');
  const nowhere = spec.replace(stage.registry.domain, '127.0.0.1:9');
  await keep(found, stage.emulator, () => stage.step({ spec }));
  await keep(found, stage.emulator, () => stage.step({ spec: stage.spec(':arm') }));
  await keep(found, stage.emulator, () => stage.step({ spec: nowhere, with: { 'resolve-image': 'pin' } }));
}

async function keep(found: Map<string, Sides>, emulator: Emulator, run: () => Promise<StepResult>): Promise<void> {
  const before = stateOf(emulator);
  const { outputs, raw, summary } = await run();
  const error = (raw.match(/^::error [^\n]*/gm)?.at(-1) ?? '')
    .replaceAll('%0A', '\n')
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%25', '%');
  found.set(outputs['failure-reason'] ?? '', { before, after: stateOf(emulator), error, summary });
}

function stateOf(emulator: Emulator): string[] {
  return emulator
    .endpoints()
    .map(({ name, image: { image: shown }, workerConfig: { minNum } }) => `${name} ${shown} ${minNum}`);
}
