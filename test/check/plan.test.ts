/** What a spec is told once its limits and its plan are known: each issue once, by the check that says most. */

import { describe, expect, test } from 'vitest';
import { checkDocuments, checkPlan } from '../../src/check/plan.ts';
import type { Endpoint, Limits } from '../../src/model/endpoint.ts';
import { makePlan } from '../../src/plan/plan.ts';
import type { Issue } from '../../src/spec/issue.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';
import { parseOne, parseText } from '../spec/reading.ts';

type Config = typeof liveConfig;

const live = (change: Partial<Config> = {}): Endpoint => ({ ...liveEndpoint, config: { ...liveConfig, ...change } });
const worker = (change: Partial<Config['workerConfig']>, more: Partial<Config> = {}) =>
  live({ workerConfig: { ...liveConfig.workerConfig, ...change }, ...more });

interface Given {
  found?: Endpoint;
  limits?: Limits;
}

/** Below `name: llama`. */
function check(text: string, { found, limits }: Given = {}): Issue[] {
  const document = parseOne(`name: llama\n${text}`);
  if (!document.spec) throw new Error('the spec is sound');
  const plan = makePlan({ spec: document.spec, secretEnvs: new Map(), live: found });
  return checkPlan({ document, plan, limits, mayExceed: false });
}

const told = (issues: readonly Issue[]) =>
  issues.map(({ severity, code, path }) => `${severity === 'error' ? '' : `${severity} `}${code} ${path.join('.')}`);

type Row = [title: string, text: string, given: Given, ...expected: string[]];
const judges = (title: string, rows: readonly Row[]) =>
  describe(title, () => {
    test.for(rows)('%s', ([, text, given, ...expected]) => {
      expect(told(check(text, given))).toEqual(expected);
    });
  });

const missing = ['image.image', 'policy.type', 'ports'].map((member) => `required-to-create ${member}`);
const there = { found: live() };
const onPort1 = live({ image: { ...liveConfig.image, command: '--port 1' } });

test.for([
  ['load: 8', ['notice invalid-value load']],
  ['load: 8\ncandidate: true', []],
  ['load: false', []],
] as const)('without a plan, a load that only another name has is noted: %s', ([more, expected]) => {
  const document = parseOne(`name: llama\ntests: [{chat: hi}]\n${more}\n`);
  expect(told(checkDocuments([document], { limits: undefined, mayExceed: false }))).toEqual(
    expected.map((each) => `${each}`),
  );
});

test('an env that only `secret-envs` give is told, too', () => {
  const document = parseOne(
    'name: llama\nimage: {image: "vllm/vllm-openai:1", command: a/b}\nports: [8000]\npolicy: {type: queue, value: 4}',
  );
  if (!document.spec) throw new Error('the spec is sound');
  const plan = makePlan({ spec: document.spec, secretEnvs: new Map([['HF_TOKN', 'x']]), live: undefined });
  const issues = checkPlan({ document, plan, limits: undefined, mayExceed: false });
  expect(issues.map(({ message }) => message)).toEqual([
    '`envs` has `HF_TOKN`, which `vllm/vllm-openai` does not read',
  ]);
});

test('a test that the server cannot pass is told where nothing else changes, too', () => {
  const live256 = live({ image: { ...liveConfig.image, command: '--max-model-len 256' } });
  const text = 'image: {command: --max-model-len 256}\ntests: [{chat: hi}]';
  expect(told(check(text, { found: live256 }))).toEqual(['warning invalid-value tests.0.max-tokens']);
});

test('a tag that moves is told where nothing changes, too, but not one that the spec does not have', () => {
  const latest = live({ image: { ...liveConfig.image, image: 'a/b:latest' } });
  expect(check('image: a/b:latest', { found: latest }).map(({ message }) => message)).toEqual([
    expect.stringContaining('has the tag `latest`: what is pushed there later is no change'),
  ]);
  expect(check('', { found: latest })).toEqual([]);
});

judges('a plan', [
  ['that creates needs everything', '', {}, ...missing],
  ['that updates needs nothing', '', there],
  ['with another appName cannot be carried out', 'appName: other', there, 'not-updatable appName'],
  ['with workers against the live ones', 'workerConfig: {minNum: 5}', there, 'max-below-min workerConfig.minNum'],
  ['that changes nothing leaves live workers alone', 'workerConfig: {minNum: 5}', { found: worker({ minNum: 5 }) }],
  ['that v2 has to carry is held to its bounds', 'rootfsSize: 500', there, 'not-updatable rootfsSize'],
  ['that v2 carries sends nothing that it does not change', 'rootfsSize: 50', there],
  ['that v1 carries is not held to the bounds of v2', 'workerConfig: {freeTimeout: 2000}', there],
]);

judges('a command that stays', [
  ['beside another image', 'image: ghcr.io/acme/whisper:1', there, 'warning invalid-value image.image'],
  ['beside another version', `image: ghcr.io/acme/llama:2@sha256:${'a'.repeat(64)}`, there],
  ['beside the same image of another registry', 'image: mirror.example/llama:1', there],
  ['because the spec says so', 'image: {image: ghcr.io/acme/whisper:1, command: --port 8000}', there],
  ['beside an image without one', 'image: {image: ghcr.io/acme/whisper:1, command: ""}', there],
]);

const sound = 'ports: [8000]\npolicy: {type: queue, value: 4}\n';
const serve = (command: string, more = '') =>
  `image: {image: a:1, command: ${JSON.stringify(command)}}\n${sound}${more}`;

test.for<[what: string, text: string, given: Given, says: string | undefined]>([
  ['another port', serve('--port 8080'), {}, 'sets `--port` to another port than `ports`, which is 8000'],
  ['another port, in other forms', serve('vllm serve --port="8080"'), {}, 'sets `--port` to another port'],
  ['the last of several ports', serve('--port 8000 --port 8080'), {}, 'sets `--port` to another port'],
  ['the port', serve('--port 8000'), {}, undefined],
  ['the port of the health check', serve('--port 8080', 'healthy: {path: /h, port: 8080}'), {}, undefined],
  ['a server behind a proxy', serve('nginx & vllm serve --port 8080'), {}, undefined],
  ['a port that a variable of the shell gives', serve('--port $PORT'), {}, undefined],
  [
    'an entrypoint',
    `image: {image: a:1, entrypoint: serve --port 8080}\n${sound}`,
    {},
    'sets `--port` to another port',
  ],
  ['the port of the live endpoint', 'image: {command: --port 8001}', there, 'than `ports`, which is 8000'],
  ['a live command', 'workerConfig: {gpuNum: 2}', { found: onPort1 }, undefined],
  ['a loopback address', serve('--host 127.0.0.1'), {}, 'sets `--host` to an address inside of the container'],
  ['all addresses', serve('--host 0.0.0.0'), {}, undefined],
  [
    'more GPUs',
    serve('--tensor-parallel-size 4', 'workerConfig: {gpuNum: 1}'),
    {},
    'a model on 4 GPUs, and `workerConfig.gpuNum` is 1',
  ],
  ['more GPUs than the default', serve('-tp 2'), {}, 'a model on 2 GPUs'],
  [
    'more GPUs in two ways',
    serve('--tensor_parallel_size=2 --pipeline-parallel-size 2', 'workerConfig: {gpuNum: 2}'),
    {},
    'a model on 4 GPUs',
  ],
  ['all GPUs', serve('--tp 2', 'workerConfig: {gpuNum: 2}'), {}, undefined],
  ['fewer GPUs', serve('--num-shard 1', 'workerConfig: {gpuNum: 2}'), {}, undefined],
  [
    'another model',
    serve('--served-model-name a b --port 8000', 'tests: [{chat: hi, model: c}]'),
    {},
    'does not name the `model` "c"',
  ],
  ['one of its names', serve('--served-model-name a b', 'tests: [{chat: hi, model: b}, {chat: hi}]'), {}, undefined],
  ['data parallel GPUs', serve('--tp 2 --data-parallel-size 2', 'workerConfig: {gpuNum: 2}'), {}, 'a model on 4 GPUs'],
  [
    'a bound loopback address',
    serve('gunicorn -b 127.0.0.1:8000 a'),
    {},
    'sets `-b` to an address inside of the container',
  ],
  [
    'a bound port',
    serve('gunicorn --bind 0.0.0.0:8080 a'),
    {},
    'sets `--bind` to another port than `ports`, which is 8000',
  ],
  [
    'the model of Hugging Face',
    serve('--model a/b', 'tests: [{chat: hi, model: b}]'),
    {},
    'does not name the `model` "b"',
  ],
  ['a file as the model', serve('--model /m/b.gguf', 'tests: [{chat: hi, model: b}]'), {}, undefined],
  ['adapters', serve('--model a/b --lora-modules c=/x', 'tests: [{chat: hi, model: c}]'), {}, undefined],
  [
    'the program of its image',
    `image: {image: "vllm/vllm-openai:v1", command: vllm serve a/b}\n${sound}`,
    {},
    'starts with `vllm`, and the image starts the server by itself',
  ],
  ['options of its image', `image: {image: "vllm/vllm-openai:v1", command: --model a/b}\n${sound}`, {}, undefined],
  ...(
    [
      ['ghcr.io/ggml-org/llama.cpp:server-cuda', '-hf a/b', 'listens on 8080 by default'],
      ['ghcr.io/huggingface/text-embeddings-inference:1.8', '--model-id a/b', 'listens on 80 by default'],
      ['ghcr.io/huggingface/text-generation-inference:3', '--model-id a/b', 'listens on 80 by default'],
      ['a:1', 'python -m sglang.launch_server --host 0.0.0.0', '`sglang.launch_server` listens on 30000'],
    ] as const
  ).map(([image, command, says]): [string, string, Given, string] => [
    `the port of ${image}`,
    `image: {image: "${image}", command: ${command}}\n${sound}`,
    {},
    says,
  ]),
  ['the port of the program, told', serve('python -m sglang.launch_server --host 0.0.0.0 --port 8000'), {}, undefined],
  [
    'the port of the program, in an env',
    `${serve('python -m sglang.launch_server --host 0.0.0.0')}envs: {PORT: 8000}`,
    {},
    undefined,
  ],
  [
    'a server with another entrypoint',
    serve('--model a', '').replace('a:1', 'ollama/ollama, entrypoint: /x'),
    {},
    undefined,
  ],
  ['a program that only its container reaches', serve('uvicorn app:app'), {}, 'which hears only requests from inside'],
  ['such a program behind another', serve('nginx & uvicorn app:app'), {}, undefined],
  ['no model', serve('--port 8000').replace('a:1', 'vllm/vllm-openai:1'), {}, 'names no model, so `vllm/vllm-openai`'],
  ['a model without an option', serve('a/b').replace('a:1', 'vllm/vllm-openai:1'), {}, undefined],
  ...(
    [
      ['--gpu-memory-utilization 95', 'has a `--gpu-memory-utilization` that is no share'],
      ['--gpu_memory_utilization=0.95', undefined],
      ['--dtype fp16', 'has a `--dtype` that vLLM does not know'],
      ['--dtype=bfloat16', undefined],
      ['--enable-auto-tool-choice', 'has `--enable-auto-tool-choice` without `--tool-call-parser`'],
      ['--enable-auto-tool-choice --tool-call-parser hermes', undefined],
      ['-max-model-len 8192', 'has `-max-model-len` with one dash'],
      ['-tp 1', undefined],
      ['--model c/d', 'gives `--model` twice, and the last one counts'],
    ] as const
  ).map(([option, says]): [string, string, Given, string | undefined] => [
    `vLLM and ${option}`,
    serve(`--model a/b ${option}`).replace('a:1', 'vllm/vllm-openai:1'),
    {},
    says,
  ]),
  ...(
    [
      ['vllm/vllm-openai:1', 'serve a/b', 'starts with `serve`, and the image starts the server by itself'],
      ['ghcr.io/huggingface/text-generation-inference:3', 'text-generation-launcher --port 8000', 'starts with `text-'],
      ['ghcr.io/ggml-org/llama.cpp:server-cuda', '/app/llama-server -hf a/b --port 8000', 'starts with `/app/llama-s'],
      ['vllm/vllm-openai:1', "bash -c 'vllm serve a/b'", 'is for a shell, and the image starts the server'],
      ['vllm/vllm-openai:1', 'a/b && sleep 1', 'is for a shell, and the image starts the server'],
      ['vllm/vllm-openai:1', 'a/b --x "{% if a || b %};"', undefined],
      ['lmsysorg/sglang:1', '--model-path a/b', 'starts no server, nor does the image'],
      ['nvcr.io/nvidia/tritonserver:25.08-py3', '', 'starts no server, nor does the image'],
      ['nvidia/cuda:12', '', 'starts no server, nor does the image'],
      ['docker.io/library/python:3.12', '-m server', 'starts no server, nor does the image'],
      ['acme/python:3.12', '', undefined],
      ['pytorch/pytorch:2', 'python serve.py', undefined],
      ['vllm/vllm-openai:1', '--model-id a/b', 'has `--model-id`, which `vllm/vllm-openai` does not know'],
      [
        'ghcr.io/huggingface/text-embeddings-inference:1',
        '--model a/b --port 8000',
        'has `--model`, which `huggingface',
      ],
      ['a:1', 'vllm serve a/b --port 8000 --ssl-certfile /c', 'makes the server expect https'],
      ['acme/comfyui:1', 'python main.py --port 8000', 'starts `ComfyUI`, which hears only requests from inside'],
      ['acme/comfyui:1', 'python main.py --port 8000 --listen', undefined],
      ['acme/comfyui:1', 'python server.py', undefined],
      ['a:1', 'gunicorn -c conf.py -k uvicorn.workers.UvicornWorker a:b', undefined],
      ['a:1', 'python /app/uvicorn_server.py', undefined],
      ['ghcr.io/ggml-org/llama.cpp:server-cuda', '-hf a/b --port 8000 -b 2048', undefined],
      ['vllm/vllm-openai:1', '--model https://huggingface.co/a/b', 'names a model by an address, or as Ollama does'],
      ['a:1', 'vllm serve --port 8000 --model qwen2.5:7b', 'names a model by an address, or as Ollama does'],
      ['vllm/vllm-openai:1', '--model a/b-GGUF:Q4_K_M', undefined],
      ['vllm/vllm-openai:1', '--model s3://a/b', undefined],
      ['vllm/vllm-openai:1', '--model /models/a', 'names a folder that `vllm/vllm-openai` does not have'],
      ['vllm/vllm-openai:1', '/models/a', 'names a folder that `vllm/vllm-openai` does not have'],
      [
        'ghcr.io/ggml-org/llama.cpp:server-cuda',
        '-m /m/a.gguf --port 8000',
        'names a folder that `ggml-org/llama.cpp`',
      ],
      ['ghcr.io/ggml-org/llama.cpp:server-cuda', '-m /m/a.gguf -mu https://a.example --port 8000', undefined],
      ['acme/vllm:1', 'vllm serve /models/a', undefined],
    ] as const
  ).map(([image, command, says]): [string, string, Given, string | undefined] => [
    `${image} and ${JSON.stringify(command)}`,
    serve(command).replace('a:1', `"${image}"`),
    {},
    says,
  ]),
  ['an option of another server with one dash', serve('-no-cnv -fa'), {}, undefined],
  [
    'a live model',
    'image: {image: "vllm/vllm-openai:1"}',
    { found: live({ image: { image: 'vllm-openai:0', authId: '', command: '--model a/b --port 8000' } }) },
    undefined,
  ],
  ['several products', `${serve('')}products: [a, b]`, {}, 'has 2 products: a creation sends them all'],
  [
    'products that are there',
    'products: [a, b]\nworkerConfig: {maxNum: 4}',
    { found: live({ products: ['a', 'b'] }) },
    undefined,
  ],
])('a command or a list with %s', ([, text, given, says]) => {
  const messages = check(text, given).map(({ severity, message }) => `${severity} ${message}`);
  expect(messages).toEqual(says === undefined ? [] : [expect.stringMatching(/^warning `(image|products|ports)/)]);
  expect(messages.join()).toContain(says ?? '');
  const { documents } = parseText(`name: llama\n${text}`);
  // Of the image's own command and of volumes, a plan alone knows.
  if (says !== undefined && !given.found && !/2 GPUs|names a folder|starts no server/.test(says))
    expect(
      checkDocuments(documents, { limits: undefined, mayExceed: false })
        .map(({ message }) => message)
        .join(),
    ).toContain(says);
});

test.for<[what: string, text: string, ...says: string[]]>([
  [
    'a key that no test sends',
    serve('--api-key ${K}', 'tests: [{chat: hi}, /health]'),
    'tests.0 sends no `authorization: Bearer …`',
  ],
  ['a key that a test sends', serve('--api-key ${K}', 'tests: [{chat: hi, headers: {Authorization: "Bearer ${K}"}}]')],
  [
    'another port in an env',
    `${serve('')}envs: {PORT: 8080}`,
    'envs.PORT sets `PORT` to another port than `ports`, which is 8000',
  ],
  ['the port in an env', `${serve('')}envs: {PORT: 8000, OTHER_PORT: 1}`],
  [
    'a loopback address in an env',
    `${serve('')}envs: {OLLAMA_HOST: "127.0.0.1:8000"}`,
    'envs.OLLAMA_HOST sets `OLLAMA_HOST` to an address',
  ],
  ['all addresses in an env', `${serve('')}envs: {OLLAMA_HOST: "http://0.0.0.0:8000", HOST: 0.0.0.0}`],
  [
    'a key that an env gives to the server',
    `${serve('')}envs: {VLLM_API_KEY: "${'${K}'}"}\ntests: [{chat: hi}]`,
    'tests.0 sends no `authorization: Bearer …`, and the server has `VLLM_API_KEY`',
  ],
  [
    'more GPUs in an env',
    `${serve('')}envs: {CUDA_VISIBLE_DEVICES: "0,1"}`,
    'envs.CUDA_VISIBLE_DEVICES needs 2 GPUs, and `workerConfig.gpuNum` is 1',
  ],
  [
    'a GPU that no worker has',
    `${serve('')}envs: {CUDA_VISIBLE_DEVICES: "2"}`,
    'envs.CUDA_VISIBLE_DEVICES needs 3 GPUs',
  ],
  ['no GPU in an env', `${serve('')}envs: {CUDA_VISIBLE_DEVICES: "-1"}`, 'envs.CUDA_VISIBLE_DEVICES hides all GPUs'],
  ['all GPUs in an env', `${serve('')}envs: {NVIDIA_VISIBLE_DEVICES: all, CUDA_VISIBLE_DEVICES: 0}`],
  [
    'a wait in the queue beyond the time of a request',
    'image: {image: a:1, command: serve}\nports: [8000]\npolicy: {type: queue, value: 601}',
    'policy.value lets a request wait for 601 s, and `workerConfig.requestTimeout` ends it after 600 s',
  ],
  [
    'more tokens than the model has',
    serve('--max-model-len 256', 'tests: [{chat: hi}, {chat: hi, max-tokens: 255}, /health]'),
    'tests.0.max-tokens asks for 256 tokens, and `--max-model-len` leaves 256 for question and answer',
  ],
  [
    'a health check that a server does not know',
    `image: {image: "vllm/vllm-openai:1", command: a/b}\n${sound}healthy: {path: /healthz}`,
    'healthy.path is "/healthz", for which `vllm/vllm-openai` has no answer',
  ],
  ['a health check', `image: {image: "vllm/vllm-openai:1", command: a/b}\n${sound}healthy: {path: /v1/models}`],
  [
    'a folder of models on a volume',
    `image: {image: "vllm/vllm-openai:1", command: --model /models/a}\n${sound}volumeMounts: [{type: local, size: 9, mountPath: /models/}]`,
  ],
  [
    'a folder of models beside its volume',
    `image: {image: "vllm/vllm-openai:1", command: --model /models/a}\n${sound}volumeMounts: [{type: local, size: 9, mountPath: /model}]`,
    'image.command names a folder that `vllm/vllm-openai` does not have, and no volume is mounted there',
  ],
  ...(
    [
      ['vllm/vllm-openai:1', 'a/b', '/data', '{HF_TOKEN: "${K}"}', 'stores models below `/root/.cache`'],
      ['vllm/vllm-openai:1', 'a/b', '/root/.cache/huggingface', '{}', undefined],
      ['vllm/vllm-openai:1', 'a/b', '/data', '{HF_HOME: /data/hf}', undefined],
      ['vllm/vllm-openai:1', 'a/b --download-dir=/data', '/data', '{}', undefined],
      ['vllm/vllm-openai:1', 'a/b --enable-lora', '/loras', '{}', undefined],
      ['huggingface/text-generation-inference:3', '--model-id a/b --port 8000', '/root/.cache', '{}', 'below `/data`'],
      ['acme/vllm:1', 'a/b', '/data', '{}', undefined],
    ] as const
  ).map(([image, command, mountPath, envs, says]): [string, string, ...string[]] => [
    `a volume at ${mountPath} of ${image} with ${command} and ${envs}`,
    `image: {image: "${image}", command: ${command}}\n${sound}envs: ${envs}\nvolumeMounts: [{type: local, size: 9, mountPath: ${mountPath}}]`,
    ...(says === undefined
      ? []
      : [
          `volumeMounts.0.mountPath is a folder that nothing names, and \`${image.split(':')[0]}\` ${says.startsWith('below') ? 'stores models ' : ''}${says}`,
        ]),
  ]),
  ...(
    [
      ['', true],
      ['tests: [{post: /api/pull, json: {model: a}}]', false],
      ['volumeMounts: [{type: local, size: 9, mountPath: /root/.ollama}]', false],
      ['volumeMounts: [{type: local, size: 9, mountPath: /models}]', true],
      ['volumeMounts: [{type: local, size: 9, mountPath: /models}]\nenvs: {OLLAMA_MODELS: /models/a}', false],
    ] as const
  ).map(([more, isEmpty]): [string, string, ...string[]] => [
    `Ollama with ${more}`,
    `image: {image: "ollama/ollama:1"}\nports: [11434]\npolicy: {type: queue, value: 4}\n${more}`,
    ...(isEmpty ? ['image.image is `ollama/ollama`, which has no model, and no volume is mounted where'] : []),
  ]),
  [
    'a program that needs a server',
    `image: {image: "ollama/ollama:1", command: run a}\nports: [11434]\npolicy: {type: queue, value: 4}\ntests: [{post: /api/pull, json: {model: a}}]`,
    'image.command starts no server, nor does the image',
  ],
  ...(
    [
      ['vllm/vllm-openai:1', '--model a/b', 2, 'is 2, all are billed, and `vllm/vllm-openai` uses 1 of them'],
      ['a:1', 'python3 -m vllm.entrypoints.openai.api_server', 2, 'is 2, all are billed, and `vllm.entrypoints'],
      ['a:1', 'vllm serve a/b -tp 2', 4, 'is 4, all are billed, and `vllm serve` uses 2 of them'],
      ['vllm/vllm-openai:1', '--model a/b -tp 2 -dp 2', 4, undefined],
      ['vllm/vllm-openai:1', '--config /etc/a.yaml', 2, undefined],
      [
        'a:1',
        'python -m sglang.launch_server --host 0.0.0.0 --port 8000 --tp 8 --dp 8 --enable-dp-attention',
        8,
        undefined,
      ],
      ['a:1', 'serve', 2, undefined],
    ] as const
  ).map(([image, command, gpuNum, says]): [string, string, ...string[]] => [
    `${gpuNum} GPUs for ${image} with ${command}`,
    `image: {image: "${image}", command: ${command}}\n${sound}workerConfig: {gpuNum: ${gpuNum}}`,
    ...(says === undefined ? [] : [`workerConfig.gpuNum ${says}`]),
  ]),
  [
    'fewer requests at once than a worker is sent',
    `image: {image: "vllm/vllm-openai:1", command: a/b --max-num-seqs 4}\n${sound}workerConfig: {maxConcurrent: 8}`,
    'workerConfig.maxConcurrent is 8, and `--max-num-seqs` lets a worker answer 4 at once',
  ],
  [
    'a few requests more than the worker answers at once',
    `image: {image: "vllm/vllm-openai:1", command: a/b --max-num-seqs 6}\n${sound}workerConfig: {maxConcurrent: 8}`,
  ],
  [
    'a key that a health check lacks',
    `image: {image: "vllm/vllm-openai:1", command: a/b}\n${sound}envs: {VLLM_API_KEY: "\${K}"}\nhealthy: {path: /v1/models}`,
    'healthy.path is "/v1/models", which needs the key of `VLLM_API_KEY`',
  ],
  ['a list of models that needs no key', `${serve('--api-key ${K}')}tests: [/v1/models]\nhealthy: {path: /v1/models}`],
  [
    'a key without its word',
    `${serve('--api-key ${K}')}tests: [{chat: hi, headers: {authorization: "\${K}"}}]`,
    'tests.0 sends no `authorization: Bearer …`',
  ],
  [
    'a token of Hugging Face under another name',
    `image: {image: "vllm/vllm-openai:1", command: a/b}\n${sound}envs: {HUGGINGFACE_TOKEN: "\${K}"}`,
    'envs.HUGGINGFACE_TOKEN is an env that `vllm/vllm-openai` does not read',
  ],
  ...(
    [
      [
        'vllm/vllm-openai:1',
        '{MAX_MODEL_LEN: 4096}',
        'envs.MAX_MODEL_LEN is an env that `vllm/vllm-openai` does not read',
      ],
      ['acme/worker-vllm:1', '{MAX_MODEL_LEN: 4096}', undefined],
      ['vllm/vllm-openai:1', '{HF_HUB_OFFLINE: 1}', 'envs.HF_HUB_OFFLINE forbids to load the model'],
      ['vllm/vllm-openai:1', '{HF_HUB_OFFLINE: 0}', undefined],
      [
        'vllm/vllm-openai:1',
        '{HF_HUB_OFFLINE: 1}\nvolumeMounts: [{type: local, size: 9, mountPath: /root}]',
        undefined,
      ],
    ] as const
  ).map(([image, envs, says]): [string, string, ...string[]] => [
    `${image} with ${envs}`,
    `image: {image: "${image}", command: a/b}\n${sound}envs: ${envs}`,
    ...(says === undefined ? [] : [says]),
  ]),
  [
    'a token of Hugging Face, twice',
    `image: {image: "vllm/vllm-openai:1", command: a/b}\n${sound}envs: {HUGGINGFACE_TOKEN: "\${K}", HF_TOKEN: "\${K}", HF_HOME: /x}`,
  ],
  [
    'another model in the body of a test',
    serve('--model a/b', 'tests: [{post: /v1/completions, json: {model: b, prompt: a}}]'),
    'image.command has `--model`, which does not name the `model` "b" of a test',
  ],
  [
    'more tokens in the body of a test',
    serve('--max-model-len 4k', 'tests: [{post: /v1/completions, json: {prompt: a, max_tokens: 4000}}]'),
    'tests.0.json asks for 4000 tokens, and `--max-model-len` leaves 4000',
  ],
  [
    'a test that may last longer than a request',
    serve(
      '',
      'workerConfig: {requestTimeout: 60}\ntests: [{get: /a, expect: {within: 61s}}, {get: /a, expect: {within: 60s}}]',
    ),
    'tests.0.expect.within is longer than `workerConfig.requestTimeout`, which ends the request after 60 s',
  ],
  ...['--task embed', '--runner pooling'].map((option): [string, string, string] => [
    `a chat with ${option}`,
    serve(`vllm serve a/b ${option}`, 'tests: [{chat: hi}]'),
    'tests.0.chat is for a model that writes, and this server makes embeddings',
  ]),
  ['a context of the length that the model has', serve('--ctx-size 0', 'tests: [{chat: hi}]')],
  [
    'as many at once as Ollama chooses',
    `image: {image: "ollama/ollama:0.12"}\n${sound.replace('8000', '11434')}envs: {OLLAMA_NUM_PARALLEL: 0}\nworkerConfig: {maxConcurrent: 8}\nvolumeMounts: [{type: local, size: 9, mountPath: /root/.ollama}]`,
  ],
  [
    'a key that a test proves to be asked for',
    serve('--api-key ${K}', 'tests: [{get: /v1/models, expect: {status: 401}}]'),
  ],
  [
    'a key that may come with its word',
    serve('--api-key ${K}', 'tests: [{chat: hi, headers: {authorization: "${WHOLE}"}}]'),
  ],
  [
    'the load of vLLM as its health',
    `image: {image: "vllm/vllm-openai:1", command: a/b}\n${sound}healthy: {path: /load}`,
  ],
  ...['/', '/v1/models'].map((health): [string, string] => [
    `text generation that tells of itself at ${health}`,
    `image: {image: "ghcr.io/huggingface/text-generation-inference:3", command: --model-id a/b --port 8000}\n${sound}healthy: {path: ${health}}`,
  ]),
  [
    'a volume that a file of options may name',
    `image: {image: "vllm/vllm-openai:1", command: --config /config/a.yaml}\n${sound}volumeMounts: [{type: local, size: 9, mountPath: /config}, {type: local, size: 9, mountPath: /models}]`,
  ],
  ['a tag that moves', `image: {image: "a/b:latest", command: c}\n${sound}`, 'image.image has the tag `latest`'],
  ['a pinned tag', `image: {image: "a/b:latest@sha256:${'0'.repeat(64)}", command: c}\n${sound}`],
])('%s is told at its place', ([, text, ...says]) => {
  const document = parseOne(`name: llama\n${text}`, { variables: { K: 'x' }, secretEnvs: { WHOLE: 'Bearer x' } });
  if (!document.spec) throw new Error('the spec is sound');
  const plan = makePlan({ spec: document.spec, secretEnvs: new Map(), live: undefined });
  const issues = checkPlan({ document, plan, limits: undefined, mayExceed: false });
  const told = issues.map(({ path, message }) => `${path.join('.')} ${message.replace(/^`[^`]+` /, '')}`);
  expect(told).toEqual(says.map((words) => expect.stringContaining(words)));
});

test.for<[string, Limits | undefined, boolean, string[]]>([
  ['errors', {}, false, ['outside-limits workerConfig.gpuNum', 'outside-limits rootfsSize']],
  ['warnings', {}, true, ['warning outside-limits workerConfig.gpuNum', 'warning outside-limits rootfsSize']],
  ['nothing without limits', undefined, false, []],
])('values outside the live limits are %s', ([, given, mayExceed, expected]) => {
  const sizes = { minRootfsSize: 10, maxRootfsSize: 100 };
  const limits = given && { ...sizes, minGPUNum: 1, maxGPUNum: 2, minWorkerNum: 1, maxWorkerNum: 5 };
  const text = 'name: llama\nrootfsSize: 500\nworkerConfig: {gpuNum: 4, minNum: 0}\n';
  expect(told(checkDocuments([parseOne(text)], { limits, mayExceed }))).toEqual(expected);
});

const policyRanges = { minQueueWaitTime: 1, maxQueueWaitTime: 60, minRequestNum: 1, maxRequestNum: 60 };
const wide = { ...policyRanges, minWorkerNum: 1, maxWorkerNum: 10, minRequestTimeout: 1, maxRequestTimeout: 1800 };
const slow = worker({ requestTimeout: 3600 });
const complete = 'image: a\nports: [80]\npolicy: {type: queue, value: 5}';
const tight = { ...wide, minWorkerNum: 2, maxWorkerNum: 5, minRequestTimeout: 1, maxRequestTimeout: 300 };
// Zero workers are the documented default.
const newOnes = ['outside-limits workerConfig.maxNum'];
const late = 'outside-limits workerConfig.requestTimeout';
const repeated = 'workerConfig: {requestTimeout: 3600}';
const gpus = { found: slow, limits: { ...wide, minGPUNum: 2, maxGPUNum: 8 } };
const otherType = 'policy: {type: queue, value: 8}';
const shortQueue = { ...there, limits: { ...wide, maxQueueWaitTime: 4 } };
const few = { ...there, limits: { minRequestNum: 1, maxRequestNum: 10 } };
const small = { ...there, limits: { minRootfsSize: 10, maxRootfsSize: 100 } };

judges('live values and defaults under the live limits', [
  ['a live value that is repeated is left', repeated, { found: slow, limits: wide }],
  ['live values that the spec does not have are left', 'image: llama:2', gpus],
  ['a live value is judged under another type of policy', otherType, shortQueue, 'outside-limits policy.value'],
  ['a new value outside is judged', 'workerConfig: {requestTimeout: 3601}', { found: slow, limits: wide }, late],
  ['the defaults of a new endpoint are judged', complete, { limits: tight }, ...newOnes, late],
  ['scaling to zero by default, known to work, is not told', complete, { limits: wide }],
  ['the range of a value is that of the live type', 'policy: {value: 20}', few, 'outside-limits policy.value'],
  ['a size that no call carries either is told once', 'rootfsSize: 500', small, 'outside-limits rootfsSize'],
]);

test('a value that may exceed the limits, and that no call carries, is refused all the same', () => {
  const document = parseOne('name: llama\nrootfsSize: 500\n');
  if (!document.spec) throw new Error('the spec is sound');
  const plan = makePlan({ spec: document.spec, secretEnvs: new Map(), live: live() });
  const issues = checkPlan({ document, plan, limits: small.limits, mayExceed: true });
  expect(told(issues)).toEqual(['warning outside-limits rootfsSize', 'not-updatable rootfsSize']);
});

const network = 'volumeMounts: [{type: network, id: vol-2, mountPath: /models}]';
const disk = { found: live({ volumeMounts: [{ type: 'local', id: 'lv-9', size: 50, mountPath: '/data' }] }) };
const noCluster = { found: live({ clusterID: '' }) };
const bigDisks = { limits: { minLocalVolumeSize: 10, maxLocalVolumeSize: 300 } };
const otherDisk = 'volumeMounts: [{type: local, mountPath: /other}]';

judges('members that contradict each other once the spec lies over the live endpoint', [
  ['an empty cluster beside live cloud storage', 'clusterID: ""', there, 'cluster-required volumeMounts.0.type'],
  ['cloud storage in the cluster of the live endpoint', network, there],
  ['cloud storage without any cluster', network, noCluster, 'cluster-required volumeMounts.0.type'],
  ['a volume that the live one completes', 'image: llama:2\nvolumeMounts: [{type: local, mountPath: /data}]', disk],
  ['storage that the live one completes', 'image: llama:2\nvolumeMounts: [{type: network, mountPath: /models}]', there],
  ['a volume that nothing completes', otherDisk, { ...disk, ...bigDisks }, 'missing-key volumeMounts.0.size'],
]);

const unread = (path: string, found = 'nothing') => ({ unread: [{ path, found }] });
const noTimeout = { found: worker({ requestTimeout: 0 }, unread('workerConfig.requestTimeout')) };
const noEnvs = { found: live({ envs: [], ...unread('envs', 'a list') }) };

judges('what an update needs and the service does not tell', [
  ['is not needed where v2 can send what changes', 'image: llama:2', noTimeout],
  ['is not needed where the spec gives it', 'image: llama:2\nworkerConfig: {requestTimeout: 60}', noTimeout],
  ['is not needed where nothing is sent', '', noTimeout],
  ['may be all envs, which hold the record too', 'image: llama:2', noEnvs, 'not-told envs'],
]);

test('what is needed is said with what stood there, and of which endpoint', () => {
  const [{ message, hint } = { message: '', hint: '' }] = check('image: llama:2', noEnvs);
  expect(`${message}. ${hint}`).toBe(
    '`envs` is required for the update, but the spec does not set it, and the service returned a list for endpoint bc1a5ea6ae5677df. Add `envs` to the spec.',
  );
});
