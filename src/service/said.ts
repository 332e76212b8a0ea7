/** What the service says in sentences, logs and odd ids, cleaned where it comes in: later it stands among words of our own. */

import type { Endpoint, State } from '../model/endpoint.ts';
import type { Redactor } from '../secrets/redactor.ts';

/** In characters: what is shown of a text at most, and of a line of a log. */
const maxLength = 2048;

/** `hidesEnvs`: hides the values of its envs, which somebody may have changed, from now on. */
export type CleanEndpoint = (endpoint: Endpoint, options: { hidesEnvs: boolean }) => Endpoint;

/** One for a run. The other members are compared, and are no sentences. */
export function createCleaner(redactor: Redactor): CleanEndpoint {
  /** An id that holds a secret gets another one, which stays its own: workers are told apart by them. */
  const ids = new Map<string, string>();
  const shownId = (id: string) => {
    const known = ids.get(id);
    if (known !== undefined) return known;
    const shown = redactor.clean(id, maxLength);
    ids.set(id, shown === id ? id : `${shown} (${ids.size + 1})`);
    return ids.get(id) ?? '';
  };
  const said = (text: string) => redactor.clean(text, maxLength);
  const log = (text: string) => redactor.clean(text).split('\n').map(said).join('\n');
  const state = (found: State): State => ({
    state: said(found.state),
    error: said(found.error),
    message: said(found.message),
  });
  return (endpoint, { hidesEnvs }) => {
    if (hidesEnvs) for (const { value } of endpoint.config.envs) redactor.add(value, 'env');
    const workers = endpoint.workers.map((worker) => ({
      ...worker,
      id: shownId(worker.id),
      state: state(worker.state),
      log: log(worker.log),
    }));
    return { ...endpoint, state: state(endpoint.state), log: log(endpoint.log), workers };
  };
}
