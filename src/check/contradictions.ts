/** Places of one spec that contradict each other or its server, so that no worker would be healthy, or no test pass. */

import { quote } from '../shown-text.ts';
import type { Rule, SpecDocument } from '../spec/issue.ts';
import { envRules, folderRules, modelRules } from './model-rules.ts';
import { requestRules } from './request-rules.ts';
import { isGuarded, vllmTypes } from './servers.ts';
import { type Contradicted, following, type ServerSettings, settingsOf } from './settings.ts';

const allRules = [startRules, addressRules, modelRules, envRules, optionRules, folderRules, gpuRules, requestRules];

/** Warnings at values of the spec; a value of a live endpoint is not shown. */
export function contradictionRules(document: SpecDocument, config: Contradicted): Rule[] {
  const settings = settingsOf(document, config);
  return allRules.flatMap((rulesOf) => rulesOf(settings));
}

/** How the container starts. */
function startRules({ text, path, isKnown, started: { starts, begin = '' } }: ServerSettings): Rule[] {
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

/** Where the server listens, and which paths it answers without a key. */
function addressRules({ spec, mentions, config, told, path, server }: ServerSettings): Rule[] {
  const { path: health = '', port: healthPort } = spec.healthy ?? {};
  const [port, host] = [told('port'), told('host')];
  // Elsewhere `-b` is the size of a batch.
  const form = port.name === '-b' ? /:(\d+)$/ : /^(?:.*:)?(\d+)$/;
  const listens = Number(form.exec(port.values[0] ?? '')?.[1]);
  const address = host.values[0]?.replace(/:\d+$/, '') ?? '';
  const { ports = [] } = config;
  const { name: key } = told('key');
  const { name, port: usual = 0, isInside, isVllm = false, paths = '' } = server;
  const hasPath = paths
    .split(' ')
    .some((each) => (/.\/$/.test(each) ? health.startsWith(each) : health.replace(/\?.*/, '') === each));
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
      key !== '' && isVllm && isGuarded(health, server),
      ['healthy', 'path'],
      `is ${quote(health)}, which needs the key of \`${key}\`, and a health check sends none`,
      'Write `/health`.',
    ],
  ];
}

/** Options that a server does not take as they are meant, or exits for. Values of a command are not shown. */
function optionRules({ words, path, server: { isVllm = false } }: ServerSettings): Rule[] {
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

/** How many GPUs the server takes, and how many a worker has. */
function gpuRules({ told, path, words, config, isKnown, mentions, server }: ServerSettings): Rule[] {
  const isShared = words.includes('--enable-dp-attention');
  const shards = (['tensor', 'pipeline', ...(isShared ? [] : ['data' as const])] as const).map(told);
  const gpus = shards.reduce((product, { values }) => product * Number(values[0] ?? 1), 1);
  const isElsewhere = words.some((word) => /^--(?:config|nnodes|data-parallel-size-local)$/.test(word));
  const { workerConfig: { gpuNum = Infinity } = {} } = config;
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
