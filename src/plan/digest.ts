/** The digest of a plan: what was approved, recognisable later without any of its values. */

import { createHmac } from 'node:crypto';
import { configValue, type EndpointConfig, type Member, members } from '../model/config.ts';
import { withoutRecord } from '../model/record.ts';
import type { Env, Volume } from '../model/row.ts';
import type { Plan } from './plan.ts';

const version = 'p3';
/** Enough to name what moved; that nothing moved is proved by the whole. */
const fingerprintBytes = 3;

const ofLive = ' of the live endpoint';
const liveId = `id${ofLive}`;
const successorName = 'the endpoint of an interrupted replacement';

export type DigestedPlan = Pick<Plan, 'desired' | 'tests' | 'live' | 'successor' | 'operation' | 'calls'>;

interface ApprovedPlan {
  /** The digest that was approved. */
  approved: string;
  /** The plan at hand. */
  plan: DigestedPlan;
  key: string;
}

/** Whether a text has the form of a digest, of this version or another. */
export function isDigest(text: string): boolean {
  return /^p\d+\.[\w-]+\.[\w-]+$/.test(text);
}

/**
 * `p3.<hash of the whole>.<fingerprints>` over the whole plan: the desired configuration, the live one that it was computed from, and what would be sent by which calls.
 * Everything is hashed under `key` (the api key), so that neither env values nor anything else can be guessed from a digest in a public log.
 */
export function digestPlan(plan: DigestedPlan, key: string): string {
  const parts = digestParts(plan);
  const hash = (text: string) => createHmac('sha256', key).update(text).digest();
  const whole = hash(JSON.stringify([...parts])).toString('base64url');
  const fingerprints = Buffer.concat(
    Array.from(parts, (part) => hash(JSON.stringify(part)).subarray(0, fingerprintBytes)),
  );
  return `${version}.${whole}.${fingerprints.toString('base64url')}`;
}

/**
 * What differs between an approved digest and that of the plan at hand: names of members; undefined when the approved text is no digest of this form.
 * A digest under another key differs in everything, and so does hardly anything else.
 */
export function explainDigest({ approved, plan, key }: ApprovedPlan): string[] | undefined {
  const names = [...digestParts(plan).keys()];
  const moved = movedParts({ approved, plan, key });
  if (moved === undefined) return undefined;
  // What follows from the rest says something only where nothing else has moved.
  const own = moved.filter((name) => !derived.includes(name));
  if (moved.length < names.length) return own.length === 0 ? moved : withoutLive(own);
  return ['everything, as if the plan was made with another `api-key`'];
}

/**
 * Whether the live endpoint already is what was approved, as when a job is started again: nothing has moved but the live side, and an `appName` that was left
 * to the service on creation. Nothing is written then.
 */
export function isCarriedOut({ approved, plan, key }: ApprovedPlan): boolean {
  if (plan.operation !== 'unchanged') return false;
  const without = { ...plan, desired: { ...plan.desired, appName: '' } };
  const [moved, movedWithoutAppName] = [plan, without].map((each) => movedParts({ approved, plan: each, key }));
  const mayMove = (name: string) => name.endsWith(ofLive) || derived.includes(name) || name === successorName;
  return moved?.every((name) => mayMove(name) || !movedWithoutAppName?.includes(name)) ?? false;
}

/** undefined when the approved text is no digest of this form. */
function movedParts({ approved, plan, key }: ApprovedPlan): string[] | undefined {
  const [form, , approvedPrints = '', ...rest] = approved.split('.');
  const names = [...digestParts(plan).keys()];
  const before = Buffer.from(approvedPrints, 'base64url');
  if (form !== version || rest.length > 0 || before.length !== names.length * fingerprintBytes) return undefined;
  const after = Buffer.from(digestPlan(plan, key).split('.')[2] ?? '', 'base64url');
  const printOf = (prints: Buffer, index: number) =>
    prints.subarray(index * fingerprintBytes, (index + 1) * fingerprintBytes);
  return names.filter((_, index) => !printOf(before, index).equals(printOf(after, index)));
}

const derived = ['the operation', 'the calls'];

/** Another endpoint, or one where there was none, differs in whatever it likes: that says nothing more. */
function withoutLive(moved: string[]): string[] {
  return moved.includes(liveId) ? moved.filter((name) => name === liveId || !name.endsWith(ofLive)) : moved;
}

/** A fixed list, so that fingerprints need no names: each member of the desired state, then each of the live one. */
function digestParts({ desired, tests, live, successor, operation, calls }: DigestedPlan): Map<string, unknown> {
  return new Map<string, unknown>([
    ['the operation', operation],
    ['the calls', calls],
    [successorName, successor?.id ?? null],
    ...members.map((member): [string, unknown] => [`${member.path} of the spec`, canonicalValue(member, desired)]),
    ['tests of the spec', tests],
    [liveId, live?.id ?? null],
    ...members.map((member): [string, unknown] => [
      `${member.path}${ofLive}`,
      live ? canonicalValue(member, live.config) : null,
    ]),
  ]);
}

/** A value in one form and order whatever the service's: lists as sets, volumes by path, envs by key. */
function canonicalValue(member: Member, config: EndpointConfig): unknown {
  const value = configValue(config, member);
  switch (member.kind) {
    case 'ports':
    case 'products':
      return (value as readonly unknown[]).map(String).sort();
    case 'volumes':
      return (value as readonly Volume[])
        .map(({ type, id, size, mountPath }) => [mountPath, type, id, size].join('\n'))
        .sort();
    case 'envs':
      return withoutRecord(value as readonly Env[])
        .map((env) => `${env.key}=${env.value}`)
        .sort();
    default:
      return value ?? null;
  }
}
