/** A candidate beside production: production is found and guarded, compared by the tests, and seen to be the same afterwards. */

import pLimit from 'p-limit';
import { DeployError } from '../errors.ts';
import type { Comparing } from '../model/compare.ts';
import type { EndpointConfig } from '../model/config.ts';
import { diffConfigs } from '../model/diff.ts';
import { type Templates, templates } from '../model/display.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Spec } from '../model/spec.ts';
import type { EndpointTest } from '../model/tests.ts';
import type { Plan } from '../plan/plan.ts';
import { type Comparison, comparisonLines, comparisonOutput, comparisonSummary, refusalOf } from '../render/compare.ts';
import { stageWords } from '../render/durations.ts';
import { hourlyCost } from '../render/price.ts';
import { formatShort } from '../render/text.ts';
import type { EndpointOutputs } from '../report.ts';
import type { Outcome } from '../rollout/outcome.ts';
import type { TestPass } from '../tests/run.ts';
import type { CommandContext } from './context.ts';
import { healthOf } from './health.ts';
import { digestIn } from './outputs.ts';
import { changeBetween, findProduction, type NotCompared, notCompared, readProduction, sizesOf } from './production.ts';

/** An endpoint that its tests have proved. */
interface Candidate extends Timed {
  id: string;
  url: string;
  /** As it is, or was asked for; it has the name. */
  config: EndpointConfig;
  tests: readonly EndpointTest[];
  compare: Comparing;
  price: number | undefined;
  /** How its worker started; '' where it was up. */
  start: string;
  /** Of the image that runs; '' for a tag. */
  digest: string;
}

interface Timed {
  /** When the time of the step began, on the clock's monotonic time. */
  startedMs: number;
  log: (lines: readonly string[]) => void;
}

export interface ComparisonReport {
  /** What the spec refuses. */
  failure?: DeployError | undefined;
  /** Markdown with its heading; absent where nothing was compared, of which a warning or notice says why. */
  summary?: string;
  outputs: EndpointOutputs;
}

interface Deployed extends Timed {
  plan: Plan;
  outcome: Outcome;
  /** Of its new worker. */
  stages: Parameters<typeof stageWords>[0];
}

/** Undefined where its tests have not proved the candidate: it failed, sleeps unchanged, or was not waited for. */
export async function compareDeployed(
  { plan, outcome, stages, ...timed }: Deployed,
  context: CommandContext,
): Promise<ComparisonReport | undefined> {
  const { desired: config, tests, compare, price } = plan;
  const { endpoint, failure } = outcome;
  if (failure || outcome.tests?.kind !== 'passed' || !endpoint || !compare) return undefined;
  const digest = digestIn(endpoint.config.image.image);
  const { id, url } = endpoint;
  return report({ ...timed, id, url, config, tests, compare, price, start: stageWords(stages), digest }, context);
}

interface Tested extends Timed {
  spec: Spec;
  templates: Templates;
  live: Endpoint;
  pass: TestPass;
}

/** {@link compareDeployed}, of an endpoint that was tested as it is. */
export async function compareTested(
  { spec, live, pass, ...tested }: Tested,
  context: CommandContext,
): Promise<ComparisonReport | undefined> {
  const { tests = [], compare, price } = spec;
  if (pass.kind === 'failed' || !compare) return undefined;
  const { id, url } = live;
  const config = { ...live.config, [templates]: tested.templates };
  const { coldStartSeconds: seconds = 0 } = pass;
  const start = seconds < 2 ? '' : `first answer after ${formatShort(seconds * 1000)}`;
  const digest = digestIn(config.image.image);
  return report({ ...tested, id, url, config, tests, compare, price, start, digest }, context);
}

/** Side by side, two comparisons would slow each other down, and may have the same production. */
const inTurn = pLimit(1);

/** Rejects when cancelled. What else keeps it from comparing is told, and is no failure of the candidate. */
async function report(candidate: Candidate, context: CommandContext): Promise<ComparisonReport> {
  const { reporter, signal } = context;
  const {
    config: { name },
    compare: { with: production },
    digest,
  } = candidate;
  const compared = await inTurn(() => compareNow(candidate, context)).catch((error: unknown) => {
    if (!(error instanceof DeployError) || signal.aborted) throw error;
    return notCompared('warning', error.message, error.hint);
  });
  if (compared.kind === 'compared') {
    candidate.log(comparisonLines(compared));
    const failure = refusalOf(compared);
    const outputs = { compare: comparisonOutput(compared), ...(failure ? { proof: '' } : { 'image-digest': digest }) };
    return { failure, summary: comparisonSummary(compared), outputs };
  }
  const { severity, reason, hint } = compared;
  reporter.annotate({
    severity,
    title: `${name}: not compared`,
    message: `${name} was not compared: ${reason}.`,
    hint,
  });
  return { outputs: { compare: { with: production, verdict: compared.kind, reason }, 'image-digest': digest } };
}

async function compareNow(candidate: Candidate, context: CommandContext): Promise<Comparison | NotCompared> {
  const { signal, connections } = context;
  const { compare: comparing, config, tests, price } = candidate;
  const deadlineMs = candidate.startedMs + context.inputs.waitTimeoutSeconds * 1000;
  const production = await findProduction({ id: candidate.id, name: comparing.with }, context);
  if ('kind' in production) return production;
  const { id, url } = production;
  const isAsleep = healthOf(production) === 'idle';
  const { freeTimeout } = production.config.workerConfig;
  const wakes = isAsleep
    ? ` This wakes ${comparing.with}: it is billed until it has been idle for ${freeTimeout} s.`
    : '';
  candidate.log([`Compare: ${config.name} with ${comparing.with} (${id}), one request at a time.${wakes}`]);
  const sizes = sizesOf([production.config, config], context).catch(() => []);
  let before = production;
  let change: string | undefined;
  const rounds = await connections.compare({
    tests,
    rules: comparing,
    production: { url, mayBeAsleep: isAsleep },
    candidate: { url: candidate.url, mayBeAsleep: config.workerConfig.minNum === 0 },
    signal,
    deadlineMs,
    onAwake: async () => {
      const awake = await readProduction(id, context);
      // The worker that was woken is new.
      change = changeBetween(before, awake, { isAsleep });
      before = awake;
      return change === undefined;
    },
  });
  change ??= changeBetween(before, await readProduction(id, context), { isAsleep: false });
  const again = 'Run the step again when nothing is deployed there.';
  if (change) return notCompared('warning', `meanwhile ${change} of ${comparing.with} changed`, again);
  const changes = diffConfigs({ asked: config, found: production.config });
  return {
    kind: 'compared',
    ...rounds,
    name: config.name,
    comparing,
    images: { production: production.config.image.image, candidate: config.image.image },
    sizes: await sizes,
    url: candidate.url,
    wokeForSeconds: isAsleep ? freeTimeout : undefined,
    start: candidate.start,
    cost: hourlyCost(price, { now: config.workerConfig }),
    fields: changes.filter(({ member }) => !['name', 'appName', 'image.image'].includes(member)),
  };
}
