/** Random sequences of what two repositories and others do to one service: what must hold after every step holds. */

import { test } from 'vitest';
import { playStories } from './replay.ts';
import { playServiceStory } from './service-play.ts';
import { serviceStories } from './service-story.ts';

test('random stories of the service', { timeout: 3_600_000 }, async () => {
  await playStories(serviceStories, { title: 'service', count: 12, play: playServiceStory });
});
