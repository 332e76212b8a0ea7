/** A candidate beside production, which is found, guarded, asked the tests, and checked for changes afterwards. */

import pLimit from 'p-limit';
import { DeployError } from '../errors.ts';
import type { Comparing } from '../model/compare.ts';
import type { EndpointConfig } from '../model/config.ts';
import { diffConfigs } from '../model/diff.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { EndpointTest } from '../model/tests.ts';
import { type Comparison, comparisonLines, comparisonOutput, comparisonSummary, refusalOf } from '../render/compare.ts';
import { hourlyCost } from '../render/price.ts';
import type { EndpointOutputs } from '../report.ts';
import type { CommandContext } from './context.ts';
import { healthOf } from './health.ts';
import { digestIn } from './outputs.ts';
import { changeBetween, findProduction, type NotCompared, notCompared, sizesOf } from './production.ts';
import { openReads } from './reads.ts';

/** An endpoint that its tests have proved, and what its spec asks. */
interface Candidate {
  endpoint: Pick<Endpoint, 'id' | 'url'>;
  /** As it is, or was requested; it has the name. */
  config: EndpointConfig;
  asked: { tests?: readonly EndpointTest[] | undefined; price?: number | undefined };
  compare: Comparing;
  /** How its worker started; '' where it was up. */
  start: string;
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

/** Side by side, two comparisons would slow each other down, and may have the same production. */
const inTurn = pLimit(1);

/** Rejects when cancelled. Any other obstacle to the comparison is a warning, not a failure of the candidate. */
export async function compareWithProduction(candidate: Candidate, context: CommandContext): Promise<ComparisonReport> {
  const { reporter, signal } = context;
  const { name, image } = candidate.config;
  // '' for a tag.
  const digest = { 'image-digest': digestIn(image.image) };
  const compared = await inTurn(() => compareNow(candidate, context)).catch((error: unknown) => {
    if (!(error instanceof DeployError) || signal.aborted) throw error;
    return notCompared('warning', error.message, error.hint);
  });
  if (compared.kind === 'compared') {
    candidate.log(comparisonLines(compared));
    const failure = refusalOf(compared);
    const outputs = { compare: comparisonOutput(compared), ...(failure ? { proof: '' } : digest) };
    return { failure, summary: comparisonSummary(compared), outputs };
  }
  const { severity, reason, hint } = compared;
  const message = `${name} was not compared: ${reason}.`;
  reporter.annotate({ severity, title: `${name}: not compared`, message, hint });
  return { outputs: { compare: { with: candidate.compare.with, verdict: compared.kind, reason }, ...digest } };
}

async function compareNow(candidate: Candidate, context: CommandContext): Promise<Comparison | NotCompared> {
  const { signal, connections } = context;
  const { compare: comparing, config, endpoint, asked } = candidate;
  const reads = await openReads(context);
  const deadlineMs = candidate.startedMs + context.inputs.waitTimeoutSeconds * 1000;
  const production = await findProduction({ id: endpoint.id, name: comparing.with }, context);
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
    tests: asked.tests ?? [],
    rules: comparing,
    production: { url, mayBeAsleep: isAsleep },
    candidate: { url: endpoint.url, mayBeAsleep: config.workerConfig.minNum === 0 },
    signal,
    deadlineMs,
    onAwake: async () => {
      const awake = await reads.get(id);
      change = changeBetween(before, awake, isAsleep);
      before = awake;
      return change === undefined;
    },
  });
  change ??= changeBetween(before, await reads.get(id));
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
    url: endpoint.url,
    wokeForSeconds: isAsleep ? freeTimeout : undefined,
    start: candidate.start,
    cost: hourlyCost(asked.price, { now: config.workerConfig }),
    fields: changes.filter(({ member }) => !['name', 'appName', 'image.image'].includes(member)),
  };
}
