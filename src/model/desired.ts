/** Owns what an endpoint should look like: spec over live, or spec over the documented defaults. Knows nothing about requests. */

import type { Spec } from '../spec/spec.ts';
import type { EndpointConfig, Volume } from './endpoint.ts';
import { withoutPendingMarker } from './pending-marker.ts';
import { withoutRecord } from './record.ts';

/** What the service gives a new endpoint where the spec is silent (design, The spec; sizes in GB, times in seconds). */
export const creationDefaults: EndpointConfig = {
  name: '',
  appName: '',
  workerConfig: {
    minNum: 0,
    maxNum: 1,
    freeTimeout: 300,
    maxConcurrent: 1,
    gpuNum: 1,
    requestTimeout: 600,
    cudaVersion: '',
  },
  policy: { type: '', value: 0 },
  image: { image: '', authId: '', command: '' },
  rootfsSize: 100,
  volumeMounts: [],
  clusterID: '',
  envs: [],
  ports: [],
  products: [],
  healthy: { path: '' },
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
    workerConfig: {
      minNum: worker.minNum ?? base.workerConfig.minNum,
      maxNum: worker.maxNum ?? base.workerConfig.maxNum,
      freeTimeout: worker.freeTimeout ?? base.workerConfig.freeTimeout,
      maxConcurrent: worker.maxConcurrent ?? base.workerConfig.maxConcurrent,
      gpuNum: worker.gpuNum ?? base.workerConfig.gpuNum,
      requestTimeout: worker.requestTimeout ?? base.workerConfig.requestTimeout,
      cudaVersion: worker.cudaVersion ?? base.workerConfig.cudaVersion,
    },
    policy: spec.policy ?? base.policy,
    image: {
      image: spec.image?.image ?? base.image.image,
      authId: spec.image?.authId ?? base.image.authId,
      command: spec.image?.command ?? base.image.command,
      ...optional('entrypoint', spec.image?.entrypoint),
    },
    rootfsSize: spec.rootfsSize ?? base.rootfsSize,
    volumeMounts: spec.volumeMounts?.map(toVolume) ?? base.volumeMounts,
    clusterID: spec.clusterID ?? base.clusterID,
    // What an earlier run noted of itself is not true of this one: whoever keeps a record adds the new one.
    envs: withoutPendingMarker(withoutRecord(withSecretEnvs(spec.envs ?? base.envs, secretEnvs))),
    ports: spec.ports ?? base.ports,
    products: spec.products ?? base.products,
    healthy: { path: spec.healthy?.path ?? base.healthy.path, ...optional('port', spec.healthy?.port) },
    ...optional('regionId', spec.regionId),
  };
}

function toVolume(mount: NonNullable<Spec['volumeMounts']>[number]): Volume {
  return { type: mount.type, id: mount.id, size: mount.size, mountPath: mount.mountPath };
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
