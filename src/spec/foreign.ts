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

/** What another testing tool's field is here; undefined for unknown words. */
export function testFieldHint(key: string, path: IssuePath): string | undefined {
  if (path[2] === 'expect') {
    return path.length === 3 && /^(?:matche?s?|regexp?|includes?|equals?|text|body|answer)$/i.test(key)
      ? 'Write a part of the answer: `contains: Paris`. Values of a JSON answer go below `json`, by JSON Pointer.'
      : undefined;
  }
  if (path.length !== 2) return undefined;
  if (/^(?:prompt|messages?|question|user)$/i.test(key)) return 'Write what the user says: `chat: …`.';
  if (key === 'method' || key === 'url')
    return 'The method is the field: `get: /path` or `post: /path`, at the endpoint itself.';
  if (/^(?:body|data|payload)$/.test(key)) return 'Write the body of a `post` as `json: …` or `text: …`.';
  return /^(?:status|contains|timeout)$/.test(key)
    ? `Write it below \`expect\`: \`expect: {${key === 'timeout' ? 'within: 5s' : `${key}: …`}}\`.`
    : undefined;
}

/** Kinds of files, by how many of these top-level fields they have. */
const fileKinds: readonly (readonly [kind: string, fields: string, count: number])[] = [
  ['a Kubernetes manifest', 'apiVersion kind', 2],
  ['a Docker Compose file', 'services', 1],
  ['a GitHub workflow', 'on jobs', 2],
  ['a description for SageMaker', 'EndpointName EndpointConfigName ProductionVariants PrimaryContainer', 1],
  [
    'a description for RunPod',
    'templateId workersMin workersMax gpuIds gpuTypeIds scalerType networkVolumeId imageName',
    2,
  ],
];

/** One sentence for a file of another tool, instead of a mistake for each field; undefined for a spec. */
export function foreignFile(keys: readonly string[]): Words | undefined {
  const found = fileKinds.find(
    ([, fields, count]) => fields.split(' ').filter((field) => keys.includes(field)).length >= count,
  );
  if (!found) return undefined;
  const hint =
    'Let the `spec` input name an endpoint spec: `name`, `image`, `ports`, `policy` and `products` are enough to begin with. The command `export` writes the spec of a live endpoint.';
  return { code: 'invalid-value', message: `the file is ${found[0]} and no endpoint spec`, hint };
}
