/** Which parts of a spec are values of `envs`, in the tree and in the text, so that whoever prints can leave them out. */
import { memberNames, schemasAt } from './shape.ts';
import type { ScalarNode, TreeNode } from './tree.ts';
import { closestName } from './words.ts';

/** Every scalar under `envs`, also where the word is misspelt, but the keys of items, whatever form the block has. */
export function* secretNodes(root: TreeNode): Generator<ScalarNode> {
  yield* scalarsUnder(root, (key, meant) => key === 'envs' || meant === 'envs');
}

/** {@link secretNodes}, and what stands under a key of the top that stands for no member: it may be an `environment` or `secrets`. */
export function* concealedNodes(root: TreeNode): Generator<ScalarNode> {
  yield* scalarsUnder(root, mayHoldSecrets);
}

/** Whether values under this key of the top are not shown: those of `envs`, and of whatever is no other member. */
export function holdsSecrets(key: string): boolean {
  const known = memberNames(schemasAt([]));
  return mayHoldSecrets(key, known.includes(key) ? key : closestName(key, known));
}

function mayHoldSecrets(_key: string, meant: string | undefined): boolean {
  return meant === undefined || meant === 'envs';
}

function* scalarsUnder(
  root: TreeNode,
  isMeant: (key: string, meant: string | undefined) => boolean,
): Generator<ScalarNode> {
  if (root.kind !== 'mapping') return;
  const known = memberNames(schemasAt([]));
  for (const [key, { value }] of root.entries)
    if (isMeant(key, known.includes(key) ? key : closestName(key, known))) yield* scalarsOf(value);
}

export function* scalarsOf(node: TreeNode, name?: string): Generator<ScalarNode> {
  if (node.kind === 'list') for (const item of node.items) yield* scalarsOf(item);
  else if (node.kind === 'mapping') for (const [key, { value }] of node.entries) yield* scalarsOf(value, key);
  else if (name !== 'key' || node.value === null) yield node;
}

/** The values themselves, empty ones left out. */
export function* secretTexts(root: TreeNode): Generator<string> {
  for (const { written } of secretNodes(root)) if (written !== '') yield written;
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
  return text.replace(/(?<!\$)\$\{[A-Za-z_]\w*\}|[^\r\n]/g, (found) => (found.length > 1 ? found : '*'));
}
