/** What people read: the summary of the job and the comment on the pull request, as they are. */

import { expect, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, type Stage, setStage, settled } from './github-stage.ts';

const id = '00000000000000aa';
const spec = `${smallSpec}workerConfig: {minNum: 1}\nenvs: {HF_HOME: /cache}\n`;

/** The summary and, after a line, the comment where there is one. */
async function read(stage: Stage, { summary }: { summary: string }): Promise<string> {
  const [comment, ...others] = stage.api.comments(7);
  expect(others).toEqual([]);
  return settled(comment ? `${summary}\n---------- comment ----------\n${comment.body}\n` : summary, stage);
}

/** They comment where a deploy of a branch does. */
const allow = { allow: 'pull-request' };

/** What is done; what of it is read. */
const cases: Readonly<Record<string, (stage: Stage) => Promise<{ summary: string }>>> = {
  'a creation': (stage) => stage.pullRequestStep({ action: 'opened', with: allow, spec }),
  'an update': (stage) => {
    stage.emulator.seed({ id, name: 'llama', workerConfig: { minNum: 1 } });
    return stage.pullRequestStep({ action: 'opened', with: { ...allow, image: 'a:2' }, spec, countsUsers: true });
  },
  'nothing to change': async (stage) => {
    await stage.step({ spec });
    return stage.pullRequestStep({ action: 'opened', with: allow, spec });
  },
  'a failure after which the previous configuration was restored': async (stage) => {
    await stage.step({ spec });
    stage.emulator.addScript({ image: 'a:broken', outcome: 'image-pull' });
    return stage.pullRequestStep({ action: 'opened', with: { ...allow, image: 'a:broken' }, spec });
  },
  'a preview': (stage) => stage.pullRequestStep({ action: 'opened', with: { preview: 'true' }, spec }),
  'the end of a preview': async (stage) => {
    await stage.pullRequestStep({ action: 'opened', with: { preview: 'true' } });
    return stage.pullRequestStep({ action: 'closed', with: { preview: 'true' } });
  },
  'a deploy that was superseded': async (stage) => {
    await stage.step({ sha: commits.second });
    return stage.step({ with: { image: 'a:2' }, sha: commits.first });
  },
  'a run that failed before any endpoint was reached': (stage) =>
    stage.step({ with: { 'api-key': 'key-of-another-account' } }),
  'a step whose inputs are wrong': (stage) => stage.step({ with: { wait: 'forever', 'dry-run': 'true' } }),
};

test.for(Object.entries(cases))('%s', async ([, run]) => {
  await using stage = await setStage();
  expect(await read(stage, await run(stage))).toMatchSnapshot();
});
