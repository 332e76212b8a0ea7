/** The longest time for which hostile input of legal size keeps the event loop from turning. Prints times, judges nothing; what must hold is counted in test/hostile. */

import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../src/clock.ts';
import { faultNamedIn, quoteState } from '../src/model/faults.ts';
import type { ReportWriter } from '../src/report.ts';
import { openEdge } from '../src/report.ts';
import { matchConfig } from '../src/rollout/read/match.ts';
import { createRedactor } from '../src/secrets/redactor.ts';
import { createServiceClient, type ServiceClient } from '../src/service/client.ts';
import type { RequestOptions } from '../src/service/request.ts';
import { toEndpoint } from '../src/service/wire-endpoint.ts';
import { parseSpecFile } from '../src/spec/parse.ts';
import { maxSpecBytes } from '../src/spec/source.ts';
import { runStep } from '../test/scenarios/step.ts';
import type { ServiceOptions } from './service-thread.ts';

const mebi = 1024 * 1024;
const maxEnvs = 5000;

/** Of everything that was measured. */
const longestMs: number[] = [];

/** In time of the processor, between one turn of the event loop and the next: what else the machine does is not measured. */
async function measure(name: string, work: () => unknown): Promise<void> {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let isOver = false;
  let lastMs = cpuMs();
  const turn = () => {
    const nowMs = cpuMs();
    longest = Math.max(longest, nowMs - lastMs);
    lastMs = nowMs;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const startedMs = performance.now();
  await work();
  const wholeMs = performance.now() - startedMs;
  await setImmediatePromise();
  isOver = true;
  longestMs.push(longest);
  console.log(`  ${name.padEnd(56)} ${longest.toFixed(0).padStart(6)} ms of ${wholeMs.toFixed(0).padStart(6)} ms`);
}

const silent: ReportWriter = {
  info: () => {},
  group: () => {},
  annotationsPerSeverity: 9,
  annotate: () => {},
  mask: () => {},
  setOutput: () => {},
  summarize: async () => {},
  fail: () => {},
};

const lines = (count: number, form: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => form(index));

function openSilentEdge() {
  return openEdge(silent, createRedactor());
}

/** Secrets that become known, and the first line of the log after that. */
async function measureSecrets(name: string, secrets: readonly string[]): Promise<void> {
  const edge = openSilentEdge();
  await measure(`secrets: ${name}`, async () => {
    for (const [index, secret] of secrets.entries()) {
      edge.addSecret(secret);
      // No endpoint has more of them.
      if (index % maxEnvs === maxEnvs - 1) await setImmediatePromise();
    }
    edge.info('a line that a service may say, with a word or two of everything; '.repeat(30));
  });
}

async function measureText(name: string, text: string): Promise<void> {
  const edge = openSilentEdge();
  edge.mask('hunter-two-two');
  await measure(`log: ${name}`, async () => {
    edge.info(text);
  });
}

async function measureSpec(name: string, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text.slice(0, maxSpecBytes));
  const overrides = { variables: new Map([['A', 'a']]), secretEnvs: new Map(), image: new Map(), name: '' };
  await measure(`spec: ${name}`, () => parseSpecFile({ path: 'a.yaml', bytes }, overrides));
}

interface Answer {
  status?: number;
  body: string;
}

async function measureAnswer(
  name: string,
  { status = 200, body }: Answer,
  ask: (client: ServiceClient, patience: RequestOptions) => Promise<unknown> = (client, patience) =>
    client.list(patience),
): Promise<void> {
  const thread = new Worker(new URL('./answer-thread.ts', import.meta.url), { workerData: { status, body } });
  const baseUrl = await new Promise<string>((resolve) => thread.once('message', resolve));
  const client = createServiceClient({
    baseUrl,
    apiKey: 'k',
    userAgent: 'bench',
    clock: systemClock,
    redactor: createRedactor(),
  });
  // What cannot be read, or contradicts itself, is asked for again for three minutes.
  const patience = { deadlineMs: systemClock.monotonicMs() + 1000 };
  await measure(`answer: ${name}`, () => ask(client, patience).catch(() => {}));
  await client.close();
  await thread.terminate();
}

/** A deploy of 1,000 envs over as many other ones, by the whole program. */
async function measureDeploy(): Promise<void> {
  const workerData: ServiceOptions = { emulator: {} };
  const thread = new Worker(new URL('./service-thread.ts', import.meta.url), { workerData });
  const url = await new Promise<string>((resolve) => thread.once('message', resolve));
  const spec = (value: string) =>
    `name: big\nimage: a:1\nports: [8000]\npolicy: {type: queue, value: 4}\nenvs:\n${lines(1000, (index) => `  KEY_${index}: "${value} ${index} ${'&<>\\\\'.repeat(38)}"`).join('\n')}\n`;
  const deploy = (value: string) =>
    runStep({
      with: { 'base-url': url, 'api-key': 'test-key', wait: 'none' },
      files: { 'endpoint.yaml': spec(value) },
      clock: systemClock,
    });
  // Loads the modules, which no input makes longer.
  await runStep({
    with: { 'base-url': url, 'api-key': 'test-key', command: 'plan' },
    files: { 'endpoint.yaml': 'name: small\nimage: a:1\nports: [8000]\n' },
    clock: systemClock,
  });
  await measure('deploy: 1,000 envs of 200 characters, created', () => deploy('old'));
  await measure('deploy: the same, each one changed', () => deploy('new'));
  await thread.terminate();
}

const secrets: Readonly<Record<string, readonly string[]>> = {
  'a text of 20,000 lines': [lines(20_000, (index) => `line ${index} of a file`).join('\n')],
  '50,000 values': lines(50_000, (index) => `value ${index} of an env`),
  '50,000 values that begin alike': lines(50_000, (index) => `${'a'.repeat(60)}${index}`),
  'one letter, 3,000,000 times': ['a'.repeat(3_000_000)],
  '1 MiB of escapes': ['\\u0026%41&amp;'.repeat(mebi / 14)],
};

const texts: Readonly<Record<string, string>> = {
  '1 MiB of words': 'a word or two, '.repeat(mebi / 15),
  '1 MiB of escapes in escapes': '\\\\u0026amp;%2541'.repeat(mebi / 16),
  '1 MiB of base64': 'QUJD'.repeat(mebi / 4),
  '1 MiB of Markdown': 'a &#124; b <code>c</code>\n'.repeat(mebi / 26),
};

const envsOf = (value: string) => `name: a\nenvs:\n${lines(1000, (index) => `  K${index}: ${value}`).join('\n')}`;
const commandOf = (text: string) => `name: a\nimage: {image: a, command: "${text}"}`;
const specs: Readonly<Record<string, string>> = {
  '1,000 envs': envsOf('v'.repeat(240)),
  '1,000 envs of 60 variables each': envsOf('${A}'.repeat(60)),
  '100,000 keys': lines(100_000, (index) => `k${index}: 1`).join('\n'),
  '400 specs in one file': lines(400, (index) => `name: a${index}\nimage: a:1\nports: [1]\n`).join('---\n'),
  '256 Ki of one text': commandOf('x '.repeat(mebi / 8 - 50)),
  '256 Ki of a text in lines': `name: a\nimage:\n  command: |\n${'    a word\n'.repeat(mebi / 45)}`,
  '256 Ki of line ends in quotes': `name: a\nimage:\n  command: "${'\n'.repeat(mebi / 4 - 50)}"`,
  '256 Ki of unknown variables': commandOf('${NOPE} '.repeat(mebi / 33)),
  '1 MiB of one text, refused': commandOf('x '.repeat(mebi / 2 - 50)),
  '1 MiB of brackets': '['.repeat(mebi),
  '1 MiB of empty lists': `a: [${'[],'.repeat(mebi / 3)}`,
  '1 MiB of comments': `name: a\n${'# comment\n'.repeat(mebi / 10)}`,
  '1 MiB of quotes that never end': 'a: "\n'.repeat(mebi / 5),
};

const listed = (endpoints: string, more = '') => ({ body: `{"total":1,"endpoints":[${endpoints}]${more}}` });
const lists: Readonly<Record<string, Answer>> = {
  '3 MiB of empty endpoints': listed(`${'{},'.repeat(mebi)}{}`),
  '99,000 empty endpoints': listed(`${'{},'.repeat(49_000)}{}`),
  '4 MiB of brackets': { body: '['.repeat(4 * mebi) },
  '4 MiB of one text': listed('', `,"a":"${'x'.repeat(4 * mebi - 100)}"`),
  '4 MiB of escapes': listed('', `,"a":"${'\\u0041'.repeat(690_000)}"`),
  'a refusal of 4 MiB': {
    status: 400,
    body: `{"reason":"VALIDATOR_PARAM","message":"${'\\\\u0026amp;%2541'.repeat(240_000)}"}`,
  },
  'a refusal of 4 MiB of HTML': { status: 400, body: `<html>${'<p title="">'.repeat(340_000)}` },
};

const gets: Readonly<Record<string, object>> = {
  '5,000 live envs of 700 characters': {
    envs: lines(5000, (index) => `${index}`.padEnd(700, '\\u')).map((value, index) => ({ key: `K${index}`, value })),
  },
  '15,000 workers': {
    workers: lines(15_000, (index) => `w${index}`).map((id) => ({ id, state: { state: 'running' }, healthy: true })),
  },
  'a log of 4 MiB': { workers: [{ id: 'w', log: 'x'.repeat(4 * mebi - 400) }] },
};

export async function benchHostile(): Promise<void> {
  console.log('\nHostile input: the longest block of the event loop, and the whole time');
  await measure('nothing', () => {});
  for (const round of ['cold', 'warm']) {
    console.log(round);
    for (const [name, values] of Object.entries(secrets)) await measureSecrets(name, values);
    for (const [name, text] of Object.entries(texts)) await measureText(name, text);
    for (const [name, text] of Object.entries(specs)) await measureSpec(name, text);
    for (const [name, answer] of Object.entries(lists)) await measureAnswer(name, answer);
    for (const [name, members] of Object.entries(gets)) {
      const body = JSON.stringify({ endpoint: { id: 'a', name: 'a', image: { image: 'a' }, ...members } });
      await measureAnswer(name, { body }, (client, patience) => client.get('a', patience));
    }
    await measure('a state message of 200 KB: its fault', () =>
      faultNamedIn(quoteState({ state: 'failed', error: '', message: 'image pull '.repeat(20_000) })),
    );
    const { config } = toEndpoint({ image: { image: 'a' }, envs: [] });
    const envs = (value: string) => lines(5000, (index) => `K${index}`).map((key) => ({ key, value }));
    await measure('5,000 envs that somebody else has changed', () =>
      matchConfig(
        { ...config, envs: envs('found') },
        { desired: { ...config, envs: envs('asked') }, earlier: [{ ...config, envs: envs('before') }] },
      ),
    );
    await measureDeploy();
  }
  console.log(`\nThe longest of all: ${Math.max(...longestMs).toFixed(0)} ms`);
}
