/** Owns what the v2 update can express of a configuration: its words and its static bounds. Sends nothing and decides nothing. */

import type { EndpointConfig, WorkerSettings } from './endpoint.ts';

/** The members of the v2 update, by our own names; those of `worker_config` one by one. */
export type V2Part =
  | keyof WorkerSettings
  | 'rootfsSize'
  | 'product'
  | 'policy'
  | 'image'
  | 'authId'
  | 'healthy'
  | 'envs'
  | 'volumes';

/** service-api.md, v2 Update endpoint, worker_config. */
const workerBounds = {
  minNum: [0, 1000],
  maxNum: [0, 1000],
  freeTimeout: [1, 1000],
  maxConcurrent: [1, 1000],
  gpuNum: [1, 8],
  requestTimeout: [1, 1800],
} as const;
const rootDiskBounds = [10, 100] as const;
const cudaVersions: readonly string[] = ['12.4', '12.6', '12.8', '12.9', '13.0'];
/** service-api.md, v2 Update endpoint. */
const policyTypes: readonly string[] = ['queue', 'concurrency'];
const policyBounds = [1, 1000] as const;
const volumeTypes: readonly string[] = ['local', 'network'];
const longest = { product: 255, image: 500, authId: 255, envKey: 511, envValue: 4095, mountPath: 4095 } as const;

/**
 * The parts of a configuration that v2 has no word for or that lie outside its bounds: several products or none, an idle timeout of 2000 s,
 * an env value of 5000 characters. A list is one part, because v2 takes it whole. `max_replicas` is required with `worker_config`, so that without it
 * no member of that block can be sent.
 */
export function v2Gaps(config: EndpointConfig): ReadonlySet<V2Part> {
  const { workerConfig: workers, policy, image, healthy, products, envs, volumeMounts: volumes, rootfsSize } = config;
  const gaps = new Set<V2Part>();
  for (const [part, bounds] of Object.entries(workerBounds) as [keyof typeof workerBounds, Bounds][])
    if (!isWithin(workers[part], bounds)) gaps.add(part);
  if (!cudaVersions.includes(workers.cudaVersion)) gaps.add('cudaVersion');
  if (!isWithin(rootfsSize, rootDiskBounds)) gaps.add('rootfsSize');
  if (gaps.has('maxNum')) for (const part of workerParts) gaps.add(part);
  if (products.length !== 1 || !isWithin(products[0]?.length ?? 0, [1, longest.product])) gaps.add('product');
  if (!policyTypes.includes(policy.type) || !isWithin(policy.value, policyBounds)) gaps.add('policy');
  if (image.image.length > longest.image) gaps.add('image');
  if (image.authId.length > longest.authId) gaps.add('authId');
  if (healthy.path === '') gaps.add('healthy');
  if (envs.some(({ key, value }) => key.length > longest.envKey || value.length > longest.envValue)) gaps.add('envs');
  if (volumes.some(({ type, mountPath }) => !volumeTypes.includes(type) || mountPath.length > longest.mountPath))
    gaps.add('volumes');
  return gaps;
}

const workerParts: readonly V2Part[] = [
  ...(Object.keys(workerBounds) as (keyof typeof workerBounds)[]),
  'cudaVersion',
  'rootfsSize',
];

type Bounds = readonly [min: number, max: number];

function isWithin(value: number, [min, max]: Bounds): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
