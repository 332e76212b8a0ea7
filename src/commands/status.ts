/** The command `status`: how the endpoints of the specs are. It writes nothing. */

import { DeployError, knownError } from '../errors.ts';
import { isUnproved } from '../model/deployed.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { wordsOf } from '../model/faults.ts';
import { readParked, readRecord } from '../model/record.ts';
import { driftOf, noSpec } from '../plan/drift.ts';
import { assertTrusted } from '../plan/ownership.ts';
import { shownImage } from '../render/plan.ts';
import { formatAmount } from '../render/price.ts';
import { type EndpointStatus, statusLines, statusTable } from '../render/status.ts';
import { conditionOf, workerFault } from '../rollout/evidence/condition.ts';
import { oldByRecord } from '../rollout/evidence/effect.ts';
import { healthOf } from '../rollout/evidence/health.ts';
import { servedBy, servesWords } from '../rollout/evidence/serving.ts';
import type { SpecDocument } from '../spec/issue.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { workerLog } from './log.ts';
import { findLiveEndpoints, type LiveEndpoint, type NamedEndpoint, openReads } from './look-up.ts';
import { type EndpointEnd, endpointOutputs } from './outputs.ts';
import { readNames, readSpecs } from './specs.ts';
import { findUndescribed, ownOfBranch } from './undescribed.ts';

/** How the endpoints are that the specs or the inputs name, and what differs from the specs. */
export const showStatus: CommandFunction = async (context) => {
  const { inputs, outputs, reporter } = context;
  // Whoever chooses the name chooses whose state is shown.
  assertTrusted(context);
  const live = await findLiveEndpoints(await readSpecNames(context), context);
  const results = live.map((each) => statusOf(each, context));
  for (const [index, { status }] of results.entries()) outputs.setEndpoint(index, { status: statusOutputs(status) });
  const isSelected = inputs.name !== '' || inputs.endpointId !== '';
  const undescribed = isSelected ? [] : await statusesUndescribed(live, context);
  for (const [index, { endpoint, status }] of undescribed.entries())
    outputs.setEndpoint(results.length + index, { ...readOutputs(endpoint), status: statusOutputs(status) });
  const statuses = [...results, ...undescribed].map(({ status }) => status);
  reporter.info(statusLines(statuses).join('\n'));
  await reporter.summarize(statusTable(statuses), results.some(({ failure }) => failure) ? 'failed' : 'unchanged');
  return outputs.endEndpoints(results);
};

/** Of the endpoints of this repository that no spec describes any more. */
async function statusesUndescribed(described: readonly LiveEndpoint[], context: CommandContext) {
  const keeps = ownOfBranch(context);
  if (!keeps) return [];
  const names = described.map(({ name }) => name);
  const found = await findUndescribed(await openReads(context).list({ keeps }), { names, context });
  return found.map((endpoint) => ({ endpoint, status: readStatus(endpoint, undefined, context) }));
}

/** An input that names the endpoint needs no spec, but a spec that exists is compared. */
async function readSpecNames(context: CommandContext): Promise<NamedEndpoint[]> {
  const named = await readNames(context);
  if (named.some(({ document }) => document)) return named;
  const { inputs } = context;
  const specs = await readSpecsIfAny({ ...context, inputs: { ...inputs, name: '', endpointId: '' } });
  // Of several documents, the one with this name in its file.
  const document =
    specs.length > 1 ? specs.find(({ ownName }) => ownName === inputs.name) : (await readSpecsIfAny(context))[0];
  return named.map((each) => ({ ...each, document }));
}

/** What can be read of them: none of them is needed, and none has to be right. */
async function readSpecsIfAny(context: CommandContext): Promise<readonly SpecDocument[]> {
  const read = await readSpecs(context).catch(knownError);
  return read instanceof DeployError ? [] : read.documents;
}

export const readOutputs = (live: Endpoint) => ({ ...endpointOutputs(live), operation: 'read', changed: 'false' });

/** The member `status` of an endpoint's outputs, beside their other members. */
export function statusOutputs(status: EndpointStatus): object {
  const { ageSeconds = null, pullRequest = null, health, workers, faults, repository, commit, run } = status;
  const { drift, keptEnvs, notCompared } = status;
  const members = [...drift.map(({ member }) => member), ...keptEnvs.map((key) => `envs.${key}`)];
  const record = { repository, commit, run, 'pull-request': pullRequest };
  const known = { health, workers, faults, ...record, 'age-seconds': ageSeconds, 'hourly-cost': status.cost };
  return { ...known, drift: members, 'not-compared': notCompared };
}

function absent(name: string): EndpointStatus {
  return {
    ...{ name, id: '', health: 'absent', state: '', parked: '', workers: '', image: '', url: '' },
    ...{
      repository: '',
      commit: '',
      run: '',
      over: '',
      pullRequest: undefined,
      cost: undefined,
      ageSeconds: undefined,
    },
    ...{ faults: [], drift: [], keptEnvs: [], notCompared: [] },
  };
}

function statusOf(found: LiveEndpoint, context: CommandContext): EndpointEnd & { status: EndpointStatus } {
  const { name, document, live, failure } = found;
  if (live) {
    const read = readStatus(live, document?.readable.price, context);
    const status = { ...read, name, ...driftOf(live, document, context.inputs.secretEnvs) };
    return { name, status, failure: notServing(status) };
  }
  if (failure.code === 'owned')
    return { name, status: { ...absent(name), id: found.id, health: 'not-shown' }, failure };
  const { message, hint } = failure;
  return { name, status: absent(name), failure: new DeployError({ code: 'not-serving', message, hint }) };
}

/** Compared with no spec. `price`: of one worker, by the spec of the endpoint. */
export function readStatus(live: Endpoint, price: number | undefined, { clock }: CommandContext): EndpointStatus {
  const { config, id, state, url, workers } = live;
  const noted = readRecord(config) ?? { run: '' };
  const { repository = '', commit = '', run = 'command line', over = '', pullRequest, time } = noted;
  const health = healthOf(live);
  const { why, run: by } = (isUnproved(config) && readParked(config)) || {};
  const isOld = oldByRecord(live);
  const serves = servedBy(live, ({ id }) => ({ age: isOld(id) ? 'old' : '' }));
  const billed = workers.filter((worker) => conditionOf(worker, live) !== 'gone').length;
  return {
    ...absent(config.name),
    ...{ id, url, repository, commit, run, over, pullRequest, notCompared: noSpec },
    health,
    state: state.state,
    parked: [why, by && `run ${by.split('.', 1)[0]}`].filter(Boolean).join(', '),
    workers: servesWords(health === 'parked' ? [] : serves),
    faults: workers.flatMap((worker) => {
      const fault = workerFault(worker, live);
      return fault ? [`${workerLog(worker).of}: ${wordsOf(worker.state) || fault}`] : [];
    }),
    image: shownImage(config),
    cost: price === undefined ? undefined : Number(formatAmount(price * billed)),
    ageSeconds:
      time === undefined ? undefined : Math.max(0, Math.round((clock.date().getTime() - Date.parse(time)) / 1000)),
  };
}

/** Why it is red; undefined where it serves, or would. */
export function notServing(status: EndpointStatus): DeployError | undefined {
  const { name, id, health, state, parked, faults } = status;
  if (health === 'serving' || health === 'idle') return undefined;
  const [fault = ''] = faults;
  const unproved = `no run has proved its version${parked && ` (${parked})`}`;
  const words: Partial<Record<EndpointStatus['health'], string>> = {
    parked: `parked, because ${unproved}`,
    unproved: `unproved: ${unproved}`,
    outdated: `outdated: only workers from before its last deploy are healthy${fault && `, and ${fault}`}`,
  };
  const hint = health === 'parked' ? 'Deploy it: a deploy wakes it, and proves its version.' : undefined;
  const found = words[health] ?? `${health}${state && `, in the state ${state}`}${fault && `: ${fault}`}`;
  return new DeployError({ code: 'not-serving', message: `endpoint ${name} (${id}) is ${found}`, hint });
}
