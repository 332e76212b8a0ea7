/** What a rollout expects of an endpoint's workers after its writes: what each write does to them, and which of them are evidence. */

import { type EndpointConfig, replacesWorkers } from '../model/config.ts';
import { diffConfigs, neverReturnedMembers } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Call } from '../plan/route.ts';
import { endpointCondition, isSilent } from './state-words.ts';
import { isReady } from './worker-faults.ts';

/**
 * What a write does to the workers: replaces them, since it changes what they run; keeps them; or nobody can tell, because it carries members that the
 * service never returns. `nothing`: this run has not written.
 */
type WorkerEffect = 'replaces' | 'unknown' | 'keeps' | 'nothing';

export interface Expectation {
  wait: 'ready' | 'rollout';
  effect: WorkerEffect;
  /**
   * IDs of the workers of the last reading before the last write; empty for a new endpoint. Workers without one are counted: see worker-history.ts. Undefined when this run has written nothing: then nobody
   * knows which version a worker runs.
   */
  oldWorkerIds: ReadonlySet<string> | undefined;
  /** At most so many of the workers without an id are old. Default: all that were ready before the write. */
  oldNameless?: number;
  /** The endpoint's word before the write, when it served under it; '' when it did not, or was not there. */
  servingWord: string;
  /** The service has said no word of its state before; true for a new endpoint. */
  isSilent: boolean;
  /** The endpoint's word before the write, whatever it means; undefined for a new one. */
  wordBefore?: string;
  /** The endpoint is of this run, so that it has no past. */
  isNew: boolean;
  /** It had to have workers before the write, served, and showed none: the service does not show them. */
  hidesWorkers: boolean;
  /** Somebody's write may still be under way. */
  isRecentlyWritten: boolean;
  /** A smoke test decides after the wait. Default false. */
  isTested?: boolean;
}

/** Of an endpoint that this run has not written to. */
export function expectationWithoutWrite({
  live,
  wait,
  isRecentlyWritten = false,
}: {
  live: Endpoint;
  wait: Expectation['wait'];
  isRecentlyWritten?: boolean;
}): Expectation {
  return { ...pastOf(live), wait, effect: 'nothing', oldWorkerIds: undefined, isNew: false, isRecentlyWritten };
}

/** Before the first write. */
export function expectationBefore(live: Endpoint | undefined, wait: Expectation['wait']): Expectation {
  if (live) return expectationWithoutWrite({ live, wait });
  return {
    wait,
    effect: 'nothing',
    oldWorkerIds: new Set(),
    servingWord: '',
    isSilent: true,
    isNew: true,
    hidesWorkers: false,
    isRecentlyWritten: false,
  };
}

/**
 * After one more write. Evidence counts from the last write of a sequence: of two that replace workers, those that the first has started are old. Where the
 * last one keeps them, they are the right ones.
 */
export function expectationAfterWrite(
  before: Expectation,
  { call, sent, live }: { call: Call; sent: EndpointConfig; live: Endpoint | undefined },
): Expectation {
  const effect = live ? effectOf(call, { sent, live: live.config }) : 'replaces';
  if (strength[effect] < strength[before.effect]) return before;
  return { ...before, effect, oldWorkerIds: new Set(live?.workers.map(({ id }) => id).filter((id) => id !== '')) };
}

const strength: Readonly<Record<WorkerEffect, number>> = { nothing: 0, keeps: 1, unknown: 2, replaces: 3 };

/** By all that is sent: the record and the pending marker among the envs, and what rides along. */
export function effectOf(
  call: Call,
  { sent, live }: { sent: EndpointConfig; live: EndpointConfig },
): 'replaces' | 'unknown' | 'keeps' {
  const family = call === 'update-v2' ? 'v2' : 'v1';
  const changes = diffConfigs({ asked: sent, found: live }).filter(({ families }) => families.includes(family));
  if (changes.some(({ member }) => replacesWorkers(member)) || !isSameEnvs(sent, live)) return 'replaces';
  return family === 'v2' && neverReturnedMembers(sent).some(replacesWorkers) ? 'unknown' : 'keeps';
}

/** The diff leaves out the deployment record; a worker gets it all the same. */
function isSameEnvs(sent: EndpointConfig, live: EndpointConfig): boolean {
  const [a, b] = [sent, live].map(({ envs }) => new Map(envs.map(({ key, value }) => [key, value])));
  return a?.size === b?.size && [...(a ?? [])].every(([key, value]) => b?.get(key) === value);
}

export function pastOf(live: Endpoint): Pick<Expectation, 'servingWord' | 'wordBefore' | 'isSilent' | 'hidesWorkers'> {
  const { minNum } = live.config.workerConfig;
  const word = live.state.state;
  const condition = endpointCondition(live.state);
  // Whatever it is called: it had its workers, needed none, or shows none of them.
  const mayServe = condition === 'serving' || (condition === 'unknown' && !isSilent(live.state));
  const hidesWorkers = mayServe && minNum > 0 && live.workers.length === 0;
  const served = mayServe && (minNum === 0 || hidesWorkers || live.workers.some((worker) => isReady(worker, live)));
  return { servingWord: served ? word : '', isSilent: isSilent(live.state), wordBefore: word, hidesWorkers };
}
