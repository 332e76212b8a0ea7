/** What users lose while an endpoint is updated that is awake: told in the log, the summary and the outputs, never judged. */

import { expect, test } from 'vitest';
import { setStage } from '../scenarios/github-stage.ts';
import {
  crashing,
  newImage,
  oldImage,
  openWorld,
  spec,
  unwatched,
  type WorldOptions,
  type WorldRun,
  withMinNum,
} from './world.ts';

interface Availability {
  requests: number;
  failed: number;
  longestGapSeconds: number;
}
const availabilityIn = (outputs: { endpoints?: string }): Availability | undefined =>
  JSON.parse(outputs.endpoints ?? '[]')[0].availability;
const stopped = '\\(\\d\\d:\\d\\d:\\d\\d–\\d\\d:\\d\\d:\\d\\d, while the old worker stopped\\)';

test.for<[string, WorldOptions, WorldRun, end: string, words: RegExp]>([
  ['the old worker stops after the new one is healthy', {}, {}, 'updated', /^Users: 0 of \d+ requests failed\.$/m],
  [
    'the old worker stops before the new one is up',
    { switches: { oldWorkersStop: 'at-write' } },
    {},
    'updated',
    new RegExp(`^Users: \\d+ of \\d+ requests failed, longest gap \\d+ s ${stopped}\\.$`, 'm'),
  ],
  [
    'a restore of what had stopped at once',
    { switches: { oldWorkersStop: 'at-write' }, life: crashing },
    {},
    'crashed (restored)',
    /^Users: \d+ of \d+ requests failed, longest gap (?:\d+ m )?(?:\d+ s )?\(.*\)\.$/m,
  ],
  ['with a test that answers', {}, { test: '/version' }, 'updated', /^Users: 0 of \d+ requests failed\.$/m],
])('%s', async ([, world, run, end, words]) => {
  await using opened = await openWorld(world);
  const { log, summary, outputs, ...ended } = await opened.run({ ...run, countsUsers: true });
  const availability = availabilityIn(outputs);
  expect([ended.end, ended.isRestored ? 'crashed (restored)' : ended.end], log).toContain(end);
  expect(log).toMatch(words);
  expect(summary).toMatch(new RegExp(words.source.replace('\\.$', '$'), 'm'));
  const line = /Users: (\d+) of (\d+) requests failed/.exec(log);
  expect([availability?.failed, availability?.requests]).toEqual([Number(line?.[1]), Number(line?.[2])]);
  expect((availability?.longestGapSeconds ?? 0) > 0).toBe((availability?.failed ?? 0) > 0);
});

const asleep = { workerConfig: { minNum: 0 } };
test.for<[string, WorldOptions, WorldRun]>([
  ['an endpoint that sleeps', { endpoint: asleep }, { spec: withMinNum(0) }],
  ['a run without changes', { endpoint: { products: [{ id: 'SL-serverless-3' }] } }, { with: { image: oldImage } }],
  ['a change that replaces no worker', {}, { spec: spec.replace('maxNum: 3', 'maxNum: 4'), with: { image: oldImage } }],
  ['a run that does not wait', {}, { with: { wait: 'none' } }],
  ['a new endpoint', { endpoint: null }, {}],
  [
    'a health check that is not for users',
    { faults: [{ operation: 'serve', kind: 'status', status: 404, times: 'always' }] },
    {},
  ],
])('nothing is counted: %s', async ([, world, run]) => {
  await using opened = await openWorld(world);
  const { log, summary, outputs, exitCode } = await opened.run({ ...run, countsUsers: true });
  expect([exitCode, log.includes('Users:'), summary.includes('Users:')], log).toEqual([0, false, false]);
  expect(availabilityIn(outputs)).toBeUndefined();
});

test('a preview is not watched', async () => {
  await using stage = await setStage();
  const options = { with: { preview: 'workers=1' }, spec, countsUsers: true };
  await stage.pullRequestStep({ ...options, action: 'opened' });
  const { end, log } = await stage.pullRequestStep({
    ...options,
    action: 'synchronize',
    with: { ...options.with, image: newImage },
  });
  expect([end, log.includes('Users:')], log).toEqual(['updated', false]);
});

test('a run that is cancelled ends as soon as without it', async () => {
  const seconds = [[], [unwatched]].map(async (faults) => {
    await using world = await openWorld({ switches: { oldWorkersStop: 'at-write' }, faults });
    const { end, seconds } = await world.run({
      countsUsers: true,
      onStart: ({ kill }) => void world.emulator.nextRequest('update').then(() => kill('SIGTERM')),
    });
    expect(end).toBe('cancelled');
    return seconds;
  });
  const [watched = 0, other = 0] = await Promise.all(seconds);
  expect(watched).toBeLessThanOrEqual(other + 5);
});
