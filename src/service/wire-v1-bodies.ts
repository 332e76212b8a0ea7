/** The bodies of the v1 family's create and update. */

import { configValue, type EndpointConfig, isUnset, type Member, members, treeOf } from '../model/config.ts';

/**
 * service-api.md, v1 Create endpoint. `products`, `volumeMounts` and `envs` are always sent, because the contract does not say that they may be
 * left out; `healthy`, `clusterID` and `appName` only when set. What only v2 can carry is left out.
 */
export function createBody(config: EndpointConfig): unknown {
  const createValue = (member: Member) => {
    const { create } = member.v1;
    return typeof create === 'object' ? create.fixed : carriedValue(member, { when: create, config });
  };
  return { endpoint: treeOf(members.map((member) => [member.path, createValue(member)])) };
}

/** service-api.md, v1 Update endpoint: complete on every call. `appName`, products, root disk and what only v2 can carry are no part of it. */
export function updateBody({ id, config }: { id: string; config: EndpointConfig }): unknown {
  const values = members.map(
    (member) => [member.path, carriedValue(member, { when: member.v1.update, config })] as const,
  );
  return { id, ...treeOf(values) };
}

function carriedValue(
  member: Member,
  { when, config }: { when: 'always' | 'when-set' | 'never'; config: EndpointConfig },
): unknown {
  const value = configValue(config, member);
  if (when === 'never' || (when === 'when-set' && isUnset(value))) return undefined;
  return member.v1.form ? member.v1.form(value as never) : value;
}
