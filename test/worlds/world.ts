/** A world of an ordinary day: a service with an endpoint on the manual clock, runs of the step in it, what a user then sees and has, and what of it is right. */

import { expect, test } from 'vitest';
import type { PartialConfig } from '../emulator/config.ts';
import {
  type Emulator,
  type EmulatorOptions,
  type Fault,
  type ForeignChange,
  ManualClock,
  quickPace,
  type ScriptedWrite,
  type StoredEndpoint,
  type Switches,
  startEmulator,
} from '../emulator/emulator.ts';
import { virtualTimeouts } from '../emulator/virtual-timeouts.ts';
import { type DeploymentOptions, deployTo } from '../scenarios/deployment.ts';
import type { StepResult } from '../scenarios/step.ts';

export const second = 1000;
export const minute = 60 * second;
/** Longer than any wait: what comes only then never comes. */
export const day = 24 * 60 * minute;

export const oldImage = 'ghcr.io/acme/llama:1';
export const newImage = 'ghcr.io/acme/llama:2';

/** From the write to a healthy worker: 2 s scheduling, 4 s pull, 2 s start, 4 s health check. */
export const usualSeconds = 12;

/** Inputs and environments of runs. */
export const keep = { 'on-failure': 'keep' };
export const nextPush = { GITHUB_SHA: '89abcdef0123456789abcdef0123456789abcdef', GITHUB_RUN_ID: '2' };
export const startedAgain = { GITHUB_RUN_ATTEMPT: '2' };

/** The first request to the endpoint is not a 2xx, so that what users lose is not counted: faults begin with a test. */
export const unwatched: Fault = { operation: 'serve', kind: 'status', status: 404 };

/** A container that crashes again and again, and an image that the registry does not have. */
export const crashing = { outcome: 'crash-loop' } as const;
export const unpullable = { outcome: 'image-pull', state: 'pulling', message: 'manifest unknown' } as const;

export const spec = `name: llama
image: ${oldImage}
ports: [8000]
policy: {type: concurrency, value: 8}
products: [SL-serverless-3]
healthy: {path: /health}
workerConfig: {minNum: 1, maxNum: 3}
`;

export const withMinNum = (minNum: number) => spec.replace('minNum: 1', `minNum: ${minNum}`);

/** As `spec` describes it. */
const seeded: PartialConfig & { readonly name: string } = {
  name: 'llama',
  image: { image: oldImage },
  policy: { type: 'concurrency', value: 8 },
  workerConfig: { minNum: 1, maxNum: 3 },
};

export type Life = Omit<ScriptedWrite, 'image' | 'times'>;

export interface WorldOptions {
  switches?: Partial<Switches>;
  /** What becomes of the workers of the new image. Default: healthy after 12 s. */
  life?: Life;
  scripts?: readonly ScriptedWrite[];
  faults?: readonly Fault[];
  changes?: readonly ForeignChange[];
  /** What runs in the containers; without one, each request is answered 200. */
  models?: EmulatorOptions['models'];
  /** The endpoint that is there, with these members over the usual ones; null for none. */
  endpoint?: (PartialConfig & { readonly appName?: string }) | null;
  /**
   * Requests are measured, and their time limits run out, on the clock. Default: limits run out only in requests that a
   * fault keeps waiting.
   */
  areLimitsKept?: boolean;
}

export interface WorldRun extends DeploymentOptions {
  /** Path of a test of the endpoint itself that wants 2xx. */
  test?: string;
}

/** How a run ended, and what the service has then. */
export interface Ended extends StepResult {
  /** Of the clock, from its start to its end. */
  seconds: number;
  /** The annotations, which a user sees first. */
  told: string;
  isRestored: boolean;
  /** Of the endpoint as it is stored; undefined when there is none. */
  image: string | undefined;
  /** Images of the healthy workers. */
  serving: string[];
  endpoints: readonly StoredEndpoint[];
  /** What the service has carried out, and how many seconds after the start of the run. */
  writes: readonly { operation: string; seconds: number }[];
}

export interface World extends AsyncDisposable {
  readonly emulator: Emulator<ManualClock>;
  /** A deploy of the new image, unless told otherwise. */
  run(options?: WorldRun): Promise<Ended>;
  addFault(fault: Fault): void;
  /** Seconds of the clock since the world began. */
  nowSeconds(): number;
}

export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const clock = new ManualClock();
  const startedMs = clock.nowMs();
  const { endpoint = {}, life, scripts = [], switches = {} } = options;
  const own = life ? [{ image: newImage, ...life }] : [];
  const writes: { operation: string; atMs: number }[] = [];
  const given: EmulatorOptions = {
    switches,
    scripts: [...own, ...scripts],
    models: options.models ?? [],
    onRequest: ({ operation, status }) => {
      if (status === 200 && isWrite(operation)) writes.push({ operation, atMs: clock.nowMs() });
    },
  };
  const emulator = await startEmulator({ pace: quickPace, ...given, clock });
  const { addFault, timeoutSignal } = virtualTimeouts(emulator, clock);
  const strictSignal = (ms: number) => {
    const end = new AbortController();
    void clock.waitUntil(clock.nowMs() + ms).then(() => end.abort(new DOMException('timed out', 'TimeoutError')));
    return end.signal;
  };
  const strictTime = { timeoutSignal: strictSignal, stopwatch: { monotonicMs: () => clock.nowMs() } };
  if (endpoint !== null) emulator.seed(withPart(endpoint));
  for (const fault of options.faults ?? []) addFault(fault);
  for (const change of options.changes ?? []) emulator.addChange(change);
  return {
    emulator,
    addFault,
    nowSeconds: () => (clock.nowMs() - startedMs) / second,
    run: async ({ test, with: inputs, spec: text = spec, ...rest } = {}) => {
      const beganMs = clock.nowMs();
      writes.length = 0;
      const ended = await deployTo(emulator, {
        spec: test ? `${text}tests: [${test}]\n` : text,
        ...(options.areLimitsKept ? strictTime : { timeoutSignal }),
        showsNoProof: true,
        ...rest,
        with: { image: newImage, ...inputs },
      });
      const found = emulator.endpoints().find(({ name }) => name === 'llama');
      return {
        ...ended,
        seconds: (clock.nowMs() - beganMs) / second,
        told: ended.annotations.join('\n').replaceAll('%0A', '\n').replaceAll('%25', '%'),
        isRestored: ended.outputs.operation === 'restored',
        image: found?.image.image,
        serving: found?.workers.filter(({ healthy }) => healthy).map(({ image }) => image) ?? [],
        endpoints: emulator.endpoints(),
        writes: writes.map(({ operation, atMs }) => ({ operation, seconds: (atMs - beganMs) / second })),
      };
    },
    [Symbol.asyncDispose]: () => emulator.close(),
  };
}

/** IDs of the endpoints that are billed for more workers a minute from now, if nobody writes to them. */
export function stillBilled({ workerSeconds, clock }: Pick<Emulator, 'workerSeconds' | 'clock'>): string[] {
  const soon = workerSeconds(clock.nowMs() + minute);
  const later = workerSeconds(clock.nowMs() + 2 * minute);
  return Object.keys(later).filter((id) => later[id] !== soon[id]);
}

const isWrite = (operation: string) => ['create', 'update', 'update-v2', 'delete'].includes(operation);

/** A green run ends so soon after a worker of the new version is healthy: 10 s of proof, and a pause between two readings that grows with the wait. */
export function greenBy(readySeconds: number): number {
  return readySeconds + 12 + Math.min(27, readySeconds / 15);
}

/** Green not before a worker of the new version is healthy, and soon after. */
export function green(readySeconds: number, more: Partial<Right> = {}): Right {
  return { reason: '', atLeastSeconds: readySeconds, atMostSeconds: greenBy(readySeconds) + 5, ...more };
}

/** A run that is cancelled in the middle of its wait, as by `cancel-in-progress`. */
export function cancelled(world: World, run: WorldRun = {}): Promise<Ended> {
  return world.run({
    ...run,
    onStart: ({ kill }) =>
      world.addFault({ operation: 'get', kind: 'hook', when: 'before', after: 2, run: () => kill('SIGTERM') }),
  });
}

function withPart(part: PartialConfig): PartialConfig {
  return {
    ...seeded,
    ...part,
    image: { ...seeded.image, ...part.image },
    workerConfig: { ...seeded.workerConfig, ...part.workerConfig },
  };
}

/** What is right; members that are absent are not looked at. */
export interface Right {
  /** `failure-reason`: empty for green. */
  reason: string | readonly string[];
  /** Default false; `either` where nothing tells which is right. */
  isRestored?: boolean | 'either';
  /** What the endpoint has in the end, null for no endpoint. Default: the new image, or the old one when it is restored. */
  image?: string | null;
  /** In an annotation. */
  says?: readonly RegExp[];
  saysNot?: readonly RegExp[];
  /** In the log. */
  logs?: readonly RegExp[];
  outputs?: object;
  /** Images of the healthy workers, among others. */
  serving?: readonly string[];
  /** The endpoints that are there, in order of creation. */
  endpoints?: readonly object[];
  /** The restore is written not before, and not after. */
  undoneFromSeconds?: number;
  undoneBySeconds?: number;
  atLeastSeconds?: number;
  atMostSeconds?: number;
}

/** Compares the whole ending at once, with the log at hand when it is not right. */
export function expectEnding(ended: Ended, right: Right): void {
  const { reason, atLeastSeconds = 0, atMostSeconds = Number.POSITIVE_INFINITY } = right;
  const isRestored = right.isRestored === 'either' ? ended.isRestored : (right.isRestored ?? false);
  const { image = isRestored ? oldImage : newImage, says = [], saysNot = [], logs = [] } = right;
  const { undoneFromSeconds = 0, undoneBySeconds = Number.POSITIVE_INFINITY, serving = [] } = right;
  const undoneSeconds = isRestored ? (ended.writes.at(-1)?.seconds ?? 0) : 0;
  const reasons: readonly string[] = typeof reason === 'string' ? [reason] : reason;
  const found = ended.outputs['failure-reason'] ?? '';
  const wanted = reasons.includes(found) ? found : reasons.join(' or ');
  const { seconds } = ended;
  const unsaid = (texts: readonly RegExp[], text: string) => texts.filter((each) => !each.test(text)).map(String);
  expect(
    {
      exitCode: ended.exitCode,
      reason: found,
      isRestored: ended.isRestored,
      image: ended.image ?? null,
      unsaid: [...unsaid(says, ended.told), ...unsaid(logs, ended.log)],
      misleading: saysNot.filter((text) => text.test(ended.told)),
      notServing: serving.filter((each) => !ended.serving.includes(each)),
      isTooEarly: seconds < atLeastSeconds && seconds,
      isTooLate: seconds > atMostSeconds && seconds,
      isUndoneTooEarly: isRestored && undoneSeconds < undoneFromSeconds && undoneSeconds,
      isUndoneTooLate: isRestored && undoneSeconds > undoneBySeconds && undoneSeconds,
    },
    `${ended.log}\n${ended.told}`,
  ).toEqual({
    ...{ exitCode: wanted === '' ? 0 : 1, reason: wanted },
    ...{ isRestored, image, unsaid: [], misleading: [], notServing: [] },
    ...{ isTooEarly: false, isTooLate: false, isUndoneTooEarly: false, isUndoneTooLate: false },
  });
  if (right.outputs) expect(ended.outputs, ended.log).toMatchObject(right.outputs);
  if (right.endpoints) expect(ended.endpoints, ended.log).toMatchObject(right.endpoints);
}

/** A world, what happens in it before, what is run, and what is right then. */
export interface WorldCase {
  world?: WorldOptions;
  first?: (world: World) => unknown;
  run?: WorldRun;
  right: Right;
}

export function testWorlds(
  cases: Readonly<Record<string, WorldCase>> | readonly (readonly [string, WorldCase])[],
): void {
  test.for(Array.isArray(cases) ? cases : Object.entries(cases))('%s', async ([, { world, first, run, right }]) => {
    await using opened = await openWorld(world);
    await first?.(opened);
    expectEnding(await opened.run(run), right);
  });
}
