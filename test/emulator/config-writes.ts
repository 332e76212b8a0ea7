// What each kind of write makes of a configuration.
import { type ConfigMember, type EndpointConfig, emptyConfig, type PartialConfig, withPart } from './config.ts';
import type { CreateRequest, UpdateRequest } from './schemas-v1.ts';
import type { V2UpdateRequest } from './schemas-v2.ts';

export function configFromCreate(request: CreateRequest): EndpointConfig {
  return withPart(emptyConfig, {
    ...v1Members(request, emptyConfig),
    products: request.products ?? [],
    rootfsSize: request.rootfsSize,
  });
}

/** v1 update: what was sent is what is stored; `omitted` decides about optional members that were left out. */
export function configAfterV1Update(
  current: EndpointConfig,
  request: UpdateRequest,
  rules: { readonly omitted: 'reset' | 'keep'; readonly v2Members: 'reset' | 'keep' },
): EndpointConfig {
  const next = withPart(current, v1Members(request, rules.omitted === 'reset' ? emptyConfig : current));
  if (rules.v2Members === 'keep') return next;
  return withPart(next, {
    workerConfig: { cudaVersion: '' },
    image: { entrypoint: '' },
    healthy: { port: 0 },
    regionId: '',
  });
}

/** v2 update: `keep` merges at every depth, `reset` empties whatever the request could have carried and did not. */
export function configAfterV2Update(
  current: EndpointConfig,
  request: V2UpdateRequest,
  omitted: 'reset' | 'keep',
): EndpointConfig {
  const base = omitted === 'reset' ? { ...emptyConfig, clusterID: current.clusterID } : current;
  const worker = request.worker_config;
  return {
    name: request.name ?? base.name,
    workerConfig: {
      minNum: worker?.min_replicas ?? base.workerConfig.minNum,
      maxNum: worker?.max_replicas ?? base.workerConfig.maxNum,
      freeTimeout: worker?.idle_timeout ?? base.workerConfig.freeTimeout,
      maxConcurrent: worker?.max_concurrent_per_worker ?? base.workerConfig.maxConcurrent,
      gpuNum: worker?.gpu_num ?? base.workerConfig.gpuNum,
      requestTimeout: worker?.request_timeout ?? base.workerConfig.requestTimeout,
      cudaVersion: worker?.min_cuda_version ?? base.workerConfig.cudaVersion,
    },
    ports: request.ports ?? base.ports,
    policy: { type: request.policy?.type ?? base.policy.type, value: request.policy?.value ?? base.policy.value },
    image: {
      image: request.image ?? base.image.image,
      authId: request.registry_auth_id ?? base.image.authId,
      command: request.command ?? base.image.command,
      entrypoint: request.entrypoint ?? base.image.entrypoint,
    },
    products: request.product_id === undefined ? base.products : [{ id: request.product_id }],
    rootfsSize: worker?.rootfs_size_gb ?? base.rootfsSize,
    volumeMounts:
      request.volumes?.map((volume) => ({
        type: volume.type ?? 'network',
        id: volume.id ?? '',
        size: volume.size ?? 0,
        mountPath: volume.mount_point ?? '',
      })) ?? base.volumeMounts,
    clusterID: base.clusterID,
    envs: request.envs?.map((env) => ({ key: env.key ?? '', value: env.value ?? '' })) ?? base.envs,
    healthy: {
      path: request.health_check?.path ?? base.healthy.path,
      port: request.health_check?.port ?? base.healthy.port,
    },
    regionId: request.region_id ?? base.regionId,
  };
}

/** `next` with each of `members` put back to what it was: a service that silently ignores a member. */
export function withIgnored(
  current: EndpointConfig,
  next: EndpointConfig,
  members: readonly ConfigMember[],
): EndpointConfig {
  const result = structuredClone(next) as unknown as Record<string, Record<string, unknown>>;
  const source = current as unknown as Record<string, Record<string, unknown>>;
  for (const member of members) {
    const [block = '', inner] = member.split('.');
    const from = source[block];
    const to = result[block];
    if (inner === undefined) Object.assign(result, { [block]: from });
    else if (from !== undefined && to !== undefined) to[inner] = from[inner];
  }
  return result as unknown as EndpointConfig;
}

function v1Members(request: CreateRequest | UpdateRequest, base: EndpointConfig): PartialConfig {
  return {
    name: request.name ?? base.name,
    clusterID: request.clusterID ?? base.clusterID,
    workerConfig: request.workerConfig,
    ports: request.ports.map((item) => Number(item.port)),
    policy: request.policy,
    image: request.image,
    volumeMounts:
      request.volumeMounts?.map((volume) => ({ ...volume, id: volume.id ?? '', size: volume.size ?? 0 })) ??
      base.volumeMounts,
    envs: request.envs ?? base.envs,
    healthy: { path: request.healthy?.path ?? base.healthy.path },
  };
}
