/** Weeks: runs, people and the service in turn, on one clock. Each run is judged before the next one starts. */

import { expect } from 'vitest';
import type { Emulator, Fault, ManualClock } from '../emulator/emulator.ts';
import type { Fault as GitHubFault } from '../github-api/github-api.ts';
import { type DeploymentOptions, passing } from './deployment.ts';
import { commits, type PullRequestOptions, type Stage, setStage } from './github-stage.ts';
import type { StepResult, StepSignal } from './step.ts';

type Words = string | RegExp | readonly (string | RegExp)[];

/** What is there between two runs. */
interface LeftEndpoint {
  /** What is configured, and what its healthy workers run. */
  image: string;
  serves: readonly string[];
  minNum: number;
  /** Workers that cost money an hour later, if nobody calls or deploys it. */
  billed: number;
}

/** One run. Files, inputs and environment as in `deployTo`. */
export interface RunOfWeek extends DeploymentOptions {
  /** Time since the run before; default one minute. */
  afterMinutes?: number;
  /** What people and the service do in that time. */
  before?: (stage: Stage) => unknown;
  /** Default: as the run before; the first one is of `commits.first`. */
  sha?: string;
  /** Default: 5001 and so on. */
  runId?: string;
  /** 2: somebody has started the run again. Default 1. */
  attempt?: number;
  /** The input `image`. */
  image?: string;
  /** Of an event of a pull request. Default: a push. */
  pull?: PullRequestOptions;
  /** The signal is sent when this request arrives, or once it is `done`. Of `github`, or else of the service. Default SIGTERM. */
  dies?: { operation: string; github?: true; after?: number; isDone?: true; signal?: StepSignal };
  /** The operation of a green run, the failure reason of a red one, `killed` of a killed one. */
  end: string;
  /** In the log or an annotation. */
  says?: Words;
  saysNot?: Words;
  /** All annotations, in order, without the one that nothing has run. */
  annotations?: readonly RegExp[];
  /** Requests that write to the service. */
  writes?: readonly string[];
  /** By name, everything that is there at the end of the run. */
  left?: Readonly<Record<string, Partial<LeftEndpoint>>>;
  /** Anything else. */
  check?: (step: StepResult, stage: Stage) => unknown;
}

/** Plays the runs on a stage of its own; `stage` in the place of the defaults. The log of a run that ends otherwise is shown. */
export async function playWeek(
  runs: readonly RunOfWeek[],
  given: Parameters<typeof setStage>[0] & { arrange?: (stage: Stage) => unknown } = {},
): Promise<void> {
  await using stage = await setStage({ ...given, emulator: { ...passing, ...given.emulator } });
  const clock = stage.emulator.clock as ManualClock;
  await given.arrange?.(stage);
  let sha: string = commits.first;
  for (const [index, run] of runs.entries()) {
    clock.advance((run.afterMinutes ?? 1) * 60_000);
    await run.before?.(stage);
    sha = run.sha ?? run.pull?.sha ?? sha;
    stage.emulator.clearRequests();
    const step = await startRun({ ...run, sha, runId: run.runId ?? String(5001 + index) }, stage);
    stage.emulator.clearFaults();
    stage.api.clearFaults();
    expectRun(run, { step, stage, number: index + 1 });
    await run.check?.(step, stage);
  }
}

async function startRun({ sha, pull, image, attempt = 1, dies, ...run }: RunOfWeek, stage: Stage): Promise<StepResult> {
  const options: DeploymentOptions & { sha?: string; runId?: string } = {
    ...run,
    ...(sha && { sha }),
    ...(image !== undefined && { with: { image, ...run.with } }),
    env: { GITHUB_RUN_ATTEMPT: String(attempt), ...run.env },
    ...(dies && { isRelayed: dies.signal === 'SIGKILL', onStart: ({ kill }) => sendSignal(dies, { kill, stage }) }),
  };
  return pull ? stage.pullRequestStep({ ...options, ...pull }) : stage.step(options);
}

function sendSignal(
  { operation, github, after = 0, isDone, signal = 'SIGTERM' }: NonNullable<RunOfWeek['dies']>,
  { kill, stage }: { kill: (signal: StepSignal) => void; stage: Stage },
): void {
  const fault = { after, kind: 'hook', when: isDone ? 'after' : 'before', run: () => kill(signal) } as const;
  if (github) stage.api.addFault({ ...fault, operation } as GitHubFault);
  else stage.emulator.addFault({ ...fault, operation: operation as Fault['operation'] });
}

function expectRun(
  { end, says = [], saysNot = [], annotations, writes, left }: RunOfWeek,
  { step, stage, number }: { step: StepResult; stage: Stage; number: number },
): void {
  const text = `run ${number}:\n${step.log}\n${step.annotations.join('\n')}`;
  expect(step.signal === 'SIGKILL' ? 'killed' : step.end, text).toBe(end);
  for (const words of [says].flat()) expect(text).toMatch(words);
  for (const words of [saysNot].flat()) expect(text).not.toMatch(words);
  if (annotations) expect(step.annotations, text).toEqual(annotations.map((words) => expect.stringMatching(words)));
  const written = stage.emulator.requests.filter(({ operation }) => /^(create|update|delete)/.test(operation));
  if (writes)
    expect(
      written.map(({ operation }) => operation),
      text,
    ).toEqual(writes);
  if (!left) return;
  const found = leftOn(stage.emulator);
  expect(Object.keys(found), text).toEqual(Object.keys(left));
  expect(found, text).toMatchObject(left);
}

/** By name; what costs money is looked at an hour later. */
export function leftOn(emulator: Emulator): Record<string, LeftEndpoint> {
  const laterMs = emulator.clock.nowMs() + 3_600_000;
  const [before, after] = [laterMs, laterMs + 60_000].map((atMs) => emulator.workerSeconds(atMs));
  return Object.fromEntries(
    emulator.endpoints().map(({ id, name, image, workerConfig: { minNum }, workers }) => {
      const billed = Math.round(((after?.[id] ?? 0) - (before?.[id] ?? 0)) / 60);
      const serves = [...new Set(workers.flatMap((worker) => (worker.healthy ? worker.image : [])))].sort();
      return [name, { image: image.image, serves, minNum, billed }];
    }),
  );
}
