/** Summaries of what ended without a deploy: valid, refused, superseded. */

import type { DeployError } from '../errors.ts';
import type { Plan } from '../plan/plan.ts';
import { failureFacts } from './failure.ts';
import { codeCell, escapeCell, factTable, heading, linkCell, paragraphs, proseCell } from './markdown.ts';
import { changeTable, imageCell } from './plan.ts';

/** A validation without errors. `against` says what was checked, in words. */
export function validationSummary({ names, against }: { names: readonly string[]; against: string }): string {
  return paragraphs([heading(`✅ Valid: ${names.map(escapeCell).join(', ')}`), `Checked against ${against}.`]);
}

/** A plan that is not carried out: for its own sake (`failure`), or because another one of the step was refused. */
export function refusalSummary(plan: Plan, failure: DeployError | undefined): string {
  const name = escapeCell(plan.desired.name);
  return paragraphs([
    heading(failure ? `❌ ${name}: ${failure.code}` : name),
    failure ? '' : 'Not deployed, because another endpoint of this step was refused.',
    factTable([...liveFacts(plan), ...(failure ? failureFacts(failure) : [])]),
    changeTable(plan.changes),
  ]);
}

/** A plan whose endpoint is somebody else's: that it is there, and no more. */
export function hiddenPlanLines({ live, successor, desired }: Plan): string[] {
  const shown = [live, successor].flatMap((endpoint) => endpoint?.id ?? []).join(', ');
  return [`Look-up: ${desired.name} is ${shown}, but this run is not allowed to see more of it.`];
}

/** {@link hiddenPlanLines} for the summary and a comment. */
export function hiddenPlanSummary(plan: Plan, failure?: DeployError): string {
  return paragraphs([
    heading(
      failure ? `❌ ${escapeCell(plan.desired.name)}: ${failure.code}` : `Plan for ${escapeCell(plan.desired.name)}`,
    ),
    ...hiddenPlanLines(plan).map(proseCell),
    failure ? factTable(failureFacts(failure)) : '',
  ]);
}

/** To be put below a plan that a deploy would refuse. */
export function refusalNote({ message, hint }: DeployError): string {
  return `> ⚠️ A deploy would be refused: ${proseCell(message)}. ${proseCell(hint)}\n`;
}

/** Commits as they are shown: the first characters. */
export function supersededSummary(plan: Plan, { deployed, ours }: { deployed: string; ours: string }): string {
  return paragraphs([
    heading(`⏭️ ${escapeCell(plan.desired.name)}: superseded`),
    `Skipped: the endpoint already runs ${codeCell(deployed)}, which is newer than this run's ${codeCell(ours)}.`,
    factTable(liveFacts(plan)),
  ]);
}

function liveFacts({ live }: Plan): [string, string][] {
  if (!live) return [];
  return [
    ['Endpoint', codeCell(live.id)],
    ['URL', live.url ? linkCell(live.url) : ''],
    ['Image', imageCell(live.config)],
    ['State', codeCell(live.state.state)],
  ];
}
