/** Owns how the end of a rollout reads, in a log and in the summary of the job. */

import type { DeployError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { countWorkers } from '../rollout/readiness.ts';
import type { Outcome } from '../rollout/rollout.ts';
import { endStateLines, failedRolloutLines } from './end-state.ts';
import { changeTable, openingLines, unverifiableLines } from './plan.ts';
import { formatWorkers } from './progress.ts';
import { codeCell, escapeCell, formatSeconds, formatShort, linkCell, plural, proseCell } from './text.ts';

/** The last lines of a log: where it serves, or in which state it was left and what can be done about it. */
export function outcomeLines(plan: Plan, outcome: Outcome): string[] {
  const { operation, endpoint, oldWorkers, failure } = outcome;
  if (failure) return failedRolloutLines(plan, outcome);
  if (!endpoint) return [];
  const { config, id, url, state } = endpoint;
  const old =
    oldWorkers > 0
      ? [
          `${plural(oldWorkers, 'worker')} of the old version ${oldWorkers === 1 ? 'is' : 'are'} still there; \`wait: rollout\` waits for them to leave.`,
        ]
      : [];
  return [
    `Done: ${config.name} (${id}) ${operation}, ${state.state || 'without a state'}${url ? `, serves at ${url}` : ''}.`,
    ...old,
  ];
}

/** What happened at a glance, then the change field by field. */
export function outcomeSummary(plan: Plan, outcome: Outcome): string {
  const { operation, endpoint, endpointId, failure, restoreFailure, oldWorkers, smoke } = outcome;
  const name = endpoint?.config.name ?? plan.desired.name;
  const title = failure
    ? `### ❌ ${escapeCell(name)}: ${failure.code}${operation === 'restored' ? ', restored' : ''}`
    : `### ✅ ${escapeCell(name)}: ${operation ?? 'nothing done'}`;
  const rows = [
    ['Endpoint', codeCell(endpointId ?? '')],
    ['URL', endpoint?.url ? linkCell(endpoint.url) : ''],
    ['Image', codeCell(endpoint?.config.image.image ?? plan.desired.image.image)],
    ['State', endpoint ? codeCell(endpoint.state.state) : ''],
    ['Workers', endpoint ? escapeCell(formatWorkers(countWorkers(endpoint))) : ''],
    ['Workers of the old version', oldWorkers > 0 ? String(oldWorkers) : ''],
    ['Failure', failure ? proseCell(failure.message) : ''],
    ['Afterwards', failure ? endStateLines(plan, outcome).map(proseCell).join('<br>') : ''],
    ['Restore', restoreFailure ? proseCell(`failed: ${restoreFailure.message}. ${restoreFailure.hint}`) : ''],
    [
      'Smoke test',
      smoke
        ? `${smoke.status} after ${formatSeconds(smoke.coldStartSeconds)}, first byte after ${formatShort(smoke.firstByteSeconds)}`
        : '',
    ],
    ['Next', failure ? proseCell(failure.hint) : ''],
  ].filter(([, value]) => value !== '');
  const table = ['| | |', '|---|---|', ...rows.map(([key, value]) => `| ${key} | ${value} |`)].join('\n');
  return [title, table, changeTable(plan.changes), '']
    .filter((part, index, parts) => part !== '' || index === parts.length - 1)
    .join('\n\n');
}

/** The plan as a reviewer reads it. */
export function planSummary(plan: Plan): string {
  return [
    `### Plan for ${escapeCell(plan.desired.name)}`,
    ...openingLines(plan).map(proseCell),
    changeTable(plan.changes),
    ...unverifiableLines(plan).map((line) => proseCell(line.trim())),
    '',
  ].join('\n\n');
}

export interface Deletion {
  name: string;
  /** Undefined: nothing was there. */
  id: string | undefined;
  /** It is on its way out, but still listed. */
  isListed?: boolean;
  failure?: DeployError;
}

/** A deletion at a glance. */
export function deletionSummary({ name, id, isListed, failure }: Deletion): string {
  if (failure)
    return `### ❌ ${escapeCell(name)}: ${failure.code}\n\n${proseCell(failure.message)}\n\n${proseCell(failure.hint)}\n`;
  const title = `### ✅ ${escapeCell(name)}: ${id === undefined ? 'absent already' : 'deleted'}`;
  if (id === undefined) return `${title}\n`;
  const seen = isListed
    ? 'is being taken down by the service, which still lists it'
    : 'is gone: it was looked for and not found';
  return `${title}\n\nEndpoint ${codeCell(id)} ${seen}.\n`;
}

/** A validation without errors at a glance. */
export function validationSummary({ names, against }: { names: readonly string[]; against: string }): string {
  return `### ✅ Valid: ${names.map(escapeCell).join(', ')}\n\nChecked against ${against}.\n`;
}
