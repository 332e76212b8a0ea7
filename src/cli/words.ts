/** Messages name inputs as a workflow does. On a terminal they name flags, and variables of the environment. Pure. */

import { type InputName, inputNames, inputTable } from '../inputs.ts';

/** Inputs that no field of a spec is called like, so that the bare name can mean nothing else. */
const ambiguous: readonly InputName[] = ['command', 'name', 'image', 'comment'];
const unambiguous = inputNames.filter((name) => !ambiguous.includes(name));

/** Secrets have no flag. */
function termOf(name: string): string {
  const { variable } = inputTable[name as InputName] ?? {};
  if (name === 'api-key' || name === 'secret-envs') return `\`${variable}\``;
  return inputNames.includes(name as InputName) && name !== 'github-token' ? `\`--${name}\`` : `\`${name}\``;
}

const anyOf = (names: readonly string[]) => `(${names.join('|')})`;
const flags = inputNames.filter((name) => !['command', 'api-key', 'github-token', 'secret-envs'].includes(name));
/** `wait: none`, but not `name: llama` of a spec. */
const setting = new RegExp(`\`${anyOf(flags.filter((name) => !ambiguous.includes(name)))}: ([^\`]*)\``, 'g');
const bareName = new RegExp(`\`${anyOf(unambiguous)}\``, 'g');
const inputWords = /(?:[Tt]he )?((?:`[a-z-]{1,20}`(?:, | or | and )?){1,4}) inputs?\b/g;

export function inTerminalWords(text: string): string {
  return (
    text
      .replaceAll(/[Ww]rite `(?:api-key|secret-envs): [^`]*`(?: under `with:`)?, or set/g, 'Set')
      .replaceAll(/ under `with:`(?: \(`[^`]*` on a command line\))?/g, '')
      // Of a step that gets no secrets.
      .replaceAll(/ If it is set, the secret is empty: [^\n]*/g, '')
      .replaceAll(
        /`command: (\w+)`(?: with `([a-z-]+): ([^`]*)`)?/g,
        (_, command: string, name?: string, value = '') =>
          `\`deploy-gpu-endpoint ${command}${name ? ` --${name} ${value}` : ''}\``,
      )
      .replaceAll(/`([a-z-]+)` (?:in|to) `allow`/g, '`--allow $1`')
      .replaceAll('`image: spec`', '`--image spec`')
      .replaceAll(setting, '`--$1 $2`')
      .replaceAll(inputWords, (_, names: string) => names.replaceAll(/`([a-z-]+)`/g, (_, name: string) => termOf(name)))
      .replaceAll(bareName, (_, name: string) => termOf(name))
  );
}
