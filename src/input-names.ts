/** Names of inputs that do not exist: what took the place of one that is gone, and which one was probably meant. */

import type { InputProblem } from './inputs.ts';
import { nearest } from './nearest.ts';

/** Inputs that are gone, with what to do instead. */
export const goneInputs: Readonly<Record<string, string>> = {
  force:
    'Name the one guard that is in the way in `allow`: `older-commit`, `untrusted`, `resend`, or `overwrite` for `export`.',
  adopt: 'Add `adopt` to `allow`.',
  'allow-replace': 'Add `replace` to `allow`.',
  limits:
    'The live limits are always checked. To have them reported instead of refused, add `beyond-limits` to `allow`.',
  'update-api': 'Remove it: what changes decides which update API is used.',
  record: 'Remove it: every deploy keeps its record on the endpoint.',
  'smoke-test':
    'Write it into the spec, where it is one of its tests:\ntests:\n  - get: /health\n    expect: { status: 200 }\nA bare path, `tests: [/health]`, expects any 2xx.',
  'preview-max-age': 'Write it as a line of `preview`, such as `max-age=14d`.',
  'preview-limits': 'Write the limits as lines of `preview`, such as `workers=2`, `gpus=2`, or `storage=true`.',
  'dry-run': 'Remove it: `sweep` deletes only previews whose pull request is closed, or that are older than `max-age`.',
  'export-all':
    'Remove it: `export` writes the fields that differ from their default, and the others have that default.',
};

/** What is wrong with names that are given, in lower case as the runner leaves them; `known` are the inputs. */
export function checkNames(names: readonly string[], known: readonly string[]): InputProblem[] {
  return names.flatMap((input) => {
    if (known.includes(input)) return [];
    const instead = goneInputs[input];
    if (instead !== undefined) return [{ input, message: 'does not exist any more', hint: instead }];
    const [meant] = nearest(input, known);
    // The runner passes inputs as variables, which a job or an earlier step may set, too.
    const hint =
      meant === undefined
        ? `Remove it, or unset the variable \`${variableOf(input)}\` if \`env\` or an earlier step sets it. Inputs: ${known.join(', ')}.`
        : `Did you mean \`${meant}\`?`;
    return [{ input, message: 'does not exist', hint }];
  });
}

const prefix = 'INPUT_';

/** Names of the inputs of a step, from the names of its environment variables: the runner passes those on, too, that action.yml does not have. */
export function namesInEnvironment(variables: readonly string[]): string[] {
  return variables.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length).toLowerCase()] : []));
}

function variableOf(input: string): string {
  return `${prefix}${input.toUpperCase()}`;
}
