/** Values of a spec against the static bounds of the v2 update (service-api.md, v2 Update endpoint). */
import {
  type BoundViolation,
  boundViolations,
  type EndpointConfig,
  type Member,
  members,
  valueAt,
} from '../model/config.ts';
import { type Issue, issueAt, memberText, rangeText, valueText } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';

/** Errors for values that the v2 update cannot carry, of the members that it has to. */
export function checkV2Bounds(document: SpecDocument, carried: ReadonlySet<string>): Issue[] {
  return members
    .filter(({ path }) => carried.has(path))
    .flatMap((member) => {
      const value = valueAt(document.readable, member.path);
      if (value === undefined) return [];
      return [
        ...checkCount(document, member, value),
        ...boundViolations(member, value).map((violation) => describeViolation(document, { member, ...violation })),
      ];
    });
}

function describeViolation(
  document: SpecDocument,
  { member, path: below, value, bound }: BoundViolation & { member: Member },
): Issue {
  const path = [...member.path.split('.'), ...below];
  const named = memberText(document.inFile(path));
  const allowed = bound.oneOf ? bound.oneOf.join(', ') : rangeText(bound);
  const rule = (message: string, hint: string) =>
    issueAt(document, path, {
      code: 'outside-v2-bounds',
      message: `${message}; the v2 update takes ${allowed} (documented bound)`,
      hint,
    });
  if (bound.oneOf) return rule(`${named} is ${valueText(value)}`, `Write one of ${allowed}.`);
  if (typeof value === 'number')
    return rule(`${named} is ${valueText(value)}`, `Write a value from ${bound.min} to ${bound.max}.`);
  const what = member.kind === 'envs' && path.at(-1) === 'key' ? `the key ${named}` : named;
  return rule(`${what} is ${value.length} characters long`, `Shorten it to ${bound.max} characters.`);
}

/** v2 carries one `product_id`. */
function checkCount(document: SpecDocument, { path, v2, examples }: Member, value: unknown): Issue[] {
  const count = v2?.count;
  if (count === undefined || !Array.isArray(value) || value.length === count) return [];
  return [
    issueAt(document, [path], {
      code: 'outside-v2-bounds',
      message: `\`${path}\` has ${value.length} items; the v2 update takes exactly ${count} (documented bound)`,
      hint: `Write, for example, \`${path}: [${examples[0]}]\`.`,
    }),
  ];
}

/**
 * A notice where v2 sends the health check's path without its port: no reading shows whether the endpoint has one of its own, and the service may take
 * what is left out for a reset (service-api.md, v2 Update endpoint).
 */
export function checkHealthPort(document: SpecDocument, { healthy: { path, port } }: EndpointConfig): Issue[] {
  if (path === '' || port !== undefined) return [];
  return [
    issueAt(document, ['healthy'], {
      code: 'health-port-unknown',
      severity: 'notice',
      message:
        '`healthy.port` is not in the spec: the v2 update sends the health check without a port, which may reset one that was set by hand',
      hint: "No change needed if the health check uses the endpoint's port; otherwise add `healthy.port`.",
    }),
  ];
}
