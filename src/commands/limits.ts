/** Owns the question to the service for its live limits, and what a command does when the answer does not come. */

import { checkLimits } from '../check/limits.ts';
import { DeployError } from '../errors.ts';
import type { Inputs } from '../inputs.ts';
import type { Limits } from '../model/limits.ts';
import type { ServiceClient } from '../service/client.ts';
import type { Issue } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import type { CommandContext } from './context.ts';

/**
 * The live limits, or undefined when they are off, or did not come and the command can do without (`isNeeded: false`): then a warning says that
 * the ranges were not checked. A key that is refused, and a cancelled run, always stop.
 */
export async function askLimits(
  { inputs, reporter, signal }: CommandContext,
  { client, isNeeded }: { client: ServiceClient; isNeeded: boolean },
): Promise<Limits | undefined> {
  if (inputs.limits === 'off') return undefined;
  try {
    return await client.limits({ signal });
  } catch (error) {
    const isTolerable = error instanceof DeployError && error.code !== 'unauthorized' && error.code !== 'cancelled';
    if (isNeeded || !isTolerable) throw error;
    reporter.annotate({
      severity: 'warning',
      title: 'live limits',
      message: `The values of the spec were not checked against the live limits: ${error.message}.`,
      hint: error.hint,
    });
    return undefined;
  }
}

/** What the live limits say of the specs; `warn` leaves the last word to the service. */
export function limitIssues(
  documents: readonly SpecDocument[],
  { limits, mode }: { limits: Limits | undefined; mode: Inputs['limits'] },
): Issue[] {
  if (!limits) return [];
  const issues = documents.flatMap((document) => checkLimits({ document, limits }));
  return mode === 'enforce'
    ? issues
    : issues.map((issue) => (issue.severity === 'error' ? { ...issue, severity: 'warning' } : issue));
}
