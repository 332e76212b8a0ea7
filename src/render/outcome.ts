/** Owns how the end of a rollout reads, in a log and in the summary of the job. */

import type { DeployError } from '../errors.ts';
import { diffConfigs } from '../plan/diff.ts';
import type { Plan } from '../plan/plan.ts';
import { countWorkers } from '../rollout/readiness.ts';
import type { Outcome } from '../rollout/rollout.ts';
import { changeLine, changeTable, planLines } from './plan.ts';
import { formatWorkers } from './progress.ts';
import { codeCell, escapeCell, formatSeconds, linkCell, plural } from './text.ts';

/** The last lines of a log: where it serves, or in which state it was left and what can be done about it. */
export function outcomeLines(
  plan: Plan,
  { operation, endpoint, oldWorkers, failure, restoreFailure }: Outcome,
): string[] {
  if (!endpoint) return [];
  const { config, id, url, state } = endpoint;
  const name = `${config.name} (${id})`;
  if (failure) {
    const left = `${operation === 'restored' ? 'Put back' : 'Left as it is'}: ${name} is ${state.state || 'without a state'}, ${formatWorkers(countWorkers(endpoint))}, image ${config.image.address}.`;
    const created =
      operation === 'created'
        ? ['It was created by this run and goes on to be billed; `command: delete` with the same spec deletes it.']
        : [];
    return [left, ...created, ...(restoreFailure ? restoreFailureLines(plan, restoreFailure) : [])];
  }
  const old =
    oldWorkers > 0
      ? [
          `${plural(oldWorkers, 'worker')} of the old version ${oldWorkers === 1 ? 'is' : 'are'} still there; \`wait: rollout\` waits for them to leave.`,
        ]
      : [];
  return [`Done: ${name} ${operation}, ${state.state || 'without a state'}${url ? `, serves at ${url}` : ''}.`, ...old];
}

/** Somebody has to do by hand what could not be done: everything that is needed for it, but for the values of envs. */
function restoreFailureLines({ live }: Plan, restoreFailure: DeployError): string[] {
  const previous = live ? diffConfigs({ asked: live.config, found: undefined }).map(changeLine) : [];
  return [`The previous configuration could not be restored: ${restoreFailure.message}`, 'It was:', ...previous];
}

/** What happened at a glance, then the change field by field. */
export function outcomeSummary(
  plan: Plan,
  { operation, endpoint, endpointId, failure, restoreFailure, oldWorkers, smoke }: Outcome,
): string {
  const name = endpoint?.config.name ?? plan.desired.name;
  const title = failure
    ? `### ❌ ${escapeCell(name)}: ${failure.code}`
    : `### ✅ ${escapeCell(name)}: ${operation ?? 'nothing done'}`;
  const rows = [
    ['Endpoint', codeCell(endpointId ?? '')],
    ['URL', endpoint?.url ? linkCell(endpoint.url) : ''],
    ['Image', codeCell(endpoint?.config.image.address ?? plan.desired.image.address)],
    ['State', endpoint ? codeCell(endpoint.state.state) : ''],
    ['Workers', endpoint ? escapeCell(formatWorkers(countWorkers(endpoint))) : ''],
    ['Workers of the old version', oldWorkers > 0 ? String(oldWorkers) : ''],
    ['Failure', failure ? escapeCell(failure.message) : ''],
    [
      'Restore',
      restoreFailure
        ? escapeCell(`failed: ${restoreFailure.message}`)
        : failure && operation === 'restored'
          ? 'the previous configuration serves again'
          : '',
    ],
    [
      'Smoke test',
      smoke
        ? `${smoke.status} after ${formatSeconds(smoke.coldStartSeconds)}, first byte after ${smoke.firstByteSeconds.toFixed(1)} s`
        : '',
    ],
    ['Next', failure ? escapeCell(failure.hint) : ''],
  ].filter(([, value]) => value !== '');
  const table = ['| | |', '|---|---|', ...rows.map(([key, value]) => `| ${key} | ${value} |`)].join('\n');
  return [title, table, changeTable(plan.changes), '']
    .filter((part, index, parts) => part !== '' || index === parts.length - 1)
    .join('\n\n');
}

/** The plan as a reviewer reads it. */
export function planSummary(plan: Plan): string {
  const [found = '', headline = ''] = planLines(plan);
  return [
    `### Plan for ${escapeCell(plan.desired.name)}`,
    escapeCell(found),
    escapeCell(headline),
    changeTable(plan.changes),
    '',
  ].join('\n\n');
}

/** A deletion at a glance; without an id nothing was there. */
export function deletionSummary({ name, id }: { name: string; id: string | undefined }): string {
  const title = `### ✅ ${escapeCell(name)}: ${id === undefined ? 'absent already' : 'deleted'}`;
  return id === undefined
    ? `${title}\n`
    : `${title}\n\nEndpoint ${codeCell(id)} is gone: it was looked for and not found.\n`;
}

/** A validation without errors at a glance. */
export function validationSummary({ names, against }: { names: readonly string[]; against: string }): string {
  return `### ✅ Valid: ${names.map(escapeCell).join(', ')}\n\nChecked against ${against}.\n`;
}
