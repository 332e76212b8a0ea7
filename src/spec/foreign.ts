/** Words and whole files of other services and tools that people write into a spec. Pure. */

import type { IssuePath, Words } from './issue.ts';

const workers = ['workerConfig.minNum', 'workerConfig.maxNum'];

/** Keys in lower case, without `-` and `_`; values: the fields that they may mean. */
const fieldSynonyms: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...Object.fromEntries(['replicas', 'workers', 'instances', 'replicacount'].map((word) => [word, workers])),
    ...meaning('workerConfig.minNum', 'workersmin minworkers minreplicas mininstances activeworkers mincontainers'),
    ...meaning('workerConfig.maxNum', 'workersmax maxworkers maxreplicas maxinstances maxcontainers'),
    ...meaning('workerConfig.gpuNum', 'gpu gpus gpucount numgpus gpunumber'),
    ...meaning('workerConfig.freeTimeout', 'idletimeout scaledowndelay scaledownwindow keepalive cooldown'),
    ...meaning('workerConfig.requestTimeout', 'timeout executiontimeout executiontimeoutms requesttimeout'),
    ...meaning('workerConfig.cudaVersion', 'cuda mincudaversion allowedcudaversions'),
    ...meaning('workerConfig.maxConcurrent', 'concurrency maxconcurrency maxconcurrentrequests concurrentrequests'),
    ...meaning('products', 'gputype gputypes gpuids gputypeids accelerator accelerators instancetype machinetype'),
    ...meaning('rootfsSize', 'disk disksize containerdisk containerdiskingb storage'),
    ...meaning('policy', 'scaler scalertype scaling autoscaling autoscaler'),
    ...meaning('image.command', 'cmd args dockerargs'),
    ...meaning('image.authId', 'imagepullsecrets registryauth containerregistryauthid'),
    ...meaning('healthy', 'readinessprobe livenessprobe startupprobe healthprobe probe'),
    ...meaning('volumeMounts', 'networkvolume networkvolumeid mounts'),
    ...meaning('regionId', 'region datacenter datacenterids'),
  }),
);

/** Of `expect` of a test, likewise. */
const expectationSynonyms: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...meaning('first-token', 'ttft timetofirsttoken firsttokenlatency'),
    ...meaning('tokens-per-second', 'tps tokenspersec tokenspersecond'),
    ...meaning('within', 'latency timeout maxlatency maxtime'),
  }),
);

function meaning(field: string, words: string): Record<string, readonly string[]> {
  return Object.fromEntries(words.split(' ').map((word) => [word, [field]]));
}

/** The fields that another service's word stands for, as written at this place; none for unknown words. */
export function synonymsOf(key: string, path: IssuePath): string[] {
  const synonyms = path[0] === 'tests' ? expectationSynonyms : fieldSynonyms;
  const found = synonyms.get(key.toLowerCase().replaceAll(/[-_]/g, '')) ?? [];
  const here = `${path.join('.')}.`;
  return found.map((field) => (field.startsWith(here) ? field.slice(here.length) : field));
}

/** What another tool's field is here, by the place where it stands. */
const fieldHints: readonly (readonly [place: RegExp, key: RegExp, hint: string])[] = [
  [
    /^tests\.\d+\.expect$/,
    /^(?:matche?s?|regexp?|includes?|equals?|text|body|answer)$/i,
    'Write a part of the answer: `contains: Paris`. Values of a JSON answer go below `json`, by JSON Pointer.',
  ],
  [/^tests\.\d+$/, /^(?:prompt|messages?|question|user)$/i, 'Write what the user says: `chat: …`.'],
  [
    /^tests\.\d+$/,
    /^(?:method|url)$/,
    'The method is the field: `get: /path` or `post: /path`, at the endpoint itself.',
  ],
  [/^tests\.\d+$/, /^(?:body|data|payload)$/, 'Write the body of a `post` as `json: …` or `text: …`.'],
  [/^tests\.\d+$/, /^status$/, 'Write it below `expect`: `expect: {status: …}`.'],
  [/^tests\.\d+$/, /^contains$/, 'Write it below `expect`: `expect: {contains: …}`.'],
  [/^tests\.\d+$/, /^timeout$/, 'Write it below `expect`: `expect: {within: 5s}`.'],
  [
    /^envs\b/,
    /^(?:valueFrom|secretKeyRef|configMapKeyRef|secret|fromSecret)$/i,
    'Delete it here, and give the value to the `secret-envs` input, from a secret of the repository.',
  ],
  [
    /^(?:workerConfig)?$/,
    /^(?:resources|limits|requests|nodeSelector)$/,
    'Write the number of GPUs as `workerConfig: {gpuNum: 1}` and their kind as `products: […]`.',
  ],
];

/** The hint for another tool's field; undefined for unknown words. */
export function fieldHint(key: string, path: IssuePath): string | undefined {
  const at = path.join('.');
  return fieldHints.find(([place, word]) => place.test(at) && word.test(key))?.[2];
}

/** Kinds of files, by how many of these top-level fields they have, and the way from them to a spec. */
const fileKinds: readonly (readonly [kind: string, fields: string, count: number, way: string])[] = [
  [
    'a Kubernetes manifest',
    'apiVersion kind',
    2,
    '`containers[].image` is `image`, `args` is `image.command`, `containerPort` is `ports`, `nvidia.com/gpu` is `workerConfig.gpuNum`, `env` is `envs`, a `secretKeyRef` is the input `secret-envs`',
  ],
  [
    'a Docker Compose file',
    'services',
    1,
    '`command` is `image.command`, `environment` is `envs`, `ports` has the port of the container alone',
  ],
  ['a GitHub workflow', 'on jobs', 2, 'the spec is a file of its own, which the input `spec` names'],
  [
    'a description for SageMaker',
    'EndpointName EndpointConfigName ProductionVariants PrimaryContainer',
    1,
    '`EndpointName` is `name`, `PrimaryContainer.Image` is `image`, `InstanceType` is `products`, `Environment` is `envs`',
  ],
  [
    'a description for RunPod',
    'templateId workersMin workersMax gpuIds gpuTypeIds scalerType networkVolumeId imageName',
    2,
    '`imageName` is `image`, `workersMin` and `workersMax` are `workerConfig.minNum` and `maxNum`, `gpuTypeIds` is `products`, `scalerType` is `policy.type`',
  ],
];

/** One sentence for a file of another tool, instead of a mistake for each field; undefined for a spec. */
export function foreignFile(keys: readonly string[]): Words | undefined {
  const found = fileKinds.find(
    ([, fields, count]) => fields.split(' ').filter((field) => keys.includes(field)).length >= count,
  );
  if (!found) return undefined;
  const [kind, , , way] = found;
  const hint = `Write a spec: \`name\`, \`image\`, \`ports\`, \`policy\`, \`products\`. Here ${way}. More is in docs/coming-from.md.`;
  return { code: 'invalid-value', message: `the file is ${kind} and no endpoint spec`, hint };
}
