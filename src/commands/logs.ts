/** The command `logs`: the last lines of every worker of the endpoints that the specs or the inputs name. */

import pLimit from 'p-limit';
import type { Endpoint, GivenLog } from '../model/endpoint.ts';
import { assertTrusted } from '../plan/ownership.ts';
import { logBlock } from '../render/failure.ts';
import { escapeCell, heading, paragraphs } from '../render/markdown.ts';
import { isPresent } from '../rollout/evidence/condition.ts';
import type { CommandFunction } from './context.ts';
import { openLogGroup, workerLog } from './log.ts';
import { findLiveEndpoints } from './look-up.ts';
import { eachInTurn } from './outputs.ts';
import { readNames } from './specs.ts';

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
