/** The log of one endpoint among several, where a long wait shows, and a warning of GitHub, once for each cause. */

import { expect, test } from 'vitest';
import type { GitHubFailure } from '../../src/github/failure.ts';
import { openLogGroup } from '../../src/run/log.ts';
import { commandContext, recordReport } from '../commands/scene.ts';

test('the log of an endpoint alone is written as it comes; beside others it is kept, except what must be seen', () => {
  const written = (isOneOfMany: boolean) => {
    const { reporter, log } = recordReport();
    const group = openLogGroup('llama', { context: { ...commandContext({}).context, reporter }, isOneOfMany });
    group.log(['a', 'b']);
    group.log(['b']);
    group.log([]);
    group.logProgress(['  c', '  d']);
    group.logProgress([]);
    group.close();
    return log;
  };
  expect(written(false)).toEqual(['a\nb', 'b', '  c\n  d']);
  expect(written(true)).toEqual(['llama: c\nllama: d', 'llama> a\nb\nb\n  c\n  d']);
});

test('a warning of GitHub is given once for each cause, and not by a cancelled run', () => {
  const failure: GitHubFailure = {
    ...{ kind: 'forbidden', permission: 'contents: read', message: 'GitHub refused.', hint: 'Give it.' },
  };
  const pull = { permission: 'pull-requests: write' } as const;
  const noToken = { ...failure, kind: 'no-token' } as const;
  const warn = (given: Parameters<typeof commandContext>[0]) => {
    const { context, annotations } = commandContext(given);
    const all = [failure, failure, { ...failure, ...pull }, noToken, { ...noToken, ...pull }];
    for (const each of all) context.github.warn(each);
    return annotations;
  };
  const warning = {
    severity: 'warning',
    title: 'a request to GitHub failed',
    message: 'GitHub refused.',
    hint: 'Give it.',
  };
  expect(warn({})).toEqual([warning, warning, warning]);
  expect(warn({ signal: AbortSignal.abort() })).toEqual([]);
});
