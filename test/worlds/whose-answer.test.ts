/** Whose answer it is, with real requests: a right answer of an old worker is no proof of the new version. Every course of readings is a row of `rollout/evidence`. */

import { describe, expect, test } from 'vitest';
import type { ServedModel } from '../emulator/model.ts';
import {
  expectEnding,
  minute,
  newImage,
  oldImage,
  openWorld,
  second,
  testWorlds,
  unwatched,
  usualSeconds,
  withMinNum,
} from './world.ts';

const byChance = /an old worker may have answered/i;

/** What both versions answer to a test that wants the right answer. */
const wanted = '{get: /answer, expect: {contains: right}}';
const answering = (byOld: string, byNew: string): ServedModel[] => [
  { image: oldImage, also: { 'GET /answer': { answer: byOld } } },
  { image: newImage, also: { 'GET /answer': { answer: byNew } } },
];

describe('a test while old workers are healthy beside new ones', () => {
  const right = answering('right', 'right');
  const three = {
    endpoint: { workerConfig: { minNum: 3 } },
    life: { outcome: 'healthy', apartMs: 15 * second },
  } as const;
  const goneSeconds = usualSeconds + 200;
  const kept = { servedBy: 'oldest', keepOldWorkersMs: 200 * second } as const;
  testWorlds({
    'three workers come one after the other, and the new version answers right; the service asks the oldest': {
      world: { ...three, switches: kept, models: right },
      run: { spec: withMinNum(3), test: wanted },
      right: {
        ...{ reason: '', outputs: { proof: 'tests' }, saysNot: [byChance], serving: [newImage] },
        ...{ atLeastSeconds: goneSeconds, atMostSeconds: goneSeconds + 40 },
      },
    },
    'wait: rollout waits for the old workers before it tests': {
      world: { switches: { servedBy: 'turns', keepOldWorkersMs: minute }, models: answering('right', 'wrong') },
      run: { test: wanted, with: { wait: 'rollout' } },
      right: {
        reason: 'test-failed',
        isRestored: true,
        undoneFromSeconds: usualSeconds + 60,
        undoneBySeconds: usualSeconds + 120,
      },
    },
  });

  test('old workers that are to stop are not kept awake by requests', async () => {
    const switches = { servedBy: 'turns', keepOldWorkersMs: 90 * second } as const;
    await using world = await openWorld({ switches, models: answering('right', 'right') });
    const askedAt: number[] = [];
    world.addFault({
      kind: 'hook',
      when: 'before',
      operation: 'serve',
      times: 'always',
      run: () => void askedAt.push(world.nowSeconds()),
    });
    const ended = await world.run({ test: wanted, countsUsers: true });
    expectEnding(ended, { reason: '' });
    // What users lose is counted until the new worker is healthy, and again when the old one has stopped.
    const isBoth = (seconds: number) => seconds > usualSeconds + 5 && seconds < usualSeconds + 85;
    expect(askedAt.filter(isBoth), ended.log).toEqual([]);
    expect([askedAt.some((at) => at < usualSeconds), askedAt.some((at) => at > usualSeconds + 85)]).toEqual([
      true,
      true,
    ]);
  });
});

describe('what a server does with a request, and what is the fault of the version', () => {
  const chat = '{chat: Say pong., expect: {contains: pong, within: 10s}}';
  const right: ServedModel = { image: oldImage };
  // Twice the limit and 5 s, and a second try of 20 s.
  const silentSeconds = 2 * 10 + 5 + 20;
  testWorlds({
    'a dead engine behind a healthy worker': {
      world: { areLimitsKept: true, faults: [unwatched], models: [right, { image: newImage, hangs: true }] },
      run: { test: chat },
      right: {
        ...{ reason: 'test-failed', isRestored: true },
        ...{ undoneFromSeconds: usualSeconds + silentSeconds, undoneBySeconds: usualSeconds + silentSeconds + 30 },
      },
    },
    'a strict server that refuses what is added to a chat': {
      world: { models: [right, { image: newImage, refuses: ['stream_options', 'temperature'] }] },
      run: { test: chat },
      right: { reason: '', outputs: { proof: 'tests' } },
    },
  });

  test('a dead engine is not waited for by the command `test`', async () => {
    await using world = await openWorld({ endpoint: { image: { image: newImage } } });
    world.addFault({ operation: 'serve', kind: 'hang', times: 'always' });
    const stopwatch = { monotonicMs: () => world.emulator.clock.nowMs() };
    const { seconds, outputs, log } = await world.run({ test: chat, with: { command: 'test' }, stopwatch });
    expect(outputs['failure-reason'], log).toBe('test-failed');
    expect(seconds).toBeLessThanOrEqual(silentSeconds + 10);
  });
});
