/** Random sequences of what happens to a branch and its pull requests: what is deployed, and what GitHub is told of it, is true after every run. */

import { test } from 'vitest';
import { playGitHubStory } from './github-play.ts';
import { gitHubStories } from './github-story.ts';
import { playStories } from './replay.ts';

test('random stories of GitHub', { timeout: 3_600_000 }, async () => {
  await playStories(gitHubStories, { title: 'GitHub', count: 15, play: playGitHubStory });
});
