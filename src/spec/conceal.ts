/** Which parts of a spec are values of `envs`, in the tree and in the text, so that whoever prints can leave them out. */
import { memberNames, schemasAt } from './shape.ts';
import type { ScalarNode, TreeNode } from './tree.ts';
import { closestName } from './words.ts';

/** What stands under a key of the top: a member of the spec, the one that the key misspells, or none. */
function memberMeant(key: string): string | undefined {
  const known = memberNames(schemasAt([]));
  return known.includes(key) ? key : closestName(key, known);
}

/** Whether values under this key of the top are not shown: those of `envs`, and of what is no member, such as `environment` or `secrets`. */
export function holdsSecrets(key: string): boolean {
  const meant = memberMeant(key);
  return meant === undefined || meant === 'envs';
}

/** Every scalar whose value is not shown, but the keys of items, whatever form the block has. */
export function* concealedNodes(root: TreeNode): Generator<ScalarNode> {
  yield* scalarsUnder(root, holdsSecrets);
}

function* scalarsUnder(root: TreeNode, isMeant: (key: string) => boolean): Generator<ScalarNode> {
  if (root.kind !== 'mapping') return;
  for (const [key, { value }] of root.entries) if (isMeant(key)) yield* scalarsOf(value);
}

export function* scalarsOf(node: TreeNode, name?: string): Generator<ScalarNode> {
  if (node.kind === 'list') for (const item of node.items) yield* scalarsOf(item);
  else if (node.kind === 'mapping') for (const [key, { value }] of node.entries) yield* scalarsOf(value, key);
  else if (name !== 'key' || node.value === null) yield node;
}

/** The values of `envs`, also where the word is misspelt; empty ones left out. */
export function* secretTexts(root: TreeNode): Generator<string> {
  for (const { written } of scalarsUnder(root, (key) => memberMeant(key) === 'envs')) if (written !== '') yield written;
}

/** A part of a file with asterisks in the place of secret values, every offset kept. */
export function concealValues({ text, start }: { text: string; start: number }, secrets: Iterable<ScalarNode>): string {
  let shown = '';
  let done = 0;
  for (const node of [...secrets].toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(node.start - start, done);
    const to = node.end - start;
    if (to <= from) continue;
    shown += text.slice(done, from) + asterisks(text.slice(from, to));
    done = to;
  }
  return shown + text.slice(done);
}

/** Text that is no YAML has no known values: what follows `envs`, or a word like it, up to the next member of the top is taken for them. */
export function concealUnread(text: string): string {
  const members = memberNames(schemasAt([])).filter((name) => name !== 'envs');
  const next = new RegExp(`^(?:["']?(?:${members.join('|')})["']?\\s*:|---)`, 'm');
  let shown = '';
  let rest = text;
  for (let found = /env\w*/i.exec(rest); found; found = /env\w*/i.exec(rest)) {
    const from = found.index + found[0].length;
    const length = rest.slice(from).search(next);
    const to = length === -1 ? rest.length : from + length;
    shown += rest.slice(0, from) + asterisks(rest.slice(from, to));
    rest = rest.slice(to);
  }
  return shown + rest;
}

/** A reference to a variable stays: the error under it is about its name, and the name is no secret. */
function asterisks(text: string): string {
  return text.replace(/(?<!\$)\$\{[A-Za-z_]\w*\}|\$|[^\r\n$]+/g, (found) =>
    found.startsWith('${') ? found : '*'.repeat(found.length),
  );
}
