/** A runner that dies: killed after every second request it makes (after each in `npm run test:long`), it is started again, and finds or makes exactly one right endpoint. */

import { test } from 'vitest';
import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator/emulator.ts';
import { everySecond } from '../runs.ts';
import { type DeploymentOptions, deployTo, operationsOf, passing, smallSpec, withoutRecord } from './deployment.ts';
import type { StepSignal } from './step.ts';

interface Case {
  title: string;
  options?: EmulatorOptions;
  seed?: (emulator: Emulator) => void;
  step: DeploymentOptions;
  /** What has to exist in the end, and nothing else. */
  expected: object[];
  /** Operations that must have been reached before one of the crashes, so that the case is the one that is meant. */
  reaches: string[];
  /** How a run that follows a crash may end. */
  operations: string[];
}

const spec = `${smallSpec}appName: llama-new\nworkerConfig: {minNum: 1}\nhealthy: {path: /health}\nrootfsSize: 50\n`;
const right = { name: 'llama', appName: 'llama-new', rootfsSize: 50, image: { image: 'ghcr.io/acme/llama:1' } };

const unseen = `name: llama
image: {image: ghcr.io/acme/llama:1, entrypoint: /entry}
ports: [8000]
policy: {type: concurrency, value: 8}
workerConfig: {minNum: 1}
products: [SL-serverless-3]
healthy: {path: /health, port: 9000}
regionId: eu
envs: {A: x}
`;
const unseenMembers = {
  image: { image: 'ghcr.io/acme/llama:1', authId: '', command: '', entrypoint: '/entry' },
  healthy: { path: '/health', port: 9000 },
  regionId: 'eu',
};

const cases: readonly Case[] = [
  {
    title: 'a create whose last members the service never returns',
    step: { spec: unseen },
    expected: [{ name: 'llama', ...unseenMembers, envs: [{ key: 'A', value: 'x' }] }],
    reaches: ['create', 'update-v2'],
    operations: ['created', 'updated', 'unchanged'],
  },
  {
    title: 'an update by both families with members that the service never returns',
    seed: (emulator) =>
      void emulator.seed({ name: 'llama', workerConfig: { minNum: 1 }, policy: { type: 'concurrency', value: 8 } }),
    step: { spec: `${unseen}clusterID: as-sgp-2\n` },
    expected: [{ name: 'llama', clusterID: 'as-sgp-2', ...unseenMembers, envs: [{ key: 'A', value: 'x' }] }],
    reaches: ['update', 'update-v2'],
    operations: ['updated', 'unchanged'],
  },
  {
    title: 'a create that the list shows late',
    options: { switches: { createLagReads: 3 } },
    step: { spec },
    expected: [right],
    reaches: ['create', 'update-v2'],
    operations: ['created', 'updated', 'unchanged'],
  },
  {
    title: 'an update by way of a candidate',
    seed: (emulator) => void emulator.seed({ name: 'llama', policy: { type: 'concurrency', value: 8 } }),
    step: { spec: `${smallSpec}workerConfig: {minNum: 1}\nrootfsSize: 50\ntests: [/health]\ncandidate: true\n` },
    expected: [{ name: 'llama', rootfsSize: 50, image: { image: 'ghcr.io/acme/llama:1' } }],
    reaches: ['create', 'update-v2', 'delete'],
    operations: ['updated', 'unchanged'],
  },
  {
    title: 'a deletion by id',
    seed: (emulator) => void emulator.seed({ name: 'llama' }),
    step: { with: { command: 'delete' } },
    expected: [],
    reaches: ['delete'],
    operations: ['deleted', 'absent'],
  },
];

async function setUp({ options, seed }: Case): Promise<Emulator> {
  const emulator = await startEmulator({ ...passing, pace: 'instant', ...options });
  emulator.seed({ name: 'bystander' });
  seed?.(emulator);
  return emulator;
}

/** The requests of an undisturbed run after which a crash may differ from the others: not those in the middle of equal ones. */
async function places(each: Case): Promise<number[]> {
  await using emulator = await setUp(each);
  await deployTo(emulator, each.step);
  const operations = operationsOf(emulator);
  const isInTheMiddle = (at: number) =>
    operations[at] === operations[at - 1] && operations[at] === operations[at + 1] && at + 1 < operations.length;
  return operations.flatMap((_, at) => (isInTheMiddle(at) ? [] : [at + 1]));
}

/** Kills the first run when request number `count` has been carried out, and runs again. Undefined when the first run was over before that. */
async function crashAfter(count: number, each: Case) {
  await using emulator = await setUp(each);
  const { step } = each;
  let kill = (_: StepSignal) => {};
  emulator.addFault({ operation: 'any', kind: 'hook', when: 'after', after: count - 1, run: () => kill('SIGKILL') });
  const first = await deployTo(emulator, {
    ...step,
    isRelayed: true,
    onStart: (child) => {
      kill = child.kill;
    },
  });
  if (first.signal !== 'SIGKILL') return undefined;
  const before = operationsOf(emulator);
  emulator.clearFaults();
  const next = await deployTo(emulator, step);
  // Listed so late that its name seemed free: the run says to run the step again.
  const isAgain = next.annotations.some((each) => each.includes('Run the step again: it looks that endpoint up'));
  const { exitCode, outputs, log, annotations } = isAgain ? await deployTo(emulator, step) : next;
  const [bystander, ...left] = emulator.endpoints().filter(({ state }) => state.state !== 'terminating');
  return { before, exitCode, outputs, told: `${log}\n${annotations.join('\n')}`, bystander, left };
}

test.concurrent.for(cases)('a run that follows a crash finishes the work of $title', async (each, { expect }) => {
  const reached: string[] = [];
  for (const count of everySecond(await places(each))) {
    const crash = await crashAfter(count, each);
    if (!crash) continue;
    reached.push(...crash.before);
    const { exitCode, outputs, told, bystander, left } = crash;
    const where = `after request ${count} (${crash.before.join(', ')})\n${told}`;
    expect({ exitCode, left: left.length }, where).toEqual({ exitCode: 0, left: each.expected.length });
    expect(left.map(withoutRecord), where).toMatchObject(each.expected);
    expect(each.operations, where).toContain(outputs.operation);
    expect(bystander?.name, where).toBe('bystander');
    if (left[0]) expect(outputs['endpoint-id'], where).toBe(left[0].id);
  }
  expect(reached).toEqual(expect.arrayContaining(each.reaches));
});
