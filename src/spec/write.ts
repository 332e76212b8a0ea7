/** Writes a spec as a file: blocks in order, each with a comment, without secrets. */

import { stringify } from 'yaml';
import { memberTable } from '../model/members.ts';
import type { Block, Row } from '../model/row.ts';
import type { Spec } from '../model/spec.ts';
import { escapeVariables } from './variables.ts';

/** Where editors find the JSON Schema of a spec: that of the latest release of this major version. */
export const schemaUrl = 'https://raw.githubusercontent.com/acme/deploy-gpu-endpoint/v1/schema/endpoint.schema.json';

/**
 * The spec as YAML, below the comment lines of `header`. Values that may be secrets are replaced by `${KEY}`; every
 * other `${` is written as the literal `$${`. Reading the text with these variables gives the same spec again.
 * `variables`: of each, the path of the value that it has taken the place of: `envs.HF_TOKEN`, `image.command`. `lost`:
 * what a deploy of the file would remove, as sentences.
 */
export function writeSpec(spec: Spec, header: readonly string[]) {
  const ofEnvs = nameVariables((spec.envs ?? []).map(({ key }) => key));
  const { image } = spec;
  const command = image?.command && freeName('IMAGE_COMMAND', ofEnvs);
  const written = Array.from(ofEnvs, ([variable, key]) => ({ key: escapeVariables(key), value: `\${${variable}}` }));
  // A key of a mapping is no place for `$${`.
  const isMapping = !written.some(({ key }) => key.includes('${'));
  const envs = isMapping ? Object.fromEntries(written.map(({ key, value }) => [key, value])) : written;
  const [port, ...otherPorts] = spec.ports ?? [];
  const lost =
    otherPorts.length === 0
      ? []
      : [
          `The endpoint also has the port ${otherPorts.join(', ')}. A spec has one, so a deploy of this file removes the rest.`,
        ];
  const blocks = Object.entries<Row | Block>(memberTable).flatMap(([member, { description }]) => {
    const value = spec[member as keyof Spec];
    if (value === undefined) return [];
    const escaped = member === 'envs' ? envs : escapeVariables(member === 'ports' ? [port] : value);
    const filled = member === 'image' && command ? { ...(escaped as object), command: `\${${command}}` } : escaped;
    const comments = [description, ...(member === 'ports' ? lost : [])].map((line) => `# ${line}\n`).join('');
    return [comments + stringify({ [member]: filled }, { lineWidth: 0 })];
  });
  // A comment ends with its line.
  const lines = header.map((line) => line.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' '));
  const top = [`yaml-language-server: $schema=${schemaUrl}`, ...lines].map((line) => `# ${line}\n`).join('');
  const variables = new Map(Array.from(ofEnvs, ([variable, key]) => [variable, `envs.${key}`]));
  if (command) variables.set(command, 'image.command');
  return { text: `${top}\n${blocks.join('\n')}`, variables, lost };
}

/** The key itself if it can name a variable, otherwise a similar unused name. */
function nameVariables(keys: readonly string[]): Map<string, string> {
  const variables = new Map<string, string>();
  for (const key of new Set(keys)) {
    const name = key.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^(?=\d|$)/, '_');
    variables.set(freeName(name, variables), key);
  }
  return variables;
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  return taken.has(name) ? freeName(`${name}_`, taken) : name;
}
