/** A change of the number of workers by a call that carries a field which no reading shows, so that nothing tells whether workers are replaced: as many as are needed have to be healthy. */

import { describe } from 'vitest';
import {
  crossed,
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
  const fields: { what: string; text: string; endpoint: NonNullable<WorldOptions['endpoint']> }[] = [
    {
      what: 'image.entrypoint',
      text: spec.replace(/image: .*/, `image: {image: "${oldImage}", entrypoint: "python serve.py"}`),
      endpoint: { image: { entrypoint: 'python serve.py' } },
    },
    {
      what: 'healthy.port',
      text: spec.replace('{path: /health}', '{path: /health, port: 8000}'),
      endpoint: { healthy: { path: '/health', port: 8000 } },
    },
    { what: 'regionId', text: `${spec}regionId: eu-1\n`, endpoint: { regionId: 'eu-1' } },
  ];
  const raised = (text: string, minNum: number) => text.replace('minNum: 1', `minNum: ${minNum}`);
  const keepsWorkers = { rolloutOn: 'container-change' } as const;
  const slow = { image: oldImage, outcome: 'healthy', pace: { pullingMs: 5 * minute } } as const;
  const courses: { what: string; world: WorldOptions; minNum: number; run?: WorldRun; right: Right }[] = [
    ...[2, 3].map((minNum) => ({
      what: `minNum 1 → ${minNum}, wait: rollout`,
      ...{ world: { switches: keepsWorkers }, minNum, run: { with: { wait: 'rollout' } } },
      right: { reason: '', atLeastSeconds: usualSeconds, atMostSeconds: greenBy(usualSeconds) + 30 },
    })),
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
    {
      what: 'minNum 1 → 3, wait: ready',
      ...{ world: { switches: keepsWorkers }, minNum: 3 },
      right: { reason: '', atMostSeconds: greenBy(usualSeconds) + 30 },
    },
  ];
  testWorlds(
    crossed(fields, courses, ({ text, endpoint }, { world, minNum, run, right }): WorldCase => {
      const inputs = { ...run?.with, image: 'spec' };
      return {
        world: { ...world, endpoint },
        run: { spec: raised(text, minNum), with: inputs },
        right: { image: oldImage, ...right },
      };
    }),
  );
});
