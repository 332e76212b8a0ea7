/** The commands that read endpoints and write nothing there: `test`, `logs`, `export`. */

import pLimit from 'p-limit';
import { DeployError, inputsInvalid } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import type { LogTail } from '../logs/read.ts';
import { comparisonOf } from '../model/compare.ts';
import { membersWithoutSpecForm, specOf } from '../model/desired.ts';
import { templates as shownAs } from '../model/display.ts';
import type { Endpoint, GivenLog } from '../model/endpoint.ts';
import type { Spec } from '../model/spec.ts';
import { assertTrusted } from '../plan/ownership.ts';
import { billsSentence } from '../render/end.ts';
import { logBlock } from '../render/failure.ts';
import { escapeCell, heading, paragraphs } from '../render/markdown.ts';
import { passLines, testSummary } from '../render/tests.ts';
import { isPresent } from '../rollout/evidence/condition.ts';
import { healthOf, mayOldAnswer } from '../rollout/evidence/health.ts';
import { writeSpec } from '../spec/write.ts';
import type { TestPass } from '../tests/run.ts';
import { heartbeat } from '../times.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { explainFailure, logOf, openLogGroup, readFailureLog, workerLog } from './log.ts';
import { findLiveEndpoints } from './look-up.ts';
import { type EndpointEnd, testOutputs } from './outputs.ts';
import { readNames, readSpecs, reportIssues } from './specs.ts';
import { notServing, readStatus } from './status.ts';

/** One endpoint after the other; each failure is among its outputs, and one failure names them all. */
async function eachInTurn<Each>(
  endpoints: readonly Each[],
  { outputs }: CommandContext,
  act: (endpoint: Each, index: number) => Promise<EndpointEnd>,
): Promise<DeployError | undefined> {
  const results: EndpointEnd[] = [];
  for (const [index, endpoint] of endpoints.entries()) results.push(await act(endpoint, index));
  return outputs.endEndpoints(results);
}

/** Runs the tests of the specs against the live endpoints. */
export const testLive: CommandFunction = async (context) => {
  const { outputs, reporter, clock } = context;
  // The specs say where their tests send secrets.
  assertTrusted(context);
  const { documents, issues } = await readSpecs(context);
  await reportIssues(issues, context);
  const specs = documents.flatMap(({ spec, templates }) => (spec ? { name: spec.name, spec, templates } : []));
  const tested = specs.filter(({ spec }) => spec.tests?.length);
  const untested = specs.filter((each) => !tested.includes(each)).map(({ name }) => name);
  const found = await findLiveEndpoints(tested, context);
  for (const name of untested) reporter.info(`${name} has no tests.`);
  if (found.length === 0)
    throw inputsInvalid(
      `\`test\` has nothing to do: ${untested.join(', ')} ${untested.length === 1 ? 'has' : 'have'} no \`tests\``,
      'Add, for example, `tests: [/health]` to the spec.',
    );
  // Before the first test: an endpoint that is missing, or parked, stops the command early.
  const present = found.map((each) => {
    const failure = each.failure ?? whyNotWoken(each.live, context);
    if (failure || !each.live) throw failure;
    return { ...each, comparing: comparisonOf({ desired: each.spec, compare: each.spec.compare }) };
  });
  outputs.setEndpoints(
    // A digest to promote needs tests that passed in this run.
    present.map(({ comparing }) => ({ operation: 'tested', ...(comparing && { 'image-digest': '' }) })),
  );
  return eachInTurn(present, context, async ({ name, spec, templates, live, comparing }, index) => {
    const startedMs = clock.monotonicMs();
    const pass = await testOne(spec, live, context);
    outputs.setEndpoint(index, { ...testOutputs(pass), proof: proofBy(pass, live) });
    const compare = pass.kind === 'passed' ? comparing : undefined;
    const candidate = compare && {
      ...{ live, config: { ...live.config, [shownAs]: templates }, tests: spec.tests ?? [], price: spec.price },
      ...{ compare, startedMs, log: (lines: readonly string[]) => reporter.info(lines.join('\n')) },
    };
    const compared = candidate && (await (await import('./compare.ts')).compareCandidate(candidate, context));
    if (compared) outputs.setEndpoint(index, compared.outputs);
    let failure = compared?.failure;
    let tail: LogTail | undefined;
    if (pass.kind === 'failed') {
      const message = `a test of endpoint ${live.config.name} (${live.id}) failed: ${pass.message}`;
      tail = await readFailureLog(logOf(live), context);
      failure = explainFailure(new DeployError({ code: 'test-failed', message, hint: pass.hint }), tail);
      if (tail) openLogGroup(name, { context }).logTail(tail);
    }
    const markdown = paragraphs([(compared?.summary ?? testSummary(name, pass)).trimEnd(), tail && logBlock(tail)]);
    await reporter.summarize(markdown, failure ? 'failed' : 'unchanged');
    return { name, failure };
  });
};

/** Undefined where a request wakes nothing that no run has proved. */
function whyNotWoken(live: Endpoint, context: CommandContext): DeployError | undefined {
  const parked = healthOf(live) === 'parked' && notServing(readStatus(live, undefined, context));
  if (!parked) return undefined;
  const title = `${live.config.name}: not-serving, parked`;
  const now = { left: 'It was not woken', served: 'Nobody is served', billed: billsSentence('when-called') };
  return new DeployError({ ...parked, message: parked.message, title, now });
}

/** The output `proof`, as after a deploy: an old worker that is healthy may have answered. */
function proofBy({ kind }: TestPass, live: Endpoint): 'tests' | 'workers' | 'none' | '' {
  if (kind === 'failed') return '';
  if (!mayOldAnswer(live)) return 'tests';
  return healthOf(live) === 'outdated' ? 'none' : 'workers';
}

async function testOne({ tests = [] }: Spec, live: Endpoint, context: CommandContext): Promise<TestPass> {
  const { inputs, reporter, clock, signal, connections } = context;
  const { passUntilSettled } = await import('../tests/run.ts');
  const isReportDue = heartbeat(clock);
  const { minNum } = live.config.workerConfig;
  const cost = minNum === 0 ? ' This wakes a billed worker if none is up, and its start may take minutes.' : '';
  reporter.info(`Tests: ${tests.length} of ${live.config.name} (${live.id}) at ${live.url}.${cost}`);
  const pass = await passUntilSettled({
    test: await connections.tests(tests),
    endpoint: live,
    clock,
    signal,
    deadlineMs: clock.monotonicMs() + inputs.waitTimeoutSeconds * 1000,
    onFailedPass: ({ message }) => isReportDue() && reporter.info(`Not yet: ${message}.`),
  });
  for (const line of passLines(pass)) reporter.info(line);
  if (healthOf(live) === 'outdated') {
    const hint = 'Run `status` to see why no worker of the last deploy is healthy.';
    const before = `from before the last deploy of ${live.config.name}`;
    const message = `Only workers ${before} were healthy: the version before it may have answered.`;
    reporter.annotate({ severity: 'warning', title: `${live.config.name}: outdated`, message, hint });
  }
  return pass;
}

/** The last lines of every worker of the endpoints that the specs or the inputs name. */
export const showLogs: CommandFunction = async (context) => {
  // Anyone's spec could name any endpoint of the account.
  assertTrusted(context);
  return eachInTurn(await findLiveEndpoints(await readNames(context), context), context, async (each) => {
    const { reporter, connections, signal } = context;
    const { name, live, failure } = each;
    if (!live) return { name, failure };
    const { id, config, state } = live;
    const logs = logsOf(live);
    const none = logs.length === 0 ? `${config.name} (${id}) has no logs: no worker is listed with one.` : '';
    reporter.info(none || `Logs: ${config.name} (${id}), ${state.state || 'without a state'}.`);
    // An endpoint may have hundreds of workers.
    const tails = await pLimit(5).map(logs, (log) => connections.log(log, signal));
    for (const tail of tails) openLogGroup(name, { context }).logTail(tail);
    const blocks = tails.map(logBlock);
    await reporter.summarize(paragraphs([heading(`Logs of ${escapeCell(name)}`), escapeCell(none), ...blocks]));
    return { name, failure };
  });
};

/** The logs of all workers, deleted but still listed ones first; without any, the log of the endpoint. */
function logsOf(live: Endpoint): GivenLog[] {
  const ofWorkers = live.workers
    .filter(({ log }) => log.trim() !== '')
    .sort((a, b) => Number(isPresent(a)) - Number(isPresent(b)))
    .map((worker) => {
      const { of, text } = workerLog(worker);
      return { of: `${of} (${worker.state.state || 'no state'})`, text };
    });
  return ofWorkers.length > 0 || live.log.trim() === '' ? ofWorkers : [{ of: 'the endpoint', text: live.log }];
}

/** Writes the spec of a live endpoint to a file, without secrets. */
export const exportSpec: CommandFunction = async (context) => {
  const { inputs, reporter, connections, outputs } = context;
  assertTrusted(context);
  const path = pathToWrite(inputs);
  const [found] = await findLiveEndpoints([{ name: inputs.name }], context);
  if (!found?.live) throw found?.failure;
  const { id, config } = found.live;
  const gaps = membersWithoutSpecForm(config);
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
  const lines = Array.from(variables, ([variable, path]) => `\n  ${variable}=… (${path})`);
  if (lines.length > 0)
    reporter.info(
      'Values that may be secrets are not in the file. Pass those that are public in `variables`; ' +
        `delete the other envs from the file, and pass them in \`secret-envs\`:${lines.join('')}`,
    );
  outputs.setEndpoint(0, { operation: 'exported', changed: 'false' });
  return undefined;
};

/** The one path of the `spec` input. Throws if there are several, or if no input names the endpoint. */
function pathToWrite({ spec, name, endpointId }: Inputs): string {
  const [path, ...others] = spec;
  if (path === undefined || others.length > 0 || /[*?[\]{}]/.test(path))
    throw inputsInvalid('`export` writes one file, but `spec` lists several', 'Set `spec` to one path.');
  if (name === '' && endpointId === '')
    throw inputsInvalid('`export` needs to know which endpoint to export', 'Set `name` or `endpoint-id`.');
  return path;
}
