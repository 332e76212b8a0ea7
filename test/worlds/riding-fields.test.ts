/** A change of the number of workers by a call that carries a field which no reading shows, so that nothing tells whether workers are replaced: as many as are needed have to be healthy. */

import { describe } from 'vitest';
import {
  greenBy,
  minute,
  oldImage,
  type Right,
  spec,
  testWorlds,
  usualSeconds,
  type WorldCase,
  type WorldOptions,
  type WorldRun,
} from './world.ts';

describe('a field that is never returned rides along with a change of the number of workers', () => {
  const raised = (text: string, minNum: number) => text.replace('minNum: 1', `minNum: ${minNum}`);
  const keepsWorkers = { rolloutOn: 'container-change' } as const;
  const slow = { image: oldImage, outcome: 'healthy', pace: { pullingMs: 5 * minute } } as const;
  const courses: { what: string; world: WorldOptions; minNum: number; run?: WorldRun; right: Right }[] = [
    {
      what: 'minNum 1 → 3, wait: rollout, and the added ones pull for 5 minutes',
      ...{ world: { switches: keepsWorkers, scripts: [slow] }, minNum: 3, run: { with: { wait: 'rollout' } } },
      right: { reason: '', atLeastSeconds: 317, atMostSeconds: greenBy(317) + 30 },
    },
    {
      what: 'minNum 1 → 3, wait: rollout, and one of them is never up in time',
      ...{ world: { switches: keepsWorkers, scripts: [slow] }, minNum: 3 },
      run: { with: { wait: 'rollout', 'wait-timeout': '4m' } },
      right: { reason: 'timeout', atLeastSeconds: 230, atMostSeconds: 255 },
    },
    {
      what: 'minNum 1 → 3, and all workers are replaced',
      ...{ world: {}, minNum: 3, run: { with: { wait: 'rollout' } } },
      right: { reason: '', atLeastSeconds: usualSeconds, atMostSeconds: greenBy(usualSeconds) + 30 },
    },
  ];
  const text = spec.replace(/image: .*/, `image: {image: "${oldImage}", entrypoint: "python serve.py"}`);
  const endpoint = { image: { entrypoint: 'python serve.py' } };
  testWorlds(
    courses.map(({ what, world, minNum, run, right }): [string, WorldCase] => [
      what,
      {
        world: { ...world, endpoint },
        run: { spec: raised(text, minNum), with: { ...run?.with, image: 'spec' } },
        right: { image: oldImage, ...right },
      },
    ]),
  );
});
