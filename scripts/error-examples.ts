/** A real example of output for each failure reason and each problem of a spec: runs against the emulator, and the cases of the tests. */

import type { ErrorCode } from '../src/errors.ts';
import type { EmulatorOptions } from '../test/emulator/emulator.ts';
import { type Emulator, startEmulator } from '../test/emulator/emulator.ts';
import type { ServedModel } from '../test/emulator/model.ts';
import { image, linuxArm64 } from '../test/registry/content.ts';
import { type DeploymentOptions, deployTo, passing, smallSpec } from '../test/scenarios/deployment.ts';
import { setImageStage } from '../test/scenarios/image-stage.ts';
import type { StepResult } from '../test/scenarios/step.ts';
import { issuesOf } from '../test/spec/cases/case.ts';
import { checksCases } from '../test/spec/cases/checks.ts';
import { membersCases } from '../test/spec/cases/members.ts';
import { textCases } from '../test/spec/cases/text.ts';

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
  spec: `${smallSpec}tests: [{chat: What is the capital of France?}]\ncompare: {slower: 20%, answers: same}\n`,
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
  balance: { emulator: fault('create', 'BALANCE_NOT_ENOUGH', 'balance is not enough') },
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
  'answers-differ': candidate({ words: ['Paris.'] }, { words: ['Lyon.'] }),
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

interface FailureExample {
  /** What stopped the run. */
  text: string;
  /** What the service held before the run, and after it: name, image and `minNum` of each endpoint. */
  before: readonly string[];
  after: readonly string[];
}

/** A run that failed, by its code; a code that no run ends with is not in it. */
export async function failureExamples(): Promise<ReadonlyMap<string, FailureExample>> {
  const found = new Map<string, FailureExample>();
  for (const { emulator: options, before, ...step } of Object.values(runs)) {
    await using emulator = await startEmulator({ ...passing, ...options });
    before?.(emulator);
    await keep(found, emulator, () => deployTo(emulator, { stopwatch: emulator.stopwatch, ...step }));
  }
  await keepImageRuns(found);
  return found;
}

async function keepImageRuns(found: Map<string, FailureExample>): Promise<void> {
  await using stage = await setImageStage();
  stage.registry.push('acme/llama', image(), '1.0');
  stage.registry.push('acme/llama', image({ platform: linuxArm64 }), 'arm');
  const spec = stage.spec(':1.1');
  const nowhere = spec.replace(stage.registry.domain, '127.0.0.1:9');
  await keep(found, stage.emulator, () => stage.step({ spec }));
  await keep(found, stage.emulator, () => stage.step({ spec: stage.spec(':arm') }));
  await keep(found, stage.emulator, () => stage.step({ spec: nowhere, with: { 'resolve-image': 'pin' } }));
}

/** The last error of a run says why it failed; where that only counts mistakes, the first one shows such a mistake. */
async function keep(
  found: Map<string, FailureExample>,
  emulator: Emulator,
  run: () => Promise<StepResult>,
): Promise<void> {
  const before = stateOf(emulator);
  const { outputs, raw } = await run();
  const errors = Array.from(
    raw.matchAll(/^::error(?: [^:\n]*)?::(.*)$/gm),
    ([, text = '']) => text.split('%0A')[0] ?? '',
  );
  const last = errors.at(-1) ?? '';
  const isCount = /: \d+ errors?$|missing or malformed/.test(last);
  // An annotation has message and hint in one line; the hint begins with the second sentence.
  const [mistake = ''] = (errors[0] ?? '').split(/(?<=[.]) (?=[A-Z`])/);
  const text = neutral(isCount ? mistake.replace(/\.$/, '') : last);
  found.set(outputs['failure-reason'] ?? '', { text, before, after: stateOf(emulator) });
}

function stateOf(emulator: Emulator): string[] {
  return emulator
    .endpoints()
    .map(({ name, image: { image: shown }, workerConfig: { minNum } }) => `${name} ${shown} ${minNum}`);
}

/** The message of the first case of each code. */
export function issueExamples(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { code, message } of [...textCases, ...membersCases, ...checksCases].flatMap(issuesOf)) {
    const known = found.get(code);
    if (known === undefined || message.length < known.length) found.set(code, message);
  }
  return found;
}

/** Without what differs from run to run. */
function neutral(text: string): string {
  return text
    .replaceAll('%25', '%')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'https://api.novita.ai')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'ghcr.io');
}
