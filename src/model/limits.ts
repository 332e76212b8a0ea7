/** The limits record (service-api.md, Limits). */

export const limitMembers = [
  'minRootfsSize',
  'maxRootfsSize',
  'freeRootfsSize',
  'minLocalVolumeSize',
  'maxLocalVolumeSize',
  'freeLocalVolumeSize',
  'minWorkerNum',
  'maxWorkerNum',
  'minFreeTimeout',
  'maxFreeTimeout',
  'minConcurrencyNum',
  'maxConcurrencyNum',
  'minQueueWaitTime',
  'maxQueueWaitTime',
  'minRequestNum',
  'maxRequestNum',
  'minGPUNum',
  'maxGPUNum',
  'minRequestTimeout',
  'maxRequestTimeout',
] as const;

type LimitMember = (typeof limitMembers)[number];

/**
 * The limits record in the service's own spelling: sizes in GB, times in seconds, counts. The contract calls every member required; a member that
 * the service leaves out is absent here, so that the one check that needs it is skipped and said to be, instead of failing every deploy.
 */
export type Limits = { readonly [member in LimitMember]?: number } & { readonly cudaVersionList?: readonly string[] };
