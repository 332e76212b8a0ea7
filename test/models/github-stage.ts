/** The stage of GitHub's model: a GitHub with one branch and two pull requests, the service, and runs of workflows. */

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Emulator, ManualClock, type StoredEndpoint, startEmulator } from '../emulator/emulator.ts';
import { type Fault, type GitHubApi, startGitHubApi } from '../github-api/github-api.ts';
import { createScheduler, seededRandom } from '../races/scheduler.ts';
import { runnerEnvironment } from '../scenarios/step.ts';
import type { Fate, GitHubFault, GitHubStory } from './github-story.ts';
import { type PlayedRun, playRun, type RunResult } from './run.ts';

export const repository = 'acme/llama';
const pace = { schedulingMs: 1000, pullingMs: 3000, startingMs: 2000, healthCheckMs: 2000 };

const secretsOf = {
  token: { text: 'canary-of-a-token', entry: 'TOKEN=canary-of-a-token' },
  'key-file': {
    text: '{\n  "kind": "canary-of-a-key-file",\n  "id": 1\n}',
    entry: 'KEY_FILE<<END\n{\n  "kind": "canary-of-a-key-file",\n  "id": 1\n}\nEND',
  },
  flag: { text: '1', entry: 'FLAG=1' },
} as const;

export interface Job {
  /** The commit whose spec is deployed, and what it deploys. */
  sha: string;
  /** The commit that the runner names, where that is another one: the tip when a workflow_run began. */
  runnerSha?: string;
  image: string;
  runId: number;
  attempt: number;
  event: { name: string; payload: unknown };
  inputs: Readonly<Record<string, string>>;
}

export interface Ended {
  job: Job;
  result: RunResult;
  isCancelled: boolean;
  /** What it was red for was certain before it was cancelled, and stays the reason. */
  hadFailed: boolean;
  /** Whether a fault met a request. */
  faults: readonly string[];
  requests: GitHubApi['requests'];
  writes: readonly string[];
}

export interface GitHubStage extends AsyncDisposable {
  readonly api: GitHubApi;
  readonly emulator: Emulator<ManualClock>;
  endpoints(): StoredEndpoint[];
  /** Runs a job. */
  play(job: Job, fate?: Partial<Fate> & { onRequest?: (count: number) => void }): Promise<Ended>;
  readonly masks: readonly string[];
  rest(ms: number): void;
}

export async function openGitHubStage(story: GitHubStory): Promise<GitHubStage> {
  const manual = new ManualClock();
  const random = seededRandom(story.seed);
  const emulator = await startEmulator({ clock: manual, pace, idSeed: story.seed + 1 });
  const api = await startGitHubApi({ repository, listedAfterMs: story.listedAfterMs, clock: manual });
  const scheduler = createScheduler(manual, random);
  const folder = mkdtempSync(join(tmpdir(), 'story-'));
  const secret = secretsOf[story.secret];

  async function play(job: Job, given: Parameters<GitHubStage['play']>[1] = {}): Promise<Ended> {
    const { faults = [], killAfter = 0, cancelAfter = 0, onRequest = () => {} } = given;
    let run: PlayedRun | undefined;
    let count = 0;
    let isCancelled = false;
    let hadFailed = false;
    const met: string[] = [];
    const meet = async () => {
      count += 1;
      onRequest(count);
    };
    const leave = () => {
      if (count === killAfter) run?.kill();
      if (count !== cancelAfter) return;
      isCancelled = true;
      hadFailed = run?.hasFailed() ?? false;
      run?.cancel();
    };
    const passLimit = () => manual.advance(run?.expire() ?? 0);
    for (const server of [emulator, api] as const) {
      const hook = { operation: 'any', kind: 'hook', times: 'always' } as const;
      server.addFault({
        ...hook,
        when: 'before',
        run: async (request) => {
          const scripted = request.faults.filter((kind) => kind !== 'hook');
          met.push(...scripted);
          if (scripted.includes('hang')) void setImmediate().then(passLimit);
          await meet();
        },
      });
      server.addFault({ ...hook, when: 'after', run: leave });
    }
    for (const fault of faults) api.addFault(faultOf(fault));
    const [firstRequest, firstWrite] = [api.requests.length, emulator.requests.length];
    const start = () => {
      run = playRun({ ...requestOf(job), clock: scheduler.clockOf(0), pauseMs: () => random() * 200, folder });
      return run.result;
    };
    const [result] = (await scheduler.runAll([start])) as [RunResult];
    emulator.clearFaults();
    api.clearFaults();
    const writes = emulator.requests.slice(firstWrite).map(({ operation }) => operation);
    return {
      job,
      result,
      isCancelled,
      hadFailed,
      faults: met,
      requests: api.requests.slice(firstRequest),
      writes: writes.filter((operation) => ['create', 'update', 'update-v2', 'delete'].includes(operation)),
    };
  }

  function requestOf(job: Job) {
    const isBranch = job.event.name !== 'pull_request';
    return {
      with: {
        'base-url': emulator.url,
        'api-key': emulator.apiKey,
        'github-token': api.token,
        'wait-timeout': '5m',
        'secret-envs': secret.entry,
        ...job.inputs,
      },
      files: {
        'endpoint.yaml': JSON.stringify({
          name: 'llama',
          image: job.image,
          ports: [8000],
          policy: { type: 'concurrency', value: 8 },
          healthy: '/health',
          workerConfig: { minNum: 1 },
        }),
      },
      env: {
        ...runnerEnvironment(folder),
        GITHUB_REPOSITORY: repository,
        GITHUB_SHA: isBranch ? (job.runnerSha ?? job.sha) : 'e'.repeat(40),
        GITHUB_REF: isBranch ? 'refs/heads/main' : 'refs/pull/7/merge',
        GITHUB_API_URL: api.url,
        GITHUB_RUN_ID: String(job.runId),
        GITHUB_RUN_ATTEMPT: String(job.attempt),
      },
      event: job.event,
    };
  }

  return {
    api,
    emulator,
    endpoints: () => emulator.endpoints().filter(({ state }) => state.state !== 'terminating'),
    play,
    // A runner registers the secrets of the repository by itself.
    masks: story.isRepositorySecret ? [secret.text] : [],
    rest: (ms) => manual.advance(ms),
    [Symbol.asyncDispose]: async () => {
      rmSync(folder, { recursive: true, force: true });
      await emulator.close();
      await api.close();
    },
  };
}

function faultOf({ kind, operation, after, times }: GitHubFault): Fault {
  const aim = { operation, after, times } as const;
  switch (kind) {
    case 'unavailable':
      return { ...aim, kind: 'status', status: 502, body: '<html>Bad gateway</html>' };
    case 'page':
      return { ...aim, kind: 'status', status: 200, body: '<html>Sign in</html>' };
    case 'rate-limit':
      return { ...aim, kind: 'secondary-rate-limit', retryAfterSeconds: 60 };
    case 'not-found':
      return { ...aim, kind: 'status', status: 404 };
    default:
      return { ...aim, kind };
  }
}

export function commitOf(number: number): string {
  return createHash('sha1').update(String(number)).digest('hex');
}
