/** Owns the way back from a configuration to the spec that describes it. Knows nothing of files. */

import type { Spec } from '../spec/spec.ts';
import { creationDefaults } from './desired.ts';
import type { EndpointConfig } from './endpoint.ts';
import { withoutPendingMarker } from './pending-marker.ts';
import { withoutRecord } from './record.ts';

/**
 * The spec that describes a configuration: desired again from it, nothing changes. What has the default of a new endpoint is left out unless `all`.
 * Members that the service never returns are not in it.
 */
export function specOf(config: EndpointConfig, { id, all }: { id: string; all: boolean }): Spec {
  const { workerConfig: workers, image, healthy } = config;
  const defaults = creationDefaults;
  const unlessDefault = <Value>(value: Value, byDefault: Value): Value | undefined =>
    all || value !== byDefault ? value : undefined;
  const unlessEmpty = <Item>(items: readonly Item[]): Item[] | undefined =>
    all || items.length > 0 ? [...items] : undefined;
  const workerConfig = defined({
    minNum: unlessDefault(workers.minNum, defaults.workerConfig.minNum),
    maxNum: unlessDefault(workers.maxNum, defaults.workerConfig.maxNum),
    freeTimeout: unlessDefault(workers.freeTimeout, defaults.workerConfig.freeTimeout),
    maxConcurrent: unlessDefault(workers.maxConcurrent, defaults.workerConfig.maxConcurrent),
    gpuNum: unlessDefault(workers.gpuNum, defaults.workerConfig.gpuNum),
    requestTimeout: unlessDefault(workers.requestTimeout, defaults.workerConfig.requestTimeout),
    // '' has no place in a spec: it means that none is asked for.
    cudaVersion: workers.cudaVersion || undefined,
  });
  return {
    name: config.name,
    ...defined({
      // The id is what the service takes when no appName is given.
      appName: config.appName !== '' && config.appName !== id ? config.appName : undefined,
      image: {
        image: image.image,
        ...defined({ authId: unlessDefault(image.authId, ''), command: unlessDefault(image.command, '') }),
      },
      workerConfig: Object.keys(workerConfig).length > 0 ? workerConfig : undefined,
      policy: config.policy,
      ports: [...config.ports],
      healthy: healthy.path === '' ? undefined : { path: healthy.path },
      products: unlessEmpty(config.products),
      rootfsSize: unlessDefault(config.rootfsSize, defaults.rootfsSize),
      clusterID: config.clusterID || undefined,
      volumeMounts: unlessEmpty(
        config.volumeMounts.map(({ type, id: volumeId, size, mountPath }) => ({
          type,
          id: volumeId,
          size: size,
          mountPath,
        })),
      ),
      envs: unlessEmpty(withoutPendingMarker(withoutRecord(config.envs))),
    }),
  };
}

function defined<Members extends object>(
  members: Members,
): { [Member in keyof Members]?: Exclude<Members[Member], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Member in keyof Members]?: Exclude<Members[Member], undefined>;
  };
}
