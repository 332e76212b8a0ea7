/** Options of the start command that contradict another field, so that no worker would become healthy, or no test pass. */

import type { EndpointConfig } from '../model/config.ts';
import { quote } from '../shown-text.ts';
import { type Issue, issueAt, type SpecDocument } from '../spec/issue.ts';

/** As servers of models, and the web servers below them, call their options. */
const options = {
  port: ['--port', '--http-port', '--server-port'],
  host: ['--host', '--server-name'],
  tensor: ['--tensor-parallel-size', '-tp', '--tp', '--tp-size', '--num-shard'],
  pipeline: ['--pipeline-parallel-size', '-pp', '--pp-size'],
  model: ['--served-model-name'],
} as const;

/** The name and the values of an option; of several, the last counts. */
function readOption(words: readonly string[], option: keyof typeof options) {
  const names: ReadonlySet<string> = new Set(options[option]);
  const at = words.findLastIndex((word) => names.has(word));
  const rest = at < 0 ? [] : words.slice(at + 1);
  const end = rest.findIndex((word) => word.startsWith('-'));
  return { name: words[at] ?? '', values: end < 0 ? rest : rest.slice(0, end) };
}

/** What of a configuration a command can contradict: its own spec's, or the desired one. */
type Commanded = { ports?: readonly number[]; workerConfig?: Partial<EndpointConfig['workerConfig']> };

/** Warnings at the command of the spec; that of a live endpoint is not shown. */
export function checkCommand(document: SpecDocument, { ports = [], workerConfig = {} }: Commanded): Issue[] {
  const { image = {}, healthy = {}, tests = [] } = document.readable;
  const { command, entrypoint = '' } = image;
  const text = `${entrypoint} ${command ?? ''}`;
  // Of several programs, such as a proxy and a server, each has options of its own.
  if (/[;&|\n]/.test(text)) return [];
  const words = text.split(/[\s="']+/).map((word) => (word.startsWith('--') ? word.replaceAll('_', '-') : word));
  const [port, host, model] = (['port', 'host', 'model'] as const).map((option) => readOption(words, option));
  const [tensor, pipeline] = (['tensor', 'pipeline'] as const).map((option) => readOption(words, option).values[0]);
  const [listens, gpus] = [Number(port?.values[0]), Number(tensor ?? 1) * Number(pipeline ?? 1)];
  const { gpuNum = gpus } = workerConfig;
  const asked = tests.find((test) => test.model !== undefined && model?.values.includes(test.model) === false)?.model;
  const rules: readonly (readonly [isBroken: boolean, what: string, hint: string])[] = [
    [
      ports.length > 0 && listens > 0 && ![...ports, healthy.port].includes(listens),
      `\`${port?.name} ${listens}\`, and \`ports\` is ${ports.join(', ')}`,
      'Write the same port in both: requests and health checks go to that of `ports`.',
    ],
    [
      /^(?:127\.0\.0\.1|localhost)$/.test(host?.values[0] ?? ''),
      `\`${host?.name} ${host?.values[0]}\`, and requests come from outside of the container`,
      `Write \`${host?.name} 0.0.0.0\`.`,
    ],
    [
      gpus > gpuNum,
      `a model on ${gpus} GPUs, and \`workerConfig.gpuNum\` is ${gpuNum}`,
      'Write the same number in both: the server starts only where it finds all of its GPUs.',
    ],
    [
      model?.name !== '' && asked !== undefined,
      `\`${model?.name}\`, which does not name the \`model\` ${quote(asked ?? '')} of a test`,
      'Write the same name in both.',
    ],
  ];
  const path = ['image', command === undefined ? 'entrypoint' : 'command'];
  const broken = rules.filter(([isBroken]) => isBroken);
  return broken.map(([, what, hint]) => issueAt(document, path, { severity: 'warning', what: `has ${what}`, hint }));
}
