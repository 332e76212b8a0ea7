/** One reading and its record → how the endpoint is, and whether the recorded version has served. */

import { expect, test } from 'vitest';
import { withRecord } from '../../../src/model/record.ts';
import { shorten } from '../../../src/model/shortened.ts';
import { hasServed, healthOf } from '../../../src/rollout/evidence/serving.ts';
import { endpointOf, type Shown } from '../readings.ts';

const deployed = { oldWorkers: shorten(['old']), envKeys: shorten([]) };
const marked = { ...deployed, parked: { minNum: 1, freeTimeout: 300 } };

test.for<[string, Shown, string, served: 'served' | 'perhaps' | 'never', object?]>([
  ['a worker is healthy', 'a running+', 'serving', 'served'],
  ['beside one of the version before', 'old running+, a running+', 'serving', 'served'],
  ['only one of the version before is: the new one may be listed late', 'old running+', 'outdated', 'perhaps'],
  ['it was put back', 'old exited', 'starting', 'served', { ...deployed, rightWorkers: shorten([]) }],
  ['while the new one starts', 'old running+, a pulling', 'outdated', 'perhaps'],
  ['a worker starts', 'a pulling', 'starting', 'perhaps'],
  ['beside a failed one of the version before', 'old exited, a pulling', 'starting', 'perhaps'],
  ['a worker has crashed', 'a exited', 'failing', 'never'],
  ['while another one starts', 'a exited, b pulling', 'failing', 'perhaps'],
  ['no worker is listed', '', 'starting', 'perhaps'],
  ['it sleeps', { minNum: 0 }, 'idle', 'served'],
  ['it is marked and sleeps', { minNum: 0 }, 'parked', 'never', marked],
  ['it is marked and a worker is healthy', 'a running+', 'unproved', 'never', marked],
  ['it has failed', { state: 'failed', workers: 'a running+' }, 'failing', 'never'],
])('%s', ([, shown, health, served, record = deployed]) => {
  const endpoint = endpointOf(shown);
  const noted = { ...endpoint, config: { ...endpoint.config, envs: withRecord([], record) } };
  const after = hasServed(noted, { countsStarting: false });
  const during = hasServed(noted, { countsStarting: true });
  expect([healthOf(noted), after ? 'served' : during ? 'perhaps' : 'never']).toEqual([health, served]);
});
