/** Typical mistakes of who comes from another service or tool: the answer says what to write. */

import { expect, test } from 'vitest';
import { parseInputs } from '../../src/inputs/inputs.ts';
import { parsePairs } from '../../src/inputs/pairs.ts';
import { warnOddValues } from '../../src/spec/secrets.ts';
import { unusedVariables } from '../../src/spec/warnings.ts';
import { parseText } from './reading.ts';

const noMerge = 'YAML 1.2 has no merges: write the fields out, or use an alias for the whole block.';
const head = 'name: llama\nimage: a:1\nports: [8000]\npolicy: {type: concurrency, value: 8}\nproducts: [p]\n';

/** What is added to a sound spec; what the hint contains. */
test.for<[string, string]>([
  ['workersMin: 1', 'Did you mean `workerConfig.minNum`?'],
  ['maxWorkers: 3', 'Did you mean `workerConfig.maxNum`?'],
  ['replicas: 2', 'Did you mean `workerConfig.minNum` or `workerConfig.maxNum`?'],
  ['workerConfig: {replicas: 2}', 'Did you mean `minNum` or `maxNum`?'],
  ['gpu: A100', 'Did you mean `workerConfig.gpuNum` or `products`?'],
  ['gpuType: A100', 'Did you mean `products`?'],
  ['idleTimeout: 5', 'Did you mean `workerConfig.freeTimeout`?'],
  ['workerConfig: {idle_timeout: 5}', 'Did you mean `freeTimeout`?'],
  ['cuda: "12.4"', 'Did you mean `workerConfig.cudaVersion`?'],
  ['diskSize: 100', 'Did you mean `rootfsSize`?'],
  ['workerConfig: {freeTimeout: 10m}', 'Write, for example, `freeTimeout: 300`.'],
  ['workerConfig: {maxNum: 3m}', 'Write, for example, `maxNum: 3`.'],
  ['rootfsSize: 200GB', 'Write, for example, `rootfsSize: 100`.'],
  ['healthy: {path: ping}', 'Write, for example, `path: /health`.'],
  ['tests: [{get: /h, expect: {status: 2xx}}]', 'Write, for example, `status: 200`.'],
  ['tests: [{chat: {messages: [{role: user, content: hi}]}}]', 'Write, for example, `chat: What is the capital'],
  ['tests: [{method: POST, post: /x}]', 'The method is the field'],
  ['tests: [{url: /x, get: /x}]', 'The method is the field'],
  ['tests: [{post: /x, body: {}}]', '`json: …` or `text: …`'],
  ['tests: [{get: /x, status: 200}]', '`status` belongs in `tests.expect`.'],
  ['tests: [GET /health]', 'Write, for example, `tests: [/health'],
  ['tests: [{chat: hi, expect: {within: 5}}]', 'Write, for example, `within: 500ms`.'],
  ['tests: [{chat: hi, expect: {matches: Par.*}}]', 'Write a part of the answer: `contains: Paris`.'],
  ['tests: [{get: /v1/models, expect: {json: {"data[0].id": x}}}]', 'Write, for example, `json: {/model: bge-m3'],
  ['tests: [/health]\ncompare: {slower: 0.35}', 'Write, for example, `slower: 20%`.'],
  ['tests: [/health]\ncompare: {slower: 5%}', 'Write, for example, `slower: 20%`.'],
  ['tests: /ping', 'Write, for example, `tests: [/health'],
  ['tests: [ping]', 'Write, for example, `tests: [/health'],
  ['tests: [{chat: hi, expect: {first-token: 300 milliseconds}}]', 'Write, for example, `first-token: 2s`.'],
  ['tests: [{chat: hi, expect: {ttft: 2s}}]', 'Did you mean `first-token`?'],
  ['tests: [{chat: hi, expect: {tps: 20}}]', 'Did you mean `tokens-per-second`?'],
  ['tests: [{get: /h, expect: {latency: 2s}}]', 'Did you mean `within`?'],
  ['tests: [{prompt: hi}]', 'Write what the user says: `chat: …`.'],
  ['price: $1.20', 'Write, for example, `price: 0.69`.'],
  ['envs: [HF_TOKEN=hf_1]', 'Write, for example, `envs: {MODEL: llama-3.1-8b}`.'],
  ['envs: [{key: HF_TOKEN, valueFrom: {secretKeyRef: {name: a}}}]', 'pass the value in `secret-envs`'],
  ['envs: {HF_TOKEN: {valueFrom: {secretKeyRef: {name: a}}}}', 'A secret belongs in `secret-envs`.'],
  ['resources: {limits: {nvidia.com/gpu: 1}}', '`workerConfig: {gpuNum: 1}` and their kind as `products: […]`'],
  ['volumes: ["./models:/models"]', 'Did you mean `volumeMounts`?'],
  ['volumeMounts: ["./models:/models:ro"]', '`volumeMounts: [{type: local, size: 50, mountPath: /data}]`'],
  ['\u00a0minNum: 1', 'This line contains U+00A0, a space that is not the plain one'],
  ['tests: [“/health”]', 'This line contains U+201C, a typographic quote'],
  ['regionId: “eu”', 'It has U+201C, a typographic quote; write `"` or'],
  ['---\nname: b\nenvs: *both', 'An anchor ends with its document'],
  ['healthy: yes', 'Write, for example, `healthy: {path: /health}`.'],
  ['healthy: http://localhost:8000/health', 'Write, for example, `healthy: {path: /health}`.'],
  ['volumeMounts: [{type: local, emptyDir: {}, mountPath: /m}]', 'Write a disk as `type: local` with its `size` in GB'],
  ['tests: [{name: health, get: /h}]', 'a test is named by its request'],
  ['tests: [{get: /h, expect: ok}]', 'Write, for example, `expect: {contains: Paris'],
  ['tensor-parallel-size: 2', 'Write it as an option of the server'],
  ['model: meta-llama/Llama-3', 'Write it as an option of the server'],
  ['tests: [{chat: hi, expect: {equals: B, contains: Paris}}]', 'Keep one of them.'],
  ['envs: {HF_HOME: ~/.cache}', '`${KEY}` with KEY set in `variables`'],
  ['envs: {HF_HOME: $HOME/.cache}', '`${KEY}` with KEY set in `variables`'],
  ['environment: {A: b}', 'Did you mean `envs`?'],
  ['$schema: https://a.example/b.json', 'Write it as a comment'],
  ['endpoints: [{name: a}]', 'Write the fields at the top of the file'],
  ['max-tokens: 5', '`max-tokens` belongs in `tests`.'],
  // A misspelt field, in a wrong block: from the top, to the top, and from one block to another.
  ['comand: --port 8000', 'Did you mean `image.command`?'],
  ['minnum: 1', 'Did you mean `workerConfig.minNum`?'],
  ['freeTimout: 60', 'Did you mean `workerConfig.freeTimeout`?'],
  ['mountpath: /data', 'Did you mean `volumeMounts.mountPath`?'],
  ['max_tokens: 5', 'Did you mean `tests.max-tokens`?'],
  ['workerConfig: {product: [p]}', 'Did you mean `products`?'],
  ['healthy: {volumeMount: []}', 'Did you mean `volumeMounts`?'],
  ['workerConfig: {authID: "1"}', 'Did you mean `image.authId`?'],
  ['tests: [/h]\ncompare: {gpunum: 1}', 'Did you mean `workerConfig.gpuNum`?'],
  ['tests: [{get: /h, contain: ok}]', 'Did you mean `tests.expect.contains`?'],
  ['tests: [{get: /h, expect: {slower: 20%}}]', '`slower` belongs in `compare`.'],
  ['tests: [{get: /h, expect: {maxtokens: 5}}]', 'Did you mean `tests.max-tokens`?'],
  ['value: 8', '`value` belongs in `policy` or `envs`.'],
  ['envs: {A: "${PORT:-8000}"}', 'and without a default'],
  ['envs: {A: b, # a comment\n', 'Close it, and indent its contents.'],
  ["envs: {A: 'it's'}", "Use double quotes, or write `''`."],
  ["envs:\n  A: 'it's'", "Use double quotes, or write `''`."],
  ['// a comment', 'Start it with `#`.'],
  ['import modal\napp = modal.App()\n@app.function(gpu="H100")\ndef f(): pass', 'Write a spec in YAML'],
  ['~~~', 'Delete the lines that start with ``` or ~~~.'],
  ['llama:\n  image: a:1', 'Write the fields at the top of the file'],
  ['expose: [8000]', 'Did you mean `ports`?'],
  ...['restart: always', 'shm_size: 16gb', 'imagePullPolicy: Always', 'container_name: a'].map(
    (field): [string, string] => [field, 'Delete it: the service starts the container itself'],
  ),
  ['env_file: .env', 'Write harmless values as `envs: {KEY: value}`'],
  ['deploy: {resources: {}}', 'Write the number of GPUs as `workerConfig: {gpuNum: 1}`'],
  ['run: vllm serve a/b', 'Did you mean `image.command`?'],
  ['healthy: {path: /h, initialDelaySeconds: 60}', 'how long a deploy waits is `wait-timeout`'],
  ['healthy: {httpGet: {path: /h}}', 'Write the path alone'],
  ['tests: [{chat: hi, temperature: 0.7}]', 'For anything else write `post: /v1/chat/completions`'],
  ['envs: [{MODEL: a}]', 'Write `envs` as a mapping'],
  ['price：0.69', 'This line contains U+FF1A, a character of full width'],
  ['envs: {HF_TOKEN: ""}', 'Pass it in `secret-envs`, or delete it.'],
  ['envs:\n  A: |\n    x\n', 'Write `|-` instead of `|`, unless it is meant.'],
  ['tests: [/v1/chat/completions]', 'Write `chat: …`, or `post: …` with `json: …`.'],
  ['tests: [{get: /v1/embeddings}]', 'Write `chat: …`, or `post: …` with `json: …`.'],
  ['build: .', 'Build and push the image before'],
  ['memory: 16Gi', 'their kind as `products: […]`'],
  ['secretEnvs: {HF_TOKEN: x}', 'a workflow passes it as an input'],
  ['variables: {A: b}', 'a workflow passes it as an input'],
  ['envs: {MODEL: $MODEL}', '`${KEY}` with KEY set in `variables`'],
  ['envs: {HF_TOKEN: $HF_TOKEN}', 'a secret belongs in `secret-envs`'],
  ['envs: {MODEL: "%MODEL%"}', '`${KEY}` with KEY set in `variables`'],
  ['tests: [{chat: hi, expect: {contains: [Paris, ""]}}]', 'Write text that only the right answer has.'],
  ['readinessProbe: {httpGet: {path: /health}}', 'Did you mean `healthy`?'],
  ['envs: {A: "a\\0b"}', 'Delete `\\0`.'],
  ['tests: [{chat: Reply with pong, expect: {contains: Pong}}]', 'Write what only a right answer contains.'],
  [
    'tests: [{post: /v1/chat/completions, json: {messages: [{content: say ok}]}, expect: {contains: [yes, ok]}}]',
    'Write what only a right answer contains.',
  ],
  ['regionId: <region-id>', 'Write the value'],
  ['clusterID: ${{ vars.CLUSTER }}', 'GitHub fills `${{ … }}` in workflows only.'],
  ['envs: {HF_TOKEN: secrets.HF_TOKEN}', '`${KEY}` with KEY set in `variables`'],
  ['envs: {MODEL: <your-model>}', 'Write the value'],
  ['tests: [{get: /x, headers: {authorization: Bearer $API_TOKEN}}]', 'a secret belongs in `secret-envs`'],
  ['tests: [{get: /x, headers: {authorization: Bearer <token>}}]', 'Write the value'],
  ['envs: {export HF_HOME: /data}', 'Write `HF_HOME`, unless the container expects the other one.'],
  ['envs: {HF-HOME: /data}', 'Write `HF_HOME`, unless'],
  ['healthy: {path: "/health "}', 'Delete the space, unless it is meant.'],
  ['tests: [{chat: hi, expect: {contains: [Paris, "Paris "]}}]', 'Delete the space, unless it is meant.'],
  ...['/paris/i', '.*Paris.*', '^Paris$', 'Par[a-z]s', 'Paris|London'].map((part): [string, string] => [
    `tests: [{chat: hi, expect: {contains: "${part}"}}]`,
    'Write the text itself; of a list, any is right',
  ]),
  ['tests: [{get: /m, expect: {json: {"/data[0]/id": x}}}]', 'Write `/data/0/id` for the item of a list.'],
  ['tests: [{post: /v1/chat/completions, json: {prompt: hi}}]', 'Add `messages`.'],
  ['tests: [{post: /v1/completions, json: {messages: []}}]', 'Add `prompt`.'],
  ['tests: [{post: /api/v1/embeddings, json: {inputs: hi}}]', 'Add `input`.'],
  ['tests: [{chat: hi, path: /v1/completions}]', 'Write `post: …` with `json: …` for another request.'],
  ['tests: [{chat: hi, path: /api/generate}]', 'Write `post: …` with `json: …` for another request.'],
  [
    'tests: [{post: /generate, json: {inputs: Say Paris}, expect: {contains: Paris}}]',
    'Write what only a right answer',
  ],
  ['envs: {PATH: "/opt/bin:$PATH"}', '`${KEY}` with KEY set in `variables`'],
  ['envs: {LD_LIBRARY_PATH: $LD_LIBRARY_PATH:/opt/lib}', '`${KEY}` with KEY set in `variables`'],
  ['tests: [{post: /v1/embeddings}]', 'Write it as `json: …` or `text: …`.'],
  ...['Local', 'loacl', 'ssd', 'emptyDir'].map((type): [string, string] => [
    `volumeMounts: [{type: ${type}, size: 50, mountPath: /d}]`,
    'Write `local` for a disk of the worker.',
  ]),
  ['volumeMounts: [{type: local, size: 50, mountPath: /}]', 'Mount it at a folder of its own, such as `/data`.'],
  ['volumeMounts: [{type: local, size: 50, mountPath: /usr/}]', 'Mount it at a folder of its own'],
  [
    'volumeMounts: [{type: local, size: 5, mountPath: /d}, {type: local, size: 5, mountPath: /d/}]',
    'Give each volume a unique `mountPath`.',
  ],
  ...[
    ...['<<: {a: b}', 'workerConfig: {<<: {a: b}}', 'envs: {<<: {a: b}}', 'tests: [{post: /x, json: {<<: {a: b}}}]'],
    ...['tests: [{get: /x, headers: {<<: {a: b}}}]', 'tests: [{get: /x, expect: {json: {<<: {a: b}}}}]'],
  ].map((merge): [string, string] => [merge, noMerge]),
])('%s', ([added, says]) => {
  const { issues } = parseText(`${head}${added}\n`);
  expect(issues.map(({ hint }) => hint)).toEqual([expect.stringContaining(says)]);
});

const product = 'Write the ID of a product, which the console and an export show: `products: [SL-serverless-3]`.';
const address = 'Write, for example, `image: ghcr.io/acme/llama:1.4.0`.';
const tag = 'Write the tag or the digest behind the repository, such as `ghcr.io/acme/llama:1.4.0`.';
const command = 'image:\n  image: a:1\n  command: ';
const noBackslash = 'Delete it: YAML joins the lines of plain text, and of a text below `>-`.';

/** In the place of a part of the sound spec, the image unless told otherwise. */
test.for<[string, string, string?]>([
  ...[
    'ghcr.io/acme/llama:$TAG',
    'https://ghcr.io/x',
    ':2',
    'Qwen/Qwen3-8B',
    '"a: b"',
    '{image: "docker://ghcr.io/X:1"}',
  ].map((image): [string, string] => [`image: ${image}`, address]),
  ['image: acme/whisper:', 'Write what belongs behind it, such as the tag of an image.'],
  ['image: acme/whisper: 1', 'Delete the space behind its `:`.'],
  ['image: hub.docker.com/r/vllm/vllm-openai', 'Write, with its tag, `vllm/vllm-openai:…`.'],
  ['image: github.com/acme/llama:1', 'Write, with its tag, `ghcr.io/acme/llama:…`.'],
  ...[
    'localhost:5000/llama:1',
    'host.docker.internal:5000/a:1',
    '192.168.1.5/a:1',
    '172.16.0.9:5000/a:1',
    'nas.local/a:1',
  ].map((near): [string, string] => [`image: ${near}`, 'Push it to a registry on the internet.']),
  ...[
    ...['rocm/vllm:1', 'vllm/vllm-openai-cpu:v1', 'ghcr.io/x/text-embeddings-inference:cpu-1.8', 'a/b:1-xpu'],
    ...['ghcr.io/ggml-org/llama.cpp:server', 'ghcr.io/ggml-org/llama.cpp:full-b4719'],
  ].map((image): [string, string] => [`image: ${image}`, 'Write the reference of the build for CUDA.']),
  ['image: {repository: acme/whisper}', 'Write the whole reference as one text: `image: ghcr.io/acme/llama:1.4.0`.'],
  ['image:a:1', 'Write it as in `name: llama-prod`.'],
  ['```yaml\nname: llama', 'Delete the lines that start with ``` or ~~~.', 'name: llama'],
  ['~~~yaml\nname: llama', 'Delete the lines that start with ``` or ~~~.', 'name: llama'],
  ['["80:3000"]', 'Write, for example, `ports: [8000]`.', '[8000]'],
  ['3000', 'Write, for example, `ports: [8000]`.', '[8000]'],
  ['image: {image: a:1, username: x}', 'Save the login in the console of the service, and write its ID as `authId`.'],
  [
    'image: {image: a:1, authId: "a:ghp_0123456789"}',
    'Delete it here, revoke it, save the new login in the console of the service, and write its ID here.',
  ],
  ['{gpu: A100}', 'Write, for example, `products: [SL-serverless-3]`.', '[p]'],
  ['[{gpu: A100}]', product, '[p]'],
  ...['A100', 'h100-80GB', 'L40S', 'RTX 4090', 'NVIDIA T4'].map((gpu): [string, string, string] => [
    `[${gpu}]`,
    product,
    '[p]',
  ]),
  ...['["SL-1, SL-2"]', '[SL-1 SL-2]', '["SL-1:2"]', '[4090]'].map((ids): [string, string, string] => [
    ids,
    product,
    '[p]',
  ]),
  ['[{name: RTX 4090, count: 1}]', product, '[p]'],
  [
    '[<product-id>]',
    'Write the value, or `${KEY}` with KEY set in `variables`; a secret belongs in `secret-envs`.',
    '[p]',
  ],
  ['[{name: http, port: 8000}]', 'Write the port alone: `ports: [8000]`.', '[8000]'],
  ['[{containerPort: 8000}]', 'Did you mean `ports`?', '[8000]'],
  ['[2222]', 'Write, for example, `ports: [8000]`.', '[8000]'],
  ...['latest', 'main', 'ghcr.io/acme/llama', '{image: "registry.example:5000/llama"}'].map(
    (image): [string, string] => [`image: ${image}`, tag],
  ),
  [`${command}--model a \\\n    --port 8000`, noBackslash],
  [`${command}--model a\\\n    --port 8000`, noBackslash],
  [`${command}--model a --port 8000 \\`, noBackslash],
  [`${command}>-\n    --model a \\\n    --port 8000`, noBackslash],
  [`${command}–model a`, 'It has U+2013, a dash that is not the plain one; write `--`.'],
  [`${command}--model\u00a0a`, 'It has U+00A0, a space that is not the plain one; write plain spaces.'],
  [`${command}--chat-template “x”`, 'It has U+201C, a typographic quote; write `"` or `\'`.'],
  ...['docker run --gpus all vllm/vllm-openai', '$ sudo podman run a/b', '--ipc=host --model a', '-p 80:80 a'].map(
    (words): [string, string] => [
      `${command}${words}`,
      'Write what stands behind the image there; the image itself as `image`.',
    ],
  ),
  [`${command}|\n    --model a\n    --port 8000`, 'Write `>-` instead of `|`: it joins the lines with spaces.'],
  [`${command}[--model, Qwen/Qwen3-8B]`, 'Write one text: `command: --model Qwen/Qwen3-8B`.'],
  [`${command}[serve, it's, "a b"]`, "Write one text: `command: serve 'it'\\''s' 'a b'`."],
  [`${command}[serve, --api-key, abcdef]`, 'Write, for example, `command: --model meta-llama/Llama-3.1-8B-Instruct`.'],
])('%s → %s', ([after, says, before = 'image: a:1']) => {
  const { issues } = parseText(head.replace(before, after));
  expect([...new Set(issues.map(({ hint }) => hint))]).toEqual([says]);
});

test.for<[string, string]>([
  ['image: a:1', 'image: a:latest'],
  ...[
    'ghcr.io/ggml-org/llama.cpp:server-cuda',
    'ghcr.io/acme/llama.cpp:server',
    'a/cpu-and-cuda:1',
    'cpu.example.com/a:1',
    '172.32.0.9/a:1',
    'a/occupy:1',
  ].map((image): [string, string] => ['image: a:1', `image: ${image}`]),
  ['[p]', '[p]\nenvs: {PRICE: US$PATH, RULE: "a:$PATHS"}'],
  ['[p]', '[p]\ntests: [{post: /v1/completions, json: {prompt_embeds: a}}, {chat: hi, path: /x/chat/completions}]'],
  ['[p]', '[p]\ntests: [{post: /v1/embeddings, json: {inputs: a}, expect: {status: 400}}]'],
  ['image: a:1', `image: ghcr.io/acme/llama@sha256:${'a'.repeat(64)}`],
  ['image: a:1', `${command}>-\n    --model a\n    --port 8000`],
  ['image: a:1', `${command}|\n    --model a --port 8000\n`],
  ['image: a:1', `${command}|\n    bash -c '\n    a \\\n    b\n    '`],
  ['[p]', '[p]\nenvs: {"<<": a}'],
  ['[p]', '[p]\nenvs: {discovery.type: single-node, EOS: <unk>, TOOLS: <tool_call>}'],
  ['[p]', '[p]\ntests: [{chat: Say it with $100 – now, expect: {contains: "C:/x (a+b)"}}]'],
  ['[p]', '[p]\ntests: [{post: /reload, expect: {status: 204}}]'],
  ['[p]', '[p]\ntests: [{get: /v1/chat/completions, expect: {status: 405}}]'],
  ['[p]', '[p]\nenvs:\n  CERT: |\n    a\n    b\n'],
  ['[p]', '[p]\ntests: [{chat: What is the capital of France?, expect: {contains: Paris}}]'],
  ['[p]', '[p]\ntests: [{post: /v1/embeddings, json: {input: hi, model: embedding}, expect: {contains: embedding}}]'],
])('%s → %s is meant so', ([before, after]) => {
  expect(parseText(head.replace(before, after)).issues).toEqual([]);
});

test('variables that no spec names are told, unless a spec could not be read whole', () => {
  const variables = { TAG: '1', UNUSED: '2', ESCAPED: '3' };
  const text = 'name: a\nimage: a:${TAG}\nenvs: {A: "$${ESCAPED}"}\n';
  const told = (spec: string, inputs = {}) =>
    unusedVariables(new Map(Object.entries(variables)), parseText(spec, { variables, ...inputs }).documents);
  expect(told(text).map(({ message }) => message)).toEqual([
    'no field that is used contains `${UNUSED}`, so the variable `UNUSED` changes nothing',
    'no field that is used contains `${ESCAPED}`, so the variable `ESCAPED` changes nothing',
  ]);
  const both = `${text}---\nname: "b-\${UNUSED}\${ESCAPED}"\n`;
  expect(told(both)).toEqual([]);
  expect(told(both, { image: 'b:1' }).map(({ message }) => message)).toEqual([expect.stringContaining('`TAG`')]);
  expect(told(`${text}oops: 1\n`)).toEqual([]);
});

test.for<[string, string | undefined]>([
  ...['secrets.HF_TOKEN', 'vars.MODEL', 'steps.build.outputs.digest', 'github.token'].map((name): [string, string] => [
    `A=${name}`,
    'is the name of a value',
  ]),
  ['HF_TOKEN=HF_TOKEN', 'is the name of a value'],
  ['A=secrets.yaml', undefined],
  ['A=github.com', undefined],
  ['A=***', 'is what a log shows'],
  ['A=null', 'is what an expression or `jq` leaves'],
  ['A=ghcr.io/acme/llama:undefined', 'is what an expression or `jq` leaves'],
  ['A=[object Object]', 'is what an expression or `jq` leaves'],
  ['A=<your token>', 'is a placeholder'],
  ['A=your_token_here', 'is a placeholder'],
  ['A=nullable', undefined],
  ['A=<unk>', undefined],
  ['A=hf_abcdefgh1234 # production', 'is followed by other words'],
  ['A=abc # production', 'is followed by other words'],
  ['A=hf_abcdefgh1234 (read)', 'is followed by other words'],
  ['A=see issue #12', undefined],
  ['A={"color": "a #b"}', undefined],
  ['A="x', 'has a quote at only one end'],
  ["A=x'", 'has a quote at only one end'],
  ["A=it's", undefined],
  ['A=x\u00a0', 'starts or ends with a space'],
  ['A=x,B=y', 'second entry'],
  ['A=x B=y', 'second entry'],
  ['A=x\tB=y', 'second entry'],
  ['A=https://x.example/?a=b,c=d', undefined],
  ['A<<END\nexport X=1\n B=2\nEND', undefined],
  ['A=$TOKEN', 'nothing fills'],
  ['A="x"', 'in quotes'],
  ['A=x ', 'starts or ends with a space'],
  ['A=eyJh.x==', undefined],
])('the entry %j of `secret-envs` or `variables`', ([text, says]) => {
  const messages = warnOddValues('secret-envs', parsePairs(text)).map(({ message }) => message);
  expect(messages).toEqual(says === undefined ? [] : [expect.stringContaining(says)]);
});

test.for<[string, boolean]>([
  ['envs: {EOS_TOKEN: </s>, PAD_TOKEN: x}', false],
  ['envs: {TOOL_CALL_TOKEN: <tool_call>}', false],
  ['tests: [{post: /x, json: {eos_token: "<|im_end|>"}}]', false],
  ['image: {image: "a:1", command: "--eos-token </s>"}', false],
  ['envs: {HF_TOKEN: abc}', true],
  ['tests: [{post: /x, json: {token: abc}}]', true],
])('a secret in clear: %s', ([added, isSecret]) => {
  const { issues } = parseText(`${head.replace(added.startsWith('image') ? 'image: a:1\n' : '-', '')}${added}\n`);
  expect(issues.map(({ code }) => code)).toEqual(isSecret ? ['secret-literal'] : []);
});

test.for<[string, string]>([
  ['apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 1}\n', 'a Kubernetes manifest'],
  ['version: "3"\nservices:\n  web: {image: a, ports: ["80:80"]}\n', 'a Docker Compose file'],
  ['name: a\ntemplateId: x\ngpuIds: AMPERE_80\nworkersMin: 0\n', 'a description for RunPod'],
  ['EndpointName: a\nProductionVariants: []\n', 'a description for SageMaker'],
  ['name: CI\non: push\njobs: {}\n', 'a GitHub workflow'],
  [
    'name: a\nmodel: {repository: a/b}\ncompute: {accelerator: gpu}\nprovider: {vendor: aws}\n',
    'a description for Hugging Face',
  ],
  ['resources: {accelerators: "A100:1"}\nservice: {replicas: 2}\nrun: vllm serve a\n', 'a SkyPilot task'],
  ['build: {gpu: true}\npredict: predict.py:P\npython_version: "3.11"\n', 'a description for Cog or Truss'],
  ['model_name: a\npython_version: py311\nresources: {}\n', 'a description for Cog or Truss'],
  ['{"compute": {"accelerator": "gpu"}, "model": {"repository": "a/b"}}', 'a description for Hugging Face'],
])('a file of something else is one sentence: %j', ([text, kind]) => {
  const { issues } = parseText(text);
  expect(issues.map(({ message }) => message)).toEqual([`the file is ${kind} and no endpoint spec`]);
});

test.for<[string, string, string]>([
  ['command', 'depoly', 'Did you mean `deploy`? Allowed: '],
  ['command', 'stop', 'Did you mean `park`?'],
  ['command', 'up', 'Did you mean `deploy`?'],
  ['command', 'destroy', 'Did you mean `delete`?'],
  ['command', 'rollback', 'docs/recipes/rollback.md says how it is done'],
  ['environment', 'prod', 'Write it at the job'],
  ['wait', 'rolout', 'Did you mean `rollout`?'],
  ['on-failure', 'rollback', 'Did you mean `restore`?'],
  ['resolve-image', 'digest', 'Did you mean `pin`?'],
  ['wait-timeout', '20 min', 'Write `20m`.'],
  ['wait-timeout', '1 hour', 'Write `1h`.'],
  ['wait-timeout', '1200000', 'If these are milliseconds, write `20m`.'],
  ['base-url', 'https://a.example/docs/api', 'Remove `/docs/api`'],
  ['image', `sha256:${'a'.repeat(64)}`, '`ghcr.io/acme/llama@sha256:aaa'],
  ['image', 'ghcr.io/acme/llama:sha-', 'Add what belongs after it'],
  ['image', 'ghcr.io//llama:1', 'Add what belongs after it'],
  ['image', 'ghcr.io/acme/llama:feature/x', '`ghcr.io/acme/llama:feature-x`'],
  ...['name', 'image', 'endpoint-id', 'api-key', 'github-token', 'spec'].flatMap((input) => [
    [input, 'vars.NAME', 'write it as an expression'] as [string, string, string],
    [input, 'llama-null', 'Check the name of what the expression reads.'] as [string, string, string],
  ]),
  ['api-key', '***', 'Pass the secret'],
  ['name', 'Object', 'Check the name of what the expression reads.'],
  ['base-url', 'https://www.novita.ai/gpus', 'Write `https://api.novita.ai`.'],
  ['image', 'v1.4.0', '`ghcr.io/acme/llama:v1.4.0`'],
  ...['$IMAGE', '%IMAGE%', '$env:IMAGE', 'ghcr.io/acme/llama:$TAG', 'a:%TAG%', 'a:{{ tag }}'].map(
    (image): [string, string, string] => ['image', image, 'In a workflow write `${{ … }}`.'],
  ),
  ...['{{ .Values.name }}', '%NAME%'].map((name): [string, string, string] => [
    'name',
    name,
    'In a workflow write `${{ … }}`.',
  ]),
  ['image', 'ghcr.io/acme/llama:1\nghcr.io/acme/llama:2', 'Write one of them, such as `ghcr.io/acme/llama:1`.'],
  ['image', 'ghcr.io/acme/llama:1, ghcr.io/acme/llama:2', 'Write one of them, such as `ghcr.io/acme/llama:1`.'],
  ['wait', 'true', 'Did you mean `ready`?'],
  ['wait', 'false', 'Did you mean `none`?'],
  ['base-url', 'api.novita.ai', 'Write `https://api.novita.ai`.'],
  ['image', 'https://ghcr.io/x:1', '`ghcr.io/x:1`'],
  ['preview', 'label=x max-age=14d', 'Write each on a line of its own'],
  ['preview', 'drafts=true, workers=2', 'Write each on a line of its own'],
  ['variables', 'MIN: 1', 'Write `=` in the place of `:`. Write one `KEY=VALUE` per line, with nothing before KEY'],
  ['secret-envs', 'HF_TOKEN: hf_1', 'Write `=` in the place of `:`.'],
  ['secret-envs', '{\n "HF_TOKEN": "hf_1"}', 'This looks like JSON. Write one `KEY=VALUE` per line'],
  ['secret-envs', 'export HF_TOKEN=hf_1', 'Delete the word before KEY.'],
  ['secret-envs', 'HF_TOKEN', 'KEY has no value.'],
  [
    'secret-envs',
    '# of the model\nHF_TOKEN=hf_1',
    'Delete the line: each line is an entry. Write the comment above the input.',
  ],
  ['variables', 'MIN=1\n  // at night', 'Delete the line: each line is an entry.'],
  ...['min-num', 'gpu', 'ports', 'model'].map((field): [string, string, string] => [
    field,
    '1',
    'It is a field of the spec: write it in the file that `spec` names.',
  ]),
  ['tag', 'v1', 'Write the whole reference as `image`'],
  ['working-directory', 'deploy', 'Write the path in `spec`'],
  ['name', 'https://llama.novita.ai', 'Write the name of the endpoint'],
  ['endpoint-id', 'https://llama.novita.ai', 'Write the ID; the command `list` shows all IDs.'],
  ['dry-run', 'true', 'Use the command `plan`, which writes nothing.'],
])('the input %s: %s', ([name, value, says]) => {
  const given: Record<string, string> = {
    'base-url': 'https://a.example',
    'api-key': 'key-of-the-account',
    [name]: value,
  };
  const { problems } = parseInputs({ get: (input) => given[input], names: Object.keys(given), env: () => undefined });
  expect(problems).toEqual([{ input: name, message: expect.anything(), hint: expect.stringContaining(says) }]);
});

test('a file of an old Mac, whose lines end with CR, is read', () => {
  const { documents, issues } = parseText(head.replaceAll('\n', '\r'));
  expect(documents.map(({ spec }) => [spec?.name, spec?.ports])).toEqual([['llama', [8000]]]);
  expect(issues).toEqual([]);
});
