/** The inputs `name`, `image` and `secret-envs` override the spec's values. */
import type { Overrides } from './spec.ts';
import { type Entry, inputNode, type MappingNode, type TreeNode } from './tree.ts';

/** The tree with the inputs in it. What is malformed stays, so that it is still reported. */
export function applyOverrides(root: TreeNode, { name, image, images, secretEnvs }: Overrides): TreeNode {
  if (root.kind !== 'mapping') return root;
  const entries = new Map(root.entries);
  if (name !== undefined) entries.set('name', entryOf(inputNode(name, { input: 'name' })));
  const ownName = entries.get('name')?.value;
  const reference = image ?? (ownName?.kind === 'scalar' ? images?.get(String(ownName.value)) : undefined);
  if (reference !== undefined) overrideImage(entries, reference);
  if (secretEnvs.size > 0) addSecretEnvs(entries, secretEnvs);
  return { ...root, entries };
}

/** Credential and commands of an image block stay. */
function overrideImage(entries: Map<string, Entry>, image: string): void {
  const own = entries.get('image');
  const node = inputNode(image, { input: 'image' });
  if (own?.value.kind === 'mapping') {
    const members = new Map(own.value.entries).set('image', entryOf(node));
    entries.set('image', { ...own, value: { ...own.value, entries: members } });
  } else if (own === undefined || own.value.kind === 'scalar') {
    entries.set('image', entryOf(node));
  }
}

/** Keeps the form of the block: items stay items. */
function addSecretEnvs(entries: Map<string, Entry>, secretEnvs: ReadonlyMap<string, string>): void {
  const origin = { input: 'secret-envs' } as const;
  const own = entries.get('envs');
  // A spec without `envs` leaves them to the live endpoint. Mentioning the block here would make the secrets its only owner: the plan adds them instead.
  if (own === undefined) return;
  if (own.value.kind === 'mapping') {
    const members = new Map(own.value.entries);
    for (const [key, value] of secretEnvs) members.set(key, entryOf(inputNode(value, origin)));
    entries.set('envs', { ...own, value: { ...own.value, entries: members } });
  } else if (own.value.kind === 'list') {
    const kept = own.value.items.filter((item) => !secretEnvs.has(keyOf(item) ?? ''));
    const added = [...secretEnvs].map(([key, value]): MappingNode => {
      const members = new Map([
        ['key', entryOf(inputNode(key, origin))],
        ['value', entryOf(inputNode(value, origin))],
      ]);
      return { kind: 'mapping', entries: members, start: 0, end: 0, origin };
    });
    entries.set('envs', { ...own, value: { ...own.value, items: [...kept, ...added] } });
  }
}

function keyOf(item: TreeNode): string | undefined {
  const key = item.kind === 'mapping' ? item.entries.get('key')?.value : undefined;
  return key?.kind === 'scalar' && typeof key.value === 'string' ? key.value : undefined;
}

function entryOf(value: TreeNode): Entry {
  return { key: { start: value.start, end: value.end }, value };
}
