/** What the texts of the inputs hold that must not be told, whether or not the inputs can be read. */

import { parsePairs } from './input-values.ts';

/** Of the inputs as they are given, '' for one that is not. */
export interface RawInputs {
  'api-key': string;
  'github-token': string;
  'base-url': string;
  'secret-envs': string;
}

export interface InputSecret {
  /** Where it was found: `api-key`, `secret-envs HF_TOKEN`. */
  name: string;
  value: string;
}

/** What is declared to be secret, and the credentials of an address. */
export function declaredSecrets(raw: RawInputs): InputSecret[] {
  return [
    ...keyForms(raw['api-key']).map((value) => ({ name: 'api-key', value })),
    ...pairsOf('secret-envs', raw['secret-envs']),
    ...keyForms(raw['github-token']).map((value) => ({ name: 'github-token', value })),
    ...credentialsOf(raw['base-url']).map((value) => ({ name: 'base-url', value })),
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
