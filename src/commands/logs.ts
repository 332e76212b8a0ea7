/** The command `logs`: the last lines of every worker of the endpoints of the specs. Writes nothing. */

import pLimit from 'p-limit';
import type { LogTail } from '../logs/read.ts';
import type { Endpoint, GivenLog } from '../model/endpoint.ts';
import { logBlock } from '../render/failure.ts';
import { escapeCell, heading, paragraphs } from '../render/markdown.ts';
import { isPresent } from '../rollout/condition.ts';
import type { CommandContext, CommandFunction } from './context.ts';
import { openLogGroup, workerLog, writeLog } from './log.ts';
import { eachInTurn, findLiveEndpoints, notFound } from './look-up.ts';

/** An endpoint may have hundreds of workers. */
const readAtOnce = 5;

export const showLogs: CommandFunction = async (context) =>
  eachInTurn(await findLiveEndpoints(context), context, async ({ refusal, ...each }) => {
    const { spec, live } = each;
    const failure = refusal ?? (live ? undefined : notFound(each, context.inputs, ', so there are no logs'));
    if (live && !failure) await showLogsOf(spec.name, live, context);
    return { name: spec.name, failure };
  });

async function showLogsOf(
  name: string,
  live: Endpoint,
  { reporter, connections, signal }: CommandContext,
): Promise<void> {
  const shown = `${live.config.name} (${live.id})`;
  const logs = logsOf(live);
  const none = logs.length === 0 ? `${shown} has no logs: no worker is listed with one.` : '';
  reporter.info(none || `Logs: ${shown}, ${live.state.state || 'without a state'}.`);
  const tails: LogTail[] = await pLimit(readAtOnce).map(logs, (log) => connections.log(log, signal));
  const logGroup = openLogGroup(name, { reporter, isOneOfMany: false });
  for (const tail of tails) writeLog(tail, logGroup);
  const blocks = tails.map((tail) => logBlock(tail).trimEnd());
  await reporter.summarize(paragraphs([heading(`Logs of ${escapeCell(name)}`), escapeCell(none), ...blocks]));
}

/** Of every worker, those that are gone but still listed first; the endpoint's own where no worker has one. */
function logsOf({ log, workers }: Endpoint): GivenLog[] {
  const ofWorkers = workers
    .filter((worker) => worker.log.trim() !== '')
    .sort((a, b) => Number(isPresent(a)) - Number(isPresent(b)))
    .map((worker) => ({ ...workerLog(worker), of: `${workerLog(worker).of} (${worker.state.state || 'no state'})` }));
  return ofWorkers.length > 0 || log.trim() === '' ? ofWorkers : [{ of: 'the endpoint', text: log }];
}
