/** The commands that ask endpoints as they are and write nothing there: `test`, `status`, `logs`, `export`. */

import pLimit from 'p-limit';
import { DeployError, inputsInvalid } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import type { LogTail } from '../logs/read.ts';
import { specOf, unspeakableMembers } from '../model/desired.ts';
import type { Endpoint, GivenLog } from '../model/endpoint.ts';
import { readRecord } from '../model/record.ts';
import type { Spec } from '../model/spec.ts';
import { makePlan } from '../plan/plan.ts';
import { logBlock } from '../render/failure.ts';
import { escapeCell, heading, paragraphs } from '../render/markdown.ts';
import { shownImage } from '../render/plan.ts';
import { type EndpointStatus, statusLines, statusTable } from '../render/status.ts';
import { passLines, testSummary } from '../render/tests.ts';
import { countWorkers, formatCounts, isPresent } from '../rollout/condition.ts';
import { writeSpec } from '../spec/write.ts';
import type { TestPass } from '../tests/run.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { faultWords, healthOf } from './health.ts';
import { logOf, openLogGroup, quoteLog, readFailureLog, workerLog } from './log.ts';
import { eachInTurn, findLiveEndpoints, findNamed, type LiveEndpoint, unavailability } from './look-up.ts';
import { combineFailures, digestIn, endpointOutputs, testOutputs } from './outputs.ts';
import { withEnvs } from './ownership.ts';

/** The tests of the specs, against the endpoints as they are. */
export const testLive: CommandFunction = async (context) => {
  const { outputs, reporter } = context;
  const untested: string[] = [];
  const found = await findLiveEndpoints(context, ({ name, tests = [] }) => {
    if (tests.length === 0) untested.push(name);
    return tests.length > 0;
  });
  for (const name of untested) reporter.info(`${name} has no tests.`);
  if (found.length === 0)
    throw inputsInvalid(
      `\`test\` has nothing to do: ${untested.join(', ')} ${untested.length === 1 ? 'has' : 'have'} no \`tests\``,
      'Add, for example, `tests: [/health]` to the spec.',
    );
  // Before the first test, so that one that is missing does not leave the others half way.
  const present = found.map((each) => {
    const failure = unavailability(each, ' to test');
    if (failure || !each.live) throw failure;
    return { spec: each.spec, live: each.live };
  });
  outputs.setEndpoints(present.map(() => ({ operation: 'tested' })));
  return eachInTurn(present, context, async ({ spec, live }, index) => {
    const { name } = spec;
    const pass = await testOne(spec, live, context);
    outputs.setEndpoint(index, testOutputs(pass));
    let failure: DeployError | undefined;
    let tail: LogTail | undefined;
    if (pass.kind === 'failed') {
      const message = `a test of endpoint ${live.config.name} (${live.id}) failed: ${pass.message}`;
      failure = new DeployError({ code: 'test-failed', message });
      tail = await readFailureLog(logOf(live), context);
      if (tail) failure = quoteLog(failure, tail);
      if (tail) openLogGroup(name, { reporter }).logTail(tail);
    }
    const markdown = paragraphs([testSummary(name, pass).trimEnd(), tail && logBlock(tail)]);
    await reporter.summarize(markdown, failure ? 'failed' : 'unchanged');
    return { name, failure };
  });
};

async function testOne({ tests = [] }: Spec, live: Endpoint, context: CommandContext): Promise<TestPass> {
  const { inputs, reporter, clock, signal, connections } = context;
  const { passUntilSettled } = await import('../tests/run.ts');
  const { minNum } = live.config.workerConfig;
  const cost = minNum === 0 ? ' This wakes a billed worker if none is up, and its start may take minutes.' : '';
  reporter.info(`Tests: ${tests.length} of ${live.config.name} (${live.id}) at ${live.url}.${cost}`);
  const pass = await passUntilSettled({
    test: await connections.tests(tests),
    endpoint: live,
    clock,
    signal,
    deadlineMs: clock.monotonicMs() + inputs.waitTimeoutSeconds * 1000,
    onFailedPass: ({ message }) => reporter.info(`Not yet: ${message}.`),
  });
  reporter.info(passLines(pass).join('\n'));
  if (healthOf(live) === 'outdated') {
    const hint = 'Run `status` to see why no worker of the last deploy is healthy.';
    const message = `Only workers from before the last deploy of ${live.config.name} were healthy: the version before it may have answered.`;
    reporter.annotate({ severity: 'warning', title: `${live.config.name}: outdated`, message, hint });
  }
  return pass;
}

/** How the endpoints of the specs are, and what differs from the specs. */
export const showStatus: CommandFunction = async (context) => {
  const { outputs, reporter } = context;
  const results = (await findLiveEndpoints(context)).map((each) => {
    const status = statusOf(each, context);
    const failure = each.refusal ?? failureOf(status, each.absence);
    return { name: each.spec.name, status, failure };
  });
  for (const [index, { status, failure }] of results.entries()) {
    // What the other members do not tell.
    const { health, workers, faults, digest, commit, run, drift, ageSeconds = null } = status;
    const told = { health, workers, faults, digest, commit, run, drift, 'age-seconds': ageSeconds };
    outputs.setEndpoint(index, { status: told, 'failure-reason': failure?.code ?? '' });
  }
  const statuses = results.map(({ status }) => status);
  reporter.info(statusLines(statuses).join('\n'));
  await reporter.summarize(statusTable(statuses), results.some(({ failure }) => failure) ? 'failed' : 'unchanged');
  return combineFailures(results);
};

const unread = { state: '', workers: '', faults: [], image: '', digest: '', commit: '', run: '', url: '', drift: [] };
const unknown = { ...unread, ageSeconds: undefined };

function statusOf(each: LiveEndpoint, { inputs, clock }: CommandContext): EndpointStatus {
  const { spec, templates, live, refusal } = each;
  const { name } = spec;
  if (!live) return { ...unknown, name, id: '', health: 'absent' };
  if (refusal) return { ...unknown, name, id: live.id, health: 'not-shown' };
  const plan = makePlan({ spec, secretEnvs: inputs.secretEnvs, live, templates });
  const record = readRecord(live.config);
  const sinceMs = record ? Date.parse(record.time) : live.createdAt;
  return {
    name,
    id: live.id,
    health: healthOf(live),
    state: live.state.state,
    workers: formatCounts(countWorkers(live)),
    faults: live.workers.flatMap((worker) => {
      const words = faultWords(worker, live);
      return words === '' ? [] : [`${workerLog(worker).of}: ${words}`];
    }),
    image: shownImage(plan.live?.config ?? live.config),
    digest: digestIn(live.config.image.image),
    commit: record?.commit ?? '',
    run: record?.run ?? '',
    url: live.url,
    drift: plan.changes.map(({ member }) => member),
    ageSeconds: sinceMs === undefined ? undefined : Math.max(0, Math.round((clock.date().getTime() - sinceMs) / 1000)),
  };
}

function failureOf(
  { name, id, health, state, faults }: EndpointStatus,
  absence: LiveEndpoint['absence'],
): DeployError | undefined {
  if (health === 'serving' || health === 'idle') return undefined;
  const why = `${state ? `, in the state ${state}` : ''}${faults[0] ? `: ${faults[0]}` : ''}`;
  const words: Partial<Record<EndpointStatus['health'], string>> = {
    parked: 'parked at zero workers, because its deploy failed',
    outdated: `outdated: only workers from before its last deploy are healthy${faults[0] ? `, and ${faults[0]}` : ''}`,
  };
  const found = words[health] ?? `${health}${why}`;
  return new DeployError({ code: 'not-serving', message: `endpoint ${name} (${id}) is ${found}`, ...absence });
}

/** The last lines of every worker of the endpoints of the specs. */
export const showLogs: CommandFunction = async (context) =>
  eachInTurn(await findLiveEndpoints(context), context, async (each) => {
    const { reporter, connections, signal } = context;
    const { name } = each.spec;
    const failure = unavailability(each, ', so there are no logs');
    if (failure || !each.live) return { name, failure };
    const { id, config, state } = each.live;
    const logs = logsOf(each.live);
    const none = logs.length === 0 ? `${config.name} (${id}) has no logs: no worker is listed with one.` : '';
    reporter.info(none || `Logs: ${config.name} (${id}), ${state.state || 'without a state'}.`);
    // An endpoint may have hundreds of workers.
    const tails = await pLimit(5).map(logs, (log) => connections.log(log, signal));
    for (const tail of tails) openLogGroup(name, { reporter }).logTail(tail);
    const blocks = tails.map((tail) => logBlock(tail));
    await reporter.summarize(paragraphs([heading(`Logs of ${escapeCell(name)}`), escapeCell(none), ...blocks]));
    return { name, failure };
  });

/** Of every worker, those that are gone but still listed first; the endpoint's own where no worker has one. */
function logsOf({ log, workers }: Endpoint): GivenLog[] {
  const ofWorkers = workers
    .filter((worker) => worker.log.trim() !== '')
    .sort((a, b) => Number(isPresent(a)) - Number(isPresent(b)))
    .map((worker) => ({ ...workerLog(worker), of: `${workerLog(worker).of} (${worker.state.state || 'no state'})` }));
  return ofWorkers.length > 0 || log.trim() === '' ? ofWorkers : [{ of: 'the endpoint', text: log }];
}

/** The spec of a live endpoint, written to a file without a single secret. */
export const exportSpec: CommandFunction = async (context) => {
  const { inputs, reporter, connections, outputs } = context;
  const path = pathToWrite(inputs);
  const { find, absenceOf } = await findNamed([inputs.name], context);
  const listed = find(inputs.name);
  if (!listed) throw new DeployError({ code: 'not-found', ...absenceOf(inputs.name) });
  const live = await withEnvs(listed, context);
  const { id, config } = live;
  outputs.setEndpoints([endpointOutputs(live)]);
  const gaps = unspeakableMembers(config);
  const { text, variables } = writeSpec(specOf(config, { id }), [
    `Endpoint ${id}, exported by deploy-gpu-endpoint.`,
    'A deploy does not change fields that are not listed here.',
    'The service never returns image.entrypoint, healthy.port and regionId: add them by hand if you use them.',
    ...gaps,
  ]);
  const written = await connections.workspace.write(path, { text, overwrites: inputs.allow.has('overwrite') });
  reporter.info(`Exported: ${config.name} (${id}) to ${written}.`);
  const [message, hint] = [`The spec is not complete. ${gaps.join(' ')}`, `Complete ${written} before you deploy it.`];
  if (gaps.length > 0) reporter.annotate({ severity: 'warning', title: `${config.name}: export`, message, hint });
  const lines = Array.from(variables, ([variable, key]) => `\n  ${variable}=… (env ${key})`);
  if (lines.length > 0)
    reporter.info(
      'Env values are not in the file. Pass those that are public in the `variables` input; ' +
        `delete the others from \`envs\`, and pass them in \`secret-envs\`:${lines.join('')}`,
    );
  outputs.setEndpoint(0, { operation: 'exported', changed: 'false' });
  return undefined;
};

/** The one path of the `spec` input. Throws where it names several, or no input names the endpoint. */
function pathToWrite({ spec, name, endpointId }: Inputs): string {
  const [path, ...others] = spec;
  if (path === undefined || others.length > 0 || /[*?[\]{}]/.test(path))
    throw inputsInvalid('`export` writes one file, but `spec` lists several', 'Set `spec` to one path.');
  if (name === '' && endpointId === '')
    throw inputsInvalid('`export` needs to know which endpoint to export', 'Set the `name` or `endpoint-id` input.');
  return path;
}
