/** Readings of an account, with patience: one answer may be odd. */

import type { Clock } from '../clock.ts';
import { codeRow, DeployError, knownError } from '../errors.ts';
import { isUnread } from '../model/config.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Run } from '../plan/run.ts';
import { askAgain } from '../poll.ts';
import type { ServiceClient } from '../service/client.ts';
import type { ListOptions } from '../service/list.ts';
import { oddAnswerMs, oddAnswerPauses } from '../times.ts';

/** What a question to the account needs. */
export interface Ask extends Run {
  connections: { service(): Promise<ServiceClient> };
  clock: Clock;
  signal: AbortSignal;
  /** Gets, once a question, the line that says why it is asked again. */
  onRepeat: (why: string) => void;
}

/**
 * An answer that cannot be used (a refused key, a web page, a redirect, a conflict) may be that of a firewall or a
 * restarting service, so the request is repeated for some seconds. `not-found` is final, and `unavailable` comes after
 * retries of its own. The client hides the envs of an endpoint that it reads, but not of a whole account.
 */
export function openReads(ask: Ask) {
  const { connections, signal } = ask;
  async function patiently<Answer>(request: (client: ServiceClient) => Promise<Answer>): Promise<Answer> {
    const client = await connections.service();
    const doubt = (answer: Answer | DeployError) =>
      answer instanceof DeployError && codeRow(answer.code).reads === 'again'
        ? `An answer was not usable, so the request is repeated: ${answer.message}.`
        : '';
    const question = { ask: () => request(client).catch(knownError), doubt };
    const answer = await askAgain({ ...question, forMs: oddAnswerMs, pauses: oddAnswerPauses }, ask);
    if (answer instanceof DeployError) throw answer;
    return answer;
  }
  return {
    get: (id: string) => patiently((client) => client.get(id, { signal })),
    list: (wanted?: ListOptions) => patiently((client) => client.list({ signal, ...wanted })),
    limits: () => patiently((client) => client.limits({ signal })),
  };
}

/** The endpoint with its envs, which a list may omit and which name its repository; otherwise as {@link readNow}. */
export async function withEnvs(listed: Endpoint, ask: Ask): Promise<Endpoint> {
  return isUnread(listed.config, 'envs') ? ((await readNow(listed, ask)) ?? listed) : listed;
}

/** The endpoint by its ID, since a list may be late; as listed if that fails, undefined if not found. */
export async function readNow(listed: Endpoint, ask: Ask): Promise<Endpoint | undefined> {
  const read = await openReads(ask).get(listed.id).catch(knownError);
  if (!(read instanceof DeployError)) return read;
  return read.code === 'not-found' ? undefined : listed;
}

/** For `catch` where a failure is no end: the failure as a value, but for a defect, and what a cancelled run meets. */
export function tolerated(thrown: unknown, { signal }: Ask): DeployError {
  if (signal.aborted) throw thrown;
  return knownError(thrown);
}

/** The endpoint; undefined if the service does not say. Rejects if it was deleted, or the run was cancelled. */
export async function readIfTold(id: string, ask: Ask): Promise<Endpoint | undefined> {
  const read = await openReads(ask)
    .get(id)
    .catch((thrown) => tolerated(thrown, ask));
  if (!(read instanceof DeployError)) return read;
  if (read.code === 'not-found') throw read;
  return undefined;
}
