/** Previews of one pull request by several steps: each ends what it has deployed, and a close ends them all. */

import { describe, expect, test } from 'vitest';
import { ManualClock } from '../emulator/emulator.ts';
import { smallSpec, writesOf } from './deployment.ts';
import { type PullRequestFacts, type Stage, setStage } from './github-stage.ts';

const names = ({ emulator }: Stage) =>
  emulator
    .endpoints()
    .map(({ name }) => name)
    .toSorted();
const pass = ({ emulator: { clock } }: Stage, ms: number) => clock instanceof ManualClock && clock.advance(ms);
const seconds = ({ emulator }: Stage) => emulator.clock.nowMs() / 1000;
const spec = (name: string) => smallSpec.replace('llama', name);

/** A step by the lines of its `preview`, with a spec of its own. */
const steps = {
  every: { with: { preview: 'true' }, spec: spec('every') },
  big: { with: { preview: 'label=big\nworkers=2' }, spec: spec('big') },
  drafts: { with: { preview: 'drafts=true' }, spec: spec('drafts') },
} as const;
type StepName = keyof typeof steps;

/** Both have the right to a preview: label and no draft. */
const due = { labels: ['big'], draft: false };

describe('events × label × draft × source', () => {
  /** Event; which of the three steps have a preview after each of them has run; one that looks for up to 90 s. */
  const cases: [Partial<PullRequestFacts> & { action: string }, StepName[], StepName[]][] = [
    [{ action: 'synchronize', ...due }, ['big', 'drafts', 'every'], []],
    [{ action: 'synchronize', labels: [], draft: false }, ['drafts', 'every'], []],
    [{ action: 'synchronize', labels: ['big'], draft: true }, ['drafts'], []],
    [{ action: 'synchronize', labels: [], draft: true }, ['drafts'], []],
    [{ action: 'unlabeled', payload: { label: { name: 'big' } }, labels: [], draft: false }, ['drafts', 'every'], []],
    [{ action: 'unlabeled', payload: { label: { name: 'bug' } }, ...due }, ['big', 'drafts', 'every'], []],
    [{ action: 'labeled', payload: { label: { name: 'bug' } }, labels: ['bug'] }, ['drafts', 'every'], []],
    [{ action: 'converted_to_draft', labels: ['big'], draft: true }, ['drafts'], []],
    [{ action: 'ready_for_review', ...due }, ['big', 'drafts', 'every'], []],
    [{ action: 'edited', ...due }, ['big', 'drafts', 'every'], []],
    [{ action: 'edited', labels: [], draft: false }, ['drafts', 'every'], []],
    [{ action: 'reopened', labels: [], draft: true }, ['drafts'], []],
    [{ action: 'closed', labels: [], draft: false }, [], []],
  ];
  test.for(cases)('%j leaves the previews of %j', async ([facts, left]) => {
    await using stage = await setStage();
    for (const step of Object.values(steps)) await stage.pullRequestStep({ action: 'opened', ...due, ...step });
    expect(names(stage)).toEqual(['big-pr-7', 'drafts-pr-7', 'every-pr-7']);
    pass(stage, 120_000);
    for (const step of Object.values(steps)) {
      const { exitCode, annotations } = await stage.pullRequestStep({ ...facts, ...step });
      expect([exitCode, annotations]).toEqual([0, []]);
    }
    expect(names(stage)).toEqual(left.map((name) => `${name}-pr-7`));
    const isShown = (name: string) =>
      stage.api.comments(7).some(({ body }) => new RegExp(`${name}-pr-7: (created|unchanged)`).test(body));
    expect(Object.keys(steps).filter(isShown).toSorted()).toEqual(left);
  });

  test('a sweep ends by label and draft what its specs name, and what is closed of every step', async () => {
    await using stage = await setStage({ api: { pulls: [{ number: 7 }, { number: 8 }] } });
    for (const step of Object.values(steps)) {
      await stage.pullRequestStep({ action: 'opened', ...due, ...step });
      await stage.pullRequestStep({ action: 'opened', ...due, ...step, number: 8 });
    }
    stage.api.setPull({ number: 7, labels: [] });
    stage.api.setPull({ number: 8, state: 'closed' });
    const swept = await stage.step({
      with: { command: 'sweep', preview: 'label=big\nmax-age=14d' },
      spec: spec('big'),
    });
    expect(names(stage)).toEqual(['drafts-pr-7', 'every-pr-7']);
    expect(swept.log).toContain('but no spec of this step has its name');
  });
});

test.for<[string, string, string]>([
  ['true', '{minNum: 1}', 'when the pull request closes.'],
  ['workers=4', '{minNum: 2, maxNum: 4}', 'when the pull request closes.'],
  ['max-age=3d', '{minNum: 1}', 'on Sunday, 4 January unless a push changes it.'],
])('a preview by %s of workerConfig %s sleeps when idle, and its comment says so', async ([preview, worker, ends]) => {
  await using stage = await setStage();
  const spec = `${smallSpec}workerConfig: ${worker}\n`;
  for (const action of ['opened', 'synchronize']) {
    await stage.pullRequestStep({ action, with: { preview }, spec });
    expect(stage.emulator.endpoints()).toMatchObject([{ workerConfig: { minNum: 0 } }]);
    expect(stage.api.comments(7)[0]?.body).toContain(`Sleeps when idle, deleted ${ends}`);
    pass(stage, 86_400_000);
  }
});

describe('the end of a preview', () => {
  const image = 'ghcr.io/acme/llama@';
  test.for<[Partial<PullRequestFacts> & { action: string }, string]>([
    [{ action: 'closed' }, 'deleted'],
    [{ action: 'unlabeled', payload: { label: { name: 'a' } } }, 'deleted'],
    [{ action: 'edited', labels: ['a'] }, 'unchanged'],
    [{ action: 'synchronize', labels: ['a'] }, 'inputs-invalid'],
  ])('on %j is not judged by the image: %s', async ([facts, expected]) => {
    await using stage = await setStage();
    const preview = 'label=a';
    await stage.pullRequestStep({ action: 'opened', labels: ['a'], with: { preview } });
    expect((await stage.pullRequestStep({ ...facts, with: { preview, image } })).end).toBe(expected);
  });

  test.for<[string, Partial<PullRequestFacts> & { action: string }, string, boolean]>([
    ['another label goes', { action: 'unlabeled', payload: { label: { name: 'bug' } } }, 'label=a', false],
    ['the label goes', { action: 'unlabeled', payload: { label: { name: 'A' } } }, 'label=a', true],
    [
      'the label goes from a draft',
      { action: 'unlabeled', payload: { label: { name: 'a' } }, draft: true },
      'label=a',
      false,
    ],
    ['a draft without the label', { action: 'converted_to_draft', draft: true }, 'label=a', false],
    ['a draft with the label', { action: 'converted_to_draft', draft: true, labels: ['a'] }, 'label=a', true],
    ['a close without the label', { action: 'closed' }, 'label=a', false],
    ['a close', { action: 'closed' }, 'true', true],
  ])('waits for a late list only where the event says that one was due: %s', async ([, facts, preview, isLooked]) => {
    await using stage = await setStage();
    const startedSeconds = seconds(stage);
    expect((await stage.pullRequestStep({ ...facts, with: { preview } })).end).toBe('absent');
    expect(seconds(stage) - startedSeconds > 80).toBe(isLooked);
  });

  test('says that something was changed where a failed creation was deleted before the label went', async () => {
    await using stage = await setStage({ emulator: { scripts: [{ image: 'a:broken', outcome: 'image-pull' }] } });
    const run = () => stage.api.setPull({ number: 7, labels: [] });
    stage.emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run });
    const { outputs } = await stage.pullRequestStep({
      ...{ action: 'labeled', labels: ['a'], with: { preview: 'label=a', image: 'a:broken' } },
      spec: `${smallSpec}tests: [/health]\n`,
    });
    expect(writesOf(stage.emulator)).toContain('delete');
    expect([names(stage), outputs.changed]).toEqual([[], 'true']);
  });
});
