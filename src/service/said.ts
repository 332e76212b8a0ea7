/** What the service says in sentences and logs, freed of secrets where it comes in: later it stands among words of our own. */

import type { Redactor } from '../http/redactor.ts';
import type { Endpoint, State } from '../model/endpoint.ts';
import { runInSlices, type Steps } from '../slices.ts';

/** Characters between two turns of the event loop. */
const redactedAtOnce = 16 * 1024;

/** The other members are compared, and are no sentences. The envs of the endpoint, which somebody may have changed, are hidden from now on. */
export async function withoutSecrets(endpoint: Endpoint, redactor: Redactor): Promise<Endpoint> {
  for (const { value } of endpoint.config.envs) redactor.add(value, 'env');
  await redactor.settle();
  return runInSlices(redactionSteps(endpoint, redactor.redact));
}

function* redactionSteps(endpoint: Endpoint, redact: (text: string) => string): Steps<Endpoint> {
  const known = new Map([['', '']]);
  let length = 0;
  function* said(text: string): Steps<string> {
    const before = known.get(text);
    if (before !== undefined) return before;
    const shown = redact(text);
    known.set(text, shown);
    length += text.length + 1;
    if (length < redactedAtOnce) return shown;
    length = 0;
    yield;
    return shown;
  }
  function* saidOf({ state, error, message }: State): Steps<State> {
    return { state, error: yield* said(error), message: yield* said(message) };
  }
  const workers: Endpoint['workers'][number][] = [];
  for (const worker of endpoint.workers)
    workers.push({ ...worker, state: yield* saidOf(worker.state), log: yield* said(worker.log) });
  return { ...endpoint, state: yield* saidOf(endpoint.state), log: yield* said(endpoint.log), workers };
}
