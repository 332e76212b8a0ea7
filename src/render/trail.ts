/** The trail of a run for a bug report: a line for each request and each decision, without a body and without a value of an env. */

import type { Plan } from '../plan/plan.ts';
import type { RolloutEvent } from '../rollout/events.ts';

/** One attempt at a request, to the service, to GitHub or to a registry of images. */
export interface RequestFacts {
  operation: string;
  method: string;
  path: string;
  /** From 1. */
  attempt: number;
  /** Absent when no answer came. */
  status?: number | undefined;
  reason?: string | undefined;
  durationMs: number;
  /** Of the answer's body; absent when none came, or nobody counted them. */
  bytes?: number | undefined;
}

type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

/** `request service operation=get …`; what is undefined or '' is left out. */
function line(subject: string, facts: Facts): string {
  const shown = Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => ` ${name}=${typeof value === 'string' ? quotedIfNeeded(value) : String(value)}`);
  return subject + shown.join('');
}

function quotedIfNeeded(text: string): string {
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}

export function requestLine(to: 'service' | 'GitHub' | 'registry', { durationMs, ...facts }: RequestFacts): string {
  const { operation, method, path, attempt, status, reason, bytes } = facts;
  return line(`request ${to}`, { operation, method, path, attempt, status, reason, ms: Math.round(durationMs), bytes });
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
  return line('routing', {
    name: desired.name,
    endpoint: live?.id,
    operation,
    calls: calls.join(','),
    changes: changes.map(({ member }) => member).join(','),
    v2: [...v2Members].join(','),
    unverifiable: unverifiable.join(','),
  });
}

/** What a rollout does and sees; undefined for what says no more than its line in the log. */
export function eventTrailLine(event: RolloutEvent): string | undefined {
  switch (event.kind) {
    case 'phase':
      return line('phase', { phase: event.phase });
    case 'write-sent':
    case 'write-accepted':
    case 'write-refused':
      return line(event.kind, { call: event.call });
    case 'reading': {
      const { id, state, workers } = event.endpoint;
      const states = workers.map(
        (worker) => `${worker.id}:${worker.state.state}:${worker.healthy ? 'healthy' : 'not-healthy'}`,
      );
      return line('reading', { endpoint: id, state: state.state, workers: states.slice(0, 20).join(',') });
    }
    case 'progress':
      return line('readiness', {
        state: event.state,
        elapsedSeconds: event.elapsedSeconds,
        failure: event.failure,
        givesUpInSeconds: event.givesUpInSeconds,
      });
    case 'ready':
      return line('readiness', {
        ready: true,
        evidence: event.evidence,
        oldWorkers: event.oldWorkers,
        newWorkers: event.newWorkers,
      });
    case 'verified':
      return line('verified', { unverifiable: event.unverifiable.join(',') });
    case 'failed':
      return line('failed', { code: event.failure.code, isRestoring: event.isRestoring });
    default:
      return undefined;
  }
}
