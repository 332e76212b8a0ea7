/** Pairs and secrets among the inputs: `variables`, `secret-envs`, and what must not be told whether or not the inputs can be read. */

import { InputValueError, parsePairs } from './input-values.ts';
import { envBytes, maxEnvBytes, maxEnvs, pendingMarkerKey, recordEnvKey } from './model/env-rules.ts';

type InputSecretName = 'api-key' | 'secret-envs' | 'github-token' | 'base-url';

interface InputSecret {
  /** Where it was found: `api-key`, `secret-envs HF_TOKEN`. */
  name: string;
  value: string;
}

/** What is declared to be secret, and the credentials of an address; `textOf` gives an input as it is written, '' for one that is not given. */
export function declaredSecrets(textOf: (input: InputSecretName) => string): InputSecret[] {
  const named = (name: InputSecretName, values: readonly string[]) => values.map((value) => ({ name, value }));
  return [
    ...named('api-key', keyForms(textOf('api-key'))),
    ...pairsOf('secret-envs', textOf('secret-envs')),
    ...named('github-token', keyForms(textOf('github-token'))),
    ...named('base-url', credentialsOf(textOf('base-url'))),
  ];
}

/** A key that is refused for what stands around it is a key all the same. */
function keyForms(text: string): string[] {
  const whole = text.trim();
  const bare = whole.replace(/^bearer\s+/i, '').replace(/^(["'])(.*)\1$/s, '$2');
  return [...new Set([whole, bare])].filter((form) => form !== '');
}

/** Everything before the last `@`, and of that what follows the first `:`. */
function credentialsOf(address: string): string[] {
  const at = address.lastIndexOf('@');
  if (at === -1) return [];
  const user = address.slice(0, at).replace(/^\s*(?:[a-z][a-z\d+.-]*:)?\/+/i, '');
  const colon = user.indexOf(':');
  return [user, user.slice(colon + 1)].filter((part) => part !== '');
}

/** Of lines that are no pairs, each whole line. */
function pairsOf(input: string, text: string): InputSecret[] {
  try {
    return Array.from(parsePairs(text), ([key, value]) => ({ name: `${input} ${key}`, value }));
  } catch {
    return text.split(/\r?\n/).flatMap((line, index) => {
      const value = line.replace(/^\s*[A-Za-z_][A-Za-z0-9_]*=/, '');
      return [...new Set([line, value])].map((each) => ({ name: `${input}, line ${index + 1}`, value: each }));
    });
  }
}

/** {@link parsePairs} for envs: keys under which this action keeps its own notes on the endpoint are refused. */
export function parseSecretEnvs(value: string): Map<string, string> {
  const pairs = parseVariables(value);
  for (const [key, text] of pairs) {
    const bytes = envBytes({ key, value: text });
    if (bytes > maxEnvBytes)
      throw new InputValueError(
        `has ${bytes} bytes in ${key}, the key included`,
        `Linux cannot start a process with more than ${maxEnvBytes} bytes in one variable: put the text on a volume, and pass its path.`,
      );
  }
  const reserved = [recordEnvKey, pendingMarkerKey].find((key) => pairs.has(key));
  if (reserved === undefined) return pairs;
  throw new InputValueError(`names ${reserved}, which is reserved for this action's own record`, 'Use another name.');
}

/** {@link parsePairs}, at most a thousand: each of them is looked for in whatever a plan shows. */
export function parseVariables(value: string): Map<string, string> {
  const pairs = parsePairs(value);
  if (pairs.size <= maxEnvs) return pairs;
  throw new InputValueError(
    `has ${pairs.size} entries`,
    `Allowed: ${maxEnvs}. Put values that belong together into one.`,
  );
}
