/** The bodies of create and update in both families. */

import { configValue, type EndpointConfig, isUnset, type Member, memberAt, members, treeOf } from '../model/config.ts';
import { v2Gaps } from '../model/v2-range.ts';

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
export function updateV1Body({ id, config }: { id: string; config: EndpointConfig }): unknown {
  const values = members.map(
    (member) => [member.path, carriedValue(member, { when: member.v1.update, config })] as const,
  );
  return { id, ...treeOf(values) };
}

/**
 * The fields that are to change and what they need beside them (service-api.md, v2 Update endpoint: all members are optional, but a `worker_config` needs its
 * `max_replicas`); a list as a whole. Left out is what v2 has no word for or what lies outside its bounds. The next reading shows whether
 * it was kept.
 */
export function updateV2Body(config: EndpointConfig, fields: ReadonlySet<string>): unknown {
  const gaps = v2Gaps(config);
  const wanted = new Set([...fields].flatMap((field) => memberAt(field) ?? []));
  const needed = new Set([...wanted].flatMap(({ path, v2 }) => [path, ...(v2?.needs ?? [])]));
  return treeOf(
    members.flatMap((member) => {
      const value = configValue(config, member);
      if (!needed.has(member.path) || !member.v2 || gaps.has(member.path) || value === undefined) return [];
      const { name, form } = member.v2;
      return [[name, form ? form(value as never) : value] as const];
    }),
  );
}

function carriedValue(
  member: Member,
  { when, config }: { when: 'always' | 'when-set' | 'never'; config: EndpointConfig },
): unknown {
  const value = configValue(config, member);
  if (when === 'never' || (when === 'when-set' && isUnset(value))) return undefined;
  return member.v1.form ? member.v1.form(value as never) : value;
}
