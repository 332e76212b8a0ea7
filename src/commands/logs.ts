/** The command `logs`: the last lines of every worker of the endpoints of the specs. Writes nothing. */

import pLimit from 'p-limit';
import { DeployError } from '../errors.ts';
import type { LogTail } from '../logs/read.ts';
import type { Endpoint, GivenLog } from '../model/endpoint.ts';
import { logBlock } from '../render/failure.ts';
import { escapeCell, heading, paragraphs } from '../render/markdown.ts';
import { isPresent } from '../rollout/condition.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { openLogGroup, workerLog, writeLog } from './log.ts';
import { findLiveEndpoints, type LiveEndpoint } from './look-up.ts';
import { combineFailures } from './outputs.ts';

/** An endpoint may have hundreds of workers. */
const readAtOnce = 5;

export const showLogs: CommandFunction = async (context) => {
  const endpoints = await findLiveEndpoints(context);
  const results: { name: string; failure: DeployError | undefined }[] = [];
  for (const [index, endpoint] of endpoints.entries()) {
    const failure = endpoint.refusal ?? (await showLogsOf(endpoint, context));
    context.outputs.setEndpoint(index, { 'failure-reason': failure?.code ?? '' });
    results.push({ name: endpoint.spec.name, failure });
  }
  return combineFailures(results);
};

async function showLogsOf(
  { spec: { name }, live }: LiveEndpoint,
  { reporter, connections, signal }: CommandContext,
): Promise<DeployError | undefined> {
  if (!live)
    return new DeployError({
      code: 'not-found',
      message: `there is no endpoint of ${name}, so there are no logs`,
      hint: 'Check `name` in the spec and `endpoint-id`, or deploy it first.',
    });
  const shown = `${live.config.name} (${live.id})`;
  const logs = logsOf(live);
  const none = logs.length === 0 ? `${shown} has no logs: no worker is listed with one.` : '';
  reporter.info(none || `Logs: ${shown}, ${live.state.state || 'without a state'}.`);
  const tails: LogTail[] = await pLimit(readAtOnce).map(logs, (log) => connections.log(log, signal));
  const logGroup = openLogGroup(name, { reporter, isOneOfMany: false });
  for (const tail of tails) writeLog(tail, logGroup);
  await reporter.summarize(
    paragraphs([
      heading(`Logs of ${escapeCell(name)}`),
      escapeCell(none),
      ...tails.map((tail) => logBlock(tail).trimEnd()),
    ]),
  );
  return undefined;
}

/** Of every worker, those that are gone but still listed first; the endpoint's own where no worker has one. */
function logsOf({ log, workers }: Endpoint): GivenLog[] {
  const ofWorkers = workers
    .filter((worker) => worker.log.trim() !== '')
    .sort((a, b) => Number(isPresent(a)) - Number(isPresent(b)))
    .map((worker) => ({ ...workerLog(worker), of: `${workerLog(worker).of} (${worker.state.state || 'no state'})` }));
  return ofWorkers.length > 0 || log.trim() === '' ? ofWorkers : [{ of: 'the endpoint', text: log }];
}
