/** A warning of GitHub: once for each cause. */

import { expect, test } from 'vitest';
import type { GitHubFailure } from '../../src/github/api.ts';
import { commandContext } from './scene.ts';

const failure: GitHubFailure = {
  kind: 'forbidden',
  permission: 'deployments: write',
  message: 'GitHub refused.',
  hint: 'Give it.',
};

test('is given once for each cause', () => {
  const { context, annotations } = commandContext();
  for (const each of [
    failure,
    failure,
    { ...failure, permission: 'pull-requests: write' } as const,
    { ...failure, kind: 'no-token' } as const,
    { ...failure, kind: 'no-token', permission: 'pull-requests: write' } as const,
  ])
    context.github.warn(each);
  const warning = { severity: 'warning', title: 'GitHub', message: 'GitHub refused.', hint: 'Give it.' };
  expect(annotations).toEqual([warning, warning, warning]);
});

test('is not given by a cancelled run', () => {
  const { context, annotations } = commandContext({ signal: AbortSignal.abort() });
  context.github.warn(failure);
  expect(annotations).toEqual([]);
});
