/** Random sequences of what two repositories and others do to one service: what must hold after every step holds. */

import { expect, test } from 'vitest';
import { playStories } from './replay.ts';
import { playServiceStory } from './service-play.ts';
import { serviceStories } from './service-story.ts';

test('random stories of the service', { timeout: 3_600_000 }, async () => {
  await playStories(serviceStories, { title: 'service', count: 12, play: playServiceStory });
});

test('what is watched beside a deploy does not move the clock while a request is under way', async () => {
  const deploy = {
    kind: 'deploy',
    by: 0,
    name: 0,
    wait: 'ready',
    onFailure: 'restore',
    adopt: false,
    mayBeOlder: false,
    isChange: false,
    faults: [],
    changes: [],
    killAfter: 0,
  } as const;
  const specs = [
    { tag: '1', minNum: 2 },
    { tag: '1', minNum: 2, healthyPort: 8000, clusterID: 'c1' },
  ] as const;
  const steps = specs.map((spec) => ({ ...deploy, spec }));
  const story = { seed: 0, world: { keepOldWorkersMs: 30_000, eventualConsistencyReads: 3 }, steps };
  expect(await playServiceStory(story)).toMatchObject({ wrong: [] });
});
