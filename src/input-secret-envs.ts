/** The inputs that hold pairs, and how many: `variables`, and `secret-envs` with what an endpoint can have. */

import { InputValueError, parsePairs } from './input-values.ts';
import { envBytes, maxEnvBytes, maxEnvs, pendingMarkerKey, recordEnvKey } from './model/env-rules.ts';

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
