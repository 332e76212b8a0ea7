/** The command line: arguments → the text of inputs, or what is wrong with them. */

import { parseArgs } from 'node:util';
import { distance } from 'fastest-levenshtein';
import { type Command, commands, type InputName, inputDefaults, inputEnvironment } from '../inputs.ts';
import { version } from '../version.ts';

/** Secrets are not taken from arguments: these show in the list of processes and in the history of the shell. */
export const flagNames = (Object.keys(inputDefaults) as InputName[]).filter(
  (name) => name !== 'api-key' && name !== 'secret-envs' && name !== 'github-token',
);

export const booleanFlags: ReadonlySet<string> = new Set(flagNames.filter((name) => inputDefaults[name] === 'false'));

/** Inputs of several lines: their flag may stand several times. */
export const lineFlags: ReadonlySet<string> = new Set(['spec', 'variables', 'approved-plan', 'preview-limits']);

/** Flags of the command line alone: they change what is shown, not what is done. */
const ownFlags = ['debug', 'json', 'help', 'version'] as const;

type CommandLine =
  | { input: (name: InputName) => string | undefined; isDebug: boolean; isJson: boolean }
  /** Help for a command; undefined for the program. */
  | { help: Command | undefined }
  | { text: string }
  | { problem: string };

/** What the arguments ask for: a run with these inputs, a text to print, or what is wrong with them, a line each. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { tokens } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    // The messages of the strict mode name one mistake, and not by the words of this program.
    strict: false,
    tokens: true,
    options: {
      ...Object.fromEntries(
        flagNames.map((name) => [name, { type: booleanFlags.has(name) ? 'boolean' : 'string' } as const]),
      ),
      debug: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    },
  });
  const end = tokens.find(({ kind }) => kind === 'option-terminator')?.index ?? argv.length;
  const asksFor = (...words: string[]) => argv.slice(0, end).some((argument) => words.includes(argument));
  if (asksFor('--help', '-h') || argv[0] === 'help') return { help: argv.slice(0, end).find(isCommand) };
  if (asksFor('--version')) return { text: `${version}\n` };
  const problems = new Map<number, string>();
  const texts = new Map<string, string[]>();
  const words: string[] = [];
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    if (token.kind === 'positional') {
      const isValue = before?.kind === 'option' && booleanFlags.has(before.name) && /^(true|false)$/.test(token.value);
      if (isValue) texts.set(before.name, [token.value]);
      else words.push(token.value);
    }
    if (token.kind !== 'option' || token.rawName === '--debug' || token.rawName === '--json') continue;
    const problem = problemOf(token, texts);
    if (problem === undefined) texts.set(token.name, [...(texts.get(token.name) ?? []), token.value ?? 'true']);
    else if (!problems.has(token.index)) problems.set(token.index, problem);
  }
  const command = texts.has('command') ? undefined : words.shift();
  if (command === undefined && !texts.has('command'))
    problems.set(argv.length, `No command given. Commands: ${commands.join(', ')}.`);
  // Behind a flag that nobody knows it may be its value.
  else if (command !== undefined && !isCommand(command) && problems.size === 0)
    problems.set(argv.length, unknownCommand(command));
  if (problems.size > 0) return { problem: [...problems.values()].join('\n') };
  if (command !== undefined) texts.set('command', [command]);
  texts.set('spec', [...words, ...(texts.get('spec') ?? [])]);
  return { input: (name) => texts.get(name)?.join('\n'), isDebug: asksFor('--debug'), isJson: asksFor('--json') };
}

interface Flag {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

/** A value is not repeated: behind a flag that nobody knows it may be a key. */
function problemOf({ name, rawName, value, inlineValue }: Flag, given: ReadonlyMap<string, unknown>) {
  if (/^(api-?key|token|github-?token)$/i.test(name.replaceAll('_', '-')))
    return `The API key is read from the environment only: set ${inputEnvironment['api-key']}.`;
  if (plain(name) === plain('secret-envs'))
    return `Secret envs are read from the environment only: set ${inputEnvironment['secret-envs']}.`;
  if (!flagNames.some((known) => known === name)) {
    const known = [...flagNames, ...ownFlags];
    const meant =
      known.find((flag) => plain(flag) === plain(name)) ??
      nearest(plain(name), known, plain) ??
      nearestPart(plain(name), known);
    return `Unknown flag ${rawName}.${meant ? ` Did you mean --${meant}?` : ''}`;
  }
  if (given.has(name) && !lineFlags.has(name)) return `${rawName} is set twice. Set it once.`;
  if (booleanFlags.has(name)) return undefined;
  if (value === undefined || (!inlineValue && value.startsWith('-') && value !== '-'))
    return `${rawName} needs a value: ${rawName} VALUE, or ${rawName}=VALUE when the value starts with -.`;
  return undefined;
}

function isCommand(word: string): word is Command {
  return commands.some((command) => command === word);
}

function unknownCommand(word: string): string {
  if (/\.ya?ml$/.test(word))
    return `No command given before ${word}. To deploy it, run: deploy-gpu-endpoint deploy ${word}`;
  const meant = nearest(word.toLowerCase(), commands);
  // Anything else may be a key that was pasted.
  const shown = /^[a-z-]{1,20}$/i.test(word) && !word.startsWith('-') ? ` ${word}` : '';
  return `Unknown command${shown}.${meant ? ` Did you mean ${meant}?` : ` Commands: ${commands.join(', ')}.`}`;
}

/** The closest of the words that differ in at most a third of their letters, or in two that are swapped. */
function nearest<Word extends string>(
  word: string,
  known: readonly Word[],
  form: (known: Word) => string = (known) => known,
): Word | undefined {
  const near = known
    .map((each) => ({ each, differs: distance(form(each), word) }))
    .filter(({ differs }) => differs <= Math.max(word.length < 4 ? 1 : 2, Math.floor(word.length / 3)))
    .sort((a, b) => a.differs - b.differs);
  return near[0]?.each;
}

/** `--baseUrl`, `--base_url` and `--baseurl` are meant alike; so is a plural. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '').replace(/s$/, '');
}

/** The closest of the flags that begin with the word, or with which it begins. */
function nearestPart(word: string, known: readonly string[]): string | undefined {
  const isPart = (flag: string) => word.length > 2 && (flag.startsWith(word) || word.startsWith(flag));
  return known
    .filter((flag) => isPart(plain(flag)))
    .sort((a, b) => distance(plain(a), word) - distance(plain(b), word))[0];
}
