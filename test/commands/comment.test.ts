/** When a run comments on its pull request, under which key, and what becomes of a comment that GitHub refuses. */

import { describe, expect, test } from 'vitest';
import { writeComment } from '../../src/commands/comment.ts';
import type { InputName } from '../../src/inputs.ts';
import { setScene } from '../github/scene.ts';
import { commandContext, eventOf } from './scene.ts';

const about = (markdown: string, endpoints: readonly string[] = ['llama']) => ({
  endpoints,
  markdown,
  isPreview: false,
});

describe('a comment', () => {
  test.for<[string, { readonly [name in InputName]?: string }, { isPreview?: boolean; isCancelled?: boolean }, number]>(
    [
      ['on a plan', { command: 'plan' }, {}, 1],
      ['on a preview', {}, { isPreview: true }, 1],
      ['on a deploy', {}, {}, 0],
      ['that is not wanted', { command: 'plan', comment: 'false' }, {}, 0],
      ['by a cancelled run', { command: 'plan' }, { isCancelled: true }, 0],
    ],
  )('%s', async ([, inputs, { isPreview = false, isCancelled = false }, count]) => {
    await using scene = await setScene({ pulls: [{ number: 7 }] });
    const { context } = commandContext({ inputs, event: eventOf({ pullRequest: { number: 7 } }), api: scene.github });
    const signal = isCancelled ? AbortSignal.abort() : context.signal;
    await writeComment({ ...context, signal }, { ...about('a'), isPreview });
    expect(scene.api.comments(7)).toHaveLength(count);
  });

  test('without a pull request to be written on is none, and no failure', async () => {
    const { context, annotations } = commandContext({ inputs: { command: 'plan' } });
    await writeComment(context, about('a'));
    expect(annotations).toEqual([]);
  });

  test('says what it speaks of, and is one for each endpoint and environment', async () => {
    await using scene = await setScene({ pulls: [{ number: 7 }] });
    const event = eventOf({ pullRequest: { number: 7 } });
    const write = async (environment: string) => {
      const { context, log } = commandContext({ inputs: { command: 'plan', environment }, event, api: scene.github });
      await writeComment(context, about('### Plan\n\n'));
      return log;
    };
    expect(await write('')).toEqual([expect.stringMatching(/^Comment created: https?:/)]);
    expect(await write('')).toEqual([expect.stringMatching(/^Comment unchanged: /)]);
    expect(await write('staging')).toEqual([expect.stringMatching(/^Comment created: /)]);
    const bodies = scene.api.comments(7).map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies[0]).toContain(
      '### Plan\n\n<sub>deploy-gpu-endpoint for <code>aaaaaaaaaaaa</code>, [run](<https://github.com/acme/llama/actions/runs/9/attempts/2>)</sub>',
    );
    expect(bodies[1]).toContain('for <code>aaaaaaaaaaaa</code> to <code>staging</code>, [run]');
  });

  test('is redacted before it leaves', async () => {
    await using scene = await setScene({ pulls: [{ number: 7 }] });
    const { context } = commandContext({
      inputs: { command: 'plan' },
      event: eventOf({ pullRequest: { number: 7 } }),
      api: scene.github,
    });
    const reporter = { ...context.reporter, redact: (text: string) => text.replaceAll('hunter22', '***') };
    await writeComment({ ...context, reporter }, about('it is hunter22'));
    expect(scene.api.comments(7)[0]?.body).toContain('it is ***');
  });

  test('that GitHub refuses is a warning', async () => {
    await using scene = await setScene({ pulls: [{ number: 7 }], permissions: { 'pull-requests': 'read' } });
    const { context, annotations } = commandContext({
      inputs: { command: 'plan' },
      event: eventOf({ pullRequest: { number: 7 } }),
      api: scene.github,
    });
    await writeComment(context, about('a'));
    expect(annotations.map(({ severity, title }) => `${severity} ${title}`)).toEqual(['warning GitHub']);
    expect(annotations[0]?.message).toMatch(/^Comment on pull request #7/);
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
