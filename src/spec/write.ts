/** Owns the step back from a spec to a file that people keep: blocks in order, each explained, no secret in it. Knows no endpoint and no file system. */

import { stringify } from 'yaml';
import type { Spec } from './spec.ts';
import { variableName } from './variables.ts';

export interface SpecText {
  text: string;
  /** The env of each variable that has taken the place of a value. */
  variables: ReadonlyMap<string, string>;
}

export interface WriteOptions {
  /** For editors: where the JSON Schema is. */
  schemaUrl: string;
  /** Comment lines at the top. */
  header: readonly string[];
}

/** Why a block is there, for somebody who reads the file for the first time. */
const explanations: { readonly [member in keyof Spec]?: string } = {
  name: 'How the endpoint is found again: exact, case-sensitive.',
  appName: 'Part of the URL. No update can change it: a new endpoint would take its place.',
  image: 'What a worker runs. The input `image` goes before `image.image`.',
  workerConfig: 'Workers: how many, how long they idle (seconds), what each takes on.',
  policy: '`queue`: seconds a request may wait. `concurrency`: requests at the same time.',
  ports: 'The one HTTP port.',
  healthy: 'Must answer 200 for a worker to count as healthy.',
  products: 'Kinds of GPU.',
  rootfsSize: 'Root disk in GB.',
  clusterID: 'The cluster of the cloud storage.',
  volumeMounts: 'Storage by mount path.',
  envs: 'Owned whole: a key that is taken out here leaves the endpoint. Values come from the inputs `variables` or `secret-envs`.',
};

const order = Object.keys(explanations) as (keyof Spec)[];

/**
 * The spec as YAML. Values of `envs` are replaced by `${KEY}`; every other `${` is written as the literal `$${`. Reading the text with these
 * variables gives the same spec again.
 */
export function writeSpec(spec: Spec, { schemaUrl, header }: WriteOptions): SpecText {
  const variables = nameVariables(spec.envs ?? []);
  const envs = Object.fromEntries([...variables].map(([variable, key]) => [key, `\${${variable}}`]));
  const blocks = order.flatMap((member) => {
    const value = spec[member];
    if (value === undefined) return [];
    const written = member === 'envs' ? envs : escapeVariables(value);
    return [`# ${explanations[member]}\n${stringify({ [member]: written }, { lineWidth: 0 })}`];
  });
  const top = [`# yaml-language-server: $schema=${schemaUrl}`, ...header.map((line) => `# ${line}`)].join('\n');
  return { text: `${top}\n\n${blocks.join('\n')}`, variables };
}

/** The key itself where it can name a variable, otherwise something alike that no other env has. */
function nameVariables(envs: NonNullable<Spec['envs']>): Map<string, string> {
  const keys = new Set(envs.map(({ key }) => key));
  const variables = new Map<string, string>();
  for (const key of keys) {
    let variable = variableName.test(key) ? key : key.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d|$)/, '_');
    while (variable !== key && (keys.has(variable) || variables.has(variable))) variable += '_';
    variables.set(variable, key);
  }
  return variables;
}

function escapeVariables(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${');
  if (Array.isArray(value)) return value.map(escapeVariables);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, escapeVariables(member)]));
}
