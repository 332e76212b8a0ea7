/** What is said of a key that the schema does not know, and which member it may stand for. */
import type { Issue, IssuePath, Place } from './issue.ts';
import { allMembers, memberNames, schemasAt } from './shape.ts';
import { nodeAt, type TreeNode } from './tree.ts';
import { closestName, memberText, pathToKey } from './words.ts';

export interface Described {
  readonly root: TreeNode;
  readonly place: (path: IssuePath) => Place;
  readonly keyPlace: (path: IssuePath, key: string) => Place;
}

interface UnknownKey {
  readonly path: IssuePath;
  readonly key: string;
  readonly known: readonly string[];
  readonly spec: Described;
}

/** The members that an unknown key stands for: what it misspells, or all that it holds when it wraps a whole spec. */
export function meantNames({ path, key, known, spec }: UnknownKey): string[] {
  const wrapped = wrappedNames({ path, key, known, spec });
  if (wrapped.length > 0) return wrapped;
  return [closestName(key, known) ?? (known.length === 1 ? known[0] : undefined) ?? key];
}

/** The service's own create request has a wrapper `endpoint`, which a spec has not. */
function wrappedNames({ path, key, known, spec }: UnknownKey): string[] {
  const node = path.length === 0 ? nodeAt(spec.root, [key]) : undefined;
  return node?.kind === 'mapping' ? known.filter((name) => node.entries.has(name)) : [];
}

export function unknownKey({ path, key, spec }: { path: IssuePath; key: string; spec: Described }): Issue {
  const known = memberNames(schemasAt(path));
  const full = pathToKey(path, key);
  return {
    code: 'unknown-key',
    severity: 'error',
    message:
      path.length === 0
        ? `${memberText(full)} is not a member of the spec`
        : `${memberText(path)} has no member ${memberText(full.slice(-1))}`,
    hint: unknownKeyHint({ path, key, known, spec }),
    path: full,
    position: spec.keyPlace(path, key),
  };
}

function unknownKeyHint({ path, key, known, spec }: UnknownKey): string {
  if (wrappedNames({ path, key, known, spec }).length > 0)
    return 'Move its contents to the top level of the file: a spec has no wrapper.';
  const meant = closestName(key, known);
  if (meant !== undefined) return `Did you mean \`${meant}\`?`;
  if (path[0] === 'envs')
    return 'Write each item as `key: NAME` and `value: text`, or `envs` as a mapping of `NAME: text`.';
  const elsewhere = allMembers().find((member) => member.at(-1) === key);
  if (elsewhere !== undefined) return `\`${key}\` belongs in ${memberText(elsewhere.slice(0, -1))}.`;
  return `Known members here: ${known.join(', ')}.`;
}
