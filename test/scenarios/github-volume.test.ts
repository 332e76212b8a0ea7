/** What a run asks of GitHub, counted: a token has 1,000 requests an hour for a repository, and about 80 writes of content a minute. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, type Stage, setStage } from './github-stage.ts';

const { first, second, third } = commits;
const specOf = (count: number, tag = 1) =>
  Array.from({ length: count }, (_, index) =>
    smallSpec.replace('llama\n', `e-${index}\n`).replace(':1\n', `:${tag}\n`),
  ).join('---\n');

interface Count {
  requests: number;
  /** Of these. */
  writes: number;
}

/** Since the last count. */
function count({ api }: Stage): Count {
  const writes = api.requests.filter(({ method, operation }) => method !== 'GET' && operation !== 'graphql');
  const counted = { requests: api.requests.length, writes: writes.length };
  api.clearRequests();
  return counted;
}

/** Each goes on from the one before; the names are those of the table in test/README.md. */
async function measure(endpoints: number): Promise<Record<string, Count>> {
  await using stage = await setStage();
  const [spec, newSpec] = [specOf(endpoints), specOf(endpoints, 2)];
  const deploy = { wait: 'none' };
  const plan = { command: 'plan' };
  const preview = { preview: 'true', wait: 'none' };
  const counts: Record<string, Count> = {};
  const runs: [string, () => Promise<unknown>][] = [
    ['deploy that creates', () => stage.step({ spec, sha: first, with: deploy })],
    ['deploy, unchanged at the same commit', () => stage.step({ spec, sha: first, with: deploy })],
    ['deploy, unchanged at a new commit', () => stage.step({ spec, sha: second, with: deploy })],
    ['deploy that updates', () => stage.step({ spec: newSpec, sha: third, with: deploy })],
    ['plan, first comment', () => stage.pullRequestStep({ action: 'opened', spec, with: plan })],
    ['plan, same again', () => stage.pullRequestStep({ action: 'synchronize', spec, with: plan })],
    ['preview that creates', () => stage.pullRequestStep({ action: 'opened', spec, with: preview })],
    ['preview, unchanged', () => stage.pullRequestStep({ action: 'synchronize', spec, with: preview })],
    ['preview that closes', () => stage.pullRequestStep({ action: 'closed', spec, with: preview })],
    ['sweep of nothing', () => stage.step({ with: { command: 'sweep' } })],
  ];
  for (const [name, run] of runs) {
    await run();
    counts[name] = count(stage);
  }
  return counts;
}

/** The rows of the table in test/README.md. */
const documented = Object.fromEntries(
  Array.from(
    readFileSync('test/README.md', 'utf8').matchAll(/^\| (.+?) \| (\d+) \/ (\d+) \|$/gm),
    ([, name = '', requests, writes]) => [name, { requests: Number(requests), writes: Number(writes) }],
  ),
);

test.for([1, 20])('requests and writes of runs of %s endpoints are those of test/README.md', async (endpoints) => {
  expect(await measure(endpoints)).toEqual(documented);
});
