/** The end of a rollout in words, for the log, the summary and the foot of a comment. */

import type { GitHubContext } from '../github/event.ts';
import { readParked } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import type { Annotation } from '../report.ts';
import { countWorkers, formatCounts } from '../rollout/condition.ts';
import type { Reading } from '../rollout/events.ts';
import { isServedByNone, type Outcome, proofOf } from '../rollout/outcome.ts';
import {
  ageOf,
  createdInDoubtHint,
  endStateLines,
  failedRolloutLines,
  isForeign,
  isRestoreFailed,
  restoreHint,
  unservedHint,
} from './end-state.ts';
import { codeCell, escapeCell, factTable, heading, linkCell, paragraphs, proseCell } from './markdown.ts';
import { changeTable, imageCell, shownImage } from './plan.ts';
import { weakEvidence } from './progress.ts';
import { testTable } from './tests.ts';
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
    ...(isAsleep(plan, outcome)
      ? ['It sleeps and nothing was changed, so its tests were not run; `command: test` runs them.']
      : []),
  ];
}

function billedNote(endpoint: Reading | undefined): string {
  const count = endpoint && Object.values(countWorkers(endpoint)).reduce((sum, each) => sum + each, 0);
  return `STILL BILLED${count ? `: ${plural(count, 'worker')}` : ''}`;
}

/** A warning where nothing has shown that the version works; none for an unchanged one that sleeps and has tests. */
export function unprovedWarning(plan: Plan, outcome: Outcome): Annotation | undefined {
  const { name } = plan.desired;
  if (outcome.evidence === 'tests-decide' && !outcome.failure)
    return {
      severity: 'warning',
      title: `${name}: tests alone`,
      message: `The service shows no workers by which the new version of ${name} could be told from the old one: the tests passed, and the old version may have answered them.`,
      hint: 'Add a test that the old version fails.',
    };
  if (proofOf(outcome) !== 'none' || isAsleep(plan, outcome)) return undefined;
  const isAwaited = outcome.evidence !== undefined;
  return {
    severity: 'warning',
    title: `${name}: no proof`,
    message: isAwaited
      ? `Nothing has run: ${name} scales to zero and has no \`tests\`, so nothing has shown that this version works.`
      : `Nothing has shown that this version of ${name} works: \`wait\` is \`none\`.`,
    hint: isAwaited
      ? 'Add `tests` to the spec, for example `tests: [/health]`: the first one wakes a worker.'
      : 'Use `wait: ready`, or run `command: test` in a later step.',
  };
}

/** Its tests were not run, since they would wake a worker on every push. */
function isAsleep({ tests }: Plan, { operation, evidence }: Outcome): boolean {
  return operation === 'unchanged' && tests.length > 0 && evidence === 'no-workers-needed';
}

/** What happened at a glance, then the change field by field. */
export function outcomeSummary(plan: Plan, outcome: Outcome): string {
  const { endpoint, endpointId, failure, restoreFailure, oldWorkers, tests } = outcome;
  // What was read last of an endpoint that is gone is the past.
  const shown = outcome.isGone ? undefined : endpoint;
  const facts = factTable([
    ['Endpoint', codeCell(endpointId ?? '')],
    ['URL', shown?.url ? linkCell(shown.url) : ''],
    ['Image', outcome.isGone ? '' : imageCell({ ...plan.desired, ...endpoint?.config })],
    ['Tag', tagOf(plan, endpoint?.config.image.image)],
    ['State', shown ? `${codeCell(shown.state.state)}${ageOf(outcome)}` : ''],
    ['Workers', shown ? escapeCell(formatCounts(countWorkers(shown)) || 'none') : ''],
    ['Evidence', evidenceOf(outcome).replace(/^./, (first) => first.toUpperCase())],
    ['Workers of the old version', oldWorkers > 0 ? String(oldWorkers) : ''],
    ['Failure', failure ? proseCell(failure.message) : ''],
    ['Afterwards', failure ? endStateLines(plan, outcome).map(proseCell).join('<br>') : ''],
    [
      'Restore',
      restoreFailure
        ? proseCell([`${restoreOutcome(outcome)}: ${restoreFailure.message}.`, ...restoreHint(outcome)].join(' '))
        : '',
    ],
    ['Next', failure ? proseCell(failure.hint) : ''],
  ]);
  const title = `${failure ? '❌' : '✅'} ${escapeCell(outcomeTitle(plan, outcome))}`;
  return paragraphs([heading(title), facts, tests ? testTable(tests) : '', shownChanges(plan)]);
}

/** What was taken as evidence, where it is less than a new healthy worker; '' otherwise. */
function evidenceOf(outcome: Outcome): string {
  if (proofOf(outcome) === 'tests') return '';
  if (outcome.evidence) return weakEvidence[outcome.evidence] ?? '';
  return proofOf(outcome) === 'none' ? 'none: the endpoint was not waited for.' : '';
}

/** All fields of a new endpoint are many: they are folded away. */
function shownChanges({ operation, changes }: Plan): string {
  const table = changeTable(changes);
  if (operation === 'update' || table === '') return table;
  return `<details><summary>${plural(changes.length, 'field')}</summary>\n\n${table}\n\n</details>`;
}

/** Cause and end in a few words: `llama: crashed, restored to ghcr.io/acme/llama:1`. */
export function outcomeTitle(plan: Plan, outcome: Outcome): string {
  const { desired, live } = plan;
  const { operation, endpoint, failure, restoreFailure, unrestored, unconfirmed } = outcome;
  const name = endpoint?.config.name ?? desired.name;
  if (!failure) return `${name}: ${operation ?? 'no change'}`;
  const cause = `${name}: ${failure.code}`;
  const except = unrestored?.length ? ` except ${unrestored.join(', ')}` : '';
  if (operation === 'restored' && live)
    return readParked(live.config)
      ? `${cause}, parked again`
      : `${cause}, restored to ${shownImage({ ...desired, ...live.config })}${except}`;
  if (outcome.cleanUp === 'deleted' && live) return `${cause}, the old endpoint stays`;
  if (outcome.cleanUp)
    return `${cause}, ${typeof outcome.cleanUp === 'string' ? outcome.cleanUp : billedNote(endpoint)}`;
  if (isBilledInVain(plan, outcome)) return `${cause}, ${billedNote(endpoint)}`;
  if (restoreFailure && outcome.isGone) return `${cause}, deleted by someone else`;
  if (!isRestoreFailed(outcome)) return cause;
  const left = endpoint ? shownImage({ ...desired, ...endpoint.config }) : 'the new configuration';
  return `${cause}, RESTORE FAILED: it ${unconfirmed ? 'may still have' : 'still has'} ${left}`;
}

/** What this run has created and not proved, or what no worker serves; the restore that failed is told instead. */
function isBilledInVain({ operation: planned }: Plan, outcome: Outcome): boolean {
  const { operation, endpoint, evidence, failure, restoreFailure, isGone } = outcome;
  if (!failure || isForeign(failure) || restoreFailure || isGone) return false;
  if ((endpoint?.config.workerConfig.minNum ?? 1) === 0) return false;
  const isProved = planned === 'replace' && evidence !== undefined;
  return (operation === 'created' && !isProved) || isServedByNone(outcome);
}

/** What ends the bill, for the annotation; '' where nothing is billed in vain, or the message says it. */
export function billedHint(plan: Plan, outcome: Outcome): string {
  if (outcome.unconfirmed === 'create-v1') return ` ${createdInDoubtHint}`;
  if (outcome.cleanUp || !isBilledInVain(plan, outcome)) return '';
  const id = outcome.endpointId ?? '';
  return outcome.operation === 'created'
    ? ` To end the bill, run \`command: delete\` with \`endpoint-id: ${id}\`.`
    : ` ${unservedHint(id)}`;
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

/** The last line of a comment: its commit, environment ('' for none) and run. */
export function commentFooter({ sha, runUrl }: GitHubContext, environment: string): string {
  const where = environment === '' ? '' : ` to ${codeCell(environment)}`;
  const run = runUrl === undefined ? '' : `, [run](<${runUrl}>)`;
  return `<sub>deploy-gpu-endpoint for ${codeCell(shortCommit(sha))}${where}${run}</sub>`;
}
