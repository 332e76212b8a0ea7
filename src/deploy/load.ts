/** A candidate under load: asked by as many clients as its spec promises, after its comparison; its worker is read. */

import { openReads, readIfTold, tolerated } from '../account/reads.ts';
import type { LoadAnswer, Loop } from '../compare/clients.ts';
import {
  type Counted,
  countIn,
  figuresOf,
  isLimited,
  judgeLoad,
  loopMs,
  startsOf,
  type WorkerSeen,
} from '../compare/load.ts';
import type { Endpoint, GivenLog } from '../model/endpoint.ts';
import { isLoadable, type Loading } from '../model/load.ts';
import type { EndpointTest } from '../model/tests.ts';
import { type Load, type NotLoaded, tellLoad, tellNotLoaded } from '../render/load.ts';
import { paragraphs } from '../render/markdown.ts';
import { digestIn } from '../render/outputs.ts';
import { RolloutError } from '../rollout/errors.ts';
import { readyIn, workerFault } from '../rollout/evidence/condition.ts';
import { healthOf } from '../rollout/evidence/serving.ts';
import type { CommandContext } from '../run/context.ts';
import { logOf } from '../run/log.ts';
import type { ComparisonReport } from '../run/outcome.ts';
import { loadAgainMs, loadReadMs, maxLoadMs, wakePauseMs, workerBackMs } from '../times.ts';
import { type Candidate, changeBetween, compareCandidate, inTurn } from './compare.ts';

/** Compares a candidate that its tests have proved and, if that refuses nothing, loads it. Rejects when cancelled. */
export async function compareAndLoad(candidate: Candidate, context: CommandContext): Promise<ComparisonReport> {
  const { compare, load, config, price, log } = candidate;
  const none = { failure: undefined, isPassed: true, summary: undefined, production: undefined, outputs: {} };
  const compared = compare ? await compareCandidate({ ...candidate, compare }, context) : none;
  if (!load || compared.failure) return compared;
  const loaded = await inTurn(() => loadNow({ ...candidate, load }, context)).catch((thrown: unknown): NotLoaded => {
    const { message, hint } = tolerated(thrown, context);
    return { reason: message, hint };
  });
  const of = { name: config.name, at: load.at };
  const told = 'reason' in loaded ? tellNotLoaded(loaded, of) : tellLoad({ ...loaded, ...of, price });
  const { notLoaded, markdown } = told;
  log(told.lines);
  if (notLoaded) {
    const message = `${notLoaded.message}.`;
    context.reporter.warn({ ...notLoaded, title: `${config.name}: not loaded`, message });
  }
  const isPassed = compared.isPassed && !told.failure && !notLoaded;
  const promoted = isPassed ? { 'image-digest': digestIn(config.image.image) } : { 'image-digest': '', proof: '' };
  const ended = { ...compared, isPassed, outputs: { ...compared.outputs, load: told.output, ...promoted } };
  if (!told.failure) return { ...ended, notLoaded, load: markdown };
  const failure = new RolloutError({ ...told.failure, log: 'log' in loaded ? loaded.log : undefined });
  return { ...ended, failure, summary: paragraphs([markdown, compared.summary]) };
}

/** Why the answers would not be those of one worker of the spec; undefined for nothing. */
function whyUnfit(now: Endpoint, { maxConcurrent }: Loading): NotLoaded | undefined {
  const { config } = now;
  const { workerConfig: current } = config;
  if (current.maxNum > 1 || readyIn(now).length > 1)
    return { reason: 'another worker could start', hint: 'Write `maxNum: 1`; previews have one with `workers=1`.' };
  if (maxConcurrent === undefined || current.maxConcurrent === maxConcurrent) return undefined;
  const hint = 'Deploy it again, or write its number into the spec.';
  return { reason: `\`maxConcurrent\` was changed by hand: it is ${current.maxConcurrent}`, hint };
}

type Loaded = Omit<Load, 'name' | 'at' | 'price'> & { log: GivenLog | undefined };

async function loadNow(candidate: Candidate & { load: Loading }, context: CommandContext): Promise<NotLoaded | Loaded> {
  const { load, config, live, startedMs, log } = candidate;
  const { clock, connections, github, inputs, signal } = context;
  const { distrust } = github.context;
  if (distrust) return { reason: `nothing is loaded ${distrust}`, hint: 'Run the step for code of this repository.' };
  const tests = testsOf(candidate);
  const found = await openReads(context).get(live.id);
  const unfit = whyUnfit(found, load);
  if (unfit) return unfit;
  const leftMs = () => startedMs + inputs.waitTimeoutSeconds * 1000 - clock.monotonicMs() - maxLoadMs;
  const run: RunLoop = (loop) => connections.load({ url: live.url, tests, signal, ...loop });
  for (let isAwake = healthOf(found) === 'serving'; !isAwake && leftMs() > 0; ) {
    const [first] = await run({ startsMs: [0], lastMs: leftMs(), isOver: ({ length }) => length > 0 });
    isAwake = first?.kind === 'right' || first?.kind === 'wrong';
    if (!isAwake) await clock.sleep(wakePauseMs, signal);
  }
  if (leftMs() <= 0) return { reason: '`wait-timeout` leaves less than 5 minutes', hint: 'Raise `wait-timeout`.' };
  log([`Load: ${load.at} at once to ${config.name}, about 3 minutes.`]);
  const { answers, worker, isRateLimited } = await runWatched(found, { load, run, context });
  if (isRateLimited)
    return { reason: `the service limits the rate at ${load.at} at once`, hint: 'Raise its limit, or lower `load`.' };
  const [, secondMs = 0] = startsOf(load.at);
  const alone = answers.filter(({ endMs }) => endMs < secondMs);
  const all = countIn(answers, alone);
  const judge = (again: Counted | undefined) => judgeLoad(all, { at: load.at, worker, again });
  const isSuspect = worker.exits > 0 || worker.isLost || judge(undefined).verdict === 'overloaded';
  const repeated = worker.isHealthy && isSuspect ? await loadAgain(load, { run, context }) : undefined;
  const again = repeated && countIn(repeated, alone, { fromMs: 0, toMs: loadAgainMs.most + 1 });
  const now = (await readIfTold(live.id, context)) ?? worker.endpoint;
  const changed = changeBetween(found, now);
  if (changed) return { reason: `meanwhile ${changed} changed`, hint: 'Run the step again when nothing is deployed.' };
  const grown = whyUnfit(now, load);
  return grown ?? { ...judge(again), counted: all, figures: figuresOf(answers), tests, log: logOf(now) };
}

/** The prompts of the comparison, or else the tests, as far as they make the model work. */
function testsOf({ tests, compare }: Candidate): EndpointTest[] {
  const prompts = compare?.set?.prompts.slice(0, compare.requests).map(({ test }) => test) ?? [];
  return (prompts.length > 0 ? prompts : tests).filter(isLoadable);
}

type RunLoop = (loop: Pick<Loop, 'startsMs' | 'lastMs' | 'isOver'> & { signal?: AbortSignal }) => Promise<LoadAnswer[]>;

interface LoadRun {
  load: Loading;
  run: RunLoop;
  context: CommandContext;
}

/** The load itself, and the readings of its worker from then on until it is healthy after it, for at most a minute. */
async function runWatched(
  found: Endpoint,
  { load, run, context }: LoadRun,
): Promise<{ answers: LoadAnswer[]; worker: WorkerSeen & { endpoint: Endpoint }; isRateLimited: boolean }> {
  const { clock, signal } = context;
  const read = async (last: Endpoint) => (await readIfTold(found.id, context)) ?? last;
  let endpoint = await read(found);
  const ids = new Set(readyIn(endpoint).map(({ id }) => id));
  let exits = 0;
  let now = 'healthy' as 'healthy' | 'crashed' | 'starting';
  const look = async () => {
    endpoint = await read(endpoint);
    const isCrashed = endpoint.workers.some((worker) => workerFault(worker, endpoint) === 'crashed');
    if (isCrashed && now !== 'crashed') exits += 1;
    now = isCrashed ? 'crashed' : readyIn(endpoint).length > 0 ? 'healthy' : 'starting';
  };
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const watch = async () => {
    for (; !until.aborted; await look()) await clock.sleep(loadReadMs, until).catch(() => undefined);
  };
  let isRateLimited = false;
  const isOver = (answers: readonly LoadAnswer[]) => {
    isRateLimited ||= isLimited(answers);
    return isRateLimited;
  };
  const end = () => ended.abort();
  const loop = { startsMs: startsOf(load.at), lastMs: loopMs, isOver, signal: until };
  const [answers] = await Promise.all([run(loop).finally(end), watch().finally(end)]);
  const endMs = clock.monotonicMs();
  await look();
  for (; now !== 'healthy' && clock.monotonicMs() - endMs < workerBackMs; await look())
    await clock.sleep(loadReadMs, signal);
  const isLost = exits === 0 && !readyIn(endpoint).some(({ id }) => ids.has(id));
  return { answers, worker: { exits, isHealthy: now === 'healthy', isLost, endpoint }, isRateLimited };
}

/** A candidate that would be refused is asked again after a pause: a short disturbance is over by then. */
async function loadAgain({ at }: Loading, { run, context }: Omit<LoadRun, 'load'>): Promise<LoadAnswer[]> {
  const { pause, least, most } = loadAgainMs;
  await context.clock.sleep(pause, context.signal);
  const isOver = ({ length }: readonly LoadAnswer[], nowMs: number) => nowMs >= least && length >= 3 * at;
  return run({ startsMs: Array(at).fill(0), lastMs: most, isOver });
}
