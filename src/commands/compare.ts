/** A candidate beside production, which is found, guarded, compared by the tests, and checked for changes afterwards. */

import pLimit from 'p-limit';
import { DeployError } from '../errors.ts';
import { type Comparing, isGate } from '../model/compare.ts';
import type { EndpointConfig } from '../model/config.ts';
import { differencesFrom } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { changedSinceDeploy, readOwner, recordDoubt, recordEnvOf } from '../model/record.ts';
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
import { healthOf, mayOldAnswer } from '../rollout/evidence/health.ts';
import type { CommandContext } from './context.ts';
import { openReads } from './look-up.ts';
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
  const warn = (title: string, message: string, hint: string, severity: 'notice' | 'warning' = 'warning') =>
    context.reporter.annotate({ severity, title: `${name}: ${title}`, message, hint });
  const compared = await inTurn(() => compareNow(candidate, context)).catch((error: unknown): NotCompared => {
    if (!(error instanceof DeployError) || context.signal.aborted) throw error;
    return { severity: 'warning', reason: error.message, hint: error.hint };
  });
  // What a later step promotes.
  const passed = { 'image-digest': digestIn(config.image.image) };
  if ('reason' in compared) {
    const { severity, reason, hint } = compared;
    const message = `${name} was not compared: ${reason}.`;
    const failure = severity === 'error' ? new DeployError({ code: 'not-found', message, hint }) : undefined;
    if (severity !== 'error') warn('not compared', message, hint, severity);
    const isOpen = severity === 'notice' || !isGate(compare);
    const sign = failure ? '❌' : '⚠️';
    return {
      failure,
      summary: isOpen ? undefined : notComparedSummary(sign, { name, url: live.url, message, hint }),
      outputs: {
        compare: { with: compare.with, verdict: 'not-compared', reason },
        ...(isOpen ? passed : { proof: '' }),
      },
    };
  }
  candidate.log(comparisonLines(compared));
  const failure = comparisonFailure(compared);
  const [unjudged, loss] = [whyUnjudged(compared), lossOfProduction(compared)];
  const hint = 'Without a verdict, it does not pass: lower `requests`, or ask for shorter answers.';
  if (unjudged) warn('not compared', `${name}: ${unjudged}.`, hint);
  if (loss) warn('production', `${name}: ${loss}.`, `Run \`status\` on ${compare.with}.`);
  const outputs = { compare: comparisonOutput(compared), ...(failure || unjudged ? { proof: '' } : passed) };
  return { failure, summary: comparisonSummary(compared), outputs };
}

async function compareNow(candidate: Candidate, context: CommandContext): Promise<Comparison | NotCompared> {
  const { live, compare: comparing, config, tests, start, price } = candidate;
  const { inputs, signal, connections } = context;
  const reads = openReads(context);
  const found = await findProduction(live.id, comparing, context);
  if ('reason' in found) return found;
  /** Undefined where the service does not say: only a change that is seen voids a verdict. Rejects for what was deleted. */
  const seen = (id: string): Promise<Endpoint | undefined> =>
    reads.get(id).catch((error: unknown) => {
      if (!(error instanceof DeployError) || signal.aborted || error.code === 'not-found') throw error;
      return undefined;
    });
  const isUp = (id: string) => async () => {
    const now = await seen(id);
    return now !== undefined && !['idle', 'starting'].includes(healthOf(now));
  };
  let production = found;
  let change = '';
  const look = async () => {
    const now = await seen(found.id);
    change ||= now ? changeBetween(production, now) : '';
    production = now ?? production;
    return change === '';
  };
  const isAsleep = healthOf(found) === 'idle';
  const { freeTimeout } = found.config.workerConfig;
  const wakes = ` This wakes ${comparing.with}: it is billed until it has been idle for ${freeTimeout} s.`;
  const subject = `Compare: ${config.name} with ${comparing.with} (${found.id}), one request at a time.`;
  candidate.log([`${subject}${isAsleep ? wakes : ''}`]);
  const bytes = [imageBytes(found.config, context), candidate.bytes ?? imageBytes(config, context)];
  const sizes = Promise.all(bytes).catch(() => []);
  const rounds = await connections.compare({
    ...{ tests, rules: comparing, set: comparing.set, log: candidate.log, signal, onAwake: look },
    production: { url: found.url, isUp: isAsleep ? isUp(found.id) : undefined },
    candidate: { url: live.url, isUp: config.workerConfig.minNum === 0 ? isUp(live.id) : undefined },
    deadlineMs: candidate.startedMs + inputs.waitTimeoutSeconds * 1000,
  });
  const workers = healthyWorkers(production);
  await look();
  const compared: Comparison = {
    ...{ ...rounds, name: config.name, comparing, url: live.url, start, sizes: await sizes },
    wokeForSeconds: isAsleep ? freeTimeout : undefined,
    workers: [workers, healthyWorkers(production)],
    differences: differencesFrom(found.config, config),
    cost: hourlyCost(price, { now: config.workerConfig }),
  };
  // Another run may have deployed the version that is refused.
  const refused = change === '' && comparisonFailure(compared) ? await seen(live.id) : undefined;
  const isReplaced = refused !== undefined && refused.config.image.image !== config.image.image;
  if (change === '' && !isReplaced) return compared;
  const changed = isReplaced ? `the image of ${config.name}` : `${change} of ${comparing.with}`;
  const hint = 'Run the step again when nothing is deployed there.';
  return { severity: 'warning', reason: `meanwhile ${changed} changed`, hint };
}

const healthyWorkers = (live: Endpoint) => live.workers.filter((worker) => isReady(worker, live)).length;

/** Undefined where no registry says it. */
async function imageBytes({ image }: EndpointConfig, context: CommandContext): Promise<number | undefined> {
  if (context.inputs.resolveImage === 'off') return undefined;
  const answer = await resolve(image.image, context);
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
  const reads = openReads(context);
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

/** On a laptop, whoever has the key may ask what it opens. '' for production of this repository. */
function whyForeign({ config }: Endpoint, { github }: CommandContext): string {
  const record = readOwner(config);
  if (github.context.repository === '' || (record && isOfRepository(record, github.context))) return '';
  return record ? `was deployed by ${record.repository}` : (recordDoubt(config) ?? 'has no record of a deploy');
}

/** Why another version than the deployed one may answer, or none; '' for nothing. */
function whyUnfit(live: Endpoint): string {
  const health = healthOf(live);
  if (health !== 'serving' && health !== 'idle') return `is ${health}`;
  if (mayOldAnswer(live) || endpointCondition(live.state) === 'starting') return 'is being updated';
  const changed = changedSinceDeploy(live.config);
  if (changed.length > 0) return `was changed by hand since its deploy (${changed.join(', ')})`;
  return /^https?:$/.test(URL.parse(live.url)?.protocol ?? '') ? '' : 'has no URL that can be asked';
}

/** What of production has changed; '' for nothing. Other workers of the same deploy are the same version. */
function changeBetween(before: Endpoint, after: Endpoint): string {
  if (before.config.image.image !== after.config.image.image) return 'the image';
  return recordEnvOf(before.config)?.value === recordEnvOf(after.config)?.value ? '' : 'the deploy';
}
