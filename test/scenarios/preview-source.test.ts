/** Previews of one pull request by several steps: each ends what it has deployed, and a close ends them all. */

import { describe, expect, test } from 'vitest';
import { ManualClock } from '../emulator/emulator.ts';
import { recordEnv, recordKey, smallSpec, specsOf, writesOf } from './deployment.ts';
import { commits, type PullRequestFacts, type Stage, setStage } from './github-stage.ts';

const names = ({ emulator }: Stage) =>
  emulator
    .endpoints()
    .map(({ name }) => name)
    .toSorted();
const titles = ({ api }: Stage) => api.comments(7).map(({ body }) => /^#{2,3} .*$/m.exec(body)?.[0]);
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

  /** Two steps with the lines of the first and the second; whether the refusal of the second ends the preview of the first. */
  test.for<[string, object, object, boolean]>([
    [
      'lines without numbers that are alike',
      { preview: 'label=a\nworkers=1' },
      { preview: 'workers=2\nlabel=a' },
      true,
    ],
    ['another label', { preview: 'label=a' }, { preview: 'label=b' }, false],
    ['drafts', { preview: 'label=a\ndrafts=true' }, { preview: 'label=a' }, false],
    ['another spec', { preview: 'label=a' }, { preview: 'label=a', spec: 'other.yaml' }, false],
    ['another name', { preview: 'label=a' }, { preview: 'label=a', name: 'qwen' }, false],
    [
      'another order of specs',
      { preview: 'label=a', spec: 'a.yaml\nb.yaml' },
      { preview: 'label=a', spec: 'b.yaml\na.yaml' },
      true,
    ],
  ])('%s', async ([, first, second, isEnded]) => {
    await using stage = await setStage();
    const files = { 'a.yaml': spec('a'), 'b.yaml': spec('b') };
    await stage.pullRequestStep({ action: 'labeled', labels: ['a'], with: { ...first }, files });
    const before = names(stage);
    await stage.pullRequestStep({ action: 'synchronize', labels: [], with: { ...second }, files });
    expect(names(stage)).toEqual(isEnded ? [] : before);
  });

  test('a record without a source counts as one of every step', async () => {
    await using stage = await setStage();
    stage.emulator.seed({ name: 'llama-pr-7', envs: [recordEnv({ pullRequest: 7 })] });
    await stage.pullRequestStep({ action: 'synchronize', labels: [], with: { preview: 'label=a' } });
    expect(names(stage)).toEqual([]);
  });

  test('a sweep ends by its lines what its own step has deployed, and what is closed of every step', async () => {
    await using stage = await setStage({ api: { pulls: [{ number: 7 }, { number: 8 }] } });
    for (const step of Object.values(steps)) {
      await stage.pullRequestStep({ action: 'opened', ...due, ...step });
      await stage.pullRequestStep({ action: 'opened', ...due, ...step, number: 8 });
    }
    stage.api.setPull({ number: 7, labels: [] });
    stage.api.setPull({ number: 8, state: 'closed' });
    const swept = await stage.step({ with: { command: 'sweep', preview: 'label=big\nmax-age=14d' } });
    expect(names(stage)).toEqual(['drafts-pr-7', 'every-pr-7']);
    expect(swept.log).toContain('drafts-pr-7');
    pass(stage, 15 * 86_400_000);
    await stage.step({ with: { command: 'sweep', preview: 'max-age=14d' } });
    expect(names(stage)).toEqual(['drafts-pr-7']);
  });
});

describe('a preview that no spec describes any more', () => {
  const opened = { action: 'opened', with: { preview: 'true' } } as const;

  test.for<[string, string, string]>([
    ['a renamed spec', specsOf('a'), specsOf('b')],
    ['a document that was removed', specsOf('a', 'b'), specsOf('b')],
  ])('sleeps until the close: %s', async ([, before, after]) => {
    await using stage = await setStage();
    await stage.pullRequestStep({ ...opened, spec: before });
    const pushed = { ...opened, action: 'synchronize', sha: commits.second, spec: after };
    expect((await stage.pullRequestStep(pushed)).exitCode).toBe(0);
    expect(names(stage)).toEqual(['a-pr-7', 'b-pr-7']);
    expect(stage.emulator.endpoints()).toMatchObject([0, 0].map((minNum) => ({ workerConfig: { minNum } })));
    await stage.pullRequestStep({ ...pushed, action: 'closed' });
    expect(names(stage)).toEqual([]);
  });

  test('may be that of the next job of a matrix, whose spec is written to the same file', async () => {
    await using stage = await setStage();
    for (const job of ['a', 'b', 'a']) await stage.pullRequestStep({ ...opened, spec: spec(job) });
    expect(names(stage)).toEqual(['a-pr-7', 'b-pr-7']);
  });
});

test.for<[string, string, string]>([
  ['true', '{minNum: 1}', 'when the pull request closes.'],
  ['workers=4', '{minNum: 2, maxNum: 4}', 'when the pull request closes.'],
  ['max-age=3d', '{minNum: 1}', 'on Sunday, 4 January unless pushed to.'],
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

  test('the comment never goes back from "deleted": a second close, a third, and one by another step', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ action: 'opened', ...steps.every });
    await stage.pullRequestStep({ action: 'closed', ...steps.every });
    const deleted = titles(stage);
    expect(deleted).toEqual(['### 🗑️ Previews of pull request #7: deleted']);
    for (const step of [steps.every, steps.drafts, steps.every]) {
      await stage.pullRequestStep({ action: 'closed', ...step });
      expect(titles(stage)).toEqual(deleted);
    }
    await stage.pullRequestStep({ action: 'reopened', ...steps.every });
    expect(titles(stage)).toEqual([expect.stringContaining('every-pr-7: created')]);
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

test('the record names the step by its specs, its name and the lines of `preview` without numbers', async () => {
  await using stage = await setStage();
  await stage.pullRequestStep({ action: 'opened', with: { preview: 'true' } });
  const [env] = stage.emulator.endpoints()[0]?.envs.filter(({ key }) => key === recordKey) ?? [];
  expect(JSON.parse(env?.value ?? '{}')).toMatchObject({ pullRequest: 7, source: expect.stringMatching(/^[\w-]{8}$/) });
});
