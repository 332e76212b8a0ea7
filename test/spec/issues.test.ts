/** Every issue that can come out of a spec, word for word and place for place. */
import { describe, expect, test } from 'vitest';
import type { IssueCode } from '../../src/spec/issue.ts';
import { issuesOf } from './cases/case.ts';
import { checksCases } from './cases/checks.ts';
import { compareCases } from './cases/compare.ts';
import { membersCases } from './cases/members.ts';
import { priceCases } from './cases/price.ts';
import { testsCases } from './cases/tests.ts';
import { textCases } from './cases/text.ts';
import { issueLine } from './reading.ts';

const cases = [...textCases, ...membersCases, ...checksCases, ...testsCases, ...compareCases, ...priceCases];

/** Every code: the compiler refuses a list that lacks one. */
const codes: Readonly<Record<IssueCode, true>> = {
  'file-too-large': true,
  'not-utf8': true,
  'control-character': true,
  'yaml-syntax': true,
  'nested-too-deep': true,
  'too-many-items': true,
  'custom-tag': true,
  'unknown-anchor': true,
  'alias-bomb': true,
  'merge-key': true,
  'complex-key': true,
  'duplicate-key': true,
  'empty-spec': true,
  'malformed-variable': true,
  'unknown-variable': true,
  'unused-variable': true,
  'unknown-key': true,
  'missing-key': true,
  'wrong-type': true,
  'out-of-range': true,
  'invalid-value': true,
  'secret-literal': true,
  'duplicate-env': true,
  'duplicate-name': true,
  'cluster-required': true,
  'duplicate-mount': true,
  'reserved-env': true,
  'not-told': true,
  'policy-value-needed': true,
  'health-port-unknown': true,
  'not-comparable': true,
  'max-below-min': true,
  'unknown-policy-type': true,
  'outside-limits': true,
  'beyond-free-size': true,
  'limits-unusable': true,
  'outside-v2-bounds': true,
  'not-updatable': true,
  'unknown-product': true,
  'required-to-create': true,
  'image-not-found': true,
  'image-platform': true,
  'image-unresolved': true,
  'more-issues': true,
};

describe('issues', () => {
  test.each(cases)('$title', (each) => {
    const lines = issuesOf(each).map((issue) => issueLine(issue, each.text ?? ''));
    expect(each.last === undefined ? lines : lines.slice(-each.last)).toEqual(each.expected);
  });

  test.each(cases)('no secret in words or paths: $title', (each) => {
    const told = issuesOf(each).map(({ message, hint, path }) =>
      `${message} ${hint} ${path.join(' ')}`.replaceAll('secret-envs', ''),
    );
    expect(told.filter((words) => /secret[-=]|hidden/.test(words))).toEqual([]);
  });

  test('every code has a case, and every case a code', () => {
    // Found by the plan, or by an image's registry.
    const ofPlans = ['not-updatable', 'not-told', 'policy-value-needed', 'health-port-unknown', 'not-comparable'];
    const ofImages = ['image-not-found', 'image-platform', 'image-unresolved'];
    const produced = new Set<string>([...cases.flatMap(issuesOf).map(({ code }) => code), ...ofPlans, ...ofImages]);
    expect([...produced].sort()).toEqual(Object.keys(codes).sort());
  });
});
