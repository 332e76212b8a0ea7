/** The end of a rollout in words, for the log, the summary and the foot of a comment. */

import type { DeployError, ErrorCode } from '../errors.ts';
import type { GitHubContext } from '../github/event.ts';
import type { EndpointConfig } from '../model/config.ts';
import { formatCounts } from '../model/display.ts';
import { readParked } from '../model/record.ts';
import type { Plan } from '../plan/plan.ts';
import type { Annotation } from '../report.ts';
import type { Reading } from '../rollout/events.ts';
import { countWorkers, isReady } from '../rollout/evidence/condition.ts';
import { supersededByRecord } from '../rollout/evidence/effect.ts';
import { initialOutcome, type Outcome, proofOf } from '../rollout/outcome.ts';
import {
  billsNothing,
  createdInDoubtHint,
  endStateLines,
  failedRolloutLines,
  isForeign,
  isRestoreFailed,
  isServedByNone,
  leftVersion,
  restoreEnd,
  stoppedHint,
  unservedHint,
} from './end-state.ts';
import { codeCell, escapeCell, factTable, heading, linkCell, paragraphs, proseCell } from './markdown.ts';
import { shownChanges, shownImage } from './plan.ts';
import { formatAmount, hourlyCost } from './price.ts';
import { weakEvidence } from './progress.ts';
import { testTable } from './tests.ts';
import { formatShown, plural, shortCommit } from './text.ts';

/** The last lines of a log: where it serves, or in which state it was left and what can be done about it. */
export function outcomeLines(plan: Plan, outcome: Outcome): string[] {
  const { operation, endpoint, oldWorkers, failure, evidence, tests } = outcome;
  if (failure) return failedRolloutLines(plan, outcome);
  if (!endpoint) return [];
  const { config, id, url, state } = endpoint;
  const end =
    evidence || tests
      ? `serving${url ? ` at ${url}` : ''}`
      : `${state.state || 'without a state'}, not waited for${url ? `; its URL is ${url}` : ''}`;
  const old = `${plural(oldWorkers, 'worker')} of the old version ${oldWorkers === 1 ? 'is' : 'are'} still running; \`wait: rollout\` waits until they stop.`;
  const done = `Done: ${config.name} (${id}) ${operation ?? ''}, ${end}.`;
  const untested = isUntested(plan, outcome) ? [`Not tested: ${untestedWords}`] : [];
  return [done, untested, oldWorkers > 0 ? old : []].flat();
}

/** A warning where nothing has shown that the version works; a notice where an earlier run may have shown it. */
export function unprovedWarning(plan: Plan, outcome: Outcome): Annotation | undefined {
  const { name } = plan.desired;
  const { evidence, failure } = outcome;
  const severity = 'warning';
  if (evidence === 'tests-decide' && !failure) {
    const message = `The service shows no workers by which the new version of ${name} could be told from the old one: the tests passed, and the old version may have answered them.`;
    return { severity, title: `${name}: tests alone`, message, hint: 'Add a test that the old version fails.' };
  }
  if (outcome.answeredBy === 'any' && !failure) {
    const message = `The tests passed, but an old worker may have answered: ${plural(outcome.oldWorkers, 'worker')} of the old version of ${name} did not stop.`;
    const hint = 'Add a test that only the new version passes, such as one that asks the app for its version.';
    return { severity, title: `${name}: an old worker may have answered`, message, hint };
  }
  if (proofOf(outcome) !== 'none' || isUntested(plan, outcome)) return undefined;
  const crashed = outcome.crashes ? ` But ${outcome.crashes}.` : '';
  const [message, hint] = evidence
    ? [
        `Nothing has run: ${name} scales to zero and has no \`tests\`, so nothing has shown that this version works.${crashed}`,
        'Add `tests` to the spec, for example `tests: [/health]`: the first one wakes a worker.',
      ]
    : [
        `Nothing has shown that this version of ${name} works: \`wait\` is \`none\`.`,
        'Use `wait: ready`, or run `command: test` in a later step.',
      ];
  return { severity, title: `${name}: no proof`, message, hint };
}

/** What could not be checked of a new endpoint that serves; undefined for nothing. */
export function uncheckedWarning({ desired: { name } }: Plan, { unchecked, failure }: Outcome): Annotation | undefined {
  if (!unchecked || failure) return undefined;
  const hint = 'Run `command: status`, or look at the list of endpoints in the console of the service.';
  return { severity: 'warning', title: `${name}: not checked`, message: `${name} serves, but ${unchecked}.`, hint };
}

const untestedWords = 'it sleeps at zero workers, and nothing of its version changes. `command: test` wakes a worker.';

/** Its tests were not run, since they would wake a worker on every push. */
function isUntested({ tests }: Plan, outcome: Outcome): boolean {
  return outcome.tests === undefined && tests.length > 0 && outcome.evidence === 'no-workers-needed';
}

/** The result at a glance, then the change field by field. A failure is told once: cause, what is left, what to do. */
export function outcomeSummary(plan: Plan, outcome: Outcome): string {
  const { endpoint, endpointId, failure, oldWorkers, tests } = outcome;
  // The last reading of a deleted endpoint is out of date.
  const shown = outcome.isGone ? undefined : endpoint;
  const image = shownImage({ ...plan.desired, ...endpoint?.config });
  const facts = factTable([
    ['Endpoint', codeCell(endpointId ?? '')],
    ['URL', shown?.url ? linkCell(shown.url) : ''],
    ...(failure
      ? ([
          ['Cause', proseCell(failure.message)],
          ['Now', endStateLines(plan, outcome).map(proseCell).join('<br>')],
          ['Next', proseCell(failure.hint)],
        ] as const)
      : ([
          ['Image', codeCell(image)],
          ['Tag', tagOf(plan, endpoint?.config.image.image)],
          ['State', shown ? codeCell(shown.state.state) : ''],
          ['Workers', shown ? escapeCell(formatCounts(countWorkers(shown)) || 'none') : ''],
          ['Cost', hourlyCost(plan.price, { now: plan.desired.workerConfig })],
          ['Evidence', evidenceOf(plan, outcome).replace(/^./, (first) => first.toUpperCase())],
          ['Workers of the old version', oldWorkers > 0 ? String(oldWorkers) : ''],
        ] as const)),
  ]);
  const title = `${failure ? '❌' : '✅'} ${escapeCell(outcomeTitle(plan, outcome))}`;
  return paragraphs([heading(title), facts, tests ? testTable(tests) : '', shownChanges(plan)]);
}

/** The evidence, if it is weaker than a new healthy worker; '' otherwise. */
function evidenceOf(plan: Plan, outcome: Outcome): string {
  const proof = proofOf(outcome);
  if (isUntested(plan, outcome)) return `not tested: ${untestedWords}`;
  if (outcome.evidence) return (proof !== 'tests' && weakEvidence[outcome.evidence]) || '';
  return proof === 'none' ? 'none: the endpoint was not waited for.' : '';
}

/** Cause, with the image that failed, and what is left: `llama: crashed of a:1.1, restored to a:1.0`. */
export function outcomeTitle(plan: Plan, outcome: Outcome): string {
  const { operation, endpoint, failure } = outcome;
  const name = endpoint?.config.name ?? plan.desired.name;
  if (!failure) return `${name}: ${operation ?? 'no change'}`;
  const end = titleEnd(plan, outcome);
  if (failure.title !== '') return `${failure.title}, ${end}`;
  const image = shortImage(plan.desired);
  const isTold = image === '' || !failuresOfImage.has(failure.code) || end.split(' ').includes(image);
  return `${name}: ${failure.code}${isTold ? '' : ` of ${image}`}, ${end}`;
}

/** {@link outcomeTitle} where the rollout itself did not fail: a defect came before it, or after its end. */
export function interruptedTitle(plan: Plan, outcome: Outcome): string {
  const { operation, failure } = outcome;
  if (!operation || !failure) return outcomeTitle(plan, outcome);
  return `${plan.desired.name}: ${failure.code}, ${operation}: ${shortImage(plan.desired)}`;
}

/** The title of a plan that is refused before anything is written. */
export function refusedTitle(plan: Plan): (failure: DeployError) => string {
  return (failure) => outcomeTitle(plan, { ...initialOutcome(plan), failure });
}

const failuresOfImage: ReadonlySet<ErrorCode> = new Set([
  ...(['image-not-found', 'image-platform', 'image-unresolved', 'image-pull'] as const),
  ...(['crashed', 'unhealthy', 'endpoint-failed', 'timeout', 'test-failed'] as const),
]);

/** Two digests and a name would not fit into a title. */
function shortImage(config: EndpointConfig): string {
  return shownImage(config).replace(/(@sha256:[0-9a-f]{12})[0-9a-f]+$/, '$1');
}

function titleEnd(plan: Plan, outcome: Outcome): string {
  const { desired, live, price } = plan;
  const { operation, endpoint, unrestored = [], unconfirmed, cleanUp, restoreFailure, isGone } = outcome;
  if (isGone && cleanUp !== 'deleted') return 'deleted by someone else';
  const isTold = live && live.config.image.image !== desired.image.image;
  const previous = isTold ? shortImage({ ...desired, ...live.config }) : 'the previous configuration';
  if (restoreFailure && !isRestoreFailed(outcome)) {
    const end = restoreEnd(outcome);
    if (operation === 'restored') return isForeign(restoreFailure) ? end : `${previous} ${end}`;
    return `${end}: changed by someone else`;
  }
  if (operation === 'restored' && live) {
    if (readParked(live.config)) return 'parked again';
    const except = unrestored.length > 0 ? ` except ${unrestored.join(', ')}` : '';
    return `restored to ${previous}${except}`;
  }
  if (typeof cleanUp === 'string') return cleanUp;
  if ((cleanUp || operation === 'created') && billsNothing(endpoint)) return 'left stopped';
  if (cleanUp || isBilledInVain(outcome)) {
    const count = endpoint && Object.values(countWorkers(endpoint)).reduce((sum, each) => sum + each, 0);
    const cost = count && price !== undefined ? `, ${formatAmount(count * price)} an hour` : '';
    return `STILL BILLED${count ? `: ${plural(count, 'worker')}` : ''}${cost}`;
  }
  if (!restoreFailure) return versionLeft(plan, outcome);
  return `RESTORE FAILED: it ${unconfirmed ? 'may still have' : 'still has'} ${leftVersion(plan, endpoint)}`;
}

/** The version that is left if nothing was undone. */
function versionLeft({ desired, live }: Plan, outcome: Outcome): string {
  const { operation, endpoint, endpointId, unconfirmed, failure, changed } = outcome;
  if (unconfirmed === 'create-v1') return 'perhaps created';
  if (unconfirmed) return `perhaps written: ${shortImage(desired)}`;
  if (!endpoint) return endpointId === undefined ? 'nothing created' : 'created, not proved';
  const image = shortImage({ ...desired, ...endpoint.config });
  if (isForeign(failure)) return `changed by someone else: ${image}`;
  // A job that is run again writes nothing, and still proves nothing.
  if (operation && !(operation === 'unchanged' && serves(endpoint, live) && !speaksOfVersion(failure)))
    return `written, not proved: ${image}`;
  // An accepted update that no reading shows may have changed some fields.
  return `${changed && !operation ? 'perhaps changed' : 'not changed'}: ${image}${serves(endpoint, live) ? ' serves' : ''}`;
}

const speaksOfVersion = (failure?: DeployError) => failure !== undefined && failuresOfImage.has(failure.code);

/** Whether a healthy worker is not superseded. */
function serves(endpoint: Reading, live: Plan['live']): boolean {
  const isSuperseded = supersededByRecord(live);
  return endpoint.workers.some((worker) => isReady(worker, endpoint) && !isSuperseded(worker.id));
}

/** This run leaves an unproved new endpoint, or one that no worker serves. A failed restore has words of its own. */
function isBilledInVain(outcome: Outcome): boolean {
  const { operation, endpoint, failure, restoreFailure, isGone } = outcome;
  if (!failure || isForeign(failure) || restoreFailure || isGone || billsNothing(endpoint)) return false;
  if (endpoint?.config.workerConfig.minNum === 0) return false;
  return operation === 'created' || isServedByNone(outcome);
}

/** How to end the bill, for the annotation; '' if nothing is billed in vain, or the message says it. */
export function billedHint(outcome: Outcome): string {
  const { unconfirmed, cleanUp, operation, endpoint, endpointId: id = '', namesakes } = outcome;
  if (namesakes) return ` STILL BILLED, perhaps: ${namesakes}.`;
  if (unconfirmed === 'create-v1') return ` ${createdInDoubtHint}`;
  if (operation === 'created' && !cleanUp && billsNothing(endpoint)) return ` ${stoppedHint(id)}`;
  if (cleanUp || !isBilledInVain(outcome)) return '';
  const end = `To end the bill, run \`command: delete\` with \`endpoint-id: ${id}\`.`;
  return ` ${operation === 'created' ? end : unservedHint(id)}`;
}

/** The tag that the image was pinned from; '' if the tag itself serves, or another image. */
function tagOf({ resolvedImage, desired }: Plan, serving = desired.image.image): string {
  const { written } = resolvedImage ?? {};
  const isPinned = written !== undefined && written !== desired.image.image && serving === desired.image.image;
  return isPinned ? codeCell(formatShown(written)) : '';
}

/** The last line of a comment: its commit and run. */
export function commentFooter({ sha, runUrl }: GitHubContext): string {
  const run = runUrl === undefined ? '' : `, [run](<${runUrl}>)`;
  return `<sub>deploy-gpu-endpoint for ${codeCell(shortCommit(sha))}${run}</sub>`;
}
