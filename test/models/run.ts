/** Plays one run of the product for a random sequence: `run(started)` in process, its operations one at a time, until it ends or is killed. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/clock.ts';
import type { GitHubResult } from '../../src/github/failure.ts';
import { workflowReporter } from '../../src/github/workflow.ts';
import { openConnections } from '../../src/run/connections.ts';
import { type RunRequest as Request, run } from '../../src/run/run.ts';
import type { ServiceClient } from '../../src/service/client.ts';
import { standingStill } from '../scenarios/step.ts';
import { recordToolkit } from '../scenarios/toolkit.ts';

export interface RunRequest {
  with: Readonly<Record<string, string>>;
  /** Files of the workspace by path. */
  files: Readonly<Record<string, string>>;
  env: Readonly<Record<string, string>>;
  /** What started the workflow. */
  event?: { name: string; payload: unknown };
  clock: Clock;
  /** How long it pauses before an operation, in milliseconds. */
  pauseMs: () => number;
  /** A folder for the file of the event. */
  folder: string;
  /** How many requests have arrived at the service. */
  requestCount: () => number;
}

export interface RunResult {
  /** Undefined when it was killed. */
  isGreen: boolean | undefined;
  outputs: Readonly<Record<string, string>>;
  /** The log without masks, the annotations, the summary, the outputs, and the files that were written. */
  said: string;
  annotations: readonly string[];
}

export interface PlayedRun {
  readonly result: Promise<RunResult>;
  /** From now on nothing of it is sent, said or written. */
  kill(): void;
  /** Lets the time limits of the requests that are under way pass. */
  expire(): number;
}

class Killed extends Error {}

const stop = () => {
  throw new Killed();
};

/** Requests to GitHub never reject. */
const unsaid = {
  ok: false,
  failure: { kind: 'unavailable', permission: 'contents: read', message: '', hint: '' },
} satisfies GitHubResult<never>;

export function playRun(request: RunRequest): PlayedRun {
  const { clock, env, folder } = request;
  const toolkit = recordToolkit({ 'resolve-image': 'off', ...request.with });
  const cancelled = new AbortController();
  const written: Record<string, string> = {};
  let limits: { end: AbortController; ms: number }[] = [];
  let isKilled = false;
  let turn: Promise<unknown> = Promise.resolve();

  /** One operation at a time, so that a sequence plays the same way each time. */
  function inTurn<Given extends unknown[], Answer>(
    operation: (...given: Given) => Promise<Answer>,
    whenKilled: () => Answer,
  ): (...given: Given) => Promise<Answer> {
    return (...given) => {
      const answer = turn.then(async () => {
        if (!isKilled) await clock.sleep(request.pauseMs());
        if (isKilled) return whenKilled();
        const value = await operation(...given);
        return isKilled ? whenKilled() : value;
      });
      turn = answer.catch(() => {});
      return answer;
    };
  }

  const inTurns = <Port extends object>(
    port: Port,
    names: readonly (keyof Port)[],
    whenKilled: () => unknown = stop,
  ): Port => ({
    ...port,
    ...Object.fromEntries(names.map((name) => [name, inTurn(port[name] as () => Promise<unknown>, whenKilled)])),
  });

  const eventPath = join(folder, 'event.json');
  if (request.event) writeFileSync(eventPath, JSON.stringify(request.event.payload));
  const reporter = workflowReporter(toolkit, { GITHUB_STEP_SUMMARY: '/summary' });
  const input: Request['input'] = (name) => toolkit.getInput(name, { trimWhitespace: false });
  /** Two rollouts of a run share its clock: it moves when no request is under way. */
  const idleClock: Clock = {
    ...clock,
    sleep: async (ms, signal) => {
      await turn;
      return clock.sleep(ms, signal);
    },
  };
  const environment = {
    clockBeside: standingStill(clock),
    env: { ...env, ...(request.event && { GITHUB_EVENT_NAME: request.event.name, GITHUB_EVENT_PATH: eventPath }) },
    cwd: folder,
    clock,
    signal: cancelled.signal,
    systemProxy: () => undefined,
    timeoutSignal: (ms: number) => {
      const end = new AbortController();
      limits.push({ end, ms });
      return end.signal;
    },
  };
  const serviceOperations = ['create', 'updateV1', 'updateV2', 'list', 'get', 'delete', 'limits'] as const;
  /** Waits for the arrival, so that requests arrive in the same order each time, and for what a fault does there. */
  const openService = async (service: () => Promise<ServiceClient>): Promise<ServiceClient> => {
    const client = await service();
    const ask = async (ahead: Parameters<ServiceClient['readAhead']>[0]) => {
      const { requestCount } = request;
      const before = requestCount();
      client.readAhead(ahead);
      for (let turns = 0; requestCount() === before && turns < 10_000; turns += 1) await setImmediate();
      for (let turns = 0; turns < 50; turns += 1) await setImmediate();
    };
    const askInTurn = inTurn(ask, () => {});
    return { ...inTurns(client, serviceOperations), readAhead: (ahead) => void askInTurn(ahead) };
  };
  const started: Request = {
    ...environment,
    input,
    reporter,
    clock: idleClock,
    connect: async (context) => {
      const { connections, github, ...rest } = openConnections(environment, context);
      const { api } = github;
      const requests: typeof api.requests = (purpose) => inTurns(api.requests(purpose), ['send', 'list'], () => unsaid);
      let service: Promise<ServiceClient> | undefined;
      return {
        ...rest,
        connections: {
          ...connections,
          workspace: {
            readSpecs: async (patterns) =>
              patterns.map((path) => ({ path, bytes: Buffer.from(request.files[path] ?? 'null'), commit: undefined })),
            readBeside: connections.workspace.readBeside,
            write: async (path, { text }) => {
              if (!isKilled) written[path] = text;
              return path;
            },
          },
          service: () => {
            service ??= openService(connections.service);
            return service;
          },
        },
        github: { ...github, api: { requests } },
      };
    },
  };

  async function play(): Promise<RunResult> {
    const ending = await run(started);
    const lines = toolkit.raw.split('\n');
    return {
      isGreen: isKilled ? undefined : ending === 'success',
      outputs: toolkit.outputs,
      said: [
        ...lines.filter((line) => !line.startsWith('::add-mask::')),
        toolkit.summaryText,
        ...Object.values(toolkit.outputs),
        ...Object.values(written),
      ].join('\n'),
      annotations: lines.filter((line) => /^::(error|warning|notice)/.test(line)),
    };
  }

  return {
    result: play(),
    kill: () => {
      isKilled = true;
      toolkit.stop();
      cancelled.abort(new Killed());
    },
    expire: () => {
      const ms = limits.at(-1)?.ms ?? 0;
      for (const { end } of limits) end.abort(new DOMException('the time limit has passed', 'TimeoutError'));
      limits = [];
      return ms;
    },
  };
}
