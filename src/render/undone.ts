/** Owns how it reads in the summary of the job when nothing was done to an endpoint: refused, superseded, or the run failed before it got there. */

import type { DeployError } from '../errors.ts';
import type { InputProblem } from '../inputs.ts';
import type { Plan } from '../plan/plan.ts';
import { changeTable } from './plan.ts';
import { codeCell, escapeCell, linkCell, proseCell } from './text.ts';

/** A plan that was not carried out: for its own sake (`failure`), or because another one of the step was refused. */
export function refusalSummary(plan: Plan, failure: DeployError | undefined): string {
  const title = failure ? `❌ ${escapeCell(plan.desired.name)}: ${failure.code}` : escapeCell(plan.desired.name);
  return joined([
    `### ${title}`,
    failure ? '' : 'Not deployed, because another endpoint of this step was refused.',
    table([
      ...foundRows(plan),
      ...(failure
        ? [
            ['Failure', proseCell(failure.message)],
            ['Next', proseCell(failure.hint)],
          ]
        : []),
    ]),
    changeTable(plan.changes),
  ]);
}

/** Below a plan that a deploy would not carry out. */
export function refusalNote({ message, hint }: DeployError): string {
  return `> ⚠️ A deploy would be refused: ${proseCell(message)}. ${proseCell(hint)}\n`;
}

/** Commits as they are shown: the first characters. */
export function supersededSummary(plan: Plan, { deployed, ours }: { deployed: string; ours: string }): string {
  return joined([
    `### ⏭️ ${escapeCell(plan.desired.name)}: superseded`,
    `Nothing was deployed: the endpoint already runs ${codeCell(deployed)}, which is newer than this run's ${codeCell(ours)}.`,
    table(foundRows(plan)),
  ]);
}

/** A run that failed before any endpoint could be spoken of. */
export function failureSummary(command: string, { code, message, hint }: DeployError): string {
  return joined([
    `### ❌ ${command}: ${code}`,
    table([
      ['Failure', proseCell(message)],
      ['Next', proseCell(hint)],
    ]),
  ]);
}

/** Every input that is wrong, also those that GitHub has no room for among the annotations. */
export function inputProblemsSummary(command: string, problems: readonly InputProblem[]): string {
  const rows = problems.map(
    ({ input, message, hint }) => `| ${codeCell(input)} | ${proseCell(message)} | ${proseCell(hint)} |`,
  );
  return joined([
    `### ❌ ${command}: inputs-invalid`,
    ['| Input | Found | What to do |', '|---|---|---|', ...rows].join('\n'),
  ]);
}

function foundRows({ live }: Plan): string[][] {
  if (!live) return [];
  return [
    ['Endpoint', codeCell(live.id)],
    ['URL', live.url ? linkCell(live.url) : ''],
    ['Image', codeCell(live.config.image.image)],
    ['State', codeCell(live.state.state)],
  ].filter(([, value]) => value !== '');
}

function table(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return ['| | |', '|---|---|', ...rows.map(([key, value]) => `| ${key} | ${value} |`)].join('\n');
}

function joined(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
