/** The help of the command line, on one page, made of the descriptions in action.yml. */

import { type Command, type InputName, inputNames, inputTable } from '../inputs.ts';
import { version } from '../version.ts';
import { flagNames } from './arguments.ts';
import { inputDescriptions } from './descriptions.ts';

const width = 80;

const summaries: { readonly [command in Command]: string } = {
  deploy: 'Create or update the endpoint, and wait until it serves.',
  plan: 'Show what a deploy would change. Writes nothing.',
  validate: 'Check the spec: offline, or against the live limits if an API key is set.',
  test: 'Run the tests of the spec on the live endpoint. Writes nothing to the service.',
  status: 'Show the state of the endpoints of the specs, and what differs from the specs. Writes nothing.',
  logs: 'Show the last lines of the logs of all workers. Writes nothing.',
  delete: 'Delete the endpoint that the spec names.',
  sweep: 'Delete preview endpoints that are out of date. Only inside a GitHub workflow.',
  export: 'Write the spec of a live endpoint to a file, without the values of its envs.',
};

export function renderHelp(): string {
  const section = (title: string, rows: readonly (readonly [string, string])[]) => `${title}:\n${definitions(rows)}`;
  return `${[
    `deploy-gpu-endpoint ${version}: deploy serverless GPU endpoints from YAML specs.`,
    'Usage: deploy-gpu-endpoint COMMAND [SPEC …] [FLAGS]',
    section('Commands', Object.entries(summaries)),
    `SPEC is a path or glob in the current folder; the default is ${inputTable.spec.default}.`,
    [
      'Examples:',
      '    deploy-gpu-endpoint plan endpoint.yaml',
      '    deploy-gpu-endpoint deploy endpoint.yaml --image ghcr.io/acme/llama:1.1',
      "    deploy-gpu-endpoint deploy 'endpoints/*.yaml' --allow older-commit --json",
      '    deploy-gpu-endpoint export llama.yaml --name llama',
    ].join('\n'),
    section('Flags', [
      ...flagNames.map((name) => [term(name), described(name)] as const),
      ['--lines NUMBER', 'Of logs: how many lines of each log, from 1 to 1000. Default: 40.'],
      ['--json', 'Print the outputs as one JSON object on stdout, and the log on stderr.'],
      ['--debug', 'Log each request and each decision, for a bug report.'],
      ['-h, --help', 'Show help.'],
      ['--version', 'Show the version.'],
      ['--', 'End the flags: what follows is a SPEC, even if it starts with "-".'],
    ]),
    wrap('A flag that takes lines or words can be repeated, one for each. Messages say "wait: none" for --wait none.'),
    section('Environment', [
      ...inputNames.flatMap((name) => {
        const { variable } = inputTable[name];
        return variable ? [[variable, described(name)] as const] : [];
      }),
      ['NO_COLOR', 'Set it to turn colors off.'],
    ]),
    section('Exit codes', [
      ['0', 'success'],
      ['1', 'failure'],
      ['2', 'wrong usage; nothing was tried'],
      ['3', 'an endpoint does not serve, or is absent (status)'],
    ]),
  ].join('\n\n')}\n`;
}

/** Rows of two columns: a term, and its description behind it. */
function definitions(rows: readonly (readonly [term: string, text: string])[]): string {
  const column = Math.min(26, Math.max(...rows.map(([term]) => term.length)) + 4);
  const lines = rows.map(([term, text]) => {
    const body = wrap(text, ' '.repeat(column));
    const head = `  ${term}`;
    return head.length + 2 > column ? `${head}\n${body}` : head.padEnd(column) + body.slice(column);
  });
  return lines.join('\n');
}

/** A line broken between words, each part behind the indent; a longer word, such as a URL, stays whole. */
function wrap(line: string, indent = ''): string {
  const lines = [''];
  for (const word of line.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trimStart();
    if (lines.at(-1) === '' || indent.length + longer.length <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines.map((each) => indent + each).join('\n');
}

/** `--wait ready|rollout|none`. */
function term(name: InputName): string {
  const { choices } = inputTable[name];
  return `--${name} ${choices ? choices.join('|') : (placeholders[name] ?? name.toUpperCase())}`;
}

const placeholders: { readonly [name in InputName]?: string } = {
  spec: 'PATH',
  'base-url': 'URL',
  image: 'REFERENCE',
  'endpoint-id': 'ID',
  variables: 'KEY=VALUE',
  'approved-plan': 'DIGEST',
  'wait-timeout': 'TIME',
  preview: 'true|LINE',
  allow: 'WORD',
};

function described(name: InputName): string {
  const value = inputTable[name].default;
  const text = inputDescriptions[name].replaceAll('`', '');
  return value === '' || text.includes('Defaults to') ? text : `${text} Default: ${value}.`;
}
