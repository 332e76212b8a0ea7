/** GitHub is asked beside the service: each side answers only once the other has been asked, so that whoever waited in a row would wait for ever. */

import { describe, expect, test } from 'vitest';
import type { Operation } from '../github-api/github-api.ts';
import { commits, ownPayload, type Stage, setStage } from './github-stage.ts';

/** Opens for everybody once `open` has been called. */
function gate(): { open: () => void; passed: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, passed: promise };
}

const watch = (
  stage: Stage,
  { operation, run, after = 0 }: { operation: Operation; run: () => void | Promise<void>; after?: number },
) => stage.api.addFault({ operation, kind: 'hook', when: 'before', after, run });

describe('before the write', () => {
  test('the order of commits is asked while limits and list are under way', async () => {
    await using stage = await setStage();
    stage.emulator.seed({ name: 'llama' });
    stage.api.addDeployment({ sha: commits.first, environment: 'production', payload: ownPayload(stage) });
    const asked = gate();
    // Which Deployment, and how it stands; how its commit stands to this one is asked only where that matters.
    watch(stage, { operation: 'repos/list-deployment-statuses', run: asked.open });
    for (const operation of ['limits', 'list'] as const)
      stage.emulator.addFault({ operation, kind: 'hook', when: 'before', run: () => asked.passed });
    const { outputs } = await stage.step({
      with: { environment: 'production', image: 'a:2' },
      sha: commits.third,
    });
    expect(outputs.operation).toBe('updated');
    expect(stage.emulator.unusedFaults()).toEqual([]);
    expect(stage.api.unusedFaults()).toEqual([]);
  });

  test('a Deployment is not waited for: GitHub takes it only after the endpoint has been written', async () => {
    await using stage = await setStage();
    const written = gate();
    stage.emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run: written.open });
    watch(stage, { operation: 'repos/create-deployment', run: () => written.passed });
    const { outputs } = await stage.step({ with: { environment: 'production' } });
    expect(outputs.operation).toBe('created');
    expect(stage.api.deployments()[0]?.statuses.map(({ state }) => state)).toEqual(['in_progress', 'success']);
  });

  test('a creation overwrites nothing and does not wait for the order', async () => {
    await using stage = await setStage();
    const written = gate();
    stage.emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run: written.open });
    watch(stage, { operation: 'repos/list-deployments', run: () => written.passed });
    const { outputs } = await stage.step({ with: { environment: 'production' } });
    expect(outputs.operation).toBe('created');
    expect(stage.api.unusedFaults()).toEqual([]);
  });
});
