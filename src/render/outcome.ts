/** The end of a rollout in words, for the log, the summary and the foot of a comment. */

import type { GitHubContext } from '../github/event.ts';
import type { Plan } from '../plan/plan.ts';
import type { Outcome } from '../rollout/rollout.ts';
import { countWorkers, formatCounts } from '../rollout/worker-counts.ts';
import { endStateLines, failedRolloutLines, isForeign } from './end-state.ts';
import { codeCell, escapeCell, factTable, heading, linkCell, paragraphs, proseCell } from './markdown.ts';
import { changeTable, imageCell } from './plan.ts';
import { weakEvidence } from './progress.ts';
import { formatShown, plural, shortCommit } from './text.ts';

/** The last lines of a log: where it serves, or in which state it was left and what can be done about it. */
export function outcomeLines(plan: Plan, outcome: Outcome): string[] {
  const { operation, endpoint, oldWorkers, failure, evidence, tests } = outcome;
  if (failure) return failedRolloutLines(plan, outcome);
  if (!endpoint) return [];
  const { config, id, url, state } = endpoint;
  const isProven = Boolean(evidence || tests);
  const old =
    oldWorkers > 0
      ? [
          `${plural(oldWorkers, 'worker')} of the old version ${oldWorkers === 1 ? 'is' : 'are'} still running; \`wait: rollout\` waits until they stop.`,
        ]
      : [];
  return [
    isProven
      ? `Done: ${config.name} (${id}) ${operation ?? ''}, serving${url ? ` at ${url}` : ''}.`
      : `Done: ${config.name} (${id}) ${operation ?? ''}, ${state.state || 'without a state'}, not waited for${url ? `; its URL is ${url}` : ''}.`,
    ...old,
  ];
}

/** What happened at a glance, then the change field by field. */
export function outcomeSummary(plan: Plan, outcome: Outcome): string {
  const { operation, endpoint, endpointId, failure, restoreFailure, oldWorkers, tests, evidence } = outcome;
  const name = endpoint?.config.name ?? plan.desired.name;
  const title = failure
    ? `❌ ${escapeCell(name)}: ${failure.code}${endOf(outcome)}`
    : `✅ ${escapeCell(name)}: ${operation ?? 'no change'}`;
  const facts = factTable([
    ['Endpoint', codeCell(endpointId ?? '')],
    ['URL', endpoint?.url ? linkCell(endpoint.url) : ''],
    ['Image', imageCell({ ...plan.desired, ...endpoint?.config })],
    ['Tag', tagOf(plan, endpoint?.config.image.image)],
    ['State', endpoint ? codeCell(endpoint.state.state) : ''],
    ['Workers', endpoint ? escapeCell(formatCounts(countWorkers(endpoint)) || 'none') : ''],
    ['Evidence', ((evidence && weakEvidence[evidence]) ?? '').replace(/^./, (first) => first.toUpperCase())],
    ['Workers of the old version', oldWorkers > 0 ? String(oldWorkers) : ''],
    ['Failure', failure ? proseCell(failure.message) : ''],
    ['Afterwards', failure ? endStateLines(plan, outcome).map(proseCell).join('<br>') : ''],
    [
      'Restore',
      restoreFailure ? proseCell(`${restoreOutcome(outcome)}: ${restoreFailure.message}. ${restoreFailure.hint}`) : '',
    ],
    ['Tests', tests ? plural(tests.length, 'test') + ' passed' : ''],
    ['Next', failure ? proseCell(failure.hint) : ''],
  ]);
  return paragraphs([heading(title), facts, changeTable(plan.changes)]);
}

/** What became of the endpoint, for the title. */
function endOf({ operation, restoreFailure }: Outcome): string {
  if (operation === 'restored') return ', restored';
  return restoreFailure && !isForeign(restoreFailure) ? ', RESTORE FAILED' : '';
}

function restoreOutcome({ operation, restoreFailure }: Outcome): string {
  if (isForeign(restoreFailure)) return operation === 'restored' ? 'written back' : 'not done';
  return operation === 'restored' ? 'written back, not seen serving' : 'failed';
}

/** The reference that the image was pinned from; '' where it is what serves, or another image serves. */
function tagOf({ resolvedImage, desired }: Plan, serving: string | undefined): string {
  const isPinned = resolvedImage !== undefined && resolvedImage.written !== desired.image.image;
  return isPinned && (serving ?? desired.image.image) === desired.image.image
    ? codeCell(formatShown(resolvedImage.written))
    : '';
}

/** The last line of a comment: its commit, environment and run, so that a reader sees what it speaks of. `environment` '' for none. */
export function commentFooter({ sha, runUrl }: Pick<GitHubContext, 'sha' | 'runUrl'>, environment: string): string {
  const where = environment === '' ? '' : ` to ${codeCell(environment)}`;
  const run = runUrl === undefined ? '' : `, [run](<${runUrl}>)`;
  return `<sub>deploy-gpu-endpoint for ${codeCell(shortCommit(sha))}${where}${run}</sub>`;
}
