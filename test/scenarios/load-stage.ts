/** What scenarios of a load share: a clock that jumps to whatever is due next, since many wait side by side. */

import { subscribe } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/clock.ts';
import { type Emulator, ManualClock, startEmulator } from '../emulator/emulator.ts';
import type { ServedModel } from '../emulator/model.ts';
import { newImage, oldImage } from './compare-stage.ts';
import { type DeploymentOptions, deployTo, recordEnv, smallSpec } from './deployment.ts';
import { repository } from './github-stage.ts';

export const loaded = `${smallSpec}workerConfig: {maxNum: 1, maxConcurrent: 8}
tests: [{chat: Count., model: llama-3.1-8b, max-tokens: 64}]
load: true
`;
const words = Array.from({ length: 5 }, (_, index) => `word${index} `);
/** An answer takes 1.5 s; a batch slows it down. */
export const usual: ServedModel = { words, firstTokenMs: 700, tokenMs: 200, batchShare: 0.1, noise: 'calm' };

/** In as many turns of the event loop, eight requests side by side have got where they wait. */
const turns = 40;

/** Requests of clients that have no whole answer yet. */
const sent = new Set<unknown>();
subscribe('undici:request:create', (message) => void sent.add((message as { request: unknown }).request));
for (const end of ['trailers', 'error'])
  subscribe(`undici:request:${end}`, (message) => void sent.delete((message as { request: unknown }).request));
/** On a busy machine a request, or an answer, may need longer than its turns to reach the other side. */
const transitMs = 500;

/** Moves the clock, and calls `onJump` after each move, until the run has ended. */
export async function drive<End>(
  clock: ManualClock,
  run: Promise<End>,
  { emulator, onJump = () => {} }: { emulator: Emulator; onJump?: () => void },
): Promise<End> {
  const isInTransit = () => sent.size !== emulator.requests.filter(({ finishedAt }) => finishedAt === undefined).length;
  let isOver = false;
  const ended = run.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (let turn = 0; turn < turns && !isOver; turn += 1) await setImmediate();
    for (const sinceMs = performance.now(); isInTransit() && performance.now() - sinceMs < transitMs; )
      await setImmediate();
    const dueMs = clock.nextDueMs();
    if (!isOver && Number.isFinite(dueMs)) clock.advance(Math.max(0, dueMs - clock.nowMs()));
    onJump();
  }
  return ended;
}

export function drivenClock(clock: ManualClock): Clock {
  return {
    monotonicMs: () => clock.nowMs(),
    date: () => new Date(clock.nowMs()),
    random: () => 0.5,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      const stopped = Promise.withResolvers<void>();
      signal?.addEventListener('abort', () => stopped.resolve(), { once: true });
      await Promise.race([clock.waitUntil(clock.nowMs() + ms), stopped.promise]);
      signal?.throwIfAborted();
    },
  };
}

export interface LoadCase extends DeploymentOptions {
  models?: { production?: ServedModel; candidate?: ServedModel };
  arrange?: (emulator: Emulator) => unknown;
  onJump?: (emulator: Emulator) => void;
}

export async function playLoaded({ models, arrange, onJump = () => {}, ...options }: LoadCase = {}) {
  const clock = new ManualClock();
  await using emulator = await startEmulator({ clock });
  emulator.addModel({ ...usual, image: oldImage, ...models?.production });
  emulator.addModel({ ...usual, seed: 2, image: newImage, ...models?.candidate });
  const live = { name: 'llama', image: { image: oldImage }, workerConfig: { minNum: 1 }, envs: [recordEnv()] };
  const id = emulator.seed(live);
  await arrange?.(emulator);
  const shared = drivenClock(clock);
  const run = deployTo(emulator, {
    spec: loaded,
    env: { GITHUB_REPOSITORY: repository, ...options.env },
    ...{ clock: shared, stopwatch: shared },
    ...options,
    with: { name: 'llama-candidate', image: newImage, ...options.with },
  });
  const served = () => emulator.requests.filter(({ operation }) => operation === 'serve');
  const step = await drive(clock, run, { emulator, onJump: () => onJump(emulator) });
  // The server hears of connections that were cut a moment later.
  for (let turn = 0; turn < turns; turn += 1) await setImmediate();
  const openAt = (at: number) =>
    served().filter(({ startedAt, finishedAt = Number.POSITIVE_INFINITY }) => startedAt <= at && finishedAt > at)
      .length;
  const [{ load = undefined } = {}] = JSON.parse(step.outputs.endpoints || '[]');
  const writes = emulator.requests.filter(({ operation }) => /^(create|update|delete)/.test(operation));
  return {
    ...step,
    load,
    /** Open at once, at the server. */
    most: Math.max(0, ...served().map(({ startedAt }) => openAt(startedAt))),
    sent: served().length,
    open: served().filter(({ finishedAt }) => finishedAt === undefined).length,
    seconds: (clock.nowMs() - Date.UTC(2026, 0, 1)) / 1000,
    /** Requests to production, and writes to it. */
    ofProduction: [
      served().filter(({ path }) => path.startsWith(`/serve/${id}`)).length,
      writes.filter((write) => JSON.stringify(write).includes(`"${id}"`)).length,
    ],
    candidate: emulator.endpoints().find(({ name }) => name !== 'llama'),
    digest: step.outputs['image-digest'],
  };
}
