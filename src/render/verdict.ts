/** The first line of a summary: what became of the run. */

import type { DeployError } from '../errors.ts';
import { ours, own } from '../own-text.ts';
import { codeCell } from './markdown.ts';

/** What became of one endpoint, by its outputs; '' for what was not set. */
export interface EndpointVerdict {
  name: string;
  /** `updated`, `restored`, … */
  operation: string;
  /** Code of its failure. */
  failureReason: string;
  /** What a plan would do: `create`, `update`, … */
  planned: string;
}

const mostShown = 20;

/** Nothing from outside stands before our own words. */
export function verdictLine({
  command,
  failure,
  endpoints,
}: {
  command: string;
  failure: DeployError | undefined;
  endpoints: readonly EndpointVerdict[];
}): string {
  const named = endpoints.filter(({ name }) => name !== '');
  const isSuperseded = named.length > 0 && named.every(({ operation }) => operation === 'superseded');
  const sign = failure ? '❌' : isSuperseded ? '⏭️' : '✅';
  const failed = endpoints.filter(({ failureReason }) => failureReason !== '').length;
  const end = failure
    ? ` failed${named.length > 1 && failed > 0 ? ` for ${failed} of ${named.length}` : ''}: ${failure.code}`
    : '';
  const shown = named.slice(0, mostShown).map((each) => ours`${own(codeCell(each.name))} ${own(wordsFor(each))}`);
  const left = named.length > mostShown ? [own(`${named.length - mostShown} more`)] : [];
  return [own(`**${sign} ${command}${end}**`), [...shown, ...left].join(', ')].filter(Boolean).join(' ');
}

function wordsFor({ operation, failureReason, planned }: EndpointVerdict): string {
  const done = operation === 'planned' && planned !== '' ? `planned: ${planned}` : operation;
  if (failureReason === '') return done || 'not changed';
  return done === '' ? failureReason : `${done} (${failureReason})`;
}
