/** What is over, late or busy speaks against nothing: words that nobody says any more, models that are not ready yet, lists and configurations that are late. */

import { describe, test } from 'vitest';
import type { Fault, Switches } from '../emulator/emulator.ts';
import type { ServedModel } from '../emulator/model.ts';
import { image as registryImage } from '../registry/content.ts';
import { startRegistry } from '../registry/registry.ts';
import {
  crashing,
  crossed,
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
  type WorldCase,
  type WorldOptions,
  withMinNum,
} from './world.ts';

type Words = NonNullable<Life['says']>[number];

const healthy: Life = { outcome: 'healthy' };
const oneAlways = [{ workerConfig: { minNum: 1 } }];
const says = (message: string, fromSeconds: number, seconds: number): Words => {
  return { error: 'ErrImagePull', message, fromMs: fromSeconds * second, forMs: seconds * second };
};
/** Scheduled, pulled, started and checked. */
const readyAfterPull = (pullSeconds: number) => 2 + pullSeconds + 15;

describe('an image that the registry does not know for some seconds', () => {
  /** The step has asked the registry, which has the image. */
  test.for<[string, number, Right]>([
    ['12 s', 12, green(readyAfterPull(120))],
    ['30 s', 30, green(readyAfterPull(120))],
    ['50 s', 50, green(readyAfterPull(120))],
    ['ever', 9999, { reason: 'image-pull', isRestored: true, undoneFromSeconds: 60, undoneBySeconds: 90 }],
  ])('an image that this run has found, and that is unknown for %s', async ([, seconds, right]) => {
    await using registry = await startRegistry();
    registry.push('acme/llama', registryImage(), '2');
    const image = `${registry.domain}/acme/llama:2`;
    const life = { ...healthy, says: [says('manifest unknown', 2, seconds)], pace: { pullingMs: 2 * minute } };
    await using world = await openWorld({ scripts: [{ image, ...life }] });
    const ended = await world.run({ with: { image, 'resolve-image': 'check' } });
    expectEnding(ended, right.isRestored ? right : { ...right, image });
  });
});

describe('a test that no answer of a healthy new worker can pass', () => {
  const models: ServedModel[] = [{}];
  const misspelt: { what: string; test: string; says: RegExp[] }[] = [
    { what: 'its path is misspelt', test: '/v1/modles', says: [/404/] },
    { what: 'its model is misspelt', test: '{chat: ping, model: llama-3.1-8}', says: [/404/, /llama-3\.1-8/] },
  ];
  const page: Fault = { operation: 'serve', kind: 'status', status: 404, html: true, times: 'always' };

  testWorlds([
    ...misspelt.flatMap(({ what, test: asked, says: said }): [string, WorldCase][] => [
      [
        `an update: ${what}`,
        {
          world: { models },
          run: { test: asked },
          right: { reason: 'test-failed', isRestored: true, says: said, undoneBySeconds: usualSeconds + 45 },
        },
      ],
      [
        `a first deploy: ${what}`,
        {
          world: { models, endpoint: null },
          run: { test: asked },
          right: { reason: 'test-failed', says: said, atMostSeconds: usualSeconds + 120 },
        },
      ],
      [
        `command: test: ${what}`,
        {
          world: { models },
          run: { test: asked, with: { command: 'test', image: 'spec' } },
          right: { reason: 'test-failed', image: oldImage, says: said, atMostSeconds: 45 },
        },
      ],
    ]),
    ...[
      { what: 'a web page', seconds: 45, answer: { html: true } },
      { what: 'the server itself', seconds: 12, answer: { body: { detail: 'Not Found' } } },
    ].map(({ what, seconds, answer }): [string, WorldCase] => [
      `an update: ${what} says 404 for ${seconds} s`,
      {
        world: {
          faults: [unwatched, { operation: 'serve', kind: 'status', status: 404, ...answer, forMs: seconds * second }],
        },
        run: { test: '/health' },
        right: { reason: '', atLeastSeconds: usualSeconds + seconds, atMostSeconds: usualSeconds + seconds + 25 },
      },
    ]),
  ]);
  testWorlds({
    'a worker that a test wakes: the path is misspelt': {
      world: { models, endpoint: { workerConfig: { minNum: 0 } } },
      run: { spec: withMinNum(0), test: '/v1/modles' },
      right: { reason: 'test-failed', isRestored: true, says: [/404/], undoneBySeconds: usualSeconds + 75 },
    },
    'an update: a web page says 404': {
      world: { faults: [page] },
      run: { test: '/v1/modles' },
      right: {
        ...{ reason: 'test-failed', isRestored: true, says: [/404/] },
        undoneBySeconds: usualSeconds + 155,
      },
    },
    'command: test: a web page says 404': {
      world: { faults: [page] },
      run: { test: '/v1/modles', with: { command: 'test', image: 'spec' } },
      right: { reason: 'test-failed', image: oldImage, says: [/404/], atMostSeconds: 100 },
    },
  });
});

describe('a new version that is healthy and busy', () => {
  const busy = (change: Pick<Extract<Fault, { kind: 'status' }>, 'forMs' | 'times' | 'retryAfter'>): Fault => {
    return { operation: 'serve', kind: 'status', status: 429, body: { error: { message: 'too busy' } }, ...change };
  };
  const kept = { reason: ['test-failed', 'timeout'], says: [/429/], serving: [newImage] };
  testWorlds(
    ['3m', '5m', '20m'].map((timeout): [string, WorldCase] => [
      `to the end of the time: red, and kept: ${timeout}`,
      {
        world: { faults: [busy({ times: 'always' })] },
        run: { test: '/health', with: { 'wait-timeout': timeout } },
        right: kept,
      },
    ]),
  );
  testWorlds({
    'and says when to come again': {
      world: { faults: [busy({ times: 'always', retryAfter: 30 })] },
      run: { test: '/health', with: { 'wait-timeout': '5m' } },
      right: kept,
    },
    'for 3 minutes: green afterwards': {
      world: { faults: [unwatched, busy({ forMs: 3 * minute })] },
      run: { test: '/health' },
      right: { reason: '', atMostSeconds: usualSeconds + 180 + 30 },
    },
  });
});

describe('a health check that answers before the model is ready', () => {
  const models: ServedModel[] = [{ image: newImage, also: { 'GET /answer': { answer: 'right' } } }];
  const wanted = '{get: /answer, expect: {contains: right}}';
  const early = [
    { what: '500', answer: { status: 500 } },
    { what: '500 with JSON', answer: { status: 500, body: { error: { message: 'not initialized' } } } },
    { what: '200 with a web page', answer: { status: 200, html: true } },
  ];
  const given = (answer: object, times: object) => {
    return { operation: 'serve', kind: 'status', ...answer, ...times } as Fault;
  };
  testWorlds([
    ...crossed(
      early,
      [25, 60, 90].map((seconds) => ({ what: `for ${seconds} s`, seconds })),
      ({ answer }, { seconds }) => ({
        world: { models, faults: [unwatched, given(answer, { forMs: seconds * second })] },
        run: { test: wanted },
        right: {
          ...{ reason: '', outputs: { proof: 'tests' }, serving: [newImage] },
          ...{ atLeastSeconds: usualSeconds + seconds, atMostSeconds: usualSeconds + seconds + 25 },
        },
      }),
    ),
    ...early.map(({ what, answer }): [string, WorldCase] => [
      `${what} for ever`,
      {
        world: { models, faults: [given(answer, { times: 'always' })] },
        run: { test: wanted },
        right: {
          ...{ reason: 'test-failed', isRestored: true },
          ...{ undoneFromSeconds: usualSeconds + 115, undoneBySeconds: usualSeconds + 160 },
        },
      },
    ]),
  ]);
  testWorlds({
    'a first deploy: 500 for 60 s': {
      world: { models, endpoint: null, faults: [given({ status: 500 }, { forMs: minute })] },
      run: { test: wanted },
      right: {
        reason: '',
        atLeastSeconds: usualSeconds + 60,
        atMostSeconds: usualSeconds + 60 + 30,
        endpoints: oneAlways,
      },
    },
    'a wrong answer of the model is none of these': {
      world: { models: [{ image: newImage, also: { 'GET /answer': { answer: 'wrong' } } }] },
      run: { test: wanted },
      right: { reason: 'test-failed', isRestored: true, undoneBySeconds: usualSeconds + 80 },
    },
  });
});

describe('a first deploy that serves, and a last list that tells nothing', () => {
  /** From the moment on when the worker is healthy. */
  const unread = (fault: Fault) => (world: World) => {
    let isBroken = false;
    world.addFault({
      ...{ operation: 'get', kind: 'hook', when: 'before', times: 'always' },
      run: () => {
        const isUp = world.emulator.endpoints()[0]?.workers.some((worker) => worker.healthy) ?? false;
        if (isUp && !isBroken) world.addFault(fault);
        isBroken ||= isUp;
      },
    });
  };
  const away = { operation: 'list', kind: 'status', status: 503 } as const;
  const page = { operation: 'list', kind: 'status', status: 200, html: true } as const;
  const runs = [
    { what: 'without tests', run: {} },
    { what: 'with tests', run: { test: '/health' } },
  ];
  const lasts: { what: string; world?: WorldOptions; first?: (world: World) => void }[] = [
    ...[95, 130, 170].flatMap((seconds) => [
      { what: `the service is away for ${seconds} s`, first: unread({ ...away, forMs: seconds * second }) },
      { what: `a web page answers for ${seconds} s`, first: unread({ ...page, forMs: seconds * second }) },
    ]),
    ...[100, 150, 200].map((seconds) => ({
      what: `the list is ${seconds} s late`,
      world: { switches: { listShowsCreatedAfterMs: seconds * second } },
    })),
  ];
  const proved: Right = { reason: '', endpoints: oneAlways, serving: [newImage], atMostSeconds: usualSeconds + 235 };
  testWorlds(
    crossed(lasts, runs, ({ world, first }, { run }) => {
      return { world: { ...world, endpoint: null }, ...(first && { first }), run, right: proved };
    }),
  );

  const nevers: typeof lasts = [
    { what: 'the service lists nothing any more', first: unread({ ...away, times: 'always' }) },
    { what: 'the list never shows it', world: { switches: { listShowsCreatedAfterMs: day } } },
  ];
  testWorlds(
    crossed(nevers, runs, ({ world, first }, { run }) => ({
      ...{ world: { ...world, endpoint: null }, run, ...(first && { first }) },
      right: { ...proved, atMostSeconds: usualSeconds + 260, says: [/^::warning[\s\S]*list/im] },
    })),
  );

  testWorlds({
    'what is not proved is parked all the same': {
      world: { endpoint: null, life: crashing, switches: { listShowsCreatedAfterMs: day } },
      right: { reason: 'crashed', endpoints: [{ workerConfig: { minNum: 0 } }] },
    },
  });
});

describe('a service that fills in what a create leaves out', () => {
  const bare = spec.replace(/^healthy: .*\n/m, '');
  const choices: { what: string; chosenOnCreate: Switches['chosenOnCreate'] }[] = [
    { what: 'healthy.path', chosenOnCreate: { healthy: { path: '/' } } },
    { what: 'clusterID', chosenOnCreate: { clusterID: 'eu-1' } },
    { what: 'both', chosenOnCreate: { healthy: { path: '/health' }, clusterID: 'eu-1' } },
  ];
  const runs = [
    { what: 'an endpoint that always runs', run: { spec: bare } },
    { what: 'an endpoint that scales to zero', run: { spec: bare.replace('minNum: 1', 'minNum: 0') } },
  ];
  testWorlds(
    crossed(choices, runs, ({ chosenOnCreate }, { run }) => {
      const endpoints = [{ ...chosenOnCreate, workerConfig: { minNum: run.spec === bare ? 1 : 0, freeTimeout: 300 } }];
      return {
        world: { endpoint: null, switches: { chosenOnCreate } },
        run,
        right: { reason: '', atMostSeconds: 60, endpoints, outputs: { operation: 'created' } },
      };
    }),
  );
  testWorlds(
    choices.map(({ what, chosenOnCreate }) => [
      `${what}: the next push changes nothing`,
      {
        world: { endpoint: null, switches: { chosenOnCreate } },
        first: async (world) => expectEnding(await world.run({ spec: bare }), { reason: '' }),
        run: { spec: bare },
        right: { reason: '', atMostSeconds: 30, endpoints: [chosenOnCreate], outputs: { operation: 'unchanged' } },
      },
    ]),
  );
  testWorlds(
    choices.map(({ what, chosenOnCreate }) => [
      `${what}: the next version keeps it`,
      {
        world: { endpoint: null, switches: { chosenOnCreate } },
        first: async (world) => {
          const first = await world.run({ spec: bare, with: { image: oldImage } });
          expectEnding(first, { reason: '', image: oldImage });
        },
        run: { spec: bare },
        right: { reason: '', atMostSeconds: 200, endpoints: [chosenOnCreate], serving: [newImage] },
      },
    ]),
  );
  testWorlds({
    'what the spec asks for is not the service’s to choose': {
      world: { endpoint: null, switches: { answersReplace: { 'healthy.path': '/other' } } },
      right: { reason: 'not-applied', says: [/healthy\.path/] },
    },
  });
});
