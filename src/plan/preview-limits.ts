/** What previews may cost and reach: anybody who opens a pull request writes their specs. */

import type { EndpointConfig } from '../model/config.ts';
import type { Spec } from '../model/spec.ts';

export interface PreviewLimits {
  /** Most workers; a spec with more is deployed with this number. */
  workers: number;
  /** Most GPUs of one worker. */
  gpus: number;
  /** Most endpoints of a pull request. */
  endpoints: number;
  /** Whether cloud storage may be mounted; local storage always may. */
  storage: boolean;
}

export const defaultPreviewLimits: PreviewLimits = { workers: 1, gpus: 1, endpoints: 3, storage: false };

/** The spec with no more workers than allowed, and scaled to zero unless it says otherwise. */
export function limitWorkers(spec: Spec, { workers }: Pick<PreviewLimits, 'workers'>): Spec {
  const { minNum = 0, maxNum } = spec.workerConfig ?? {};
  return {
    ...spec,
    workerConfig: {
      ...spec.workerConfig,
      minNum: Math.min(minNum, workers),
      ...(maxNum !== undefined && { maxNum: Math.min(maxNum, workers) }),
    },
  };
}

/** What is beyond the limits, each with the line that would allow it. */
export function explainPreviewLimits(
  { workerConfig, volumeMounts }: Pick<EndpointConfig, 'workerConfig' | 'volumeMounts'>,
  limits: PreviewLimits,
): { found: string; line: string }[] {
  const { gpuNum, maxNum } = workerConfig;
  const cloud = volumeMounts.filter(({ type }) => type !== 'local').map(({ id, mountPath }) => id || mountPath);
  return [
    ...(maxNum > limits.workers
      ? [{ found: `workerConfig.maxNum is ${maxNum}, at most ${limits.workers}`, line: `workers=${maxNum}` }]
      : []),
    ...(gpuNum > limits.gpus
      ? [{ found: `workerConfig.gpuNum is ${gpuNum}, at most ${limits.gpus}`, line: `gpus=${gpuNum}` }]
      : []),
    ...(cloud.length > 0 && !limits.storage
      ? [{ found: `cloud storage ${cloud.join(', ')} is mounted`, line: 'storage=true' }]
      : []),
  ];
}
