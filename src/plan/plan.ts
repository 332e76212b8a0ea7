/** The plan: what a deploy will do to which endpoint, decided before anything is written. */

import type { Comparing } from '../model/compare.ts';
import type { EndpointConfig } from '../model/config.ts';
import { desiredConfig, envsOfOthers } from '../model/desired.ts';
import { type Change, diffConfigs, incomparableMembers } from '../model/diff.ts';
import { type Templates, templates } from '../model/display.ts';
import type { Endpoint, Limits } from '../model/endpoint.ts';
import { withoutOurs } from '../model/record.ts';
import type { Env } from '../model/row.ts';
import type { Spec } from '../model/spec.ts';
import type { EndpointTest } from '../model/tests.ts';
import { type Call, type RouteProblem, routeCreation, routeUpdate } from './route.ts';

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
  tests: readonly EndpointTest[];
  /** Of a preview that is created: what differs from the endpoint of the spec itself. */
  production?: { name: string; changes: readonly Change[] } | undefined;
  /** Of the spec, also where the endpoint is production itself. */
  compare?: Comparing | undefined;
  /** Undefined where no registry was asked, or none answered. */
  resolvedImage?: ResolvedImage | undefined;
  /** On creation every member that has a value; otherwise what differs. */
  changes: readonly Change[];
  calls: readonly Call[];
  /** Members that will be sent but that the service never returns, or has not returned of this endpoint. */
  unverifiable: readonly string[];
  /** Keys of live envs that stay only because the spec has no `envs`, where `secret-envs` adds to them. */
  keptEnvs?: readonly string[];
  /** Keys of live envs that no deploy has written and that the spec does not mention: they stay. */
  othersEnvs?: readonly string[];
  /** Members that the permitted calls cannot bring to the asked value; a plan with problems must not be applied. */
  problems: readonly RouteProblem[];
}

/** `resend` sends members that cannot be compared even when nothing else changes; `templates` are those of the spec. */
export interface PlanRequest {
  spec: Spec;
  secretEnvs: ReadonlyMap<string, string>;
  live: Endpoint | undefined;
  successor?: Endpoint | undefined;
  /** Of a preview: the endpoint of the spec itself. */
  production?: Endpoint | undefined;
  resend: boolean;
  templates?: Templates | undefined;
  /** What a parked endpoint gets back stays within them. */
  limits?: Limits | undefined;
}

/** Pure. Without a live endpoint, the plan of a creation. */
export function makePlan({ spec, secretEnvs, resend, templates: known, ...given }: PlanRequest): Plan {
  const shown = (config: EndpointConfig) => (known ? { ...config, [templates]: known } : config);
  const live = given.live && { ...given.live, config: shown(given.live.config) };
  const successor = given.successor && { ...given.successor, config: shown(given.successor.config) };
  const desired = shown(desiredConfig({ spec, secretEnvs, live: live?.config, limits: given.limits }));
  const compared = { asked: desired, found: (successor ?? live)?.config };
  const changes = diffConfigs(compared);
  const asked = new Set([...(spec.envs ?? []).map(({ key }) => key), ...secretEnvs.keys()]);
  const unasked = (envs: readonly Env[]) => envs.map(({ key }) => key).filter((key) => !asked.has(key));
  const isAdded = live && !spec.envs && secretEnvs.size > 0;
  const common = {
    live,
    successor,
    desired,
    tests: spec.tests ?? [],
    ...(spec.compare && { compare: spec.compare }),
    changes,
    unverifiable: incomparableMembers(compared),
    keptEnvs: isAdded ? [...new Set(unasked(withoutOurs(live.config.envs)))].sort() : [],
    othersEnvs: live && spec.envs ? unasked(envsOfOthers(live.config)) : [],
  };
  if (!live) {
    const found = given.production && shown(given.production.config);
    const differing =
      found && diffConfigs({ asked: desired, found }).filter(({ member }) => !/^(?:name|appName)$/.test(member));
    const production = differing && { name: found.name, changes: differing };
    return { ...common, production, operation: 'create', ...routeCreation(desired) };
  }
  const isReplaced = successor !== undefined || changes.some(({ member }) => member === 'appName');
  // The run may have died before v2 had finished the successor, and what v2 sends may never be returned.
  const asUpdate = { ...compared, changes, desired, resend: resend || successor !== undefined };
  const route = isReplaced && !successor ? routeCreation(desired) : routeUpdate(asUpdate);
  if (isReplaced) return { ...common, operation: 'replace', ...route, calls: [...route.calls, 'delete-v1'] };
  return { ...common, operation: changes.length === 0 && route.calls.length === 0 ? 'unchanged' : 'update', ...route };
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
