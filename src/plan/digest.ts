/** The digest of all plans of a run: an approval recognises its plans by it, without any of their values. */

import { createHmac } from 'node:crypto';
import { comparisonOf } from '../model/compare.ts';
import { configValue, type EndpointConfig, members, workersAfterChange } from '../model/config.ts';
import { isUnproved } from '../model/deployed.ts';
import { withoutRecord } from '../model/record.ts';
import type { Env } from '../model/row.ts';
import type { Plan } from './plan.ts';

const digestVersion = 'p5';
/** Enough to exclude another plan with the same digest. */
const hashBytes = 16;

/** Whose plans they are, and the inputs that change how they are carried out. */
type Terms = Readonly<Record<'apiKey' | 'wait' | 'onFailure', string>> & { readonly baseUrl: string | undefined };

/**
 * `p5.<hash of the goal>.<hash of the way>`, 48 characters, and 23 more for each further plan, in any order.
 * The goal is the desired configuration of all endpoints; a way is the live configuration before, the calls, the digest
 * of the image, and `terms`. All is hashed under the API key and the service's address, so that no plan of another
 * service is approved, and neither env values nor anything else can be guessed from a digest in a public log.
 */
export function digestPlans(plans: readonly Plan[], terms: Terms): string {
  const ways = plans.map((plan) => wayHash(plan, terms));
  return [digestVersion, keyedHash(plans.map(goalOf), terms), ...ways.toSorted()].join('.');
}

/**
 * Whether these are the approved plans. What its own run has carried out by then is covered, and so is what is left but
 * to start what that run has parked. Who was shown no digest has approved the tag.
 */
export function isApproved(plans: readonly Plan[], approved: string, terms: Terms): boolean {
  const [version, goal, ...ways] = approved.split('.');
  const isSeen = (plan: Plan) =>
    [plan, { ...plan, resolvedImage: undefined }].some((each) => ways.includes(wayHash(each, terms)));
  const isGoal = version === digestVersion && goal === keyedHash(plans.map(goalOf), terms);
  return isGoal && plans.every((plan) => isDone(plan) || isSeen(plan));
}

function isDone({ operation, live, desired, changes }: Plan): boolean {
  if (!live || !isUnproved(live.config)) return operation === 'unchanged';
  // A worker that starts now may find that a tag has moved since.
  return desired.image.image.includes('@') && changes.every(({ member }) => workersAfterChange(member) === 'kept');
}

/** Of JSON texts in any order. */
function keyedHash(texts: readonly string[], { apiKey, baseUrl = '' }: Terms): string {
  const hash = createHmac('sha256', JSON.stringify([apiKey, baseUrl])).update(JSON.stringify(texts.toSorted()));
  return hash.digest().subarray(0, hashBytes).toString('base64url');
}

/** Without `appName`: the service chooses one for a new endpoint whose spec gives none. */
function goalOf({ desired, tests, compare, candidate, price }: Plan): string {
  // A log that changes daily does not change what is approved for production.
  const prompts = comparisonOf({ desired, compare })?.set?.sha256;
  const optional = [
    ...(compare ? [{ ...compare, set: prompts }] : []),
    ...(candidate ? [{ candidate }] : []),
    ...(price === undefined ? [] : [{ price }]),
  ];
  return JSON.stringify([canonicalConfig({ ...desired, appName: '' }), tests, ...optional]);
}

function wayHash(plan: Plan, terms: Terms): string {
  const { desired, live, operation, calls, resolvedImage } = plan;
  const from = live ? [live.id, canonicalConfig(live.config)] : null;
  const way = [
    goalOf(plan),
    desired.appName,
    operation,
    calls,
    from,
    resolvedImage?.digest ?? desired.image.image.split('@')[1] ?? null,
  ];
  return keyedHash([JSON.stringify([way, terms.wait, terms.onFailure])], terms);
}

/** Each value in one form and order, independent of the service's: lists as sets. */
function canonicalConfig(config: EndpointConfig): unknown[] {
  return members.map((member) => {
    const value = configValue(config, member) ?? null;
    if (value === null || typeof value !== 'object') return [member.path, value];
    const items = member.kind === 'envs' ? withoutRecord(value as readonly Env[]) : value;
    return [member.path, items.map((item) => JSON.stringify(item)).sort()];
  });
}
