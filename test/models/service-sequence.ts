/** Random sequences of the service's model: a world, and what two repositories and others do in it. Plain data, so that a sequence shrinks and can be pasted into a test. */

import * as fc from 'fast-check';
import type { Switches } from '../emulator/emulator.ts';
import { type FaultName, faultCatalogue } from '../emulator/faults.ts';
import type { WorkerScript } from '../emulator/worker-life.ts';

/** Images by what becomes of their workers. */
export const scripts = {
  '1': { outcome: 'healthy' },
  '2': { outcome: 'healthy' },
  '3': { outcome: 'healthy' },
  late: { outcome: 'healthy', appearAfterMs: 40_000 },
  large: { outcome: 'healthy', pace: { healthCheckMs: 180_000 } },
  busy: { outcome: 'no-capacity', recoversAfterMs: 120_000 },
  // The first worker is lost while it loads, stays listed as failed, and another one takes its place.
  lost: { outcome: 'healthy', lostAfterMs: 5000 },
  missing: { outcome: 'image-pull' },
  refused: { outcome: 'image-backoff', message: 'unauthorized: authentication required' },
  crashing: { outcome: 'crash-loop' },
  slow: { outcome: 'crash-loop', runsForMs: 50_000, exitedForMs: 15_000 },
  fading: { outcome: 'crash-loop', healthyForMs: 1000 },
  deaf: { outcome: 'unhealthy' },
  broken: { outcome: 'endpoint-failed' },
  // But for the first write of it, whose workers are healthy.
  fickle: { outcome: 'crash-loop' },
} as const satisfies Record<string, WorkerScript>;

type Tag = keyof typeof scripts;

/** They never serve, whatever the service does. */
export const failingTags: ReadonlySet<string> = new Set<Tag>([
  'missing',
  'refused',
  'crashing',
  'slow',
  'fading',
  'deaf',
  'broken',
  'fickle',
]);

/** What a sequence says of a spec; members that are absent are not in it. */
export interface ModelSpec {
  tag: Tag;
  minNum?: number;
  policyValue?: number;
  appName?: 'x' | 'y';
  envs?: Readonly<Record<string, string>>;
  secretEnvs?: number;
  command?: string;
  rootfsSize?: number;
  clusterID?: string;
  product?: string;
  entrypoint?: string;
  cudaVersion?: string;
  healthyPort?: number;
  regionId?: string;
}

interface PlannedFault {
  fault: FaultName;
  operation: 'create' | 'update' | 'update-v2' | 'get' | 'list' | 'delete' | 'limits' | 'any';
  after: number;
  times: 1 | 3;
}

/** What somebody else does to the endpoint of a name, just before a request of the step is carried out, or between steps. */
export interface PlannedChange {
  does: 'tag' | 'min' | 'env' | 'delete' | 'scale-out' | 'dead-worker' | 'blink' | 'pause';
  before: 'get' | 'list' | 'update' | 'update-v2' | 'delete' | 'create';
  nth: number;
}

interface Disturbance {
  faults: readonly PlannedFault[];
  changes: readonly PlannedChange[];
  /** Killed when so many requests have been carried out; 0 for never. */
  killAfter: number;
}

export interface DeployStep {
  kind: 'deploy';
  by: number;
  name: number;
  spec: ModelSpec;
  /** The spec is a change of the last one of the name, as most specs are. */
  isChange: boolean;
  wait: 'ready' | 'rollout' | 'none';
  onFailure: 'restore' | 'keep';
  adopt: boolean;
  mayBeOlder: boolean;
  /** A second spec of the run, for the other name. */
  also?: ModelSpec;
}

type CallStep = { by: number; name: number };

export type ServiceStep = (
  | DeployStep
  | { kind: 'preview'; by: number; name: number; pull: number; tag: Tag }
  | ({ kind: 'delete' } & CallStep)
  | ({ kind: 'plan'; spec: ModelSpec } & CallStep)
  | ({ kind: 'export' } & CallStep)
  | { kind: 'sweep'; by: number; closed: readonly number[]; maxAge: boolean }
) &
  Disturbance;

export type SequenceStep =
  | ServiceStep
  /** Two at once; with `isSame`, the second one has the first one's name and spec, with its own over it. */
  | {
      kind: 'both';
      first: DeployStep;
      second: DeployStep | ({ kind: 'delete' } & CallStep);
      isSame: boolean;
      killAfter: number;
    }
  /** The last deploy once more. */
  | { kind: 'again' }
  | { kind: 'change'; name: number; change: PlannedChange['does'] }
  | { kind: 'pass'; minutes: number };

export interface ServiceSequence {
  seed: number;
  world: Partial<Switches>;
  steps: readonly SequenceStep[];
}

/** Each switch is met as often as any other, however many values it has. */
const switchValues: { readonly [Name in keyof Switches]?: readonly Switches[Name][] } = {
  pageBase: [0],
  pageBelowBase: ['first', 'empty'],
  pagePastEnd: ['refuse', 'last'],
  paging: ['ignored'],
  grantedPageSizeMax: [1, 2, 20],
  listOrder: ['newest', 'shifting', 'shuffled'],
  totalMeans: ['page', 'zero', 'half', 'pages', 'missing'],
  generatedEndpoints: [3],
  updateOmitted: ['keep'],
  v2MembersOnV1Update: ['reset'],
  ignoredMembers: [['image.image'], ['image.command'], ['envs'], ['workerConfig.minNum'], ['rootfsSize']],
  forbiddenOperations: [['delete'], ['update'], ['update-v2'], ['limits']],
  conflictAfterWriteMs: [3000, 20_000],
  deleteBy: ['name', 'either'],
  deleteNotFound: ['ok'],
  deleteLagSeconds: [5, 45],
  deletingWord: [null, 'stopping'],
  eventualConsistencyReads: [1, 3],
  getLagMs: [200, 3000],
  listLagMs: [200, 3000],
  createLagReads: [1, 3],
  listShowsCreatedAfterMs: [400, 3000],
  errorBody: ['nested', 'string', 'html', 'empty'],
  portTypes: ['string', 'integer'],
  numbers: ['strings', 'integers'],
  limitsTrailingSpace: [true],
  omitEmptyMembers: [true],
  omitZeros: [true],
  omitFalse: [true],
  emptyLists: ['null', 'omitted'],
  extraMembers: [true],
  answersLeaveOut: [['workers.id'], ['workerConfig.requestTimeout', 'rootfsSize']],
  answersReplace: [{ 'workers.id': '' }, { volumeMounts: null }],
  timestamps: ['iso'],
  stateWords: ['v2'],
  endpointWords: [{ serving: 'active' }, { serving: 'READY', initializing: 'warming' }],
  workerWords: [{ running: 'online' }, { running: 'active', pending: 'queued' }],
  stateForm: ['text', 'null'],
  workerStateForm: ['text'],
  stateDuringUpdate: ['updating'],
  updatingForMs: [2000, 5000],
  keepsWorkersOn: [
    ['image.authId', 'image.command'],
    ['healthy', 'volumeMounts', 'clusterID'],
  ],
  rolloutOn: ['container-change'],
  workerIds: ['kept'],
  startingWorkerIds: ['missing'],
  showWorkers: [false],
  keepStartingWorkers: [true],
  oldWorkersStop: ['at-write', 'when-idle'],
  keepOldWorkersMs: [30_000, 'forever'],
};

/** What becomes of workers, and what is late, decide more than the rest. */
const telling: ReadonlySet<string> = new Set<keyof Switches>([
  'deleteBy',
  'eventualConsistencyReads',
  'getLagMs',
  'keepOldWorkersMs',
  'keepStartingWorkers',
  'listLagMs',
  'listShowsCreatedAfterMs',
  'rolloutOn',
  'totalMeans',
]);

/** Some switches say something only beside another one. */
function meaningful(world: Partial<Switches>): Partial<Switches> {
  return {
    ...world,
    ...(world.updatingForMs && { stateDuringUpdate: 'updating' }),
    ...(world.keepsWorkersOn && { rolloutOn: 'container-change' }),
  };
}

/**
 * Worlds of the second class: nothing in them tells which worker is new, or that a list is whole, or no ID is deleted. A run may be red there for any reason; it is never green
 * without the truth, and never takes anything away.
 */
export function isSecondClass(world: Switches): boolean {
  const { workerIds, showWorkers, answersLeaveOut, answersReplace } = world;
  const hidesIds = answersLeaveOut.includes('workers.id') || 'workers.id' in answersReplace;
  const words = [...Object.keys(world.endpointWords), ...Object.keys(world.workerWords)];
  return (
    workerIds !== 'new' ||
    !showWorkers ||
    hidesIds ||
    world.deleteBy === 'name' ||
    world.stateForm === 'null' ||
    words.length > 0 ||
    ['shifting', 'shuffled'].includes(world.listOrder) ||
    ['page', 'zero', 'half', 'pages'].includes(world.totalMeans)
  );
}

/** At most five switches that are not as usual. */
const worlds: fc.Arbitrary<Partial<Switches>> = fc
  .uniqueArray(
    fc.oneof(
      ...Object.entries(switchValues).map(([name, values]) => ({
        arbitrary: fc.constantFrom(...(values as unknown[])).map((value) => [name, value] as const),
        weight: telling.has(name) ? 3 : 1,
      })),
    ),
    { maxLength: 5, selector: ([name]) => name },
  )
  .map((entries): Partial<Switches> => meaningful(Object.fromEntries(entries)))
  // Where pages turn while they are read and no total tells how many there are, nothing proves that a list is whole.
  .filter(({ listOrder = '', totalMeans }) => !(['shifting', 'shuffled'].includes(listOrder) && totalMeans));

const tags: fc.Arbitrary<Tag> = fc.oneof(
  { arbitrary: fc.constantFrom<Tag>('1', '2', '3'), weight: 8 },
  { arbitrary: fc.constantFrom(...(Object.keys(scripts) as Tag[])), weight: 3 },
  { arbitrary: fc.constant<Tag>('fickle'), weight: 1 },
);

/** Without members that are undefined, so that a sequence reads well. */
const defined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Value;

const specMembers = {
  tag: tags,
  minNum: fc.constantFrom(0, 1, 2),
  policyValue: fc.constantFrom(4, 9),
  appName: fc.constantFrom('x', 'y'),
  envs: fc.constantFrom({}, { A: 'x' }, { A: 'y', B: 'z' }),
  secretEnvs: fc.constantFrom(1, 2),
  command: fc.constantFrom('', '--fast'),
  rootfsSize: fc.constantFrom(50, 100),
  clusterID: fc.constantFrom('c1', 'c2'),
  product: fc.constantFrom('1', '2'),
  entrypoint: fc.constantFrom('/a', '/b'),
  cudaVersion: fc.constantFrom('12.4', '13.0'),
  healthyPort: fc.constantFrom(8000, 9000),
  regionId: fc.constantFrom('eu', 'us'),
};

const specs = fc
  .record({
    ...Object.fromEntries(
      Object.entries(specMembers).map(([name, values]) => [name, seldom<unknown>(5, undefined, values)]),
    ),
    tag: tags,
    minNum: fc.option(specMembers.minNum, { nil: undefined, freq: 2 }),
  })
  .map((spec) => defined(spec) as ModelSpec);

/** One or two members. */
const changedSpecs = fc
  .uniqueArray(
    fc.oneof(
      ...Object.entries(specMembers).map(([name, values]) => ({
        arbitrary: (values as fc.Arbitrary<unknown>).map((value) => [name, value] as const),
        weight: name === 'tag' || name === 'minNum' ? 3 : 1,
      })),
    ),
    { maxLength: 2, selector: ([name]) => name },
  )
  .map((entries) => Object.fromEntries(entries) as unknown as ModelSpec);

const who = { by: fc.constantFrom(0, 0, 0, 1), name: fc.constantFrom(0, 0, 0, 1) };

/** Those that need real time have tests of their own. */
const realTime: ReadonlySet<string> = new Set(['100 MiB', 'answer after 20 s of the clock', 'refused connection']);
const faultNames = (Object.keys(faultCatalogue) as FaultName[]).filter((name) => !realTime.has(name));

const faults: fc.Arbitrary<PlannedFault> = fc.record({
  fault: fc.constantFrom(...faultNames),
  operation: fc.constantFrom('get', 'list', 'create', 'update', 'update-v2', 'delete', 'limits', 'any'),
  after: fc.nat(6),
  times: fc.constantFrom(1, 1, 3),
});

const changeKinds = fc.constantFrom<PlannedChange['does'][]>(
  ...(['tag', 'min', 'env', 'delete', 'scale-out', 'dead-worker', 'blink', 'pause'] as const),
);
const changes: fc.Arbitrary<PlannedChange> = fc.record({
  does: changeKinds,
  before: fc.constantFrom('get', 'get', 'list', 'update', 'update-v2', 'delete', 'create'),
  nth: fc.integer({ min: 1, max: 8 }),
});

/** Most steps go undisturbed. */
const disturbance = {
  faults: seldom(4, [], fc.array(faults, { minLength: 1, maxLength: 2 })),
  changes: seldom(6, [], fc.array(changes, { minLength: 1, maxLength: 1 })),
  killAfter: seldom(6, 0, fc.integer({ min: 1, max: 25 })),
};

const deploy = {
  kind: fc.constant('deploy' as const),
  ...who,
  wait: fc.constantFrom('ready', 'ready', 'rollout', 'none'),
  onFailure: fc.constantFrom('restore', 'restore', 'keep'),
  adopt: fc.constantFrom(false, false, false, false, true),
  mayBeOlder: fc.constantFrom(false, false, false, true),
} as const;
const whole = { spec: specs, isChange: fc.constant(false) };
const change = { spec: changedSpecs, isChange: fc.constant(true) };
const deploys = fc.oneof(
  fc.record({ ...deploy, ...whole }),
  fc.record({ ...deploy, ...change }),
) as fc.Arbitrary<DeployStep>;
const deletion = { kind: fc.constant('delete' as const), ...who };

const both = {
  first: deploys,
  second: fc.oneof({ arbitrary: deploys, weight: 4 }, { arbitrary: fc.record(deletion), weight: 1 }),
  isSame: fc.boolean(),
  killAfter: disturbance.killAfter,
};
const { kind: _kind, ...deployed } = deploy;
const closed = fc.constantFrom([], [7], [8], [7, 8]);

const steps = oneOfKinds<SequenceStep>([
  [8, 'deploy', { ...deployed, ...whole, ...disturbance }],
  [12, 'deploy', { ...deployed, ...change, ...disturbance }],
  [3, 'deploy', { ...deployed, ...change, also: changedSpecs, ...disturbance }],
  [5, 'again', {}],
  [3, 'both', both],
  [2, 'plan', { ...who, spec: specs, ...disturbance }],
  [1, 'export', { ...who, ...disturbance }],
  [2, 'delete', { ...who, ...disturbance }],
  [2, 'preview', { ...who, pull: fc.constantFrom(7, 8), tag: tags, ...disturbance }],
  [2, 'sweep', { by: who.by, closed, maxAge: fc.boolean(), ...disturbance }],
  [3, 'change', { name: who.name, change: changeKinds }],
  [2, 'pass', { minutes: fc.constantFrom(1, 15) }],
]);

export const serviceSequences: fc.Arbitrary<ServiceSequence> = fc.record({
  seed: fc.nat(1_000_000),
  world: worlds,
  steps: fc.array(steps, { minLength: 1, maxLength: 14, size: 'max' }),
});

/** Mostly `usual`: `weight` times as often as one of `values`. */
function seldom<Value>(weight: number, usual: Value, values: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: fc.constant(usual), weight }, { arbitrary: values, weight: 1 });
}

/** Steps of these kinds: how often, which kind (or which ones), what else they say. */
function oneOfKinds<Step>(
  kinds: readonly (readonly [number, string | readonly string[], Readonly<Record<string, fc.Arbitrary<unknown>>>])[],
): fc.Arbitrary<Step> {
  const arbitraries = kinds.map(([weight, kind, members]) => ({
    arbitrary: fc.record({
      kind: typeof kind === 'string' ? fc.constant(kind) : fc.constantFrom(...kind),
      ...members,
    }) as fc.Arbitrary<unknown> as fc.Arbitrary<Step>,
    weight,
  }));
  return fc.oneof(...arbitraries);
}
