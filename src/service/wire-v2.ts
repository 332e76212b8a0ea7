/** Owns how an `EndpointConfig` is written in the v2 family's update; decides no value and checks no range. */

import type { EndpointConfig } from './endpoint.ts';

/** service-api.md, v2 Update endpoint, worker_config. */
const cudaVersions = ['12.4', '12.6', '12.8', '12.9', '13.0'];
/** service-api.md, v2 Update endpoint, policy. */
const policyTypes = ['queue', 'concurrency'];

/**
 * Every managed member that v2 can carry. Left out is what v2 has no word for: several products or none, a policy other than `queue` and
 * `concurrency`, a CUDA version outside its list, no health check, and what is not set (`entrypoint`, `region_id`, the health check's port).
 */
export function updateV2Body(config: EndpointConfig): unknown {
  const { workers, policy, image, healthCheck } = config;
  const [product, ...otherProducts] = config.products;
  return {
    name: config.name,
    ...(product === undefined || otherProducts.length > 0 ? {} : { product_id: product }),
    worker_config: {
      max_replicas: workers.maxWorkers,
      min_replicas: workers.minWorkers,
      idle_timeout: workers.idleTimeoutSeconds,
      max_concurrent_per_worker: workers.maxConcurrentPerWorker,
      gpu_num: workers.gpusPerWorker,
      rootfs_size_gb: config.rootDiskGb,
      ...(cudaVersions.includes(workers.minCudaVersion) ? { min_cuda_version: workers.minCudaVersion } : {}),
      request_timeout: workers.requestTimeoutSeconds,
    },
    ...(policyTypes.includes(policy.type) ? { policy: { type: policy.type, value: policy.value } } : {}),
    image: image.address,
    registry_auth_id: image.authId,
    ...(image.entrypoint === undefined ? {} : { entrypoint: image.entrypoint }),
    command: image.command,
    ...(healthCheck.path === '' ? {} : { health_check: definedHealthCheck(healthCheck) }),
    envs: config.envs.map(({ key, value }) => ({ key, value })),
    ports: [...config.ports],
    volumes: config.volumes.map(({ type, id, sizeGb, mountPath }) => ({
      id,
      // v2 knows one kind of cloud storage; `size` belongs to local volumes alone.
      ...(type === 'local' ? { type: 'local', size: sizeGb } : { type: 'network' }),
      mount_point: mountPath,
    })),
    ...(config.regionId === undefined ? {} : { region_id: config.regionId }),
  };
}

function definedHealthCheck({ path, port }: EndpointConfig['healthCheck']) {
  return { path, ...(port === undefined ? {} : { port }) };
}
