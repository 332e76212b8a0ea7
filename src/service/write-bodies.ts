/** The bodies of create and update in both families. */

import { configValue, type EndpointConfig, isUnset, memberAt, members, treeOf, v2Shortfall } from '../model/config.ts';
import type { Kind, KindValues } from '../model/row.ts';

/** How requests carry the values of a kind, where that is not as they are. */
type Forms = { readonly [K in Kind]?: (value: KindValues[K]) => unknown };
const v1Forms: Forms = {
  ports: (ports) => ports.map((port) => ({ port: String(port) })),
  products: (ids) => ids.map((id) => ({ id })),
};
const v2Forms: Forms = {
  products: ([id]) => id,
  // `size` belongs to local volumes alone.
  volumes: (volumes) =>
    volumes.map(({ type, id, size, mountPath }) => ({
      id,
      type,
      ...(type === 'local' && { size }),
      mount_point: mountPath,
    })),
};

function written(forms: Forms, kind: Kind, value: unknown): unknown {
  const form = forms[kind] as ((value: unknown) => unknown) | undefined;
  return form ? form(value) : value;
}

/**
 * service-api.md, v1 Create endpoint. `products`, `volumeMounts` and `envs` are always sent, because the contract does
 * not say that they may be left out; `healthy`, `clusterID` and `appName` only when set. What only v2 can carry is left
 * out.
 */
export function createBody(config: EndpointConfig): unknown {
  return { endpoint: v1Body(config, 'create') };
}

/** service-api.md, v1 Update endpoint: complete, without `appName`, products, root disk and what only v2 carries. */
export function updateV1Body({ id, config }: { id: string; config: EndpointConfig }): unknown {
  return { id, ...v1Body(config, 'update') };
}

function v1Body(config: EndpointConfig, call: 'create' | 'update'): Record<string, unknown> {
  return treeOf(
    members.map((member) => {
      const { path, kind, v1, isCreationOnly } = member;
      if (v1 === 'never' || (call === 'update' && isCreationOnly)) return [path, undefined];
      if (typeof v1 === 'object') return [path, v1.fixed];
      const value = configValue(config, member);
      return [path, v1 === 'when-set' && isUnset(value) ? undefined : written(v1Forms, kind, value)];
    }),
  );
}

/**
 * The fields that are to change and what they need beside them (service-api.md, v2 Update endpoint: all members are
 * optional, but a `worker_config` needs its `max_replicas`); a list as a whole. Left out is what v2 has no word for or
 * what lies outside its bounds. The next reading shows whether it was kept.
 */
export function updateV2Body(config: EndpointConfig, fields: ReadonlySet<string>): unknown {
  const lacks = v2Shortfall(config);
  const wanted = [...fields].flatMap((field) => memberAt(field) ?? []);
  const needed = new Set(wanted.flatMap(({ path, v2 }) => [path, ...(v2?.needs ?? [])]));
  return treeOf(
    members.flatMap((member) => {
      const value = configValue(config, member);
      if (!needed.has(member.path) || !member.v2 || lacks(member.path) || value === undefined) return [];
      return [[member.v2.name, written(v2Forms, member.kind, value)] as const];
    }),
  );
}
