/** Places of one spec that contradict each other, so that no worker would become healthy, or no test pass. */

import type { EndpointConfig } from '../model/config.ts';
import { quote } from '../shown-text.ts';
import { brokenRules, type Issue, type IssuePath, type Rule, type SpecDocument } from '../spec/issue.ts';

/** As servers of models, and the web servers below them, call their options, and envs for them. */
const options = {
  port: '--port --http-port --server-port --bind -b PORT UVICORN_PORT GRADIO_SERVER_PORT OLLAMA_HOST',
  host: '--host --server-name --listen --bind -b HOST UVICORN_HOST GRADIO_SERVER_NAME OLLAMA_HOST',
  tensor: '--tensor-parallel-size -tp --tp --tp-size --num-shard',
  pipeline: '--pipeline-parallel-size -pp --pp-size',
  data: '--data-parallel-size -dp --dp --dp-size',
  served: '--served-model-name --alias --lora-modules --enable-lora',
  model: '--model --model-path',
  key: '--api-key',
} as const;

/** The last option of a kind, and its values. */
function readOption(words: readonly string[], option: keyof typeof options) {
  const names = new Set(options[option].split(' '));
  const at = words.findLastIndex((word) => names.has(word));
  const rest = at < 0 ? [] : words.slice(at + 1);
  const end = rest.findIndex((word) => word.startsWith('-'));
  return { name: words[at] ?? '', values: end < 0 ? rest : rest.slice(0, end) };
}

/** What of a configuration a place can contradict: its own spec's, or the desired one. */
type Contradicted = { ports?: readonly number[]; workerConfig?: Partial<EndpointConfig['workerConfig']> };

/** Warnings at what the spec gives; that of a live endpoint is not shown. */
export function checkContradictions(document: SpecDocument, config: Contradicted): Issue[] {
  const { image = {}, envs = [] } = document.readable;
  const { command, entrypoint = '' } = image;
  const text = `${entrypoint} ${command ?? ''}`.trim();
  const split = text.split(/[\s="']+/).map((word) => (word.startsWith('--') ? word.replaceAll('_', '-') : word));
  // Of several programs, such as a proxy and a server, each has options of its own.
  const words = /[;&|\n]/.test(text) ? [] : split;
  const path = ['image', command === undefined ? 'entrypoint' : 'command'];
  const rules = [
    ...addressRules(document, { config, path, words }),
    ...envs.flatMap(({ key, value }, index) =>
      addressRules(document, { config, path: ['envs', index, 'value'], words: [key, value] }),
    ),
    ...serverRules(document, { config, path, words }),
  ];
  return brokenRules(document, rules, 'warning');
}

interface Server {
  config: Contradicted;
  /** Where the words stand. */
  path: IssuePath;
  words: readonly string[];
}

/** Values of envs are not shown. */
function addressRules({ readable: { healthy = {} } }: SpecDocument, { config, path, words }: Server): Rule[] {
  const [port, host] = [readOption(words, 'port'), readOption(words, 'host')];
  const listens = Number(/^(?:.*:)?(\d+)$/.exec(port.values[0] ?? '')?.[1]);
  const address = host.values[0]?.replace(/:\d+$/, '') ?? '';
  const { ports = [] } = config;
  return [
    [
      ports.length > 0 && listens > 0 && ![...ports, healthy.port].includes(listens),
      path,
      `sets \`${port.name}\` to another port than \`ports\`, which is ${ports.join(', ')}`,
      'Write the same port in both: requests and health checks go to that of `ports`.',
    ],
    [
      /^(?:127\.0\.0\.1|localhost)$/.test(address),
      path,
      `sets \`${host.name}\` to an address inside of the container, and requests come from outside`,
      `Write \`0.0.0.0\` there.`,
    ],
  ];
}

function serverRules({ readable }: SpecDocument, { config: { workerConfig = {} }, path, words }: Server): Rule[] {
  const { image = {}, tests = [] } = readable;
  const of = (option: keyof typeof options) => readOption(words, option);
  const shards = (['tensor', 'pipeline', 'data'] as const).map((option) => Number(of(option).values[0] ?? 1));
  const gpus = shards.reduce((product, each) => product * each, 1);
  const { gpuNum = gpus, requestTimeout = Number.POSITIVE_INFINITY } = workerConfig;
  const [served, [loaded = '']] = [of('served'), of('model').values];
  // A server calls a model of Hugging Face by its ID, unless it is told another name.
  const names = served.name ? served.values : /^[\w.-]+\/[\w.-]+$/.test(loaded) ? [loaded] : [];
  const asked = tests.find(({ model }) => model !== undefined && names.length > 0 && !names.includes(model))?.model;
  const isTwice = /(?:^|\/)vllm-openai[:@]/.test(image.image ?? '') && /^(?:vllm|python3?)$/.test(words[0] ?? '');
  return [
    [
      gpus > gpuNum,
      path,
      `has a model on ${gpus} GPUs, and \`workerConfig.gpuNum\` is ${gpuNum}`,
      'Write the same number in both: the server starts only where it finds all of its GPUs.',
    ],
    [
      asked !== undefined,
      path,
      `has \`${served.name || of('model').name}\`, which does not name the \`model\` ${quote(asked ?? '')} of a test`,
      'Write the same name in both.',
    ],
    [
      isTwice && image.entrypoint === undefined,
      path,
      `starts with \`${words[0]}\`, and the image starts the server by itself`,
      'Write the options alone: `--model …`.',
    ],
    ...tests.flatMap((test, index): Rule[] => {
      const { get, post, path: chat = '/v1/', headers = {}, expect: { within = 0 } = {} } = test;
      const isOpen = !Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
      return [
        [
          of('key').name !== '' && isOpen && (get ?? post ?? chat).startsWith('/v1/'),
          ['tests', index],
          'sends no `authorization`, and the command has `--api-key`: the answer will be 401',
          'Add `headers: {authorization: "Bearer ${KEY}"}`, with KEY in `secret-envs`.',
        ],
        [
          within > requestTimeout * 1000,
          ['tests', index, 'expect', 'within'],
          `is longer than \`workerConfig.requestTimeout\` (${requestTimeout} s), after which the service ends a request`,
          'Shorten it, or raise `requestTimeout`.',
        ],
      ];
    }),
  ];
}
