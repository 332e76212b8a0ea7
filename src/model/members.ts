/** The table of members: everything that is known of a member of the spec stands in its one row. */

import { block, row, type Table, type Volume } from './row.ts';
import * as value from './values.ts';

/** Left out of v1 requests while it is empty. */
const v1WhenSet = { create: 'when-set', update: 'when-set' } as const;
const v1Never = { create: 'never', update: 'never' } as const;

/** `max_replicas` is required with `worker_config` (service-api.md, worker_config members). */
const needsMaxReplicas = ['workerConfig.maxNum'] as const;

export const memberTable = {
  name: row({
    kind: 'text',
    schema: value.nameText(),
    description: 'Name that identifies the endpoint, 1–220 characters. Required here or as the `name` input.',
    examples: ['llama-prod'],
    v2: { name: 'name' },
    workers: 'kept',
  }),
  appName: row({
    kind: 'text',
    schema: value.text(),
    description:
      'Part of the endpoint URL: lowercase letters, digits and hyphens, unique across the service. Defaults to the endpoint ID. Cannot be changed later.',
    examples: ['llama'],
    v1: { create: 'when-set', update: 'never' },
    workers: 'replaced',
  }),
  image: block({
    description:
      'The container image: its address, or a mapping with credential and commands. Required to create, here or as the `image` input.',
    examples: ['ghcr.io/acme/llama:1.4.0'],
    shorthand: 'image',
    members: {
      image: row({
        kind: 'text',
        schema: value.imageAddress(),
        description: 'Address of the image. Overridden by the `image` input.',
        examples: ['ghcr.io/acme/llama:1.4.0'],
        neededToCreate: 'Add the address of an image, or set the `image` input.',
        v2: { name: 'image', bound: { max: 500 } },
        workers: 'replaced',
      }),
      authId: row({
        kind: 'text',
        schema: value.text(),
        description: 'ID of a saved image credential; empty for a public image.',
        examples: ['cred-1'],
        default: '',
        v2: { name: 'registry_auth_id', bound: { max: 255 } },
        workers: 'unknown',
      }),
      command: row({
        kind: 'text',
        schema: value.text(),
        description: "Start command; empty for the image's own.",
        examples: ['--model meta-llama/Llama-3.1-8B-Instruct'],
        default: '',
        v2: { name: 'command' },
        mayHoldSecret: true,
        workers: 'replaced',
      }),
      entrypoint: row({
        kind: 'text',
        schema: value.text(),
        description: 'Entrypoint of the container.',
        examples: ['/usr/bin/python3'],
        v1: v1Never,
        v2: { name: 'entrypoint' },
        returned: false,
        mayHoldSecret: true,
        workers: 'unknown',
      }),
    },
  }),
  workerConfig: block({
    description: 'How many workers run, and how they serve requests.',
    examples: [{ minNum: 0, maxNum: 3 }],
    members: {
      minNum: row({
        kind: 'integer',
        schema: value.amount(),
        description: 'Minimum number of workers; 0 scales to zero.',
        examples: [0],
        default: 0,
        v2: { name: 'worker_config.min_replicas', bound: { min: 0, max: 1000 }, needs: needsMaxReplicas },
        limit: { min: 'minWorkerNum', max: 'maxWorkerNum', unit: 'workers', mayBeZero: true },
        workers: 'kept',
      }),
      maxNum: row({
        kind: 'integer',
        schema: value.amount(),
        description: 'Maximum number of workers; at least `minNum`.',
        examples: [3],
        default: 1,
        v2: { name: 'worker_config.max_replicas', bound: { min: 0, max: 1000 } },
        limit: { min: 'minWorkerNum', max: 'maxWorkerNum', unit: 'workers' },
        workers: 'kept',
      }),
      freeTimeout: row({
        kind: 'integer',
        schema: value.amount(),
        description: 'Idle time in seconds before a worker is stopped.',
        examples: [300],
        default: 300,
        v2: { name: 'worker_config.idle_timeout', bound: { min: 1, max: 1000 }, needs: needsMaxReplicas },
        limit: { min: 'minFreeTimeout', max: 'maxFreeTimeout', unit: 'seconds' },
        workers: 'kept',
      }),
      maxConcurrent: row({
        kind: 'integer',
        schema: value.amount(),
        description: 'Number of requests that one worker serves at the same time.',
        examples: [8],
        default: 1,
        v2: {
          name: 'worker_config.max_concurrent_per_worker',
          bound: { min: 1, max: 1000 },
          needs: needsMaxReplicas,
        },
        limit: { min: 'minConcurrencyNum', max: 'maxConcurrencyNum', unit: 'requests' },
        workers: 'kept',
      }),
      gpuNum: row({
        kind: 'integer',
        schema: value.amount(),
        description: 'GPUs per worker.',
        examples: [1],
        default: 1,
        v2: { name: 'worker_config.gpu_num', bound: { min: 1, max: 8 }, needs: needsMaxReplicas },
        limit: { min: 'minGPUNum', max: 'maxGPUNum', unit: 'GPUs' },
        workers: 'replaced',
      }),
      requestTimeout: row({
        kind: 'integer',
        schema: value.amount(),
        description: 'Time limit for a request, in seconds.',
        examples: [600],
        default: 600,
        v2: { name: 'worker_config.request_timeout', bound: { min: 1, max: 1800 }, needs: needsMaxReplicas },
        limit: { min: 'minRequestTimeout', max: 'maxRequestTimeout', unit: 'seconds' },
        workers: 'unknown',
      }),
      cudaVersion: row({
        kind: 'text',
        schema: value.idText(),
        description: 'Lowest CUDA version that the machines must support.',
        examples: ['12.8'],
        v1: v1Never,
        v2: {
          name: 'worker_config.min_cuda_version',
          bound: { oneOf: ['12.4', '12.6', '12.8', '12.9', '13.0'] },
          needs: needsMaxReplicas,
        },
        limit: { list: 'cudaVersionList' },
        workers: 'replaced',
      }),
    },
  }),
  policy: block({
    description: 'When workers are added. Required to create.',
    examples: [{ type: 'concurrency', value: 8 }],
    members: {
      type: row({
        kind: 'text',
        schema: value.someText(),
        description: '`queue` or `concurrency`; v1 sends any other type as it is.',
        examples: ['concurrency', 'queue'],
        neededToCreate: 'Add, for example, `policy: {type: concurrency, value: 8}`.',
        v2: { name: 'policy.type', bound: { oneOf: ['queue', 'concurrency'] }, needs: ['policy.value'] },
        workers: 'kept',
      }),
      value: row({
        kind: 'integer',
        schema: value.amount(),
        description: 'Seconds that a request may wait (`queue`), or number of requests (`concurrency`).',
        examples: [8],
        neededToCreate: 'Add, for example, `policy: {type: concurrency, value: 8}`.',
        v2: { name: 'policy.value', bound: { min: 1, max: 1000 }, needs: ['policy.type'] },
        limit: {
          byPolicyType: {
            queue: { min: 'minQueueWaitTime', max: 'maxQueueWaitTime', unit: 'seconds' },
            concurrency: { min: 'minRequestNum', max: 'maxRequestNum', unit: 'requests' },
          },
        },
        workers: 'kept',
      }),
    },
  }),
  ports: row({
    kind: 'ports',
    schema: value.ports(),
    description: 'The one HTTP port: 1–65535, except 2222, 2223 and 2224. Required to create.',
    examples: [[8000]],
    neededToCreate: 'Add, for example, `ports: [8000]`.',
    v1: {
      create: 'always',
      update: 'always',
      form: (ports: readonly number[]) => ports.map((port) => ({ port: String(port) })),
    },
    v2: { name: 'ports' },
    workers: 'replaced',
  }),
  healthy: block({
    description: 'Health check: its path, or a mapping with path and port. Must return 200 for a worker to be healthy.',
    examples: [{ path: '/health' }],
    shorthand: 'path',
    members: {
      path: row({
        kind: 'text',
        schema: value.absolutePath(),
        description: 'Path that returns 200 when the worker is healthy.',
        examples: ['/health'],
        v1: v1WhenSet,
        v2: { name: 'health_check.path', bound: { min: 1 } },
        workers: 'unknown',
      }),
      port: row({
        kind: 'integer',
        schema: value.healthPort(),
        description: 'Port of the health check, 0–65535.',
        examples: [8001],
        v1: v1Never,
        v2: { name: 'health_check.port', needs: ['healthy.path'] },
        returned: false,
        workers: 'unknown',
      }),
    },
  }),
  products: row({
    kind: 'products',
    schema: value.products(),
    description: 'IDs of serverless products: the kinds of GPU.',
    examples: [['SL-serverless-3']],
    v1: { create: 'always', update: 'never', form: (ids: readonly string[]) => ids.map((id) => ({ id })) },
    v2: { name: 'product_id', count: 1, items: { min: 1, max: 255 }, form: ([id]: readonly string[]) => id },
    workers: 'replaced',
  }),
  rootfsSize: row({
    kind: 'integer',
    schema: value.amount(),
    description: 'System disk in GB.',
    examples: [100],
    default: 100,
    // Currently a fixed value is required (service-api.md, v1 Create endpoint).
    v1: { create: { fixed: 100 }, update: 'never' },
    v2: { name: 'worker_config.rootfs_size_gb', bound: { min: 10, max: 100 }, needs: needsMaxReplicas },
    limit: {
      min: 'minRootfsSize',
      max: 'maxRootfsSize',
      unit: 'GB',
      free: { name: 'freeRootfsSize', of: 'system disk' },
    },
    workers: 'replaced',
  }),
  clusterID: row({
    kind: 'text',
    schema: value.clusterId(),
    description: 'Cluster that holds the cloud storage, at most 255 characters. Required with cloud storage.',
    examples: ['as-sgp-2'],
    v1: v1WhenSet,
    workers: 'replaced',
  }),
  volumeMounts: row({
    kind: 'volumes',
    schema: value.volumeMounts(),
    description: 'Disks mounted into each worker, each at its own path.',
    examples: [[{ type: 'local', size: 50, mountPath: '/data' }]],
    v2: {
      name: 'volumes',
      items: { type: { oneOf: ['local', 'network'] }, mountPath: { max: 4095 } },
      // `size` belongs to local volumes alone.
      form: (volumes: readonly Volume[]) =>
        volumes.map(({ type, id, size, mountPath }) => ({
          id,
          type,
          ...(type === 'local' && { size }),
          mount_point: mountPath,
        })),
    },
    limit: {
      localVolumes: {
        min: 'minLocalVolumeSize',
        max: 'maxLocalVolumeSize',
        unit: 'GB',
        free: { name: 'freeLocalVolumeSize', of: 'local volume' },
      },
    },
    workers: 'replaced',
  }),
  envs: row({
    kind: 'envs',
    schema: value.envs(),
    description:
      'Environment of the container, as a mapping or as `{key, value}` items. Replaced as a whole: a key you remove here is removed from the endpoint.',
    examples: [{ MODEL: 'llama-3.1-8b' }],
    v2: { name: 'envs', items: { key: { max: 511 }, value: { max: 4095 } } },
    mayHoldSecret: true,
    workers: 'replaced',
  }),
  regionId: row({
    kind: 'text',
    schema: value.text(),
    description: 'ID of the region.',
    examples: ['us-dallas-1'],
    v1: v1Never,
    v2: { name: 'region_id' },
    returned: false,
    workers: 'unknown',
  }),
} as const satisfies Table;
