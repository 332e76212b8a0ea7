/** The table of members: everything about a member of the spec is in its one row. */

import { byWorkerConfig, integerRow, range, rowsOf, type Table, textRow } from './row.ts';
import * as value from './values.ts';

export const memberTable = {
  name: textRow({
    schema: value.nameText(),
    description: 'Name that identifies the endpoint, 1–220 characters. Required here or as the `name` input.',
    examples: ['llama-prod'],
    v2: { name: 'name' },
    workers: 'kept',
    identifies: true,
  }),
  appName: textRow({
    description:
      'Part of the endpoint URL: lowercase letters, digits and hyphens, unique across the service. Defaults to the endpoint ID. Cannot be changed later.',
    examples: ['llama'],
    v1: 'when-set',
    isCreationOnly: true,
    identifies: true,
  }),
  image: {
    description:
      'The container image: its address, or a mapping with credential and commands. Required to create, here or as the `image` input.',
    examples: ['ghcr.io/acme/llama:1.4.0'],
    shorthand: 'image',
    members: {
      image: textRow({
        schema: value.imageAddress(),
        description: 'Address of the image. Overridden by the `image` input.',
        examples: ['ghcr.io/acme/llama:1.4.0'],
        neededToCreate: 'Add the address of an image to the spec, or pass it as `image`.',
        v2: { name: 'image', bound: { max: 500 } },
      }),
      authId: textRow({
        description: 'ID of a saved image credential; empty for a public image.',
        examples: ['cred-1'],
        default: '',
        v2: { name: 'registry_auth_id', bound: { max: 255 } },
      }),
      command: textRow({
        description: "Start command; empty for the image's own.",
        examples: ['--model meta-llama/Llama-3.1-8B-Instruct'],
        default: '',
        v2: { name: 'command' },
        mayHoldSecret: true,
      }),
      entrypoint: textRow({
        description: 'Entrypoint of the container.',
        examples: ['/usr/bin/python3'],
        v1: 'never',
        v2: { name: 'entrypoint' },
        returned: false,
        mayHoldSecret: true,
      }),
    },
  },
  workerConfig: {
    description: 'How many workers run, and how they serve requests.',
    examples: [{ minNum: 0, maxNum: 3 }],
    members: {
      minNum: integerRow({
        description: 'Minimum number of workers; 0 scales to zero.',
        examples: [0],
        default: 0,
        v2: byWorkerConfig('min_replicas', { min: 0, max: 1000 }),
        limit: range('WorkerNum', 'workers', { mayBeZero: true }),
        workers: 'kept',
      }),
      maxNum: integerRow({
        description: 'Maximum number of workers; at least `minNum`.',
        examples: [3],
        default: 1,
        v2: { name: 'worker_config.max_replicas', bound: { min: 0, max: 1000 } },
        limit: range('WorkerNum', 'workers'),
        workers: 'kept',
      }),
      freeTimeout: integerRow({
        description: 'Idle time in seconds before a worker is stopped.',
        examples: [300],
        default: 300,
        v2: byWorkerConfig('idle_timeout', { min: 1, max: 1000 }),
        limit: range('FreeTimeout', 'seconds'),
        workers: 'kept',
      }),
      maxConcurrent: integerRow({
        description: 'Number of requests that one worker serves at the same time.',
        examples: [8],
        default: 1,
        v2: byWorkerConfig('max_concurrent_per_worker', { min: 1, max: 1000 }),
        limit: range('ConcurrencyNum', 'requests'),
        workers: 'kept',
      }),
      gpuNum: integerRow({
        description: 'GPUs per worker.',
        examples: [1],
        default: 1,
        v2: byWorkerConfig('gpu_num', { min: 1, max: 8 }),
        limit: range('GPUNum', 'GPUs'),
      }),
      requestTimeout: integerRow({
        description: 'Time limit for a request, in seconds.',
        examples: [600],
        default: 600,
        v2: byWorkerConfig('request_timeout', { min: 1, max: 1800 }),
        limit: range('RequestTimeout', 'seconds'),
        workers: 'kept',
      }),
      cudaVersion: textRow({
        schema: value.idText(),
        description: 'Lowest CUDA version that the machines must support.',
        examples: ['12.8'],
        v1: 'never',
        v2: byWorkerConfig('min_cuda_version', { oneOf: ['12.4', '12.6', '12.8', '12.9', '13.0'] }),
        limit: { list: 'cudaVersionList' },
      }),
    },
  },
  policy: {
    description: 'When workers are added. Required to create.',
    examples: [{ type: 'concurrency', value: 8 }],
    members: {
      type: textRow({
        schema: value.someText(),
        description:
          '`queue` or `concurrency`, always with `value`. Any other type is sent by v1, with a warning, unless it is nearly one of these.',
        examples: ['concurrency', 'queue'],
        neededToCreate: 'Add, for example, `policy: {type: concurrency, value: 8}`.',
        v2: { name: 'policy.type', bound: { oneOf: ['queue', 'concurrency'] }, needs: ['policy.value'] },
        workers: 'kept',
      }),
      value: integerRow({
        description: 'Seconds that a request may wait (`queue`), or number of requests (`concurrency`).',
        examples: [8],
        v2: { name: 'policy.value', bound: { min: 1, max: 1000 }, needs: ['policy.type'] },
        limit: {
          byPolicyType: {
            queue: range('QueueWaitTime', 'seconds'),
            concurrency: range('RequestNum', 'requests'),
          },
        },
        workers: 'kept',
      }),
    },
  },
  ports: rowsOf('ports')({
    description: 'The one HTTP port: 1–65535, except 2222, 2223 and 2224. Required to create.',
    examples: [[8000]],
    neededToCreate: 'Add, for example, `ports: [8000]`.',
    v2: { name: 'ports' },
  }),
  healthy: {
    description: 'Health check: its path, or a mapping with path and port. Must return 200 for a worker to be healthy.',
    examples: [{ path: '/health' }],
    shorthand: 'path',
    members: {
      path: textRow({
        schema: value.absolutePath(),
        description: 'Path that returns 200 when the worker is healthy.',
        examples: ['/health'],
        v1: 'when-set',
        v2: { name: 'health_check.path', bound: { min: 1 } },
      }),
      port: integerRow({
        schema: value.healthPort(),
        description: 'Port of the health check, 0–65535.',
        examples: [8001],
        v1: 'never',
        v2: { name: 'health_check.port', needs: ['healthy.path'] },
        returned: false,
      }),
    },
  },
  products: rowsOf('products')({
    description: 'IDs of serverless products: the kinds of GPU.',
    examples: [['SL-serverless-3']],
    isCreationOnly: true,
    v2: { name: 'product_id', count: 1, bound: { min: 1, max: 255 } },
  }),
  rootfsSize: integerRow({
    description: 'System disk in GB.',
    examples: [100],
    default: 100,
    // Currently a fixed value is required (service-api.md, v1 Create endpoint).
    v1: { fixed: 100 },
    isCreationOnly: true,
    v2: byWorkerConfig('rootfs_size_gb', { min: 10, max: 100 }),
    limit: range('RootfsSize', 'GB'),
  }),
  clusterID: textRow({
    schema: value.clusterId(),
    description: 'Cluster that holds the cloud storage, at most 255 characters. Required with cloud storage.',
    examples: ['as-sgp-2'],
    v1: 'when-set',
  }),
  volumeMounts: rowsOf('volumes')({
    description: 'Disks mounted into each worker, each at its own path.',
    examples: [[{ type: 'local', size: 50, mountPath: '/data' }]],
    v2: { name: 'volumes', items: { type: { oneOf: ['local', 'network'] }, mountPath: { max: 4095 } } },
    limit: { localVolumes: range('LocalVolumeSize', 'GB') },
  }),
  envs: rowsOf('envs')({
    description:
      'Environment of the container, as a mapping or as `{key, value}` items. A key you remove here is removed from the endpoint.',
    examples: [{ MODEL: 'llama-3.1-8b' }],
    v2: { name: 'envs', items: { key: { max: 511 }, value: { max: 4095 } } },
    mayHoldSecret: true,
  }),
  regionId: textRow({
    description: 'ID of the region.',
    examples: ['us-dallas-1'],
    v1: 'never',
    v2: { name: 'region_id' },
    returned: false,
  }),
} as const satisfies Table;
