/** A warning of GitHub: once for each cause. */

import { describe, expect, test } from 'vitest';
import { commandContext } from './scene.ts';

describe('a warning of GitHub', () => {
  const failure = {
    kind: 'forbidden',
    permission: 'deployments: write',
    message: 'GitHub refused.',
    hint: 'Give it.',
  } as const;

  test('is given once for each cause', () => {
    const { context, annotations } = commandContext();
    const { warn } = context.github;
    for (const each of [
      failure,
      failure,
      { ...failure, permission: 'pull-requests: write' } as const,
      { ...failure, kind: 'no-token' } as const,
      { ...failure, kind: 'no-token', permission: 'pull-requests: write' } as const,
    ])
      warn(each);
    expect(annotations).toHaveLength(3);
    expect(annotations[0]).toEqual({
      severity: 'warning',
      title: 'GitHub',
      message: 'GitHub refused.',
      hint: 'Give it.',
    });
  });

  test('is not given by a cancelled run', () => {
    const { context, annotations } = commandContext({ signal: AbortSignal.abort() });
    context.github.warn(failure);
    expect(annotations).toEqual([]);
  });
});
