/** The configurations that people really run (service-observed.md), each deployed. */

import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { told } from '../told.ts';
import { deployTo, passing, withoutRecord } from './deployment.ts';

const manga = `name: manga-gpu
appName: manga-translator
image: ghcr.io/acme/manga-translator:gpu
workerConfig: {minNum: 0, maxNum: 1, freeTimeout: 300, maxConcurrent: 1, gpuNum: 1, requestTimeout: 600}
policy: {type: concurrency, value: 1}
ports: [{port: "8080"}]
healthy: {path: /}
products: ["1"]
envs: {A: 1, B: "2", C: x, D: x, E: x, F: x, G: x, H: x}
`;

const pool = `name: lh-pool-k3x9
image: {image: "docker.io/acme/lh-pool:s12-watchdog", authId: cred-42}
workerConfig: {minNum: 1, maxNum: 1, freeTimeout: 1000, requestTimeout: 120}
policy: {type: queue, value: 4}
ports: [8000]
healthy: {path: /ping}
products: [{id: SL-serverless-3}]
clusterID: as-sgp-2
rootfsSize: 90
envs:
${Array.from({ length: 14 }, (_, index) => `  - {key: KEY_${index}, value: value-${index}}`).join('\n')}
`;

test.for<[string, string, object]>([
  ['manga-gpu', manga, { appName: 'manga-translator', ports: [8080], products: [{ id: '1' }] }],
  // Create takes a root disk of 100 GB only; v2 update brings the 90.
  ['lh-pool-k3x9', pool, { rootfsSize: 90, clusterID: 'as-sgp-2', image: { authId: 'cred-42' } }],
])('%s is created as described, and unchanged afterwards', async ([, spec, stored]) => {
  await using emulator = await startEmulator(passing);
  const created = await deployTo(emulator, { spec });
  expect(told(created.outputs)).toMatchObject({ operation: 'created', state: 'serving', 'failure-reason': '' });
  expect(emulator.endpoints().map(withoutRecord)).toMatchObject([stored]);
  expect((await deployTo(emulator, { spec })).outputs).toMatchObject({ operation: 'unchanged', changed: 'false' });
});
