/** The command `test`: the tests of the specs, against the endpoints as they are. Writes nothing. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Spec } from '../model/spec.ts';
import { logBlock } from '../render/failure.ts';
import { passLines, testSummary } from '../render/tests.ts';
import type { TestPass } from '../tests/run.ts';
import { type CommandContext, type CommandFunction, redactEnvs } from './context.ts';
import { endpointOutputs, testOutputs } from './endpoint-outputs.ts';
import { logOf, openLogGroup, quoteLog, readFailureLog, writeLog } from './log.ts';
import { findNamed } from './look-up.ts';
import { combineFailures } from './outputs.ts';
import { readSpecs, reportIssues } from './specs.ts';
import { assertTrusted } from './trust.ts';

export const testLive: CommandFunction = async (context) => {
  const { outputs, reporter } = context;
  // What a test sends may hold secrets, and the spec says where to.
  assertTrusted(context);
  const specs = await testedSpecs(context);
  outputs.setEndpoints(specs.map(({ name }) => ({ name })));
  const found = await findAll(specs, context);
  redactEnvs(
    found.map(({ live }) => live),
    reporter,
  );
  outputs.setEndpoints(found.map(({ live }) => endpointOutputs(live)));
  const results: { name: string; failure: DeployError | undefined }[] = [];
  for (const [index, { spec, live }] of found.entries()) {
    const pass = await testOne(spec, live, context);
    const tail = pass.kind === 'failed' ? await readFailureLog(logOf(live), context) : undefined;
    const failed = pass.kind === 'failed' ? failureOf(pass, live) : undefined;
    const failure = failed && tail ? quoteLog(failed, tail) : failed;
    if (tail) writeLog(tail, openLogGroup(spec.name, { reporter, isOneOfMany: false }));
    outputs.setEndpoint(index, {
      ...testOutputs(pass),
      operation: 'tested',
      changed: 'false',
      'failure-reason': failure?.code ?? '',
    });
    const block = tail ? logBlock(tail) : '';
    await reporter.summarize(
      `${testSummary(spec.name, pass)}${block && `\n${block}`}`,
      failure ? 'failed' : 'unchanged',
    );
    results.push({ name: spec.name, failure });
  }
  return combineFailures(results);
};

async function testedSpecs(context: CommandContext): Promise<Spec[]> {
  const { documents, ...found } = await readSpecs(context);
  await reportIssues(found, context);
  const specs = documents.flatMap(({ spec }) => spec ?? []);
  const tested = specs.filter(({ tests = [] }) => tests.length > 0);
  for (const { name } of specs.filter((spec) => !tested.includes(spec))) context.reporter.info(`${name} has no tests.`);
  if (tested.length > 0) return tested;
  throw new DeployError({
    code: 'inputs-invalid',
    message: `\`test\` has nothing to do: ${specs.map(({ name }) => name).join(', ')} ${specs.length === 1 ? 'has' : 'have'} no \`tests\``,
    hint: 'Add, for example, `tests: [/health]` to the spec.',
  });
}

async function findAll(specs: readonly Spec[], context: CommandContext): Promise<{ spec: Spec; live: Endpoint }[]> {
  const find = await findNamed(
    specs.map(({ name }) => name),
    context,
  );
  const { endpointId } = context.inputs;
  return specs.map((spec) => {
    const live = find(spec.name);
    if (live) return { spec, live };
    throw new DeployError({
      code: 'not-found',
      message: `there is no endpoint ${endpointId || `named "${spec.name}"`} to test`,
      hint: 'Check the name in the spec, or deploy it first.',
    });
  });
}

async function testOne({ tests = [] }: Spec, live: Endpoint, context: CommandContext): Promise<TestPass> {
  const { inputs, reporter, clock, signal, connections } = context;
  const { passUntilSettled } = await import('../tests/endpoint-tests.ts');
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
  return pass;
}

function failureOf({ message }: TestPass & { kind: 'failed' }, { id, config }: Endpoint): DeployError {
  return new DeployError({
    code: 'test-failed',
    message: `a test of endpoint ${config.name} (${id}) failed: ${message}`,
  });
}
