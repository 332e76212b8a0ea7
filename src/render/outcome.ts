/** The summary of a rollout, and the foot of a comment. */

import type { DeployError } from '../errors.ts';
import type { GitHubContext } from '../github/event.ts';
import type { Plan } from '../plan/plan.ts';
import type { End } from '../rollout/end.ts';
import { endTitle, proofSentence, servesSentence } from './end.ts';
import { failureFacts } from './failure.ts';
import { codeCell, escapeCell, factTable, heading, linkCell, paragraphs, proseCell } from './markdown.ts';
import { shownChanges, shownImage } from './plan.ts';
import { hourlyCost } from './price.ts';
import { testTable } from './tests.ts';
import { formatShown, shortCommit } from './text.ts';

/** The end at a glance, then the change field by field. `failure`: as the annotation tells it. */
export function outcomeSummary(plan: Plan, end: End, failure: DeployError | undefined): string {
  const sign = failure ? '❌' : '✅';
  const tests = end.tests && (!failure || failure.code === 'test-failed') ? testTable(end.tests) : '';
  return paragraphs([
    heading(`${sign} ${escapeCell(endTitle(plan, end))}`),
    failure ? failureFacts(failure) : factTable(successRows(plan, end)),
    tests,
    shownChanges(plan),
  ]);
}

type Rows = readonly (readonly [name: string, value: string])[];

function successRows(plan: Plan, end: End): Rows {
  const { endpoint, endpointId = '' } = end;
  const image = shownImage({ ...plan.desired, ...endpoint?.config });
  return [
    ['Served by', proseCell(servesSentence(end))],
    ['Proved by', proseCell(proofSentence(end))],
    ['URL', endpoint?.url ? linkCell(endpoint.url) : ''],
    ['Endpoint', codeCell(endpointId)],
    ['Image', codeCell(image)],
    ['Tag', tagOf(plan, endpoint?.config.image.image)],
    ['Cost', hourlyCost(plan.price, plan.desired.workerConfig)],
  ];
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
