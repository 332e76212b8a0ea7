/** Problems as people read them: one sentence and one hint, a row of a table; none of it twice. */

import { describe, expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import {
  chooseIssues,
  countIssues,
  failureSummary,
  inputAnnotation,
  inputProblemsSummary,
  issueAnnotation,
  issueTable,
  logBlock,
  logProblem,
} from '../../src/render/failure.ts';
import type { Issue, Severity } from '../../src/spec/issue.ts';
import { issuesOf } from '../spec/cases/case.ts';
import { checksCases } from '../spec/cases/checks.ts';
import { membersCases } from '../spec/cases/members.ts';
import { textCases } from '../spec/cases/text.ts';
import { parseText } from '../spec/reading.ts';

const every = [...textCases, ...membersCases, ...checksCases].flatMap(issuesOf);

function issue(severity: Severity, extra: Partial<Issue> = {}): Issue {
  return {
    code: 'wrong-type',
    severity,
    message: '`a` is wrong',
    hint: 'Write `b`.',
    path: [],
    position: { input: 'name' },
    ...extra,
  };
}

describe('words', () => {
  test.for(every.map(({ message, hint }): [string, string] => [message, hint]))('%s. %s', ([message, hint]) => {
    // The message becomes a sentence by the full stop that follows it.
    expect(message).toMatch(/[^\s.!?:;,]$/);
    expect(message).not.toMatch(/^[A-Z]|\s\s|\n/);
    expect(hint).toMatch(/^[A-Z`][^\n]*[.?]$/);
    expect(hint).not.toMatch(/\.\.$|\s\s/);
    const { message: told } = issueAnnotation(issue('error', { message, hint }));
    expect(told).toBe(`${message}.`);
  });

  test('of a place in a file have its range; of an input they name it', () => {
    const { issues } = parseText('name: a\nrootfsSize: big\n');
    const said = { severity: 'error', title: 'input wait', message: '`wait` is "x".', hint: 'Allowed: y.' };
    const unused = issue('notice', { code: 'not-comparable', position: { input: 'variables' } });
    expect([
      ...issues.map(issueAnnotation),
      issueAnnotation(unused),
      inputAnnotation({ input: 'wait', message: 'is "x"', hint: 'Allowed: y.' }),
    ]).toEqual([
      {
        severity: 'error',
        title: 'spec: wrong-type',
        message: '`rootfsSize` is the text "big"; allowed: a whole number of GB.',
        hint: 'Write, for example, `rootfsSize: 100`.',
        range: {
          file: 'endpoint.yaml',
          start: { line: 2, column: 13, offset: 20 },
          end: { line: 2, column: 16, offset: 23 },
        },
      },
      {
        ...said,
        severity: 'notice',
        title: 'input variables: not-comparable',
        message: '`a` is wrong.',
        hint: 'Write `b`.',
      },
      said,
    ]);
  });
});

describe('many issues', () => {
  const many = [
    ...Array.from({ length: 4 }, () => issue('error')),
    issue('warning'),
    ...Array.from({ length: 3 }, () => issue('notice')),
  ];

  test('are counted, and chosen by their severity, in their order', () => {
    const chosen = chooseIssues(many, 2);
    const severities = ['error', 'error', 'warning', 'notice', 'notice'];
    expect(chosen.map(({ severity }) => severity)).toEqual(severities);
    expect(chooseIssues(many, Number.POSITIVE_INFINITY)).toEqual(many);
    const counts = [many, many.slice(0, 1), []].map(countIssues);
    expect(counts).toEqual(['4 errors, 1 warning, 3 notices', '1 error', 'no problems']);
  });

  test('are a table that nothing breaks out of', () => {
    const hostile = issue('warning', {
      message: 'the key `a|b\n::error::` of `envs` is "<b>@octocat`"',
      hint: 'Write `x`.',
      position: {
        file: 'a|b`.yaml',
        start: { line: 3, column: 4, offset: 9 },
        end: { line: 3, column: 5, offset: 10 },
      },
    });
    expect(issueTable([issue('error'), hostile]).split('\n')).toEqual([
      '| | Place | What to do | Code |',
      '|---|---|---|---|',
      '| error | <code>input name</code> | <code>a</code> is wrong. Write <code>b</code>. | <code>wrong-type</code> |',
      '| warning | <code>a&#124;b&#96;.yaml:3:4</code> | the key <code>a&#124;b ::error::</code> of <code>envs</code> is "&#60;b&#62;&#64;&#8203;octocat&#96;". Write <code>x</code>. | <code>wrong-type</code> |',
    ]);
    expect(issueTable([])).toBe('');
  });
});

test('a run that failed, or has wrong inputs, says why and what to do', () => {
  const failure = new DeployError({ code: 'timeout', message: 'it took | too long', hint: 'Wait for `llama`.' });
  const failed = '| What | it took &#124; too long |\n| Next | Wait for <code>llama</code>. |';
  expect(failureSummary(failure.withTitle('sweep: timeout, <b>'))).toBe(
    `### ❌ sweep: timeout, &#60;b&#62;\n\n| | |\n|---|---|\n${failed}\n`,
  );
  expect(inputProblemsSummary('plan', [{ input: 'wait', message: 'is "a|b"', hint: 'Allowed: ready.' }])).toBe(
    '### ❌ plan: an input is wrong\n\n| Input | Found | What to do |\n|---|---|---|\n| <code>wait</code> | is "a&#124;b" | Allowed: ready. |\n',
  );
});

describe('the end of a log', () => {
  const of = 'worker w1';
  const summary = '<details><summary>Last lines of the log of worker w1</summary>';
  const missing = { of, place: '/logs/w1', lines: [], problem: 'could not be read: it answered 404' };
  const tail = (...lines: string[]) => ({ of, place: '/logs/w1', lines, problem: '' });
  test.for<[string, string, string]>([
    ['folded', logBlock(tail('one', 'two')), `${summary}\n\n\`\`\`text\none\ntwo\n\`\`\`\n\n</details>\n`],
    ['missing', logProblem(missing), 'The log of worker w1 (/logs/w1) could not be read: it answered 404.'],
    ['empty', logProblem({ ...missing, place: '', problem: 'is empty' }), 'The log of worker w1 is empty.'],
    [
      'missing, in a summary',
      logBlock({ ...missing, of: '<b>' }),
      'The log of &#60;b&#62; &#40;/logs/w1&#41; could not be read: it answered 404.',
    ],
    ...[
      ['```', '````'],
      ['  ``````markdown', '```````'],
      ['~~~', '```'],
      ['a ```` b', '`````'],
    ].map(([line = '', fence = '']): [string, string, string] => [
      `with ${line}`,
      logBlock(tail(line, '</details>', '# @all')),
      `${summary}\n\n${fence}text\n${line}\n</details>\n# @all\n${fence}\n\n</details>\n`,
    ]),
  ])('%s', ([, said, expected]) => {
    expect(said).toBe(expected);
  });
});
