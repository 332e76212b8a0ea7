/** A candidate under load: asked by as many clients as its spec promises, after its comparison; its worker is read. */

import { openReads, readIfTold, tolerated } from '../account/reads.ts';
import type { LoadAnswer, Loop } from '../compare/clients.ts';
import { countIn, figuresOf, isLimited, judgeLoad, loopMs, startsOf, type WorkerSeen } from '../compare/load.ts';
import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { isLoadable, type Loading } from '../model/load.ts';
import type { EndpointTest } from '../model/tests.ts';
import { askWhile } from '../poll.ts';
import type { ComparisonTold } from '../render/compare.ts';
import { tellLoad, tellNotLoaded } from '../render/load.ts';
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
  const { compare, load, config, log } = candidate;
  const say = ({ lines, warnings, ...told }: ComparisonTold) => {
    log(lines);
    for (const warning of warnings) context.reporter.annotate(warning);
    return told;
  };
  const compared = compare && say(await compareCandidate({ ...candidate, compare }, context));
  const loadInTurn = (due: Loading) =>
    inTurn(() => loadNow({ ...candidate, load: due }, context)).catch((thrown) =>
      tellNotLoaded(tolerated(thrown, context), { name: config.name, at: due.at }),
    );
  const loaded = load && !compared?.failure ? say(await loadInTurn(load)) : undefined;
  const isPassed = compared?.isPassed !== false && loaded?.isPassed !== false;
  const isRefused = loaded?.failure !== undefined;
  return {
    failure: compared?.failure ?? loaded?.failure,
    notLoaded: loaded?.unjudged,
    production: compared?.production,
    summary: isRefused ? paragraphs([loaded.summary, compared?.summary]) : compared?.summary,
    load: isRefused ? undefined : loaded?.summary,
    outputs: {
      ...(compared && { compare: compared.output }),
      ...(loaded && { load: loaded.output }),
      ...(isPassed ? { 'image-digest': digestIn(config.image.image) } : { 'image-digest': '', proof: '' }),
    },
  };
}

/** Why there is no verdict. */
const notLoaded = (message: string, hint: string) => new DeployError({ code: 'not-compared', message, hint });

/** Throws where the answers would not be those of one worker of the spec. */
function assertFit({ config, ...now }: Endpoint, { maxConcurrent: asked }: Loading): void {
  const { maxNum, maxConcurrent } = config.workerConfig;
  if (maxNum > 1 || readyIn({ config, ...now }).length > 1)
    throw notLoaded('another worker could start', 'Write `maxNum: 1`; previews have one with `workers=1`.');
  if (asked !== undefined && maxConcurrent !== asked)
    throw notLoaded(
      `\`maxConcurrent\` was changed by hand: it is ${maxConcurrent}`,
      'Deploy it again, or write its number into the spec.',
    );
}

type LoadedCandidate = Candidate & { load: Loading };

async function loadNow(candidate: LoadedCandidate, context: CommandContext): Promise<ComparisonTold> {
  const { load, config, live, price, startedMs, log } = candidate;
  const { clock, connections, github, inputs, signal } = context;
  const { at } = load;
  const { distrust } = github.context;
  if (distrust) throw notLoaded(`nothing is loaded ${distrust}`, 'Run the step for code of this repository.');
  const found = await openReads(context).get(live.id);
  assertFit(found, load);
  const tests = testsOf(candidate);
  const run: RunLoop = (loop) => connections.load({ url: live.url, tests, signal, ...loop });
  const deadlineMs = startedMs + inputs.waitTimeoutSeconds * 1000 - maxLoadMs;
  const wake = () =>
    run({ startsMs: [0], lastMs: deadlineMs - clock.monotonicMs(), isOver: ({ length }) => length > 0 });
  const isOpen = ([first]: LoadAnswer[]) => first?.kind !== 'right' && first?.kind !== 'wrong';
  if (healthOf(found) !== 'serving')
    await askWhile(wake, { isOpen, pauseMs: () => wakePauseMs, deadlineMs, clock, signal });
  if (clock.monotonicMs() >= deadlineMs)
    throw notLoaded('`wait-timeout` leaves less than 5 minutes', 'Raise `wait-timeout`.');
  log([`Load: ${at} at once to ${config.name}, about 3 minutes.`]);
  const { answers, worker } = await runWatched(found, { at, run, context });
  const counted = countIn(answers);
  const isSuspect = worker.kind !== 'same' || judgeLoad(counted, { at, worker }).verdict === 'overloaded';
  const repeated = worker.isBack && isSuspect ? await loadAgain({ at, run, context }) : undefined;
  const again = repeated && countIn(repeated, answers, { fromMs: 0, toMs: Infinity });
  const now = (await readIfTold(live.id, context)) ?? found;
  const changed = changeBetween(found, now);
  if (changed) throw notLoaded(`meanwhile ${changed} changed`, 'Run the step again when nothing is deployed.');
  assertFit(now, load);
  const judged = { ...judgeLoad(counted, { at, worker, again }), counted, figures: figuresOf(answers) };
  const { failure, ...told } = tellLoad({ name: config.name, at, tests, price, ...judged });
  const withLog = failure && new RolloutError({ ...failure, message: failure.message, log: logOf(now) });
  return { ...told, failure: withLog };
}

/** The prompts of the comparison, or else the tests, as far as they make the model work. */
function testsOf({ tests, compare }: Candidate): EndpointTest[] {
  const prompts = compare?.set?.prompts.slice(0, compare.requests).map(({ test }) => test) ?? [];
  return (prompts.length > 0 ? prompts : tests).filter(isLoadable);
}

type RunLoop = (loop: Pick<Loop, 'startsMs' | 'lastMs' | 'isOver'> & { signal?: AbortSignal }) => Promise<LoadAnswer[]>;

interface LoadRun {
  at: number;
  run: RunLoop;
  context: CommandContext;
}

/** The load itself, and the readings of its worker from then on until it is healthy after it, for at most a minute. */
async function runWatched(
  found: Endpoint,
  { at, run, context }: LoadRun,
): Promise<{ answers: LoadAnswer[]; worker: WorkerSeen }> {
  const { clock, signal } = context;
  let [endpoint, exits, isDown, endMs] = [found, 0, false, Infinity];
  const readyIds = () => readyIn(endpoint).map(({ id }) => id);
  const look = async () => {
    endpoint = (await readIfTold(found.id, context)) ?? endpoint;
    const isCrashed = endpoint.workers.some((each) => workerFault(each, endpoint) === 'crashed');
    if (isCrashed && !isDown) exits += 1;
    isDown = isCrashed;
    return readyIds();
  };
  const first = await look();
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  let isRateLimited = false;
  const isOver = (answers: readonly LoadAnswer[]) => {
    isRateLimited ||= isLimited(answers);
    return isRateLimited;
  };
  const asked = run({ startsMs: startsOf(at), lastMs: loopMs, isOver, signal: until }).finally(() => {
    endMs = clock.monotonicMs();
  });
  const isHealthy = () => !isDown && readyIds().length > 0;
  const isOpen = () => clock.monotonicMs() < endMs + (isHealthy() ? 0 : workerBackMs);
  const watch = { isOpen, pauseMs: () => loadReadMs, deadlineMs: Infinity, clock, signal: until };
  const [answers] = await Promise.all([asked, askWhile(look, watch)]).finally(() => ended.abort());
  if (isRateLimited)
    throw notLoaded(`the service limits the rate at ${at} at once`, 'Raise its limit, or lower `load`.');
  const isSame = readyIds().some((id) => first.includes(id));
  return {
    answers,
    worker: { kind: exits > 0 ? 'crashed' : isSame ? 'same' : 'lost', isBack: exits < 2 && isHealthy() },
  };
}

/** A candidate that would be refused is asked again after a pause: a short disturbance is over by then. */
async function loadAgain({ at, run, context }: LoadRun): Promise<LoadAnswer[]> {
  const { pause, least, most } = loadAgainMs;
  await context.clock.sleep(pause, context.signal);
  const isOver = ({ length }: readonly LoadAnswer[], nowMs: number) => nowMs >= least && length >= 3 * at;
  return run({ startsMs: Array(at).fill(0), lastMs: most, isOver });
}
