/** Owns which part of the v2 update each member of the spec is; what that part can express is the service's own knowledge. */

import type { EndpointConfig } from './endpoint.ts';
import { type V2Part, v2Gaps } from './v2-range.ts';

/** Members that are not here (`name`, `ports`, `image.command`, …) v2 can always express. */
const parts: Readonly<Record<string, V2Part>> = {
  'workerConfig.minNum': 'minNum',
  'workerConfig.maxNum': 'maxNum',
  'workerConfig.freeTimeout': 'freeTimeout',
  'workerConfig.maxConcurrent': 'maxConcurrent',
  'workerConfig.gpuNum': 'gpuNum',
  'workerConfig.requestTimeout': 'requestTimeout',
  'workerConfig.cudaVersion': 'cudaVersion',
  rootfsSize: 'rootfsSize',
  products: 'product',
  'policy.type': 'policy',
  'policy.value': 'policy',
  'image.image': 'image',
  'image.authId': 'authId',
  'healthy.path': 'healthy',
  'healthy.port': 'healthy',
  envs: 'envs',
  volumeMounts: 'volumes',
};

/** Whether v2 cannot bring a member (`envs.KEY` and `volumeMounts./path` included) to what `desired` says. */
export function v2Shortfall(desired: EndpointConfig): (member: string) => boolean {
  const gaps = v2Gaps(desired);
  return (member) => {
    const part = parts[member] ?? parts[member.split('.')[0] ?? ''];
    return part !== undefined && gaps.has(part);
  };
}
