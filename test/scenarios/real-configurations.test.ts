/** The configurations that people really run (service-observed.md), each deployed; those beyond the limits are refused with the range. */

import { describe, expect, test } from 'vitest';
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

const baseTest = `name: base-test
image: ubuntu:22.04
workerConfig: {minNum: 3, maxNum: 3, freeTimeout: 300, requestTimeout: 3600}
policy: {type: queue, value: 60}
ports: [8000]
healthy: {path: /health}
clusterID: us-dallas-nas-2
rootfsSize: 100
`;

const vllm = `name: vllm
image: {image: "vllm/vllm-openai:latest", command: "--model meta-llama/Llama-3.1-8B-Instruct --max-model-len 4096"}
workerConfig: {minNum: 1, maxNum: 3, freeTimeout: 300, maxConcurrent: 8, gpuNum: 1, requestTimeout: 600}
policy: {type: concurrency, value: 8}
ports: [8000]
healthy: {path: /health}
envs: {HUGGING_FACE_HUB_TOKEN: "\${HF_TOKEN}"}
`;

describe('real configurations', () => {
  test.for<[string, string, Record<string, unknown>]>([
    [
      'manga-gpu',
      manga,
      {
        appName: 'manga-translator',
        ports: [8080],
        policy: { type: 'concurrency', value: 1 },
        products: [{ id: '1' }],
      },
    ],
    // Create takes a root disk of 100 GB only; v2 update brings the 90.
    [
      'lh-pool-k3x9',
      pool,
      { rootfsSize: 90, clusterID: 'as-sgp-2', policy: { type: 'queue', value: 4 }, image: { authId: 'cred-42' } },
    ],
    [
      'vLLM quickstart',
      vllm,
      { workerConfig: { maxConcurrent: 8 }, envs: [{ key: 'HUGGING_FACE_HUB_TOKEN', value: 'hf-secret-token' }] },
    ],
    [
      'base-test, with a request timeout within the limits',
      baseTest.replace('3600', '1800'),
      { workerConfig: { minNum: 3, requestTimeout: 1800 } },
    ],
  ])('%s is created as described, and unchanged afterwards', async ([, spec, stored]) => {
    await using emulator = await startEmulator(passing);
    const inputs = { spec, with: { variables: spec.includes('HF_TOKEN') ? 'HF_TOKEN=hf-secret-token' : '' } };
    const created = await deployTo(emulator, inputs);
    expect(told(created.outputs)).toMatchObject({ operation: 'created', state: 'serving', 'failure-reason': '' });
    expect(emulator.endpoints().map(withoutRecord)).toMatchObject([stored]);
    expect(created.raw + created.summary + JSON.stringify(created.outputs)).not.toContain('hf-secret-token');
    const again = await deployTo(emulator, inputs);
    expect(again.outputs).toMatchObject({ operation: 'unchanged', changed: 'false' });
  });

  test('base-test is refused: its request timeout lies beyond the limits', async () => {
    await using emulator = await startEmulator();
    const { outputs, annotations } = await deployTo(emulator, { spec: baseTest });
    expect(outputs['failure-reason']).toBe('limits-exceeded');
    expect(annotations.join()).toMatch(/requestTimeout.*3600.*1 to 1800|requestTimeout.*3600.*1–1800/);
    expect(emulator.endpoints()).toEqual([]);
  });
});
