// What an endpoint is configured as, in stored form.
import { isDeepStrictEqual } from 'node:util';

interface VolumeMount {
  readonly type: string;
  readonly id: string;
  readonly size: number;
  readonly mountPath: string;
}

/** As stored, including what no response ever carries: `image.entrypoint`, `healthy.port`, `regionId`. */
export interface EndpointConfig {
  readonly name: string;
  readonly workerConfig: {
    readonly minNum: number;
    readonly maxNum: number;
    readonly freeTimeout: number;
    readonly maxConcurrent: number;
    readonly gpuNum: number;
    readonly requestTimeout: number;
    readonly cudaVersion: string;
  };
  readonly ports: readonly number[];
  readonly policy: { readonly type: string; readonly value: number };
  readonly image: {
    readonly image: string;
    readonly authId: string;
    readonly command: string;
    readonly entrypoint: string;
  };
  readonly products: readonly { readonly id: string }[];
  readonly rootfsSize: number;
  readonly volumeMounts: readonly VolumeMount[];
  readonly clusterID: string;
  readonly envs: readonly { readonly key: string; readonly value: string }[];
  readonly healthy: { readonly path: string; readonly port: number };
  readonly regionId: string;
}

/** Any part of a configuration: lists are given whole, blocks member by member. */
export type PartialConfig = {
  readonly [Member in keyof EndpointConfig]?: EndpointConfig[Member] extends readonly unknown[]
    ? EndpointConfig[Member]
    : EndpointConfig[Member] extends object
      ? Partial<EndpointConfig[Member]>
      : EndpointConfig[Member];
};

export const configMembers = [
  'name',
  'workerConfig',
  'workerConfig.minNum',
  'workerConfig.maxNum',
  'workerConfig.freeTimeout',
  'workerConfig.maxConcurrent',
  'workerConfig.gpuNum',
  'workerConfig.requestTimeout',
  'workerConfig.cudaVersion',
  'ports',
  'policy',
  'policy.type',
  'policy.value',
  'image',
  'image.image',
  'image.authId',
  'image.command',
  'image.entrypoint',
  'products',
  'rootfsSize',
  'volumeMounts',
  'clusterID',
  'envs',
  'healthy',
  'healthy.path',
  'healthy.port',
  'regionId',
] as const;

export type ConfigMember = (typeof configMembers)[number];

/** What a member becomes when nobody says anything about it. */
export const emptyConfig: EndpointConfig = {
  name: '',
  workerConfig: {
    minNum: 0,
    maxNum: 1,
    freeTimeout: 300,
    maxConcurrent: 1,
    gpuNum: 1,
    requestTimeout: 600,
    cudaVersion: '',
  },
  ports: [],
  policy: { type: 'concurrency', value: 1 },
  image: { image: '', authId: '', command: '', entrypoint: '' },
  products: [],
  rootfsSize: 100,
  volumeMounts: [],
  clusterID: '',
  envs: [],
  healthy: { path: '', port: 0 },
  regionId: '',
};

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
  const container = ({ name: _name, policy: _policy, workerConfig, ...rest }: EndpointConfig) => ({
    ...rest,
    gpuNum: workerConfig.gpuNum,
    cudaVersion: workerConfig.cudaVersion,
  });
  return isDeepStrictEqual(container(before), container(after));
}
