/** Owns how an `EndpointConfig` is written in the v2 family's update; decides no value, and what v2 cannot express is v2-range.ts's to know. */

import type { EndpointConfig } from '../model/endpoint.ts';
import { type V2Part, v2Gaps } from '../model/v2-range.ts';

/**
 * Every managed member that v2 can express (service-api.md, v2 Update endpoint). Left out is what it has no word for or what lies outside its bounds, so
 * that a live value which only v1 could set does not make the whole update fail, and what is not set (`entrypoint`, `region_id`, the health
 * check's port). Whoever reads the endpoint again sees whether it was kept.
 */
export function updateV2Body(config: EndpointConfig): unknown {
  const { policy, image, healthy } = config;
  const gaps = v2Gaps(config);
  const unless = (part: V2Part, members: object) => (gaps.has(part) ? {} : members);
  return {
    name: config.name,
    ...unless('product', { product_id: config.products[0] }),
    ...unless('maxNum', { worker_config: workerConfig(config, unless) }),
    ...unless('policy', { policy: { type: policy.type, value: policy.value } }),
    ...unless('image', { image: image.image }),
    ...unless('authId', { registry_auth_id: image.authId }),
    ...(image.entrypoint === undefined ? {} : { entrypoint: image.entrypoint }),
    command: image.command,
    ...unless('healthy', { health_check: definedHealthCheck(healthy) }),
    ...unless('envs', { envs: config.envs.map(({ key, value }) => ({ key, value })) }),
    ports: [...config.ports],
    ...unless('volumes', {
      volumes: config.volumeMounts.map(({ type, id, size, mountPath }) => ({
        id,
        // `size` belongs to local volumes alone.
        ...(type === 'local' ? { type, size: size } : { type }),
        mount_point: mountPath,
      })),
    }),
    ...(config.regionId === undefined ? {} : { region_id: config.regionId }),
  };
}

function workerConfig(
  { workerConfig: workers, rootfsSize }: EndpointConfig,
  unless: (part: V2Part, members: object) => object,
): unknown {
  return {
    max_replicas: workers.maxNum,
    ...unless('minNum', { min_replicas: workers.minNum }),
    ...unless('freeTimeout', { idle_timeout: workers.freeTimeout }),
    ...unless('maxConcurrent', { max_concurrent_per_worker: workers.maxConcurrent }),
    ...unless('gpuNum', { gpu_num: workers.gpuNum }),
    ...unless('rootfsSize', { rootfs_size_gb: rootfsSize }),
    ...unless('cudaVersion', { min_cuda_version: workers.cudaVersion }),
    ...unless('requestTimeout', { request_timeout: workers.requestTimeout }),
  };
}

function definedHealthCheck({ path, port }: EndpointConfig['healthy']) {
  return { path, ...(port === undefined ? {} : { port }) };
}
