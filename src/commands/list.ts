/** The command `list`: every endpoint of the account. It writes nothing. */

import pLimit from 'p-limit';
import { isOwn } from '../account/orphans.ts';
import { openReads, withEnvs } from '../account/reads.ts';
import { isCandidate } from '../plan/candidate.ts';
import { assertTrusted } from '../plan/ownership.ts';
import { listLines, listTable } from '../render/status.ts';
import type { CommandContext, CommandFunction } from '../run/context.ts';
import { namesIn, readFilesIfAny } from '../run/specs.ts';
import { listedAs } from './status.ts';

/** Every endpoint of the account, by name, with its repository. */
export const command: CommandFunction = async (context) => {
  assertTrusted(context);
  // A list may omit the envs, which name the repository.
  const endpoints = await pLimit(5).map(await openReads(context).list(), (listed) => withEnvs(listed, context));
  endpoints.sort((a, b) => (a.config.name < b.config.name ? -1 : 1));
  const names = await specNames(context);
  const outcomes = endpoints.map((live) => {
    const isOrphan = isOwn(live, context) && names?.includes(live.config.name) === false && !isCandidate(live);
    return listedAs(live, { isOrphan, ask: context });
  });
  const statuses = outcomes.map(({ status }) => status);
  const summary = { markdown: listTable(statuses), rank: 'unchanged' } as const;
  return { outcomes, operation: 'read', lines: listLines(statuses).join('\n'), summary };
};

/** The names that the specs of the checkout give; undefined where there are none, or one cannot be read. */
async function specNames(context: CommandContext): Promise<readonly string[] | undefined> {
  const documents = await readFilesIfAny(context);
  const names = namesIn(documents);
  return names.length > 0 && names.length === documents.length ? names : undefined;
}
