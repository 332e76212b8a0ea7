/** Owns what an endpoint should look like: spec over live, or spec over the documented defaults. Knows nothing about requests. */

import type { EndpointConfig, Volume } from '../service/endpoint.ts';
import type { Spec } from '../spec/spec.ts';
import { withoutRecord } from './record.ts';
import { withoutMark } from './unfinished.ts';

/** What the service gives a new endpoint where the spec is silent (design, The spec; sizes in GB, times in seconds). */
export const creationDefaults: EndpointConfig = {
  name: '',
  appName: '',
  workers: {
    minWorkers: 0,
    maxWorkers: 1,
    idleTimeoutSeconds: 300,
    maxConcurrentPerWorker: 1,
    gpusPerWorker: 1,
    requestTimeoutSeconds: 600,
    minCudaVersion: '',
  },
  policy: { type: '', value: 0 },
  image: { address: '', authId: '', command: '' },
  rootDiskGb: 100,
  volumes: [],
  clusterId: '',
  envs: [],
  ports: [],
  products: [],
  healthCheck: { path: '' },
};

export interface Desire {
  spec: Spec;
  /** Entries that go over the envs of the spec, or over the live ones where the spec has no `envs`. */
  secretEnvs: ReadonlyMap<string, string>;
  /** The endpoint's present configuration; undefined when it is to be created. */
  live?: EndpointConfig | undefined;
}

/**
 * The complete configuration to reach: every member that the spec mentions, every other one as it is live (or by default on creation).
 * Lists and `envs` are owned whole once they are mentioned. v1 update has no partial form (service-api.md, v1 Update endpoint), so nothing is left out.
 */
export function desiredConfig({ spec, secretEnvs, live }: Desire): EndpointConfig {
  const base = live ?? creationDefaults;
  const worker = spec.workerConfig ?? {};
  return {
    name: spec.name,
    appName: spec.appName ?? base.appName,
    workers: {
      minWorkers: worker.minNum ?? base.workers.minWorkers,
      maxWorkers: worker.maxNum ?? base.workers.maxWorkers,
      idleTimeoutSeconds: worker.freeTimeout ?? base.workers.idleTimeoutSeconds,
      maxConcurrentPerWorker: worker.maxConcurrent ?? base.workers.maxConcurrentPerWorker,
      gpusPerWorker: worker.gpuNum ?? base.workers.gpusPerWorker,
      requestTimeoutSeconds: worker.requestTimeout ?? base.workers.requestTimeoutSeconds,
      minCudaVersion: worker.cudaVersion ?? base.workers.minCudaVersion,
    },
    policy: spec.policy ?? base.policy,
    image: {
      address: spec.image?.image ?? base.image.address,
      authId: spec.image?.authId ?? base.image.authId,
      command: spec.image?.command ?? base.image.command,
      ...optional('entrypoint', spec.image?.entrypoint),
    },
    rootDiskGb: spec.rootfsSize ?? base.rootDiskGb,
    volumes: spec.volumeMounts?.map(toVolume) ?? base.volumes,
    clusterId: spec.clusterID ?? base.clusterId,
    // What an earlier run noted of itself is not true of this one: whoever keeps a record adds the new one.
    envs: withoutMark(withoutRecord(withSecretEnvs(spec.envs ?? base.envs, secretEnvs))),
    ports: spec.ports ?? base.ports,
    products: spec.products ?? base.products,
    healthCheck: { path: spec.healthy?.path ?? base.healthCheck.path, ...optional('port', spec.healthy?.port) },
    ...optional('regionId', spec.regionId),
  };
}

function toVolume(mount: NonNullable<Spec['volumeMounts']>[number]): Volume {
  return { type: mount.type, id: mount.id, sizeGb: mount.size, mountPath: mount.mountPath };
}

function withSecretEnvs(envs: EndpointConfig['envs'], secretEnvs: ReadonlyMap<string, string>): EndpointConfig['envs'] {
  const merged = new Map(envs.map(({ key, value }) => [key, value]));
  for (const [key, value] of secretEnvs) merged.set(key, value);
  return Array.from(merged, ([key, value]) => ({ key, value }));
}

/** `exactOptionalPropertyTypes` tells an absent member from an undefined one, so that equality of whole configurations stays simple. */
function optional<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });
}
