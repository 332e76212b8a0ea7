/** Cases of what is checked after parsing: limits, bounds of v2, creation, several documents. */
import type { IssueCase } from './case.ts';

export const checksCases: readonly IssueCase[] = [
  {
    title: 'limits',
    text: 'name: a\nworkerConfig:\n  minNum: 0\n  maxNum: 12\n  freeTimeout: 0\n  maxConcurrent: 1001\n  gpuNum: 9\n  requestTimeout: 3600\n  cudaVersion: 11.8\npolicy:\n  type: queue\n  value: 61\nrootfsSize: 101\nvolumeMounts:\n  - {type: local, size: 5, mountPath: /a}\n  - {type: local, size: 200, mountPath: /b}\n',
    check: 'limits',
    expected: [
      '4:11 error outside-limits workerConfig.maxNum ⟨12⟩ `workerConfig.maxNum` is 12; allowed: 1–10 workers (live limit) → Write a value from 1 to 10.',
      '5:16 error outside-limits workerConfig.freeTimeout ⟨0⟩ `workerConfig.freeTimeout` is 0; allowed: 1–1000 seconds (live limit) → Write a value from 1 to 1000.',
      '6:18 error outside-limits workerConfig.maxConcurrent ⟨1001⟩ `workerConfig.maxConcurrent` is 1001; allowed: 1–1000 requests (live limit) → Write a value from 1 to 1000.',
      '7:11 error outside-limits workerConfig.gpuNum ⟨9⟩ `workerConfig.gpuNum` is 9; allowed: 1–8 GPUs (live limit) → Write a value from 1 to 8.',
      '8:19 error outside-limits workerConfig.requestTimeout ⟨3600⟩ `workerConfig.requestTimeout` is 3600; allowed: 1–1800 seconds (live limit) → Write a value from 1 to 1800.',
      '12:10 error outside-limits policy.value ⟨61⟩ `policy.value` is 61; allowed: 1–60 seconds (live limit) → Write a value from 1 to 60.',
      '13:13 error outside-limits rootfsSize ⟨101⟩ `rootfsSize` is 101; allowed: 10–100 GB (live limit) → Write a value from 10 to 100.',
      '15:25 error outside-limits volumeMounts.0.size ⟨5⟩ `volumeMounts[0].size` is 5; allowed: 10–300 GB (live limit) → Write a value from 10 to 300.',
      '9:16 error outside-limits workerConfig.cudaVersion ⟨11.8⟩ `workerConfig.cudaVersion` is "11.8"; allowed: 12.4, 12.8 (live limit) → Write one of 12.4, 12.8.',
      '13:13 notice beyond-free-size rootfsSize ⟨101⟩ `rootfsSize` is 101 GB; the free system disk capacity is 100 GB (live limit) → No change needed if you want the larger disk.',
      '15:3 notice beyond-free-size volumeMounts ⟨- {type: local, size…tPath: /b}⟩ `volumeMounts` adds up to 205 GB; the free local volume capacity is 100 GB (live limit) → No change needed if you want the larger disk.',
    ],
  },
  {
    title: 'limits of concurrency, from variables',
    text: 'name: a\nworkerConfig:\n  maxNum: ${N}\n  cudaVersion: ${N}\npolicy:\n  type: concurrency\n  value: ${N}\n',
    inputs: { variables: { N: '54321' } },
    check: 'limits',
    expected: [
      '3:11 error outside-limits workerConfig.maxNum ⟨${N}⟩ `workerConfig.maxNum` is 54321; allowed: 1–10 workers (live limit) → Write a value from 1 to 10.',
      '7:10 error outside-limits policy.value ⟨${N}⟩ `policy.value` is 54321; allowed: 1–1000 requests (live limit) → Write a value from 1 to 1000.',
      '4:16 error outside-limits workerConfig.cudaVersion ⟨${N}⟩ `workerConfig.cudaVersion` is "54321"; allowed: 12.4, 12.8 (live limit) → Write one of 12.4, 12.8.',
    ],
  },
  {
    title: 'limits beside other mistakes',
    text: 'name: [a]\nworkerConfig:\n  maxnum: 3\n  maxNum: 12\nvolumeMounts:\n  - {type: local}\n  - {type: local, size: 500, mountPath: /b}\n',
    check: 'limits',
    expected: [
      '1:7 error wrong-type name ⟨[a]⟩ `name` is a list; allowed: text → Write, for example, `name: llama-prod`.',
      '3:3 error unknown-key workerConfig.maxnum ⟨maxnum⟩ `maxnum` is not a field of `workerConfig` → Did you mean `maxNum`?',
      '6:5 error missing-key volumeMounts.0.mountPath ⟨{type: local}⟩ `volumeMounts[0].mountPath` is missing → Add, for example, `mountPath: /data`.',
      '4:11 error outside-limits workerConfig.maxNum ⟨12⟩ `workerConfig.maxNum` is 12; allowed: 1–10 workers (live limit) → Write a value from 1 to 10.',
    ],
  },
  {
    title: 'limits that can not be obeyed',
    text: 'name: a\nworkerConfig:\n  minNum: 1\n  maxNum: 1\n  freeTimeout: 1\n  cudaVersion: "12.8"\n',
    check: 'brokenLimits',
    expected: [
      '3:11 warning limits-unusable workerConfig.minNum ⟨1⟩ `workerConfig.minNum` was not checked: the live limits say minWorkerNum 5 and maxWorkerNum 1 → No change needed; the service decides.',
      '4:11 warning limits-unusable workerConfig.maxNum ⟨1⟩ `workerConfig.maxNum` was not checked: the live limits say minWorkerNum 5 and maxWorkerNum 1 → No change needed; the service decides.',
      '5:16 warning limits-unusable workerConfig.freeTimeout ⟨1⟩ `workerConfig.freeTimeout` was not checked: the live limits say minFreeTimeout 1 and maxFreeTimeout nothing → No change needed; the service decides.',
      '6:16 warning limits-unusable workerConfig.cudaVersion ⟨"12.8"⟩ `workerConfig.cudaVersion` was not checked: the live limits list no CUDA versions → No change needed; the service decides.',
    ],
  },
  {
    title: 'one free volume',
    text: 'name: a\nvolumeMounts:\n  - {type: local, size: 150, mountPath: /a}\n',
    check: 'limits',
    expected: [
      '3:25 notice beyond-free-size volumeMounts.0.size ⟨150⟩ `volumeMounts[0].size` is 150 GB; the free local volume capacity is 100 GB (live limit) → No change needed if you want the larger disk.',
    ],
  },
  {
    title: 'bounds of v2',
    text: `name: a\nworkerConfig:\n  minNum: 1001\n  maxNum: 1001\n  freeTimeout: 0\n  maxConcurrent: 0\n  gpuNum: 9\n  requestTimeout: 1801\n  cudaVersion: 12.5\npolicy: {type: latency, value: 0}\nimage: {image: ${'i'.repeat(200)}/${'i'.repeat(35)}:${'t'.repeat(128)}@sha512:${'0'.repeat(128)}, authId: ${'a'.repeat(256)}}\nproducts: [a, ${'p'.repeat(256)}]\nrootfsSize: 9\nclusterID: c\nvolumeMounts:\n  - {type: ebs, id: v, mountPath: /${'m'.repeat(4095)}}\nenvs:\n  ${'K'.repeat(512)}: a\n  B: ${'secret'.repeat(1000)}\n`,
    check: 'v2',
    expected: [
      '10:16 warning unknown-policy-type policy.type ⟨latency⟩ `policy.type` is "latency"; the known types are `queue` and `concurrency`, so the range of `policy.value` is not checked → Use `queue` (seconds that a request may wait) or `concurrency` (number of requests) unless the service knows this type.',
      '11:16 error outside-v2-bounds image.image ⟨iiiiiiiiiiiiiiiiiiii…0000000000⟩ `image.image` is 501 characters long; the v2 update takes at most 500 (documented bound) → Shorten it to 500 characters.',
      '11:527 error outside-v2-bounds image.authId ⟨aaaaaaaaaaaaaaaaaaaa…aaaaaaaaaa⟩ `image.authId` is 256 characters long; the v2 update takes at most 255 (documented bound) → Shorten it to 255 characters.',
      '3:11 error outside-v2-bounds workerConfig.minNum ⟨1001⟩ `workerConfig.minNum` is 1001; the v2 update takes 0–1000 (documented bound) → Write a value from 0 to 1000.',
      '4:11 error outside-v2-bounds workerConfig.maxNum ⟨1001⟩ `workerConfig.maxNum` is 1001; the v2 update takes 0–1000 (documented bound) → Write a value from 0 to 1000.',
      '5:16 error outside-v2-bounds workerConfig.freeTimeout ⟨0⟩ `workerConfig.freeTimeout` is 0; the v2 update takes 1–1000 (documented bound) → Write a value from 1 to 1000.',
      '6:18 error outside-v2-bounds workerConfig.maxConcurrent ⟨0⟩ `workerConfig.maxConcurrent` is 0; the v2 update takes 1–1000 (documented bound) → Write a value from 1 to 1000.',
      '7:11 error outside-v2-bounds workerConfig.gpuNum ⟨9⟩ `workerConfig.gpuNum` is 9; the v2 update takes 1–8 (documented bound) → Write a value from 1 to 8.',
      '8:19 error outside-v2-bounds workerConfig.requestTimeout ⟨1801⟩ `workerConfig.requestTimeout` is 1801; the v2 update takes 1–1800 (documented bound) → Write a value from 1 to 1800.',
      '9:16 error outside-v2-bounds workerConfig.cudaVersion ⟨12.5⟩ `workerConfig.cudaVersion` is "12.5"; the v2 update takes 12.4, 12.6, 12.8, 12.9, 13.0 (documented bound) → Write one of 12.4, 12.6, 12.8, 12.9, 13.0.',
      '10:16 error outside-v2-bounds policy.type ⟨latency⟩ `policy.type` is "latency"; the v2 update takes queue, concurrency (documented bound) → Write one of queue, concurrency.',
      '10:32 error outside-v2-bounds policy.value ⟨0⟩ `policy.value` is 0; the v2 update takes 1–1000 (documented bound) → Write a value from 1 to 1000.',
      '12:11 error outside-v2-bounds products ⟨[a, pppppppppppppppp…ppppppppp]⟩ `products` has 2 items; the v2 update takes exactly 1 (documented bound) → Write, for example, `products: [SL-serverless-3]`.',
      '12:15 error outside-v2-bounds products.1 ⟨pppppppppppppppppppp…pppppppppp⟩ `products[1]` is 256 characters long; the v2 update takes 1–255 (documented bound) → Shorten it to 255 characters.',
      '13:13 error outside-v2-bounds rootfsSize ⟨9⟩ `rootfsSize` is 9; the v2 update takes 10–100 (documented bound) → Write a value from 10 to 100.',
      '16:12 error outside-v2-bounds volumeMounts.0.type ⟨ebs⟩ `volumeMounts[0].type` is "ebs"; the v2 update takes local, network (documented bound) → Write one of local, network.',
      '16:35 error outside-v2-bounds volumeMounts.0.mountPath ⟨/mmmmmmmmmmmmmmmmmmm…mmmmmmmmmm⟩ `volumeMounts[0].mountPath` is 4096 characters long; the v2 update takes at most 4095 (documented bound) → Shorten it to 4095 characters.',
      '19:6 error outside-v2-bounds envs.B ⟨secretsecretsecretse…cretsecret⟩ `envs.B` is 6000 characters long; the v2 update takes at most 4095 (documented bound) → Shorten it to 4095 characters.',
      '18:3 error outside-v2-bounds envs.KKKKKKKKKKKKKKK…KKKKKKKKKK ⟨KKKKKKKKKKKKKKKKKKKK…KKKKKKKKKK⟩ the key `envs.KKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKKK…` is 512 characters long; the v2 update takes at most 511 (documented bound) → Shorten it to 511 characters.',
    ],
  },
  {
    title: 'needed to create',
    text: 'name: a\n',
    check: 'creation',
    expected: [
      '1:1 error required-to-create image.image ⟨⟩ `image.image` is missing, and creating the endpoint requires it; an existing endpoint would keep its current value → Add the address of an image, or set the `image` input.',
      '1:1 error required-to-create policy ⟨⟩ `policy` is missing, and creating the endpoint requires it; an existing endpoint would keep its current value → Add, for example, `policy: {type: concurrency, value: 8}`.',
      '1:1 error required-to-create ports ⟨⟩ `ports` is missing, and creating the endpoint requires it; an existing endpoint would keep its current value → Add, for example, `ports: [8000]`.',
    ],
  },
  {
    title: 'needed to create, blocks there',
    text: 'name: a\nimage:\n  command: x\nports: 8000\npolicy: {type: queue, value: 1}\n',
    check: 'creation',
    expected: [
      '4:8 error wrong-type ports ⟨8000⟩ `ports` is the number 8000; allowed: a list → Write, for example, `ports: [8000]`.',
      '2:1 error required-to-create image.image ⟨image⟩ `image.image` is missing, and creating the endpoint requires it; an existing endpoint would keep its current value → Add the address of an image, or set the `image` input.',
    ],
  },
  {
    title: 'unused variables',
    text: 'name: ${A}\n',
    inputs: { variables: { A: 'a', B: 'b' } },
    check: 'unused',
    expected: [
      'input variables notice unused-variable - no spec uses the variable `B` of the `variables` input → Delete it, or write `${B}` where it belongs.',
    ],
  },
  {
    title: 'names twice',
    text: 'name: a\n---\nname: b\n---\nname: a\n',
    check: 'names',
    expected: [
      '5:7 error duplicate-name name ⟨a⟩ the name "a" is already used by the spec at endpoint.yaml:1 → Give each spec a unique `name`; the `name` input fits one spec only.',
    ],
  },
  {
    title: 'the input name for two specs',
    text: 'name: a\n---\nname: b\n',
    inputs: { name: 'c' },
    check: 'names',
    expected: [
      'input name error duplicate-name name the name "c" is already used by the spec at the `name` input → Give each spec a unique `name`; the `name` input fits one spec only.',
    ],
  },
  {
    title: 'what creating would need',
    text: 'name: a\nenvs: {A: b}\n---\nname: b\nimage: a/b\nports: [8000]\npolicy: {type: queue, value: 1}\n',
    check: 'validation',
    expected: [
      '1:7 notice required-to-create name ⟨a⟩ creating the endpoint would need `image.image`, `policy`, `ports`; an existing one keeps what it has → Add the address of an image, or set the `image` input. Add, for example, `policy: {type: concurrency, value: 8}`. Add, for example, `ports: [8000]`.',
    ],
  },
  {
    title: 'products that the account does not have',
    text: 'name: a\nproducts: [RTX4090, {id: SL-serverless3}, 7]\n',
    check: 'products',
    expected: [
      '2:12 warning unknown-product products.0 ⟨RTX4090⟩ `products[0]` is "RTX4090", which no endpoint of the account has; theirs are "SL-serverless-3", "7" → No change needed if the service offers this product.',
      '2:21 warning unknown-product products.1 ⟨{id: SL-serverless3}⟩ `products[1]` is "SL-serverless3", which no endpoint of the account has; theirs are "SL-serverless-3", "7" → Did you mean `SL-serverless-3`? No change needed if the service offers this product.',
    ],
  },
  {
    title: 'variables that are secrets',
    inputs: { variables: { A: 'key-of-the-service', B: 'run hf_hidden12345', C: 'true', D: 'task-sk-1' } },
    check: 'secrets',
    expected: [
      'input variables error secret-literal - the value of the variable `A` is also given as a secret, and values of `variables` are shown in plans, logs and comments → Use `secret-envs`, which reach the container as environment variables.',
      'input variables error secret-literal - the value of the variable `B` looks like a secret, and values of `variables` are shown in plans, logs and comments → Use `secret-envs`, which reach the container as environment variables.',
    ],
  },
];
