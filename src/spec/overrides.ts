/** The inputs `name`, `image` and `secret-envs` override the spec's values. */
import { type Document, isMap, isScalar, isSeq, type Node, Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import type { InputPlace } from './issue.ts';
import type { Overrides } from './spec.ts';
import { substitute } from './variables.ts';

/** Puts the inputs into the document; the nodes that they gave. What is malformed stays, so that it is still reported. */
export function applyOverrides(document: Document.Parsed, overrides: Overrides): Map<Node, InputPlace> {
  const { name, image, images, secretEnvs, variables } = overrides;
  const origins = new Map<Node, InputPlace>();
  const given = (value: string, input: InputPlace['input']): Scalar => {
    const node = new Scalar(value);
    origins.set(node, { input });
    return node;
  };
  const spec: Node | null = document.contents;
  if (!isMap(spec)) return origins;
  const ownName = name ?? textOf(spec, 'name', variables);
  if (name !== undefined) spec.set(new Scalar('name'), given(name, 'name'));
  const reference = image ?? images?.get(ownName);
  const block = spec.get('image', true);
  // Credential and commands of an image block stay.
  if (reference !== undefined && isMap(block)) block.set(new Scalar('image'), given(reference, 'image'));
  else if (reference !== undefined && (block === undefined || isScalar(block)))
    spec.set(new Scalar('image'), given(reference, 'image'));
  // A spec without `envs` leaves them to the live endpoint. Mentioning the block here would make the secrets its only owner: the plan adds them instead.
  const envs = spec.get('envs', true);
  if (isMap(envs)) for (const [key, value] of secretEnvs) envs.set(new Scalar(key), given(value, 'secret-envs'));
  else if (isSeq(envs)) {
    const items = (envs as YAMLSeq<Node>).items.filter(
      (item) => !isMap(item) || !secretEnvs.has(textOf(item, 'key', variables)),
    );
    for (const [key, value] of secretEnvs) {
      const item = document.createNode({}) as YAMLMap;
      item.set(new Scalar('key'), given(key, 'secret-envs'));
      item.set(new Scalar('value'), given(value, 'secret-envs'));
      origins.set(item, { input: 'secret-envs' });
      items.push(item);
    }
    envs.items = items;
  }
  return origins;
}

function textOf(map: YAMLMap, key: string, variables: ReadonlyMap<string, string>): string {
  const value = map.get(key);
  return typeof value === 'string' ? substitute(value, { variables, room: Number.POSITIVE_INFINITY }).text : '';
}
