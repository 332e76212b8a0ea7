/** Summaries of what failed before any endpoint was known. Loads nothing of plans: a run that stops at its inputs needs none of it. */

import { type DeployError, SpecError } from '../errors.ts';
import type { InputProblem } from '../inputs.ts';
import { codeCell, factTable, heading, paragraphs, proseCell, table } from './markdown.ts';

/** A command that failed before any endpoint was known. */
export function failureSummary(command: string, failure: DeployError): string {
  return paragraphs([
    heading(`❌ ${command}: ${failure.code}`),
    failure instanceof SpecError ? failure.issues : factTable(failureFacts(failure)),
  ]);
}

/** Every input that is wrong, also those that GitHub has no room for among the annotations. */
export function inputProblemsSummary(command: string, problems: readonly InputProblem[]): string {
  const rows = problems.map(({ input, message, hint }) => [codeCell(input), proseCell(message), proseCell(hint)]);
  return paragraphs([heading(`❌ ${command}: inputs-invalid`), table(['Input', 'Found', 'What to do'], rows)]);
}

export function failureFacts({ message, hint }: DeployError): [string, string][] {
  return [
    ['Failure', proseCell(message)],
    ['Next', proseCell(hint)],
  ];
}
