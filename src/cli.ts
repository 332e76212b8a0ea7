/** Owns the command line: arguments → the text of inputs, and a reporter for a terminal. The same inputs, the same core and the same words as the step. */

import type { WriteStream } from 'node:tty';
import { parseArgs, styleText } from 'node:util';
import { commands, type InputName, inputDefaults, inputEnvironment } from './inputs.ts';
import type { Annotation, OutputName, Reporter } from './report.ts';
import { version } from './version.ts';

/** The key is read from the environment alone: arguments show in the list of processes and in the history of the shell. */
const flagNames = (Object.keys(inputDefaults) as InputName[]).filter(
  (name) => !['command', 'spec', 'api-key', 'github-token'].includes(name),
);

const booleanFlags: ReadonlySet<InputName> = new Set(flagNames.filter((name) => inputDefaults[name] === 'false'));

export const usage = `Usage: deploy-gpu-endpoint COMMAND [SPEC …] [--INPUT VALUE …]

Commands: ${commands.join(', ')}
SPEC: paths or globs below this folder; default ${inputDefaults.spec}
Inputs, as in action.yml:
${flagNames.map((name) => `  --${name}${booleanFlags.has(name) ? '' : ' VALUE'}`).join('\n')}
The api key is read from ${inputEnvironment['api-key']} only; --base-url falls back to ${inputEnvironment['base-url']}.

Exit codes: 0 success, 1 failure, 2 wrong usage.
`;

export type CommandLine = { input: (name: InputName) => string } | { text: string } | { problem: string };

/** What the arguments ask for: a run with these inputs, a text to print, or a problem to name. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const options = Object.fromEntries(
    flagNames.map((name) => [
      name,
      booleanFlags.has(name) ? ({ type: 'boolean' } as const) : ({ type: 'string', multiple: true } as const),
    ]),
  );
  let parsed: { values: { [name: string]: unknown }; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } },
    });
  } catch (error) {
    // The message of parseArgs would repeat a key that was given as a flag.
    if (argv.some((argument) => argument.startsWith('--api-key'))) {
      return { problem: `The api key is read from the environment only: set ${inputEnvironment['api-key']}.` };
    }
    return { problem: (error as Error).message };
  }
  const { values, positionals } = parsed;
  if (values.help) return { text: usage };
  if (values.version) return { text: `${version}\n` };
  const [command, ...specs] = positionals;
  if (command === undefined) return { problem: 'No command is given.' };
  const texts = new Map<string, string>([
    ['command', command],
    ['spec', specs.join('\n')],
    ...Object.entries(values).map(([name, value]): [string, string] => [
      name,
      Array.isArray(value) ? value.join('\n') : String(value),
    ]),
  ]);
  return { input: (name) => texts.get(name) ?? '' };
}

const colours = { error: 'red', warning: 'yellow', notice: 'cyan' } as const;

/** Outputs and log go to `out`, problems to `err`; coloured only where the stream is a terminal (and NO_COLOR is not set). */
export function terminalReporter(
  out: NodeJS.WriteStream | WriteStream,
  err: NodeJS.WriteStream | WriteStream,
): Reporter {
  const paint = (stream: NodeJS.WriteStream, style: Parameters<typeof styleText>[0], text: string) =>
    styleText(style, text, { stream });
  return {
    info: (text) => out.write(`${clean(text)}\n`),
    group: (title, text) => out.write(`${paint(out, 'bold', clean(title))}\n${clean(text).replaceAll(/^/gm, '  ')}\n`),
    annotationsPerSeverity: Number.POSITIVE_INFINITY,
    annotate: ({ severity, title, message, hint, range, excerpt }: Annotation) => {
      const place = range ? `${range.file}:${range.start.line}:${range.start.column} ` : '';
      const head = `${clean(place)}${paint(err, colours[severity], severity)} ${clean(message)} ${paint(err, 'dim', `[${clean(title)}]`)}`;
      const source = (excerpt ?? []).map((line) => `  ${clean(line)}`);
      err.write(`${[head, ...source, `  ${clean(hint)}`].join('\n')}\n`);
    },
    mask: () => {},
    conceal: () => {},
    setOutput: (name: OutputName, value) => {
      if (value !== '') out.write(`${paint(out, 'dim', `${name}:`)} ${clean(value)}\n`);
    },
    summarize: async () => {},
    fail: (message) => err.write(`${paint(err, 'red', 'failed:')} ${clean(message)}\n`),
  };
}

/** Terminal escapes from outside must not reach the terminal. */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  return text.replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '');
}
