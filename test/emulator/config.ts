// What an endpoint is configured as, in stored form, and what each kind of write makes of it.
import { isDeepStrictEqual } from 'node:util';
import type { CreateRequest, UpdateRequest } from './schemas-v1.ts';
import type { V2UpdateRequest } from './schemas-v2.ts';

interface VolumeMount {
  readonly type: string;
  readonly id: string;
  readonly size: number;
  readonly mountPath: string;
}

/** What a member becomes when nobody says anything about it. No response carries `image.entrypoint`, `healthy.port`, `regionId`. */
const empty = {
  name: '',
  workerConfig: {
    ...{ minNum: 0, maxNum: 1, freeTimeout: 300, maxConcurrent: 1, gpuNum: 1, requestTimeout: 600 },
    cudaVersion: '',
  },
  ports: [] as readonly number[],
  policy: { type: 'concurrency', value: 1 },
  image: { image: '', authId: '', command: '', entrypoint: '' },
  products: [] as readonly { readonly id: string }[],
  rootfsSize: 100,
  volumeMounts: [] as readonly VolumeMount[],
  clusterID: '',
  envs: [] as readonly { readonly key: string; readonly value: string }[],
  healthy: { path: '', port: 0 },
  regionId: '',
};

/** As stored, including what no response ever carries. */
export type EndpointConfig = { readonly [Member in keyof typeof empty]: Readonly<(typeof empty)[Member]> };

export const emptyConfig: EndpointConfig = empty;

/** Any part of a configuration: lists are given whole, blocks member by member. */
export type PartialConfig = {
  readonly [Member in keyof EndpointConfig]?: EndpointConfig[Member] extends readonly unknown[] | string
    ? EndpointConfig[Member]
    : Partial<EndpointConfig[Member]>;
};

/** Each member, and each member of a block: `image`, `image.image`. */
export const configMembers: readonly string[] = Object.entries(empty).flatMap(([name, value]) =>
  typeof value !== 'object' || Array.isArray(value)
    ? name
    : [name, ...Object.keys(value).map((key) => `${name}.${key}`)],
);

export function withPart(config: EndpointConfig, part: PartialConfig): EndpointConfig {
  return {
    ...config,
    ...part,
    workerConfig: { ...config.workerConfig, ...part.workerConfig },
    policy: { ...config.policy, ...part.policy },
    image: { ...config.image, ...part.image },
    healthy: { ...config.healthy, ...part.healthy },
  };
}

/** Whether the container that runs is the same; names, policies and numbers of workers don't restart anything. */
export function sameContainer(before: EndpointConfig, after: EndpointConfig): boolean {
  const container = ({ name: _name, policy: _policy, workerConfig, ...rest }: EndpointConfig) => {
    const { gpuNum, cudaVersion } = workerConfig;
    return { ...rest, gpuNum, cudaVersion };
  };
  return isDeepStrictEqual(container(before), container(after));
}

/** `chosen`: what the service takes for members that were left out. */
export function configFromCreate(request: CreateRequest): EndpointConfig {
  const { products = emptyConfig.products, rootfsSize } = request;
  return withPart(emptyConfig, { ...v1Members(request, emptyConfig), products, rootfsSize });
}

/** v1 update: what was sent is what is stored; `omitted` decides about optional members that were left out. */
export function configAfterV1Update(
  current: EndpointConfig,
  request: UpdateRequest,
  rules: { readonly omitted: 'reset' | 'keep'; readonly v2Members: 'reset' | 'keep' },
): EndpointConfig {
  const next = withPart(current, v1Members(request, rules.omitted === 'reset' ? emptyConfig : current));
  if (rules.v2Members === 'keep') return next;
  const { healthy, image, regionId } = emptyConfig;
  return withPart(next, {
    workerConfig: { cudaVersion: '' },
    ...{ image: { entrypoint: image.entrypoint }, healthy: { port: healthy.port }, regionId },
  });
}

function v1Members(request: CreateRequest | UpdateRequest, base: EndpointConfig): PartialConfig {
  const { workerConfig, policy, image, volumeMounts } = request;
  return {
    ...{ workerConfig, policy, image },
    name: request.name ?? base.name,
    clusterID: request.clusterID ?? base.clusterID,
    ports: request.ports.map((item) => Number(item.port)),
    volumeMounts: volumeMounts?.map(({ id = '', size = 0, ...rest }) => ({ ...rest, id, size })) ?? base.volumeMounts,
    envs: request.envs ?? base.envs,
    healthy: { path: request.healthy?.path ?? base.healthy.path },
  };
}

/** v2 update: merged at every depth. */
export function configAfterV2Update(current: EndpointConfig, request: V2UpdateRequest): EndpointConfig {
  const { worker_config: worker, envs, volumes, health_check: healthy = {}, policy = {} } = request;
  return withPart(current, {
    ...given({ name: request.name, ports: request.ports, regionId: request.region_id }),
    ...given({ rootfsSize: worker?.rootfs_size_gb }),
    ...(request.product_id !== undefined && { products: [{ id: request.product_id }] }),
    ...(volumes && {
      volumeMounts: volumes.map(({ type = 'network', id = '', size = 0, mount_point: mountPath = '' }) => {
        return { type, id, size, mountPath };
      }),
    }),
    ...(envs && { envs: envs.map(({ key = '', value = '' }) => ({ key, value })) }),
    workerConfig: given({
      minNum: worker?.min_replicas,
      maxNum: worker?.max_replicas,
      freeTimeout: worker?.idle_timeout,
      maxConcurrent: worker?.max_concurrent_per_worker,
      gpuNum: worker?.gpu_num,
      requestTimeout: worker?.request_timeout,
      cudaVersion: worker?.min_cuda_version,
    }),
    image: given({
      ...{ image: request.image, authId: request.registry_auth_id },
      ...{ command: request.command, entrypoint: request.entrypoint },
    }),
    policy: given(policy),
    healthy: given(healthy),
  });
}

type Given<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

function given<Members extends object>(members: Members): Given<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<Members>;
}

/** `next` with each of `members` put back to what it was: a service that silently ignores a member. */
export function withIgnored(current: EndpointConfig, next: EndpointConfig, members: readonly string[]): EndpointConfig {
  const result = structuredClone(next) as unknown as Record<string, Record<string, unknown>>;
  const source = current as unknown as Record<string, Record<string, unknown>>;
  for (const member of members) {
    const [block = '', inner] = member.split('.');
    const [from, to] = [source[block], result[block]];
    if (inner === undefined) Object.assign(result, { [block]: from });
    else if (from !== undefined && to !== undefined) to[inner] = from[inner];
  }
  return result as unknown as EndpointConfig;
}
