/** What stands against a spec once its live limits, its live endpoint and its plan are known. */

import type { Limits } from '../model/limits.ts';
import type { Plan } from '../plan/plan.ts';
import { type Issue, type IssuePath, issueAt } from '../spec/issue.ts';
import { checkMergedWorkers } from '../spec/rules.ts';
import type { SpecDocument } from '../spec/spec.ts';
import { checkCreation } from './creation.ts';
import { checkLimits } from './limits.ts';
import { checkV2Bounds } from './v2-bounds.ts';

/** What becomes of values outside the live limits: an error, a warning that leaves the last word to the service, or nothing. */
export type LimitTolerance = 'enforce' | 'warn' | 'off';

/** Values outside the live limits; none when the limits are not known. Judges what could be read of each document. */
export function checkDocuments(
  documents: readonly SpecDocument[],
  { limits, tolerance }: { limits: Limits | undefined; tolerance: LimitTolerance },
): Issue[] {
  if (!limits || tolerance === 'off') return [];
  const issues = documents.flatMap((document) => checkLimits({ document, limits }));
  return tolerance === 'enforce'
    ? issues
    : issues.map((issue) => (issue.severity === 'error' ? { ...issue, severity: 'warning' } : issue));
}

/**
 * What only the plan can tell: members that a new endpoint needs, workers that contradict the number the spec leaves out, v2's own bounds where
 * v2 has to carry a member, members that no call carries.
 */
export function checkPlan({ document, plan }: { document: SpecDocument; plan: Plan }): Issue[] {
  const isNew = plan.operation === 'create' || (plan.operation === 'replace' && !plan.successor);
  const { minNum, maxNum } = plan.desired.workerConfig;
  const outsideV2 = checkV2Bounds(document, plan.v2Members);
  // A bound says more than that the member cannot be carried.
  const problems = plan.problems.filter(({ member }) => !outsideV2.some(({ path }) => isOf(member, path)));
  return [
    ...(isNew ? checkCreation(document) : []),
    ...(plan.operation === 'unchanged' ? [] : checkMergedWorkers(document, { minNum, maxNum })),
    ...outsideV2,
    ...problems.map(({ member, message, hint }) =>
      issueAt(document, member.split('.'), { code: 'not-updatable', message, hint }),
    ),
  ];
}

/** Workers' settings are judged one by one, every other block as a whole. */
function isOf(member: string, path: IssuePath): boolean {
  const [block] = member.split('.');
  return block === 'workerConfig' ? member === path.join('.') : block === path[0];
}
