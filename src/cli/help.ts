/** The help of the command line: of the program, and of each command with its flags and examples. Loaded for those alone who ask for it. */

import { type Command, commands, type InputName, inputChoices, inputDefaults, inputEnvironment } from '../inputs.ts';
import { version } from '../version.ts';
import { booleanFlags, flagNames, lineFlags } from './arguments.ts';
import { inputDescriptions } from './descriptions.ts';
import { type CommandHelp, commandHelps } from './help-commands.ts';
import { definitions, wrap } from './layout.ts';
import { inFlags } from './wording.ts';

const widest = 100;

/** Help for a command; for the program when it is undefined. `columns` of the terminal; undefined where there is none. */
export function renderHelp(command: Command | undefined, columns = 80): string {
  const width = Math.min(widest, Math.max(40, columns));
  return `${(command ? commandHelp(command, width) : programHelp(width)).join('\n\n')}\n`;
}

function programHelp(width: number): string[] {
  return [
    wrap(`deploy-gpu-endpoint ${version}: deploy serverless GPU endpoints from YAML specs.`, width),
    'Usage: deploy-gpu-endpoint COMMAND [SPEC …] [FLAGS]',
    section(
      'Commands',
      definitions(
        commands.map((name) => [name, commandHelps[name].summary]),
        width,
      ),
    ),
    wrap(`SPEC is a path or glob in the current folder; the default is ${inputDefaults.spec}.`, width),
    section(
      'Get started',
      [
        'export GPU_ENDPOINT_BASE_URL=https://api.novita.ai',
        'export GPU_ENDPOINT_API_KEY=…',
        'deploy-gpu-endpoint plan endpoint.yaml',
        'deploy-gpu-endpoint deploy endpoint.yaml',
      ]
        .map((line) => `    ${line}`)
        .join('\n'),
    ),
    section(
      'Flags',
      definitions(
        flagNames.filter((name) => name !== 'command').map((name) => [term(name), firstSentence(name)]),
        width,
      ),
    ),
    common(width),
    'Run "deploy-gpu-endpoint COMMAND --help" for the flags of a command in full.',
  ];
}

function commandHelp(command: Command, width: number): string[] {
  const { summary, details, flags, examples } = commandHelps[command];
  const usage = command === 'sweep' ? '' : command === 'export' ? ' [FILE]' : ' [SPEC …]';
  return [
    wrap(summary, width),
    `Usage: deploy-gpu-endpoint ${command}${usage} [FLAGS]`,
    wrap(details, width),
    section('Examples', examplesOf(examples, width)),
    section(
      'Flags',
      definitions(
        flags.map((name) => [term(name), described(name)]),
        width,
      ),
    ),
    common(width),
  ];
}

function common(width: number): string {
  const environment = (Object.entries(inputEnvironment) as [InputName, string][]).map(
    ([name, variable]) => [variable, firstSentence(name)] as const,
  );
  return [
    section(
      'Output',
      definitions(
        [
          ['--json', 'Print the outputs as one JSON object on stdout, and the log on stderr.'],
          ['--debug', 'Log each request and each decision, for a bug report.'],
          ['-h, --help', 'Show help.'],
          ['--version', 'Show the version.'],
          ['--', 'End the flags: what follows is a SPEC, even if it starts with "-".'],
        ],
        width,
      ),
    ),
    section('Environment', definitions([...environment, ['NO_COLOR', 'Set it to turn colors off.']], width)),
    section(
      'Exit codes',
      definitions(
        [
          ['0', 'success'],
          ['1', 'failure'],
          ['2', 'wrong usage; nothing was tried'],
        ],
        width,
      ),
    ),
  ].join('\n\n');
}

function section(title: string, text: string): string {
  return `${title}:\n${text}`;
}

function examplesOf(examples: CommandHelp['examples'], width: number): string {
  return examples.map(({ does, line }) => `${wrap(`  ${does}`, width)}\n    deploy-gpu-endpoint ${line}`).join('\n');
}

/** `--wait ready|rollout|none`. */
function term(name: InputName): string {
  const choices: readonly string[] | undefined = Object.hasOwn(inputChoices, name)
    ? inputChoices[name as keyof typeof inputChoices]
    : undefined;
  if (booleanFlags.has(name)) return `--${name}`;
  return `--${name} ${choices ? choices.join('|') : placeholder(name)}`;
}

const placeholders: { readonly [name in InputName]?: string } = {
  spec: 'PATH',
  image: 'REFERENCE',
  variables: 'KEY=VALUE',
  'smoke-test': 'PATH',
  'approved-plan': 'DIGEST',
  'wait-timeout': 'TIME',
  'preview-limits': 'NAME=VALUE',
};

function placeholder(name: InputName): string {
  return placeholders[name] ?? name.slice(name.lastIndexOf('-') + 1).toUpperCase();
}

/** The description of action.yml in the words of a command line, with what else a flag can do. */
function described(name: InputName): string {
  const value = inputDefaults[name];
  return [
    worded(inputDescriptions[name]),
    ...(lineFlags.has(name) ? ['Can be repeated.'] : []),
    ...(value === '' || value === 'false' ? [] : [`Default: ${value}.`]),
  ].join(' ');
}

function firstSentence(name: InputName): string {
  const [first = ''] = worded(inputDescriptions[name]).split(/(?<=[.]) (?=[A-Z`])|: (?=`?[a-z]+`? )/);
  return first.replace(/[.:]?$/, '.');
}

/** Of a switch, what it does; a description of an input says it of the value `true`. */
function worded(description: string): string {
  return inFlags(description)
    .replace(/^`true` ([a-z])/, (_, letter: string) => letter.toUpperCase())
    .replaceAll('one path or glob per line', 'a path or glob')
    .replaceAll(', one per line', '')
    .replaceAll('`', '');
}
