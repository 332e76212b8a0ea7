/** The help: of all commands on one screen, and of each command with the flags that it takes. */

import { type Command, type CommandRow, commands, commandTable } from '../inputs/command-table.ts';
import { type InputName, inputNames, inputTable, isReadBy } from '../inputs/inputs.ts';
import { version } from '../version.ts';
import { inputDescriptions } from './descriptions.ts';

/** Arguments show in the list of processes and in the history of the shell; comments and previews need a workflow. */
const withoutFlag: ReadonlySet<InputName> = new Set([
  'command',
  'api-key',
  'secret-envs',
  'github-token',
  'comment',
  'preview',
]);
export const flagNames = inputNames.filter((name) => !withoutFlag.has(name));

/** Whether a word that is not a path names an endpoint; elsewhere a spec would be deployed under that name. */
export function takesName(command: Command): boolean {
  const { makesPlan, isOffline }: CommandRow = commandTable[command];
  return !makesPlan && !isOffline;
}

/** Flags of the command line alone, which change the display and nothing else. */
export const displayFlags = {
  lines: { type: 'string' },
  json: { type: 'boolean' },
  debug: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type HelpRow = readonly [term: string, text: string];

const linesFlag: readonly HelpRow[] = [['--lines NUMBER', 'How many lines of each log, from 1 to 1000. Default: 40.']];
const commonFlags: readonly HelpRow[] = [
  ['--json', 'Print the outputs as one JSON object on stdout, and the log on stderr.'],
  ['--debug', 'Log each request, for a bug report.'],
  ['-h, --help', 'Show this help, or that of a command: its flags and variables.'],
  ['--version', 'Show the version.'],
  ['--', 'End the flags: what follows is a SPEC, even if it starts with "-".'],
];

/** What each command does, in one line, and an example of what follows its name. */
const summaries: { readonly [command in Command]: readonly [summary: string, example: string] } = {
  deploy: ['Create or update the endpoint, and wait until it serves.', 'endpoint.yaml --image ghcr.io/acme/llama:1.1'],
  plan: ['Show what a deploy would change. Writes nothing.', 'endpoint.yaml'],
  validate: ['Check the spec offline, or with a key against live limits.', "'endpoints/*.yaml'"],
  test: ['Run the tests of the spec on the live endpoint.', 'endpoint.yaml --wait-timeout 5m'],
  status: ['Show how the endpoints are, and what differs from the specs.', 'endpoint.yaml --json'],
  list: ['Show every endpoint of the account, and who deployed it.', '--json'],
  logs: ['Show the last lines of the logs of all workers.', 'llama --lines 100'],
  park: ['Set an endpoint to zero workers until the next deploy.', 'endpoint.yaml'],
  delete: ['Delete the endpoint that the spec names.', 'endpoint.yaml'],
  sweep: ['Delete old previews and candidates. Only in a workflow.', '--json'],
  export: ['Write the spec of a live endpoint, without values of envs.', 'llama llama.yaml'],
};

/** The help of one command, or of them all. */
export function renderHelp(command?: Command): string {
  const parts = command ? commandHelp(command) : programHelp();
  return `${parts.join('\n\n')}\n`;
}

function programHelp(): string[] {
  const rows = commands.map((command) => [command, summaries[command][0]] as const);
  return [
    `deploy-gpu-endpoint ${version}: deploy serverless GPU endpoints from YAML specs.`,
    'Usage: deploy-gpu-endpoint COMMAND [SPEC …] [FLAGS]',
    section('Commands', rows),
    section('Flags of every command', commonFlags),
    section('Exit codes', [
      ['0', 'success'],
      ['1', 'failure'],
      ['2', 'wrong usage; nothing was tried'],
      ['3', 'an endpoint does not serve (status), or is parked (test)'],
    ]),
    'Flags of a command: deploy-gpu-endpoint COMMAND --help\n' +
      'All there is to read: https://github.com/acme/deploy-gpu-endpoint#readme',
  ];
}

function commandHelp(command: Command): string[] {
  const [summary, example] = summaries[command];
  const isRead = (name: InputName) => isReadBy(command, name);
  const flags = flagNames.filter(isRead).map((name) => [term(name), described(name)] as const);
  const variables = inputNames.filter(isRead).flatMap((name) => {
    const { variable } = inputTable[name];
    return variable
      ? [[variable, described(name).replace(/Defaults to the environment variable \S+ ?/, '')] as const]
      : [];
  });
  const isNamed = isRead('name') && takesName(command);
  const spec = command === 'export' ? 'the file to write' : 'a path or glob in the current folder';
  return [
    wrap(`deploy-gpu-endpoint ${command}: ${summary}`),
    `Usage: deploy-gpu-endpoint ${command} [SPEC …]${isNamed ? ' [NAME]' : ''} [FLAGS]`,
    `Example:\n    deploy-gpu-endpoint ${command} ${example}`,
    `SPEC is ${spec}; the default is ${inputTable.spec.default}.`,
    ...(isNamed ? ['NAME is a word of letters, digits, "-" and "_": the same as --name.'] : []),
    section('Flags', [...flags, ...(command === 'logs' ? linesFlag : []), ...commonFlags]),
    wrap('A flag that takes lines or words can be repeated, one for each.'),
    section('Environment', [...variables, ['NO_COLOR', 'Set it to turn colors off.']]),
  ];
}

const width = 80;

/** A title above rows of two columns: a term, and its description behind it. */
function section(title: string, rows: readonly HelpRow[]): string {
  const column = Math.min(26, Math.max(...rows.map(([term]) => term.length)) + 4);
  const lines = rows.map(([term, text]) => {
    const body = wrap(text, ' '.repeat(column));
    const head = `  ${term}`;
    return head.length + 2 > column ? `${head}\n${body}` : head.padEnd(column) + body.slice(column);
  });
  return [`${title}:`, ...lines].join('\n');
}

/** A line broken between words, each part behind the indent; a longer word, such as a URL, stays whole. */
function wrap(line: string, indent = ''): string {
  const lines = line.match(new RegExp(`\\S.{0,${width - indent.length - 1}}(?= |$)|\\S+`, 'g')) ?? [];
  return lines.map((each) => indent + each).join('\n');
}

/** `--wait ready|rollout|none`. */
function term(name: InputName): string {
  const { choices } = inputTable[name];
  return `--${name} ${choices ? choices.join('|') : name.toUpperCase()}`;
}

function described(name: InputName): string {
  const value = inputTable[name].default;
  const text = inputDescriptions[name].replaceAll('`', '');
  return value === '' || text.includes('Defaults to') ? text : `${text} Default: ${value}.`;
}
