/** Places of one spec that contradict each other or its server, so that no worker would be healthy, or no test pass. */

import type { EndpointConfig } from '../model/config.ts';
import type { Env } from '../model/row.ts';
import { quote } from '../shown-text.ts';
import { brokenRules, type Issue, type IssuePath, type Rule, type SpecDocument } from '../spec/issue.ts';

/** The names of options, and of envs for them, of servers of models and the web servers below them. */
const options = {
  port: '--port --http-port --server-port --bind -b PORT UVICORN_PORT GRADIO_SERVER_PORT OLLAMA_HOST',
  host: '--host --server-name --listen --bind -b HOST UVICORN_HOST GRADIO_SERVER_NAME OLLAMA_HOST',
  tensor: '--tensor-parallel-size -tp --tp --tp-size --num-shard',
  pipeline: '--pipeline-parallel-size -pp --pp-size',
  data: '--data-parallel-size -dp --dp --dp-size',
  devices: 'CUDA_VISIBLE_DEVICES NVIDIA_VISIBLE_DEVICES',
  context: '--max-model-len --max-total-tokens --context-length --ctx-size',
  served: '--served-model-name --alias --lora-modules --enable-lora',
  model: '--model --model-path --model-id MODEL_ID',
  key: '--api-key VLLM_API_KEY',
} as const;

interface Server {
  /** The end of the image's repository, or how the program is started. */
  readonly name: string;
  readonly port: number;
  /** Whether it hears only what comes from inside of its container. */
  readonly isInside?: true;
  /** The paths that answer a health check. */
  readonly paths?: string;
  /** What the image starts by itself, before the command. */
  readonly starts?: RegExp;
  /** The option for the model, without which it serves one of its own. */
  readonly model?: string;
}

/** What servers do unless they are told otherwise. */
const servers: readonly Server[] = [
  {
    name: 'vllm/vllm-openai',
    port: 8000,
    paths: '/health /ping /version /metrics /v1/models',
    starts: /^(?:vllm|python3?)$/,
    model: '--model',
  },
  {
    name: 'huggingface/text-generation-inference',
    port: 80,
    paths: '/health /ping /info /metrics',
    model: '--model-id',
  },
  { name: 'ollama/ollama', port: 11434, paths: '/ /api/version /api/tags /api/ps /v1/models', starts: /^ollama$/ },
  { name: 'sglang.launch_server', port: 30000, isInside: true },
  { name: 'uvicorn', port: 8000, isInside: true },
];

/** An option as it is given, and where; its name is empty where it is not. */
interface GivenOption {
  name: string;
  values: readonly string[];
  path: IssuePath;
}

/** What of a configuration a place can contradict: its own spec's, or the desired one. */
type Contradicted = {
  ports?: readonly number[];
  image?: { command?: string };
  envs?: readonly Env[];
  policy?: Partial<EndpointConfig['policy']>;
  workerConfig?: Partial<EndpointConfig['workerConfig']>;
};

/** Warnings at what the spec gives; that of a live endpoint is not shown. */
export function checkContradictions(document: SpecDocument, config: Contradicted): Issue[] {
  const { image = {}, envs = [] } = document.readable;
  const { command, entrypoint = '' } = image;
  const text = `${entrypoint} ${command ?? ''}`.trim();
  const split = text.split(/[\s="']+/).map((word) => (word.startsWith('--') ? word.replaceAll('_', '-') : word));
  // Several programs, such as a proxy and a server, have options of their own.
  const isSeveral = /[;&|\n]/.test(text);
  const words = isSeveral ? [] : split;
  const path = ['image', command === undefined && entrypoint !== '' ? 'entrypoint' : 'command'];
  const hidden = (config.envs ?? []).filter(({ key }) => !envs.some((env) => env.key === key));
  const places: readonly Omit<GivenOption, 'name'>[] = [
    { path, values: words },
    ...envs.map(({ key, value }, index) => ({ path: ['envs', index, 'value'], values: [key, value] })),
    // What they tell a server is not known.
    ...hidden.map(({ key }) => ({ path: ['envs'], values: [key, '?'] })),
  ];
  const told = (option: keyof typeof options): GivenOption => {
    const names = new Set(options[option].split(' '));
    for (const { path, values } of places) {
      const at = values.findLastIndex((word) => names.has(word));
      const rest = values.slice(at + 1);
      const end = rest.findIndex((word) => word.startsWith('-'));
      if (at >= 0) return { name: values[at] ?? '', values: end < 0 ? rest : rest.slice(0, end), path };
    }
    return { name: '', values: [], path };
  };
  const repository = entrypoint === '' ? `/${image.image}`.replaceAll('@', ':') : '';
  const isOf = ({ name }: Server) => repository.includes(`/${name}:`) || words.join(' ').includes(name);
  const server = isSeveral ? undefined : servers.find(isOf);
  const settings = { told, config, path, words, server };
  return brokenRules(
    document,
    [
      ...serverRules(document, settings),
      ...optionRules(settings),
      ...gpuRules(settings),
      ...requestRules(document, settings),
    ],
    'warning',
  );
}

interface ServerSettings {
  told: (option: keyof typeof options) => GivenOption;
  config: Contradicted;
  /** Where the words stand. */
  path: IssuePath;
  words: readonly string[];
  server: Server | undefined;
}

/** Values of envs are not shown. */
function serverRules(
  { readable, mentions }: SpecDocument,
  { told, config, path, words, server }: ServerSettings,
): Rule[] {
  const { healthy: { path: health = '', port: healthPort } = {}, image: { command } = {} } = readable;
  const [port, host] = [told('port'), told('host')];
  const listens = Number(/^(?:.*:)?(\d+)$/.exec(port.values[0] ?? '')?.[1]);
  const address = host.values[0]?.replace(/:\d+$/, '') ?? '';
  const { ports = [], image = {} } = config;
  const { name = '', port: usual = 0, isInside, paths = '', starts, model } = server ?? {};
  const [first = ''] = words;
  const isKnown = command !== undefined || image.command === '';
  const isModelNamed = told('model').name !== '' || words.includes('--config') || /^[^-]/.test(first);
  return [
    [
      ports.length > 0 && listens > 0 && ![...ports, healthPort].includes(listens),
      port.path,
      `sets \`${port.name}\` to another port than \`ports\`, which is ${ports.join(', ')}`,
      'Write the same port in both: requests and health checks go to that of `ports`.',
    ],
    [
      usual > 0 && port.name === '' && mentions(['ports']) && ports.length > 0 && !ports.includes(usual),
      ['ports'],
      `is ${ports.join(', ')}, and \`${name}\` listens on ${usual} by default`,
      `Write \`ports: [${usual}]\`, or give it the port.`,
    ],
    [
      /^(?:127\.0\.0\.1|localhost)$/.test(address),
      host.path,
      `sets \`${host.name}\` to an address inside of the container, and requests come from outside`,
      `Write \`0.0.0.0\` there.`,
    ],
    [
      isInside === true && host.name === '',
      path,
      `starts \`${name}\`, which hears only requests from inside of the container`,
      'Add `--host 0.0.0.0`.',
    ],
    [
      paths !== '' && health !== '' && !paths.split(' ').includes(health),
      ['healthy', 'path'],
      `is ${quote(health)}, for which \`${name}\` has no answer`,
      `It has ${paths.replaceAll(' ', ', ')}.`,
    ],
    [
      starts?.test(first) === true,
      path,
      `starts with \`${first}\`, and the image starts the server by itself`,
      'Write what follows it alone.',
    ],
    [
      model !== undefined && isKnown && !isModelNamed,
      path,
      `names no model, so \`${name}\` serves its default`,
      `Add \`${model} …\`.`,
    ],
  ];
}

/** Types of numbers that vLLM knows. */
const types = 'auto half float16 bfloat16 float float32'.split(' ');

/** Options that a server does not take as they are meant, or exits for. Values of a command are not shown. */
function optionRules({ words, path, server }: ServerSettings): Rule[] {
  const isVllm = server?.name === 'vllm/vllm-openai';
  const isRepeated = words.filter((word) => word === '--model').length > 1;
  const following = (option: string) => (words.includes(option) ? words[words.lastIndexOf(option) + 1] : undefined);
  const share = Number(following('--gpu-memory-utilization'));
  const type = following('--dtype');
  const short = words.find((word) => /^-[a-z]+(?:-[a-z]+)+$/.test(word));
  return [
    [isRepeated, path, 'gives `--model` twice, and the last one counts', 'Delete one of them.'],
    [
      isVllm && (share > 1 || share <= 0),
      path,
      'has a `--gpu-memory-utilization` that is no share of the memory, from 0 to 1: the server exits',
      'Write, for example, `--gpu-memory-utilization 0.9`.',
    ],
    [
      isVllm && type !== undefined && !types.includes(type),
      path,
      'has a `--dtype` that vLLM does not know: the server exits',
      `It knows ${types.join(', ')}.`,
    ],
    [
      isVllm && words.includes('--enable-auto-tool-choice') && !words.includes('--tool-call-parser'),
      path,
      'has `--enable-auto-tool-choice` without `--tool-call-parser`: the server exits',
      'Add the parser of the model, such as `--tool-call-parser hermes`.',
    ],
    [isVllm && short !== undefined, path, `has \`${short}\` with one dash: the server exits`, `Write \`-${short}\`.`],
  ];
}

/** How many GPUs the server takes, and how many a worker has. */
function gpuRules({ told, path, config: { workerConfig = {} } }: ServerSettings): Rule[] {
  const shards = (['tensor', 'pipeline', 'data'] as const).map(told);
  const gpus = shards.reduce((product, { values }) => product * Number(values[0] ?? 1), 1);
  const { gpuNum = Number.POSITIVE_INFINITY } = workerConfig;
  const devices = told('devices');
  const [list = ''] = devices.values;
  const ids = list.split(',');
  const needed = /^(?:none|void)?$/.test(list) ? 0 : Math.max(ids.length, ...ids.map((id) => Number(id) + 1 || 0));
  return [
    [
      gpus > Math.max(1, gpuNum),
      path,
      `has a model on ${gpus} GPUs, and \`workerConfig.gpuNum\` is ${gpuNum}`,
      'Write the same number in both: the server starts only where it finds all of its GPUs.',
    ],
    [
      devices.name !== '' && (needed === 0 || needed > gpuNum),
      devices.path,
      needed === 0 ? 'hides all GPUs' : `needs ${needed} GPUs, and \`workerConfig.gpuNum\` is ${gpuNum}`,
      'Delete it: a container has only the GPUs of its worker.',
    ],
  ];
}

/** What requests ask for, and what the server or the service lets them have. */
function requestRules({ readable, mentions }: SpecDocument, { told, config, path }: ServerSettings): Rule[] {
  const { tests = [] } = readable;
  const { policy = {}, workerConfig: { requestTimeout = Number.POSITIVE_INFINITY } = {} } = config;
  const [served, key, context] = [told('served'), told('key'), told('context')];
  const [loaded = ''] = told('model').values;
  // A server calls a model of Hugging Face by its ID, unless it is told another name.
  const names = served.name ? served.values : /^[\w.-]+\/[\w.-]+$/.test(loaded) ? [loaded] : [];
  const asked = tests.find(({ model }) => model !== undefined && names.length > 0 && !names.includes(model))?.model;
  return [
    [
      asked !== undefined,
      path,
      `has \`${served.name || told('model').name}\`, which does not name the \`model\` ${quote(asked ?? '')} of a test`,
      'Write the same name in both.',
    ],
    [
      policy.type === 'queue' && Number(policy.value) > requestTimeout && mentions(['policy', 'value']),
      ['policy', 'value'],
      `lets a request wait for ${policy.value} s, and \`workerConfig.requestTimeout\` ends it after ${requestTimeout} s`,
      'Lower it, or raise `requestTimeout`.',
    ],
    ...tests.flatMap((test, index): Rule[] => {
      const { get, post, chat, path: chatPath = '/v1/', headers = {} } = test;
      const { 'max-tokens': maxTokens = chat === undefined ? 0 : 256 } = test;
      const isOpen = !Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
      const at = ['tests', index];
      return [
        [
          key.name !== '' && isOpen && (get ?? post ?? chatPath).startsWith('/v1/'),
          at,
          `sends no \`authorization\`, and the server has \`${key.name}\`: the answer will be 401`,
          'Add `headers: {authorization: "Bearer ${KEY}"}`, with KEY in `secret-envs`.',
        ],
        [
          maxTokens >= Number(context.values[0]),
          [...at, 'max-tokens'],
          `is ${maxTokens}, and \`${context.name}\` leaves ${context.values[0]} tokens for question and answer`,
          'Lower it, or raise the other.',
        ],
      ];
    }),
  ];
}
