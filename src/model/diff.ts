/** Owns the typed, field-by-field difference of two configurations; it never compares text that was made for people. */

import type { EndpointConfig, Volume } from './endpoint.ts';
import {
  envFamilies,
  type Family,
  isSameVolume,
  listMembers,
  type Shown,
  scalarMembers,
  volumeFamilies,
} from './members.ts';
import { withoutRecord } from './record.ts';

/** One difference. `from` and `to` are null where there is no value, and always null for envs: their values are secrets. */
export interface Change {
  /** The spec's spelling, such as `workerConfig.maxNum`, `envs.HF_TOKEN`, `volumeMounts./data`. */
  member: string;
  kind: 'add' | 'remove' | 'change';
  from: Shown;
  to: Shown;
  secret: boolean;
  /** The update calls that can make this change; empty when none can. */
  families: readonly Family[];
}

/**
 * What has to change for `found` to become `asked`, in the order of the table of members, then volumes, then envs by key; everything that has a value
 * when nothing was found. Members that the service never returns cannot be compared and appear only then: see {@link neverReturnedMembers}.
 */
export function diffConfigs({ asked, found }: { asked: EndpointConfig; found: EndpointConfig | undefined }): Change[] {
  return [
    ...diffScalars(asked, found),
    ...diffLists(asked, found),
    ...diffVolumes(asked.volumeMounts, found?.volumeMounts ?? []),
    ...diffEnvs(withoutRecord(asked.envs), withoutRecord(found?.envs ?? [])),
  ];
}

/** The members of `asked` that are set but that no answer of the service carries (service-api.md, Endpoint): they can be sent, not compared. */
export function neverReturnedMembers(asked: EndpointConfig): string[] {
  return scalarMembers
    .filter(({ neverReturned, read }) => neverReturned && read(asked) !== null)
    .map(({ member }) => member);
}

function diffScalars(asked: EndpointConfig, found: EndpointConfig | undefined): Change[] {
  return scalarMembers.flatMap(({ member, families, neverReturned, read }) => {
    const from = found ? emptyToNull(read(found)) : null;
    const to = emptyToNull(read(asked));
    const isLeftToService = member === 'appName' && to === null;
    if (from === to || isLeftToService || (neverReturned && found)) return [];
    return [{ member, kind: kindOf(from, to), from, to, secret: false, families }];
  });
}

function diffLists(asked: EndpointConfig, found: EndpointConfig | undefined): Change[] {
  return listMembers.flatMap(({ member, families, read }) => {
    const from = new Set(found ? read(found) : []);
    const to = new Set(read(asked));
    if (from.size === to.size && from.isSubsetOf(to)) return [];
    const change = { from: showList(from), to: showList(to) };
    return [{ member, kind: kindOf(change.from, change.to), ...change, secret: false, families }];
  });
}

function diffVolumes(asked: readonly Volume[], found: readonly Volume[]): Change[] {
  const askedByPath = new Map(asked.map((volume) => [volume.mountPath, volume]));
  const foundByPath = new Map(found.map((volume) => [volume.mountPath, volume]));
  return [...askedByPath.keys(), ...foundByPath.keys().filter((path) => !askedByPath.has(path))]
    .sort()
    .flatMap((mountPath) => {
      const to = askedByPath.get(mountPath);
      const from = foundByPath.get(mountPath);
      if (to && from && isSameVolume(to, from)) return [];
      const change = { from: from ? showVolume(from) : null, to: to ? showVolume(to) : null };
      return [
        {
          member: `volumeMounts.${mountPath}`,
          kind: kindOf(change.from, change.to),
          ...change,
          secret: false,
          families: volumeFamilies,
        },
      ];
    });
}

function diffEnvs(asked: EndpointConfig['envs'], found: EndpointConfig['envs']): Change[] {
  const askedByKey = new Map(asked.map(({ key, value }) => [key, value]));
  const foundByKey = new Map(found.map(({ key, value }) => [key, value]));
  return [...askedByKey.keys(), ...foundByKey.keys().filter((key) => !askedByKey.has(key))].sort().flatMap((key) => {
    const to = askedByKey.get(key);
    const from = foundByKey.get(key);
    if (to === from) return [];
    const kind = from === undefined ? 'add' : to === undefined ? 'remove' : 'change';
    return [
      { member: `envs.${key}`, kind, from: null, to: null, secret: true, families: envFamilies } satisfies Change,
    ];
  });
}

function emptyToNull(value: Shown): Shown {
  return value === '' ? null : value;
}

function kindOf(from: Shown, to: Shown): Change['kind'] {
  if (from === null) return 'add';
  return to === null ? 'remove' : 'change';
}

function showList(values: ReadonlySet<string | number>): Shown {
  return values.size === 0 ? null : [...values].join(', ');
}

function showVolume({ type, id, size }: Volume): string {
  return [type, id, type === 'local' ? `${size} GB` : ''].filter(Boolean).join(' ');
}
