/** What scenarios on GitHub share: the emulator, a GitHub for tests, and steps that its events start. */

import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator/emulator.ts';
import { type GitHubApi, type GitHubApiOptions, startGitHubApi } from '../github-api/github-api.ts';
import { pullRequestPayload } from '../github-api/pull-request.ts';
import { type DeploymentOptions, deployTo, passing } from './deployment.ts';
import type { StepResult } from './step.ts';

/** Commits, in the order in which each follows the one before. */
export const commits = {
  first: 'a'.repeat(40),
  second: 'b'.repeat(40),
  third: 'c'.repeat(40),
  lost: 'd'.repeat(40),
} as const;

export const repository = 'acme/llama';

export interface Stage extends AsyncDisposable {
  readonly emulator: Emulator;
  readonly api: GitHubApi;
  /** A step of a push (or whatever `event` says) at a commit. */
  step(options?: DeploymentOptions & { sha?: string; runId?: string }): Promise<StepResult>;
  /** A step of a pull request's event. */
  pullRequestStep(options: DeploymentOptions & PullRequestOptions): Promise<StepResult>;
}

export interface PullRequestOptions {
  action: string;
  number?: number;
  sha?: string;
  isFromFork?: boolean;
  eventName?: string;
  /** Whether it is a draft. */
  draft?: boolean;
  /** Labels that it has when the event happens. */
  labels?: readonly string[];
  /** The event is of yesterday: GitHub says by now that the pull request is in this state. */
  isByNow?: 'open' | 'closed';
  /** More of the event. */
  payload?: object;
  /** Other marks than the event tells, by now. */
  marksNow?: { draft?: boolean; labels?: readonly string[] };
  /** Another commit than `sha` is the last one of the pull request by now. */
  headNow?: string;
}

export async function setStage(
  options: { emulator?: EmulatorOptions | undefined; api?: GitHubApiOptions | undefined } = {},
): Promise<Stage> {
  const emulator = await startEmulator({ ...passing, ...options.emulator });
  const { first, second, third, lost } = commits;
  const api = await startGitHubApi({
    repository,
    pulls: [{ number: 7 }],
    commits: { [first]: [], [second]: [first], [third]: [second], [lost]: [first] },
    branches: { main: third },
    ...options.api,
  });
  const step: Stage['step'] = async ({ sha = first, runId = '100', ...rest } = {}) => {
    api.setRun(Number(runId), null);
    const result = await deployTo(emulator, {
      ...rest,
      with: { 'github-token': api.token, ...rest.with },
      env: {
        GITHUB_API_URL: api.url,
        GITHUB_REPOSITORY: repository,
        GITHUB_SHA: sha,
        GITHUB_RUN_ID: runId,
        GITHUB_RUN_ATTEMPT: '1',
        ...rest.env,
      },
    });
    api.setRun(Number(runId), result.exitCode === 0 ? 'success' : 'failure');
    return result;
  };
  return {
    emulator,
    api,
    step,
    pullRequestStep: ({
      action,
      isByNow,
      headNow,
      marksNow,
      number = 7,
      sha = first,
      isFromFork = false,
      eventName = 'pull_request',
      draft = false,
      labels = [],
      payload,
      ...rest
    }) => {
      const state = isByNow ?? (action === 'closed' ? 'closed' : 'open');
      api.setPull({ number, state, headSha: headNow ?? sha, draft, labels, ...marksNow });
      const pull = { action, number, sha, repository, isFromFork, draft, labels };
      return step({
        sha: 'e'.repeat(40),
        ...rest,
        event: { name: eventName, payload: { ...pullRequestPayload(pull), ...payload } },
      });
    },
    [Symbol.asyncDispose]: async () => {
      await emulator.close();
      await api.close();
    },
  };
}

/** Stands for what differs from run to run, so that a snapshot reads as a person would see it. */
export function settled(markdown: string, { emulator }: Stage): string {
  const ids = new Map(emulator.endpoints().map(({ id }, index) => [id, `endpoint-id-${index + 1}`]));
  let text = markdown
    .replaceAll(emulator.url, 'https://serve.example.dev')
    .replaceAll(emulator.url.replace(':', '&#58;'), 'https&#58;//serve.example.dev')
    .replaceAll(/(\d+ h )?(\d+ m )?\d+(\.\d+)? s\b|\d+ m\b/g, 'N s')
    .replaceAll(/█+/g, '█')
    .replaceAll(/:\d\d:\d\d:\d\d\.\d{3}, \d+ms$/gm, ':00:00:00.000, 1ms');
  for (const [id, name] of ids) text = text.replaceAll(id, name);
  return text.replaceAll(/\b[0-9a-f]{16}\b/g, 'worker-id');
}
