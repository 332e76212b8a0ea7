/** Whatever GitHub does, an endpoint is deployed, planned, closed and swept; one warning says what is missing. */

import { describe, expect, test } from 'vitest';
import type { Fault } from '../github-api/github-api.ts';
import { specsOf } from './deployment.ts';
import { type Stage, setStage } from './github-stage.ts';
import type { StepResult } from './step.ts';

const faults: readonly [string, Fault][] = [
  ['401', { operation: 'any', kind: 'status', status: 401, times: 'always' }],
  ['403', { operation: 'any', kind: 'missing-permission', times: 'always' }],
  ['422', { operation: 'any', kind: 'status', status: 422, times: 'always' }],
  ['429', { operation: 'any', kind: 'secondary-rate-limit', status: 429, retryAfterSeconds: 3600, times: 'always' }],
  ['the hourly limit', { operation: 'any', kind: 'primary-rate-limit', resetAt: 4_000_000_000, times: 'always' }],
  [
    'a web page',
    { operation: 'any', kind: 'status', status: 503, body: '<html>::error::down</html>', times: 'always' },
  ],
  [
    'a web page that looks like success',
    { operation: 'any', kind: 'status', status: 200, body: '<html>sign in</html>', times: 'always' },
  ],
  ['connections that break', { operation: 'any', kind: 'reset', times: 'always' }],
  ['answers that get lost', { operation: 'any', kind: 'lost-answer', times: 'always' }],
  ['answers of another shape', { operation: 'any', kind: 'wrong-body', body: { status: 'maybe' }, times: 'always' }],
];

const commands: readonly [string, (stage: Stage) => Promise<StepResult>, string][] = [
  ['a preview', ({ pullRequestStep }) => pullRequestStep({ action: 'opened', with: { preview: 'true' } }), 'created'],
  [
    'the end of a preview',
    ({ pullRequestStep }) => pullRequestStep({ action: 'closed', with: { preview: 'true' } }),
    'absent',
  ],
  ['a plan', ({ pullRequestStep }) => pullRequestStep({ action: 'opened', with: { command: 'plan' } }), 'planned'],
];

describe.for(commands)('%s', ([what, run, operation]) => {
  // What GitHub answers is told apart in one place.
  test.for(what === 'a preview' ? faults : faults.filter((_, index) => index % 4 === 1))(
    'is green with GitHub answering %s',
    async ([, fault]) => {
      await using stage = await setStage();
      stage.api.addFault(fault);
      const { end, annotations } = await run(stage);
      expect(end).toBe(operation);
      for (const annotation of annotations) expect(annotation).toMatch(/^::warning title=GitHub::/);
      // Nothing is told twice.
      expect(annotations.length).toBe(1);
    },
  );
});

describe('one warning', () => {
  test.for<[string, Record<string, string>, object, RegExp[]]>([
    ['for no token, whatever it was needed for', { 'github-token': '' }, {}, [/token/]],
    ['for a permission that is needed twice', {}, { 'pull-requests': 'none' }, [/pull-requests: read/]],
    ['for a right to read that is none to write', {}, { 'pull-requests': 'read' }, [/pull-requests: write/]],
  ])('%s', async ([, inputs, permissions, expected]) => {
    await using stage = await setStage();
    stage.api.setPermissions(permissions);
    const given = { preview: 'true', ...inputs };
    const { end, annotations } = await stage.pullRequestStep({
      action: 'opened',
      spec: specsOf('a', 'b', 'c'),
      with: given,
    });
    expect(end).toBe('created');
    expect(annotations).toEqual(expected.map((words) => expect.stringMatching(words)));
  });
});
