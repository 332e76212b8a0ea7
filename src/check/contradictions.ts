/** Places of one spec that contradict each other or its server, so that no worker would be healthy, or no test pass. */

import type { EndpointConfig } from '../model/config.ts';
import type { Env } from '../model/row.ts';
import { quote } from '../shown-text.ts';
import { askedModel, maxTokensOf } from '../spec/asked.ts';
import { brokenRules, type Issue, type IssuePath, type Rule, type SpecDocument } from '../spec/issue.ts';
import { embedding, envsOfOthers, isGuarded, noServer, options, type Server, servers, vllmTypes } from './servers.ts';

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
  volumeMounts?: readonly { mountPath: string }[];
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
  const repository = entrypoint === '' ? `/${image.image ?? ''}:`.replaceAll('@', ':') : '';
  const programs = ` ${words.map((word) => word.replace(/^.*\//, '')).join(' ')} `;
  const isOf = ({ name, image, program = '' }: Server) =>
    (image?.test(repository) ?? (program !== '' || repository.includes(`/${name}:`))) &&
    (program === '' || programs.includes(` ${program} `));
  const server = servers.find(isOf);
  // A command that the spec leaves out may be a live one.
  const isKnown = command !== undefined || config.image?.command === '';
  const settings = {
    told,
    config,
    path,
    words,
    isKnown,
    isHiding: hidden.some(({ key }) => /HOME|CACHE|DIR|PATH|MODEL|ROOT|STOR/i.test(key)),
    server: isSeveral ? undefined : server,
  };
  return brokenRules(
    document,
    [
      ...startRules(text, { ...settings, server }),
      ...serverRules(document, settings),
      ...optionRules(settings),
      ...volumeRules(document, settings),
      ...gpuRules(document, settings),
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
  /** Whether the words are all that starts the server. */
  isKnown: boolean;
  /** Whether envs that the spec does not give may name folders. */
  isHiding: boolean;
  server: Server | undefined;
}

/** How the container starts. */
function startRules(
  text: string,
  { path, isKnown, server: { starts, begin = '' } = noServer }: ServerSettings,
): Rule[] {
  const first = /^\S*/.exec(text)?.[0] ?? '';
  const isShell =
    /^(?:\/bin\/)?(?:ba|da)?sh$/.test(first) || /\s(?:&&|\|\|)\s/.test(text.replaceAll(/"[^"]*"|'[^']*'/g, ''));
  const isStarted = starts?.test(first) === true;
  const isNone = starts ? first !== '' && first !== begin && !isStarted && !isShell : /^(?:-|$)/.test(first);
  return [
    [
      isStarted,
      path,
      `starts with \`${first}\`, and the image starts the server by itself`,
      'Write what follows it alone.',
    ],
    [
      starts !== undefined && isShell,
      path,
      'is for a shell, and the image starts the server by itself',
      'Write the options of the server alone, or give the shell as `entrypoint`.',
    ],
    [begin !== '' && isKnown && isNone, path, 'starts no server, nor does the image', `Begin it with \`${begin}\`.`],
  ];
}

/** Values of envs are not shown. */
function serverRules(
  { readable, mentions }: SpecDocument,
  { told, config, path, words, isKnown, server }: ServerSettings,
): Rule[] {
  const { healthy: { path: health = '', port: healthPort } = {}, envs = [] } = readable;
  const [port, host, named, parallel] = [told('port'), told('host'), told('model'), told('parallel')];
  // Elsewhere `-b` is the size of a batch.
  const form = port.name === '-b' ? /:(\d+)$/ : /^(?:.*:)?(\d+)$/;
  const listens = Number(form.exec(port.values[0] ?? '')?.[1]);
  const address = host.values[0]?.replace(/:\d+$/, '') ?? '';
  const { ports = [], workerConfig: { maxConcurrent = 0 } = {} } = config;
  const { name, port: usual = 0, isInside, isVllm = false, paths = '', model } = server ?? noServer;
  const [first = ''] = words;
  const isOption = named.name.startsWith('--');
  const isModelNamed = isOption || (named.name !== '' && !isVllm) || words.includes('--config') || /^[^-]/.test(first);
  const hasPath = paths
    .split(' ')
    .some((each) => (/.\/$/.test(each) ? health.startsWith(each) : health.replace(/\?.*/, '') === each));
  const keys = (config.envs ?? []).map(({ key }) => key);
  const hasToken = ['HF_TOKEN', 'HUGGING_FACE_HUB_TOKEN', 'HF_API_TOKEN'].some((key) => keys.includes(key));
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
      `Add \`${name === 'ComfyUI' ? '--listen' : '--host'} 0.0.0.0\`.`,
    ],
    [
      paths !== '' && health !== '' && healthPort === undefined && !hasPath,
      ['healthy', 'path'],
      `is ${quote(health)}, for which \`${name}\` has no answer`,
      `It has ${paths.replaceAll(' ', ', ')}.`,
    ],
    [
      told('key').name !== '' && isVllm && isGuarded(health, server),
      ['healthy', 'path'],
      `is ${quote(health)}, which needs the key of \`${told('key').name}\`, and a health check sends none`,
      'Write `/health`.',
    ],
    [
      model !== undefined && isKnown && !isModelNamed,
      path,
      `names no model, so \`${name}\` serves its default`,
      `Add \`${model} …\`.`,
    ],
    [
      model !== undefined && isOption && named.name !== model,
      path,
      `has \`${named.name}\`, which \`${name}\` does not know: the server exits`,
      `Write \`${model}\`.`,
    ],
    [
      (model !== undefined || isVllm) && /^https?:|^hf\.co\/|^[\w.-]+:[\w.-]+$/.test(named.values[0] ?? ''),
      path,
      `names a model by an address, or as Ollama does, and \`${name}\` takes its ID at Hugging Face`,
      'Write, for example, `Qwen/Qwen2.5-7B-Instruct`.',
    ],
    [
      server !== undefined &&
        mentions(['workerConfig', 'maxConcurrent']) &&
        Number(parallel.values[0]) > 0 &&
        maxConcurrent >= 2 * Number(parallel.values[0]),
      ['workerConfig', 'maxConcurrent'],
      `is ${maxConcurrent}, and \`${parallel.name}\` lets a worker answer ${parallel.values[0]} at once`,
      'Write the same number in both.',
    ],
    ...keys.map((key): Rule => {
      const index = envs.findIndex((env) => env.key === key);
      const at = ['envs', ...(index < 0 ? [] : [index, 'key'])];
      const isToken = !hasToken && /^(?:HF|HUGGING_?FACE)_(?:\w+_)?(?:TOKE?N|KEY)$/i.test(key);
      const isOption = isVllm && envsOfOthers.includes(key);
      const option = key
        .replace(/^MODEL_.*/, 'model')
        .toLowerCase()
        .replaceAll('_', '-');
      const hint = isToken ? 'Call it `HF_TOKEN`.' : `Write it as \`--${option}\` in \`command\`.`;
      const isBroken = model !== undefined && (isToken || isOption);
      const what = index < 0 ? `has \`${key}\`, which` : 'is an env that';
      return [isBroken, at, `${what} \`${name}\` does not read`, hint];
    }),
  ];
}

/** The word behind the last one of an option; undefined without it. */
const following = (option: string, words: readonly string[]) =>
  words.includes(option) ? words[words.lastIndexOf(option) + 1] : undefined;

/** Options that a server does not take as they are meant, or exits for. Values of a command are not shown. */
function optionRules({ words, path, server: { isVllm = false } = noServer }: ServerSettings): Rule[] {
  const isRepeated = words.filter((word) => word === '--model').length > 1;
  const share = Number(following('--gpu-memory-utilization', words));
  const type = following('--dtype', words);
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
      isVllm && type !== undefined && !vllmTypes.includes(type),
      path,
      'has a `--dtype` that vLLM does not know: the server exits',
      `It knows ${vllmTypes.join(', ')}.`,
    ],
    [
      isVllm && words.includes('--enable-auto-tool-choice') && !words.includes('--tool-call-parser'),
      path,
      'has `--enable-auto-tool-choice` without `--tool-call-parser`: the server exits',
      'Add the parser of the model, such as `--tool-call-parser hermes`.',
    ],
    [isVllm && short !== undefined, path, `has \`${short}\` with one dash: the server exits`, `Write \`-${short}\`.`],
    [
      words.some((word) => /^--ssl-(?:key|cert)file$/.test(word)),
      path,
      'makes the server expect https, and requests and health checks come to it as plain HTTP',
      'Delete it: the URL of the endpoint is https without it.',
    ],
  ];
}

/** The model, where a server's own image, which has none, looks for it. */
function volumeRules(
  { readable, mentions }: SpecDocument,
  { told, config, path, words, isKnown, isHiding, server: { name, folder, begin, isVllm } = noServer }: ServerSettings,
): Rule[] {
  const { volumeMounts } = config;
  if (folder === undefined || volumeMounts === undefined) return [];
  const { envs = [], tests = [] } = readable;
  const mounts = volumeMounts.map(({ mountPath }) => mountPath);
  const named = told('model');
  const file = named.values[0] ?? following('-m', words) ?? (isVllm ? words[0] : undefined) ?? '';
  const offline = envs.findIndex(({ key, value }) => key === 'HF_HUB_OFFLINE' && /^(?:1|true|yes|on)$/i.test(value));
  const isLoaded = words.some((word) => /^(?:-mu|-hf|-hfr|--hf-repo|--model-url)$/.test(word));
  const isLost = file.startsWith('/') && !isLoaded && !mounts.some((mount) => isBelow(file, mount));
  const isPulled = tests.some(({ post }) => post === '/api/pull');
  const [store = folder] = told('store').values;
  const texts = [...words, ...envs.flatMap(({ value }) => value.split(/[\s=:,"'{}]+/)), folder, '/tmp', '/var', '/dev'];
  const folders = texts.filter((text) => text.startsWith('/'));
  const isTold = ['--enable-lora', '--config'].some((option) => words.includes(option));
  const isRead = isHiding || !isKnown || isLost || isTold || !mentions(['volumeMounts']);
  return [
    [
      isLost,
      named.name === '' ? path : named.path,
      `names a folder that \`${name}\` does not have, and no volume is mounted there`,
      'Mount the volume of the model there (`volumeMounts`), or write its ID at Hugging Face.',
    ],
    [
      offline >= 0 && begin !== 'serve' && mounts.length === 0 && !file.startsWith('/'),
      ['envs', offline, 'value'],
      `forbids to load the model, which neither \`${name}\` nor a volume has`,
      'Delete it, or mount the volume of the model.',
    ],
    [
      begin === 'serve' && !isHiding && !isPulled && !mounts.some((mount) => areNested(mount, store)),
      ['image', 'image'],
      `is \`${name}\`, which has no model, and no volume is mounted where it looks for one`,
      `Mount one at \`${folder}\`, or build an image that has the model.`,
    ],
    ...mounts.map((mount, index): Rule => {
      const isUnread = !isRead && begin !== 'serve' && !folders.some((folder) => areNested(mount, folder));
      const what = `is a folder that nothing names, and \`${name}\` stores models below \`${folder}\``;
      const named = isVllm ? `set \`HF_HOME: ${mount}\` in \`envs\`` : 'name it in `command` or `envs`';
      const hint = `Mount it at \`${folder}\`, or ${named}.`;
      return [isUnread, ['volumeMounts', index, 'mountPath'], what, hint];
    }),
  ];
}

const isBelow = (path: string, folder: string) => `${path}/`.startsWith(`${folder.replace(/(?<!\/)\/+$/, '')}/`);
const areNested = (one: string, other: string) => isBelow(one, other) || isBelow(other, one);

/** How many GPUs the server takes, and how many a worker has. */
function gpuRules(
  { mentions }: SpecDocument,
  { told, path, words, config, isKnown, server = noServer }: ServerSettings,
): Rule[] {
  const isShared = words.includes('--enable-dp-attention');
  const shards = (['tensor', 'pipeline', ...(isShared ? [] : ['data' as const])] as const).map(told);
  const gpus = shards.reduce((product, { values }) => product * Number(values[0] ?? 1), 1);
  const isElsewhere = words.some((word) => /^--(?:config|nnodes|data-parallel-size-local)$/.test(word));
  const { workerConfig: { gpuNum = Number.POSITIVE_INFINITY } = {} } = config;
  const isIdle = server.isSingle === true && isKnown && !isElsewhere && gpus < gpuNum;
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
      isIdle && mentions(['workerConfig', 'gpuNum']),
      ['workerConfig', 'gpuNum'],
      `is ${gpuNum}, all are billed, and \`${server.name}\` uses ${gpus} of them`,
      `Add \`--tensor-parallel-size ${gpuNum}\` to \`command\`, or write \`gpuNum: ${gpus}\`.`,
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
function requestRules(
  { readable, mentions }: SpecDocument,
  { told, config, path, words, server }: ServerSettings,
): Rule[] {
  const { tests = [] } = readable;
  const { policy = {}, workerConfig: { requestTimeout = Number.POSITIVE_INFINITY } = {} } = config;
  const [served, key, context] = [told('served'), told('key'), told('context')];
  const [loaded = ''] = told('model').values;
  // A server calls a model of Hugging Face by its ID, unless it is told another name.
  const names = served.name ? served.values : /^[\w.-]+\/[\w.-]+$/.test(loaded) ? [loaded] : [];
  const asked = tests.map(askedModel).find((model) => model !== '' && names.length > 0 && !names.includes(model));
  // vLLM reads `8k`.
  const [limit = '?'] = context.values.map((text) => text.replace(/k$/, '000'));
  const embeds = server?.name.endsWith('embeddings-inference') || embedding.test(words.join(' '));
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
      const {
        get,
        post,
        chat,
        path: chatPath = '/v1/',
        headers = {},
        expect: { within = 0, status = 200 } = {},
      } = test;
      const maxTokens = maxTokensOf(test) ?? 0;
      const [, sent = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
      // Another secret may have the word in it.
      const mayBeBearer =
        /\S \S/.test(sent) || (sent.includes('${') && ![`\${${key.name}}`, ...key.values].includes(sent));
      const at = ['tests', index];
      return [
        [
          key.name !== '' && !mayBeBearer && status !== 401 && isGuarded(get ?? post ?? chatPath, server),
          at,
          `sends no \`authorization: Bearer …\`, and the server has \`${key.name}\`: the answer will be 401`,
          'Add `headers: {authorization: "Bearer ${KEY}"}`, with KEY in `secret-envs`.',
        ],
        [
          // 0 leaves it to the server.
          Number(limit) > 0 && maxTokens >= Number(limit),
          [...at, ...(chat === undefined ? ['json'] : ['max-tokens'])],
          `asks for ${maxTokens} tokens, and \`${context.name}\` leaves ${limit} for question and answer`,
          'Lower it, or raise the other.',
        ],
        [
          within > requestTimeout * 1000,
          [...at, 'expect', 'within'],
          `is longer than \`workerConfig.requestTimeout\`, which ends the request after ${requestTimeout} s`,
          'Shorten it, or raise `requestTimeout`.',
        ],
        [
          chat !== undefined && embeds === true,
          [...at, 'chat'],
          'is for a model that writes, and this server makes embeddings',
          'Write `post: /v1/embeddings` with `json: {input: hello}`.',
        ],
      ];
    }),
  ];
}
