// The shape and the bounds of the v2 update as its tables state them.
import { complainAboutDuplicates, reservedPorts } from './schemas-v1.ts';
import { z } from './zod.ts';

const integer = (min: number, max: number) =>
  z.number().int().min(min, `below ${min} (allowed ${min}-${max})`).max(max, `above ${max} (allowed ${min}-${max})`);

const text = (min: number, max: number) =>
  z.string().min(min, `shorter than ${min} characters`).max(max, `longer than ${max} characters`);

const workerConfig = z.strictObject({
  max_replicas: integer(0, 1000),
  min_replicas: integer(0, 1000).optional(),
  idle_timeout: integer(1, 1000).optional(),
  max_concurrent_per_worker: integer(1, 1000).optional(),
  gpu_num: integer(1, 8).optional(),
  rootfs_size_gb: integer(10, 100).optional(),
  min_cuda_version: z.enum(['12.4', '12.6', '12.8', '12.9', '13.0']).optional(),
  request_timeout: integer(1, 1800).optional(),
});

const policy = z.strictObject({
  type: z.enum(['queue', 'concurrency']).optional(),
  value: integer(1, 1000).optional(),
});

const healthCheck = z.strictObject({ path: z.string().optional(), port: integer(0, 65535).optional() });

const envs = z
  .array(z.strictObject({ key: text(0, 511).optional(), value: text(0, 4095).optional() }))
  .superRefine((items, context) => {
    complainAboutDuplicates(
      items.map((item) => item.key),
      context,
    );
  });

const port = integer(1, 65535).refine((number) => !reservedPorts.includes(number), 'port is reserved (2222-2224)');

const volume = z.strictObject({
  id: z.string().optional(),
  type: z.enum(['local', 'network']).optional(),
  size: z.number().int().optional(),
  mount_point: text(0, 4095).optional(),
});

export const v2UpdateBody = z.strictObject({
  name: z.string().optional(),
  product_id: text(1, 255).optional(),
  worker_config: workerConfig.optional(),
  policy: policy.optional(),
  image: text(0, 500).optional(),
  registry_auth_id: text(0, 255).optional(),
  entrypoint: z.string().optional(),
  command: z.string().optional(),
  health_check: healthCheck.optional(),
  envs: envs.optional(),
  // "One HTTP port per endpoint" is a constraint of the whole service, not of the v1 family.
  ports: z.array(port).length(1, 'exactly one HTTP port is allowed').optional(),
  volumes: z.array(volume).optional(),
  region_id: z.string().optional(),
});

export const v2Path = z.strictObject({ endpoint_id: text(1, 255) });

export type V2UpdateRequest = z.output<typeof v2UpdateBody>;
