/** The command `list`: every endpoint of the account. It writes nothing. */

import pLimit from 'p-limit';
import { openReads, withEnvs } from '../account/reads.ts';
import { assertTrusted } from '../plan/ownership.ts';
import { listLines, listTable } from '../render/status.ts';
import type { CommandFunction } from '../run/context.ts';
import { listedAs } from './status.ts';

/** Every endpoint of the account, by name, with its repository. */
export const listAll: CommandFunction = async (context) => {
  assertTrusted(context);
  // A list may omit the envs, which name the repository.
  const endpoints = await pLimit(5).map(await openReads(context).list(), (listed) => withEnvs(listed, context));
  endpoints.sort((a, b) => (a.config.name < b.config.name ? -1 : 1));
  const outcomes = endpoints.map((live) => listedAs(live, context));
  const statuses = outcomes.map(({ status }) => status);
  const summary = { markdown: listTable(statuses), rank: 'unchanged' } as const;
  return { outcomes, operation: 'read', lines: listLines(statuses).join('\n'), summary };
};
