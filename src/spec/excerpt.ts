/** The text of a spec as lines of it may be shown. */
import { memberTable } from '../model/members.ts';

const publicNames = Object.keys(memberTable).filter((name) => name !== 'envs');

/** At the start of a line: a field of the top that holds no secret. */
const publicField = new RegExp(`^(["']?)(?:${publicNames.join('|')})\\1[ \\t]*:`);

/** What is shown of a hidden line: a key of the top that is a plain word, and well-formed references to variables. */
const shownParts = /^["']?[A-Za-z_]{1,24}["']?:|(?<!\$)\$\{[A-Za-z_]\w*\}|[^\r]/g;

/** Words that stand where secrets do, and marks of values that an alias may use there. */
const suspicious = /env|secret|token|passw|credential|key|command|entrypoint|header|[&*]\w/i;

/**
 * The text with spaces in the place of every line that may hold a secret, so that each place is where it was. A line is shown when it belongs to a field of
 * the top that holds none, up to the first line of that field with a word for one.
 */
export function shownText(text: string): string {
  let isShown = false;
  return text
    .split('\n')
    .map((line) => {
      if (/^[^\s#]/.test(line)) isShown = publicField.test(line);
      if (suspicious.test(line)) isShown = false;
      return isShown ? line : line.replaceAll(shownParts, (found) => (found.length > 1 ? found : ' '));
    })
    .join('\n');
}
