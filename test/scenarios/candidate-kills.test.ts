/** A run with a candidate is killed, or cancelled, at 40 moments (at every eighth in the suite); what is left by then, and by the run after it. */

import { describe, test } from 'vitest';
import { isLong } from '../runs.ts';
import { smallSpec } from './deployment.ts';
import { commits, type Stage, setStage } from './github-stage.ts';
import type { StepSignal } from './step.ts';
import { leftOn } from './week.ts';

const spec = `${smallSpec}workerConfig: {minNum: 1}
healthy: {path: /health}
candidate: true
tests: [{chat: "What is the capital of France?", expect: {contains: Paris}}]
`;
const [good, other, wrong] = ['ghcr.io/acme/llama:1', 'ghcr.io/acme/llama:2', 'ghcr.io/acme/llama:wrong'];
const models = [good, other, wrong].map((image) => ({
  image,
  words: ['It is ', image === wrong ? 'Lyon.' : 'Paris.'],
}));

/** Production runs the good version. `unasked`: what was written to it, of this run, that neither served before nor was asked as the candidate. */
async function setDeployed() {
  const stage = await setStage({ emulator: { models, switches: { deleteLagSeconds: 40 } } });
  await stage.step({ spec });
  const { emulator } = stage;
  const [{ id = '' } = {}] = emulator.endpoints();
  const known = new Set<string>();
  const unasked: string[] = [];
  const imageAt = (of: (name: string, path: string) => boolean, path: string) =>
    emulator.endpoints().flatMap((each) => (of(each.name, path) ? each.image.image : []));
  const startRun = () => {
    emulator.clearFaults();
    emulator.clearRequests();
    known.clear();
    for (const image of imageAt((name) => name === 'llama', '')) known.add(image);
    const hook = { kind: 'hook', when: 'after', times: 'always' } as const;
    const note = ({ path }: { path: string }) => {
      for (const image of imageAt((name, asked) => name === 'llama-candidate' && !asked.includes(id), path))
        known.add(image);
    };
    emulator.addFault({ ...hook, operation: 'serve', run: note });
    const judge = () => {
      for (const image of imageAt((name) => name === 'llama', '')) if (!known.has(image)) unasked.push(image);
    };
    for (const operation of ['update', 'update-v2'] as const) emulator.addFault({ ...hook, operation, run: judge });
  };
  return { stage, startRun, unasked };
}

const deploy = (stage: Stage, image: string, more: object) =>
  stage.step({ spec, sha: commits.second, with: { image }, ...more });

/** How many requests an undisturbed run makes. */
async function lengthOf(image: string): Promise<number> {
  const { stage, startRun } = await setDeployed();
  await using _ = stage;
  startRun();
  await deploy(stage, image, { runId: '101' });
  return stage.emulator.requests.length;
}

/** The run ends at a moment, and another one follows: the same job started again, or one of the next push. */
async function playKill(image: string, { after, isDone, signal, isAgain }: Moment) {
  const { stage, startRun, unasked } = await setDeployed();
  await using _ = stage;
  const { emulator } = stage;
  startRun();
  let kill = (_: StepSignal) => {};
  const run = () => kill(signal);
  emulator.addFault({ operation: 'any', kind: 'hook', when: isDone ? 'after' : 'before', after, run });
  const onStart = (step: { kill: typeof kill }) => {
    ({ kill } = step);
  };
  const ended = await deploy(stage, image, { runId: '101', isRelayed: signal === 'SIGKILL', onStart });
  const left = leftOn(emulator);
  startRun();
  const next = isAgain
    ? await deploy(stage, image, { runId: '101', env: { GITHUB_RUN_ATTEMPT: '2' } })
    : await deploy(stage, image, { runId: '102', sha: commits.third });
  return { ended, left, next, leftByNext: leftOn(emulator), unasked };
}

interface Moment {
  after: number;
  isDone: boolean;
  signal: StepSignal;
  isAgain: boolean;
}

const count = 40;

describe.each<[string, image: string, ends: string[], serves: string]>([
  ['that is right', other, ['updated', 'unchanged'], other],
  ['that answers wrong', wrong, ['test-failed'], good],
])('of a version %s', (_, image, ends, serves) => {
  test.concurrent.for<StepSignal>(['SIGKILL', 'SIGTERM'])('by %s', async (signal, { expect }) => {
    const length = await lengthOf(image);
    let interrupted = 0;
    for (let index = 0; index < count; index += isLong ? 1 : 8) {
      const after = Math.floor((index * length) / count);
      const isDone = index % 2 === 1;
      const moment = { after, isDone, signal, isAgain: Math.floor(index / 2) % 2 === 1 };
      const { ended, left, next, leftByNext, unasked } = await playKill(image, moment);
      const where = `${JSON.stringify(moment)}\n${ended.log}\n${ended.annotations.join('\n')}\n--- next\n${next.log}\n${next.annotations.join('\n')}`;
      interrupted += ended.signal === 'SIGKILL' || ended.end === 'cancelled' ? 1 : 0;
      expect(left['llama-candidate']?.billed ?? 0, where).toBe(0);
      expect(unasked, where).toEqual([]);
      expect(ends, where).toContain(next.end);
      expect(leftByNext, where).toEqual({ llama: { image: serves, serves: [serves], minNum: 1, billed: 1 } });
      expect(next.annotations.join(), where).not.toContain('BILLED');
    }
    // The end of a refused candidate is not cancelled any more.
    expect(interrupted).toBeGreaterThanOrEqual(isLong ? 28 : 3);
  });
});
