/** What a run notes of itself. */

import { describe, expect, test } from 'vitest';
import { newRecord } from '../../src/commands/record.ts';
import { commandContext, eventOf, record } from './scene.ts';

describe('the record of a run', () => {
  test('names repository, commit, ref, attempt, time and tool', () => {
    const { context } = commandContext();
    expect(newRecord(context, undefined)).toEqual({
      ...record,
      run: '9.2',
      time: '2026-01-01T00:00:00.000Z',
      tool: expect.stringMatching(/^deploy-gpu-endpoint\/\d/),
    });
    expect(newRecord(context, 7)).toMatchObject({ pullRequest: 7 });
  });

  test.for<[string, Parameters<typeof eventOf>[0]]>([
    ['no repository', { repository: '' }],
    ['no commit', { sha: '' }],
  ])('is none with %s', ([, given]) => {
    expect(newRecord(commandContext({ event: eventOf(given) }).context, undefined)).toBeUndefined();
  });

  test('counts a runner that tells no attempt as the first', () => {
    const { context } = commandContext({ event: eventOf({ runAttempt: '' }) });
    expect(newRecord(context, undefined)?.run).toBe('9.1');
  });
});
