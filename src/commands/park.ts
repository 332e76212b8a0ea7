/** The command `park`: the named endpoints have zero workers, until a deploy that no schedule has started. */

import { causeOf } from '../errors.ts';
import { readRecord } from '../model/record.ts';
import { assertMeant, assertTrusted, checkOwnership } from '../plan/ownership.ts';
import { eventLines } from '../render/progress.ts';
import type { OnRolloutEvent } from '../rollout/events.ts';
import { isPresent } from '../rollout/evidence/condition.ts';
import { parkEndpoint } from '../rollout/write/park.ts';
import type { CommandContext, CommandFunction } from '../run/context.ts';
import { type FoundEndpoint, findNamedEndpoints } from '../run/named-endpoints.ts';
import type { Outcome } from '../run/outcome.ts';
import { readNames } from '../run/specs.ts';

export const command: CommandFunction = async (context) => {
  assertTrusted(context);
  assertMeant(context);
  const found = await findNamedEndpoints(await readNames(context), context);
  const outcomes: Outcome[] = [];
  for (const [index, each] of found.entries()) outcomes.push(await parkOne(each, { index, context }));
  return { outcomes, overview: 'done' };
};

/** Parks one endpoint, and never rejects: a failure does not stop the rest. */
async function parkOne(
  { name, live, failure }: FoundEndpoint,
  { index, context }: { index: number; context: CommandContext },
): Promise<Outcome> {
  const { github, clock, signal, connections, reporter, outputs } = context;
  const refusal = failure ?? checkOwnership(live, context);
  if (!live || refusal) return { kind: 'parked', name, isWritten: false, until: '', failure: refusal };
  // What no deploy has noted gets no mark that a schedule could see.
  const again = readRecord(live.config)
    ? 'The next deploy starts it again; a scheduled one does not.'
    : 'Any deploy starts it again.';
  const stops = live.workers.some(isPresent) ? 'Its workers stop as soon as they are idle; then nothing' : 'Nothing';
  const until = `${stops} is billed unless it is called. ${again}`;
  const { actor, runId } = github.context;
  const person = runId === '' ? 'someone on a command line' : `${actor || 'someone'} in run ${runId}`;
  let mayBeWritten = false;
  const onEvent: OnRolloutEvent = (event) => {
    if (event.kind === 'write-sent') mayBeWritten = true;
    if (event.kind === 'write-refused') mayBeWritten = false;
    outputs.follow(index, event);
    for (const line of eventLines(event)) reporter.info(line);
  };
  try {
    signal.throwIfAborted();
    const isWritten = await parkEndpoint(live, person, { client: await connections.service(), clock, signal, onEvent });
    reporter.info(`${name} (${live.id}): ${isWritten ? 'parked' : 'was parked already'}. ${until}`);
    return { kind: 'parked', name, isWritten, until, failure: undefined };
  } catch (thrown) {
    return { kind: 'parked', name, isWritten: mayBeWritten, until, failure: causeOf(thrown, signal) };
  }
}
