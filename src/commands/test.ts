/** The command `test`: the tests of the specs, against the endpoints as they are. Writes nothing. */

import { DeployError } from '../errors.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Spec } from '../model/spec.ts';
import { logBlock } from '../render/failure.ts';
import { passLines, testSummary } from '../render/tests.ts';
import type { TestPass } from '../tests/run.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { endpointOutputs, testOutputs } from './endpoint-outputs.ts';
import { logOf, openLogGroup, quoteLog, readFailureLog, writeLog } from './log.ts';
import { eachInTurn, findLiveEndpoints, notFound } from './look-up.ts';

export const testLive: CommandFunction = async (context) => {
  const { outputs, reporter, inputs } = context;
  const untested: string[] = [];
  const found = await findLiveEndpoints(context, ({ name, tests = [] }) => {
    if (tests.length === 0) untested.push(name);
    return tests.length > 0;
  });
  for (const name of untested) reporter.info(`${name} has no tests.`);
  if (found.length === 0)
    throw new DeployError({
      code: 'inputs-invalid',
      message: `\`test\` has nothing to do: ${untested.join(', ')} ${untested.length === 1 ? 'has' : 'have'} no \`tests\``,
      hint: 'Add, for example, `tests: [/health]` to the spec.',
    });
  // Before the first test, so that one that is missing does not leave the others half way.
  const present = found.map(({ live, ...each }) => {
    if (live) return { spec: each.spec, live };
    throw notFound(each, inputs, ' to test');
  });
  outputs.setEndpoints(present.map(({ live }) => ({ ...endpointOutputs(live), operation: 'tested' })));
  return eachInTurn(present, context, async ({ spec, live }, index) => {
    const { name } = spec;
    const pass = await testOne(spec, live, context);
    outputs.setEndpoint(index, testOutputs(pass));
    const failure = pass.kind === 'failed' ? await failureOf(name, pass.message, { live, context }) : undefined;
    const block = failure?.block ? `\n${failure.block}` : '';
    await reporter.summarize(`${testSummary(name, pass)}${block}`, failure ? 'failed' : 'unchanged');
    return { name, failure: failure?.failure };
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
  return pass;
}

/** The failure with what the log tells of it, and the end of that log for the summary. */
async function failureOf(
  name: string,
  message: string,
  { live, context }: { live: Endpoint; context: CommandContext },
): Promise<{ failure: DeployError; block: string }> {
  const failure = new DeployError({
    code: 'test-failed',
    message: `a test of endpoint ${live.config.name} (${live.id}) failed: ${message}`,
  });
  const tail = await readFailureLog(logOf(live), context);
  if (!tail) return { failure, block: '' };
  writeLog(tail, openLogGroup(name, { reporter: context.reporter, isOneOfMany: false }));
  return { failure: quoteLog(failure, tail), block: logBlock(tail) };
}
