/** A candidate beside production, which is found, guarded, compared by the tests, and checked for changes. */

import pLimit from 'p-limit';
import { type Ask, openReads, readIfTold, tolerated } from '../account/reads.ts';
import { type Comparing, isGate } from '../model/compare.ts';
import type { EndpointConfig } from '../model/config.ts';
import { changedSinceDeploy } from '../model/deployed.ts';
import { differencesFrom } from '../model/diff.ts';
import { endpointName } from '../model/display.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Loading } from '../model/load.ts';
import { ownerOf } from '../model/owner.ts';
import { readParked, recordEnvOf } from '../model/record.ts';
import { endpointCondition } from '../model/states.ts';
import type { EndpointTest } from '../model/tests.ts';
import { isCandidate } from '../plan/candidate.ts';
import { findByName } from '../plan/lookup.ts';
import type { Run } from '../plan/run.ts';
import {
  type Comparison,
  type ComparisonTold,
  type NotCompared,
  tellComparison,
  tellNotCompared,
} from '../render/compare.ts';
import { hourlyCost } from '../render/price.ts';
import { readyIn } from '../rollout/evidence/condition.ts';
import { answeringIn, healthOf } from '../rollout/evidence/serving.ts';
import type { CommandContext } from '../run/context.ts';
import { growing, pauses } from '../times.ts';

/** An endpoint that its tests have proved in this run; `config`: as it is, or was asked for. */
export interface Candidate {
  tests: readonly EndpointTest[];
  live: Endpoint;
  config: EndpointConfig;
  compare: Comparing | undefined;
  load: Loading | undefined;
  price: number | undefined;
  /** When the time of the step began, on the clock's monotonic time. */
  startedMs: number;
  log: (lines: readonly string[]) => void;
}

const notCompared = (reason: string, hint: string, more: Partial<NotCompared> = {}): NotCompared => {
  return { severity: 'warning', verdict: 'refused', isUnderWay: false, reason, hint, ...more };
};

/** Side by side, two comparisons would slow each other down, and may have the same production. */
export const inTurn = pLimit(1);

type Compared = Candidate & { compare: Comparing };

/** With a rule, another deploy is waited for, and a candidate without a verdict is refused. Rejects when cancelled. */
export async function compareCandidate(candidate: Compared, context: CommandContext): Promise<ComparisonTold> {
  const { compare: comparing, config, live, log } = candidate;
  const { clock, signal, inputs } = context;
  const { name } = config;
  const deadlineMs = candidate.startedMs + inputs.waitTimeoutSeconds * 1000;
  const compareInTurn = () =>
    inTurn(() => compareNow(candidate, { context, deadlineMs })).catch((thrown: unknown): NotCompared => {
      const { message, hint } = tolerated(thrown, context);
      return notCompared(message, hint);
    });
  let compared = await compareInTurn();
  const nextPauseMs = growing(pauses.compare);
  let toldReason = '';
  while (isGate(comparing) && 'reason' in compared && compared.isUnderWay) {
    const pauseMs = nextPauseMs();
    if (clock.monotonicMs() + pauseMs >= deadlineMs) break;
    if (compared.reason !== toldReason) log([`Compare: ${compared.reason}. ${name} is compared after that.`]);
    toldReason = compared.reason;
    await clock.sleep(pauseMs, signal);
    compared = await compareInTurn();
  }
  return 'reason' in compared
    ? tellNotCompared(compared, { name, comparing, url: live.url })
    : tellComparison(compared);
}

async function compareNow(
  candidate: Compared,
  { context, deadlineMs }: { context: CommandContext; deadlineMs: number },
): Promise<Comparison | NotCompared> {
  const { live, compare: comparing, config, tests, price, log } = candidate;
  const { name, workerConfig } = config;
  const { signal, connections } = context;
  const found = await findProduction(live, comparing, context);
  if ('reason' in found) return found;
  const own = await openReads(context).get(live.id);
  if (answeringIn(own).includes('old'))
    return notCompared(
      `an old worker of ${name} is healthy, and may answer`,
      'Run the step again when it has stopped.',
      { isUnderWay: true },
    );
  const seen = (id: string) => readIfTold(id, context);
  const isUp = (id: string) => async () => {
    const now = await seen(id);
    return now !== undefined && !['idle', 'starting'].includes(healthOf(now));
  };
  const isAsleep = healthOf(found) === 'idle';
  const { freeTimeout } = found.config.workerConfig;
  const wakes = ` This wakes ${comparing.with}: it is billed until it has been idle for ${freeTimeout} s.`;
  log([`Compare: ${name} with ${comparing.with} (${found.id}), one request at a time.${isAsleep ? wakes : ''}`]);
  const rounds = await connections.compare({
    tests,
    rules: comparing,
    log,
    signal,
    production: { url: found.url, isUp: isAsleep ? isUp(found.id) : undefined },
    candidate: { url: live.url, isUp: workerConfig.minNum === 0 ? isUp(live.id) : undefined },
    deadlineMs,
  });
  // Only a change that is seen voids a verdict.
  const [production = found, ours = own] = await Promise.all([seen(found.id), seen(live.id)]);
  // A candidate that another run has deployed is not ours any more: there is nothing to wait for.
  const takenOver = changeBetween(live, ours);
  const change = takenOver || changeBetween(found, production);
  const hint = 'Run the step again when nothing is deployed there.';
  if (change) return notCompared(`meanwhile ${change} changed`, hint, { isUnderWay: takenOver === '' });
  const { why, ...unfit } = unfitnessOf(production);
  if (rounds.verdict === 'not-compared' && unfit.verdict === 'passes')
    return notCompared(`${comparing.with} (${found.id}) ${why}`, `Run \`status\` on ${comparing.with}.`, unfit);
  return {
    ...rounds,
    name,
    comparing,
    url: live.url,
    wokeForSeconds: isAsleep ? freeTimeout : undefined,
    workers: [found, production].map((each) => readyIn(each).length),
    differences: differencesFrom(found.config, config),
    cost: hourlyCost(price, workerConfig),
  };
}

/** Nothing is sent to an endpoint that is not proved to be production, of this repository, and as it was deployed. */
async function findProduction(candidate: Endpoint, wanted: Comparing, ask: Ask): Promise<Endpoint | NotCompared> {
  const { with: name, own } = wanted;
  const { distrust } = ask.github.context;
  if (distrust !== '') {
    const hint = 'Run the step for code of this repository.';
    return notCompared(`production is not asked ${distrust}`, hint, { verdict: 'withheld' });
  }
  const reads = openReads(ask);
  const listed = findByName(await reads.list({ only: (each) => each.name === name }), name);
  if (!listed) {
    const hint = 'Deploy it first, or compare where one API key sees both.';
    const end = name === own ? ({ severity: 'notice', verdict: 'passes' } as const) : ({ severity: 'error' } as const);
    return notCompared(`this API key sees no endpoint named ${name}`, hint, end);
  }
  // A list may be late. The client hides the envs of what it reads.
  const live = await reads.get(listed.id);
  const foreign = whyForeign(live, ask);
  // Each deploy that has a candidate would end here again.
  const past =
    isCandidate(candidate) && 'To go on without a comparison, take `candidate` out of the spec for one deploy.';
  if (foreign) return notCompared(`${endpointName(live)} ${foreign}`, past || 'Deploy it from this repository first.');
  const hint = `Run \`status\` on ${name}, then this step again.`;
  if (live.id === candidate.id) return notCompared(`${endpointName(live)} is the same endpoint`, hint);
  const { why, hint: undo = '', ...unfit } = unfitnessOf(live);
  if (why === '') return live;
  return notCompared(`${endpointName(live)} ${why}`, `${undo}${(!unfit.isUnderWay && past) || hint}`, unfit);
}

/** Why production is another repository's; '' for this one's, and on a laptop, where the key alone decides. */
function whyForeign({ config }: Endpoint, { github }: Run): string {
  const owner = ownerOf(config, github.context);
  if (github.context.repository === '' || owner.kind === 'us') return '';
  if (owner.kind === 'doubtful') return owner.why;
  return owner.kind === 'nobody' ? 'has no record of a deploy' : `was deployed by ${owner.record.repository}`;
}

/** Why another version than the deployed one may answer, or none; `why` is '' for nothing. */
function unfitnessOf(live: Endpoint): Partial<NotCompared> & { why: string } {
  const asFound = healthOf(live);
  const health = asFound === 'idle' && readParked(live.config) ? 'parked' : asFound;
  // The deploy that has left the mark has ended.
  if (health === 'unproved' && answeringIn(live).length > 0) return { why: 'is unproved' };
  const isUnderWay =
    answeringIn(live).includes('old') || endpointCondition(live.state) === 'starting' || health === 'starting';
  if (isUnderWay)
    return { why: ['serving', 'idle'].includes(health) ? 'is being updated' : `is ${health}`, isUnderWay };
  // It serves nobody, and the candidate may be what mends it.
  if (['failing', 'parked', 'unproved'].includes(health)) return { why: `is ${health}`, verdict: 'passes' };
  const changed = changedSinceDeploy(live.config);
  if (changed.length > 0)
    return { why: `was changed by hand since its deploy (${changed.join(', ')})`, hint: 'Undo that change. ' };
  return { why: /^https?:$/.test(URL.parse(live.url)?.protocol ?? '') ? '' : 'has no URL that can be asked' };
}

/** Which of the two has changed, image or deploy; '' for none. Other workers of one deploy run the same version. */
export function changeBetween({ config: before }: Endpoint, { config: after }: Endpoint): string {
  if (before.image.image !== after.image.image) return `the image of ${before.name}`;
  return recordEnvOf(before)?.value === recordEnvOf(after)?.value ? '' : `the deploy of ${before.name}`;
}
