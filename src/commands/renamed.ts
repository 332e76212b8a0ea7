/** The endpoint of the old name, after a spec has got a new one. */

import type { Endpoint } from '../model/endpoint.ts';
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
  const isLeftBehind = (endpoint: Endpoint) => {
    const record = readRecord(endpoint.config);
    const isOfSpec = record?.source === sourceOf(inputs) && record.ref === github.context.ref;
    const isOther = !names.includes(endpoint.config.name) && !isTerminating(endpoint);
    return isOfSpec && isOfRepository(record, github.context) && isOther;
  };
  const client = await connections.service();
  // Only a warning: without a list, there is none.
  const leftBehind = await client.list({ signal, keeps: isLeftBehind }).catch(() => []);
  for (const { config } of leftBehind) {
    const { name } = config;
    const message = `${name}, which this spec deployed until now, stays and is billed.`;
    const hint = `If it is no longer needed, run the command \`delete\` with \`name: ${name}\`.`;
    reporter.annotate({ severity: 'warning', title: `${name}: not deployed any more`, message, hint });
  }
}
