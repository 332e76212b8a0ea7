/** Deletions shortly after a creation: what a list does not show yet is found all the same, and what never was costs no wait where anything tells. */

import { describe, expect, test } from 'vitest';
import { type Emulator, type ForeignChange, ManualClock, type Switches } from '../emulator/emulator.ts';
import { deployTo, recordEnv } from '../scenarios/deployment.ts';
import { commits, type PullRequestOptions, setStage } from '../scenarios/github-stage.ts';
import { openWorld, second } from './world.ts';

const made = (name: string, record?: object, afterMs = 0): ForeignChange => ({
  ...{ kind: 'create', afterMs },
  part: { name, envs: record ? [recordEnv(record)] : [], workerConfig: { minNum: 1 } },
});
const names = ({ emulator }: { emulator: Emulator }) => emulator.endpoints().map(({ name }) => name);
/** For how long the run says that it looks again. */
const seconds = (log: string) => Number(/looks again (?:for up to|in) (\d+) s/.exec(log)?.[1] ?? 0);

describe('an endpoint that was created a moment ago', () => {
  test.for<[string, Partial<Switches>, 'name' | 'id']>([
    ['list 15 s late', { listLagMs: 15 * second }, 'name'],
    ['list 50 s late', { listLagMs: 50 * second }, 'id'],
    ['list 60 s late, readings 30 s', { listLagMs: 60 * second, getLagMs: 30 * second }, 'id'],
  ])('%s, %o: is deleted by its %s', async ([, switches, by]) => {
    await using world = await openWorld({ endpoint: null, switches, changes: [made('llama')] });
    const [created] = world.emulator.endpoints();
    const given = by === 'id' ? { 'endpoint-id': created?.id ?? '' } : { name: 'llama' };
    const ended = await world.run({ with: { command: 'delete', image: '', ...given } });
    expect([ended.end, names(world)], ended.log).toEqual(['deleted', []]);
  });

  test('is what `status` with its ID tells of', async () => {
    const switches = { listLagMs: 50 * second };
    await using world = await openWorld({ endpoint: null, switches, changes: [made('llama')] });
    const [created] = world.emulator.endpoints();
    const ended = await world.run({ with: { command: 'status', 'endpoint-id': created?.id ?? '' } });
    expect([ended.outputs.operation, ended.outputs['endpoint-id']], ended.log).toEqual(['read', created?.id]);
  });

  test.for<[string, Record<string, string>, number]>([
    ['name', { name: 'llama' }, 20],
    ['name like others, of which none is a typing mistake', { name: 'qwen-eu' }, 20],
    ['id', { 'endpoint-id': '0'.repeat(16) }, 30],
  ])('one that never was is absent by its %s, once lists have agreed for %o', async ([, given, forSeconds]) => {
    await using world = await openWorld({ endpoint: null, changes: [made('qwen-us'), made('qwen-eu-2')] });
    const ended = await world.run({ with: { command: 'delete', image: '', ...given } });
    const isInTime = ended.seconds >= forSeconds && ended.seconds < forSeconds + 5;
    expect([ended.end, isInTime, ended.writes], ended.log).toEqual(['absent', true, []]);
    expect(seconds(ended.log), ended.log).toBe(forSeconds);
    expect(ended.log.match(/looks again/g)).toHaveLength(1);
  });
});

describe('the end of a pull request', () => {
  interface Ending extends Omit<PullRequestOptions, 'action'> {
    action?: string;
    rules?: string;
    changes?: readonly ForeignChange[];
    listLagMs?: number;
  }
  async function end({ action = 'closed', rules = 'true', changes = [], listLagMs = 50_000, ...more }: Ending) {
    const clock = new ManualClock();
    const stage = await setStage({ emulator: { clock, switches: { listLagMs }, changes: [...changes] } });
    const startedMs = clock.nowMs();
    const ended = await stage.pullRequestStep({ action, with: { preview: rules }, ...more });
    return { stage, ended, tookSeconds: (clock.nowMs() - startedMs) / second };
  }
  const preview = (name: string, afterMs = 0) =>
    made(`${name}-pr-7`, { pullRequest: 7, name: `${name}-pr-7` }, afterMs);

  test.for<[string, Ending]>([
    ['one preview', { changes: [preview('llama')] }],
    ['several, created one after the other', { changes: [preview('a'), preview('b', 12 * second)] }],
    ['one preview whose label goes', { changes: [preview('llama')], action: 'unlabeled', rules: 'label=gpu' }],
    ['one preview of a draft again', { changes: [preview('llama')], action: 'converted_to_draft', draft: true }],
  ])('deletes what a list does not show yet: %s', async ([, ending]) => {
    const { stage, ended } = await end(ending);
    await using _ = stage;
    expect([ended.end, names(stage)], ended.log).toEqual(['deleted', []]);
  });

  test.for<[string, Ending, boolean]>([
    ['may have had one', {}, true],
    ['has the label', { rules: 'label=gpu', labels: ['gpu'] }, true],
    ['never had the label', { rules: 'label=gpu' }, false],
    ['was a draft', { draft: true }, false],
    ['gets a commit without the label', { action: 'synchronize', rules: 'label=gpu' }, false],
  ])('of one that %s: looks again %o, %s', async ([, ending, waits]) => {
    const { stage, ended, tookSeconds } = await end(ending);
    await using _ = stage;
    expect([ended.end, seconds(ended.log) === 90, tookSeconds > 60], ended.log).toEqual(['absent', waits, waits]);
  });

  test('does not wait where a preview is found that is older than a list may be late', async () => {
    const old = made('llama-pr-7', { pullRequest: 7, name: 'llama-pr-7', time: '2025-12-31T23:00:00.000Z' });
    const { stage, ended, tookSeconds } = await end({ changes: [old], listLagMs: 0 });
    await using _ = stage;
    expect([ended.end, names(stage), tookSeconds < 60], ended.log).toEqual(['deleted', [], true]);
  });

  test('keeps what is deployed after it is opened again meanwhile', async () => {
    const clock = new ManualClock();
    await using stage = await setStage({ emulator: { clock } });
    const reopen = () => {
      stage.api.setPull({ number: 7, state: 'open', headSha: commits.first });
      stage.emulator.addChange(preview('llama'));
    };
    stage.emulator.addFault({ operation: 'list', kind: 'hook', when: 'after', run: reopen });
    const ended = await stage.pullRequestStep({ action: 'closed', with: { preview: 'true' } });
    expect([ended.end, names(stage)], ended.log).toEqual(['superseded', ['llama-pr-7']]);
    expect(ended.annotations).toEqual([
      expect.stringMatching(/^::notice title=preview%3A superseded::Pull request #7 is to have previews again/),
    ]);
  });
});

test('a deletion that is cancelled while it looks again ends as cancelled', async () => {
  await using world = await openWorld({ endpoint: null });
  const ended = await deployTo(world.emulator, {
    with: { command: 'delete' },
    onStart: ({ kill }) => {
      const run = () => kill('SIGTERM');
      world.emulator.addFault({ operation: 'list', after: 2, kind: 'hook', when: 'after', run });
    },
  });
  expect([ended.end, ended.outputs.operation], ended.log).toEqual(['cancelled', undefined]);
});
