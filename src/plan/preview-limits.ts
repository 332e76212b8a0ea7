/** What a preview may cost and reach: anybody who opens a pull request writes its spec. */

import type { EndpointConfig } from '../model/config.ts';
import type { Spec } from '../model/spec.ts';

export interface PreviewLimits {
  /** Most workers; a spec with more of them is deployed with so many. */
  workers: number;
  /** Most GPUs of one worker. */
  gpus: number;
  authIds: Allowed;
  /** Ids of cloud volumes; local ones are always allowed. */
  volumes: Allowed;
  /** Keys of the input `secret-envs` that go along. */
  secretEnvs: Allowed;
}

export type Allowed = 'any' | readonly string[];

export const defaultPreviewLimits: PreviewLimits = {
  workers: 1,
  gpus: 1,
  authIds: [],
  volumes: [],
  secretEnvs: 'any',
};

/** The spec with no more workers than allowed. */
export function limitWorkers(spec: Spec, { workers }: Pick<PreviewLimits, 'workers'>): Spec {
  const { workerConfig } = spec;
  if (!workerConfig) return spec;
  const { minNum, maxNum } = workerConfig;
  return {
    ...spec,
    workerConfig: {
      ...workerConfig,
      ...(minNum !== undefined && { minNum: Math.min(minNum, workers) }),
      ...(maxNum !== undefined && { maxNum: Math.min(maxNum, workers) }),
    },
  };
}

/** What is beyond the limits, each with the line that would allow it. */
export function explainPreviewLimits(
  { workerConfig, image, volumeMounts }: Pick<EndpointConfig, 'workerConfig' | 'image' | 'volumeMounts'>,
  limits: PreviewLimits,
): { found: string; line: string }[] {
  const { gpuNum, maxNum } = workerConfig;
  const cloud = volumeMounts.filter(({ type }) => type !== 'local').map(({ id, mountPath }) => id || mountPath);
  const volumes = cloud.filter((id) => !isAllowed(limits.volumes, id));
  return [
    ...(maxNum > limits.workers
      ? [{ found: `workerConfig.maxNum is ${maxNum}, at most ${limits.workers}`, line: `workers=${maxNum}` }]
      : []),
    ...(gpuNum > limits.gpus
      ? [{ found: `workerConfig.gpuNum is ${gpuNum}, at most ${limits.gpus}`, line: `gpus=${gpuNum}` }]
      : []),
    ...(image.authId !== '' && !isAllowed(limits.authIds, image.authId)
      ? [{ found: `image.authId is ${image.authId}`, line: `auth-ids=${image.authId}` }]
      : []),
    ...(volumes.length > 0
      ? [{ found: `cloud storage ${volumes.join(', ')} is mounted`, line: `volumes=${volumes.join(',')}` }]
      : []),
  ];
}

export function isAllowed(allowed: Allowed, value: string): boolean {
  return allowed === 'any' || allowed.includes(value);
}
