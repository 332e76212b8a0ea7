/** What the service says in sentences and logs, freed of secrets where it comes in: later it stands among words of our own. */

import type { Endpoint, State } from '../model/endpoint.ts';
import type { Steps } from '../slices.ts';

/** Characters between two turns of the event loop. */
const redactedAtOnce = 16 * 1024;

/** The other members are compared, and are no sentences. */
export function* withoutSecrets(endpoint: Endpoint, redact: (text: string) => string): Steps<Endpoint> {
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
