/** The command `list`: every endpoint of the account. It writes nothing. */

import pLimit from 'p-limit';
import { openReads, withEnvs } from '../account/reads.ts';
import { assertTrusted } from '../plan/ownership.ts';
import { listLines, listTable } from '../render/status.ts';
import type { CommandFunction } from './context.ts';
import { readOutputs, readStatus, statusOutputs } from './status.ts';

/** Every endpoint of the account, by name, with its repository. */
export const listAll: CommandFunction = async (context) => {
  const { outputs, reporter } = context;
  assertTrusted(context);
  // A list may omit the envs, which name the repository.
  const endpoints = await pLimit(5).map(await openReads(context).list(), (listed) => withEnvs(listed, context));
  endpoints.sort((a, b) => (a.config.name < b.config.name ? -1 : 1));
  const rows = endpoints.map((live) => ({ live, status: readStatus(live, undefined, context) }));
  const statuses = rows.map(({ status }) => status);
  outputs.setEndpoints(rows.map(({ live, status }) => ({ ...readOutputs(live), status: statusOutputs(status) })));
  outputs.set({ operation: 'read', changed: 'false' });
  reporter.info(listLines(statuses).join('\n'));
  await reporter.summarize(listTable(statuses), 'unchanged');
  return undefined;
};
