// The limits record, and the checks of v1 requests against it.
import type { WorkerConfigRequest } from './schemas-v1.ts';

/** "Limits, typical" of service-observed.md; sizes in GB, timeouts and waits in seconds. */
export const typicalLimits = {
  ...{ minRootfsSize: 10, maxRootfsSize: 100, freeRootfsSize: 100 },
  ...{ minLocalVolumeSize: 10, maxLocalVolumeSize: 300, freeLocalVolumeSize: 200 },
  ...{ minWorkerNum: 1, maxWorkerNum: 1000, minFreeTimeout: 1, maxFreeTimeout: 1000 },
  ...{ minConcurrencyNum: 1, maxConcurrencyNum: 1000, minQueueWaitTime: 1, maxQueueWaitTime: 1000 },
  ...{ minRequestNum: 1, maxRequestNum: 1000, minGPUNum: 1, maxGPUNum: 8 },
  ...{ minRequestTimeout: 1, maxRequestTimeout: 1800 },
  cudaVersionList: ['12.4', '12.6', '12.8', '12.9', '13.0'] as readonly string[],
};

export type Limits = Readonly<typeof typicalLimits>;

export interface RangedRequest {
  readonly workerConfig: WorkerConfigRequest;
  readonly policy: { readonly type: string; readonly value: number };
  readonly volumeMounts?: readonly { readonly type: string; readonly size?: number | undefined }[] | undefined;
  readonly rootfsSize?: number | undefined;
}

/** Member path (below `prefix`) → complaint, for every value that the limits of this moment forbid. */
export function limitComplaints(
  request: RangedRequest,
  { limits, prefix }: { readonly limits: Limits; readonly prefix: string },
): Record<string, string> {
  const complaints: Record<string, string> = {};
  const within = (member: string, value: number, min: number, max: number): void => {
    if (value < min || value > max) complaints[`${prefix}${member}`] = `${value} is outside ${min}-${max}`;
  };
  const worker = request.workerConfig;
  // Users run minNum 0 although minWorkerNum may be 1 (service-observed.md).
  within('workerConfig.minNum', worker.minNum, 0, limits.maxWorkerNum);
  within('workerConfig.maxNum', worker.maxNum, limits.minWorkerNum, limits.maxWorkerNum);
  within('workerConfig.freeTimeout', worker.freeTimeout, limits.minFreeTimeout, limits.maxFreeTimeout);
  within('workerConfig.maxConcurrent', worker.maxConcurrent, limits.minConcurrencyNum, limits.maxConcurrencyNum);
  within('workerConfig.gpuNum', worker.gpuNum, limits.minGPUNum, limits.maxGPUNum);
  within('workerConfig.requestTimeout', worker.requestTimeout, limits.minRequestTimeout, limits.maxRequestTimeout);
  if (worker.minNum > worker.maxNum) {
    complaints[`${prefix}workerConfig.minNum`] ??= `${worker.minNum} is more than maxNum ${worker.maxNum}`;
  }
  const { type, value } = request.policy;
  if (type === 'queue') within('policy.value', value, limits.minQueueWaitTime, limits.maxQueueWaitTime);
  else if (type === 'concurrency') within('policy.value', value, limits.minRequestNum, limits.maxRequestNum);
  for (const [index, volume] of (request.volumeMounts ?? []).entries()) {
    if (volume.type !== 'local') continue;
    const member = `volumeMounts[${index}].size`;
    within(member, volume.size ?? 0, limits.minLocalVolumeSize, limits.maxLocalVolumeSize);
  }
  if (request.rootfsSize !== undefined) within('rootfsSize', request.rootfsSize, 100, 100);
  return complaints;
}
