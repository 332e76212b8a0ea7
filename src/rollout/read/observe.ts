/** An endpoint or a list is read again and again until the caller has decided. */

import type { Change } from '../../model/diff.ts';
import type { Endpoint, Listed } from '../../model/endpoint.ts';
import { readOwner } from '../../model/record.ts';
import { type Polling, poll } from '../../poll.ts';
import { ServiceError } from '../../service/errors.ts';
import { growing, pauses, settlingMs, waitPauses } from '../../times.ts';
import type { RolloutContext } from '../context.ts';
import { RolloutError } from '../errors.ts';
import { describeChanges, type Match, matchConfig, type Requested } from './match.ts';

interface ListRequest<Result> {
  only: (listed: Listed) => boolean;
  decide: Polling<readonly Endpoint[], Result>['decide'];
  /** How long further lists are requested. Default: until the deadline, which is that of each list. */
  forMs?: number;
  context: RolloutContext;
}

/** Lists the endpoints until `decide` gives a result; undefined when the time is over. */
export function observeList<Result>({ only, decide, forMs, context }: ListRequest<Result>) {
  const { clock, signal, reader } = context;
  const endMs = context.deadlineMs();
  const untilMs = forMs === undefined ? endMs : clock.monotonicMs() + forMs;
  const read = () => reader.list({ deadlineMs: Math.max(endMs, untilMs), only });
  const decideOn = (list: readonly Endpoint[] | undefined) => list && decide(list);
  return poll(read, { decide: decideOn, pauseMs: growing(pauses.list), deadlineMs: untilMs, clock, signal });
}

export interface Target extends Requested {
  readonly id: string;
  /** The time until which a reading may be late: it may not find the endpoint yet, or show an earlier write. */
  readonly lateUntilMs?: number | undefined;
  readonly isShown?: boolean;
}

export interface Observation {
  readonly endpoint: Endpoint;
  /** `foreign` only while a reading may be late: then it may show an earlier run's write. */
  readonly match: Match;
  readonly atMs: number;
}

/**
 * Reads the endpoint until `decide` gives a result; undefined when the deadline passes first. Rejects with `conflict`
 * when two readings in a row, neither of them perhaps late, show someone else's change, when the desired configuration
 * was there and has been away for the settling time, or when the last reading differs and this run has written nothing;
 * with `not-found` when the endpoint no longer exists; otherwise as {@link Reader.get}. It remembers from one call to
 * the next what the readings have shown.
 */
type Observe = <Result>(until: Until<Result>) => Promise<Result | undefined>;

interface Until<Result> {
  decide: Polling<Observation, Result>['decide'];
  /** The pause between two readings; default: two seconds. */
  pauseMs?: () => number;
  /** The time of the last reading; default: the deadline of the context. */
  deadlineMs?: number;
}

export function startObserving(target: Target, context: RolloutContext): Observe {
  const { reader, clock, signal } = context;
  let wasApplied = target.earlier === undefined || target.isShown === true;
  let staleSinceMs: number | undefined;
  let foreign: RolloutError | undefined;
  /** The last reading differs, and this run has written nothing. */
  let replaced: RolloutError | undefined;
  const mayBeLate = () => clock.monotonicMs() < (target.lateUntilMs ?? 0);
  return async ({ decide, pauseMs = () => waitPauses.closeMs, deadlineMs = context.deadlineMs() }) => {
    const read = () =>
      reader.get(target.id, { deadlineMs, unknownUntilMs: target.lateUntilMs }).catch((error) => {
        throw asGone(error, target);
      });
    const judgeReading = (endpoint: Endpoint | undefined) => {
      if (!endpoint) return undefined;
      const match = matchConfig(endpoint.config, target);
      const atMs = clock.monotonicMs();
      if (match.kind === 'foreign') {
        if (foreign && !mayBeLate()) throw foreign;
        foreign = conflict(endpoint, match.changes, target);
        return mayBeLate() ? decide({ endpoint, match, atMs }) : undefined;
      }
      foreign = undefined;
      wasApplied ||= match.kind === 'applied';
      staleSinceMs = match.kind === 'stale' ? (staleSinceMs ?? atMs) : undefined;
      const changed = match.kind === 'stale' && wasApplied ? conflict(endpoint, match.changes, target) : undefined;
      if (changed && atMs - (staleSinceMs ?? atMs) >= settlingMs) throw changed;
      replaced = target.earlier === undefined ? changed : undefined;
      return decide({ endpoint, match, atMs });
    };
    const result = await poll(read, { decide: judgeReading, pauseMs, deadlineMs, clock, signal });
    const other = foreign ?? replaced;
    if (result === undefined && other) throw other;
    return result;
  };
}

/** Observes as {@link Observe}, once. */
export function observe<Result>(
  target: Target,
  { context, ...until }: Until<Result> & { context: RolloutContext },
): Promise<Result | undefined> {
  return startObserving(target, context)(until);
}

/** Someone else's change, which stays as it is. A run is named by the record that it has left. */
function conflict(
  { id, config }: Endpoint,
  changes: readonly Change[],
  { desired, earlier = [] }: Target,
): RolloutError {
  const [theirs, ...known] = [config, desired, ...earlier].map(readOwner);
  const isOfRun = theirs && known.every((record) => record?.run !== theirs.run);
  const by = isOfRun ? `run ${theirs.run} of ${theirs.repository}` : 'someone else';
  const changed = `${by} changed endpoint ${config.name} (${id}) during the rollout`;
  const message = `${changed}: ${describeChanges(changes)}; it is left unchanged`;
  return new RolloutError({ code: 'conflict', message, endpointId: id });
}

/** Someone has deleted it, or the service has accepted it and never shown it. */
function asGone(error: unknown, { id, desired: { name } }: Target): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'not-found') return error;
  const message = `endpoint ${name} (${id}) does not exist: the service neither finds nor lists it`;
  return new RolloutError({ code: 'not-found', message, endpointId: id, cause: error });
}
