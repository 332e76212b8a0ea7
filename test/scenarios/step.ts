/** Runs a step or a command line in process: real HTTP, real files, a clock on which sleeps take no time; and reads back all that a workflow would see of it. */

import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Clock } from '../../src/clock.ts';
import { cancelledBy, runProgram } from '../../src/run/run.ts';
import { ManualClock } from '../emulator/clock.ts';
// Time passes on the manual clock while a file is loaded beside a sleep.
import '../../src/tests/connection.ts';
import '../../src/tests/run.ts';
import { assertDescribed, printedOutputs } from './outputs.ts';
import { recordToolkit } from './toolkit.ts';

export interface StepOptions {
  /**
   * Inputs by their name in action.yml; those left out have the default of action.yml, as with a runner. But for `resolve-image`, which is `off`:
   * no test asks a registry of the internet.
   */
  with?: Readonly<Record<string, string>>;
  /** Files of the workspace by path. */
  files?: Readonly<Record<string, string | Uint8Array>>;
  /** The whole environment beside what a runner sets: nothing comes from the environment of the tests. */
  env?: Readonly<Record<string, string>>;
  /** What started the workflow, as the runner hands it over. */
  event?: { name: string; payload: unknown };
  /** An existing folder to run in, instead of a new one that is removed afterwards. */
  workspace?: string;
  /** Arguments: the command line instead of a workflow step. */
  argv?: readonly string[];
  /** Default: a clock of its own from 2026-01-01T00:00:00Z on. A sleep moves it and takes no time. */
  clock?: Clock;
  /** Requests of users are counted each second of a deploy, each of which takes a turn of the clock. Default false: only the first one is sent. */
  countsUsers?: boolean;
  /** Measures answers of an endpoint to its tests. Default: they take no time, since a sleep of the product passes at once, also while an endpoint answers. */
  stopwatch?: Pick<Clock, 'monotonicMs'>;
  /** Aborts what takes longer than `ms`. Default: nothing does, on however busy a machine. */
  timeoutSignal?: (ms: number) => AbortSignal;
  /** Handed the running step, to send it signals. After SIGKILL, which needs `isRelayed`, nothing more of it is sent, said or written. */
  onStart?: (step: { kill: (signal: StepSignal) => void }) => void;
  /** The service and GitHub stand behind relays that can be cut, under addresses that only this step knows. Default false. */
  isRelayed?: boolean;
}

export type StepSignal = 'SIGINT' | 'SIGTERM' | 'SIGKILL';

export interface StepResult {
  /** null when the step was killed. */
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** Standard output without workflow commands, as the log shows it. */
  log: string;
  stderr: string;
  /** Standard output to the letter. */
  raw: string;
  annotations: string[];
  masked: string[];
  outputs: Readonly<Record<string, string>>;
  summary: string;
  /** The operation of a green step, the failure reason of a red one. */
  end: string;
}

/** In memory where the system has such a place: thousands of folders are made and removed. */
const shelf = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Runs one step to its end. */
export async function runStep(options: StepOptions): Promise<StepResult> {
  const root = mkdtempSync(join(shelf, 'step-'));
  const workspace = options.workspace ?? join(root, 'workspace');
  await using connections = options.isRelayed ? await openConnections(options) : direct(options);
  const toolkit = recordToolkit({ 'resolve-image': 'off', ...connections.with });
  const stdout = collectText();
  const stderr = collectText();
  const cancelled = new AbortController();
  let isKilled = false;
  const kill = (signal: StepSignal) => {
    if (signal !== 'SIGKILL') return cancelled.abort(cancelledBy(signal));
    isKilled = true;
    for (const sink of [toolkit, stdout, stderr]) sink.stop();
    connections.cut();
    // What is left of it has no way out; this only lets it come to its end.
    cancelled.abort(new Error('killed'));
  };
  try {
    mkdirSync(workspace, { recursive: true });
    for (const [path, content] of Object.entries(options.files ?? {})) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), content);
    }
    const eventPath = join(root, 'event.json');
    if (options.event) writeFileSync(eventPath, JSON.stringify(options.event.payload));
    options.onStart?.({ kill });
    const clock = options.clock ?? shareClock(new ManualClock());
    const exitCode = await runProgram({
      argv: options.argv ?? [],
      env: {
        ...(options.argv ? {} : runnerEnvironment(workspace)),
        ...(options.event && { GITHUB_EVENT_NAME: options.event.name, GITHUB_EVENT_PATH: eventPath }),
        ...(options.argv ? {} : inputVariables(connections.with)),
        ...connections.env,
      },
      cwd: workspace,
      toolkit,
      stdout: stdout.stream,
      stderr: stderr.stream,
      clock,
      clockBeside: options.countsUsers && 'beside' in clock ? (clock as SharedClock).beside : standingStill(clock),
      timeoutSignal: options.timeoutSignal ?? (() => new AbortController().signal),
      stopwatch: options.stopwatch ?? { monotonicMs: () => 0 },
      // The settings of a machine concern its processes: see test/bundle.
      systemProxy: () => undefined,
      signal: cancelled.signal,
    });
    assertDescribed(printedOutputs(toolkit.outputs));
    if (options.argv?.includes('--json') && stdout.text() !== '') assertDescribed(JSON.parse(stdout.text()));
    return {
      end: endOf(exitCode, toolkit.outputs),
      exitCode: isKilled ? null : exitCode,
      signal: isKilled ? 'SIGKILL' : null,
      ...readStandardOutput(stdout.text() + toolkit.raw),
      stderr: stderr.text(),
      outputs: toolkit.outputs,
      summary: toolkit.summaryText,
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** See {@link StepResult}; an exit code that the outputs contradict is told with both. */
export function endOf(exitCode: number | null, { operation, 'failure-reason': reason }: StepResult['outputs']): string {
  if (exitCode === 0 && !reason) return operation ?? '';
  return exitCode === 1 && reason ? reason : `exit code ${exitCode}, ${operation}, ${reason}`;
}

/** What the lines of standard output are to a runner. */
export function readStandardOutput(raw: string): Pick<StepResult, 'raw' | 'log' | 'annotations' | 'masked'> {
  const lines = raw.split('\n');
  const commands = lines.filter((line) => line.startsWith('::'));
  return {
    raw,
    log: stripVTControlCharacters(lines.filter((line) => !/^::(?!group|endgroup)/.test(line)).join('\n')),
    annotations: commands.filter((line) => /^::(error|warning|notice)/.test(line)),
    masked: commands.filter((line) => line.startsWith('::add-mask::')).map((line) => line.slice('::add-mask::'.length)),
  };
}

/** What a runner tells every step of itself and of the workflow. */
export function runnerEnvironment(workspace: string): Record<string, string> {
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: workspace,
    GITHUB_STEP_SUMMARY: 'summary',
    GITHUB_EVENT_NAME: 'push',
    GITHUB_REPOSITORY: 'acme/models',
    GITHUB_SHA: '0123456789abcdef0123456789abcdef01234567',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_RUN_ID: '1',
  };
}

/** A runner passes each input that a workflow names, whether or not there is one. */
function inputVariables(inputs: StepOptions['with'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase().replaceAll(' ', '_')}`, value]),
  );
}

interface Connections extends AsyncDisposable, Pick<StepOptions, 'with' | 'env'> {
  cut(): void;
}

function direct({ with: inputs, env }: StepOptions): Connections {
  const cut = () => {
    throw new Error('SIGKILL needs `isRelayed`');
  };
  return { ...(inputs && { with: inputs }), ...(env && { env }), cut, [Symbol.asyncDispose]: async () => {} };
}

/** The same inputs and environment with the service and GitHub behind relays. */
async function openConnections({ with: inputs = {}, env = {} }: StepOptions): Promise<Connections> {
  const relays: Relay[] = [];
  const relayed = async (url: string) => {
    const relay = await openRelay(url);
    relays.push(relay);
    return relay.url;
  };
  const cut = () => {
    for (const relay of relays) relay.cut();
  };
  return {
    with: inputs['base-url'] ? { ...inputs, 'base-url': await relayed(inputs['base-url']) } : inputs,
    env: env.GITHUB_API_URL ? { ...env, GITHUB_API_URL: await relayed(env.GITHUB_API_URL) } : env,
    cut,
    [Symbol.asyncDispose]: async () => cut(),
  };
}

/** In as many turns of the event loop a request is answered in one process. */
const turnsOfARequest = 24;

interface SharedClock extends Clock {
  /** Its sleeps end when time passes, and move no time: what is watched must not outrun the deploy on a busy machine. */
  beside: Clock;
}

/** A clock for the product that moves together with the one of the service: a sleep is time that passes for both, and for all who sleep at that moment. */
export function shareClock(clock: ManualClock): SharedClock {
  const times = { monotonicMs: () => clock.nowMs(), date: () => new Date(clock.nowMs()), random: () => 0.5 };
  /** When those beside are due. */
  const due = new Set<number>();
  const turns = async (signal: AbortSignal | undefined) => {
    for (let turn = 0; turn < turnsOfARequest; turn++) {
      await setImmediate();
      signal?.throwIfAborted();
    }
  };
  return {
    ...times,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      const untilMs = clock.nowMs() + ms;
      // What is on its way beside the sleep takes no time: its end may be the end of the sleep.
      await turns(signal);
      for (let nextMs = Math.min(...due); nextMs < untilMs; nextMs = Math.min(...due)) {
        due.delete(nextMs);
        clock.advance(Math.max(0, nextMs - clock.nowMs()));
        await turns(signal);
      }
      clock.advance(Math.max(0, untilMs - clock.nowMs()));
      // Everything that is due happens first, as in a real sleep.
      await setImmediate();
      signal?.throwIfAborted();
    },
    beside: {
      ...times,
      async sleep(ms, signal) {
        signal?.throwIfAborted();
        const atMs = clock.nowMs() + ms;
        due.add(atMs);
        await Promise.race([clock.waitUntil(atMs), ...(signal ? [once(signal, 'abort')] : [])]);
        due.delete(atMs);
        signal?.throwIfAborted();
      },
    },
  };
}

/** On which nobody who sleeps wakes before they are told to end: what is watched beside a deploy asks once, and moves no time. */
export function standingStill(clock: Clock): Clock {
  const sleep = async (_ms: number, signal?: AbortSignal) => {
    if (signal && !signal.aborted) await once(signal, 'abort');
    signal?.throwIfAborted();
  };
  return { ...clock, sleep };
}

function collectText() {
  let text = '';
  let isStopped = false;
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      if (!isStopped) text += String(chunk);
      done();
    },
  });
  return {
    // The members of a terminal are absent, as they are for a pipe.
    stream: stream as unknown as NodeJS.WriteStream,
    text: () => text,
    stop: () => {
      isStopped = true;
    },
  };
}

/** Stands in front of a server and can be cut for good, as the connections of a killed process are. */
interface Relay extends AsyncDisposable {
  /** The server's address by way of the relay. */
  readonly url: string;
  /** Ends every connection at once and takes no other. */
  cut(): void;
}

async function openRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, partner: Socket) => {
    sockets.add(socket);
    socket.on('error', () => partner.resetAndDestroy());
    socket.on('close', () => {
      sockets.delete(socket);
      partner.destroy();
    });
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    keep(client, upstream);
    keep(upstream, client);
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  const cut = () => {
    if (server.listening) server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: url.href.replace(/\/$/, ''), cut, [Symbol.asyncDispose]: async () => cut() };
}
