/** The command `logs`: the last lines of every worker of the endpoints that the specs or the inputs name. */

import pLimit from 'p-limit';
import { endpointName } from '../model/display.ts';
import type { Endpoint, GivenLog } from '../model/endpoint.ts';
import { assertTrusted } from '../plan/ownership.ts';
import { isPresent } from '../rollout/evidence/condition.ts';
import type { CommandFunction } from '../run/context.ts';
import { openLogGroup, workerLog } from '../run/log.ts';
import { findNamedEndpoints } from '../run/named-endpoints.ts';
import type { Outcome } from '../run/outcome.ts';
import { readNames } from '../run/specs.ts';

/** The last lines of every worker of the endpoints that the specs or the inputs name. */
export const command: CommandFunction = async (context) => {
  const { reporter, connections, signal } = context;
  // Anyone's spec could name any endpoint of the account.
  assertTrusted(context);
  const found = await findNamedEndpoints(await readNames(context), context);
  const outcomes = await pLimit(1).map(found, async ({ name, live, failure }): Promise<Outcome> => {
    if (!live) return { kind: 'read', name, failure };
    const logs = logsOf(live);
    const none = logs.length === 0 ? `${endpointName(live)} has no logs: no worker is listed with one.` : '';
    reporter.info(none || `Logs: ${endpointName(live)}, ${live.state.state || 'without a state'}.`);
    // An endpoint may have hundreds of workers.
    const tails = await pLimit(5).map(logs, (log) => connections.log(log, signal));
    for (const tail of tails) openLogGroup(name, { context }).logTail(tail);
    return { kind: 'logged', name, none, tails };
  });
  return { outcomes };
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
