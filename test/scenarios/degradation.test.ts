/** Whatever GitHub does, an endpoint is deployed, planned, closed and swept; one warning says what is missing. */

import { describe, expect, test } from 'vitest';
import type { Fault } from '../github-api/github-api.ts';
import { specsOf } from './deployment.ts';
import { type Stage, setStage } from './github-stage.ts';
import type { StepResult } from './step.ts';

const always = { operation: 'any', times: 'always' } as const;
const faults: readonly [string, Fault][] = [
  ['401', { ...always, kind: 'status', status: 401 }],
  ['403', { ...always, kind: 'missing-permission' }],
  ['422', { ...always, kind: 'status', status: 422 }],
  ['429', { ...always, kind: 'secondary-rate-limit', status: 429, retryAfterSeconds: 3600 }],
  ['the hourly limit', { ...always, kind: 'primary-rate-limit', resetAt: 4_000_000_000 }],
  ['a web page', { ...always, kind: 'status', status: 503, body: '<html>::error::down</html>' }],
  ['a web page that looks like success', { ...always, kind: 'status', status: 200, body: '<html>sign in</html>' }],
  ['connections that break', { ...always, kind: 'reset' }],
  ['answers that get lost', { ...always, kind: 'lost-answer' }],
  ['answers of another shape', { ...always, kind: 'wrong-body', body: { status: 'maybe' } }],
];

const commands: readonly [string, (stage: Stage) => Promise<StepResult>, string][] = [
  ['a preview', ({ pullRequestStep }) => pullRequestStep({ action: 'opened', with: { preview: 'true' } }), 'created'],
  ['its end', ({ pullRequestStep }) => pullRequestStep({ action: 'closed', with: { preview: 'true' } }), 'absent'],
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
      for (const annotation of annotations) expect(annotation).toMatch(/^::warning title=a request to GitHub failed::/);
      // Nothing is told twice.
      expect(annotations.length).toBe(1);
    },
  );
});

test.for<[string, Record<string, string>, object, RegExp[]]>([
  ['for no token, whatever it was needed for', { 'github-token': '' }, {}, [/token/]],
  ['for a permission that is needed twice', {}, { 'pull-requests': 'none' }, [/pull-requests: read/]],
  ['for a right to read that is none to write', {}, { 'pull-requests': 'read' }, [/pull-requests: write/]],
])('one warning: %s', async ([, inputs, permissions, expected]) => {
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
