/** The errors of a wait: the failure in the service's words, or the missing proof when the time was over. Pure. */

import { endpointName, formatSeconds } from '../../model/display.ts';
import { namesHealthCheck, quoteState, wordsOf } from '../../model/faults.ts';
import { endpointCondition } from '../../model/states.ts';
import { doubtfulMs, longLoadMs } from '../../times.ts';
import { RolloutError } from '../errors.ts';
import type { Cause, Readiness } from './judge.ts';
import { type Serves, servedBy, servesWords } from './serving.ts';
import {
  doubtfulWorker,
  doubtWords,
  isDoubtful,
  isOld,
  presentWorkers,
  remainingOldWorkers,
  type SeenWorker,
  type Story,
  startedWorkers,
} from './story.ts';

/** The error for a failure that has lasted for as long as it is tolerated. */
export function lastingFailure(story: Story, failure: Cause): RolloutError {
  const { endpoint, atMs, write, faults, workers } = story;
  const lasted = formatSeconds((atMs - failure.sinceMs) / 1000);
  // The endpoint itself has none, nor has a worker without an ID.
  const { workerId = '' } = (failure.fault !== 'endpoint-failed' && faults.get(failure.fault)) || {};
  return new RolloutError({
    code: failure.code,
    message: `endpoint ${endpointName(endpoint)} has been failing for ${lasted}: ${describeFailure(story, failure)}`,
    hint: hintFor(story, failure),
    title: titleFor(story, failure),
    endpointId: endpoint.id,
    log: explainingLog(story, workers.get(workerId)),
    // A change that replaces no worker neither made a worker fail nor stopped the endpoint.
    isInconclusive: write.kind === 'keeps' || isStopped(story, failure),
  });
}

const isStopped = ({ endpoint }: Story, { fault }: Cause): boolean =>
  fault === 'endpoint-failed' && endpointCondition(endpoint.state) !== 'failed';

/** `llama: stopped`: no failure of the version; undefined for one. */
const titleFor = (story: Story, cause: Cause): string | undefined =>
  isStopped(story, cause) ? `${story.endpoint.config.name}: ${story.endpoint.state.state.toLowerCase()}` : undefined;

/** What to do; undefined where the hint of the code is enough. */
function hintFor(story: Story, cause: Cause): string | undefined {
  const { endpoint, faults } = story;
  if (isStopped(story, cause))
    return 'Start it in the console of the service, and run the step again: the new configuration is there.';
  if (!namesHealthCheck(faults.get('crashed')?.words ?? '')) return undefined;
  const { path } = endpoint.config.healthy;
  const now = path && ` (now \`${path}\`)`;
  const check = `Check \`healthy.path\`${now} and \`ports\`: the server must answer the health check there.`;
  return `${check} If it starts slowly, read its log.`;
}

/** The failure, as a clause: `new worker w2 crashed 3 times: "exit code 137 (OOMKilled)"`. */
export function describeFailure({ endpoint, faults, workers }: Story, { fault }: Cause): string {
  if (fault === 'endpoint-failed') return `the endpoint is ${endpoint.state.state}${quoteState(endpoint.state)}`;
  const { workerId = '', words = '', count = 1, workers: tellers = 1 } = faults.get(fault) ?? {};
  const quote = words && `: "${words}"`;
  const isSeveral = tellers > 1 && fault === 'crashed';
  const subject = `${workers.size > 1 ? 'new ' : ''}${isSeveral ? 'workers' : workerName(workerId)}`;
  if (fault === 'no-capacity') return `${subject} finds no free GPU${quote}`;
  if (fault !== 'crashed') return `${subject} cannot pull the image${quote}`;
  const times = count > 1 ? ` ${count} times` : '';
  // SIGKILL almost always means too little memory, and not every service says so.
  const isKilled = /\bexit\w*\b\D{0,20}\b137\b/i.test(words) && !/memory|oom/i.test(words) && !namesHealthCheck(words);
  return `${subject} crashed${times}${isKilled ? ', probably out of memory' : ''}${quote}`;
}

const workerName = (id: string): string => (id === '' ? 'worker without an ID' : `worker ${id}`);

/** The log of the worker that explains a failure; otherwise that of the endpoint. */
export function explainingLog({ endpoint }: Story, worker: SeenWorker | undefined) {
  return worker?.log ? { of: workerName(worker.id), text: worker.log } : { of: 'the endpoint', text: endpoint.log };
}

type Waiting = Pick<Readiness, 'missing' | 'concern'>;

/** The missing proof decides about the code, the hint, and whether anything speaks against the new version. */
export function timedOut(story: Story, { waiting, nowMs }: { waiting: Waiting; nowMs: number }): RolloutError {
  const { endpoint, startedMs, atMs } = story;
  const { concern } = waiting;
  const unreadForMs = nowMs - atMs;
  const isUnread = unreadForMs >= Math.min(doubtfulMs, (nowMs - startedMs) / 2);
  const loading = startedWorkers(story).find(({ loadingSinceMs }) => loadingSinceMs !== undefined);
  const loadingMs = loading && nowMs - (loading.loadingSinceMs ?? nowMs);
  const isUnhealthy = (loadingMs ?? 0) >= longLoadMs && !story.hasBeenHealthy;
  const missing = whatIsMissing(story, { ...waiting, loadingMs });
  const doubt = whyKept(story, isUnread);
  const clauses = [
    missing.text,
    `last state ${endpoint.state.state || 'none'}${quoteState(endpoint.state)}`,
    servesWords(servedIn(story)),
    concern ? describeFailure(story, concern) : describeWaiting(story),
    isUnread ? `the endpoint could not be read for the last ${formatSeconds(unreadForMs / 1000)}` : '',
    doubt,
  ];
  const lasted = formatSeconds((nowMs - startedMs) / 1000);
  return new RolloutError({
    code: concern?.code ?? (isUnhealthy ? 'unhealthy' : 'timeout'),
    hint: (concern && hintFor(story, concern)) ?? missing.hint,
    title: concern && titleFor(story, concern),
    message: `endpoint ${endpointName(endpoint)} was not ready after ${lasted}: ${clauses.filter(Boolean).join('; ')}`,
    endpointId: endpoint.id,
    log: explainingLog(story, loading),
    isInconclusive: doubt !== '',
  });
}

function whatIsMissing(
  story: Story,
  { missing, concern, loadingMs }: Waiting & { loadingMs: number | undefined },
): { text: string; hint?: string } {
  const { healthy, workerConfig } = story.endpoint.config;
  const doubtful = doubtfulWorker(story);
  if (!concern) {
    if (missing === 'old-workers-to-stop') return { text: 'old workers have not stopped', hint: oldHint };
    if (doubtful) {
      const text = `${workerName(doubtful.id)} is healthy, but nothing shows its version: ${doubtWords[doubtful.version]}`;
      return { text, hint: doubtful.version === 'nameless' ? hiddenHint : versionHint };
    }
    if (loadingMs !== undefined) {
      const lasted = formatSeconds(loadingMs / 1000);
      return { text: `its health check${healthy.path && ` ${healthy.path}`} has failed for ${lasted}`, hint: loadHint };
    }
  }
  const isListed = presentWorkers(story).some((worker) => !isOld(story, worker));
  if (isListed || (workerConfig.minNum === 0 && remainingOldWorkers(story).length === 0)) return { text: '' };
  return { text: 'the service lists no new worker', hint: hiddenHint };
}

const oldHint =
  'Old workers may finish their requests first. ' +
  'Raise `wait-timeout`, or use `wait: ready` if one new worker is enough for the next step.';
const loadHint = 'If the model is still loading, raise `wait-timeout`; if not, check `healthy.path` and `ports`.';
const hiddenHint =
  'Check which version the endpoint runs; it may still be starting. ' +
  'Where a service does not show which workers are new, set `wait: none`, ' +
  'and call its URL as a test in the next step.';
const versionHint =
  'Run the step again when no worker is starting. ' +
  'A test that asks the app for its version shows then which one answers.';

/** Why the new configuration is not undone, as a clause; '' where it may be. */
export function whyKept(story: Story, isUnread = false): string {
  const noEvidence = 'that is no evidence against the new configuration';
  if (story.write.kind === 'found') return isUnread ? noEvidence : '';
  if (story.hasBeenHealthy) return 'a worker of the new version was healthy';
  if (doubtfulWorker(story)) return 'it may run the new version';
  const hasBeenListed = story.workers.values().some((worker) => !isOld(story, worker) && worker.id !== '');
  return isUnread || story.write.kind === 'keeps' || !hasBeenListed ? noEvidence : '';
}

/** Who serves; without ages where the write replaces no worker, and where nothing shows which version serves. */
export function servedIn(story: Story): Serves {
  const listed = { ...story.endpoint, workers: presentWorkers(story) };
  return servedBy(listed, (worker) => {
    const isTold = !isDoubtful(worker.version) || worker.condition !== 'healthy';
    return { age: story.write.kind !== 'update' ? '' : isOld(story, worker) ? 'old' : isTold ? 'new' : '' };
  });
}

/** The words of a new worker that starts, if they name no known fault; '' for none. */
export function describeWaiting(story: Story): string {
  const isWaiting = ({ fault, state, condition, loadingSinceMs }: SeenWorker) =>
    condition === 'starting' && !fault && loadingSinceMs === undefined && wordsOf(state) !== '';
  const worker = startedWorkers(story).find(isWaiting);
  return worker
    ? `${workerName(worker.id)} is ${worker.state.state || 'without a state'}${quoteState(worker.state)}`
    : '';
}
