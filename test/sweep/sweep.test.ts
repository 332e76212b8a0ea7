/** Every fault of the catalogue at every request of every operation: no green without the truth, no red without a cause, nothing of others touched. */

import { describe, expect, test } from 'vitest';
import { deleteEndpoint } from '../../src/rollout/write/delete.ts';
import { type FaultName, faultCatalogue, namedFault } from '../emulator/faults.ts';
import type { Operation } from '../emulator/wire.ts';
import { openScene, type Scene, spec } from '../rollout/scene.ts';
import { everySecond, isLong } from '../runs.ts';

const pace = { schedulingMs: 1000, pullingMs: 3000, startingMs: 2000, healthCheckMs: 2000 };
const first = 'ghcr.io/acme/llama:1';
const second = { ...spec, image: { image: 'ghcr.io/acme/llama:2' } };
const timeoutSeconds = 300;

/** Beyond the wait: one create with its looks, the proof, the restore, a deletion. In seconds. */
const mostSeconds = timeoutSeconds + 180 + 300 + 600 + 480;

const faults = Object.keys(faultCatalogue) as FaultName[];
const lasting = {
  once: { times: 1 },
  'three times': { times: 3 },
  'for 20 s': { forMs: 20_000 },
  'for 100 s': { forMs: 100_000 },
  'for ever': { times: 'always' },
} as const;
type Lasts = keyof typeof lasting;

/** One of each kind, which are answered alike. */
const kinds: readonly FaultName[] = [
  'refused connection',
  'reset before the work',
  'reset after the work',
  'hang before the work',
  'hang after the work',
  'CONFLICT by reason',
  'NOT_FOUND by reason',
  '404 of a proxy',
  '403 of a proxy',
  '429, Retry-After far away',
  '503',
  '500 after the work',
  '504 of a proxy after the work',
  '307',
  'empty body after the work',
  'error body with 200',
  'wrong types after the work',
  'half of the body',
  'gzip that is none',
];

/** They say of an update that it is accepted: it is not sent a second time. */
const seemsDone: readonly FaultName[] = ['error body with 200', 'empty body'];

/**
 * Which faults are met for how long. A reading that may fail three times may fail once; a write is retried for longer than three times. What a
 * creation reads, the others read alike; restores write like updates, and v2 like v1. The suite meets the shortest and the longest, each with every second fault.
 */
function sweepsOf({ course, request }: Place): Partial<Record<Lasts, readonly FaultName[]>> {
  const isLike = course === 'restore' || (course !== 'create' && isReading(request));
  const soon = isLike || request === 'update-v2' ? kinds : faults;
  // A key that is refused three times is refused for good.
  if (isReading(request))
    return {
      'three times': everySecond(soon.filter((fault) => fault !== '403 of a proxy')),
      'for ever': everySecond(kinds),
    };
  return {
    once: everySecond(soon),
    ...(isLong && !isLike && { 'for 20 s': kinds, 'for 100 s': kinds }),
    'for ever': everySecond(kinds),
  };
}

interface Course {
  wanted: typeof spec & { appName?: string; rootfsSize?: number };
  seeds: boolean;
  /**
   * The requests of the course that meet the fault, and how many of each length it survives. Of endless faults of
   * readings only `refused connection` could be survived: it answers, and refuses connections for 5 s afterwards. But a
   * write is sent again only right after a reading, so behind such readings no write ever comes through.
   */
  requests: Partial<Record<Operation, Partial<Record<Lasts, number>>>>;
}

const courses = {
  create: {
    wanted: { ...spec, rootfsSize: 50 },
    seeds: false,
    requests: {
      create: { once: 30, 'for 20 s': 19, 'for 100 s': 15, 'for ever': 9 },
      'update-v2': { once: 18, 'for 20 s': 18, 'for 100 s': 14, 'for ever': 9 },
      get: { 'three times': 30, 'for ever': 0 },
      list: { 'three times': 30, 'for ever': 19 },
    },
  },
  update: {
    wanted: second,
    seeds: true,
    requests: {
      update: { once: 28, 'for 20 s': 18, 'for 100 s': 14, 'for ever': 9 },
      get: { 'three times': 18, 'for ever': 1 },
    },
  },
  // The new version cannot be pulled; what puts the old one back meets the fault.
  restore: {
    wanted: second,
    seeds: true,
    requests: { update: { once: 18, 'for ever': 9 }, get: { 'three times': 18, 'for ever': 0 } },
  },
  delete: {
    wanted: spec,
    seeds: true,
    requests: {
      delete: { once: 30, 'for 20 s': 19, 'for 100 s': 17, 'for ever': 9 },
      list: { 'three times': 18, 'for ever': 1 },
    },
  },
} as const satisfies Record<string, Course>;

interface Cell {
  course: keyof typeof courses;
  request: Operation;
  fault: FaultName;
  lasts: Lasts;
}

interface Place {
  course: Cell['course'];
  request: Operation;
  good: Partial<Record<Lasts, number>>;
}

/** Whether the cell ended well, and what is untrue of how it ended; nothing when all holds. */
interface Ended {
  isGood: boolean;
  wrong: string[];
}

async function sweep(cell: Cell): Promise<Ended> {
  const { course, request, fault, lasts } = cell;
  const { wanted, seeds } = courses[course];
  await using scene = await openScene({ pace });
  const { emulator } = scene;
  const bystander = emulator.seed({ name: 'bystander', workerConfig: { minNum: 1 } });
  if (seeds) emulator.seed({ name: 'llama', appName: 'old', workerConfig: { minNum: 1, maxNum: 1 } });
  const arm = () => scene.addFault(namedFault(fault, { operation: request, ...lasting[lasts] }));
  const { isGood, wrong } = await carryOut(cell, { scene, arm, wanted });
  const endpoints = emulator.endpoints();
  if (endpoints.filter(({ id }) => id === bystander).length !== 1) wrong.push('the bystander is gone');
  // A quota is no fault.
  const mayAlwaysEnd =
    fault === 'OPERATION_LIMIT by reason' || (request.startsWith('update') && seemsDone.includes(fault));
  const mayEnd = lasts === 'for ever' || lasts === 'for 100 s' || mayAlwaysEnd;
  if (!isGood && !mayEnd) wrong.push(`${lasts} is too much`);
  if (emulator.unusedFaults().length > 0) wrong.push('the fault was not met');
  if (scene.elapsedMs() > mostSeconds * 1000) wrong.push(`took ${scene.elapsedMs() / 1000} s`);
  return { isGood, wrong };
}

interface Stage {
  scene: Scene;
  /** From now on the requests meet the fault. */
  arm: () => void;
  wanted: Course['wanted'];
}

function carryOut(cell: Cell, stage: Stage): Promise<Ended> {
  if (cell.course === 'delete') return remove(stage);
  return cell.course === 'restore' ? restore(stage) : deploy(stage);
}

async function deploy({ scene, arm, wanted }: Stage): Promise<Ended> {
  const { emulator } = scene;
  const before = JSON.stringify(emulator.endpoints());
  const plan = await scene.plan(wanted);
  arm();
  const outcome = await scene.roll(plan, { waitTimeoutSeconds: timeoutSeconds });
  const wrong: string[] = [];
  const isGreen = outcome.failure === undefined;
  const named = emulator.endpoints().filter(({ name }) => name === 'llama');
  const [ours] = named.filter(({ id }) => id === outcome.endpointId);
  if (named.length > 1) wrong.push(`${named.length} endpoints of the name`);
  if (plan.live && named.length === 0) wrong.push('nothing is left');
  if (isGreen && (!ours || ours.image.image !== wanted.image?.image)) wrong.push('green on another configuration');
  if (isGreen && !ours?.workers.some((worker) => worker.healthy && worker.revision === ours.revision))
    wrong.push('green without a new healthy worker');
  if (!outcome.changed && JSON.stringify(stable(scene)) !== JSON.stringify(stable(scene, before)))
    wrong.push('changed, and says it is not');
  if (outcome.operation === 'restored' && ours?.image.image !== first) wrong.push('says restored');
  return { isGood: isGreen, wrong };
}

/** Good is a restore that serves. */
async function restore({ scene, arm, wanted }: Stage): Promise<Ended> {
  scene.emulator.addScript({ outcome: 'image-pull' });
  const { onEvent } = scene.ports;
  scene.ports.onEvent = (event) => {
    if (event.kind === 'failed') arm();
    onEvent(event);
  };
  const { operation, failure, problem, changed, endpoint } = await scene.deploy(wanted, {
    waitTimeoutSeconds: timeoutSeconds,
  });
  const wrong: string[] = [];
  const [ours, ...others] = scene.emulator.endpoints().filter(({ name }) => name === 'llama');
  const isBack = ours?.image.image === first;
  if (failure?.code !== 'image-pull') wrong.push(`the first cause is ${failure?.code}`);
  if (!changed || others.length > 0) wrong.push('changed, or more than one');
  if (operation === 'restored' && !isBack) wrong.push('says restored');
  if (operation === 'restored' && endpoint?.config.image.image !== first) wrong.push('restored, never read back');
  if (operation !== 'restored' && !problem) wrong.push('not restored, without a cause');
  const serves = ours?.workers.some((worker) => worker.healthy && worker.image === first);
  if (!problem && !serves) wrong.push('restored, and does not serve');
  return { isGood: !problem, wrong };
}

/** Good is a deletion that is proved. */
async function remove({ scene, arm, wanted: { name } }: Stage): Promise<Ended> {
  const { emulator, ports } = scene;
  const id = emulator.endpoints().find((endpoint) => endpoint.name === name)?.id ?? '';
  arm();
  const result = await deleteEndpoint(id, ports).catch((error) => String(error.code));
  const left = emulator.endpoints().filter((endpoint) => endpoint.id === id && endpoint.state.state !== 'terminating');
  const isGood = result === 'gone' || result === 'terminating';
  const wrong = isGood && left.length > 0 ? ['says gone'] : [];
  if (result === 'internal' || result === 'undefined') wrong.push(`rejects with ${result}`);
  return { isGood, wrong };
}

/** What a write changes, and time does not. */
function stable({ emulator }: Scene, before?: string) {
  const endpoints: ReturnType<Scene['emulator']['endpoints']> = before ? JSON.parse(before) : emulator.endpoints();
  return endpoints.map(({ id, revision }) => [id, revision]);
}

function isReading(request: Operation): boolean {
  return request === 'get' || request === 'list';
}

describe('the sweep', () => {
  const places = Object.entries(courses).flatMap(([course, { requests }]) =>
    Object.entries(requests).map(([request, good]) => ({ course, request, good }) as Place),
  );
  test.for(everySecond(places))('$course: $request', async (place) => {
    const { course, request, good } = place;
    const failures: Record<string, readonly string[]> = {};
    const counted: Partial<Record<Lasts, number>> = {};
    for (const [lasts, met] of Object.entries(sweepsOf(place)) as [Lasts, readonly FaultName[]][]) {
      let survived = 0;
      for (const fault of met) {
        const { isGood, wrong } = await sweep({ course, request, fault, lasts });
        if (isGood) survived += 1;
        if (wrong.length > 0) failures[`${fault}, ${lasts}`] = wrong;
      }
      counted[lasts] = survived;
    }
    // Of every second fault, the count says nothing.
    expect({ failures, ...good, ...(isLong && counted) }).toEqual({ failures: {}, ...good });
  });
});
