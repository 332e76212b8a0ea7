/** A candidate beside production, which is found, guarded, compared by the tests, and checked for changes afterwards. */

import pLimit from 'p-limit';
import { DeployError } from '../errors.ts';
import { type Comparing, isGate } from '../model/compare.ts';
import type { EndpointConfig } from '../model/config.ts';
import { differencesFrom } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { readOwner, recordDoubt, recordEnvOf } from '../model/record.ts';
import { endpointCondition } from '../model/states.ts';
import type { EndpointTest } from '../model/tests.ts';
import { findByName } from '../plan/lookup.ts';
import {
  type Comparison,
  comparisonFailure,
  comparisonLines,
  comparisonOutput,
  comparisonSummary,
  lossOfProduction,
  notComparedSummary,
  whyUnjudged,
} from '../render/compare.ts';
import { hourlyCost } from '../render/price.ts';
import type { EndpointOutputs } from '../report.ts';
import { isReady } from '../rollout/evidence/condition.ts';
import { oldByRecord } from '../rollout/evidence/effect.ts';
import { oddAnswerPauses, settlingMs } from '../times.ts';
import type { CommandContext } from './context.ts';
import { healthOf } from './health.ts';
import { askAgain, openReads } from './look-up.ts';
import { digestIn } from './outputs.ts';
import { isOfRepository } from './ownership.ts';
import { resolve } from './specs.ts';

/** An endpoint that its tests have proved in this run. */
export interface Candidate {
  live: Pick<Endpoint, 'id' | 'url'>;
  /** As it is, or was asked for. */
  config: EndpointConfig;
  tests: readonly EndpointTest[];
  compare: Comparing;
  price: number | undefined;
  /** What the service pulls for its image, if this run has asked the registry. */
  bytes: number | undefined;
  /** How its worker started; '' where it was up. */
  start: string;
  /** When the time of the step began, on the clock's monotonic time. */
  startedMs: number;
  log: (lines: readonly string[]) => void;
}

export interface ComparisonReport {
  /** What the spec refuses. */
  failure: DeployError | undefined;
  /** Markdown with its heading; undefined where nothing was compared, and nothing depends on it. */
  summary: string | undefined;
  outputs: EndpointOutputs;
}

/** Why there is no verdict. `notice`: there is no production yet, so nothing can be compared; `error`: a mistake. */
interface NotCompared {
  severity: 'notice' | 'warning' | 'error';
  reason: string;
  hint: string;
}

/** Side by side, two comparisons would slow each other down, and may have the same production. */
const inTurn = pLimit(1);

/** Rejects when cancelled. Only a verdict, or that there is no production yet, opens a gate. */
export async function compareCandidate(candidate: Candidate, context: CommandContext): Promise<ComparisonReport> {
  const { config, compare, live } = candidate;
  const { name } = config;
  const compared = await inTurn(() => compareNow(candidate, context)).catch((error: unknown): NotCompared => {
    if (!(error instanceof DeployError) || context.signal.aborted) throw error;
    return { severity: 'warning', reason: error.message, hint: error.hint };
  });
  // What a later step promotes.
  const proved = { 'image-digest': digestIn(config.image.image) };
  if ('reason' in compared) {
    const { severity, reason, hint } = compared;
    const message = `${name} was not compared: ${reason}.`;
    const outputs = { compare: { with: compare.with, verdict: 'not-compared', reason } };
    const failure = severity === 'error' ? new DeployError({ code: 'not-found', message, hint }) : undefined;
    if (severity !== 'error') context.reporter.annotate({ severity, title: `${name}: not compared`, message, hint });
    if (severity === 'notice' || !isGate(compare))
      return { failure, summary: undefined, outputs: { ...outputs, ...proved } };
    const summary = notComparedSummary(failure ? '❌' : '⚠️', { name, url: live.url, message, hint });
    return { failure, summary, outputs: { ...outputs, proof: '' } };
  }
  candidate.log(comparisonLines(compared));
  const failure = comparisonFailure(compared);
  const warn = (title: string, words: string, hint: string) =>
    context.reporter.annotate({ severity: 'warning', title: `${name}: ${title}`, message: `${name}: ${words}.`, hint });
  const [unjudged, loss] = [whyUnjudged(compared), lossOfProduction(compared)];
  if (unjudged)
    warn(
      'not compared',
      unjudged,
      'Without a verdict, it does not pass: lower `requests`, or ask for shorter answers.',
    );
  if (loss) warn('production', loss, `Run \`status\` on ${compare.with}.`);
  const isProved = !failure && !unjudged;
  const outputs = { compare: comparisonOutput(compared), ...(isProved ? proved : { proof: '' }) };
  return { failure, summary: comparisonSummary(compared), outputs };
}

async function compareNow(candidate: Candidate, context: CommandContext): Promise<Comparison | NotCompared> {
  const { live, compare: comparing, config, tests, start, price } = candidate;
  const { inputs, signal, connections } = context;
  const reads = await openReads(context);
  const production = await findProduction(live.id, comparing, context);
  if ('reason' in production) return production;
  const { id } = production;
  const isAsleep = healthOf(production) === 'idle';
  const { freeTimeout } = production.config.workerConfig;
  const wakes = ` This wakes ${comparing.with}: it is billed until it has been idle for ${freeTimeout} s.`;
  const subject = `Compare: ${config.name} with ${comparing.with} (${id}), one request at a time.`;
  candidate.log([`${subject}${isAsleep ? wakes : ''}`]);
  const isUp = (of: string) => async () => !['idle', 'starting'].includes(healthOf(await reads.get(of)));
  const bytesOf = ({ image }: EndpointConfig) => imageBytes(image.image, context);
  const asked = [bytesOf(production.config), candidate.bytes ?? bytesOf(config)];
  const sizes = Promise.all(asked).catch(() => []);
  let before = production;
  let change: string | undefined;
  const look = async () => {
    const now = await seen(() => reads.get(id), context);
    change ??= now && changeBetween(before, now);
    return now ?? before;
  };
  const rounds = await connections.compare({
    tests,
    rules: comparing,
    set: comparing.set,
    log: candidate.log,
    production: { url: production.url, isUp: isAsleep ? isUp(id) : undefined },
    candidate: { url: live.url, isUp: config.workerConfig.minNum === 0 ? isUp(live.id) : undefined },
    signal,
    deadlineMs: candidate.startedMs + inputs.waitTimeoutSeconds * 1000,
    onAwake: async () => {
      before = await look();
      return change === undefined;
    },
  });
  const after = await look();
  const compared: Comparison = {
    ...{ ...rounds, name: config.name, comparing, url: live.url, start },
    wokeForSeconds: isAsleep ? freeTimeout : undefined,
    workers: [healthyWorkers(before), healthyWorkers(after)],
    sizes: await sizes,
    differences: differencesFrom(production.config, config),
    cost: hourlyCost(price, { now: config.workerConfig }),
  };
  const isReplaced = !change && comparisonFailure(compared) && (await hasOtherImage(candidate, context));
  if (!change && !isReplaced) return compared;
  const changed = isReplaced ? `the image of ${config.name}` : `${change} of ${comparing.with}`;
  const hint = 'Run the step again when nothing is deployed there.';
  return { severity: 'warning', reason: `meanwhile ${changed} changed`, hint };
}

/** Undefined where the service does not say: only a change that is seen voids a verdict. Rejects for what was deleted. */
async function seen<Answer>(ask: () => Promise<Answer>, { signal }: CommandContext): Promise<Answer | undefined> {
  return ask().catch((error: unknown) => {
    if (!(error instanceof DeployError) || signal.aborted || error.code === 'not-found') throw error;
    return undefined;
  });
}

const healthyWorkers = (live: Endpoint) => live.workers.filter((worker) => isReady(worker, live)).length;

/** Another run has deployed the candidate meanwhile; rejects if someone has deleted it. One reading may be late. */
async function hasOtherImage({ live, config }: Candidate, context: CommandContext): Promise<boolean> {
  const reads = await openReads(context);
  const doubt = (isOther: boolean) => (isOther ? `${config.name} shows another image, so it is read again.` : '');
  const ask = async () => (await reads.get(live.id)).config.image.image !== config.image.image;
  const again = () => askAgain({ ask, doubt, forMs: settlingMs, pauses: oddAnswerPauses }, context);
  return (await seen(again, context)) ?? false;
}

/** Undefined where no registry says it. */
async function imageBytes(image: string, context: CommandContext): Promise<number | undefined> {
  if (context.inputs.resolveImage === 'off') return undefined;
  const answer = await resolve(image, context);
  return answer.kind === 'found' ? answer.bytes : undefined;
}

/** Nothing is sent to an endpoint that is not proved to be production, of this repository, and as it was deployed. */
async function findProduction(
  id: string,
  { with: name, own }: Comparing,
  context: CommandContext,
): Promise<Endpoint | NotCompared> {
  const { trust } = context.github.context;
  const warning = (reason: string, hint: string) => ({ severity: 'warning' as const, reason, hint });
  if (trust.kind !== 'trusted')
    return warning(`production is not asked ${trust.why}`, 'Run the step for code of this repository.');
  const reads = await openReads(context);
  const listed = findByName(await reads.list({ only: (each) => each.name === name }), name);
  if (!listed) {
    const hint = 'Deploy it first, or compare where one API key sees both.';
    const severity = name === own ? 'notice' : 'error';
    return { severity, reason: `this API key sees no endpoint named ${name}`, hint };
  }
  // A list may be late. The client hides the envs of what it reads.
  const live = await reads.get(listed.id);
  const foreign = whyForeign(live, context);
  if (foreign) return warning(`${name} (${live.id}) ${foreign}`, 'Deploy it from this repository first.');
  const unfit = live.id === id ? 'is the same endpoint' : whyUnfit(live);
  return unfit ? warning(`${name} (${live.id}) ${unfit}`, `Run \`status\` on ${name}, then this step again.`) : live;
}

/** On a laptop, whoever has the key may ask what it opens. */
function whyForeign({ config }: Endpoint, { github }: CommandContext): string | undefined {
  if (github.context.repository === '') return undefined;
  const record = readOwner(config);
  if (!record) return recordDoubt(config) ?? 'has no record of a deploy';
  return isOfRepository(record, github.context) ? undefined : `was deployed by ${record.repository}`;
}

/** Why another version than the deployed one may answer, or none. */
function whyUnfit(live: Endpoint): string | undefined {
  const health = healthOf(live);
  if (health !== 'serving' && health !== 'idle') return `is ${health}`;
  const isSuperseded = oldByRecord(live);
  const isMixed = live.workers.some((worker) => isReady(worker, live) && isSuperseded(worker.id));
  if (isMixed || endpointCondition(live.state) === 'starting') return 'is being updated';
  return /^https?:$/.test(URL.parse(live.url)?.protocol ?? '') ? undefined : 'has no URL that can be asked';
}

/** What of production has changed; undefined for nothing. Other workers of the same deploy are the same version. */
function changeBetween(before: Endpoint, after: Endpoint): string | undefined {
  if (before.config.image.image !== after.config.image.image) return 'the image';
  return recordEnvOf(before.config)?.value === recordEnvOf(after.config)?.value ? undefined : 'the deploy';
}
