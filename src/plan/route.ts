/** Owns which calls carry a change: create, v1 update, v2 update, or none. Knows the families' abilities, not their wire forms. */

import type { EndpointConfig } from '../service/endpoint.ts';
import { creationDefaults } from './config.ts';
import { type Change, neverReturnedMembers } from './diff.ts';
import { type Family, scalarMembers } from './members.ts';

export type UpdateApi = 'auto' | Family;

export type Call = 'create-v1' | 'update-v1' | 'update-v2' | 'delete-v1';

/** A member that no permitted call can bring to the asked value; `member` is the spec's spelling. */
export interface RouteProblem {
  member: string;
  message: string;
  hint: string;
}

export interface Route {
  calls: readonly Call[];
  problems: readonly RouteProblem[];
}

/** v2 update takes one `product_id` and knows two policy types (service-api.md, v2 Update endpoint). */
function familiesFor({ member, families }: Change, desired: EndpointConfig): readonly Family[] {
  const v2Cannot =
    (member === 'products' && desired.products.length !== 1) ||
    (member.startsWith('policy.') && desired.policy.type !== 'queue' && desired.policy.type !== 'concurrency');
  return v2Cannot ? families.filter((family) => family !== 'v2') : families;
}

/**
 * The update calls for `changes`, in the order in which they are made. `auto` takes v1 when it can carry every change, v2 when it can and v1 cannot,
 * both when neither can alone. Members that the service never returns ride along with any other change, because nobody can tell whether they moved;
 * `resend` sends them even when nothing else changes.
 */
export function routeUpdate({
  changes,
  desired,
  updateApi,
  resend,
}: {
  changes: readonly Change[];
  desired: EndpointConfig;
  updateApi: UpdateApi;
  resend: boolean;
}): Route {
  const riders = neverReturnedMembers(desired);
  if (changes.length === 0 && !(resend && riders.length > 0)) return { calls: [], problems: [] };

  const needs = [
    ...changes.map((change) => ({ member: change.member, families: familiesFor(change, desired) })),
    ...riders.map((member) => ({ member, families: ['v2'] satisfies Family[] })),
  ];
  const impossible = needs.filter(({ families }) => families.length === 0);
  if (impossible.length > 0) return { calls: [], problems: impossible.map(({ member }) => notUpdatable(member)) };

  const every = (family: Family) => needs.every(({ families }) => families.includes(family));
  if (updateApi !== 'auto') {
    const missed = needs.filter(({ families }) => !families.includes(updateApi));
    return { calls: [`update-${updateApi}`], problems: missed.map(({ member }) => notCarried(member, updateApi)) };
  }
  if (every('v1')) return { calls: ['update-v1'], problems: [] };
  if (every('v2')) return { calls: ['update-v2'], problems: [] };
  return { calls: ['update-v1', 'update-v2'], problems: [] };
}

/** The calls for a new endpoint: v1 creates, and v2 finishes what create cannot carry (service-api.md, v1 Create endpoint: the root disk is fixed). */
export function routeCreation({ desired, updateApi }: { desired: EndpointConfig; updateApi: UpdateApi }): Route {
  const finishing = [
    ...scalarMembers
      .filter(({ member, read }) => createCannotCarry.has(member) && read(desired) !== read(creationDefaults))
      .map(({ member }) => member),
    ...neverReturnedMembers(desired),
  ];
  if (finishing.length === 0) return { calls: ['create-v1'], problems: [] };
  const problems = updateApi === 'v1' ? finishing.map((member) => notCarried(member, 'v1')) : [];
  return { calls: ['create-v1', 'update-v2'], problems };
}

const createCannotCarry: ReadonlySet<string> = new Set(['rootfsSize', 'workerConfig.cudaVersion']);

function notCarried(member: string, family: Family): RouteProblem {
  return {
    member,
    message: `${member} cannot be changed by the ${family} update call, which \`update-api: ${family}\` forces`,
    hint: `Set \`update-api: auto\`, or take ${member} out of the spec to leave it as it is.`,
  };
}

function notUpdatable(member: string): RouteProblem {
  if (member === 'products') {
    return {
      member,
      message: 'products of a live endpoint can only be changed to exactly one product',
      hint: 'Name one product, or delete the endpoint and let it be created with several.',
    };
  }
  return {
    member,
    message: `${member} of a live endpoint cannot be changed to this value by any update call`,
    hint: `Take ${member} out of the spec to leave it as it is, or delete the endpoint and let it be created anew.`,
  };
}
