/** The plan: the calls of a deploy and their effects, decided before anything is written. */

import type { Comparing } from '../model/compare.ts';
import {
  buildConfig,
  configValue,
  type EndpointConfig,
  isPartOf,
  type Member,
  members,
  replacesWorkers,
  valueAt,
} from '../model/config.ts';
import { desiredConfig, foreignEnvsOf, specOf } from '../model/desired.ts';
import { type Change, diffConfigs, incomparableMembers, withIds } from '../model/diff.ts';
import { type Templates, templates } from '../model/display.ts';
import type { Endpoint, Near } from '../model/endpoint.ts';
import type { Loading } from '../model/load.ts';
import { readParked, secretIn, withoutOurs } from '../model/record.ts';
import type { Env } from '../model/row.ts';
import type { Spec } from '../model/spec.ts';
import type { EndpointTest } from '../model/tests.ts';
import { type Call, type RouteProblem, routeCreation, routeUpdate } from './route.ts';

/** A registry's answer about the image, which is `written` in spec or input. */
export interface ResolvedImage {
  written: string;
  digest: string;
}

/** `live` is the endpoint that was found. */
export type Plan = PlanFields & FoundTarget;

type FoundTarget = { operation: 'create'; live: undefined } | { operation: 'update' | 'unchanged'; live: Endpoint };

/** How an endpoint gets its desired configuration. */
interface WayFields {
  /** Every value of a new endpoint; otherwise the differences. */
  changes: readonly Change[];
  calls: readonly Call[];
  /** The effect on running workers, as far as it is known. */
  workers: 'replaced' | 'kept';
  /** Members that will be sent but that the service never returns, or did not return for this endpoint. */
  unverifiable: readonly string[];
  /** Members that no permitted call can bring to the desired value; a plan with problems must not be applied. */
  problems: readonly RouteProblem[];
}

interface PlanFields extends WayFields {
  desired: EndpointConfig;
  /** Who names the image: the input `image`, the spec, or nobody, so that the image of the live endpoint stays. */
  imageFrom: 'input' | 'spec' | 'live';
  tests: readonly EndpointTest[];
  /** Of a version that is held: they are not asked, since the version that is scaled may fail them. */
  heldTests?: readonly EndpointTest[];
  /** The rules of the spec, also where the endpoint is production itself. */
  compare: Comparing | undefined;
  load: Loading | undefined;
  /** Whether the spec asks for a candidate. */
  candidate: boolean;
  /**
   * Whether the version runs first as a candidate, and `why` not, decided once, by `whyNotFirst`; `found`: the endpoint
   * that has its name by now.
   */
  first: { isFirst: boolean; why: string | undefined; found: Endpoint | undefined };
  /** It is that candidate. */
  isCandidate: boolean;
  /** The name in the spec. */
  ownName: string;
  /** The price of one worker and hour, if the spec gives it. */
  price: number | undefined;
  /** What a registry has answered; undefined without an answer. */
  resolvedImage?: ResolvedImage | undefined;
  /** Live values that stay because the spec does not mention their fields, as additions; without defaults. */
  kept: readonly Change[];
  /** Keys of live envs of an earlier deploy that stay because the spec has no `envs`. */
  keptEnvs: readonly string[];
  /** Keys of live envs that no deploy has written, and that neither spec nor `secret-envs` give: they stay. */
  foreignEnvs: readonly string[];
  /** Keys of the desired envs from `secret-envs`, of this run or an earlier one. */
  secretKeys: readonly string[];
  /** Keys from the `secret-envs` of an earlier run that this run, which has none, would remove. */
  missingSecrets: readonly string[];
  /** What the name of a new endpoint probably means. */
  near?: Near | undefined;
  /** What this repository has deployed beside a new endpoint, under a name that no spec of the step has. */
  beside?: readonly string[];
  /** It is another repository's so far: its record is written, also where nothing else changes. */
  isTakenOver: boolean;
  /** Whether more than its name and ID may be shown; decided once, by `mayShow`. */
  isShown: boolean;
}

/** `templates`: of the spec. */
export interface PlanRequest {
  spec: Spec;
  secretEnvs: ReadonlyMap<string, string>;
  live: Endpoint | undefined;
  imageFrom?: 'input' | undefined;
  templates?: Templates;
  isTakenOver?: boolean;
  /** The name in the file, if it has one. */
  ownName?: string | undefined;
}

/** Pure. Without a live endpoint, the plan of a creation. */
export function makePlan({ spec, secretEnvs, templates: known, ...given }: PlanRequest): Plan {
  const shown = (config: EndpointConfig) => (known ? { ...config, [templates]: known } : config);
  const live = given.live && { ...given.live, config: shown(given.live.config) };
  const desired = shown(desiredConfig({ spec, secretEnvs, current: live?.config }));
  const common = {
    desired,
    imageFrom: given.imageFrom ?? (spec.image?.image === undefined ? ('live' as const) : ('spec' as const)),
    tests: spec.tests ?? [],
    compare: spec.compare,
    load: spec.load,
    price: spec.price,
    isShown: true,
    isTakenOver: given.isTakenOver === true,
    candidate: spec.candidate === true,
    ownName: given.ownName ?? spec.name,
    first: { isFirst: false, why: '', found: undefined },
    isCandidate: false,
    kept: live ? keptValues(live, spec) : [],
    ...envKeys(live?.config, { spec, secretEnvs, desired }),
  };
  return { ...common, ...wayTo({ desired, live, isTakenOver: common.isTakenOver }) };
}

type Way = WayFields & FoundTarget;

interface WayRequest {
  desired: EndpointConfig;
  isTakenOver: boolean;
  live: Endpoint | undefined;
}

/** The calls from an endpoint, or from none, to a configuration, and what they do to its workers. */
function wayTo({ desired, live, isTakenOver }: WayRequest): Way {
  const compared = { asked: desired, found: live?.config };
  const changes = diffConfigs(compared);
  const differing = { changes, unverifiable: incomparableMembers(compared) };
  if (!live) return { operation: 'create', live, ...differing, ...routeCreation(desired), workers: 'replaced' };
  const isNoted = readParked(live.config) !== undefined || isTakenOver;
  const route = routeUpdate({ ...compared, changes, desired, isNoted });
  const planned = { ...differing, ...route, live };
  if (changes.length === 0 && route.calls.length === 0) return { ...planned, operation: 'unchanged', workers: 'kept' };
  // The meaning of the changed fields decides.
  const isReplaced = isNoted || changes.some(({ member }) => replacesWorkers(member));
  return { ...planned, operation: 'update', workers: isReplaced ? 'replaced' : 'kept' };
}

/** The same over another endpoint, which the look-up did not show yet, or over none. */
export function planOver({ desired, ...plan }: Plan, live: Endpoint | undefined): Plan {
  const { appName = '', volumeMounts = [] } = live?.config ?? {};
  const ofLive = { appName: desired.appName || appName, volumeMounts: withIds(desired.volumeMounts, volumeMounts) };
  const asked = { ...desired, ...ofLive };
  return { ...plan, desired: asked, ...wayTo({ desired: asked, live, isTakenOver: plan.isTakenOver }) };
}

/** The part of an update that keeps the version: what starts no worker anew; undefined where that is nothing. */
export function scalingOf(plan: Plan): Plan | undefined {
  const { live, desired } = plan;
  // A parked endpoint has no version to scale.
  if (!live || readParked(live.config)) return undefined;
  const { unread } = live.config;
  const scaled = buildConfig((member) => configValue(member.workers === 'kept' ? desired : live.config, member));
  const asked = { ...scaled, envs: withoutOurs(scaled.envs), ...(unread && { unread }) };
  const way = wayTo({ desired: asked, live, isTakenOver: false });
  if (way.changes.length === 0 || way.problems.length > 0) return undefined;
  const unmade = {
    tests: [],
    heldTests: plan.tests,
    compare: undefined,
    load: undefined,
    resolvedImage: undefined,
    first: { ...plan.first, isFirst: false, why: '' },
  };
  return { ...plan, ...unmade, ...way, desired: asked };
}

function keptValues(live: Endpoint, spec: Spec): Change[] {
  const own = specOf(live.config, live);
  // Envs have keys of their own.
  const isKept = ({ kind, keys, identifies }: Member) =>
    !identifies && kind !== 'envs' && valueAt(own, keys) !== undefined && valueAt(spec, keys) === undefined;
  const paths = members.filter(isKept).map(({ path }) => path);
  const values = diffConfigs({ asked: live.config, found: undefined });
  return values.filter(({ member }) => paths.some((path) => isPartOf(member, path)));
}

function envKeys(
  current: EndpointConfig | undefined,
  { spec, secretEnvs, desired }: { spec: Spec; secretEnvs: ReadonlyMap<string, string>; desired: EndpointConfig },
) {
  const keysOf = (envs: readonly Env[] = []) => new Set(envs.map(({ key }) => key));
  const given = keysOf(spec.envs).union(new Set(secretEnvs.keys()));
  const [before, after] = [keysOf(current?.envs), keysOf(desired.envs)];
  const isSecret = current ? secretIn(current) : () => false;
  const foreign = keysOf(current && foreignEnvsOf(current)).difference(given);
  const kept = keysOf(current && !spec.envs ? withoutOurs(current.envs) : [])
    .difference(given)
    .difference(foreign);
  return {
    keptEnvs: [...kept].sort(),
    foreignEnvs: [...foreign].sort(),
    // A key in the spec is not a secret any more.
    secretKeys: [...secretEnvs.keys(), ...[...after.difference(given)].filter(isSecret)],
    missingSecrets: secretEnvs.size === 0 ? [...before.difference(after)].filter(isSecret) : [],
  };
}

/** The plan as JSON, for the output `endpoints`: no live endpoint's secrets, no env values. */
export function planToJson(plan: Plan): string {
  const { operation, live, desired, resolvedImage, changes, calls, unverifiable } = plan;
  return JSON.stringify({
    operation,
    name: desired.name,
    endpointId: live?.id ?? null,
    ...(resolvedImage && { image: resolvedImage }),
    calls,
    changes: changes.map(({ member, kind, from, to, secret }) =>
      secret ? { member, kind, secret } : { member, kind, from, to },
    ),
    unverifiable,
  });
}
