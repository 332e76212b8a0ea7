/** Fills `${KEY}` in a text, and finds the words for malformed and unknown variables. */
import type { Words } from './issue.ts';
import { secretName } from './secrets.ts';

/** A JSON value with every `${` in its texts as the literal `$${`. */
export function escapeVariables<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('${', () => '$${'));
}

/** Characters that the variables of one document may be filled in with. */
export const maxFilledCharacters = 256 * 1024;

/** A literal `$${`, or `${` with as much of a well-formed rest as there is. */
const opening = /\$\$\{|\$\{(?:([A-Za-z_][A-Za-z0-9_]*)(\})?)?/g;

interface Filling {
  readonly variables: ReadonlyMap<string, string>;
  /** Characters that values may still take; default any number. */
  readonly room?: number;
  /** Keys that stay as `${KEY}` until the text is sent; with them, every other `${` stays escaped as `$${`. */
  readonly secrets?: { has(key: string): boolean } | undefined;
}

/**
 * Fills `${KEY}` from `variables` and turns `$${` into `${`, from left to right and once: values are not searched.
 * Unknown and malformed ones stay, and are returned as problems, and so is the first one for which there is no room;
 * each once, with the `${` as it is `written` in the text. `used`: the keys that were filled in, each once.
 */
export function substitute(text: string, { variables, room = Infinity, secrets }: Filling) {
  const escaped = (value: string) => (secrets ? value.replaceAll('${', () => '$${') : value);
  const used = new Set<string>();
  const problems = new Map<string, Words & { written: string }>();
  let filledLength = 0;
  const filled = text.replace(opening, (written, key?: string, closing?: string, offset = 0) => {
    if (written === '$${') return escaped('${');
    const report = (words: Words): string => {
      problems.set(`${words.code} ${key}`, { ...words, written });
      return written;
    };
    if (key === undefined || closing === undefined) return report(malformed(text.startsWith('${{', offset)));
    const value = variables.get(key);
    if (value === undefined) return secrets?.has(key) ? written : report(unknownVariable(key, { variables, secrets }));
    used.add(key);
    filledLength += value.length;
    return filledLength <= room ? escaped(value) : report(tooLong);
  });
  return { text: filled, used: [...used], problems: [...problems.values()] };
}

const tooLong = {
  code: 'file-too-large',
  message: `the variables of this document are filled in with more than ${maxFilledCharacters} characters (256 Ki)`,
  hint: 'Fill in a long value once, or put it into the image or on a volume.',
} as const;

/** Does not quote the text, which may be part of a secret. */
function malformed(isGitHubExpression: boolean): Words {
  return {
    code: 'malformed-variable',
    message: '`${` starts a variable but no name with a closing `}` follows',
    hint: isGitHubExpression
      ? 'GitHub fills `${{ … }}` in workflows only. Write `${KEY}`, set in `variables`; a credential belongs in `secret-envs`.'
      : 'Write `${KEY}` with letters, digits and `_`, and without a default; or `$${` for a literal `${`.',
  };
}

function unknownVariable(key: string, { variables, secrets }: Omit<Filling, 'room'>): Words {
  const names = [...variables.keys()].sort().join(', ');
  const known = names === '' ? '`variables` is empty' : `Known variables: ${names}`;
  const asSecret = secrets ? `add \`${key}=…\` to` : 'delete this reference and set the env in';
  const first = secrets || secretName.test(key) ? `If it is a secret, ${asSecret} \`secret-envs\`. ` : '';
  return {
    code: 'unknown-variable',
    message: `the variable \`${key}\` is not set in \`variables\`${secrets ? ', nor in `secret-envs`' : ''}`,
    hint: `${first}${known}. Add \`${key}=…\` to \`variables\`${first && ', which is public'}, or write \`$\${\` for a literal \`\${\`.`,
  };
}
