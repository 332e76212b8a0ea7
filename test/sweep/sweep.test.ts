/** Every fault of the catalogue at every request of every operation: no green without the truth, no red without a cause, nothing of others touched. */

import { describe, expect, test } from 'vitest';
import { type FaultName, faultCatalogue, namedFault } from '../emulator/fault-catalogue.ts';
import type { Operation } from '../emulator/wire.ts';
import { openScene, type Scene, spec } from '../rollout/scene.ts';

const pace = { schedulingMs: 1000, pullingMs: 3000, startingMs: 2000, healthCheckMs: 2000 };
const second = { ...spec, image: { image: 'ghcr.io/acme/llama:2' } };
const timeoutSeconds = 300;

/** Beyond the wait: one create with its looks, the restore, a deletion. In seconds. */
const mostSeconds = timeoutSeconds + 300 + 600 + 480;

/** They need real time, and have tests of their own: see client-time.test.ts and transport.test.ts. */
const skipped: ReadonlySet<FaultName> = new Set<FaultName>([
  'hang before the work',
  'hang after the work',
  '100 MiB',
  'answer after 20 s of the clock',
]);
const faults = (Object.keys(faultCatalogue) as FaultName[]).filter((name) => !skipped.has(name));
const lasting = { once: 1, 'three times': 3, 'for ever': 'always' } as const;

interface Course {
  wanted: typeof spec & { appName?: string; rootfsSize?: number };
  seeds: boolean;
  /** The requests of the course that meet the fault, and from which of their kind on. */
  requests: readonly Operation[];
}

const courses: Record<string, Course> = {
  create: { wanted: { ...spec, rootfsSize: 50 }, seeds: false, requests: ['create', 'update-v2', 'get', 'list'] },
  update: { wanted: second, seeds: true, requests: ['update', 'get'] },
  replace: { wanted: { ...spec, appName: 'new' }, seeds: true, requests: ['create', 'get', 'list', 'delete'] },
};

interface Cell {
  course: string;
  request: Operation;
  fault: FaultName;
  lasts: keyof typeof lasting;
}

/** What is untrue of how the cell ended; empty when all holds. */
async function sweep({ course, request, fault, lasts }: Cell): Promise<{ isGreen: boolean; wrong: string[] }> {
  const { wanted, seeds } = courses[course] as Course;
  await using scene = await openScene({ pace });
  const { emulator } = scene;
  const bystander = emulator.seed({ name: 'bystander', workerConfig: { minNum: 1 } });
  if (seeds) emulator.seed({ name: 'llama', appName: 'old', workerConfig: { minNum: 1, maxNum: 1 } });
  const before = JSON.stringify(emulator.endpoints());
  const plan = await scene.plan(wanted);
  emulator.addFault(namedFault(fault, { operation: request, times: lasting[lasts] }));
  const outcome = await scene.roll(plan, { waitTimeoutSeconds: timeoutSeconds });
  const wrong: string[] = [];
  const isGreen = outcome.failure === undefined;
  const endpoints = emulator.endpoints();
  const named = endpoints.filter(({ name }) => name === 'llama');
  const [ours] = named.filter(({ id }) => id === outcome.endpointId);
  if (endpoints.filter(({ id }) => id === bystander).length !== 1) wrong.push('the bystander is gone');
  if (named.length > (course === 'replace' && !isGreen ? 2 : 1)) wrong.push(`${named.length} endpoints of the name`);
  if (seeds && named.length === 0) wrong.push('nothing is left');
  if (isGreen && (!ours || ours.image.image !== wanted.image?.image)) wrong.push('green on another configuration');
  if (isGreen && !ours?.workers.some((worker) => worker.healthy && worker.revision === ours.revision))
    wrong.push('green without a new healthy worker');
  if (!outcome.changed && JSON.stringify(stable(scene)) !== JSON.stringify(stable(scene, before)))
    wrong.push('changed, and says it is not');
  if (outcome.operation === 'restored' && ours?.image.image !== 'ghcr.io/acme/llama:1') wrong.push('says restored');
  if (!isGreen && lasts !== 'for ever' && (request === 'get' || request === 'list'))
    wrong.push(`red for ${lasts} odd reading: ${outcome.failure?.message}`);
  if (scene.elapsedMs() > mostSeconds * 1000) wrong.push(`took ${scene.elapsedMs() / 1000} s`);
  return { isGreen, wrong };
}

/** What a write changes, and time does not. */
function stable({ emulator }: Scene, before?: string) {
  const endpoints: ReturnType<Scene['emulator']['endpoints']> = before ? JSON.parse(before) : emulator.endpoints();
  return endpoints.map(({ id, revision }) => [id, revision]);
}

const counts: string[] = [];

describe('the sweep', () => {
  const places = Object.entries(courses).flatMap(([course, { requests }]) =>
    requests.map((request): [string, Operation] => [course, request]),
  );
  test.for(places)('%s: %s', { timeout: 60_000 }, async ([course, request]) => {
    const failures: Record<string, readonly string[]> = {};
    const greens = { once: 0, 'three times': 0, 'for ever': 0 };
    for (const fault of faults) {
      for (const lasts of Object.keys(lasting) as (keyof typeof lasting)[]) {
        // A write is retried by the client for longer than three times.
        if (lasts === 'three times' && request !== 'get' && request !== 'list') continue;
        const { isGreen, wrong } = await sweep({ course, request, fault, lasts });
        if (isGreen) greens[lasts] += 1;
        if (wrong.length > 0) failures[`${fault}, ${lasts}`] = wrong;
      }
    }
    counts.push(
      `| ${course} | ${request} | ${faults.length} | ${[greens.once, request === 'get' || request === 'list' ? greens['three times'] : '–', greens['for ever']].join(' | ')} |`,
    );
    expect(failures).toEqual({});
  });

  test('is counted', () => {
    console.log(
      [
        '| course | request | faults | green: once | three times | for ever |',
        '|---|---|---|---|---|---|',
        ...counts,
      ].join('\n'),
    );
    expect(counts.length).toBe(10);
  });
});
