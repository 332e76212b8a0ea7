/** Weeks of pull requests: whose preview an endpoint is, when it goes, and which comment speaks of it. */

import { describe, expect, test } from 'vitest';
import type { Emulator } from '../emulator/emulator.ts';
import { everySecond } from '../runs.ts';
import { told } from '../told.ts';
import { recordEnv, smallSpec, specsOf } from './deployment.ts';
import { commits, type Stage, setStage } from './github-stage.ts';
import { playWeek, type RunOfWeek } from './week.ts';

const spec = (name: string) => smallSpec.replace('llama', name);
const opened = { pull: { action: 'opened' }, with: { preview: 'true' }, end: 'created' } as const;
const pushed = { ...opened, pull: { action: 'synchronize', sha: commits.second } } as const;
const closed = { pull: { action: 'closed', sha: commits.second }, with: { preview: 'true' }, end: 'deleted' } as const;
const sweep = { event: { name: 'schedule', payload: {} }, with: { command: 'sweep' }, end: 'deleted' } as const;
const bodies = ({ api }: Stage, number = 7) => api.comments(number).map(({ body }) => body);
const titles = (stage: Stage) => bodies(stage).map((body) => /^#{2,3} .*$/m.exec(body)?.[0]);
const names = (emulator: Emulator) => emulator.endpoints().map(({ name }) => name);

/** What the step has when the pull request opens, and later; its preview goes once the pull request is a draft. */
test.for<[string, RunOfWeek['with'] & object, RunOfWeek['with'] & object]>([
  ['its label', { preview: 'true' }, { preview: 'label=gpu' }],
  ['its drafts', { preview: 'drafts=true' }, { preview: 'true' }],
  ['the path of its spec', { preview: 'true' }, { preview: 'true', spec: './endpoint.yaml' }],
  ['a variable', { preview: 'true', variables: 'A=1' }, { preview: 'true', variables: 'B=1' }],
])('the step changes: %s: its preview is still its own', async ([, before, after]) => {
  const spec = before.variables ? `${smallSpec}envs: {X: "\${A:-}\${B:-}"}\n`.replaceAll(':-', '') : smallSpec;
  const given = { spec: spec.replace('${A}', before.variables ? '' : '${A}').replace('${B}', '') };
  await playWeek([
    { ...opened, ...given, with: before, left: { 'llama-pr-7': {} } },
    { ...pushed, ...given, pull: { ...pushed.pull, draft: true }, with: after, end: 'deleted', left: {} },
  ]);
});

test('a new name leaves the old preview asleep; a draft ends what the specs name; the close ends both', async () => {
  const [before, after] = [specsOf('a', 'b'), specsOf('b', 'c')];
  const all = { 'a-pr-7': { minNum: 0 }, 'b-pr-7': {}, 'c-pr-7': {} };
  await playWeek([
    { ...opened, spec: before, left: { 'a-pr-7': {}, 'b-pr-7': {} } },
    { ...pushed, spec: after, end: 'unchanged', left: all },
    { ...pushed, pull: { ...pushed.pull, draft: true }, spec: after, end: 'deleted', left: { 'a-pr-7': {} } },
    { ...closed, spec: ':', left: {} },
  ]);
});

test('a spec that cannot be read ends nothing but at the close', async () => {
  await playWeek([
    { ...opened, left: { 'llama-pr-7': {} } },
    {
      ...{ ...pushed, pull: { ...pushed.pull, draft: true }, spec: ':', end: 'absent', left: { 'llama-pr-7': {} } },
      ...{
        says: 'kept, pull request #7 is a draft, but a spec of this step cannot be read',
        saysNot: 'has no preview',
      },
    },
    { ...closed, spec: ':', left: {} },
  ]);
});

describe('two jobs of a matrix', () => {
  test('that write the same file keep the preview of each other', async () => {
    const left = { 'a-pr-7': {}, 'b-pr-7': {} };
    await playWeek([
      { ...opened, spec: spec('a') },
      { ...opened, spec: spec('b'), left },
      { ...pushed, spec: spec('a'), end: 'unchanged', left, saysNot: /still billed/ },
      { ...pushed, pull: { ...pushed.pull, draft: true }, spec: spec('a'), end: 'deleted', left: { 'b-pr-7': {} } },
      { ...closed, spec: spec('a'), left: {} },
    ]);
  });

  test('with a name by a variable have a comment each, and each plan is there to be approved', async () => {
    const named = (name: string, more: object = {}) => ({ variables: `NAME=${name}`, ...more });
    const plan = { ...opened, spec: spec('${NAME}'), end: 'planned' };
    const planned = ['Plan for a', 'Plan for b'].map((title) => expect.stringContaining(title.slice(9)));
    await playWeek([
      { ...plan, with: named('a', { command: 'plan' }) },
      { ...plan, with: named('b', { command: 'plan' }), check: (_, stage) => expect(titles(stage)).toEqual(planned) },
      { ...plan, with: named('a', { command: 'plan' }), check: (_, stage) => expect(titles(stage)).toEqual(planned) },
      { ...plan, with: named('a', { preview: 'true' }), end: 'created' },
      {
        ...{ ...plan, with: named('b', { preview: 'true' }), end: 'created' },
        check: (_, stage) =>
          expect(titles(stage).slice(2)).toEqual(
            ['a', 'b'].map((name) => expect.stringContaining(`${name}-pr-7: created`)),
          ),
      },
      {
        ...{ ...closed, spec: spec('${NAME}'), with: named('a', { preview: 'true' }) },
        check: (_, stage) => expect(titles(stage).slice(2)).toEqual(['### 🗑️ Previews of pull request #7: deleted']),
      },
    ]);
  });
});

describe('a comment', () => {
  const plan = { pull: { action: 'opened' }, with: { command: 'plan' }, end: 'planned' } as const;
  const failed = { ...plan, pull: { action: 'synchronize', sha: commits.second }, end: 'spec-invalid' } as const;

  test('about a spec that is wrong takes the place of its plan; one that cannot be read has none', async () => {
    await playWeek([
      { ...plan },
      {
        ...failed,
        spec: `${smallSpec}nam: x\n`,
        check: (_, stage) => expect(titles(stage)).toEqual([expect.stringContaining('the spec has mistakes')]),
      },
      { ...failed, spec: 'name: [', check: (_, stage) => expect(titles(stage).length).toBe(1) },
      { ...plan, check: (_, stage) => expect(titles(stage)).toEqual([expect.stringMatching(/llama/)]) },
    ]);
  });

  test('of another service, another endpoint or another name is another one', async () => {
    await playWeek([
      { ...plan, check: (_, stage) => expect(titles(stage).length).toBe(1) },
      { ...plan, spec: spec('qwen'), check: (_, stage) => expect(titles(stage).length).toBe(2) },
      { ...plan, spec: spec('a--><b.c~@d'), check: (_, stage) => expect(titles(stage).length).toBe(3) },
      { ...plan, spec: spec('a--><b.c~@d'), check: (_, stage) => expect(titles(stage).length).toBe(3) },
    ]);
  });

  test('never goes back from "deleted", and follows the preview when the pull request is opened again', async () => {
    const deleted = (_: unknown, stage: Stage) =>
      expect(titles(stage)).toEqual(['### 🗑️ Previews of pull request #7: deleted']);
    await playWeek([
      { ...opened },
      { ...closed, check: deleted },
      { ...closed, end: 'absent', check: deleted },
      { ...closed, spec: spec('other'), end: 'absent', check: deleted },
      {
        ...{ ...opened, pull: { action: 'reopened' } },
        check: (_, stage) => expect(titles(stage)).toEqual([expect.stringContaining('llama-pr-7: created')]),
      },
    ]);
  });
});

describe('the clean-up after a green preview', () => {
  const isClosed = ({ api }: Stage) => api.setPull({ number: 7, state: 'closed' });
  const closing = (stage: Stage) =>
    stage.emulator.addFault({ operation: 'create', kind: 'hook', when: 'after', run: () => isClosed(stage) });

  test('never changes its colour: an outage is a warning, and the comment is written', async () => {
    await playWeek([
      {
        ...opened,
        before: (stage) => {
          closing(stage);
          stage.emulator.addFault({ operation: 'delete', kind: 'status', status: 403, times: 'always' });
        },
        annotations: [
          /^::warning title=pull request #7%3A previews not deleted::By now pull request #7 is closed, but its previews could not be deleted/,
        ],
        check: (step, stage) => {
          expect([step.exitCode, told(step.outputs).name]).toEqual([0, 'llama-pr-7']);
          expect(titles(stage)).toEqual([expect.stringContaining('llama-pr-7: created')]);
        },
        left: { 'llama-pr-7': {} },
      },
      { ...closed, left: {} },
    ]);
  });

  /** The look at the pull request that shows it closed, of a run that has four: before its comment, or after it. */
  const looks = [1, 3];
  type Trouble = 'outage' | 'cancelled';
  const troubles: Trouble[] = ['outage', 'cancelled'];

  async function play(look: number, meets?: { side: 'emulator' | 'api'; after: number; trouble: Trouble }) {
    const stage = await setStage({ api: { commits: {} } });
    let wasMet = meets === undefined;
    let kill = () => {};
    const meet = () => {
      stage.api.setPull({ number: 7, state: 'closed' });
      stage.emulator.clearRequests();
      stage.api.clearRequests();
      if (!meets) return;
      const { side, after, trouble } = meets;
      const run = () => {
        wasMet = true;
        if (trouble !== 'outage') kill();
      };
      stage[side].addFault({ operation: 'any', after, kind: 'hook', when: 'before', run });
      if (trouble === 'outage')
        stage[side].addFault({ operation: 'any', after, kind: 'status', status: 503, times: 'always' });
    };
    stage.api.addFault({ operation: 'pulls/get', after: look, kind: 'hook', when: 'before', run: meet });
    const step = await stage.pullRequestStep({
      ...{ ...opened.pull, with: opened.with },
      onStart: (running) => {
        kill = () => running.kill('SIGTERM');
      },
    });
    return { stage, step, wasMet };
  }

  test.for(looks.flatMap((look) => troubles.map((trouble) => [trouble, look] as const)))(
    'never changes the verdict: %s at its requests, closed at look %i',
    async ([trouble, look]) => {
      const clean = await play(look);
      await using stage = clean.stage;
      const counts = { emulator: stage.emulator.requests.length, api: stage.api.requests.length };
      expect([clean.step.end, counts.emulator > 2, counts.api > 1]).toEqual(['deleted', true, true]);
      for (const side of ['emulator', 'api'] as const)
        for (const after of everySecond([...Array(counts[side]).keys()])) {
          const { stage, step, wasMet } = await play(look, { side, after, trouble });
          await using _ = stage;
          const text = `${side} ${after}: ${step.log}\n${step.annotations.join('\n')}\n${bodies(stage)}`;
          expect(wasMet, text).toBe(true);
          expect([step.exitCode, step.outputs['failure-reason'], step.outputs.changed], text).toEqual([0, '', 'true']);
          expect(text).not.toMatch(/::error|Cancelled before anything/);
          const isTold = step.annotations.some((line) => line.startsWith('::warning'));
          const stale = bodies(stage).filter((body) => !body.includes(': deleted'));
          if (!isTold) expect([names(stage.emulator), stale], text).toEqual([[], []]);
          expect(step.summary, text).toMatch(step.end === 'created' ? /llama-pr-7: created/ : /llama-pr-7.*is closed/);
        }
    },
  );

  test('is not the comment: a run that is cancelled before it is red; after it, what was not looked at is told', async () => {
    const dies = { operation: 'pulls/get', github: true } as const;
    await playWeek([
      {
        ...{ ...opened, dies: { ...dies, after: 1 }, end: 'cancelled', says: 'GitHub may not have been updated' },
        saysNot: /Nothing shows/,
      },
      {
        ...{ ...pushed, image: 'a:2', dies: { ...dies, after: 3 }, end: 'updated' },
        annotations: [
          /^::warning title=cancelled before the last look at GitHub::The run was cancelled before it could check pull request #7 once more/,
        ],
        check: (step, stage) => {
          expect(step.exitCode).toBe(0);
          expect(titles(stage)).toEqual([expect.stringContaining('llama-pr-7: updated')]);
        },
      },
    ]);
  });

  test('leaves a red run red', async () => {
    const broken = { spec: `${smallSpec}tests: [/health]\n`, image: 'a:broken', end: 'image-pull' };
    const scripts = [{ image: 'a:broken', outcome: 'image-pull' }] as const;
    const run = { ...opened, ...broken, with: { preview: 'true', 'on-failure': 'keep' }, before: closing, left: {} };
    await playWeek([run], { emulator: { scripts: [...scripts] } });
  });
});

describe('the close', () => {
  test('deletes first, and looks for a preview that is listed late afterwards', async () => {
    await using stage = await setStage();
    await stage.pullRequestStep({ ...opened.pull, with: opened.with });
    const startMs = stage.emulator.clock.nowMs();
    let deletedMs = 0;
    const run = () => {
      deletedMs = stage.emulator.clock.nowMs() - startMs;
      stage.emulator.seed({ name: 'late-pr-7', envs: [recordEnv({ pullRequest: 7, name: 'late-pr-7' })] });
    };
    stage.emulator.addFault({ operation: 'delete', kind: 'hook', when: 'after', run });
    await stage.pullRequestStep({ ...closed.pull, with: closed.with });
    expect(deletedMs).toBeLessThan(1000);
    expect(names(stage.emulator)).toEqual([]);
  });

  test('that is cancelled while it looks says what it has deleted', async () => {
    await playWeek([
      opened,
      {
        ...closed,
        dies: { operation: 'pulls/get', github: true, after: 1 },
        end: 'cancelled',
        saysNot: [/Cancelled before anything was written/, /Nothing shows/],
        check: (step, stage) => {
          expect(told(step.outputs)).toMatchObject({ name: 'llama-pr-7', state: 'deleted' });
          expect(step.summary).toContain('Previews of pull request #7: deleted');
          expect(names(stage.emulator)).toEqual([]);
        },
      },
    ]);
  });

  test('that could not delete one of two: the next one finds none, and the comment names no failure any more', async () => {
    const refuses = ({ emulator }: Stage) =>
      emulator.addFault({ operation: 'delete', after: 1, kind: 'status', status: 403, times: 'always' });
    const byHand = ({ emulator }: Stage) => void emulator.remove(emulator.endpoints()[0]?.id ?? '');
    const title = (words: string) => (_: unknown, stage: Stage) => expect(titles(stage).join()).toContain(words);
    await playWeek([
      { ...opened, spec: specsOf('a', 'b') },
      { ...closed, before: refuses, end: 'unauthorized', check: title('#7: 1 deleted, 1 NOT deleted') },
      { ...closed, before: byHand, end: 'absent', check: title('#7: none found') },
    ]);
  });

  test.for(['name', 'copy-of-llama-pr-7'])('leaves what a person has copied to another name (%s)', async (name) => {
    const copy = ({ emulator }: Stage) => {
      const [preview] = emulator.endpoints();
      emulator.seed({ name, envs: preview?.envs.map(({ key, value }) => ({ key, value })) ?? [] });
    };
    await playWeek([
      opened,
      { ...closed, before: copy, says: 'has another name', left: { [name]: {} } },
      { ...sweep, end: 'absent', says: `${name} (`, left: { [name]: {} } },
    ]);
  });
});

describe('a close beside a push', () => {
  const close = (stage: Stage) => stage.pullRequestStep({ action: 'closed', with: opened.with });
  const closesAt = (operation: 'get' | 'update', after: number) => (stage: Stage) =>
    stage.emulator.addFault({
      operation,
      after,
      kind: 'hook',
      when: 'before',
      run: async () => void (await close(stage)),
    });

  test.for<[string, readonly RunOfWeek[]]>([
    ['before its write', [opened, { ...pushed, image: 'a:2', before: closesAt('update', 0), end: 'absent' }]],
    ['before its first reading', [{ ...opened, before: closesAt('get', 0), end: 'absent' }]],
    ['while it waits', [{ ...opened, before: closesAt('get', 1), end: 'absent' }]],
  ])('%s deletes what the push has deployed, and is no failure of the push', async ([, runs]) => {
    const last = { says: 'by now pull request #7 is closed', annotations: [], left: {} };
    await playWeek(runs.map((run, index) => (index === runs.length - 1 ? { ...run, ...last } : run)));
  });

  test('or beside a reopening: the comment is about what that one has deployed', async () => {
    const reopened = (stage: Stage) => stage.pullRequestStep({ action: 'reopened', with: opened.with });
    const before = (stage: Stage) => {
      const run = async () => void (await reopened(stage));
      stage.emulator.addFault({ operation: 'delete', kind: 'hook', when: 'after', run });
    };
    await playWeek([
      opened,
      {
        ...{
          ...closed,
          afterMinutes: 60,
          before,
          left: { 'llama-pr-7': {} },
          annotations: [/what is there now is kept/],
        },
        check: (_, stage) => expect(titles(stage)).toEqual([expect.stringContaining('llama-pr-7: created')]),
      },
    ]);
  });

  test('or beside a newer push: what that one has deployed in the look-up stays', async () => {
    const { third } = commits;
    const env = { GITHUB_REF: 'refs/pull/7/merge' };
    const newer = (stage: Stage) => {
      const options = { action: 'synchronize', sha: third, with: { ...opened.with, image: 'a:3' }, runId: '9000', env };
      const run = async () => void (await stage.pullRequestStep(options));
      stage.emulator.addFault({ operation: 'list', kind: 'hook', when: 'before', run });
    };
    const old = { ...pushed, image: 'a:2', before: newer, end: 'superseded', left: { 'llama-pr-7': { image: 'a:3' } } };
    await playWeek([{ ...opened, env }, old], { api: { branches: { 'try-another-model': third } } });
  });

  test('is not why the push fails: there is nothing to compare it with', async () => {
    const compared = `${smallSpec}tests: [/health]\ncompare: {with: nobody}\n`;
    const closes = ({ api }: Stage) => {
      const run = () => api.setPull({ number: 7, state: 'closed' });
      api.addFault({ operation: 'pulls/get', after: 1, kind: 'hook', when: 'before', run });
    };
    await playWeek([{ ...opened, spec: compared, before: closes, end: 'not-found', left: {}, says: /nobody/ }]);
  });
});

describe('a pull request beside another one', () => {
  const number = 8;
  const api = { pulls: [{ number: 7 }, { number }, { number: 17 }] };

  test('with the same specs: each ends its own', async () => {
    const draft = { ...pushed, pull: { ...pushed.pull, number, draft: true }, end: 'deleted' };
    await playWeek(
      [
        opened,
        { ...opened, pull: { ...opened.pull, number } },
        { ...opened, pull: { ...opened.pull, number: 17 } },
        { ...draft, left: { 'llama-pr-7': {}, 'llama-pr-17': {} } },
        {
          ...closed,
          left: { 'llama-pr-17': {} },
          check: (_, stage) => expect(bodies(stage, 17)[0]).toContain('created'),
        },
      ],
      { api },
    );
  });

  test('with the name of its preview in a spec: a deploy without a pull request is nobody’s preview', async () => {
    const left = { 'llama-pr-7': {} };
    const isClosed = ({ api }: Stage) => api.setPull({ number: 7, state: 'closed' });
    await playWeek([
      { spec: spec('llama-pr-7'), end: 'created' },
      { ...opened, end: 'owned', left },
      { ...closed, end: 'absent', left },
      { ...sweep, before: isClosed, end: 'absent', left },
    ]);
  });
});

test('two steps with rules of their own each decide about their names', async () => {
  const step = (name: string): Partial<RunOfWeek> => ({ with: { preview: `label=${name}` }, spec: spec(name) });
  const labels = (...labels: string[]) => ({ action: 'synchronize', labels });
  const unlabeled = { action: 'unlabeled', labels: ['small'], payload: { label: { name: 'big' } } };
  const left = { 'small-pr-7': {} };
  await playWeek([
    { ...opened, ...step('big'), pull: labels('big', 'small') },
    { ...opened, ...step('small'), pull: labels('big', 'small') },
    { ...opened, ...step('big'), pull: unlabeled, end: 'deleted', left, says: 'no spec of this step has its name' },
    { ...opened, ...step('small'), pull: unlabeled, end: 'unchanged', left },
  ]);
});

test('the command `delete` ends every preview, also while the pull request is open; a push brings its own back', async () => {
  const ends = { ...pushed, with: { preview: 'true', command: 'delete' }, end: 'deleted', left: {} };
  await playWeek([
    { ...opened, spec: specsOf('a', 'b') },
    { ...ends, spec: spec('a') },
    { ...ends, end: 'absent' },
    { ...pushed, spec: spec('a'), left: { 'a-pr-7': {} } },
    { ...ends, pull: closed.pull },
  ]);
});

test('a close whose step lacks `preview` deletes nothing of production, unless an input names it', () => {
  const run = { ...closed, with: { command: 'delete' }, end: 'inputs-invalid', left: { llama: {} } };
  return playWeek([
    { end: 'created' },
    { ...run, says: /would delete what the specs name.*Set `preview: true`/ },
    { ...run, with: { ...run.with, name: 'llama' }, end: 'deleted', left: {} },
  ]);
});

test('runs that are started again after the close create nothing, and delete nothing once it is open again', async () => {
  const left = { 'llama-pr-7': {} };
  await playWeek([
    opened,
    { ...closed, left: {} },
    { ...opened, attempt: 2, pull: { ...opened.pull, isByNow: 'closed' }, end: 'absent', left: {} },
    { ...opened, pull: { action: 'reopened' }, left },
    { ...closed, attempt: 2, pull: { ...closed.pull, isByNow: 'open' }, end: 'superseded', says: 'opened again', left },
  ]);
});

test('of two runs of the last commit, the earlier one finds what the later one has deployed', async () => {
  const opens = { ...opened, runId: '5001', annotations: [] };
  const late = { ...opened, end: 'unchanged', annotations: [], left: { 'llama-pr-7': { image: 'a:1' } } };
  await playWeek([
    { ...opens, image: 'a:1', dies: { operation: 'limits' }, end: 'cancelled', annotations: [/cancelled/], left: {} },
    { ...opened, image: 'a:1', pull: { action: 'labeled' }, runId: '5003' },
    { ...late, image: 'a:1', runId: '5001', attempt: 2 },
    { ...late, image: 'a:1', runId: '5002' },
    // Another build of the commit is older than the one of a later run.
    { ...late, image: 'a:0', runId: '5002', end: 'superseded', annotations: [/is newer than this run/] },
  ]);
});

test('a fork: without the key its close has nothing to do; what `untrusted` deployed goes', async () => {
  const fork = { isFromFork: true, eventName: 'pull_request_target' };
  const noKey = { 'api-key': '', 'base-url': '' };
  const close = { ...closed, pull: { ...closed.pull, isFromFork: true } };
  await playWeek([
    ...['deploy', 'delete', 'plan'].map((command) => {
      return { ...close, spec: ':', with: { ...closed.with, ...noKey, command }, end: 'absent' };
    }),
    { ...opened, pull: { ...opened.pull, ...fork }, with: { ...opened.with, allow: 'untrusted' } },
    { ...closed, pull: { ...closed.pull, ...fork }, left: {} },
  ]);
});

test('a sweep by `max-age` beside a push: what is written meanwhile is young; what was deleted before is told', async () => {
  const swept = (when: 'before' | 'after') => (stage: Stage) =>
    stage.emulator.addFault({
      ...{ operation: 'update', kind: 'hook', when },
      run: async () => void (await stage.step({ ...sweep, with: { command: 'sweep', preview: 'max-age=3d' } })),
    });
  const push = { ...pushed, afterMinutes: 5 * 1440 };
  await playWeek([
    opened,
    { ...push, image: 'a:2', before: swept('after'), end: 'updated', left: { 'llama-pr-7': { image: 'a:2' } } },
    {
      ...push,
      image: 'a:3',
      before: swept('before'),
      end: 'not-found',
      says: 'The next run creates it again',
      left: {},
    },
    { ...push, image: 'a:3', end: 'created' },
  ]);
});

test('daily pushes that change nothing do not keep a preview from `max-age`, whose words say so', async () => {
  const push = { ...pushed, with: { preview: 'max-age=3d' }, end: 'unchanged', afterMinutes: 1440 };
  const words = 'deleted when the pull request closes, or after 3 d unless a push changes it.';
  await playWeek([
    { ...push, ...{ pull: opened.pull, end: 'created', afterMinutes: 0 }, spec: specsOf('llama', 'old') },
    { ...push, check: (_, stage) => expect(bodies(stage).join()).toContain(words) },
    { ...push, before: ({ emulator }) => emulator.seed({ name: 'llama' }) },
    { ...push },
    // Also the preview that no spec names, whichever step deployed it.
    { ...sweep, with: { command: 'sweep', preview: 'max-age=3d' }, spec: spec('else'), left: { llama: {} } },
  ]);
});

test.for(['test', 'status', 'logs', 'list', 'export'])(
  'an input that names which endpoint is never dropped: `%s` with `preview` asks nothing of production',
  (command) =>
    playWeek([
      { image: 'a:1', end: 'created' },
      {
        ...pushed,
        with: { command, preview: 'true', ...(command === 'export' && { name: 'llama' }) },
        end: 'inputs-invalid',
        says: /selects endpoints, and the command `\w+` does not read it.*`name: llama-pr-7`/,
        check: (_, { emulator }) => expect(emulator.requests).toEqual([]),
      },
    ]),
);
