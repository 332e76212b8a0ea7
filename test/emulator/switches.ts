// Every choice that the contract leaves open, with its default.
import { configMembers } from './config.ts';
import { operations } from './wire.ts';
import { english, z } from './zod.ts';

const count = z.number().int().min(0).default(0);
const milliseconds = z.number().min(0).default(0);
const flag = z.boolean().default(false);
const words = z.record(z.string(), z.string()).default({});
const stateForm = z.enum(['object', 'text', 'null']).default('object');

/** `workers.id`: the member `id` of every worker; `envs`: the member itself. */
const memberPath = z.string().regex(/^[A-Za-z]+(\.[A-Za-z]+)*$/, 'expected a path like policy.value or workers.id');

const schema = z.strictObject({
  // Paging and listing
  pageBase: z.union([z.literal(0), z.literal(1)]).default(1),
  pageBelowBase: z.enum(['refuse', 'first', 'empty']).default('refuse'),
  pagePastEnd: z.enum(['empty', 'refuse', 'last']).default('empty'),
  paging: z.enum(['kept', 'ignored']).default('kept'),
  grantedPageSizeMax: z.number().int().min(1).default(100),
  listOrder: z.enum(['created', 'newest', 'shifting', 'shuffled']).default('created'),
  totalMeans: z.enum(['all', 'page', 'zero', 'half', 'pages', 'missing']).default('all'),
  generatedEndpoints: count,
  generatedEnvs: count,
  // Writing
  updateOmitted: z.enum(['reset', 'keep']).default('reset'),
  v2MembersOnV1Update: z.enum(['keep', 'reset']).default('keep'),
  ignoredMembers: z.array(z.enum(configMembers)).default([]),
  takenAppNames: z.array(z.string()).default([]),
  conflictAfterWriteMs: milliseconds,
  inactiveClusterMs: milliseconds,
  // Deleting
  deleteBy: z.enum(['id', 'name', 'either']).default('id'),
  deleteNotFound: z.enum(['error', 'ok']).default('error'),
  deleteLagSeconds: milliseconds,
  deletingWord: z.string().nullable().default('terminating'),
  // Consistency
  eventualConsistencyReads: count,
  getLagMs: milliseconds,
  listLagMs: milliseconds,
  createLagReads: count,
  listShowsCreatedAfterMs: milliseconds,
  // Form of answers
  errorBody: z.enum(['standard', 'nested', 'string', 'html', 'empty']).default('standard'),
  portTypes: z.enum(['documented', 'string', 'integer']).default('documented'),
  numbers: z.enum(['documented', 'strings', 'integers']).default('documented'),
  limitsTrailingSpace: flag,
  omitEmptyMembers: flag,
  omitZeros: flag,
  omitFalse: flag,
  emptyLists: z.enum(['shown', 'null', 'omitted']).default('shown'),
  extraMembers: flag,
  timestamps: z.enum(['none', 'iso']).default('none'),
  answersLeaveOut: z.array(memberPath).default([]),
  answersReplace: z.record(memberPath, z.unknown()).default({}),
  // States and workers
  stateWords: z.enum(['v1', 'v2']).default('v1'),
  endpointWords: words,
  workerWords: words,
  stateForm,
  workerStateForm: stateForm,
  stateDuringUpdate: z.enum(['serving', 'updating']).default('serving'),
  updatingForMs: z.number().min(0).nullable().default(null),
  rolloutOn: z.enum(['every-update', 'container-change']).default('every-update'),
  keepsWorkersOn: z.array(z.enum(configMembers)).default([]),
  workerIds: z.enum(['new', 'kept']).default('new'),
  startingWorkerIds: z.enum(['shown', 'missing']).default('shown'),
  showWorkers: z.boolean().default(true),
  keepStartingWorkers: flag,
  oldWorkersStop: z.enum(['after-healthy', 'at-write', 'when-idle']).default('after-healthy'),
  keepOldWorkersMs: z.union([z.number().min(0), z.literal('forever')]).default(0),
  servedBy: z.enum(['newest', 'oldest', 'turns']).default('newest'),
  // Access and transport
  forbiddenOperations: z.array(z.enum(operations)).default([]),
  latencyMs: milliseconds,
});

export type Switches = Readonly<z.output<typeof schema>>;

export const defaultSwitches: Switches = schema.parse({});

/** `current` with `change` over it. Throws on a name or a value that is not known: a misspelt switch proves nothing. */
export function changedSwitches(current: Switches, change: Partial<Switches>): Switches {
  const result = schema.safeParse({ ...current, ...change }, english);
  if (result.success) return result.data;
  throw new TypeError(`unknown switch or value:\n${z.prettifyError(result.error)}`);
}
