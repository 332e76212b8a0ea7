/** `${KEY}` in a text: what it is filled with, what is malformed, and what to say about it. */
import type { Issue } from './issue.ts';
import { maxCharactersOfDocument } from './source.ts';

/** A `${` that can't be filled, by its order among all `${` of the text; `length` counts from the `$`. */
export interface VariableProblem {
  /** `too-long`: the text with its variables filled in; told once. */
  readonly kind: 'unknown' | 'malformed' | 'too-long';
  /** The key of an unknown variable; empty for a malformed one, whose text may be part of a secret. */
  readonly key: string;
  readonly nth: number;
  readonly length: number;
  /** `${{ … }}` is what GitHub fills in workflows, never in a file. */
  readonly githubExpression: boolean;
}

export interface Substitution {
  readonly text: string;
  /** Keys that were filled in, each once. */
  readonly used: readonly string[];
  /** The text is one variable and nothing else. */
  readonly whole: boolean;
  readonly problems: readonly VariableProblem[];
}

/** Problems of one text that are told apart; more of them help nobody. */
const mostProblems = 200;

/** Variables of one text that are pointed at one by one. */
const mostOpenings = 1000;

/** What may stand between `${` and `}`. */
export const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A literal `$${`, or `${` with as much of a well-formed rest as there is. */
const opening = /\$\$\{|\$\{(?:([A-Za-z_][A-Za-z0-9_]*)(\})?)?/g;

interface Filling {
  readonly variables: ReadonlyMap<string, string>;
  /** Characters that values may still take. */
  readonly room: number;
  /** Keys that stay as `${KEY}`, to be filled when the text is sent; with them, every other `${` stays escaped as `$${`. */
  readonly secrets?: ReadonlySet<string> | undefined;
}

/**
 * Fills `${KEY}` from `variables` and turns `$${` into `${`, from left to right and once: what was filled in is not looked at again.
 * Unknown and malformed ones stay as they are and are returned as problems, and so is the first one that makes more than `room` characters of values.
 */
export function substitute(text: string, { variables, room, secrets }: Filling): Substitution {
  if (!text.includes('${')) return { text, used: [], whole: false, problems: [] };
  const escaped = (value: string) => (secrets ? value.replaceAll('${', () => '$${') : value);
  const used = new Set<string>();
  const problems: VariableProblem[] = [];
  const report = (problem: VariableProblem) => {
    if (problems.length < mostProblems) problems.push(problem);
  };
  let nth = -1;
  let whole = false;
  let filledLength = 0;
  const filled = text.replace(
    opening,
    (found: string, key: string | undefined, closing: string | undefined, offset: number) => {
      nth += 1;
      if (found === '$${') return escaped('${');
      if (key === undefined || closing === undefined) {
        const githubExpression = text.startsWith('${{', offset);
        report({ kind: 'malformed', key: '', nth, length: found.length, githubExpression });
        return found;
      }
      whole = found.length === text.length;
      const value = variables.get(key);
      if (value === undefined) {
        if (secrets?.has(key)) return found;
        report({ kind: 'unknown', key, nth, length: found.length, githubExpression: false });
        return found;
      }
      used.add(key);
      const wasTooLong = filledLength > room;
      filledLength += value.length;
      if (filledLength <= room) return escaped(value);
      if (!wasTooLong) problems.push({ kind: 'too-long', key: '', nth, length: found.length, githubExpression: false });
      return found;
    },
  );
  return { text: filled, used: [...used], whole, problems };
}

/**
 * Where the `${` of a text stand in its source, one offset each. `undefined` when the source spells some of them with escapes,
 * so that only the whole scalar can be pointed at, or where there are too many to be told apart.
 */
export function openingOffsets(source: string, text: string): number[] | undefined {
  const offsetsIn = (where: string) =>
    where
      .matchAll(opening)
      .take(mostOpenings + 1)
      .map(({ index }) => index)
      .toArray();
  const offsets = offsetsIn(source);
  return offsets.length <= mostOpenings && offsets.length === offsetsIn(text).length ? offsets : undefined;
}

/** What is wrong and what to write, by the names that exist; a malformed one is not quoted. */
export function variableWords(
  problem: VariableProblem,
  { variables, secrets }: Pick<Filling, 'variables' | 'secrets'>,
): Pick<Issue, 'code' | 'message' | 'hint'> {
  if (problem.kind === 'too-long') {
    return {
      code: 'file-too-large',
      message: `the variables of this document are filled in with more than ${maxCharactersOfDocument} characters (256 Ki)`,
      hint: 'Fill in a long value once, or put it into the image or on a volume.',
    };
  }
  if (problem.kind === 'malformed') {
    return {
      code: 'malformed-variable',
      message: '`${` starts a variable but no name with a closing `}` follows',
      hint: problem.githubExpression
        ? 'GitHub fills `${{ … }}` in workflows only: pass the value in the `variables` input and write `${KEY}`; for a credential, use the `secret-envs` input.'
        : 'Write `${KEY}` with letters, digits and `_`, or `$${` for a literal `${`.',
    };
  }
  const names = [...variables.keys()].sort();
  const listed = names.slice(0, 20).join(', ') + (names.length > 20 ? ` and ${names.length - 20} more` : '');
  return {
    code: 'unknown-variable',
    message: `the variable \`${problem.key}\` is not set in the \`variables\` input${secrets ? ', nor in `secret-envs`' : ''}`,
    hint:
      names.length === 0
        ? `The \`variables\` input is empty: add \`${problem.key}=…\`, or write \`$\${\` for a literal \`\${\`.`
        : `Known variables: ${listed}. Add \`${problem.key}=…\` to the \`variables\` input, or write \`$\${\` for a literal \`\${\`.`,
  };
}
