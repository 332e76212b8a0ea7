/** The deploy of one endpoint when a defect of ours gets in its way: nothing that was begun at GitHub stays begun. */

import { expect, test } from 'vitest';
import type { CommandContext } from '../../src/commands/context.ts';
import { deployOne } from '../../src/commands/deploy-one.ts';
import { accessGitHub } from '../../src/commands/github.ts';
import { parseEvent } from '../../src/github/event.ts';
import { parseInputs } from '../../src/inputs.ts';
import { makePlan } from '../../src/plan/plan.ts';
import type { Reporter } from '../../src/report.ts';
import { startTimeline } from '../../src/rollout/timeline.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { setScene } from '../github/scene.ts';

const reporter: Reporter = {
  info: () => {},
  group: () => {},
  annotationsPerSeverity: 9,
  annotate: () => {},
  mask: () => {},
  conceal: () => {},
  setOutput: () => {},
  summarize: async () => {},
  redact: (text) => text,
  fail: () => {},
};

const facts = {
  eventName: 'push',
  repository: 'acme/llama',
  sha: 'a'.repeat(40),
  ref: 'refs/heads/main',
  runId: '1',
  runAttempt: '1',
  serverUrl: 'https://github.com',
  actor: 'octocat',
};

test('a defect ends in a result that names it, and its Deployment in failure', async () => {
  await using scene = await setScene();
  const signal = new AbortController().signal;
  const { inputs } = parseInputs({ get: (name) => (name === 'api-key' ? 'key' : ''), env: () => undefined });
  const plan = makePlan({
    spec: { name: 'llama', image: { image: 'a:1' }, ports: [8000], policy: { type: 'queue', value: 4 } },
    secretEnvs: new Map(),
    live: undefined,
    updateApi: 'auto',
    resend: false,
  });
  const client = {
    create: () => {
      throw new TypeError('cannot read properties of undefined');
    },
  } as unknown as ServiceClient;
  const context = {
    inputs,
    reporter,
    clock: scene.clock,
    signal,
    github: accessGitHub({ api: scene.github, context: parseEvent('', facts) }, { reporter, signal }),
  } as unknown as CommandContext;

  const { outputs, failure } = await deployOne(plan, {
    context,
    client,
    preview: undefined,
    environment: 'production',
    order: { kind: 'current' },
    isOneOfMany: false,
    timeline: startTimeline(scene.clock),
  });

  expect({ code: failure?.code, changed: outputs.changed }).toEqual({ code: 'internal', changed: 'true' });
  expect(scene.api.deployments()[0]?.statuses.map(({ state, description }) => ({ state, description }))).toEqual([
    { state: 'in_progress', description: '' },
    { state: 'failure', description: 'internal' },
  ]);
});
