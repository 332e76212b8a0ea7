/** The command `status`: how the endpoints of the specs are. It writes nothing. */

import { isDeployedHere, orphansIn } from '../account/orphans.ts';
import { type Ask, openReads } from '../account/reads.ts';
import { codeRow, codeWords, DeployError } from '../errors.ts';
import { isUnproved } from '../model/deployed.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { wordsOf } from '../model/faults.ts';
import { readParked, readRecord } from '../model/record.ts';
import { isCandidate } from '../plan/candidate.ts';
import { driftOf, noSpec } from '../plan/drift.ts';
import { versionsBefore } from '../plan/history.ts';
import { assertTrusted } from '../plan/ownership.ts';
import { formatAmount } from '../render/price.ts';
import { type EndpointStatus, earlierText, statusLines, statusTable } from '../render/status.ts';
import { formatShown, joined } from '../render/text.ts';
import { conditionOf, workerFault } from '../rollout/evidence/condition.ts';
import { supersededIn } from '../rollout/evidence/effect.ts';
import { healthOf, servedBy, servesWords } from '../rollout/evidence/serving.ts';
import type { CommandContext, CommandFunction } from '../run/context.ts';
import { workerLog } from '../run/log.ts';
import { type FoundEndpoint, findNamedEndpoints, type NamedEndpoint } from '../run/named-endpoints.ts';
import type { Outcome } from '../run/outcome.ts';
import { readFilesIfAny, readNames, readSpecsIfAny } from '../run/specs.ts';

/** How the endpoints are that the specs or the inputs name, and what differs from the specs. */
export const command: CommandFunction = async (context) => {
  const { inputs } = context;
  // Whoever chooses the name chooses whose state is shown.
  assertTrusted(context);
  const live = await findNamedEndpoints(await readSpecNames(context), context);
  const results = live.map((each) => statusOf(each, context));
  const isSelected = inputs.name !== '' || inputs.endpointId !== '';
  const orphans = isSelected ? [] : await findOrphans(live, context);
  const outcomes = [...results, ...orphans.map((endpoint) => listedAs(endpoint, { isOrphan: true, ask: context }))];
  const statuses = outcomes.map(({ status }) => status);
  const rank = results.some(({ failure }) => failure) ? 'failed' : 'unchanged';
  return { outcomes, lines: statusLines(statuses).join('\n'), summary: { markdown: statusTable(statuses), rank } };
};

/** The endpoints of this repository that no spec names. */
async function findOrphans(described: readonly FoundEndpoint[], context: Ask): Promise<Endpoint[]> {
  if (context.github.context.repository === '') return [];
  const list = await openReads(context).list({ keeps: (listed) => isDeployedHere(listed, context) });
  return orphansIn(list, { names: described.map(({ name }) => name), run: context });
}

/** An input that names the endpoint needs no spec, but a spec that exists is compared. */
async function readSpecNames(context: CommandContext): Promise<NamedEndpoint[]> {
  const named = await readNames(context);
  if (named.some(({ document }) => document)) return named;
  const { name } = context.inputs;
  const specs = await readFilesIfAny(context);
  // Several documents may give the name: the document that has it in its file counts.
  const document =
    specs.length > 1 ? specs.find(({ ownName }) => ownName === name) : (await readSpecsIfAny(context))[0];
  return named.map((each) => ({ ...each, document }));
}

/** An endpoint beside those that the command is about. `isOrphan`: of this repository, and no spec names it. */
export function listedAs(live: Endpoint, { isOrphan, ask }: { isOrphan: boolean; ask: Ask }) {
  const status = { ...readStatus(live, undefined, ask), isOrphan };
  return { kind: 'listed', name: live.config.name, live, status } as const;
}

function absent(name: string): EndpointStatus {
  return {
    name,
    id: '',
    health: 'absent',
    state: '',
    parked: '',
    workers: '',
    image: '',
    url: '',
    repository: '',
    commit: '',
    run: '',
    before: [],
    pullRequest: undefined,
    isCandidate: false,
    cost: undefined,
    ageSeconds: undefined,
    isOrphan: false,
    faults: [],
    drift: [],
    keptEnvs: [],
    notCompared: [],
  };
}

type ReadStatus = Extract<Outcome, { kind: 'read' }> & { status: EndpointStatus };

function statusOf(found: FoundEndpoint, context: Ask): ReadStatus {
  const { name, document, live, failure } = found;
  const read = { kind: 'read', name } as const;
  if (live) {
    const known = readStatus(live, document?.readable.price, context);
    const status = { ...known, name, ...driftOf(live, document, context.inputs.secretEnvs) };
    return { ...read, status, failure: notServing(status) };
  }
  if (failure.code === 'owned')
    return { ...read, status: { ...absent(name), id: found.id, health: 'not-shown' }, failure };
  const { message, hint } = failure;
  return { ...read, status: absent(name), failure: new DeployError({ code: 'not-serving', message, hint }) };
}

/** Compared with no spec. `price`: of one worker, by the spec of the endpoint. */
export function readStatus(live: Endpoint, price: number | undefined, { clock }: Ask): EndpointStatus {
  const { config, id, state, url, workers } = live;
  const noted = readRecord(config) ?? { run: '' };
  const { repository = '', commit = '', run = 'command line', pullRequest, time } = noted;
  const nowMs = clock.date().getTime();
  const before = versionsBefore(noted).map((version) => earlierText(version, nowMs));
  const health = healthOf(live);
  const { why, run: failed } = (isUnproved(config) && readParked(config)) || {};
  const { by } = readParked(config) ?? {};
  const isOld = supersededIn(live);
  const serves = servedBy(live, ({ id }) => ({ age: isOld(id) ? 'old' : '' }));
  const billed = workers.filter((worker) => conditionOf(worker, live) !== 'gone').length;
  return {
    ...absent(config.name),
    id,
    url,
    repository,
    commit,
    run,
    before,
    pullRequest,
    isCandidate: isCandidate(live),
    notCompared: noSpec,
    health,
    state: state.state,
    parked: joined([why, failed && `run ${failed.split('.', 1)[0]}`, by && `${why ? '' : 'parked '}by ${by}`]),
    workers: servesWords(health === 'parked' ? [] : serves),
    faults: workers.flatMap((worker) => {
      const fault = workerFault(worker, live);
      return fault ? [`${workerLog(worker).of}: ${wordsOf(worker.state) || fault}`] : [];
    }),
    image: formatShown(config.image.image),
    cost: price === undefined ? undefined : Number(formatAmount(price * billed)),
    ageSeconds: time === undefined ? undefined : Math.max(0, Math.round((nowMs - Date.parse(time)) / 1000)),
  };
}

const titles: Readonly<Partial<Record<EndpointStatus['health'], string>>> = {
  parked: 'parked',
  unproved: 'not proved',
  outdated: 'an earlier version serves',
  starting: 'does not serve yet',
};

/** Why it is red; undefined where it serves, or would. */
export function notServing(status: EndpointStatus): DeployError | undefined {
  const { name, id, health, state, parked, faults, workers, before, isCandidate } = status;
  if (health === 'serving' || health === 'idle') return undefined;
  const [fault = ''] = faults;
  const unproved = `no run has proved its version${parked && ` (${parked})`}`;
  const words: Partial<Record<EndpointStatus['health'], string>> = {
    parked: `parked, because ${unproved}`,
    unproved: `unproved: ${unproved}`,
    outdated: `outdated: only workers from before its last deploy are healthy${fault && `, and ${fault}`}`,
  };
  const corrected = isCandidate
    ? 'Deploy the corrected version: the deploy of its endpoint replaces this candidate.'
    : 'Deploy it, corrected if it has failed: a deploy wakes it, and proves its version.';
  const back = before.length > 0 ? ' To bring a version of `before` back, start the job of its run again.' : '';
  const hint = `${health === 'parked' || isCandidate ? corrected : codeRow('not-serving').next}${back}`;
  const found = words[health] ?? `${health}${state && `, in the state ${state}`}${fault && `: ${fault}`}`;
  const message = `endpoint ${name} (${id}) is ${found}${health === 'parked' ? '' : `; ${workers}`}`;
  const title = `${name}: ${titles[health] ?? codeWords('not-serving')}`;
  return new DeployError({ code: 'not-serving', message, hint, title });
}
