/** The form of a row of the table of members, and the types that follow from the rows. */

import type * as z from 'zod/mini';
import type { kindSchemas } from './values.ts';

/** The two update interfaces (service-api.md, v1 Update endpoint, v2 Update endpoint). */
export type Family = 'v1' | 'v2';

/** The ends of a number, or of the length of a text; or the only words that are allowed. */
export interface Bound {
  readonly min?: number;
  readonly max?: number;
  readonly oneOf?: readonly string[];
}

/** How the v2 update carries a member, with the static bounds of service-api.md. */
export interface V2Form {
  /** The path in the request, such as `worker_config.min_replicas`. */
  readonly name: string;
  /** The bound of a number or a text, or of each in a list; `items`: the bounds of the members of each item. */
  readonly bound?: Bound;
  readonly items?: { readonly [member: string]: Bound };
  /** How many items a list must have. */
  readonly count?: number;
  /** Members without which this one cannot be sent. */
  readonly needs?: readonly string[];
}

/** A range of the live limits (service-api.md, Limits). */
export interface LimitRange {
  readonly min: string;
  readonly max: string;
  readonly unit: string;
  /** 0 may be below the minimum: endpoints scale to zero where the limits say 1. */
  readonly mayBeZero?: true;
}

/** A range, also of each local volume; a range by `policy.type`, none for other types; or a list of versions. */
type MemberLimit =
  | LimitRange
  | { readonly list: 'cudaVersionList' }
  | { readonly byPolicyType: { readonly [type: string]: LimitRange } }
  | { readonly localVolumes: LimitRange };

/** The values of each kind: comparison, empty value and wire forms depend on the kind alone. */
export interface KindValues {
  text: string;
  integer: number;
  ports: readonly number[];
  products: readonly string[];
  volumes: readonly Volume[];
  envs: readonly Env[];
}
export type Kind = keyof KindValues;

export interface Volume {
  /** `local`, or any other word for cloud storage. */
  readonly type: string;
  /** '' while the service has not assigned one. */
  readonly id: string;
  /** GB; 0 when unknown. */
  readonly size: number;
  readonly mountPath: string;
}

export interface Env {
  readonly key: string;
  /** A secret. */
  readonly value: string;
}

/** One member of the spec. */
export interface Row {
  readonly kind: Kind;
  /** The schema of the value in a spec; default: that of the kind. */
  readonly schema?: z.ZodMiniType;
  /** One sentence or two for the reference, for editors and for exported specs. */
  readonly description: string;
  readonly examples: readonly unknown[];
  /** What a new endpoint gets if its spec does not mention the member; absent without a documented default. */
  readonly default?: string | number;
  /** What to add if the spec of a new endpoint lacks it; absent if creation does not need it. */
  readonly neededToCreate?: string;
  /** How v1 carries it, at its path: `when-set` leaves an empty value out, `fixed` sends this one. Default `always`. */
  readonly v1?: 'always' | 'when-set' | 'never' | { readonly fixed: number };
  /** v1 carries it on creation, but not in an update. */
  readonly isCreationOnly?: true;
  /** Absent if the v2 update has no word for it. */
  readonly v2?: V2Form;
  /** Whether list and get return it, the default; otherwise it can be sent, but neither compared nor verified. */
  readonly returned?: boolean;
  readonly limit?: MemberLimit;
  /** A variable in it is shown as `${KEY}`; in every other field, its value is shown. */
  readonly mayHoldSecret?: true;
  /** It names the endpoint, and is no part of its version. */
  readonly identifies?: true;
  /** The effect of a change on the workers, by the meaning of the field (not in service-api.md). Default: replaced. */
  readonly workers?: 'replaced' | 'kept';
}

/** Members under one key; a bare value is for the member `shorthand`: `image: x` is `image: {image: x}`. */
export interface Block {
  readonly description: string;
  readonly examples: readonly unknown[];
  readonly shorthand?: string;
  readonly members: { readonly [name: string]: Row };
}

export type Table = { readonly [name: string]: Row | Block };

/** Rows of one kind, with the literal types of their values. */
export const rowsOf =
  <const K extends Kind>(kind: K) =>
  <const R extends Omit<Row, 'kind'>>(row: R): R & { readonly kind: K } => ({ ...row, kind });
export const textRow = rowsOf('text');
export const integerRow = rowsOf('integer');

/** The range of the live limits from `min<name>` to `max<name>`. */
export const range = (name: string, unit: string, options: Pick<LimitRange, 'mayBeZero'> = {}): LimitRange => ({
  min: `min${name}`,
  max: `max${name}`,
  unit,
  ...options,
});

/** `max_replicas` is required with `worker_config` (service-api.md, worker_config members). */
export const byWorkerConfig = (name: string, bound: Bound): V2Form => ({
  name: `worker_config.${name}`,
  bound,
  needs: ['workerConfig.maxNum'],
});

type SpecValue<R> = R extends { kind: infer K extends Kind } ? z.output<(typeof kindSchemas)[K]> : never;
type ConfigValue<R> = R extends { kind: infer K extends Kind } ? KindValues[K] : never;

/** Every member optional, in its normalised form; of a table, or of a block. */
export type SpecOf<T> = { [K in keyof T]?: T[K] extends { members: infer M } ? SpecOf<M> : SpecValue<T[K]> };

type ReturnedKeys<T> = { [K in keyof T]: T[K] extends { returned: false } ? never : K }[keyof T];
type ConfigEntry<R> = R extends { members: infer M } ? ConfigOf<M> : ConfigValue<R>;

/** A whole configuration: every returned member, and the others if they are given. */
export type ConfigOf<T> = { [K in ReturnedKeys<T>]: ConfigEntry<T[K]> } & {
  [K in Exclude<keyof T, ReturnedKeys<T>>]?: ConfigEntry<T[K]>;
};
