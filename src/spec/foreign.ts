/** Words and whole files of other services and tools that people write into a spec. Pure. */

import type { IssuePath, Words } from './issue.ts';
import { fieldName } from './source.ts';

/** Fields, each with the words that other services have for it: in lower case, without `-` and `_`. */
const fieldSynonyms = {
  'workerConfig.minNum': 'workersmin minworkers minreplicas mininstances activeworkers mincontainers',
  'workerConfig.maxNum': 'workersmax maxworkers maxreplicas maxinstances maxcontainers',
  'workerConfig.minNum workerConfig.maxNum': 'replicas workers instances replicacount',
  'workerConfig.gpuNum': 'gpucount numgpus gpunumber',
  'workerConfig.gpuNum products': 'gpu gpus accelerator accelerators',
  ports: 'expose containerport targetport',
  'workerConfig.freeTimeout': 'idletimeout scaledowndelay scaledownwindow keepalive cooldown',
  'workerConfig.requestTimeout': 'timeout executiontimeout executiontimeoutms requesttimeout',
  'workerConfig.cudaVersion': 'cuda mincudaversion allowedcudaversions',
  'workerConfig.maxConcurrent': 'concurrency maxconcurrency maxconcurrentrequests concurrentrequests',
  products: 'gputype gputypes gpuids gputypeids instancetype machinetype',
  rootfsSize: 'disk disksize containerdisk containerdiskingb storage',
  policy: 'scaler scalertype scaling autoscaling autoscaler',
  image: 'dockerimage imagename imagetag containerimage',
  'image.command': 'cmd args dockerargs run startcommand startupcommand',
  'image.authId': 'imagepullsecrets registryauth containerregistryauthid',
  healthy: 'health healthcheck readinessprobe livenessprobe startupprobe healthprobe probe',
  envs: 'environment envvars environmentvariables',
  volumeMounts: 'volumes networkvolume networkvolumeid mounts',
  regionId: 'region datacenter datacenterids',
};

/** Likewise, of `expect` of a test. */
const expectationSynonyms = {
  'first-token': 'ttft timetofirsttoken firsttokenlatency',
  'tokens-per-second': 'tps tokenspersec tokenspersecond',
  within: 'latency timeout maxlatency maxtime',
};

/** The fields that another service's word stands for, as written at this place; none for unknown words. */
export function synonymsOf(key: string, path: IssuePath): string[] {
  const synonyms = Object.entries(path[0] === 'tests' ? expectationSynonyms : fieldSynonyms);
  const [fields] = synonyms.find(([, words]) => words.split(' ').includes(plain(key))) ?? [];
  const here = `${path.join('.')}.`;
  return fields?.split(' ').map((field) => (field.startsWith(here) ? field.slice(here.length) : field)) ?? [];
}

/** What other tools' fields are here, by the places where they stand: the top is empty, `*` is an item of a list. */
const fieldHints: readonly (readonly [places: string, keys: string, hint: string])[] = [
  [
    'tests.*.expect',
    'match matches regex regexp include includes equal equals text body answer',
    'Write a part of the answer: `contains: Paris`. Values of a JSON answer go below `json`, by JSON Pointer.',
  ],
  ['tests.*', 'prompt message messages question user', 'Write what the user says: `chat: …`.'],
  ['tests.*', 'method url', 'The method is the field: `get: /path` or `post: /path`, at the endpoint itself.'],
  ['tests.*', 'body data payload', 'Write the body of a `post` as `json: …` or `text: …`.'],
  [
    'envs.*',
    'valuefrom secretkeyref configmapkeyref secret fromsecret',
    'Delete it here, and pass the value in `secret-envs`, from a secret of the repository.',
  ],
  [
    'volumeMounts.*',
    'name emptydir hostpath persistentvolumeclaim claimname',
    'Write a disk as `type: local` with its `size` in GB; cloud storage as its `type` and `id`.',
  ],
  [
    'image',
    'name repository registry tag digest',
    'Write the whole reference as one text: `image: ghcr.io/acme/llama:1.4.0`.',
  ],
  [
    'image',
    'username password credentials',
    'Save the login in the console of the service, and write its ID as `authId`.',
  ],
  [
    'compare',
    'answers same equal equals expect contains',
    'Delete it: what both say is always told. What is right is `expect`, in the tests or the file of prompts; `worse: 5%` here refuses a loss.',
  ],
  ['ports.*', 'name protocol', 'Write the port alone: `ports: [8000]`.'],
  [
    'products.*',
    'gpu gputype name count',
    'Write the ID of a product, which the console and an export show: `products: [SL-serverless-3]`.',
  ],
  ['tests.*', 'name title description', 'Delete it, or make it a comment: a test is named by its request.'],
  [
    '',
    'model modelname modelid tensorparallelsize maxmodellen gpumemoryutilization dtype quantization servedmodelname trustremotecode',
    'Write it as an option of the server: `image: {image: …, command: "--model …"}`.',
  ],
  [
    '',
    'build dockerfile context',
    'Build and push the image before, and write its reference: `image: ghcr.io/acme/llama:1.4.0`.',
  ],
  [
    '',
    'secrets secretenvs variables waittimeout onfailure preview baseurl apikey',
    'Delete it here: a workflow passes it as an input, below `with:`; on a terminal it is a flag or a variable.',
  ],
  [
    '',
    'restart restartpolicy shmsize ipc runtime containername hostname user privileged networkmode networks dependson workingdir ulimits logging labels annotations platform pullpolicy imagepullpolicy tolerations affinity securitycontext',
    'Delete it: the service starts the container itself, with the GPUs of its worker.',
  ],
  [
    '',
    'envfile envfrom secretenv configmap',
    'Write harmless values as `envs: {KEY: value}`, and pass secrets in `secret-envs`.',
  ],
  [
    'healthy',
    'initialdelayseconds periodseconds timeoutseconds failurethreshold interval timeout retries startperiod',
    'Delete it: the service decides how often it checks; how long a deploy waits is `wait-timeout`.',
  ],
  ['healthy', 'httpget test cmd exec tcpsocket http url', 'Write the path alone: `healthy: {path: /health}`.'],
  [
    'tests.*',
    'temperature topp topk seed stop stream tools system responseformat',
    'A `chat` is one question at temperature 0. For anything else write `post: /v1/chat/completions` with `json: …`.',
  ],
  ['', '$schema', 'Write it as a comment: `# yaml-language-server: $schema=…`.'],
  [
    ' workerConfig',
    'resources limits requests nodeselector cpu cpus memory ram deploy machinespec',
    'Write the number of GPUs as `workerConfig: {gpuNum: 1}` and their kind as `products: […]`.',
  ],
];

/** The hint for another tool's field; undefined for unknown words. */
export function fieldHint(key: string, path: IssuePath): string | undefined {
  const isIn = (list: string, word: string) => list.split(' ').includes(word);
  return fieldHints.find(([places, keys]) => isIn(places, fieldName(path)) && isIn(keys, plain(key)))?.[2];
}

const plain = (word: string) => word.toLowerCase().replaceAll(/[-_]/g, '');

/** Kinds of files, by how many of these top-level fields they have, and the way from them to a spec. */
const fileKinds: readonly (readonly [kind: string, fields: string, count: number, way: string])[] = [
  [
    'a Kubernetes manifest',
    'apiVersion kind',
    2,
    '`containers[].image` is `image`, `args` is `image.command`, `containerPort` is `ports`, `nvidia.com/gpu` is `workerConfig.gpuNum`, `env` is `envs`, a `secretKeyRef` is `secret-envs`',
  ],
  [
    'a Docker Compose file',
    'services',
    1,
    '`command` is `image.command`, `environment` is `envs`, `ports` has the port of the container alone',
  ],
  [
    'a description for Hugging Face',
    'compute provider model',
    2,
    '`model.image` is `image`, `compute.scaling` is `workerConfig.minNum` and `maxNum`, `compute.instanceType` is `products`',
  ],
  [
    'a SkyPilot task',
    'service setup run file_mounts workdir',
    2,
    '`run` is `image.command`, `resources.accelerators` is `products` and `workerConfig.gpuNum`, `service.readiness_probe` is `healthy`, `service.replicas` is `workerConfig.minNum` and `maxNum`',
  ],
  [
    'a description for Cog or Truss',
    'predict python_version model_name model_metadata requirements system_packages',
    2,
    'an image that is built and pushed before is `image`, its start is `image.command`, `environment_variables` is `envs`',
  ],
  ['a GitHub workflow', 'on jobs', 2, 'the spec is a file of its own, which `spec` names below `with:`'],
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
  const hint = `Write a spec: \`name\`, \`image\`, \`ports\`, \`policy\`, \`products\`. Here ${way}.`;
  return { code: 'invalid-value', message: `the file is ${kind} and no endpoint spec`, hint };
}
