/** Scenarios of a single run as tables: what is there, what is run, how it ends, what it says, what is left. */

import { expect, test } from 'vitest';
import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator/emulator.ts';
import type { GitHubApi, GitHubApiOptions } from '../github-api/github-api.ts';
import { told } from '../told.ts';
import { type DeploymentOptions, deployTo, passing, withoutRecord, writesOf } from './deployment.ts';
import { type PullRequestOptions, setStage } from './github-stage.ts';

type Seed = NonNullable<Parameters<Emulator['seed']>[0]>;
type Words = string | RegExp;

/** What is there, and what is run. */
interface Given extends DeploymentOptions {
  /** Beside `passing`. */
  emulator?: EmulatorOptions;
  /** Endpoints that are there. */
  live?: readonly Seed[];
  /** Called with the ids of `live`. */
  arrange?: (emulator: Emulator, ids: readonly string[], api: GitHubApi | undefined) => void;
  /** With a GitHub beside the service. */
  api?: GitHubApiOptions;
  /** Runs for an event of a pull request; with a GitHub, too. */
  pull?: PullRequestOptions;
  /** Of a push, with a GitHub. */
  sha?: string;
}

/** What is said, and what is left. */
interface Expected {
  /** In the log or an annotation. */
  says?: Words | readonly Words[];
  saysNot?: Words | readonly Words[];
  inSummary?: Words;
  /** All annotations, in order; that nothing has run is left out. */
  annotations?: readonly RegExp[];
  /** Among the outputs, or in `endpoints` of the first endpoint. */
  outputs?: object;
  /** Operations that write. */
  writes?: readonly string[];
  /** The endpoints that are there in the end, without the record. */
  left?: readonly object[];
}

export interface SingleRun {
  given?: Given;
  /** The operation of a green run, the failure reason of a red one. */
  end: string;
  expected?: Expected;
}

export function testRuns(runs: Readonly<Record<string, SingleRun>>): void {
  test.for(Object.entries(runs))('%s', async ([, run]) => expectRun(run));
}

async function expectRun({ given = {}, end, expected = {} }: SingleRun): Promise<void> {
  const { emulator: more, live = [], arrange, api, pull, sha, ...options } = given;
  const { says, saysNot, inSummary, annotations, outputs, writes, left } = expected;
  await using stage = api || pull || sha ? await setStage({ emulator: more, api }) : undefined;
  await using alone = stage ? undefined : await startEmulator({ ...passing, ...more });
  const emulator = stage?.emulator ?? (alone as Emulator);
  const ids = live.map((seed) => emulator.seed(seed));
  arrange?.(emulator, ids, stage?.api);
  const step = await (pull
    ? stage?.pullRequestStep({ ...pull, ...options })
    : (stage?.step({ ...options, ...(sha && { sha }) }) ?? deployTo(emulator, options)));
  if (!step) throw new Error('no stage');
  const text = `${step.log}\n${step.annotations.join('\n')}`;
  expect(step.end, text).toBe(end);
  for (const words of [says ?? []].flat()) expect(text).toMatch(words);
  for (const words of [saysNot ?? []].flat()) expect(text).not.toMatch(words);
  if (inSummary) expect(step.summary).toMatch(inSummary);
  if (annotations) expect(step.annotations).toEqual(annotations.map((words) => expect.stringMatching(words)));
  if (outputs) expect(told(step.outputs)).toMatchObject(outputs);
  if (writes) expect(writesOf(emulator)).toEqual(writes);
  if (left) expect(emulator.endpoints().map(withoutRecord)).toMatchObject(left);
}
