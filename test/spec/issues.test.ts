/** Every issue that can come out of a spec, word for word and place for place. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { issuesOf } from './cases/case.ts';
import { checksCases } from './cases/checks.ts';
import { compareCases } from './cases/compare.ts';
import { membersCases } from './cases/members.ts';
import { testsCases } from './cases/tests.ts';
import { textCases } from './cases/text.ts';
import { issueLine } from './reading.ts';

const cases = [...textCases, ...membersCases, ...checksCases, ...testsCases, ...compareCases];

/** Every code, from the type of codes. */
const codes = [...readFileSync('src/spec/issue.ts', 'utf8').matchAll(/WordOf<'([^']+)'>/g)].flatMap(
  ([, words]) => words?.split(' ') ?? [],
);

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
    const ofPlans = ['not-updatable', 'not-told', 'not-comparable'];
    const ofImages = ['image-not-found', 'image-platform', 'image-unresolved'];
    const produced = new Set<string>([...cases.flatMap(issuesOf).map(({ code }) => code), ...ofPlans, ...ofImages]);
    expect([...produced].sort()).toEqual(codes.toSorted());
  });
});
