/** Which model a server is told to serve, and where it looks for one: contradictions of a spec. */

import type { Rule } from '../spec/issue.ts';
import { envsOfOthers } from './servers.ts';
import { following, type ServerSettings } from './settings.ts';

/** How the command names the model. */
export function modelRules({ told, path, words, isKnown, server }: ServerSettings): Rule[] {
  const named = told('model');
  const { name, isVllm = false, model } = server;
  const [first = ''] = words;
  const isOption = named.name.startsWith('--');
  const isModelNamed = isOption || (named.name !== '' && !isVllm) || words.includes('--config') || /^[^-]/.test(first);
  return [
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
  ];
}

/** Envs that the server does not read. Their values are not shown. */
export function envRules({ spec: { envs = [] }, config, server }: ServerSettings): Rule[] {
  const { name, isVllm = false, model } = server;
  const keys = (config.envs ?? []).map(({ key }) => key);
  const hasToken = keys.some((key) => /^(?:HF|HUGGING_FACE_HUB|HF_API)_TOKEN$/.test(key));
  return keys.map((key): Rule => {
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
  });
}

/** The model, where a server's own image, which has none, looks for it. */
export function folderRules(settings: ServerSettings): Rule[] {
  const { spec, mentions, config, told, path, words, isKnown, isHiding, server } = settings;
  const { name, folder, begin, isVllm } = server;
  const { volumeMounts } = config;
  if (folder === undefined || volumeMounts === undefined) return [];
  const { envs = [], tests = [] } = spec;
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
