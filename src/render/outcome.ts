/** The summary of a rollout, the warnings of a weak proof, and the foot of a comment. */

import type { DeployError } from '../errors.ts';
import type { GitHubContext } from '../github/event.ts';
import type { Plan } from '../plan/plan.ts';
import type { Annotation } from '../report.ts';
import type { End } from '../rollout/end.ts';
import type { Lack } from '../rollout/evidence/shortfall.ts';
import { billsSentence, causeSentence, endTitle, leftSentence, proofSentence, servesSentence } from './end.ts';
import { codeCell, escapeCell, factTable, heading, linkCell, paragraphs, proseCell } from './markdown.ts';
import { shownChanges, shownImage } from './plan.ts';
import { hourlyCost } from './price.ts';
import { testTable } from './tests.ts';
import { formatShown, shortCommit } from './text.ts';

/** The end at a glance, then the change field by field. `failure`: as the annotation tells it. */
export function outcomeSummary(plan: Plan, end: End, failure: DeployError | undefined): string {
  const sign = failure ? '❌' : '✅';
  const tests = end.tests && (!failure || failure.code === 'test-failed') ? testTable(end.tests) : '';
  const facts = failure ? failureRows(plan, end, failure) : successRows(plan, end);
  return paragraphs([
    heading(`${sign} ${escapeCell(endTitle(plan, end))}`),
    factTable(facts),
    tests,
    shownChanges(plan),
  ]);
}

type Rows = readonly (readonly [name: string, value: string])[];

function failureRows(plan: Plan, end: End, { hint }: DeployError): Rows {
  return [
    ['What', proseCell(causeSentence(end))],
    ['Served by', proseCell(`${servesSentence(end)}. ${leftSentence(plan, end)}.`)],
    ['Billed', proseCell(billsSentence(end.bills))],
    ['Next', proseCell(hint)],
  ];
}

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
    ['Cost', hourlyCost(plan.price, { now: plan.desired.workerConfig })],
  ];
}

/** The tag that the image was pinned from; '' if the tag itself serves, or another image. */
function tagOf({ resolvedImage, desired }: Plan, serving = desired.image.image): string {
  const { written } = resolvedImage ?? {};
  const isPinned = written !== undefined && written !== desired.image.image && serving === desired.image.image;
  return isPinned ? codeCell(formatShown(written)) : '';
}

/** A warning where nothing has shown that the new version works. */
export function unprovedWarning({ desired: { name } }: Plan, { left, crashes }: End): Annotation | undefined {
  if (left.kind !== 'serving') return undefined;
  const severity = 'warning';
  const crashed = crashes === '' ? '' : ` But ${crashes}.`;
  switch (left.proof) {
    case 'shared': {
      const message = `The tests passed, but an old worker may have answered: a worker of the old version of ${name} did not stop.`;
      const hint = 'Add a test that only the new version passes, such as one that asks the app for its version.';
      return { severity, title: `${name}: an old worker may have answered`, message, hint };
    }
    case 'no-tests': {
      const message = `Nothing has run: ${name} scales to zero and has no \`tests\`, so nothing has shown that this version works.${crashed}`;
      const hint = 'Add `tests` to the spec, for example `tests: [/health]`: the first one wakes a worker.';
      return { severity, title: `${name}: no proof`, message, hint };
    }
    case 'not-waited': {
      const message = `Nothing has shown that this version of ${name} works: \`wait\` is \`none\`.`;
      const hint = 'Use `wait: ready`, or run the command `test` in a later step.';
      return { severity, title: `${name}: no proof`, message, hint };
    }
    default:
      return undefined;
  }
}

/** One and several workers with this lack; the gravest comes first. */
const lackWords: readonly (readonly [Lack, one: string, several: string])[] = [
  ['crashed', 'has crashed', 'have crashed'],
  ['image-pull', 'cannot pull the image', 'cannot pull the image'],
  ['no-capacity', 'finds no free GPU', 'find no free GPU'],
  ['listing', 'is not listed', 'are not listed'],
  ['time', 'starts', 'start'],
];

/** A warning where fewer workers than `minNum` serve, and the others need more than time. */
export function shortfallWarning(plan: Plan, { shortfall }: End): Annotation | undefined {
  if (!shortfall) return undefined;
  const { healthy, needed, lacks } = shortfall;
  // While workers are replaced, the next one may be started, and listed, only after this one.
  const passing: readonly Lack[] = plan.workers === 'kept' ? ['time'] : ['time', 'listing'];
  if (lacks.keys().every((lack) => passing.includes(lack))) return undefined;
  const others = lackWords.flatMap(([lack, one, several]) => {
    const count = lacks.get(lack) ?? 0;
    return count === 0 ? [] : `${count} ${count === 1 ? one : several}`;
  });
  const counted = `${healthy} of ${needed} ${healthy === 1 ? 'runs' : 'run'}; ${others.join(', ')}`;
  const { name } = plan.desired;
  const message = `${name} serves with fewer workers than \`minNum\`: ${counted}.`;
  const hint =
    'A worker without a GPU starts as soon as one is free; another product may have a free one. ' +
    'The command `status` shows what becomes of the others.';
  return { severity: 'warning', title: `${name}: too few workers`, message, hint };
}

/** What could not be checked of a new endpoint that serves; undefined for nothing. */
export function uncheckedWarning({ desired: { name } }: Plan, { doubt, cause }: End): Annotation | undefined {
  if (doubt === '' || cause) return undefined;
  const hint = 'Run the command `status`, or look at the list of endpoints in the console of the service.';
  return { severity: 'warning', title: `${name}: not checked`, message: `${name} serves, but ${doubt}.`, hint };
}

/** The last line of a comment: its commit and run. */
export function commentFooter({ sha, runUrl }: GitHubContext): string {
  const run = runUrl === undefined ? '' : `, [run](<${runUrl}>)`;
  return `<sub>deploy-gpu-endpoint for ${codeCell(shortCommit(sha))}${run}</sub>`;
}
