/** What a spec tells its server: the words of its command, its envs, and which server that is. */

import type { EndpointConfig } from '../model/config.ts';
import type { PartialSpec } from '../model/spec.ts';
import type { IssuePath, SpecDocument } from '../spec/issue.ts';
import { noServer, options, type Server, servers } from './servers.ts';

/** An option as it is given, and where; its name is empty where it is not. */
interface GivenOption {
  name: string;
  values: readonly string[];
  path: IssuePath;
}

/** The configuration that a place can contradict: of its own spec, or the desired one. */
export type Contradicted = PartialSpec | EndpointConfig;

export interface ServerSettings {
  spec: PartialSpec;
  mentions: SpecDocument['mentions'];
  config: Contradicted;
  told: (option: keyof typeof options) => GivenOption;
  /** Entrypoint and command. */
  text: string;
  /** The words of the text; none where it starts several programs. */
  words: readonly string[];
  /** Where the words stand. */
  path: IssuePath;
  /** Whether the words are all that starts the server. */
  isKnown: boolean;
  /** Whether envs that the spec does not give may name folders. */
  isHiding: boolean;
  /** The server that image and command start, also beside other programs. */
  started: Server;
  /** The same; `noServer` where an option may be one of another program, such as a proxy. */
  server: Server;
}

export function settingsOf({ readable: spec, mentions }: SpecDocument, config: Contradicted): ServerSettings {
  const { image = {}, envs = [] } = spec;
  const { command, entrypoint = '' } = image;
  const text = `${entrypoint} ${command ?? ''}`.trim();
  const split = text.split(/[\s="']+/).map((word) => (word.startsWith('--') ? word.replaceAll('_', '-') : word));
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
  const started = startedBy(image, words);
  return {
    spec,
    mentions,
    config,
    text,
    words,
    path,
    started,
    told: (option) => givenOption(options[option].split(' '), places),
    // A command that the spec leaves out may be a live one.
    isKnown: command !== undefined || config.image?.command === '',
    isHiding: hidden.some(({ key }) => /HOME|CACHE|DIR|PATH|MODEL|ROOT|STOR/i.test(key)),
    server: isSeveral ? noServer : started,
  };
}

/** The option at the first place that has it, by any of its names; else without a name, at the first place of all. */
function givenOption(names: readonly string[], places: readonly Omit<GivenOption, 'name'>[]): GivenOption {
  for (const { path, values } of places) {
    const at = values.findLastIndex((word) => names.includes(word));
    const rest = values.slice(at + 1);
    const end = rest.findIndex((word) => word.startsWith('-'));
    if (at >= 0) return { name: values[at] ?? '', values: end < 0 ? rest : rest.slice(0, end), path };
  }
  return { name: '', values: [], path: places[0]?.path ?? [] };
}

function startedBy({ image, entrypoint = '' }: NonNullable<PartialSpec['image']>, words: readonly string[]): Server {
  const repository = entrypoint === '' ? `/${image ?? ''}:`.replaceAll('@', ':') : '';
  const programs = ` ${words.map((word) => word.replace(/^.*\//, '')).join(' ')} `;
  const isOf = ({ name, image, program = '' }: Server) =>
    (image?.test(repository) ?? (program !== '' || repository.includes(`/${name}:`))) &&
    (program === '' || programs.includes(` ${program} `));
  return servers.find(isOf) ?? noServer;
}

/** The word behind the last one of an option; undefined without it. */
export const following = (option: string, words: readonly string[]) =>
  words.includes(option) ? words[words.lastIndexOf(option) + 1] : undefined;
