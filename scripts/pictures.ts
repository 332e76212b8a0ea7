/** The pictures of README and documents: real runs against the emulator, on a clock that needs no time, as a reader of GitHub and of a terminal sees them. */

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../src/clock.ts';
import { testReadPauses } from '../src/times.ts';
import { ManualClock } from '../test/emulator/clock.ts';
import { type Emulator, startEmulator } from '../test/emulator/emulator.ts';
import { deployTo, passing } from '../test/scenarios/deployment.ts';
import { commits, setStage } from '../test/scenarios/github-stage.ts';
import { runStep, shareClock } from '../test/scenarios/step.ts';
import { markdownPicture } from './markdown-picture.ts';
import { terminalPicture } from './terminal-picture.ts';

const spec = readFileSync('examples/vllm/endpoint.yaml', 'utf8').replace(/^# yaml-language-server: .*\n/, '');

/** It answers what the test of the example asks. */
const model = { words: ['Paris.'], firstTokenMs: 180 };

/** Between two readings while tests run, in milliseconds; every other sleep is shorter. */
const besideTestsMs = testReadPauses.usualMs;

/** A sleep beside the tests gives their answers real time to come, so that the times of a picture are those of the emulator on any machine. */
function patientTime(clock: Clock, patienceMs: number): { clock: Clock; stopwatch: Clock } {
  const sleep: Clock['sleep'] = async (ms, signal) => {
    if (ms >= besideTestsMs) await setTimeout(patienceMs, undefined, signal && { signal });
    await clock.sleep(ms, signal);
  };
  return { clock: { ...clock, sleep }, stopwatch: clock };
}

function timeOf({ clock }: Emulator, patienceMs = 5000) {
  return clock instanceof ManualClock ? patientTime(shareClock(clock), patienceMs) : {};
}

/** Addresses of the emulator as the service's own. */
function asService(text: string): string {
  return text.replaceAll(/http:\/\/127\.0\.0\.1:\d+\/serve\/(\w+)/g, 'https://$1-$1.runsync.novita.dev');
}

/** Writes `docs/*.svg`. The same code gives the same bytes. */
export async function writePictures(): Promise<void> {
  writeFileSync('docs/broken.svg', pictureOfValidation());
  writeFileSync('docs/terminal.svg', await pictureOfTerminal());
  const { summary, comment } = await picturesOfWorkflow();
  writeFileSync('docs/summary.svg', summary);
  writeFileSync('docs/comment.svg', comment);
  writeFileSync('docs/failure.svg', await pictureOfFailure());
}

/** What the bundle really writes to a terminal. */
function pictureOfValidation(): string {
  const path = 'examples/broken.yaml';
  const { stderr } = spawnSync(process.execPath, ['dist/index.js', 'validate', path], {
    env: { PATH: process.env.PATH, FORCE_COLOR: '1' },
    encoding: 'utf8',
  });
  return terminalPicture(`deploy-gpu-endpoint validate ${path}`, stderr);
}

async function pictureOfTerminal(): Promise<string> {
  await using emulator = await startEmulator({ ...passing, models: [model] });
  const { raw } = await runStep({
    argv: ['deploy', 'endpoint.yaml', '--resolve-image', 'off'],
    files: { 'endpoint.yaml': spec },
    env: { GPU_ENDPOINT_BASE_URL: emulator.url, GPU_ENDPOINT_API_KEY: emulator.apiKey },
    ...timeOf(emulator),
  });
  return terminalPicture('deploy-gpu-endpoint deploy endpoint.yaml', asService(raw));
}

async function picturesOfWorkflow(): Promise<{ summary: string; comment: string }> {
  await using emulator = await startEmulator({ ...passing, models: [model] });
  const time = timeOf(emulator);
  await deployTo(emulator, { spec, ...time });
  const changed = spec.replace('maxNum: 3', 'maxNum: 5').replace(':v0.11.0', ':v0.11.2');
  const plan = await deployTo(emulator, { spec: changed, with: { command: 'plan' }, ...time });
  const deploy = await deployTo(emulator, { spec: changed, with: { wait: 'rollout' }, ...time });
  return {
    summary: markdownPicture('The summary of a deploy', asService(deploy.summary)),
    comment: markdownPicture('The plan on a pull request', asService(plan.summary)),
  };
}

/** The comment after a push that broke a preview. */
async function pictureOfFailure(): Promise<string> {
  await using stage = await setStage();
  // It is read often, while its worker crashes and nothing answers.
  const time = timeOf(stage.emulator, 250);
  stage.emulator.addModel(model);
  await stage.pullRequestStep({ action: 'opened', spec, with: { preview: 'true' }, ...time });
  stage.emulator.addScript({ outcome: 'crash-loop' });
  await stage.pullRequestStep({
    action: 'synchronize',
    sha: commits.second,
    spec: spec.replace(':v0.11.0', ':v0.11.2'),
    with: { preview: 'true' },
    ...time,
  });
  return markdownPicture('A comment on a pull request', asService(stage.api.comments(7)[0]?.body ?? ''));
}
