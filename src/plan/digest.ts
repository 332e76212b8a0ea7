/** The digest of all plans of a run: an approval recognises its plans by it, without any of their values. */

import { createHmac } from 'node:crypto';
import { codeRow } from '../errors.ts';
import { comparisonOf, type PromptSet } from '../model/compare.ts';
import { configValue, type EndpointConfig, members, replacesWorkers } from '../model/config.ts';
import { isUnproved } from '../model/deployed.ts';
import { withoutRecord } from '../model/record.ts';
import type { Env } from '../model/row.ts';
import type { Plan } from './plan.ts';

const digestVersion = 'p7';
/** Enough to exclude another plan with the same digest. */
const hashBytes = 16;

/** Whose plans they are, and the inputs that change how they are carried out. */
type Terms = Readonly<Record<'apiKey' | 'wait' | 'onFailure', string>> & { readonly baseUrl: string | undefined };

/** The characters of each part: enough to name what differs where the goal or a way has shown that something does. */
const partLength = 3;

/**
 * `p7.<hash of the goal>.<hash of the way>.<parts>`, 76 characters, and 23 more for each further plan, in any order.
 * The goal is the desired configuration of all endpoints; a way is the live configuration before, the calls, the digest
 * of the image, and `terms`. All is hashed under the API key and the service's address, so that no plan of another
 * service is approved, and neither env values nor anything else can be guessed from a digest in a public log.
 */
export function digestPlans(plans: readonly Plan[], terms: Terms): string {
  const ways = plans.map((plan) => wayHash(plan, terms));
  return [digestVersion, keyedHash(plans.map(goalOf), terms), ...ways.toSorted(), partsOf(plans, terms).join('')].join(
    '.',
  );
}

/**
 * Whether these are the approved plans. A plan that its own run has carried out by then is covered, and so is a start
 * of the endpoint that this run has parked. An approval of a plan without a digest approves the tag.
 */
export function isApproved(plans: readonly Plan[], approved: string, terms: Terms): boolean {
  const [version, goal, ...others] = approved.split('.');
  const ways = others.slice(0, -1);
  const isSeen = (plan: Plan) =>
    [plan, { ...plan, resolvedImage: undefined }].some((each) => ways.includes(wayHash(each, terms)));
  const isGoal = version === digestVersion && goal === keyedHash(plans.map(goalOf), terms);
  return isGoal && plans.every((plan) => isDone(plan) || isSeen(plan));
}

/** What differs from the approved plans, by its name; none where no part shows it. */
export function changedSince(plans: readonly Plan[], approved: string, terms: Terms): string[] {
  const [version, ...others] = approved.split('.');
  if (version !== digestVersion) return ['the version of this action'];
  const noted = others.at(-1) ?? '';
  const unresolved = plans.map((plan) => ({ ...plan, resolvedImage: undefined }));
  const [now, tagged] = [partsOf(plans, terms), partsOf(unresolved, terms)];
  const changed = Object.keys(approvedParts).filter((_, index) => {
    const part = noted.slice(index * partLength, (index + 1) * partLength);
    return part !== now[index] && part !== tagged[index];
  });
  const named = changed.filter((name) => !changed.some((other) => approvedParts[other]?.explains?.includes(name)));
  const files = new Set(plans.flatMap((plan) => promptsOf(plan)?.file ?? []));
  return named.map((name) => (name === prompts && files.size > 0 ? `${name} (${[...files].join(', ')})` : name));
}

/** What keeps the next approval from being lost in the same way, by the names of what differs. */
export function nextAfter(changed: readonly string[]): string {
  const { next } = codeRow('plan-changed');
  const inputs = changed.flatMap((name) => approvedParts[name]?.inputs ?? []);
  if (inputs.length > 0) return `Give the plan and the deploy the same ${inputs.join(' and ')}. ${next}`;
  const pin = 'use `resolve-image: pin` for the plan and its output `image-digest` for the deploy.';
  return changed.includes(digest) ? `${next} A tag can move again: ${pin}` : next;
}

function partsOf(plans: readonly Plan[], terms: Terms): string[] {
  return Object.values(approvedParts).map(({ read }) => {
    const texts = new Set(plans.map((plan) => JSON.stringify(read(plan, terms))));
    return keyedHash([...texts], terms).slice(0, partLength);
  });
}

const liveOf = ({ live }: Plan) => (live ? [live.id, canonicalConfig(live.config)] : null);
const imageDigestOf = ({ desired, resolvedImage }: Plan) =>
  resolvedImage?.digest ?? desired.image.image.split('@')[1] ?? null;
const withoutPrompts = ({ compare }: Plan) => compare && { compare: { ...compare, set: undefined } };
const withoutImage = (config: EndpointConfig) => ({ ...config, image: { ...config.image, image: '' } });

interface ApprovedPart {
  read: (plan: Plan, terms: Terms) => unknown;
  /** Parts that differ with this one. */
  explains?: readonly string[];
  /** The inputs that it is of. */
  inputs?: string;
}

const [image, digest, spec, endpoint] = [
  'the image',
  'the digest of the image',
  'the spec',
  'the live endpoint',
] as const;
const [prompts, wait, onFailure] = ['the file of prompts', '`wait`', '`on-failure`'] as const;
const all = [image, digest, spec, prompts, endpoint, wait, onFailure];

/** What a person approves, in the words of a message. */
const approvedParts: Readonly<Record<string, ApprovedPart>> = {
  'the `api-key` or `base-url`': {
    read: () => '',
    explains: ['which endpoints there are', ...all],
    inputs: '`api-key` or `base-url`',
  },
  'which endpoints there are': { read: ({ desired }) => desired.name, explains: all },
  [image]: {
    read: ({ desired, imageFrom }) => (imageFrom === 'live' ? '' : desired.image.image.split('@')[0]),
    explains: [digest],
  },
  [digest]: {
    read: (plan) => (plan.imageFrom === 'live' ? (plan.resolvedImage?.digest ?? '') : imageDigestOf(plan)),
  },
  [spec]: {
    read: (plan) => [
      goalOf({ ...plan, ...withoutPrompts(plan), desired: withoutImage(plan.desired) }),
      plan.desired.appName,
    ],
  },
  [prompts]: { read: (plan) => promptsOf(plan)?.sha256 ?? '' },
  // What the spec does not mention is that of the live endpoint.
  [endpoint]: { read: liveOf, explains: [spec] },
  [wait]: { read: (_, terms) => terms.wait, inputs: wait },
  [onFailure]: { read: (_, terms) => terms.onFailure, inputs: onFailure },
};

function isDone({ operation, live, desired, changes }: Plan): boolean {
  if (!live || !isUnproved(live.config)) return operation === 'unchanged';
  // A worker that starts now may find that a tag has moved since.
  return desired.image.image.includes('@') && changes.every(({ member }) => !replacesWorkers(member));
}

/** The hash of JSON texts, whatever their order. */
function keyedHash(texts: readonly string[], { apiKey, baseUrl = '' }: Terms): string {
  const hash = createHmac('sha256', JSON.stringify([apiKey, baseUrl])).update(JSON.stringify(texts.toSorted()));
  return hash.digest().subarray(0, hashBytes).toString('base64url');
}

/** The goal of a plan, without `appName`: the service chooses one for a new endpoint whose spec gives none. */
function goalOf(plan: Plan): string {
  const { desired, tests, compare, load, candidate, price } = plan;
  const compared = compare && { ...compare, set: promptsOf(plan)?.sha256 };
  const priced = price === undefined ? undefined : { price };
  const optional = [compared, load && { load }, candidate && { candidate }, priced].filter(Boolean);
  return JSON.stringify([canonicalConfig({ ...desired, appName: '' }), tests, ...optional]);
}

/** The prompts that are asked: a log that changes daily does not change the approval of production itself. */
function promptsOf({ desired, compare, candidate }: Plan): PromptSet | undefined {
  return (candidate ? compare : comparisonOf({ desired, compare }))?.set;
}

function wayHash(plan: Plan, terms: Terms): string {
  const { desired, operation, calls } = plan;
  const way = [goalOf(plan), desired.appName, operation, calls, liveOf(plan), imageDigestOf(plan)];
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
