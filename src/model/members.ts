/** Owns the table of what a spec can manage: where each member lives, which update family carries it, and how two of its values compare. */

import type { EndpointConfig, Volume } from './endpoint.ts';

export type Family = 'v1' | 'v2';

/** What a reader may see of a value: text, a number, or nothing where none was set. */
export type Shown = string | number | null;

interface Member {
  /** The spec's own spelling, dotted. */
  member: string;
  /** The update calls that can change it (service-api.md, v1 Update endpoint, v2 Update endpoint); none where only a new endpoint can. */
  families: readonly Family[];
  /** The service never returns it, so that nothing can be compared or verified. */
  neverReturned?: true;
  read(config: EndpointConfig): Shown;
}

const both = ['v1', 'v2'] as const;
const v2Only = ['v2'] as const;

export const scalarMembers: readonly Member[] = [
  { member: 'name', families: both, read: (config) => config.name },
  { member: 'appName', families: [], read: (config) => config.appName },
  { member: 'image.image', families: both, read: (config) => config.image.image },
  { member: 'image.authId', families: both, read: (config) => config.image.authId },
  { member: 'image.command', families: both, read: (config) => config.image.command },
  {
    member: 'image.entrypoint',
    families: v2Only,
    neverReturned: true,
    read: (config) => config.image.entrypoint ?? null,
  },
  { member: 'workerConfig.minNum', families: both, read: (config) => config.workerConfig.minNum },
  { member: 'workerConfig.maxNum', families: both, read: (config) => config.workerConfig.maxNum },
  { member: 'workerConfig.freeTimeout', families: both, read: (config) => config.workerConfig.freeTimeout },
  { member: 'workerConfig.maxConcurrent', families: both, read: (config) => config.workerConfig.maxConcurrent },
  { member: 'workerConfig.gpuNum', families: both, read: (config) => config.workerConfig.gpuNum },
  { member: 'workerConfig.requestTimeout', families: both, read: (config) => config.workerConfig.requestTimeout },
  { member: 'workerConfig.cudaVersion', families: v2Only, read: (config) => config.workerConfig.cudaVersion },
  { member: 'policy.type', families: both, read: (config) => config.policy.type },
  { member: 'policy.value', families: both, read: (config) => config.policy.value },
  { member: 'rootfsSize', families: v2Only, read: (config) => config.rootfsSize },
  { member: 'clusterID', families: ['v1'], read: (config) => config.clusterID },
  { member: 'healthy.path', families: both, read: (config) => config.healthy.path },
  { member: 'healthy.port', families: v2Only, neverReturned: true, read: (config) => config.healthy.port ?? null },
  { member: 'regionId', families: v2Only, neverReturned: true, read: (config) => config.regionId ?? null },
];

/** Lists whose order means nothing: compared as sets and shown as one value. */
export const listMembers: readonly {
  member: string;
  families: readonly Family[];
  read(config: EndpointConfig): readonly (string | number)[];
}[] = [
  { member: 'ports', families: both, read: (config) => config.ports },
  { member: 'products', families: v2Only, read: (config) => config.products },
];

export const volumeFamilies: readonly Family[] = both;
export const envFamilies: readonly Family[] = both;

/** Members that scale workers or name the endpoint; every other one is part of what a worker runs. */
const notPartOfWorker: ReadonlySet<string> = new Set([
  'name',
  'workerConfig.minNum',
  'workerConfig.maxNum',
  'workerConfig.freeTimeout',
  'workerConfig.maxConcurrent',
  'workerConfig.requestTimeout',
  'policy.type',
  'policy.value',
]);

/** Whether a change of the member replaces workers, as far as that can be told from what the member means: service-api.md does not say. */
export function replacesWorkers(member: string): boolean {
  return !notPartOfWorker.has(member);
}

/**
 * Whether a mounted volume is what was asked for. The size counts for local volumes only, since cloud storage has its own
 * (service-api.md, v2 Update endpoint), and an id that the spec leaves empty is the service's to choose.
 */
export function isSameVolume(asked: Volume, found: Volume): boolean {
  return (
    asked.type === found.type &&
    asked.mountPath === found.mountPath &&
    (asked.id === '' || asked.id === found.id) &&
    (asked.type !== 'local' || asked.size === found.size)
  );
}
