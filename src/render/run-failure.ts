/** The failure of a run rather than of an endpoint, and the words about an endpoint that this run has not read. */

import { type DeployError, failureTitle, type Now } from '../errors.ts';
import type { Command } from '../inputs/command-table.ts';
import type { EndpointOutputs } from '../report.ts';
import { fewOf } from './text.ts';

/** After a failure before the endpoint is read. */
export const unreadNow: Now = {
  left: 'Nothing was changed',
  served: 'This run has not read who serves',
  billed: 'What is billed is as before',
};

/** After a failure of an endpoint that was read. */
export const unchangedNow: Now = { ...unreadNow, served: 'Who serves is as before' };

/** After a failure of an endpoint of which only name and ID may be shown. */
export const hiddenNow: Now = { ...unreadNow, served: 'Who serves is not shown' };

/** After a refusal to wake an endpoint that is parked. */
export const unwokenNow: Now = {
  left: 'It was not woken',
  served: 'Nobody is served',
  billed: 'Nothing is billed unless it is called',
};

/** After a write whose result nobody has seen. */
export const unknownNow: Now = {
  left: 'It may have been changed',
  served: 'Nothing shows who serves',
  billed: 'Nothing shows what is billed',
};

interface FailedRun {
  inputs: { readonly command: Command };
  /** `hasChanged`: something was, or may have been, written. */
  outputs: { readonly endpoints: readonly EndpointOutputs[]; readonly hasChanged: boolean };
}

const writers: ReadonlySet<Command> = new Set(['deploy', 'park', 'delete', 'sweep']);

/**
 * A failure of the run and not of an endpoint, with the names, and with its end where no other text says it. `isTold`:
 * the command has ended by itself, and has said what it read.
 */
export function tellRunFailure(
  failure: DeployError,
  { inputs: { command }, outputs }: FailedRun,
  { isTold }: { isTold: boolean },
): DeployError {
  if (failure.title !== '') return failure;
  const { endpoints, hasChanged } = outputs;
  const operations = new Set(
    endpoints.flatMap(({ changed, operation }) => (changed === 'true' ? (operation ?? '') : [])),
  );
  const isUnknown = hasChanged && (operations.size === 0 || operations.has(''));
  const isUntouched = !hasChanged && (failure.code !== 'internal' || !isTold);
  const end = isUntouched ? 'not changed' : isUnknown ? 'perhaps changed' : [...operations].join(' and ');
  const names = fewOf(endpoints.flatMap(({ name }) => name || []));
  const title = failureTitle(names || command, failure.code, writers.has(command) ? end : '');
  // The end of each endpoint is known, and stands in log and summary; a command that reads leaves everything as it is.
  const isKnown = hasChanged && !isUnknown;
  const isSaid = isTold && command !== 'deploy';
  if (isKnown || isSaid || !writers.has(command)) return failure.withTitle(title);
  return failure.withTitle(title, isUntouched ? unreadNow : unknownNow);
}
