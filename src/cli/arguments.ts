/** The command line: arguments → the text of inputs, a text to print, or the first mistake. */

import { parseArgs } from 'node:util';
import { type Command, commands, recipes } from '../inputs/command-table.ts';
import { type InputName, inputTable } from '../inputs/inputs.ts';
import { foreignInputs, suggest } from '../inputs/values.ts';
import { closest } from '../nearest.ts';
import { version } from '../version.ts';
import { displayFlags, flagNames, renderHelp, takesName } from './help.ts';

/** Inputs of several lines or words: their flag may stand several times. */
const repeatedFlags: ReadonlySet<InputName> = new Set(['spec', 'image', 'variables', 'allow']);

type CommandLine =
  /** `lines` of each log; undefined for the default. */
  | { input: (name: InputName) => string | undefined; isDebug: boolean; isJson: boolean; lines: number | undefined }
  /** To print. */
  | { text: string }
  | { problem: string };

/** A run with these inputs, a text to print, or the first mistake. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const end = argv.indexOf('--');
  const flags = end === -1 ? argv : argv.slice(0, end);
  if (flags.includes('--help') || flags.includes('-h') || argv[0] === 'help')
    return { text: renderHelp(flags.find(isCommand)) };
  const [first = ''] = argv;
  // Its flags belong to no command.
  if (!first.startsWith('-') && !isCommand(first)) return { problem: unknownCommand(first) };
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        ...Object.fromEntries(flagNames.map((name) => [name, { type: 'string', multiple: true } as const])),
        ...displayFlags,
      },
    });
    if (values.version) return { text: `${version}\n` };
    const [command = '', ...words] = positionals;
    if (!isCommand(command)) return { problem: unknownCommand(command) };
    const isName = (word: string) => /^[\w-]+$/.test(word) && word !== inputTable.name.default;
    const names = words.filter((word) => takesName(command) && isName(word) && flags.includes(word));
    const specs = words.filter((word) => !names.includes(word));
    const flagged = values as Readonly<Partial<Record<InputName, string[]>>>;
    const given = { ...flagged, name: [...names, ...(flagged.name ?? [])] };
    const twice = flagNames.find((name) => (given[name]?.length ?? 0) > 1 && !repeatedFlags.has(name));
    if (twice) return { problem: `${twice === 'name' ? 'The name' : `--${twice}`} is set twice. Set it once.` };
    const { lines, debug: isDebug = false, json: isJson = false } = values;
    if (lines !== undefined && (command !== 'logs' || !/^(?:[1-9]\d{0,2}|1000)$/.test(lines)))
      return { problem: '--lines is for the command logs: a whole number from 1 to 1000.' };
    const texts = { ...given, command: [command], spec: [...specs, ...(given.spec ?? [])] };
    return {
      input: (name) => (texts[name]?.length ? texts[name].join('\n') : undefined),
      isDebug,
      isJson,
      lines: lines === undefined ? undefined : Number(lines),
    };
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) return { problem: problemOf(error.message) };
    throw error;
  }
}

const isCommand = (word: string): word is Command => commands.some((command) => command === word);

/** The problem in our own words, without the value: behind an unknown flag it may be a key. */
function problemOf(message: string): string {
  const [, flag = '', name = ''] = /'(?:-[^-], )?(--?([^' =]*))/.exec(message) ?? [];
  const given = name.toLowerCase().replaceAll('_', '-');
  if (message.includes('does not take an argument')) return `${flag} takes no value.`;
  if (!message.startsWith('Unknown option'))
    return `${flag} needs a value: ${flag} VALUE, or ${flag}=VALUE when the value starts with -.`;
  if (/^(api-?key|token)$/.test(given))
    return `The API key is read from the environment only: set ${inputTable['api-key'].variable}.`;
  if (/^secret-?envs?$/.test(given))
    return `Secret envs are read from the environment only: set ${inputTable['secret-envs'].variable}.`;
  if (Object.hasOwn(inputTable, given) && !flagNames.some((flag) => flag === given))
    return `${flag} works only in a workflow, where there are pull requests.`;
  const ours = foreignInputs.get(given);
  if (ours !== undefined) return `There is no ${flag}: ${ours.charAt(0).toLowerCase()}${ours.slice(1)}`;
  const meant = closest(name, [...flagNames, ...Object.keys(displayFlags)]).map((each) => `--${each}`);
  return `Unknown flag ${flag}.${meant.length > 0 ? ` Did you mean ${meant.join(' or ')}?` : ''}`;
}

function unknownCommand(word: string): string {
  const all = `Commands: ${commands.join(', ')}.`;
  if (word === '') return `No command given. ${all}`;
  if (/\.ya?ml$/.test(word))
    return `No command given before ${word}. To deploy it, run: deploy-gpu-endpoint deploy ${word}`;
  const recipe = recipes.get(word);
  if (recipe) return `There is no command ${word}. ${recipe}`;
  // Anything else may be a key that was pasted.
  const shown = /^[a-z-]{1,20}$/i.test(word) ? ` ${word}` : '';
  return `Unknown command${shown}. ${suggest(word, commands).trimEnd().replaceAll('`', '') || all}`;
}
