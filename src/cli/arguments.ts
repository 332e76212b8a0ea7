/** The command line: arguments → the text of inputs, or what is wrong with them. */

import { parseArgs } from 'node:util';
import { goneInputs } from '../input-values.ts';
import { type Command, commands, type InputName, inputNames, inputTable } from '../inputs.ts';
import { nearest } from '../nearest.ts';
import { version } from '../version.ts';

/** Secrets are not taken from arguments: these show in the list of processes and in the history of the shell. */
export const flagNames = inputNames.filter(
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
  | {
      input: (name: InputName) => string | undefined;
      isDebug: boolean;
      isJson: boolean;
      /** Of each log; undefined for the default. */
      lines: number | undefined;
    }
  /** A text to print, or help. */
  | { text: string }
  | { isHelp: true }
  | { problem: string };

/** What the arguments ask for: a run with these inputs, a text to print, or what is wrong with them. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const end = argv.indexOf('--');
  const flags = end === -1 ? argv : argv.slice(0, end);
  if (flags.includes('--help') || flags.includes('-h') || argv[0] === 'help') return { isHelp: true };
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

/**
 * In our own words: Node's tell how to write a flag that does not exist as a file. A value is not repeated: behind an
 * unknown flag it may be a key.
 */
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
  if (Object.hasOwn(goneInputs, given)) return `${flag} does not exist any more. ${goneInputs[given]}`;
  const [meant] = nearest(name, [...flagNames, ...Object.keys(ownFlags)]);
  return `Unknown flag ${flag}.${meant ? ` Did you mean --${meant}?` : ''}`;
}

function unknownCommand(word: string): string {
  const all = `Commands: ${commands.join(', ')}.`;
  if (word === '') return `No command given. ${all}`;
  if (/\.ya?ml$/.test(word))
    return `No command given before ${word}. To deploy it, run: deploy-gpu-endpoint deploy ${word}`;
  // Anything else may be a key that was pasted.
  const shown = /^[a-z-]{1,20}$/i.test(word) ? ` ${word}` : '';
  const [meant] = nearest(word, commands);
  return `Unknown command${shown}. ${meant ? `Did you mean ${meant}?` : all}`;
}
