/** The command `test`: the tests of the specs against the live endpoints. */

import pLimit from 'p-limit';
import type { Ask } from '../account/reads.ts';
import { DeployError, inputsInvalid } from '../errors.ts';
import { endpointName, templates as shownAs } from '../model/display.ts';
import type { Endpoint } from '../model/endpoint.ts';
import { verdictRules } from '../model/load.ts';
import { readParked } from '../model/record.ts';
import type { Spec } from '../model/spec.ts';
import { assertTrusted } from '../plan/ownership.ts';
import { unwokenNow } from '../render/run-failure.ts';
import { passLines } from '../render/tests.ts';
import { RolloutError } from '../rollout/errors.ts';
import { answeringIn, healthOf } from '../rollout/evidence/serving.ts';
import type { CommandContext, CommandFunction } from '../run/context.ts';
import { explainFailure, logOf, openLogGroup, readFailureLog } from '../run/log.ts';
import { findNamedEndpoints } from '../run/named-endpoints.ts';
import type { Outcome } from '../run/outcome.ts';
import { readSpecs, reportIssues } from '../run/specs.ts';
import type { TestPass } from '../tests/run.ts';
import { heartbeat } from '../times.ts';
import { notServing, readStatus } from './status.ts';

/** Runs the tests of the specs against the live endpoints. */
export const command: CommandFunction = async (context) => {
  const { reporter, clock } = context;
  // The specs say where their tests send secrets.
  assertTrusted(context);
  const { documents, issues } = await readSpecs(context);
  await reportIssues(issues, context);
  const specs = documents.flatMap(({ spec, templates }) => {
    if (!spec) return [];
    const rules = verdictRules({ ...spec, desired: spec });
    return { name: spec.name, spec, templates, rules, isCandidate: rules !== undefined };
  });
  const tested = specs.filter(({ spec }) => spec.tests?.length);
  const found = await findNamedEndpoints(tested, context);
  for (const each of specs) if (!tested.includes(each)) reporter.info(`${each.name} has no tests.`);
  if (found.length === 0)
    throw inputsInvalid(
      '`test` has nothing to do: no spec has `tests`',
      'Add, for example, `tests: [/health]` to the spec.',
    );
  // An endpoint that is missing, or parked, stops the command before the first test.
  const present = found.map((each) => {
    const failure = each.failure ?? whyNotWoken(each.live, context);
    if (failure || !each.live) throw failure;
    return each;
  });
  const outcomes = await pLimit(1).map(present, async ({ isCandidate, rules, ...each }): Promise<Outcome> => {
    const { name, spec, templates, live } = each;
    const { tests = [], price } = spec;
    const startedMs = clock.monotonicMs();
    const pass = await testOne(spec, live, context);
    const log = (lines: readonly string[]) => reporter.info(lines.join('\n'));
    const config = { ...live.config, [shownAs]: templates };
    const candidate = rules && { ...rules, live, config, tests, price, startedMs, log };
    const compared =
      candidate && pass.kind === 'passed'
        ? await (await import('../deploy/load.ts')).compareAndLoad(candidate, context)
        : undefined;
    const failed = pass.kind === 'failed' ? testFailure(pass, live) : compared?.failure;
    const tail = failed instanceof RolloutError ? await readFailureLog(failed.log, context) : undefined;
    const failure = failed && explainFailure(failed, tail);
    if (tail) openLogGroup(name, { context }).logTail(tail);
    const proof = proofBy(pass, live);
    return { kind: 'tested', name, pass, proof, isCandidate, compared, tail, failure };
  });
  return { outcomes };
};

function testFailure({ message, hint }: TestPass & { kind: 'failed' }, live: Endpoint): RolloutError {
  const failed = `a test of endpoint ${endpointName(live)} failed: ${message}`;
  return new RolloutError({ code: 'test-failed', message: failed, hint, log: logOf(live) });
}

/** Why no request may wake the endpoint: no run has proved it, or a person has parked it; undefined otherwise. */
function whyNotWoken(live: Endpoint, ask: Ask): DeployError | undefined {
  const { name } = live.config;
  const { by } = readParked(live.config) ?? {};
  const health = healthOf(live);
  // A worker of a parked endpoint stops before the next request of a test could reach it.
  const byPerson = { code: 'not-serving', message: `endpoint ${endpointName(live)} is parked by ${by}` } as const;
  const parked =
    health === 'parked'
      ? notServing(readStatus(live, undefined, ask))
      : by && health === 'idle' && new DeployError({ ...byPerson, hint: 'Deploy it: a deploy starts it again.' });
  return parked ? parked.withTitle(`${name}: parked, not tested`, unwokenNow) : undefined;
}

/** The output `proof`, as after a deploy: an old worker that is healthy may have answered. */
function proofBy({ kind }: TestPass, live: Endpoint): 'tests' | 'workers' | 'none' | '' {
  if (kind === 'failed') return '';
  const answering = answeringIn(live);
  return !answering.includes('old') ? 'tests' : answering.length > 1 ? 'workers' : 'none';
}

async function testOne({ tests = [] }: Spec, live: Endpoint, context: CommandContext): Promise<TestPass> {
  const { inputs, reporter, clock, signal, connections } = context;
  const { passUntilSettled } = await import('../tests/run.ts');
  const isReportDue = heartbeat(clock);
  const { minNum } = live.config.workerConfig;
  const startedMs = clock.monotonicMs();
  const answering = answeringIn(live);
  const isUp = healthOf(live) === 'serving' && !answering.includes('old');
  const cost = minNum === 0 ? ' This wakes a billed worker if none is up, and its start may take minutes.' : '';
  reporter.info(`Tests: ${tests.length} of ${endpointName(live)} at ${live.url}.${cost}`);
  const pass = await passUntilSettled({
    test: await connections.tests(tests),
    endpoint: live,
    clock,
    signal,
    deadlineMs: startedMs + inputs.waitTimeoutSeconds * 1000,
    healthyForMs: () => (isUp ? clock.monotonicMs() - startedMs : 0),
    onFailedPass: ({ message }) => isReportDue() && reporter.info(`Not yet: ${message}.`),
  });
  for (const line of passLines(pass)) reporter.info(line);
  if (answering.includes('old') && !answering.includes('deployed')) {
    const hint = 'Run `status` to see why no worker of the last deploy is healthy.';
    const before = `from before the last deploy of ${live.config.name}`;
    const message = `Only workers ${before} were healthy: the version before it may have answered.`;
    reporter.warn({ title: `${live.config.name}: outdated`, message, hint });
  }
  return pass;
}
