/** Owns the plan: what a deploy will do to which endpoint, decided before anything is written. Pure; it neither reads nor writes the service. */

import type { Endpoint, EndpointConfig } from '../service/endpoint.ts';
import type { Spec } from '../spec/spec.ts';
import { desiredConfig } from './config.ts';
import { type Change, diffConfigs, neverReturnedMembers } from './diff.ts';
import { type Call, type Route, type RouteProblem, routeCreation, routeUpdate, type UpdateApi } from './route.ts';

export interface Plan {
  operation: 'create' | 'update' | 'unchanged' | 'replace';
  /** The endpoint that was found; undefined when it is to be created. */
  live: Endpoint | undefined;
  desired: EndpointConfig;
  /** On creation every member that has a value; otherwise what differs. */
  changes: readonly Change[];
  calls: readonly Call[];
  /** Members that will be sent but that the service never returns. */
  unverifiable: readonly string[];
  /** Members that the permitted calls cannot bring to the asked value; a plan with problems must not be applied. */
  problems: readonly RouteProblem[];
}

export interface PlanRequest {
  spec: Spec;
  secretEnvs: ReadonlyMap<string, string>;
  live: Endpoint | undefined;
  updateApi: UpdateApi;
  /** Sends members that cannot be compared even when nothing else changes. */
  resend: boolean;
}

export function makePlan({ spec, secretEnvs, live, updateApi, resend }: PlanRequest): Plan {
  const desired = desiredConfig({ spec, secretEnvs, live: live?.config });
  const unverifiable = neverReturnedMembers(desired);
  if (!live) {
    const route = routeCreation({ desired, updateApi });
    return {
      operation: 'create',
      live,
      desired,
      changes: diffConfigs({ asked: desired, found: undefined }),
      unverifiable,
      ...route,
    };
  }
  const changes = diffConfigs({ asked: desired, found: live.config });
  if (changes.some(({ member }) => member === 'appName')) {
    const creation = routeCreation({ desired, updateApi });
    const route: Route = { calls: [...creation.calls, 'delete-v1'], problems: creation.problems };
    return { operation: 'replace', live, desired, changes, unverifiable, ...route };
  }
  const route = routeUpdate({ changes, desired, updateApi, resend });
  const isUnchanged = changes.length === 0 && route.calls.length === 0;
  return { operation: isUnchanged ? 'unchanged' : 'update', live, desired, changes, unverifiable, ...route };
}

/** The plan as the output `plan` carries it: no live endpoint's secrets, no env values. */
export function planToJson(plan: Plan): string {
  const { operation, live, desired, changes, calls, unverifiable } = plan;
  return JSON.stringify({
    operation,
    name: desired.name,
    endpointId: live?.id ?? null,
    calls,
    changes: changes.map(({ member, kind, from, to, secret }) =>
      secret ? { member, kind, secret } : { member, kind, from, to },
    ),
    unverifiable,
  });
}
