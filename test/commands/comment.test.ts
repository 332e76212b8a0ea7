/** When a run comments on its pull request, under which key, and what becomes of a comment that GitHub refuses. */

import { describe, expect, test } from 'vitest';
import { decideComment, warnOfComment, writeComment } from '../../src/commands/comment.ts';
import { DeployError } from '../../src/errors.ts';
import type { Inputs } from '../../src/inputs.ts';
import { setScene } from '../github/scene.ts';
import { commandContext, eventOf } from './scene.ts';

const about = (markdown: string, endpoints: readonly string[] = ['llama']) => ({
  endpoints,
  markdown,
  isUsual: true,
  hasChanges: true,
  isPreview: false,
});

describe('a comment', () => {
  type Mode = Inputs['comment'];
  test.for<[Mode, 'usual' | 'unusual', 'pull request' | 'no pull request', 'write' | 'skip' | 'impossible']>([
    ['auto', 'usual', 'pull request', 'write'],
    ['auto', 'usual', 'no pull request', 'skip'],
    ['auto', 'unusual', 'pull request', 'skip'],
    ['auto', 'unusual', 'no pull request', 'skip'],
    ['always', 'usual', 'pull request', 'write'],
    ['always', 'unusual', 'pull request', 'write'],
    ['always', 'usual', 'no pull request', 'impossible'],
    ['always', 'unusual', 'no pull request', 'impossible'],
    ['changes', 'usual', 'pull request', 'write'],
    ['changes', 'unusual', 'pull request', 'skip'],
    ['changes', 'usual', 'no pull request', 'skip'],
    ['never', 'usual', 'pull request', 'skip'],
    ['never', 'unusual', 'no pull request', 'skip'],
  ])('by %s, %s, with %s: %s', ([mode, usual, pull, expected]) => {
    const facts = { mode, isUsual: usual === 'usual', hasChanges: true, hasPullRequest: pull === 'pull request' };
    expect(decideComment({ ...facts, isCancelled: false })).toBe(expected);
    expect(decideComment({ ...facts, isCancelled: true })).toBe('skip');
  });

  test('says what it speaks of, and is one for each endpoint and environment', async () => {
    await using scene = await setScene({ pulls: [{ number: 7 }] });
    const event = eventOf({ pullRequest: { number: 7 } });
    const write = async (environment: string) => {
      const { context, log } = commandContext({ inputs: { environment }, event, api: scene.github });
      const failure = await writeComment(context, about('### Plan\n\n'));
      return { failure, log };
    };
    const first = await write('');
    expect(first.failure).toBeUndefined();
    expect(first.log).toEqual([expect.stringMatching(/^Comment created: https?:/)]);
    expect((await write('')).log).toEqual([expect.stringMatching(/^Comment unchanged: /)]);
    expect((await write('staging')).log).toEqual([expect.stringMatching(/^Comment created: /)]);
    const bodies = scene.api.comments(7).map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toContain(
      '### Plan\n\n<sub>deploy-gpu-endpoint for <code>aaaaaaaaaaaa</code>, [run](<https://github.com/acme/llama/actions/runs/9/attempts/2>)</sub>',
    );
    expect(bodies[1]).toContain('for <code>aaaaaaaaaaaa</code> to <code>staging</code>, [run]');
  });

  test('is redacted before it leaves', async () => {
    await using scene = await setScene({ pulls: [{ number: 7 }] });
    const { context } = commandContext({ event: eventOf({ pullRequest: { number: 7 } }), api: scene.github });
    const reporter = { ...context.reporter, redact: (text: string) => text.replaceAll('hunter22', '***') };
    await writeComment({ ...context, reporter }, about('it is hunter22'));
    expect(scene.api.comments(7)[0]?.body).toContain('it is ***');
  });

  test.for<['auto' | 'always', string | undefined, string[]]>([
    ['auto', undefined, ['warning GitHub']],
    ['always', 'github', []],
  ])('that GitHub refuses under %s fails with %s', async ([comment, code, warnings]) => {
    await using scene = await setScene({ pulls: [{ number: 7 }], permissions: { 'pull-requests': 'read' } });
    const { context, annotations } = commandContext({
      inputs: { comment },
      event: eventOf({ pullRequest: { number: 7 } }),
      api: scene.github,
    });
    const failure = await writeComment(context, about('a'));
    expect(failure?.code).toBe(code);
    expect(annotations.map(({ severity, title }) => `${severity} ${title}`)).toEqual(warnings);
    expect(failure?.message ?? annotations[0]?.message).toMatch(/^Comment on pull request #7/);
  });

  test.for<[string, string]>([
    ['push', 'this run (push) has no pull request to comment on'],
    ['', 'this run (no event) has no pull request to comment on'],
  ])('that has nowhere to go after %j is a failure', async ([eventName, message]) => {
    const { context } = commandContext({ inputs: { comment: 'always' }, event: eventOf({ eventName }) });
    const failure = await writeComment(context, about('a'));
    expect(failure?.code).toBe('github');
    expect(failure?.message).toContain(message);
  });

  test('that is not the point of the command is a warning at most', () => {
    const { context, annotations } = commandContext();
    warnOfComment(undefined, context);
    expect(annotations).toEqual([]);
    warnOfComment(new DeployError({ code: 'github', message: 'no', hint: 'Do.' }), context);
    expect(annotations).toEqual([{ severity: 'warning', title: 'GitHub', message: 'no.', hint: 'Do.' }]);
  });
});

describe('a warning of GitHub', () => {
  const failure = {
    kind: 'forbidden',
    status: 403,
    permission: 'deployments: write',
    message: 'GitHub refused.',
    hint: 'Give it.',
    mayHaveHappened: false,
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
