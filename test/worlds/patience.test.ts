/** What is over, late or busy speaks against nothing: words that nobody says any more, models that are not ready yet, lists and configurations that are late. */

import { describe, test } from 'vitest';
import type { Fault } from '../emulator/emulator.ts';
import type { ServedModel } from '../emulator/model.ts';
import { image as registryImage } from '../registry/content.ts';
import { startRegistry } from '../registry/registry.ts';
import {
  crashing,
  day,
  expectEnding,
  green,
  type Life,
  minute,
  newImage,
  oldImage,
  openWorld,
  type Right,
  second,
  spec,
  testWorlds,
  unwatched,
  usualSeconds,
  type World,
} from './world.ts';

type Words = NonNullable<Life['says']>[number];

const healthy: Life = { outcome: 'healthy' };
const oneAlways = [{ workerConfig: { minNum: 1 } }];
const says = (message: string, fromSeconds: number, seconds: number): Words => {
  return { error: 'ErrImagePull', message, fromMs: fromSeconds * second, forMs: seconds * second };
};
/** Scheduled, pulled, started and checked. */
const readyAfterPull = (pullSeconds: number) => 2 + pullSeconds + 15;

test.for<[string, number, Right]>([
  ['50 s', 50, green(readyAfterPull(120))],
  ['ever', 9999, { reason: 'image-pull', isRestored: true, undoneFromSeconds: 60, undoneBySeconds: 90 }],
])('an image that this run has found in its registry, and that is unknown for %s', async ([, seconds, right]) => {
  await using registry = await startRegistry();
  registry.push('acme/llama', registryImage(), '2');
  const image = `${registry.domain}/acme/llama:2`;
  const life = { ...healthy, says: [says('manifest unknown', 2, seconds)], pace: { pullingMs: 2 * minute } };
  await using world = await openWorld({ scripts: [{ image, ...life }] });
  const ended = await world.run({ with: { image, 'resolve-image': 'check' } });
  expectEnding(ended, right.isRestored ? right : { ...right, image });
});

describe('a test that no answer of a healthy new worker can pass', () => {
  const models: ServedModel[] = [{}];
  const says = [/404/];
  const misspelt = { test: '/v1/modles' };
  testWorlds({
    'its path is misspelt': {
      world: { models },
      run: misspelt,
      right: { reason: 'test-failed', isRestored: true, says, undoneBySeconds: usualSeconds + 45 },
    },
    'a first deploy: its model is misspelt': {
      world: { models, endpoint: null },
      run: { test: '{chat: ping, model: llama-3.1-8}' },
      right: { reason: 'test-failed', says: [/404/, /llama-3\.1-8/], atMostSeconds: usualSeconds + 120 },
    },
    'command: test: its path is misspelt': {
      world: { models },
      run: { ...misspelt, with: { command: 'test', image: 'spec' } },
      right: { reason: 'test-failed', image: oldImage, says, atMostSeconds: 45 },
    },
    'an update: a web page says 404 for 45 s': {
      world: {
        faults: [unwatched, { operation: 'serve', kind: 'status', status: 404, html: true, forMs: 45 * second }],
      },
      run: { test: '/health' },
      right: { reason: '', atLeastSeconds: usualSeconds + 45, atMostSeconds: usualSeconds + 45 + 25 },
    },
  });
});

describe('a new version that is healthy and busy', () => {
  const busy = (change: Pick<Extract<Fault, { kind: 'status' }>, 'forMs' | 'times' | 'retryAfter'>): Fault => {
    return { operation: 'serve', kind: 'status', status: 429, body: { error: { message: 'too busy' } }, ...change };
  };
  const kept = { reason: ['test-failed', 'timeout'], says: [/429/], serving: [newImage] };
  testWorlds({
    'to the end of the time, and says when to come again: red, and kept': {
      world: { faults: [busy({ times: 'always', retryAfter: 30 })] },
      run: { test: '/health', with: { 'wait-timeout': '5m' } },
      right: kept,
    },
  });
});

describe('a health check that answers before the model is ready', () => {
  const models: ServedModel[] = [{ image: newImage, also: { 'GET /answer': { answer: 'right' } } }];
  const wanted = '{get: /answer, expect: {contains: right}}';
  const given = (times: object) => ({ operation: 'serve', kind: 'status', status: 500, ...times }) as Fault;
  testWorlds({
    '500 for 60 s': {
      world: { models, faults: [unwatched, given({ forMs: minute })] },
      run: { test: wanted },
      right: {
        ...{ reason: '', outputs: { proof: 'tests' }, serving: [newImage] },
        ...{ atLeastSeconds: usualSeconds + 60, atMostSeconds: usualSeconds + 60 + 25 },
      },
    },
    '500 for ever': {
      world: { models, faults: [given({ times: 'always' })] },
      run: { test: wanted },
      right: {
        ...{ reason: 'test-failed', isRestored: true },
        ...{ undoneFromSeconds: usualSeconds + 115, undoneBySeconds: usualSeconds + 160 },
      },
    },
  });
});

describe('a first deploy that serves, and lists that tell nothing', () => {
  /** From the moment on when the endpoint is created. */
  const unread = (fault: Fault) => (world: World) =>
    world.addFault({ operation: 'create', kind: 'hook', when: 'after', run: () => world.addFault(fault) });
  const away = { operation: 'list', kind: 'status', status: 503 } as const;
  const proved: Right = { reason: '', endpoints: oneAlways, serving: [newImage], atMostSeconds: usualSeconds + 235 };
  const told: Right = { ...proved, atMostSeconds: usualSeconds + 260, says: [/^::warning[\s\S]*list/im] };
  const endpoint = null;
  testWorlds({
    'the service is away for 170 s': {
      world: { endpoint },
      first: unread({ ...away, forMs: 170 * second }),
      right: proved,
    },
    'the list is 200 s late': {
      world: { endpoint, switches: { listShowsCreatedAfterMs: 200 * second } },
      right: proved,
    },
    'the service lists nothing any more': {
      world: { endpoint },
      first: unread({ ...away, times: 'always' }),
      right: told,
    },
    'what is not proved is parked all the same': {
      world: { endpoint: null, life: crashing, switches: { listShowsCreatedAfterMs: day } },
      right: { reason: 'crashed', endpoints: [{ workerConfig: { minNum: 0 } }] },
    },
  });
});

describe('a service that fills in what a create leaves out', () => {
  const bare = spec.replace(/^healthy: .*\n/m, '');
  const chosenOnCreate = { healthy: { path: '/health' }, clusterID: 'eu-1' };
  const world = { endpoint: null, switches: { chosenOnCreate } };
  testWorlds({
    'the next push changes nothing': {
      world,
      first: async (opened) => expectEnding(await opened.run({ spec: bare }), { reason: '' }),
      run: { spec: bare },
      right: { reason: '', atMostSeconds: 30, endpoints: [chosenOnCreate], outputs: { operation: 'unchanged' } },
    },
    'the next version keeps it': {
      world,
      first: async (opened) => {
        const first = await opened.run({ spec: bare, with: { image: oldImage } });
        expectEnding(first, { reason: '', image: oldImage });
      },
      run: { spec: bare },
      right: { reason: '', atMostSeconds: 200, endpoints: [chosenOnCreate], serving: [newImage] },
    },
    'what the spec asks for is not the service’s to choose': {
      world: { endpoint: null, switches: { answersReplace: { 'healthy.path': '/other' } } },
      right: { reason: 'not-applied', says: [/healthy\.path/] },
    },
  });
});
