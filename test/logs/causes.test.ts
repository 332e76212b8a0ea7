/** What to do about a failure, by the words that name its cause: as services, runtimes and registries write them. */

import { expect, test } from 'vitest';
import { remedyOf, tellingLine } from '../../src/logs/tail.ts';

/** Lines of a log, and what the remedy names. */
const containers: readonly [line: string, remedy: RegExp][] = [
  ['torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.', /GPU memory: .*`workerConfig.gpuNum`/],
  ['ValueError: No available memory for the cache blocks.', /GPU memory/],
  ['CONTAINER_EXITED: container exited with code 137', /more memory than its worker/],
  ['oom-kill: constraint=CONSTRAINT_MEMCG', /more memory than its worker/],
  ['OSError: [Errno 28] No space left on device', /`rootfsSize`/],
  ['requests.exceptions.HTTPError: 401 Client Error: Unauthorized for url: https://huggingface.co/a/b', /`HF_TOKEN`/],
  ['huggingface_hub.errors.GatedRepoError: 403 Client Error.', /accept the license/],
  ['OSError: You are trying to access a gated repo.', /`secret-envs`/],
  [
    "ERROR:    [Errno 98] error while attempting to bind on address ('0.0.0.0', 8000): address already in use",
    /one port/,
  ],
  ['Error: listen EADDRINUSE: address already in use :::8000', /one port/],
  ['exec /usr/bin/python3: exec format error', /--platform linux\/amd64/],
  ['RuntimeError: CUDA driver version is insufficient for CUDA runtime version', /`workerConfig.cudaVersion`/],
  [
    "ValueError: The model's max seq len (131072) is larger than the maximum number of tokens that can be stored in KV cache (38432).",
    /`--max-model-len`/,
  ],
  [
    'ValueError: To serve at least one request, 16.00 GiB KV cache is needed, which is larger than the available KV cache memory (3.78 GiB).',
    /`--max-model-len`/,
  ],
  [
    'ValueError: Free memory on device (19.77/22.05 GiB) on startup is less than desired GPU memory utilization (0.9, 19.84 GiB).',
    /`--gpu-memory-utilization`/,
  ],
  [
    "OSError: meta/llama is not a local folder and is not a valid model identifier listed on 'https://huggingface.co/models'",
    /name of the model/,
  ],
  ['HTTPError: 429 Client Error: Too Many Requests for url: https://huggingface.co/a/b', /hub did not answer/],
  ["OSError: We couldn't connect to 'https://huggingface.co' to load the files.", /hub did not answer/],
  [
    'ValueError: Please pass the argument `trust_remote_code=True` to allow custom code to be run.',
    /--trust-remote-code/,
  ],
  ["ValueError: Model architectures ['Qwen3ForCausalLM'] are not supported for now.", /newer version/],
  [
    'ValueError: The checkpoint has model type `qwen3` but Transformers does not recognize this architecture.',
    /newer version/,
  ],
  [
    'RuntimeError: please ensure that world_size (2) is less than than max local gpu count (1)',
    /`workerConfig.gpuNum`/,
  ],
  [
    'ValueError: World size (2) is larger than the number of available GPUs (1) in this node.',
    /--tensor-parallel-size/,
  ],
  [
    'ValueError: Bfloat16 is only supported on GPUs with compute capability of at least 8.0.',
    /another product.*--dtype half/,
  ],
  ['RuntimeError: CUDA error: no kernel image is available for execution on the device', /another product/],
  ['api_server.py: error: unrecognized arguments: serve a/b', /may start the server itself/],
  ["vllm: error: argument --max-model-len: invalid int value: 'x'", /`image.command`/],
  ['RuntimeError: Failed to infer device type', /finds no GPU/],
  ['ImportError: libcuda.so.1: cannot open shared object file: No such file or directory', /finds no GPU/],
  ['exec: "vllm": executable file not found in $PATH', /`image.command`/],
];

test.for(containers)('%s', ([line, remedy]) => {
  // Other lines follow from it.
  const quoted = tellingLine(['INFO: starting', line, 'RuntimeError: Engine core initialization failed.']);
  expect(line.endsWith(quoted) && quoted !== '').toBe(true);
  for (const code of ['crashed', 'unhealthy', 'timeout'] as const) expect(remedyOf(code, quoted)).toMatch(remedy);
  expect(remedyOf('quota', quoted)).toBe(undefined);
});

test.for<[string, RegExp]>([
  ['failed to pull image "a:1": manifest unknown', /no such image/],
  ['pull access denied for acme/llama, repository does not exist or may require authorization', /`image.authId`/],
  ['failed to authorize: 401 Unauthorized', /`image.authId`/],
  ['write /var/lib/containerd: no space left on device', /does not fit on the disk/],
  ['toomanyrequests: You have reached your pull rate limit', /limits how often/],
  ['failed to do request: dial tcp 1.2.3.4:443: i/o timeout', /did not answer the service in time/],
  ['no matching manifest for linux/amd64 in the manifest list entries', /--platform linux\/amd64/],
])('an image is not pulled: %s', ([words, remedy]) => {
  expect(remedyOf('image-pull', words)).toMatch(remedy);
});

test('what nobody knows has no remedy of its own', () => {
  expect([remedyOf('crashed', 'KeyError: a'), remedyOf('image-pull', 'it went wrong')]).toEqual([undefined, undefined]);
});
