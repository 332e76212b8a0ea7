/** What tests of commands share: a reporter that keeps what it is told, endpoints with and without a record, a service in memory, and a context of all that. */

import type { Clock } from '../../src/clock.ts';
import { type GitHubContext, parseEvent, type RunnerValues } from '../../src/github/event.ts';
import { type InputName, parseInputs } from '../../src/inputs/inputs.ts';
import type { Endpoint, Listed } from '../../src/model/endpoint.ts';
import { type DeploymentRecord, withRecord } from '../../src/model/record.ts';
import type { Annotation, Reporter } from '../../src/report.ts';
import { type CommandContext, type GitHubAccess, warnOnce } from '../../src/run/context.ts';
import { openOutputs } from '../../src/run/outputs.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { ServiceError, type ServiceErrorDetails } from '../../src/service/errors.ts';
import { createTestClock } from '../clock.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';

export interface Recording {
  reporter: Reporter;
  /** Lines and groups in their order; a group as `title> text`. */
  log: string[];
  annotations: Annotation[];
  /** `name=value` of each write. */
  outputWrites: string[];
  summaries: string[];
  secrets: string[];
}

export function recordReport(): Recording {
  const said = { log: [], annotations: [], outputWrites: [], summaries: [], secrets: [] };
  const recording: Omit<Recording, 'reporter'> = said;
  return {
    ...recording,
    reporter: {
      info: (text) => void recording.log.push(text),
      group: (title, text) => void recording.log.push(`${title}> ${text}`),
      annotationsPerSeverity: 9,
      annotate: (annotation) => void recording.annotations.push(annotation),
      warn: (words) => void recording.annotations.push({ ...words, severity: 'warning' }),
      mask: () => {},
      addSecret: (value) => void recording.secrets.push(value),
      addPlain: () => {},
      setOutput: (name, value) => void recording.outputWrites.push(`${name}=${value}`),
      summarize: async (markdown) => void recording.summaries.push(markdown),
      redact: (text) => text,
      fail: () => {},
    },
  };
}

/** The last value of each output, as a runner keeps it. */
export function lastOutputs(writes: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    writes.map((write) => [write.slice(0, write.indexOf('=')), write.slice(write.indexOf('=') + 1)]),
  );
}

export const record: DeploymentRecord = {
  repository: 'acme/llama',
  commit: 'a'.repeat(40),
  ref: 'refs/heads/main',
  run: '7.1',
  time: '2025-12-31T00:00:00.000Z',
  tool: 'deploy-gpu-endpoint/1.0.0',
};

/** A live endpoint; `recorded` is what its record says otherwise than {@link record}, none for no record at all. */
export function endpoint(
  id: string,
  { name = id, recorded }: { name?: string; recorded?: Partial<DeploymentRecord> } = {},
): Endpoint {
  const envs = recorded ? withRecord(liveConfig.envs, { ...record, ...recorded }) : liveConfig.envs;
  return { ...liveEndpoint, id, config: { ...liveConfig, name, envs } };
}

const runner: RunnerValues = {
  eventName: 'push',
  repository: 'acme/llama',
  sha: 'a'.repeat(40),
  ref: 'refs/heads/main',
  runId: '9',
  runAttempt: '2',
  serverUrl: 'https://github.com',
  actor: 'octocat',
  repositoryId: '',
  checkout: undefined,
};

export interface PullRequestOptions {
  number: number;
  isClosed?: boolean;
  isFromFork?: boolean;
  action?: string;
  /** undefined for one that the event does not tell. */
  draft?: boolean | undefined;
  /** undefined for those that the event does not tell. */
  labels?: readonly string[] | undefined;
}

/** The context of a run; `pullRequest` for one that a pull request started. */
export function eventOf({
  pullRequest,
  ...given
}: Partial<RunnerValues> & { pullRequest?: PullRequestOptions } = {}): GitHubContext {
  if (!pullRequest) return parseEvent('', { ...runner, ...given });
  const { number, isClosed = false, isFromFork = false, ...told } = pullRequest;
  const { action = isClosed ? 'closed' : 'opened', draft, labels } = { draft: false, labels: [], ...told };
  const payload = {
    action,
    pull_request: {
      number,
      state: isClosed ? 'closed' : 'open',
      draft,
      labels: labels?.map((name) => ({ name })),
      created_at: '2025-12-30T00:00:00Z',
      head: { sha: runner.sha, ref: 'branch', repo: { full_name: isFromFork ? 'stranger/llama' : runner.repository } },
      base: { repo: { full_name: runner.repository } },
    },
  };
  return parseEvent(JSON.stringify(payload), { ...runner, eventName: 'pull_request', ...given });
}

const notUsed = () => {
  throw new Error('it is not used here');
};

/** A GitHub that must not be asked. */
const noGitHub: GitHubAccess['api'] = { requests: notUsed };

export function serviceError(details: Partial<ServiceErrorDetails>): ServiceError {
  const answer = { code: 'unavailable', message: 'the service answered 502', method: 'GET' } as const;
  return new ServiceError({ ...answer, mayHaveHappened: false, ...details });
}

export interface MemoryService {
  client: ServiceClient;
  /** Operations in their order, such as `get a`. */
  calls: string[];
  endpoints: Map<string, Endpoint>;
}

/** What the specs of these tests are compared with. */
const liveLimits = { minRequestNum: 1, maxRequestNum: 100 };

/** A service that holds these endpoints. What `answers` throws for an operation is its answer. */
export function memoryService(
  endpoints: readonly Endpoint[],
  answers: (call: string) => void = () => {},
): MemoryService {
  const held = new Map(endpoints.map((each) => [each.id, each]));
  const calls: string[] = [];
  const called = (call: string) => {
    calls.push(call);
    answers(call);
  };
  const client: ServiceClient = {
    readAhead: () => {},
    create: notUsed,
    updateV1: notUsed,
    updateV2: notUsed,
    limits: async () => {
      called('limits');
      return liveLimits;
    },
    list: async ({ keeps, only = () => keeps === undefined } = {}) => {
      called('list');
      const isAsked = (listed: Listed) => only(listed) || keeps?.(listed) === true;
      return [...held.values()].filter(({ id, config }) => isAsked({ id, ...config }));
    },
    get: async (id) => {
      called(`get ${id}`);
      const found = held.get(id);
      if (!found) throw serviceError({ code: 'not-found', message: `endpoint ${id} does not exist`, status: 404 });
      return found;
    },
    delete: async (name) => {
      called(`delete ${name}`);
      held.delete(name);
    },
    close: async () => {},
  };
  return { client, calls, endpoints: held };
}

export interface ContextOptions {
  inputs?: { readonly [name in InputName]?: string };
  event?: GitHubContext;
  api?: GitHubAccess['api'];
  client?: ServiceClient;
  /** Files of the workspace by path. */
  files?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  clock?: Clock;
}

/** A context over fakes, and what is reported through it. */
export function commandContext({
  inputs: given = {},
  event = eventOf(),
  api = noGitHub,
  client = memoryService([]).client,
  files = {},
  signal = new AbortController().signal,
  clock = createTestClock(),
}: ContextOptions = {}): Recording & { context: CommandContext } {
  const recording = recordReport();
  const { reporter } = recording;
  const texts: Readonly<Record<string, string>> = {
    'base-url': 'https://api.example.com',
    'api-key': 'key',
    'resolve-image': 'off',
    ...given,
  };
  const { inputs } = parseInputs({ get: (name) => texts[name], env: () => undefined });
  const context: CommandContext = {
    inputs,
    reporter,
    outputs: openOutputs(reporter),
    clock,
    connections: {
      workspace: {
        readSpecs: async () =>
          Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text), commit: undefined })),
        readBeside: notUsed,
        write: async (path) => path,
      },
      service: async () => client,
      registries: notUsed,
      tests: notUsed,
      users: { connect: notUsed, clock },
      compare: notUsed,
      load: notUsed,
      log: async ({ of }) => ({ of, place: '', lines: [], problem: 'is not read here' }),
    },
    github: { api, context: event, warn: warnOnce(reporter, signal) },
    signal,
    onRepeat: reporter.info,
  };
  return { ...recording, context };
}

/** The same for the preview of a pull request of which this commit is the last one; as it is without a number. */
export function withPreview(context: CommandContext, number: number | undefined): CommandContext {
  if (number === undefined) return context;
  const { pullRequest } = eventOf({ pullRequest: { number } });
  const options = { label: '', drafts: false, maxAgeSeconds: undefined, workers: 1 };
  const pull = { state: 'open', labels: [], isDraft: false } as const;
  const known = { event: 'opened', number, pull, before: pull, rules: options, names: [] };
  const preview = pullRequest && { pullRequest, question: known, hasKey: true, isCurrent: true };
  return preview ? { ...context, preview } : context;
}
