/** The plan: what a deploy will do to which endpoint, decided before anything is written. */

import type { Comparing } from '../model/compare.ts';
import { type EndpointConfig, workersAfterChange } from '../model/config.ts';
import { desiredConfig, envsOfOthers } from '../model/desired.ts';
import { type Change, type Differences, diffConfigs, differencesFrom, incomparableMembers } from '../model/diff.ts';
import { type Templates, templates } from '../model/display.ts';
import type { Endpoint, Limits } from '../model/endpoint.ts';
import { readParked, secretIn, withoutOurs } from '../model/record.ts';
import type { Env } from '../model/row.ts';
import type { Spec } from '../model/spec.ts';
import type { EndpointTest } from '../model/tests.ts';
import { type Call, type Route, type RouteProblem, routeCreation, routeUpdate } from './route.ts';

/** What a registry said of the image, as it is `written` in spec or input; `bytes` are pulled, compressed. */
export interface ResolvedImage {
  written: string;
  digest: string;
  bytes: number | undefined;
}

export interface Plan {
  operation: 'create' | 'update' | 'unchanged' | 'replace';
  /** The endpoint that was found; undefined when it is to be created. */
  live: Endpoint | undefined;
  /** The new endpoint that an interrupted replacement of `live` has left; only ever with `replace`. */
  successor: Endpoint | undefined;
  desired: EndpointConfig;
  /** The spec has another name in each job of a matrix. */
  isNamedByVariable?: boolean;
  /** The spec or the input names the image; otherwise it is that of the live endpoint. */
  saysImage: boolean;
  /** The input `image` gives it. */
  isImageInput?: boolean;
  tests: readonly EndpointTest[];
  /** Of a preview that is created: what differs from the endpoint of the spec itself. */
  production?: Differences | undefined;
  /** Of the spec, also where the endpoint is production itself. */
  compare?: Comparing | undefined;
  /** What one worker costs an hour, where the spec says it. */
  price?: number;
  /** Undefined where no registry was asked, or none answered. */
  resolvedImage?: ResolvedImage | undefined;
  /** On creation every member that has a value; otherwise what differs. */
  changes: readonly Change[];
  calls: readonly Call[];
  /** What becomes of those that run, as far as it is known. */
  workers: 'replaced' | 'kept' | 'unknown';
  /** Members that will be sent but that the service never returns, or has not returned of this endpoint. */
  unverifiable: readonly string[];
  /** Keys of live envs that a deploy has written, and that stay because the spec has no `envs`: `secret-envs` adds to them. */
  keptEnvs?: readonly string[];
  /** Keys of live envs that no deploy has written, and that neither spec nor `secret-envs` give: they stay. */
  foreignEnvs?: readonly string[];
  /** Keys of the desired envs that come by `secret-envs`, of this run or of an earlier one. */
  secretKeys?: readonly string[];
  /** Keys that came by the `secret-envs` of an earlier run, and that this run, which has none, would remove. */
  missingSecrets?: readonly string[];
  /** Members that the permitted calls cannot bring to the asked value; a plan with problems must not be applied. */
  problems: readonly RouteProblem[];
}

/** `templates` are those of the spec. */
export interface PlanRequest {
  spec: Spec;
  secretEnvs: ReadonlyMap<string, string>;
  live: Endpoint | undefined;
  successor?: Endpoint | undefined;
  /** Of a preview: the endpoint of the spec itself. */
  production?: Endpoint | undefined;
  templates?: Templates | undefined;
  /** What a parked endpoint gets back stays within them. */
  limits?: Limits | undefined;
}

/** Pure. Without a live endpoint, the plan of a creation. */
export function makePlan({ spec, secretEnvs, templates: known, ...given }: PlanRequest): Plan {
  const shown = (config: EndpointConfig) => (known ? { ...config, [templates]: known } : config);
  const live = given.live && { ...given.live, config: shown(given.live.config) };
  const successor = given.successor && { ...given.successor, config: shown(given.successor.config) };
  const desired = shown(desiredConfig({ spec, secretEnvs, live: live?.config, limits: given.limits }));
  const compared = { asked: desired, found: (successor ?? live)?.config };
  const changes = diffConfigs(compared);
  const asked = new Set([...(spec.envs ?? []).map(({ key }) => key), ...secretEnvs.keys()]);
  const unasked = (envs: readonly Env[]) => envs.map(({ key }) => key).filter((key) => !asked.has(key));
  const isSecret = live ? secretIn(live.config) : () => false;
  const keysOf = (config: EndpointConfig) => config.envs.map(({ key }) => key).filter(isSecret);
  // What the spec gives is none any more.
  const earlier = keysOf(desired).filter((key) => !asked.has(key));
  const isRemoved = (key: string) => desired.envs.every((env) => env.key !== key);
  const foreignEnvs = live ? unasked(envsOfOthers(live.config)) : [];
  const isAdded = live && !spec.envs && secretEnvs.size > 0;
  const keptEnvs = new Set(isAdded ? unasked(withoutOurs(live.config.envs)) : []).difference(new Set(foreignEnvs));
  const common = {
    live,
    successor,
    desired,
    saysImage: spec.image?.image !== undefined,
    tests: spec.tests ?? [],
    ...(spec.compare && { compare: spec.compare }),
    ...(spec.price !== undefined && { price: spec.price }),
    changes,
    unverifiable: incomparableMembers(compared),
    keptEnvs: [...keptEnvs].sort(),
    foreignEnvs: [...new Set(foreignEnvs)].sort(),
    secretKeys: [...secretEnvs.keys(), ...earlier],
    missingSecrets: live && secretEnvs.size === 0 ? keysOf(live.config).filter(isRemoved) : [],
  };
  const whole = (facts: Route & Pick<Plan, 'operation'>): Plan => {
    const plan = { ...common, ...facts };
    return { ...plan, workers: workersAfter(plan) };
  };
  if (!live) {
    const production = given.production && differencesFrom(shown(given.production.config), desired);
    return { ...whole({ operation: 'create', ...routeCreation(desired) }), production };
  }
  const isReplaced = successor !== undefined || changes.some(({ member }) => member === 'appName');
  // The run may have died before v2 had finished the successor, and what v2 sends may never be returned.
  const unparks = readParked(live.config) !== undefined;
  const asUpdate = { ...compared, changes, desired, resend: successor !== undefined, unparks };
  const route = isReplaced && !successor ? routeCreation(desired) : routeUpdate(asUpdate);
  if (isReplaced) return whole({ operation: 'replace', ...route, calls: [...route.calls, 'delete-v1'] });
  return whole({ operation: changes.length === 0 && route.calls.length === 0 ? 'unchanged' : 'update', ...route });
}

/** By the meaning of the fields that change; workers of a new endpoint are new. */
function workersAfter({ operation, live, changes, calls, unverifiable }: Omit<Plan, 'workers'>): Plan['workers'] {
  if (operation === 'unchanged') return 'kept';
  const effects = new Set(changes.map(({ member }) => workersAfterChange(member)));
  if (operation !== 'update' || effects.has('replaced') || (live && readParked(live.config))) return 'replaced';
  const rides = calls.includes('update-v2') && unverifiable.some((member) => workersAfterChange(member) !== 'kept');
  return effects.has('unknown') || rides ? 'unknown' : 'kept';
}

/** The plan as JSON, for the output `endpoints`: no live endpoint's secrets, no env values. */
export function planToJson(plan: Plan): string {
  const { operation, live, successor, desired, resolvedImage, changes, calls, unverifiable } = plan;
  return JSON.stringify({
    operation,
    name: desired.name,
    endpointId: live?.id ?? null,
    ...(successor && { successorId: successor.id }),
    ...(resolvedImage && { image: resolvedImage }),
    calls,
    changes: changes.map(({ member, kind, from, to, secret }) =>
      secret ? { member, kind, secret } : { member, kind, from, to },
    ),
    unverifiable,
  });
}
