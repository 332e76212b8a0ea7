/** The command line: arguments → the text of inputs, and a reporter for a terminal. */

import type { WriteStream } from 'node:tty';
import { parseArgs, styleText } from 'node:util';
import { commands, type InputName, inputDefaults, inputEnvironment } from './inputs.ts';
import { type Annotation, type OutputName, outputNames, type ReportWriter, withoutControls } from './report.ts';
import { version } from './version.ts';

/** Secrets are not taken from arguments: these show in the list of processes and in the history of the shell. */
const flagNames = (Object.keys(inputDefaults) as InputName[]).filter(
  (name) => name !== 'api-key' && name !== 'secret-envs' && name !== 'github-token',
);

const booleanFlags: ReadonlySet<string> = new Set(flagNames.filter((name) => inputDefaults[name] === 'false'));

/** Inputs of several lines: their flag may stand several times. */
const lineFlags: ReadonlySet<string> = new Set(['spec', 'variables', 'approved-plan', 'preview-limits']);

export const usage = `Usage: deploy-gpu-endpoint COMMAND [SPEC …] [--INPUT VALUE …]

Commands: ${commands.join(', ')}
SPEC: paths or globs below this folder; default ${inputDefaults.spec}
Inputs, as in action.yml:
${flagNames.map((name) => `  --${name}${booleanFlags.has(name) ? '' : ' VALUE'}${lineFlags.has(name) ? ' (repeatable)' : ''}`).join('\n')}
  --debug writes a line for each request and each decision, for a bug report
  -- ends the flags: what follows is a SPEC even when it starts with -
The API key is read from ${inputEnvironment['api-key']} and secret envs from ${inputEnvironment['secret-envs']} only; --base-url falls back to ${inputEnvironment['base-url']}.

Exit codes: 0 success, 1 failure, 2 wrong usage.
`;

type CommandLine =
  | { input: (name: InputName) => string | undefined; isDebug: boolean }
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
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
    },
  });
  const end = tokens.find(({ kind }) => kind === 'option-terminator')?.index ?? argv.length;
  const asksFor = (...words: string[]) => argv.slice(0, end).some((argument) => words.includes(argument));
  if (asksFor('--help', '-h') || argv[0] === 'help') return { text: usage };
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
    if (token.kind !== 'option' || token.rawName === '--debug') continue;
    const problem = problemOf(token, texts);
    if (problem === undefined) texts.set(token.name, [...(texts.get(token.name) ?? []), token.value ?? 'true']);
    else if (!problems.has(token.index)) problems.set(token.index, problem);
  }
  const command = texts.has('command') ? undefined : words.shift();
  if (command === undefined && !texts.has('command'))
    problems.set(argv.length, `No command given. Commands: ${commands.join(', ')}.`);
  if (problems.size > 0) return { problem: [...problems.values()].join('\n') };
  if (command !== undefined) texts.set('command', [command]);
  texts.set('spec', [...words, ...(texts.get('spec') ?? [])]);
  return { input: (name) => texts.get(name)?.join('\n'), isDebug: asksFor('--debug') };
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
    const meant =
      flagNames.find((known) => plain(known) === plain(name)) ??
      flagNames.find((known) => isPartOf(plain(known), plain(name)));
    return `Unknown flag ${rawName}.${meant ? ` Did you mean --${meant}?` : ''}`;
  }
  if (given.has(name) && !lineFlags.has(name)) return `${rawName} is set twice. Set it once.`;
  if (booleanFlags.has(name)) return undefined;
  if (value === undefined || (!inlineValue && value.startsWith('-') && value !== '-'))
    return `${rawName} needs a value: ${rawName} VALUE, or ${rawName}=VALUE when the value starts with -.`;
  return undefined;
}

/** `--baseUrl`, `--base_url` and `--baseurl` are meant alike; so is a plural. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '').replace(/s$/, '');
}

function isPartOf(known: string, name: string): boolean {
  return name.length > 2 && (known.startsWith(name) || name.startsWith(known));
}

const colours = { error: 'red', warning: 'yellow', notice: 'cyan' } as const;

/** The log and, at its end, the outputs go to `out`, problems to `err`; coloured only where the stream is a terminal (and NO_COLOR is not set). */
export function terminalReporter(
  out: NodeJS.WriteStream | WriteStream,
  err: NodeJS.WriteStream | WriteStream,
  { isDebug = false } = {},
): ReportWriter {
  const paint = (stream: NodeJS.WriteStream, style: Parameters<typeof styleText>[0], text: string) =>
    styleText(style, text, { stream });
  const outputs = new Map<OutputName, string>();
  // A reader that has seen enough (`| head`) closes the pipe. What is under way goes on to its end all the same.
  for (const stream of [out, err])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  return {
    info: (text) => out.write(`${withoutControls(text)}\n`),
    group: (title, text) =>
      out.write(`${paint(out, 'bold', withoutControls(title))}\n${withoutControls(text).replaceAll(/^/gm, '  ')}\n`),
    ...(isDebug && {
      debug: (text: string) => void err.write(`${paint(err, 'dim', `debug: ${withoutControls(text)}`)}\n`),
    }),
    annotationsPerSeverity: Number.POSITIVE_INFINITY,
    annotate: ({ severity, title, message, hint, range, excerpt }: Annotation) => {
      const place = range ? `${range.file}:${range.start.line}:${range.start.column} ` : '';
      const head = `${withoutControls(place)}${paint(err, colours[severity], severity)} ${withoutControls(message)} ${paint(err, 'dim', `[${withoutControls(title)}]`)}`;
      const source = (excerpt ?? []).map((line) => `  ${withoutControls(line)}`);
      err.write(`${[head, ...source, `  ${withoutControls(hint)}`].join('\n')}\n`);
    },
    mask: () => {},
    setOutput: (name, value) => void outputs.set(name, value),
    summarize: async () => {},
    fail: (message) => err.write(`${paint(err, 'red', 'failed:')} ${withoutControls(message)}\n`),
    end: () => {
      for (const name of outputNames) {
        const value = outputs.get(name) ?? '';
        // A person has read it already, in lines; a program that reads the output gets all of it.
        const isForPrograms = name === 'plan' || name === 'endpoints';
        if (value !== '' && !(isForPrograms && out.isTTY))
          out.write(`${paint(out, 'dim', `${name}:`)} ${withoutControls(value)}\n`);
      }
    },
  };
}
