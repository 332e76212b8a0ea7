// Owns every choice that the contract leaves open, with its default; knows nothing of how a choice is carried out.

import { configMembers } from './config.ts';
import { operations } from './wire.ts';
import { english, z } from './zod.ts';

const count = z.number().int().min(0);

const schema = z.strictObject({
  // Paging and listing
  pageBase: z.union([z.literal(0), z.literal(1)]).default(1),
  pageBelowBase: z.enum(['refuse', 'first', 'empty']).default('refuse'),
  grantedPageSizeMax: z.number().int().min(1).default(100),
  listOrder: z.enum(['created', 'newest']).default('created'),
  totalMeans: z.enum(['all', 'page']).default('all'),
  // Writing
  updateOmitted: z.enum(['reset', 'keep']).default('reset'),
  v2Omitted: z.enum(['keep', 'reset']).default('keep'),
  v2MembersOnV1Update: z.enum(['keep', 'reset']).default('keep'),
  ignoredMembers: z.array(z.enum(configMembers)).default([]),
  uniqueNames: z.boolean().default(false),
  takenAppNames: z.array(z.string()).default([]),
  rootfsSize: z.enum(['fixed-100', 'limits']).default('fixed-100'),
  strictMinWorkers: z.boolean().default(false),
  policyTypes: z.enum(['any', 'known']).default('any'),
  // Deleting
  deleteBy: z.enum(['id', 'name', 'either']).default('id'),
  deleteNotFound: z.enum(['error', 'ok']).default('error'),
  deleteLagSeconds: z.number().min(0).default(0),
  // Consistency
  eventualConsistencyReads: count.default(0),
  createLagReads: count.default(0),
  // Form of answers
  errorBody: z.enum(['standard', 'nested', 'string', 'html', 'empty']).default('standard'),
  portTypes: z.enum(['documented', 'string', 'integer']).default('documented'),
  numbers: z.enum(['documented', 'strings', 'integers']).default('documented'),
  limitsTrailingSpace: z.boolean().default(false),
  omitEmptyMembers: z.boolean().default(false),
  extraMembers: z.boolean().default(false),
  urlForm: z.enum(['emulator', 'service']).default('emulator'),
  // States and workers
  stateWords: z.enum(['v1', 'v2']).default('v1'),
  stateWord: z.string().nullable().default(null),
  workerStateWord: z.string().nullable().default(null),
  stateDuringUpdate: z.enum(['serving', 'updating']).default('serving'),
  rolloutOn: z.enum(['every-update', 'container-change']).default('every-update'),
  keepOldWorkersMs: z.union([z.number().min(0), z.literal('forever')]).default(0),
  coldStart: z.enum(['unavailable', 'hold']).default('unavailable'),
  // Access and transport
  forbiddenOperations: z.array(z.enum(operations)).default([]),
  latencyMs: z.number().min(0).default(0),
});

export type Switches = Readonly<z.output<typeof schema>>;

export const defaultSwitches: Switches = schema.parse({});

/** Names with their defaults, for help texts and the README's table. */
export const switchNames = Object.keys(defaultSwitches) as readonly (keyof Switches)[];

/** `current` with `change` over it. Throws on a name or a value that is not known: a misspelt switch proves nothing. */
export function changedSwitches(current: Switches, change: Partial<Switches>): Switches {
  const result = schema.safeParse({ ...current, ...change }, english);
  if (result.success) return result.data;
  throw new TypeError(`unknown switch or value:\n${z.prettifyError(result.error)}`);
}
