/** The trail of a run for a bug report: a line of JSON for each request and each event, without a body and without a value of an env. */

import type { AttemptFacts } from '../http/retry.ts';
import type { Plan } from '../plan/plan.ts';
import type { RolloutEvent } from '../rollout/events.ts';

const maxLength = 4000;

function line(subject: string, facts: object): string {
  return `${subject} ${JSON.stringify(facts, shorten)}`.slice(0, maxLength).toWellFormed();
}

/** The configuration stands in the plan, and may hold a command with a secret. */
function shorten(name: string, value: unknown): unknown {
  if (name === 'config') return undefined;
  if (value instanceof Error) return { code: 'code' in value ? value.code : value.name, message: value.message };
  return value instanceof Set ? [...value] : value;
}

export function requestLine(to: 'service' | 'GitHub' | 'registry', { durationMs, ...facts }: AttemptFacts): string {
  return line(`request to ${to}`, { ...facts, ms: Math.round(durationMs) });
}

/** A request that is sent again. */
export function retryLine({
  operation,
  attempt,
  cause,
  waitSeconds,
}: {
  operation: string;
  attempt: number;
  cause: string;
  waitSeconds: number;
}): string {
  return line('retry', { operation, attempt, cause, waitSeconds: Number(waitSeconds.toFixed(3)) });
}

/** Which calls carry the plan, and what they carry. */
export function routingLine({ operation, calls, changes, unverifiable, v2Members, live, desired }: Plan): string {
  const members = changes.map(({ member }) => member);
  return line('plan', { name: desired.name, endpoint: live?.id, operation, calls, members, v2Members, unverifiable });
}

/** What a rollout does and sees. */
export function eventTrailLine({ kind, ...facts }: RolloutEvent): string {
  return line(kind, facts);
}
