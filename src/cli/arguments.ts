/** The command line: arguments → the text of inputs, or what is wrong with them; and the help, on one page. */

import { parseArgs } from 'node:util';
import { type Command, commands } from '../command-table.ts';
import { didYouMean, goneInputs } from '../input-values.ts';
import { type InputName, inputNames, inputTable } from '../inputs.ts';
import { closest } from '../nearest.ts';
import { version } from '../version.ts';
import { inputDescriptions } from './descriptions.ts';
import { inTerminalWords } from './words.ts';

/** Secrets are not taken from arguments: these show in the list of processes and in the history of the shell. */
const flagNames = inputNames.filter(
  (name) => name !== 'command' && name !== 'api-key' && name !== 'secret-envs' && name !== 'github-token',
);

/** Inputs of several lines or words: their flag may stand several times. */
const repeatedFlags: ReadonlySet<InputName> = new Set(['spec', 'variables', 'preview', 'allow']);

/** Flags of the command line alone: they change what is shown, not what is done. */
const ownFlags = {
  debug: { type: 'boolean' },
  json: { type: 'boolean' },
  lines: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type CommandLine =
  /** `lines` of each log; undefined for the default. */
  | { input: (name: InputName) => string | undefined; isDebug: boolean; isJson: boolean; lines: number | undefined }
  /** To print. */
  | { text: string }
  | { problem: string };

/** What the arguments ask for: a run with these inputs, a text to print, or what is wrong with them. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const end = argv.indexOf('--');
  const flags = end === -1 ? argv : argv.slice(0, end);
  if (flags.includes('--help') || flags.includes('-h') || argv[0] === 'help') return { text: renderHelp() };
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(flagNames.map((name) => [name, { type: 'string', multiple: true } as const])),
        ...ownFlags,
      },
    });
    if (values.version) return { text: `${version}\n` };
    const given = values as Readonly<Partial<Record<InputName, string[]>>>;
    const twice = flagNames.find((name) => (given[name]?.length ?? 0) > 1 && !repeatedFlags.has(name));
    if (twice) return { problem: `--${twice} is set twice. Set it once.` };
    const [command = '', ...specs] = positionals;
    if (!commands.includes(command as Command)) return { problem: unknownCommand(command) };
    const { lines } = values;
    if (lines !== undefined && command !== 'logs') return { problem: '--lines is for the command logs.' };
    if (lines !== undefined && !/^(?:[1-9]\d{0,2}|1000)$/.test(lines))
      return { problem: '--lines is a whole number from 1 to 1000.' };
    const texts = { ...given, command: [command], spec: [...specs, ...(given.spec ?? [])] };
    return {
      input: (name) => (texts[name]?.length ? texts[name].join('\n') : undefined),
      isDebug: values.debug === true,
      isJson: values.json === true,
      lines: lines === undefined ? undefined : Number(lines),
    };
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) return { problem: problemOf(error.message) };
    throw error;
  }
}

/** In our own words, without the value: behind an unknown flag it may be a key. */
function problemOf(message: string): string {
  const [, flag = '', name = ''] = /'(?:-[^-], )?(--?([^' =]*))/.exec(message) ?? [];
  const given = name.toLowerCase().replaceAll('_', '-');
  if (message.includes('does not take an argument')) return `${flag} takes no value.`;
  if (!message.startsWith('Unknown option'))
    return `${flag} needs a value: ${flag} VALUE, or ${flag}=VALUE when the value starts with -.`;
  if (/^(api-?key|token|github-?token)$/.test(given))
    return `The API key is read from the environment only: set ${inputTable['api-key'].variable}.`;
  if (/^secret-?envs?$/.test(given))
    return `Secret envs are read from the environment only: set ${inputTable['secret-envs'].variable}.`;
  if (Object.hasOwn(goneInputs, given)) return inTerminalWords(`${flag} does not exist any more. ${goneInputs[given]}`);
  const meant = closest(name, [...flagNames, ...Object.keys(ownFlags)]).map((each) => `--${each}`);
  return `Unknown flag ${flag}.${meant.length > 0 ? ` Did you mean ${meant.join(' or ')}?` : ''}`;
}

function unknownCommand(word: string): string {
  const all = `Commands: ${commands.join(', ')}.`;
  if (word === '') return `No command given. ${all}`;
  if (/\.ya?ml$/.test(word))
    return `No command given before ${word}. To deploy it, run: deploy-gpu-endpoint deploy ${word}`;
  // Anything else may be a key that was pasted.
  const shown = /^[a-z-]{1,20}$/i.test(word) ? ` ${word}` : '';
  return `Unknown command${shown}. ${didYouMean(word, commands).trimEnd().replaceAll('`', '') || all}`;
}

const width = 80;

const summaries: { readonly [command in Command]: string } = {
  deploy: 'Create or update the endpoint, and wait until it serves.',
  plan: 'Show what a deploy would change. Writes nothing.',
  validate: 'Check the spec: offline, or against the live limits if an API key is set.',
  test: 'Run the tests of the spec on the live endpoint. Writes nothing to the service.',
  status: 'Show the state of the endpoints of the specs, and what differs from the specs. Writes nothing.',
  list: 'Show every endpoint of the account, with the repository that deployed it. Writes nothing.',
  logs: 'Show the last lines of the logs of all workers. Writes nothing.',
  delete: 'Delete the endpoint that the spec names.',
  sweep: 'Delete preview endpoints that are out of date. Only inside a GitHub workflow.',
  export: 'Write the spec of a live endpoint to a file, without the values of its envs.',
};

function renderHelp(): string {
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
    wrap('A flag that takes lines or words can be repeated, one for each.'),
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
