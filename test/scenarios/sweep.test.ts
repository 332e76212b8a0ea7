/** The scheduled sweep: previews whose pull request is closed, or that are too old, go; everything else stays. */

import { expect, test } from 'vitest';
import { startMs } from '../clock.ts';
import type { Fault } from '../github-api/github-api.ts';
import { told } from '../told.ts';
import { recordEnv, specsOf } from './deployment.ts';
import { type Stage, setStage, settled } from './github-stage.ts';

const daySeconds = 86_400;

/** Seeds previews by their names: their pull requests, and perhaps their ages in seconds and other members of the record. */
async function setSweepStage(previews: Record<string, [number?, number?, object?]>): Promise<Stage> {
  const pulls = [
    { number: 1, state: 'closed' },
    { number: 2, state: 'closed', merged: true },
    { number: 3, state: 'open' },
    { number: 4, state: 'open' },
  ] as const;
  const stage = await setStage({ api: { pulls } });
  for (const [name, [pullRequest, ageSeconds = 3600, more]] of Object.entries(previews)) {
    const time = new Date(startMs - ageSeconds * 1000).toISOString();
    stage.emulator.seed({ name, envs: [recordEnv({ ...(pullRequest && { pullRequest, name }), time, ...more })] });
  }
  return stage;
}

const names = ({ emulator }: Stage) => emulator.endpoints().map(({ name }) => name);
const schedule = { event: { name: 'schedule', payload: {} }, with: { command: 'sweep' } } as const;
const within = (age: string) => ({ ...schedule, with: { command: 'sweep', preview: `max-age=${age}` } });

test('deletes what is closed, keeps what is open, never touches what is not this repository’s', async () => {
  await using stage = await setSweepStage({
    'a-pr-1': [1],
    // GitHub takes both for one name.
    'a-pr-2': [2, 3600, { repository: 'ACME/Llama' }],
    'a-pr-3': [3],
    'other-pr-1': [1, 3600, { repository: 'rival/llama' }],
    production: [],
  });
  stage.emulator.seed({ name: 'looks-like-pr-1' });
  const { end, log, summary, outputs } = await stage.step(schedule);
  expect([end, outputs.changed]).toEqual(['deleted', 'true']);
  expect(names(stage)).toEqual(['a-pr-3', 'other-pr-1', 'production', 'looks-like-pr-1']);
  expect(log).toMatch(/a-pr-1 \([0-9a-f]+\): deleted, pull request #1 is closed, deployed 1 h ago/);
  expect(log).toContain(': kept, pull request #3 is open, deployed 1 h ago');
  expect(summary).toContain('pull request &#35;&#8203;2 is merged');
});

test('says in the comment which of the previews of a pull request it has deleted, and which it keeps; the next, that all are', async () => {
  await using stage = await setSweepStage({});
  await stage.pullRequestStep({ action: 'opened', with: { preview: 'true' }, spec: specsOf('old', 'young') });
  const id = stage.emulator.endpoints().find(({ name }) => name === 'old-pr-7')?.id ?? '';
  const time = new Date(startMs - 15 * daySeconds * 1000).toISOString();
  stage.emulator.change(id, { envs: [recordEnv({ pullRequest: 7, name: 'old-pr-7', time })] });
  await stage.step(within('14d'));
  expect(names(stage)).toEqual(['young-pr-7']);
  const titles = () => stage.api.comments(7).map(({ body }) => body.match(/^### .*$/m)?.[0]);
  expect(titles()).toEqual(['### 🗑️ Previews of pull request #7: 1 deleted, 1 kept']);
  stage.api.setPull({ number: 7, state: 'closed' });
  await stage.step(schedule);
  expect(titles()).toEqual(['### 🗑️ Previews of pull request #7: deleted']);
});

test('asks about a pull request again just before its deletions, and speaks of it just after them: others may take minutes', async () => {
  await using stage = await setSweepStage({});
  const preview = (action: string) => stage.pullRequestStep({ action, with: { preview: 'true' } });
  await preview('opened');
  for (const number of [1, 2])
    stage.emulator.seed({ name: `a-pr-${number}`, envs: [recordEnv({ pullRequest: number, name: `a-pr-${number}` })] });
  stage.api.setPull({ number: 7, state: 'closed' });
  const reopen = async () => {
    stage.api.setPull({ number: 2, state: 'open', merged: false });
    await preview('reopened');
  };
  stage.emulator.addFault({ operation: 'delete', after: 1, kind: 'hook', when: 'after', run: reopen });
  const { log } = await stage.step(schedule);
  expect(names(stage).sort()).toEqual(['a-pr-2', 'llama-pr-7']);
  expect(log).toContain(': kept, pull request #2 is open');
  expect(stage.api.comments(7).map(({ body }) => body)).toEqual([expect.stringContaining('llama-pr-7: created')]);
});

test('goes on after a delete that fails, and fails in the end', async () => {
  await using stage = await setSweepStage({ 'stuck-pr-1': [1], 'gone-pr-2': [2] });
  const [stuck] = stage.emulator.endpoints();
  stage.emulator.addFault({ operation: 'delete', kind: 'status', status: 403, reason: 'FORBIDDEN' });
  const { exitCode, annotations } = await stage.step(schedule);
  expect([exitCode, names(stage)]).toEqual([1, ['stuck-pr-1']]);
  expect(annotations.join()).toContain(`1 of 2 endpoints failed:%0Astuck-pr-1 (${stuck?.id})`);
});

test('says of a deletion that was cancelled that it may have happened, and not that nothing was there', async () => {
  await using stage = await setSweepStage({ 'a-pr-1': [1], 'a-pr-2': [2] });
  const { end, outputs, log, summary } = await stage.step({
    ...schedule,
    onStart: ({ kill }) => {
      const run = () => kill('SIGTERM');
      stage.emulator.addFault({ operation: 'delete', kind: 'hook', when: 'before', run });
      stage.emulator.addFault({ operation: 'delete', kind: 'hang' });
    },
  });
  expect([end, told(outputs)]).toMatchObject(['cancelled', { name: 'a-pr-1', changed: 'true' }]);
  expect(outputs).not.toHaveProperty('operation');
  expect(log).toMatch(/: NOT deleted, pull request #2 is merged, deployed 1 h ago: the run was cancelled by SIGTERM/);
  expect(summary).toMatch(/a-pr-2.*is merged, deployed 1 h ago: the run was cancelled/);
});

test('keeps everything whose pull request GitHub does not tell, but for what is too old, and is red', async () => {
  await using stage = await setSweepStage({ 'a-pr-1': [1], 'ancient-pr-3': [3, 90 * daySeconds] });
  stage.api.setPermissions({ 'pull-requests': 'none' });
  const { end, annotations, log } = await stage.step(within('30d'));
  // A green sweep that could not ask would leave billed endpoints for ever.
  expect([end, names(stage)]).toEqual(['github', ['a-pr-1']]);
  expect(log).toMatch(/ancient-pr-3 .*: deleted, older than `max-age` \(pull request #3 may/);
  // Of those that were not deleted, not of those that were.
  expect(annotations.join()).toMatch(
    /title=sweep%3A previews kept::.*a-pr-1 \(#1, deployed 1 h ago\).*pull-requests: read/s,
  );
});

test('reports every preview in one table, with its pull request and age', async () => {
  await using stage = await setSweepStage({
    'gone-pr-1': [1, 3 * daySeconds],
    'from-tomorrow-pr-3': [3, -daySeconds],
    'unheard-of-pr-99': [99],
  });
  const { log, summary } = await stage.step(within('14d'));
  expect(
    settled(summary, stage).replaceAll(/<code>(worker-id|endpoint-id-\d)<\/code>/g, '<code>id</code>'),
  ).toMatchSnapshot();
  expect(log).toContain(': kept, pull request #3 is open, deployed 0 s ago');
  expect(log).toContain(': kept, pull request #99 may still be open, deployed 1 h ago');
});

test.for<[string, Fault]>([
  ['an outage', { operation: 'any', kind: 'status', status: 502, times: 'always' }],
  ['not found', { operation: 'pulls/get', kind: 'status', status: 404, times: 'always' }],
  ...['<html>Sign in</html>', [], null, { number: 99, state: 'closed' }].map(
    (body) =>
      [JSON.stringify(body), { operation: 'any', kind: 'wrong-body', body, times: 'always' }] as [string, Fault],
  ),
])('deletes nothing on the word of nobody: %s', async ([, fault]) => {
  await using stage = await setSweepStage(
    Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`p-pr-${number}`, [number]])),
  );
  stage.api.addFault(fault);
  const { end, annotations } = await stage.step(schedule);
  expect([end, annotations.length, names(stage).length]).toEqual(['github', 1, 5]);
});
