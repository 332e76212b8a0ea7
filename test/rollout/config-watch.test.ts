/** Which members a reading leaves open although they have to be seen before the endpoint is believed. */

import { expect, test } from 'vitest';
import type { EndpointConfig, MemberPath } from '../../src/model/config.ts';
import { unseenMembers } from '../../src/rollout/config-watch.ts';
import { liveConfig } from '../plan/example.ts';

const without = (...paths: MemberPath[]): EndpointConfig => ({
  ...liveConfig,
  unread: paths.map((path) => ({ path, found: 'missing' })),
});

test.for<[string, { found: EndpointConfig; before?: EndpointConfig; shownBefore?: EndpointConfig }, string[]]>([
  ['nothing left out', { found: liveConfig }, []],
  ['what no reading has ever shown', { found: without('rootfsSize', 'clusterID') }, []],
  [
    'what says what serves',
    { found: without('image.image', 'workerConfig.minNum') },
    ['image.image', 'workerConfig.minNum'],
  ],
  ['what the last reading has shown', { found: without('rootfsSize'), before: liveConfig }, ['rootfsSize']],
  ['what no reading before has shown', { found: without('rootfsSize'), before: without('rootfsSize') }, []],
  [
    'what has been shown meanwhile',
    { found: without('rootfsSize'), before: without('rootfsSize'), shownBefore: liveConfig },
    ['rootfsSize'],
  ],
])('%s', ([, { found, before, shownBefore }, expected]) => {
  const asked = { desired: liveConfig, earlier: before && [before], shownBefore };
  expect(unseenMembers(found, asked)).toEqual(expected);
});
