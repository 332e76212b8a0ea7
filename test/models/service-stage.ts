/** The stage of the service's model: the emulator, a GitHub for each of two repositories, one manual clock, and runs that pause, are killed and meet others on it. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Emulator, ManualClock, type StoredEndpoint, startEmulator } from '../emulator/emulator.ts';
import { namedFault } from '../emulator/faults.ts';
import { type GitHubApi, startGitHubApi } from '../github-api/github-api.ts';
import { pullRequestPayload } from '../github-api/pull-request.ts';
import { createScheduler, seededRandom } from '../races/scheduler.ts';
import { runnerEnvironment } from '../scenarios/step.ts';
import { type PlayedRun, playRun, type RunResult } from './run.ts';
import {
  type DeployStep,
  type ModelSpec,
  type PlannedChange,
  type ServiceSequence,
  type ServiceStep,
  scripts,
} from './service-sequence.ts';

export const names = ['llama', 'mistral'] as const;
export const repositories = ['acme/one', 'acme/two'] as const;
export const apiKey = 'canary-of-the-api-key';
export const secretOf = (number: number) => `canary-of-secret-${number}`;
export const imageOf = (tag: string) => `ghcr.io/acme/llama:${tag}`;

/** Short lives of workers: a step is a matter of some twenty requests. */
const pace = { schedulingMs: 1000, pullingMs: 3000, startingMs: 2000, healthCheckMs: 2000 };

export interface Ended {
  result: RunResult;
  /** The numbers, among the requests of the step, of those that were written or read for it. */
  requests: Emulator['requests'];
  /** Faults and changes that came about. */
  met: {
    faults: readonly { kind: string; operation: string }[];
    changes: readonly { does: PlannedChange['does']; id: string; request: number }[];
  };
}

export interface ServiceStage extends AsyncDisposable {
  readonly emulator: Emulator<ManualClock>;
  /** What there is and is not on its way out. */
  endpoints(): StoredEndpoint[];
  /** Runs one or two steps at once. */
  play(steps: readonly PlayedStep[], disturbance?: Partial<Disturbance>): Promise<Ended[]>;
  /** What somebody else does to the newest endpoint of the name. */
  change(name: number, does: PlannedChange['does']): string | undefined;
  rest(ms: number): Promise<void>;
}

type Disturbance = Pick<ServiceStep, 'faults' | 'changes' | 'killAfter'>;
export type PlayedStep =
  | Omit<DeployStep, keyof Disturbance>
  | { kind: 'preview'; by: number; name: number; pull: number; tag: string }
  | { kind: 'delete'; by: number; name: number }
  | { kind: 'plan'; by: number; name: number; spec: ModelSpec }
  | { kind: 'export'; by: number; name: number }
  | { kind: 'sweep'; by: number; closed: readonly number[]; maxAge: boolean };

export async function openServiceStage({
  seed,
  world,
}: Pick<ServiceSequence, 'seed' | 'world'>): Promise<ServiceStage> {
  const manual = new ManualClock();
  const random = seededRandom(seed);
  const emulator = await startEmulator({ clock: manual, pace, apiKey, idSeed: seed + 1, switches: world });
  emulator.addScript({ image: imageOf('fickle'), times: 1, outcome: 'healthy' });
  for (const [tag, script] of Object.entries(scripts))
    if (!/^\d$/.test(tag)) emulator.addScript({ image: imageOf(tag), ...script });
  const gitHubs = await Promise.all(repositories.map((repository) => startGitHubApi({ repository })));
  const scheduler = createScheduler(manual, random);
  const folder = mkdtempSync(join(tmpdir(), 'sequence-'));
  emulator.seed({ name: 'bystander', workerConfig: { minNum: 1 } });
  let commit = 0;
  let toggles = 0;

  const endpoints = () => emulator.endpoints().filter(({ state }) => !isLeaving(state.state));
  const isLeaving = (word: string) => word === 'terminating' || word === emulator.switches.deletingWord;
  const leaving = new Set<string>();

  function change(name: number, does: PlannedChange['does']): string | undefined {
    const found = endpoints().findLast((endpoint) => endpoint.name === names[name]);
    if (!found || leaving.has(found.id)) return undefined;
    toggles += 1;
    const { id, workerConfig } = found;
    if (does === 'tag') emulator.change(id, { image: { image: imageOf(`foreign-${toggles}`) } });
    if (does === 'min')
      emulator.change(id, { workerConfig: { minNum: workerConfig.minNum === 0 ? 1 : 0, maxNum: 2 + toggles } });
    if (does === 'env') emulator.change(id, { envs: [{ key: 'FOREIGN', value: `canary-of-somebody-${toggles}` }] });
    if (does === 'delete') emulator.remove(id);
    if (does === 'scale-out') emulator.addChange({ kind: 'scale-out', endpoint: id });
    if (does === 'dead-worker')
      emulator.addChange({ kind: 'list-worker', endpoint: id, worker: { state: 'exited', message: 'exit code 137' } });
    // Its running workers, in place; nobody has changed anything.
    if (does === 'blink') emulator.addChange({ kind: 'interrupt', endpoint: id, forMs: 12_000 });
    if (does === 'pause') emulator.addChange({ kind: 'interrupt', endpoint: id, state: 'paused', forMs: 8000 });
    return id;
  }

  async function play(steps: readonly PlayedStep[], disturbance: Partial<Disturbance> = {}): Promise<Ended[]> {
    const { faults = [], changes = [], killAfter = 0 } = disturbance;
    const runs: PlayedRun[] = [];
    const firstRequest = emulator.requests.length;
    const metFaults: { kind: string; operation: string }[] = [];
    const metChanges: { does: PlannedChange['does']; id: string; request: number }[] = [];
    emulator.addFault({
      operation: 'any',
      kind: 'hook',
      when: 'before',
      times: 'always',
      run: (request) => {
        const scripted = request.faults.filter((kind) => kind !== 'hook');
        metFaults.push(...scripted.map((kind) => ({ kind, operation: request.operation })));
        if (scripted.includes('hang')) void setImmediate().then(() => passLimit());
      },
    });
    for (const { fault, operation, after, times } of faults)
      emulator.addFault(namedFault(fault, { operation, after, times }));
    const [first] = steps;
    for (const { does, before, nth } of changes)
      emulator.addFault({
        operation: before,
        kind: 'hook',
        when: 'before',
        after: nth - 1,
        run: ({ number }) => {
          const id = first && 'name' in first ? change(first.name, does) : undefined;
          if (id) metChanges.push({ does, id, request: number });
        },
      });
    if (killAfter > 0)
      emulator.addFault({
        operation: 'any',
        kind: 'hook',
        when: 'after',
        after: killAfter - 1,
        run: () => runs[0]?.kill(),
      });
    const passLimit = () => {
      for (const run of runs) manual.advance(run.expire());
    };
    const results = await scheduler.runAll(
      steps.map((step) => (number) => {
        const run = start(step, number);
        runs[number] = run;
        return run.result;
      }),
    );
    emulator.clearFaults();
    const requests = emulator.requests.slice(firstRequest);
    return results.map((result) => ({ result, requests, met: { faults: metFaults, changes: metChanges } }));
  }

  function start(step: PlayedStep, number: number): PlayedRun {
    const gitHub = gitHubs[step.by] as GitHubApi;
    commit += 1;
    const sha = commit.toString(16).padStart(40, '0');
    const needsGitHub = step.kind === 'preview' || step.kind === 'sweep';
    const event = eventOf(step, { gitHub, sha });
    const other = otherOf(step);
    return playRun({
      with: {
        'base-url': emulator.url,
        'api-key': apiKey,
        ...(needsGitHub && { 'github-token': gitHub.token }),
        ...inputsOf(step),
      },
      files: {
        'endpoint.yaml': 'name' in step ? JSON.stringify(specOf(step)) : '',
        ...(other && { 'other.yaml': JSON.stringify(specOf(other)) }),
      },
      requestCount: () => emulator.requests.length,
      env: {
        ...runnerEnvironment(folder),
        GITHUB_REPOSITORY: gitHub.repository,
        GITHUB_SHA: sha,
        GITHUB_API_URL: gitHub.url,
        GITHUB_RUN_ID: String(commit),
        GITHUB_RUN_ATTEMPT: '1',
      },
      ...(event && { event }),
      clock: scheduler.clockOf(number),
      pauseMs: () => (random() < 0.1 ? random() * 5000 : random() * 300),
      folder,
    });
  }

  return {
    emulator,
    endpoints,
    play,
    change,
    rest: async (ms) => {
      manual.advance(ms);
      const { eventualConsistencyReads, createLagReads } = emulator.switches;
      // Where requests count, and not time, somebody looks at the endpoints meanwhile.
      const looks = eventualConsistencyReads + createLagReads;
      for (let count = 0; count < looks; count += 1)
        await fetch(`${emulator.url}/gpu-instance/openapi/v1/endpoints?pageSize=1000&pageNum=1`, {
          headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
        });
    },
    [Symbol.asyncDispose]: async () => {
      rmSync(folder, { recursive: true, force: true });
      await Promise.all([emulator.close(), ...gitHubs.map((gitHub) => gitHub.close())]);
    },
  };
}

export function nameOf(step: PlayedStep): string {
  if (!('name' in step)) return '';
  const name = names[step.name] ?? '';
  return step.kind === 'preview' ? `${name}-pr-${step.pull}` : name;
}

/** The second spec of a run, as a step of its own. */
export function otherOf(step: PlayedStep): Extract<PlayedStep, { kind: 'deploy' }> | undefined {
  if (step.kind !== 'deploy' || !step.also) return undefined;
  const { also: spec, ...rest } = step;
  return { ...rest, name: 1 - step.name, spec };
}

function inputsOf(step: PlayedStep): Record<string, string> {
  switch (step.kind) {
    case 'deploy':
      return {
        wait: step.wait,
        'wait-timeout': '10m',
        'on-failure': step.onFailure,
        allow: [...(step.adopt ? ['adopt'] : []), ...(step.mayBeOlder ? ['older-commit'] : [])].join(' '),
        ...(step.also && { spec: 'endpoint.yaml\nother.yaml' }),
        ...secretsOf(step.spec),
      };
    case 'plan':
      return { command: 'plan', comment: 'false', ...secretsOf(step.spec) };
    case 'preview':
      return { preview: 'true', 'wait-timeout': '10m', comment: 'false' };
    case 'sweep':
      return { command: 'sweep', comment: 'false', ...(step.maxAge && { preview: 'max-age=1h' }) };
    case 'export':
      return { command: 'export', name: names[step.name] ?? '', spec: 'exported.yaml' };
    default:
      return { command: step.kind };
  }
}

function secretsOf({ secretEnvs }: ModelSpec): Record<string, string> {
  return secretEnvs ? { 'secret-envs': `TOKEN=${secretOf(secretEnvs)}` } : {};
}

/** The file: JSON is YAML, too. */
function specOf(step: Extract<PlayedStep, { name: number }>): object {
  const spec: ModelSpec = 'spec' in step ? step.spec : { tag: '1', ...('tag' in step && { tag: step.tag as '1' }) };
  const { tag, command, entrypoint, minNum, cudaVersion, healthyPort } = spec;
  return {
    name: names[step.name],
    image: { image: imageOf(tag), ...(command !== undefined && { command }), ...(entrypoint && { entrypoint }) },
    ports: [8000],
    policy: { type: 'concurrency', value: spec.policyValue ?? 8 },
    healthy: { path: '/health', ...(healthyPort && { port: healthyPort }) },
    ...((minNum !== undefined || cudaVersion) && {
      workerConfig: { ...(minNum !== undefined && { minNum, maxNum: 3 }), ...(cudaVersion && { cudaVersion }) },
    }),
    ...(spec.appName && { appName: `${spec.appName}-${names[step.name]}` }),
    ...(spec.envs && { envs: spec.envs }),
    ...(spec.rootfsSize && { rootfsSize: spec.rootfsSize }),
    ...(spec.clusterID && { clusterID: spec.clusterID }),
    ...(spec.product && { products: [spec.product] }),
    ...(spec.regionId && { regionId: spec.regionId }),
  };
}

function eventOf(step: PlayedStep, { gitHub, sha }: { gitHub: GitHubApi; sha: string }) {
  if (step.kind === 'sweep') {
    for (const number of [7, 8]) gitHub.setPull({ number, state: step.closed.includes(number) ? 'closed' : 'open' });
    return undefined;
  }
  if (step.kind !== 'preview') return undefined;
  gitHub.setPull({ number: step.pull, state: 'open', headSha: sha });
  const pull = { action: 'synchronize', number: step.pull, sha, repository: gitHub.repository };
  return { name: 'pull_request', payload: pullRequestPayload({ ...pull, baseSha: '0'.repeat(40) }) };
}
