/** The header `WWW-Authenticate` of a registry. */

export interface Challenge {
  /** In lower case: `bearer`, `basic`. */
  readonly scheme: string;
  /** Names in lower case; of a name that comes twice the first value. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Longer than any registry's; what follows is not read. */
const longestHeader = 16 * 1024;

const scheme = /[ \t,]*([!#$%&'*+.^_`|~\w-]+)(?=[ \t]|,|$)[ \t]*(?!=)/y;
const parameter = /[ \t,]*([!#$%&'*+.^_`|~\w-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s",]*))/y;

/** All challenges in order, also of several headers joined by commas (RFC 9110, 11.6.1). Reads up to what it does not understand. */
export function parseChallenges(header: string): Challenge[] {
  const text = header.slice(0, longestHeader);
  const challenges: Challenge[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  for (let opened = take(scheme); opened; opened = take(scheme)) {
    const parameters = new Map<string, string>();
    for (let found = take(parameter); found; found = take(parameter)) {
      const [, name = '', quoted, bare = ''] = found;
      const key = name.toLowerCase();
      if (!parameters.has(key)) parameters.set(key, quoted === undefined ? bare : quoted.replaceAll(/\\(.)/g, '$1'));
    }
    challenges.push({ scheme: (opened[1] ?? '').toLowerCase(), parameters });
  }
  return challenges;
}
