/** The calls that carry a change: create, v1 update, v2 update, or none. */

import { configValue, type EndpointConfig, isUnset, memberAt, members, v2Shortfall } from '../model/config.ts';
import { type Change, incomparableMembers } from '../model/diff.ts';

/** A write of the service's interface. */
export type Call = 'create-v1' | 'update-v1' | 'update-v2';

/** A member that no permitted call can bring to the desired value; `member` is the spec's spelling. */
export interface RouteProblem {
  member: string;
  /** What follows the member's name. */
  what: string;
  hint: string;
}

export interface Route {
  calls: readonly Call[];
  problems: readonly RouteProblem[];
}

/** `found`: the present configuration, which may lack members. */
interface RouteRequest {
  changes: readonly Change[];
  desired: EndpointConfig;
  found?: EndpointConfig | undefined;
  /** The record is written even if nothing else changes: the endpoint is parked, or taken over. */
  isNoted?: boolean;
}

/**
 * The update calls for `changes`, in the order in which they are made: v1 when it can carry every change, v2 when it
 * can and v1 cannot, both when neither can alone; a value beyond v2's bounds (an idle timeout of 2000 s) is v1's.
 * Members that the service never returns are sent with any other change, because no reading shows whether they changed.
 */
export function routeUpdate({ changes, desired, found, isNoted = false }: RouteRequest): Route {
  const incomparable = incomparableMembers({ asked: desired, found });
  if (changes.length === 0 && !isNoted) return { calls: [], problems: [] };

  const lacks = v2Shortfall(desired);
  // v1 sends every member on each call (service-api.md, v1 Update endpoint): an unknown one would be set to nothing.
  const isWholeForV1 = (desired.unread ?? []).every(({ path }) => !memberAt(path)?.families.includes('v1'));
  const changed = [...changes.map(({ member }) => member), ...(isNoted ? ['envs'] : [])];
  const needs = [...changed, ...incomparable].map((member) => {
    const byV1 = isWholeForV1 && memberAt(member)?.families.includes('v1') === true;
    return { member, byV1, byV2: !lacks(member) };
  });
  const impossible = needs.filter(({ byV1, byV2 }) => !byV1 && !byV2);
  if (impossible.length > 0)
    return { calls: [], problems: impossible.map(({ member }) => uncarried(member, { ...desired, isNew: false })) };
  if (needs.every(({ byV1 }) => byV1)) return { calls: ['update-v1'], problems: [] };
  return { calls: needs.every(({ byV2 }) => byV2) ? ['update-v2'] : ['update-v1', 'update-v2'], problems: [] };
}

/** The calls for a new endpoint: v1 creates, v2 finishes (service-api.md, v1 Create endpoint: fixed root disk). */
export function routeCreation(desired: EndpointConfig): Route {
  const finishing = members.filter((member) => {
    const value = configValue(desired, member);
    const { v1 } = member;
    return typeof v1 === 'object' ? value !== v1.fixed : v1 === 'never' && !isUnset(value);
  });
  if (finishing.length === 0) return { calls: ['create-v1'], problems: [] };
  const impossible = finishing.map(({ path }) => path).filter(v2Shortfall(desired));
  return {
    calls: ['create-v1', 'update-v2'],
    problems: impossible.map((member) => uncarried(member, { ...desired, isNew: true })),
  };
}

/** What follows the name of a field that no call can bring to its value, and what to do. */
function uncarried(member: string, { name, isNew }: { name: string; isNew: boolean }): RouteProblem {
  const known: Readonly<Record<string, readonly [what: string, hint: string]>> = {
    products: [
      'of a live endpoint can only be changed to exactly one product',
      'Set one product, or delete the endpoint and create it again with several.',
    ],
    appName: [
      'of a live endpoint cannot be changed',
      `Revert it, or take two steps: give the spec another \`name\` too and deploy it; then run the command \`delete\` with \`name: ${name}\`.`,
    ],
    'healthy.port': [
      'can only be set together with `healthy.path`',
      'Add, for example, `healthy: {path: /health, port: 8000}`.',
    ],
  };
  const { min = 0, max, oneOf } = memberAt(member)?.v2?.bound ?? {};
  const range = oneOf?.join(', ') ?? (max && `${min} to ${max}`);
  const [what, hint] = known[member] ?? [
    `cannot be set to this value by any call${range ? `; allowed: ${range}` : ''}`,
    `Write another value, or remove ${member} from the spec: ${isNew ? 'the service then sets its default' : 'the live value then stays'}.`,
  ];
  return { member, what, hint };
}
