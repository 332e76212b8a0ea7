/** The command `status`: how the endpoints of the specs are, and what differs from the specs. Writes nothing. */

import { DeployError } from '../errors.ts';
import { readParked, readRecord } from '../model/record.ts';
import { makePlan } from '../plan/plan.ts';
import { shownImage } from '../render/plan.ts';
import { type EndpointStatus, statusLines, statusTable } from '../render/status.ts';
import { countWorkers, faultWords, formatCounts, healthOf } from '../rollout/condition.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { endpointOutputs } from './endpoint-outputs.ts';
import { absence, findLiveEndpoints, type LiveEndpoint } from './look-up.ts';
import { combineFailures } from './outputs.ts';

export const showStatus: CommandFunction = async (context) => {
  const { inputs, outputs, reporter } = context;
  const endpoints = await findLiveEndpoints(context);
  const statuses = endpoints.map((each) => statusOf(each, context));
  const failures = endpoints.map(
    ({ spec, live, meant, refusal }, index) =>
      refusal ?? (live ? failureOf(statuses[index]) : absent(spec.name, { inputs, meant })),
  );
  for (const [index, status] of statuses.entries())
    outputs.setEndpoint(index, { status: statusOutput(status), 'failure-reason': failures[index]?.code ?? '' });
  reporter.info(statusLines(statuses).join('\n'));
  await reporter.summarize(statusTable(statuses), failures.some(Boolean) ? 'failed' : 'unchanged');
  return combineFailures(statuses.map(({ name }, index) => ({ name, failure: failures[index] })));
};

/** What the other members do not tell. */
function statusOutput({ health, workers, faults, digest, commit, run, drift, ageSeconds }: EndpointStatus): object {
  return { health, workers, faults, digest, commit, run, drift, 'age-seconds': ageSeconds ?? null };
}

const unknown = {
  ...{ state: '', workers: '', faults: [], image: '', digest: '', commit: '', run: '', url: '', drift: [] },
  ageSeconds: undefined,
};

function statusOf(each: LiveEndpoint, { inputs, clock }: CommandContext): EndpointStatus {
  const { spec, templates, live, refusal } = each;
  const { name } = spec;
  if (!live) return { ...unknown, name, id: '', health: 'absent' };
  if (refusal) return { ...unknown, name, id: live.id, health: 'not-shown' };
  const plan = makePlan({ spec, secretEnvs: inputs.secretEnvs, live, resend: false, templates });
  const record = readRecord(live.config);
  const sinceMs = record ? Date.parse(record.time) : live.createdAt;
  return {
    name,
    id: live.id,
    health: readParked(live.config) ? 'parked' : healthOf(live),
    state: live.state.state,
    workers: formatCounts(countWorkers(live)),
    faults: live.workers.flatMap((worker) => {
      const words = faultWords(worker, live);
      return words === '' ? [] : [`worker ${worker.id || 'without an ID'}: ${words}`];
    }),
    image: shownImage(plan.live?.config ?? live.config),
    digest: endpointOutputs(live)['image-digest'] ?? '',
    commit: record?.commit ?? '',
    run: record?.run ?? '',
    url: live.url,
    drift: plan.changes.map(({ member }) => member),
    ageSeconds: sinceMs === undefined ? undefined : Math.max(0, Math.round((clock.date().getTime() - sinceMs) / 1000)),
  };
}

function failureOf(status: EndpointStatus | undefined): DeployError | undefined {
  if (!status || status.health === 'serving' || status.health === 'idle') return undefined;
  const { name, id, health, state, faults } = status;
  const why = `${state ? `, in the state ${state}` : ''}${faults[0] ? `: ${faults[0]}` : ''}`;
  const message =
    health === 'parked'
      ? `endpoint ${name} (${id}) is parked at zero workers, because its deploy failed`
      : `endpoint ${name} (${id}) is ${health}${why}`;
  return new DeployError({ code: 'not-serving', message });
}

function absent(name: string, { inputs, meant }: { inputs: CommandContext['inputs']; meant: string }): DeployError {
  return new DeployError({ code: 'not-serving', ...absence(name, { endpointId: inputs.endpointId, meant }) });
}
