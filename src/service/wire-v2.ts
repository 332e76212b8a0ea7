/** Owns how an `EndpointConfig` is written in the v2 family's update; decides no value, and what v2 cannot express is v2-range.ts's to know. */

import type { EndpointConfig } from './endpoint.ts';
import { type V2Part, v2Gaps } from './v2-range.ts';

/**
 * Every managed member that v2 can express (service-api.md, v2 Update endpoint). Left out is what it has no word for or what lies outside its bounds, so
 * that a live value which only v1 could set does not make the whole update fail, and what is not set (`entrypoint`, `region_id`, the health
 * check's port). Whoever reads the endpoint again sees whether it was kept.
 */
export function updateV2Body(config: EndpointConfig): unknown {
  const { policy, image, healthCheck } = config;
  const gaps = v2Gaps(config);
  const unless = (part: V2Part, members: object) => (gaps.has(part) ? {} : members);
  return {
    name: config.name,
    ...unless('product', { product_id: config.products[0] }),
    ...unless('maxWorkers', { worker_config: workerConfig(config, unless) }),
    ...unless('policy', { policy: { type: policy.type, value: policy.value } }),
    ...unless('image', { image: image.address }),
    ...unless('authId', { registry_auth_id: image.authId }),
    ...(image.entrypoint === undefined ? {} : { entrypoint: image.entrypoint }),
    command: image.command,
    ...unless('healthCheck', { health_check: definedHealthCheck(healthCheck) }),
    ...unless('envs', { envs: config.envs.map(({ key, value }) => ({ key, value })) }),
    ports: [...config.ports],
    ...unless('volumes', {
      volumes: config.volumes.map(({ type, id, sizeGb, mountPath }) => ({
        id,
        // `size` belongs to local volumes alone.
        ...(type === 'local' ? { type, size: sizeGb } : { type }),
        mount_point: mountPath,
      })),
    }),
    ...(config.regionId === undefined ? {} : { region_id: config.regionId }),
  };
}

function workerConfig(
  { workers, rootDiskGb }: EndpointConfig,
  unless: (part: V2Part, members: object) => object,
): unknown {
  return {
    max_replicas: workers.maxWorkers,
    ...unless('minWorkers', { min_replicas: workers.minWorkers }),
    ...unless('idleTimeoutSeconds', { idle_timeout: workers.idleTimeoutSeconds }),
    ...unless('maxConcurrentPerWorker', { max_concurrent_per_worker: workers.maxConcurrentPerWorker }),
    ...unless('gpusPerWorker', { gpu_num: workers.gpusPerWorker }),
    ...unless('rootDiskGb', { rootfs_size_gb: rootDiskGb }),
    ...unless('minCudaVersion', { min_cuda_version: workers.minCudaVersion }),
    ...unless('requestTimeoutSeconds', { request_timeout: workers.requestTimeoutSeconds }),
  };
}

function definedHealthCheck({ path, port }: EndpointConfig['healthCheck']) {
  return { path, ...(port === undefined ? {} : { port }) };
}
