/** The digest of all plans of a run: an approval recognises its plans by it, without any of their values. */

import { createHmac } from 'node:crypto';
import { comparisonOf } from '../model/compare.ts';
import { configValue, type EndpointConfig, members } from '../model/config.ts';
import { withoutRecord } from '../model/record.ts';
import type { Env, Volume } from '../model/row.ts';
import type { Plan } from './plan.ts';

const digestVersion = 'p5';
/** Enough to exclude another plan with the same digest. */
const hashBytes = 16;

export type DigestedPlan = Pick<
  Plan,
  'desired' | 'tests' | 'compare' | 'price' | 'live' | 'operation' | 'calls' | 'resolvedImage'
>;

/** The inputs that change how plans are carried out. */
type Terms = Readonly<Record<'apiKey' | 'wait' | 'onFailure', string>>;

/**
 * `p5.<hash of the goal>.<hash of the way>`, 48 characters, in any order of the plans. The goal is the desired
 * configuration of each endpoint; the way is the live configuration before, the calls, the digest of the image, and
 * `terms`. Everything is hashed under the api key, so that neither env values nor anything else can be guessed from a
 * digest in a public log.
 */
export function digestPlans(plans: readonly DigestedPlan[], { apiKey: key, wait, onFailure }: Terms): string {
  const goals = plans.map(goalOf);
  const ways = plans.map((plan, index) => JSON.stringify([wayOf(plan, goals[index] ?? ''), wait, onFailure]));
  return [digestVersion, keyedHash(goals, key), keyedHash(ways, key)].join('.');
}

/** Whether the approved plans are carried out already: the goal is the same, and nothing is left to do. */
export function isCarriedOut(
  plans: readonly DigestedPlan[],
  { approved, key }: { approved: string; key: string },
): boolean {
  const goal = keyedHash(plans.map(goalOf), key);
  return plans.every(({ operation }) => operation === 'unchanged') && approved.startsWith(`${digestVersion}.${goal}.`);
}

/** Of JSON texts in any order. */
function keyedHash(texts: readonly string[], key: string): string {
  const whole = JSON.stringify(texts.toSorted());
  return createHmac('sha256', key).update(whole).digest().subarray(0, hashBytes).toString('base64url');
}

/** Without `appName`: the service chooses one for a new endpoint whose spec gives none. */
function goalOf({ desired, tests, compare, price }: DigestedPlan): string {
  // A log that changes daily does not change what is approved for production.
  const prompts = comparisonOf({ desired, compare })?.set?.sha256;
  const optional = [...(compare ? [{ ...compare, set: prompts }] : []), ...(price === undefined ? [] : [{ price }])];
  return JSON.stringify([canonicalConfig({ ...desired, appName: '' }), tests, ...optional]);
}

function wayOf({ desired, live, operation, calls, resolvedImage }: DigestedPlan, goal: string): string {
  const from = live ? [live.id, canonicalConfig(live.config)] : null;
  return JSON.stringify([goal, desired.appName, operation, calls, from, resolvedImage?.digest ?? null]);
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
