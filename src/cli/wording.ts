/** Messages in the language of a terminal: what they say of inputs and steps is said of flags, environment variables and commands. */

import { commands, type InputName, inputDefaults, inputEnvironment } from '../inputs.ts';

const isInput = (name: string): name is InputName => Object.hasOwn(inputDefaults, name);

/** Members of the spec, or values, are called so too: a bare `name` need not be the input. */
const ambiguous: ReadonlySet<string> = new Set(['name', 'image', 'command', 'spec']);

/** Commands, or words that a message uses for something else. */
const notFlags: ReadonlySet<string> = new Set(['github-token']);

/** The text with inputs as flags. Text in double quotes is somebody's value and stays as it is. */
export function inFlags(text: string): string {
  return text
    .split(/("(?:[^"\\\n]|\\.)*"?)/)
    .map((part, index) => (index % 2 === 0 ? reword(part) : part))
    .join('');
}

function reword(text: string): string {
  return text
    .replaceAll(/^input ([a-z-]+)/g, (whole, name: string) => (isInput(name) ? bare(name) : whole))
    .replaceAll(
      /Write `api-key: [^`]*` under `with:`, or set the environment variable/g,
      'Set the environment variable',
    )
    .replaceAll(/Write `base-url: ([^`]*)` under `with:`, or set/g, 'Add `--base-url $1`, or set')
    .replaceAll(/ If it is set, the secret is empty: [^.]*\.?/g, '')
    .replaceAll(/`([a-z-]+): ([^`]+)`/g, (whole, name: string, value: string) => assignment(name, value) ?? whole)
    .replaceAll(/\b[Tt]he ((?:`[a-z-]+`(?:, | or | and )?)+) inputs?\b/g, (_, names: string) =>
      names.replaceAll(/`([a-z-]+)`/g, (each, name: string) => (isInput(name) ? code(name) : each)),
    )
    .replaceAll(/(variable |key |member )?`([a-z-]+)`/g, (whole, before: string | undefined, name: string) =>
      before === undefined && isInput(name) && !ambiguous.has(name) ? code(name) : whole,
    )
    .replaceAll(/`--variables` is empty: add `([^`]*)`/g, 'Add `--variables $1`')
    .replaceAll(/Add `([^`]*)` to `--variables`/g, 'Add `--variables $1`')
    .replaceAll(/top of the workspace/g, 'current folder')
    .replaceAll(/Correct the inputs listed in the log/g, 'Correct the arguments listed above')
    .replaceAll(/an input is (?=missing)/g, 'an argument is ')
    .replaceAll(/(\d) inputs are (?=missing)/g, '$1 arguments are ')
    .replaceAll(/omit the input/g, 'omit the flag')
    .replaceAll(/\b([Rr])un the step again/g, '$1un the command again')
    .replaceAll(/ in an earlier step, for example with `docker\/login-action`/g, ', for example with `docker login`')
    .replaceAll(/ in an earlier step/g, ' first')
    .replaceAll(
      /,? and give the workflow a `concurrency` group(, so [^.]*)?| Give the workflow a `concurrency` group\./g,
      '',
    );
}

/** `force: true` as it is given on a command line; undefined where it is no input, or a member of the spec. */
function assignment(name: string, value: string): string | undefined {
  if (name === 'command') return isCommand(value) ? `\`deploy-gpu-endpoint ${value}\`` : undefined;
  if (!isInput(name) || notFlags.has(name) || inputEnvironment[name] !== undefined) return undefined;
  if (ambiguous.has(name) && value !== inputDefaults[name]) return undefined;
  return `\`--${name} ${value}\``;
}

function isCommand(word: string): boolean {
  return commands.some((command) => command === word);
}

const code = (name: InputName) => `\`${bare(name)}\``;

/** Secrets have no flag. */
function bare(name: InputName): string {
  if (notFlags.has(name)) return name;
  return name === 'api-key' || name === 'secret-envs' ? (inputEnvironment[name] ?? name) : `--${name}`;
}
