/** The judgement of one reading of an endpoint: ready, in progress, or failing. */

import type { Endpoint, Worker } from '../model/endpoint.ts';
import type { Expectation } from './expectation.ts';
import { endpointFailure, type Failing, isEndpointDown, workerFailure } from './failing.ts';
import { endpointCondition, isSilent, workerCondition } from './state-words.ts';
import { faultNamedIn, findFault, isPresent, isReady, isStarting, quoteState } from './worker-faults.ts';
import { hasFailed, noHistory, takeFrom, type WorkerHistory } from './worker-history.ts';

export type Verdict =
  | { kind: 'ready'; evidence: Evidence; oldWorkers: number; newWorkers: number }
  | { kind: 'progressing' }
  /** The service may recover from it by itself: see patience.ts. */
  | Failing;

/**
 * Why an endpoint counts as ready: new workers are healthy; so are workers of which some may be old, and nothing else is on its way; the workers were kept, and
 * are; they are the same, and the endpoint's word shows that they were restarted; it needs none; the service shows no workers, and its word left and came
 * back; it shows no workers and no change, so that the smoke test has to decide; it needs none, and the service says no word of its state; or, where this run
 * has written nothing, it serves, or serves beside workers that have to be looked at for a while.
 */
export type Evidence =
  | 'new-workers'
  | 'settled-workers'
  | 'kept-workers'
  | 'restarted-workers'
  | 'no-workers-needed'
  | 'word'
  | 'smoke-test'
  | 'silence'
  | 'serving'
  | 'serving-beside';

/**
 * Judges one reading that shows the desired configuration; `minNum` is taken from it. The endpoint's own word is a hint: with a healthy worker of the right
 * version it is ready whatever it is called, unless it is failed, stopped or terminating. Where no new worker is ready, one that fails comes first: an old
 * one that still serves must not make a broken rollout look green.
 */
export function judgeReadiness(
  endpoint: Endpoint,
  expectation: Expectation,
  history: WorkerHistory = noHistory,
): Verdict {
  const present = endpoint.workers.filter(isPresent);
  const fresh = freshWorkers(endpoint, expectation, history);
  const isFresh = new Set(fresh);
  const facts: Facts = {
    endpoint,
    expectation,
    history,
    present,
    fresh,
    ready: present.filter((worker) => isReady(worker, endpoint)).length,
    newReady: fresh.filter((worker) => isReady(worker, endpoint)).length,
    ownReady: fresh.filter((each) => isReady(each, endpoint) && !history.rescheduledIds.has(each.id)).length,
    oldWorkers: present.filter((worker) => !isFresh.has(worker) && !isRemains(worker, history)).length,
    minNum: endpoint.config.workerConfig.minNum,
  };
  if (isEndpointDown(endpoint)) return endpointFailure(endpoint, { workers: fresh, saysTheSame: history.saysTheSame });
  // Where nobody says that a worker is healthy, the word that the endpoint is still starting is the better hint.
  if (facts.ready > 0 && endpointCondition(endpoint.state) === 'starting' && !present.some(({ healthy }) => healthy))
    return workerFailure(endpoint, fresh) ?? progressing;
  return expectation.effect === 'nothing' ? judgeUnwritten(facts) : judgeWritten(facts);
}

/** Workers that are not known to run what was there before the write. */
export function freshWorkers(
  endpoint: Endpoint,
  { oldWorkerIds, oldNameless = Number.POSITIVE_INFINITY }: Expectation,
  history: WorkerHistory,
): readonly Worker[] {
  const present = endpoint.workers.filter(isPresent);
  if (!oldWorkerIds) return present;
  const old = new Set(namelessByAge(endpoint, history).slice(0, Math.min(history.leastNameless, oldNameless)));
  const isOld = ({ id }: Worker) => oldWorkerIds.has(id) && !history.rescheduledIds.has(id);
  return present.filter((worker) => !old.has(worker) && !isOld(worker));
}

/** Workers without an id that are ready or have failed: first those that failed with the same words before the write, last those that did not. */
function namelessByAge(endpoint: Endpoint, { faultsBefore }: WorkerHistory): Worker[] {
  const known = [...faultsBefore];
  const groups: [Worker[], Worker[], Worker[]] = [[], [], []];
  for (const worker of endpoint.workers) {
    if (worker.id !== '' || !isPresent(worker)) continue;
    if (isReady(worker, endpoint)) groups[1].push(worker);
    else if (hasFailed(worker, endpoint)) groups[takeFrom(known, quoteState(worker.state)) ? 0 : 2].push(worker);
  }
  return groups.flat();
}

interface Facts {
  endpoint: Endpoint;
  expectation: Expectation;
  history: WorkerHistory;
  present: readonly Worker[];
  /** Workers that are not known to be from before the write. */
  fresh: readonly Worker[];
  ready: number;
  newReady: number;
  /** Without those that are scheduled again under an id from before the write: a service may call them healthy before they run. */
  ownReady: number;
  oldWorkers: number;
  minNum: number;
}

function judgeWritten(facts: Facts): Verdict {
  const { endpoint, fresh, newReady, ownReady, minNum } = facts;
  const failing = newReady === 0 || !isRolledOut(facts) ? workerFailure(endpoint, fresh) : undefined;
  if (failing && (newReady === 0 || minNum === 0) && !isScaleUpWaiting(failing, facts)) return failing;
  if (minNum === 0) {
    if (!isRolledOut(facts)) return progressing;
    if (saysItServes(facts)) return ready('no-workers-needed', facts);
    return saysNothing(facts) ? ready('silence', facts) : progressing;
  }
  if (isRolledOut(facts)) {
    if (isSurelyNew({ ...facts, newReady: ownReady })) return ready('new-workers', facts);
    if (newReady > 0) return ready(ownReady < newReady ? 'restarted-workers' : 'settled-workers', facts);
    if (endpoint.workers.length === 0) return ready(isTold(facts) ? 'word' : 'smoke-test', facts);
    return ready(mayBeKept(facts) ? 'kept-workers' : 'restarted-workers', facts);
  }
  return failing ?? progressing;
}

/** Whether the workers are those of the desired configuration. */
function isRolledOut(facts: Facts): boolean {
  const { expectation, fresh, ready, newReady, oldWorkers, minNum, history } = facts;
  const { effect, wait, hidesWorkers, isNew, isTested } = expectation;
  if (minNum === 0) return wait === 'ready' || effect !== 'replaces' || oldWorkers === 0;
  if (facts.endpoint.workers.length === 0)
    return (hidesWorkers || isNew) && saysItServes(facts) && (isTold(facts) || isTested === true);
  if (mayBeKept(facts)) {
    const isSame = fresh.every((worker) => isReady(worker, facts.endpoint) || lacksCapacity(worker));
    // Where nothing that the workers run has changed, old ones beside new ones are as good.
    if (fresh.length === 0 || (isSame && effect === 'keeps')) return ready >= (wait === 'rollout' ? minNum : 1);
  }
  if (wereRestarted(facts)) return ready >= minNum;
  if (wait === 'rollout' ? oldWorkers > 0 || newReady < minNum : newReady === 0) return false;
  return isSurelyNew(facts) || fresh.every((worker) => isReady(worker, facts.endpoint) || isRemains(worker, history));
}

/** Whether at least one worker, or with `rollout` as many as are needed, cannot be from before the write. */
function isSurelyNew({ newReady, minNum, history, expectation: { wait } }: Facts): boolean {
  return newReady - history.maybeOld >= (wait === 'rollout' ? Math.max(1, minNum) : 1);
}

/** Of an endpoint that shows no workers: the word is that of what was written, since there was nothing else, since it left and came back, or since nothing had to change. */
function isTold(facts: Facts): boolean {
  return facts.expectation.isNew || facts.history.wasStarting || mayBeKept(facts);
}

/** A service that keeps ids over restarts, or shows none: the workers seem the same and are up, and since the write something was starting. */
function wereRestarted(facts: Facts): boolean {
  const { endpoint, fresh, present, history } = facts;
  // Without ids, a worker of the write that has failed looks like remains.
  const isDead = (worker: Worker) => isRemains(worker, history) && !(worker.id === '' && history.hasNewFaults);
  const isUp = fresh.length === 0 && present.every((worker) => isReady(worker, endpoint) || isDead(worker));
  // An endpoint whose old worker has crashed is starting too.
  const hasOtherCause = present.some(({ id }) => history.crashedIds.has(id));
  return isUp && (saysItServes(facts) || isSilent(endpoint.state)) && history.wasStarting && !hasOtherCause;
}

/** Never a word of the state, and nothing that is wrong: the service does not show it. */
function saysNothing({ endpoint: { state }, expectation }: Facts): boolean {
  return expectation.isSilent && isSilent(state) && quoteState(state) === '';
}

function mayBeKept({ expectation: { effect } }: Facts): boolean {
  return effect === 'keeps' || effect === 'unknown';
}

/** One more worker that finds no GPU is only a scale-up that waits, where enough are up that nothing says are to be replaced. */
function isScaleUpWaiting({ code }: Failing, facts: Facts): boolean {
  return code === 'no-capacity' && mayBeKept(facts) && facts.ready >= Math.max(1, facts.minNum);
}

/**
 * Of an endpoint that this run has not written to: enough healthy workers are enough, whatever dead ones are listed. Workers on their way are waited for
 * where they may be the new version: when there are more than `maxNum`, so that no autoscaler has asked for them, or just after a recorded write.
 */
function judgeUnwritten(facts: Facts): Verdict {
  const { movingIds } = facts.history;
  const { endpoint, expectation, present, ready: readyCount, minNum } = facts;
  if (minNum === 0) {
    if (!saysItServes(facts) && !saysNothing(facts)) return workerFailure(endpoint, present) ?? progressing;
    return ready('serving', facts);
  }
  if (readyCount < minNum) {
    if (endpoint.workers.length === 0 && expectation.hidesWorkers && saysItServes(facts))
      return ready('serving', facts);
    return workerFailure(endpoint, present) ?? progressing;
  }
  // A hint that somebody's write is under way.
  const isMoving = expectation.isRecentlyWritten || endpointCondition(endpoint.state) === 'starting';
  const others = present.filter((worker) => !isReady(worker, endpoint) && !lacksCapacity(worker));
  const onTheirWay = others.filter(
    (worker) =>
      isStarting(worker, endpoint) || movingIds.has(worker.id) || findFault(worker, endpoint)?.fault === 'image-pull',
  );
  const isBeyondScaling = readyCount + onTheirWay.length > endpoint.config.workerConfig.maxNum;
  if (onTheirWay.length > 0 && (isBeyondScaling || isMoving)) return workerFailure(endpoint, onTheirWay) ?? progressing;
  const hasFaults = others.some((worker) => findFault(worker, endpoint));
  return ready(hasFaults || isMoving ? 'serving-beside' : 'serving', facts);
}

const progressing: Verdict = { kind: 'progressing' };

function ready(evidence: Evidence, { expectation, oldWorkers, newReady }: Facts): Verdict {
  // What a write keeps is of no older version.
  const isOfBefore = expectation.effect === 'replaces' && evidence !== 'restarted-workers';
  return { kind: 'ready', evidence, oldWorkers: isOfBefore ? oldWorkers : 0, newWorkers: newReady };
}

/** Dead, and nothing restarts it: such a worker stays listed, and runs no version of anything. */
function isRemains({ id, healthy, state }: Worker, { movingIds }: WorkerHistory): boolean {
  return !healthy && workerCondition(state) === 'failed' && !movingIds.has(id);
}

/** A known word, the one under which it served before, or, of a new endpoint, one that nobody knows. */
function saysItServes({ endpoint, expectation: { servingWord, isNew } }: Facts): boolean {
  const { state } = endpoint;
  const condition = endpointCondition(state);
  if (condition === 'serving' || (state.state !== '' && state.state === servingWord)) return true;
  const mayServe = isNew && endpoint.config.workerConfig.minNum === 0 && condition === 'unknown';
  return mayServe && !isSilent(state);
}

function lacksCapacity({ state }: Worker): boolean {
  return faultNamedIn(quoteState(state)) === 'no-capacity';
}
