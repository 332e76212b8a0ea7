/** What a spec leaves behind that has a new name. */

import { readRecord } from '../model/record.ts';
import { isTerminating } from '../model/states.ts';
import type { Plan } from '../plan/plan.ts';
import type { CommandContext } from './context.ts';
import { isOfRepository, sourceOf } from './ownership.ts';

/** A new `name` in a spec makes a second endpoint; the one of the old name goes on. */
export async function warnOfRenamed(plans: readonly Plan[], context: CommandContext): Promise<void> {
  const { inputs, preview, connections, signal, github, reporter } = context;
  const isCreation = plans.some(({ operation, isNamedByVariable }) => operation === 'create' && !isNamedByVariable);
  if (!isCreation || preview || github.context.repository === '') return;
  const names = plans.map(({ desired }) => desired.name);
  const client = await connections.service();
  // It only helps: where the account cannot be listed, nothing is said.
  const list = await client.list({ signal }).catch(() => []);
  for (const endpoint of list) {
    const { name } = endpoint.config;
    const record = readRecord(endpoint.config);
    const isOfSpec = record?.source === sourceOf(inputs) && record.ref === github.context.ref;
    if (
      !record ||
      !isOfSpec ||
      !isOfRepository(record, github.context) ||
      names.includes(name) ||
      isTerminating(endpoint)
    )
      continue;
    const message = `${name}, which this spec deployed until now, stays and is billed.`;
    const hint = `If it is no longer needed, run \`command: delete\` with \`name: ${name}\`.`;
    reporter.annotate({ severity: 'warning', title: `${name}: not deployed any more`, message, hint });
  }
}
