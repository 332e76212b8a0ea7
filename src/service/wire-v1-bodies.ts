/** Owns how an `EndpointConfig` is written in the v1 family's create and update; decides no value and reads no answer. */

import type { EndpointConfig } from '../model/endpoint.ts';

/**
 * service-api.md, v1 Create endpoint. `products`, `volumeMounts` and `envs` are always sent, because the contract does not say that they may be
 * left out; `healthy`, `clusterID` and `appName` only when set. What only v2 can carry is left out.
 */
export function createBody(config: EndpointConfig): unknown {
  return {
    endpoint: {
      ...common(config),
      ...(config.appName === '' ? {} : { appName: config.appName }),
      products: config.products.map((id) => ({ id })),
      rootfsSize: config.rootfsSize,
    },
  };
}

/** service-api.md, v1 Update endpoint: complete on every call. `appName`, products, root disk and what only v2 can carry are no part of it. */
export function updateBody({ id, config }: { id: string; config: EndpointConfig }): unknown {
  return { id, ...common(config) };
}

function common(config: EndpointConfig) {
  const { workerConfig: workers } = config;
  return {
    name: config.name,
    workerConfig: {
      minNum: workers.minNum,
      maxNum: workers.maxNum,
      freeTimeout: workers.freeTimeout,
      maxConcurrent: workers.maxConcurrent,
      gpuNum: workers.gpuNum,
      requestTimeout: workers.requestTimeout,
    },
    ports: config.ports.map((port) => ({ port: String(port) })),
    policy: { type: config.policy.type, value: config.policy.value },
    image: { image: config.image.image, authId: config.image.authId, command: config.image.command },
    volumeMounts: config.volumeMounts.map(({ type, id, size, mountPath }) => ({ type, id, size: size, mountPath })),
    envs: config.envs.map(({ key, value }) => ({ key, value })),
    ...(config.clusterID === '' ? {} : { clusterID: config.clusterID }),
    ...(config.healthy.path === '' ? {} : { healthy: { path: config.healthy.path } }),
  };
}
