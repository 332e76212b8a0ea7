/** The digest of all plans of a run: what was approved, recognisable later without any of its values. */

import { createHmac } from 'node:crypto';
import { configValue, type EndpointConfig, members } from '../model/config.ts';
import { withoutRecord } from '../model/record.ts';
import type { Env, Volume } from '../model/row.ts';
import type { Plan } from './plan.ts';

const version = 'p5';
/** Long enough that no other plan of the same digest can be found. */
const hashBytes = 16;

export type DigestedPlan = Pick<
  Plan,
  'desired' | 'tests' | 'compare' | 'price' | 'live' | 'successor' | 'operation' | 'calls' | 'resolvedImage'
>;

/** How the plans are carried out. */
type Terms = Readonly<Record<'apiKey' | 'wait' | 'onFailure', string>>;

/**
 * `p5.<hash of the goal>.<hash of the way>`, 48 characters, in any order of the plans. The goal is the desired
 * configuration of each endpoint; the way is the live one that it was computed from, what would be sent by which calls,
 * the digest that was read of its image, and what follows the calls. Everything is hashed under the api key, so that
 * neither env values nor anything else can be guessed from a digest in a public log.
 */
export function digestPlans(plans: readonly DigestedPlan[], { apiKey: key, wait, onFailure }: Terms): string {
  const ways = plans.map((plan) => JSON.stringify([wayOf(plan), wait, onFailure]));
  return [version, hashOf(plans.map(goalOf), key), hashOf(ways, key)].join('.');
}

/** Whether the live endpoints already are what was approved: the goal is the same, and nothing is left to do. */
export function isCarriedOut(
  plans: readonly DigestedPlan[],
  { approved, key }: { approved: string; key: string },
): boolean {
  const goal = hashOf(plans.map(goalOf), key);
  return plans.every(({ operation }) => operation === 'unchanged') && approved.startsWith(`${version}.${goal}.`);
}

/** JSON texts in any order. */
function hashOf(texts: readonly string[], key: string): string {
  const whole = JSON.stringify(texts.toSorted());
  return createHmac('sha256', key).update(whole).digest().subarray(0, hashBytes).toString('base64url');
}

/** Without `appName`: where another one was asked for, a replacement is left to do. */
function goalOf({ desired, tests, compare, price }: DigestedPlan): string {
  const others = [...(compare ? [compare] : []), ...(price === undefined ? [] : [{ price }])];
  return JSON.stringify([canonicalConfig({ ...desired, appName: '' }), tests, ...others]);
}

function wayOf(plan: DigestedPlan): string {
  const { desired, live, successor, operation, calls, resolvedImage } = plan;
  const from = live ? [live.id, canonicalConfig(live.config)] : null;
  return JSON.stringify([
    goalOf(plan),
    desired.appName,
    operation,
    calls,
    successor?.id ?? null,
    from,
    resolvedImage?.digest ?? null,
  ]);
}

/** Each value in one form and order, independent of the service's: lists as sets, volumes by path, envs by key. */
function canonicalConfig(config: EndpointConfig): unknown[] {
  return members.map((member) => {
    const value = configValue(config, member) ?? null;
    if (value === null || typeof value !== 'object') return [member.path, value];
    const items = member.kind === 'envs' ? withoutRecord(value as readonly Env[]) : value;
    return [member.path, items.map(canonicalItem).sort()];
  });
}

function canonicalItem(item: string | number | Volume | Env): string {
  if (typeof item !== 'object') return String(item);
  return 'key' in item ? `${item.key}=${item.value}` : [item.mountPath, item.type, item.id, item.size].join('\n');
}
