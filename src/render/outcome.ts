/** The summary of a rollout, and the foot of a comment. */

import type { DeployError } from '../errors.ts';
import type { GitHubContext } from '../github/event.ts';
import type { Plan } from '../plan/plan.ts';
import type { End } from '../rollout/end.ts';
import { endTitle, proofSentence, servesSentence } from './end.ts';
import { failureFacts } from './failure.ts';
import { codeCell, escapeCell, factTable, heading, linkCell, paragraphs, proseCell } from './markdown.ts';
import { changeBlock, shownImage } from './plan.ts';
import { hourlyCost } from './price.ts';
import { testTable } from './tests.ts';
import { shortCommit } from './text.ts';

/** The end at a glance, then the change field by field. `failure`: as the annotation tells it. */
export function outcomeSummary(plan: Plan, end: End, failure: DeployError | undefined): string {
  const sign = failure ? '❌' : '✅';
  const tests = end.tests && (!failure || failure.code === 'test-failed') ? testTable(end.tests) : '';
  return paragraphs([
    heading(`${sign} ${escapeCell(endTitle(plan, end))}`),
    failure ? failureFacts(failure) : factTable(successRows(plan, end)),
    tests,
    changeBlock(plan.changes),
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
    ['Cost', hourlyCost(plan.price, plan.desired.workerConfig)],
  ];
}

/** The last line of a comment: its commit and run. */
export function commentFooter({ sha, runUrl }: GitHubContext): string {
  const run = runUrl === undefined ? '' : `, [run](<${runUrl}>)`;
  return `<sub>deploy-gpu-endpoint for ${codeCell(shortCommit(sha))}${run}</sub>`;
}
