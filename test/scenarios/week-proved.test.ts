/** Weeks in which a version was not proved: it is parked, told, tried again, and never taken for one that has served. */

import { test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits } from './github-stage.ts';
import { playWeek } from './week.ts';

const awake = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;
const [good, bad] = ['ghcr.io/acme/llama:1', 'ghcr.io/acme/llama:bad'];
const crashing = { scripts: [{ image: bad, outcome: 'crash-loop', times: 'always' }] } as const;

test('a first deploy that crashes is parked, and the fix serves', async () => {
  await playWeek(
    [
      { spec: awake, image: bad, end: 'crashed', left: { llama: { image: bad, minNum: 0, billed: 0 } } },
      { spec: awake, sha: commits.second, afterMinutes: 15, end: 'updated', left: { llama: { serves: [good] } } },
    ],
    { emulator: crashing },
  );
});
