/** What stands against a spec once its live limits, its live endpoint and its plan are known. */

import { isUnread } from '../model/config.ts';
import type { Limits } from '../model/endpoint.ts';
import type { Plan } from '../plan/plan.ts';
import { type Issue, type IssueCode, type IssuePath, issueAt } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import { checkDesired, checkHealthPort, checkUnplanned } from './desired.ts';
import { checkLimits, checkV2Bounds, type LimitsCheck } from './limits.ts';
import { checkComplete, checkCreation } from './required.ts';

interface LiveLimits {
  limits: Limits | undefined;
  /** Values outside the limits are warnings, and the service has the last word. */
  mayExceed: boolean;
}

/**
 * What can be said of documents without a plan: values outside the live limits, none when the limits are not known, and warnings of what only an existing
 * endpoint could complete. Judges what could be read of each document.
 */
export function checkDocuments(documents: readonly SpecDocument[], live: LiveLimits): Issue[] {
  return documents.flatMap((document) => oneForEach([...checkUnplanned(document), ...limitIssues({ document }, live)]));
}

function limitIssues(check: Omit<LimitsCheck, 'limits'>, { limits, mayExceed }: LiveLimits): Issue[] {
  if (!limits) return [];
  const issues = checkLimits({ ...check, limits });
  if (!mayExceed) return issues;
  return issues.map((issue) => (issue.severity === 'error' ? { ...issue, severity: 'warning' } : issue));
}

/**
 * All that the plan can tell: members that a new endpoint needs, values outside the live limits, members that contradict each other once the spec lies over
 * the live endpoint, what an update needs and neither spec nor service gives, v2's own bounds where v2 has to carry a member, members that no call carries.
 */
export function checkPlan({ document, plan, ...live }: { document: SpecDocument; plan: Plan } & LiveLimits): Issue[] {
  const { operation, successor, desired, calls, changes } = plan;
  const isNew = operation === 'create' || (operation === 'replace' && !successor);
  const updated = isNew ? undefined : (successor ?? plan.live);
  const planned = { desired, live: updated?.config };
  const purpose = calls.includes('update-v1') ? 'update' : 'partial update';
  const isHealthSent = calls.includes('update-v2') && changes.some(({ member }) => member === 'healthy.path');
  const outsideV2 = checkV2Bounds(document, plan.v2Members);
  // A bound, or an unknown value, says more than that the member cannot be carried.
  const problems = plan.problems.filter(
    ({ member }) => !isUnread(desired, member) && !outsideV2.some(({ path }) => isOf(member, path)),
  );
  return oneForEach([
    ...(isNew ? checkCreation(document) : []),
    ...limitIssues({ document, planned }, live),
    ...(operation === 'unchanged' ? [] : checkDesired(document, planned)),
    ...(updated && calls.length > 0 ? checkComplete(document, { desired, id: updated.id, purpose }) : []),
    ...(isNew && plan.live ? checkComplete(document, { desired, id: plan.live.id, purpose: 'new endpoint' }) : []),
    ...outsideV2,
    ...(isHealthSent ? checkHealthPort(document, desired) : []),
    ...problems.map(({ member, ...words }) =>
      issueAt(document, member.split('.'), { code: 'not-updatable', ...words }),
    ),
  ]);
}

/** Workers' settings are judged one by one, every other block as a whole. */
function isOf(member: string, path: IssuePath): boolean {
  const [block] = member.split('.');
  return block === 'workerConfig' ? member === path.join('.') : block === path[0];
}

/** Checks of the size of a value. */
const sizeCodes: ReadonlySet<IssueCode> = new Set(['outside-limits', 'outside-v2-bounds', 'beyond-free-size']);

/** A value that is too large breaks several ranges: one mistake, told once by the gravest check, the live limits before the others. */
function oneForEach(issues: readonly Issue[]): Issue[] {
  const sizes = issues.filter(({ code }) => sizeCodes.has(code));
  const told = new Set(
    [...Map.groupBy(sizes, ({ path }) => path.join('\n')).values()].map(
      (same) => same.find(({ severity }) => severity === 'error') ?? same[0],
    ),
  );
  return issues.filter((issue) => !sizeCodes.has(issue.code) || told.has(issue));
}
