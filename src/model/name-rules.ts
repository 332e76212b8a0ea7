/** Which texts are not the name of an endpoint: checked before the table of members is loaded. */

import { quote } from '../shown-text.ts';

/** A pattern, a name of which one end is missing, since an expression was empty, or the name of a branch. */
export function nameFault(name: string): Record<'what' | 'hint', string> | undefined {
  const fault = (what: string, hint: string) => ({ what: `is ${quote(name)}, which ${what}`, hint });
  if (/^https?:\/\//i.test(name))
    return fault('is a URL', 'Write the name of the endpoint; the command `list` shows all names with their URLs.');
  if (/[*?]/.test(name))
    return fault(
      'is a pattern',
      'Write the whole name; the command `list` shows all names. `spec` takes globs of files.',
    );
  const [end] = /[-_.:,+@~#/]$|^[-_.:,+@~#/]/.exec(name) ?? [];
  const isLast = end !== undefined && name.endsWith(end);
  if (end !== undefined)
    return fault(
      `${isLast ? 'ends' : 'starts'} with \`${end}\``,
      `Write what belongs ${isLast ? 'after' : 'before'} it; an expression there was probably empty.`,
    );
  if (!name.includes('/')) return undefined;
  const hint = `Write, for example, \`${name.replaceAll(/\/+/g, '-')}\`: an earlier step can replace the \`/\` of a branch name.`;
  return fault('contains `/`', `${hint} An endpoint of that name is selected by \`endpoint-id\`.`);
}
