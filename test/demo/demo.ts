/** The demonstration: the bundle, started as a runner starts it, takes a real spec to a serving endpoint on the emulator, and shows what a first look needs; `--verbose` shows all. */

import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runChild } from '../bundle/child.ts';
import { type Clock, type Emulator, realClock, startEmulator } from '../emulator/emulator.ts';
import { goldenSet, prompts } from '../golden-set.ts';
import { image } from '../registry/content.ts';
import { startRegistry } from '../registry/registry.ts';

/** The service's time runs as fast as the bundle's, so that a start of half a minute is there to watch and is soon over. */
const speed = 20;
const fastTime = fileURLToPath(new URL('./fast-time.cjs', import.meta.url));
const fastClock: Clock = { nowMs: () => Date.now() * speed, waitUntil: (atMs) => realClock.waitUntil(atMs / speed) };

const brokenImage = 'ghcr.io/acme/llama:1.2-broken';
/** Starts, is healthy, and does not answer what it is asked. */
const babblingImage = 'ghcr.io/acme/llama:1.2-babbling';
/** Answers right, but its first token comes three times as late. */
const slowImage = 'ghcr.io/acme/llama:2.0-slow';
/** Does not know a fifth of what it is asked any more. */
const quantizedImage = 'ghcr.io/acme/llama:2.0-int4';

/** Answers right, but not six at once. */
const smallImage = 'ghcr.io/acme/llama:2.0-small';

const isVerbose = process.argv.includes('--verbose');

interface Act {
  title: string;
  /** Whether its whole log is shown; of the others only the plan and the end. */
  isFollowed?: boolean;
  /** Whether a user asks the endpoint each second meanwhile, and must get right answers only. */
  isAskedByUser?: boolean;
  with?: Readonly<Record<string, string>>;
  /** From the example spec to that of this act. */
  spec?: (example: string) => string;
  expected: Readonly<Record<string, string>>;
  exitCode?: number;
  /** What the emulator must hold afterwards. */
  image: string;
  /** What the endpoint of the step has, where it is another one. */
  candidate?: string;
  /** Whether nothing may be written. */
  writesNothing?: boolean;
}

await using registry = await startRegistry({ auth: 'none' });
const repository = `${registry.domain}/acme/llama`;
const built = registry.push('acme/llama', image({ label: '1.1', layers: [4_200_000_000] }), 'main').digest;
const pin = { image: `${repository}:main`, 'resolve-image': 'pin' };

const acts: readonly Act[] = [
  {
    title: 'The first push: no endpoint of this name exists',
    isFollowed: true,
    expected: { operation: 'created', changed: 'true', proof: 'tests' },
    image: 'ghcr.io/acme/llama:1.0',
  },
  {
    title: 'The same push again: nothing has changed',
    expected: { operation: 'unchanged', changed: 'false' },
    image: 'ghcr.io/acme/llama:1.0',
  },
  {
    title: 'A container build has pushed a new image: `resolve-image: pin` deploys the digest of its tag',
    with: pin,
    expected: { operation: 'updated', changed: 'true', 'image-digest': built },
    image: `${repository}@${built}`,
  },
  {
    title: 'The next image cannot be pulled: the step is red, and the previous one serves',
    isFollowed: true,
    with: { image: brokenImage },
    expected: { operation: 'restored', 'failure-reason': 'image-pull' },
    exitCode: 1,
    image: `${repository}@${built}`,
  },
  {
    title: 'With `candidate: true`, a version that is healthy and answers wrong is refused where no user is',
    isAskedByUser: true,
    with: { image: babblingImage },
    spec: (example) => `${example}candidate: true\n`,
    expected: { operation: '', changed: 'false', 'failure-reason': 'test-failed' },
    exitCode: 1,
    image: `${repository}@${built}`,
  },
  {
    title: 'A tag that nobody has pushed: refused before any write',
    with: { image: `${repository}:1.4`, 'resolve-image': 'check' },
    expected: { operation: '', 'failure-reason': 'image-not-found' },
    exitCode: 1,
    image: `${repository}@${built}`,
    writesNothing: true,
  },
  {
    title: 'A pull request with a slower image: compared with production, which stays as it is',
    with: { name: 'llama-pr-7', image: slowImage },
    // An appName belongs to one endpoint.
    spec: (example) => `${example.replace('appName: llama\n', '')}compare: {slower: 20%, requests: 10}\n`,
    expected: { operation: 'created', 'failure-reason': 'slower', 'image-digest': '' },
    exitCode: 1,
    image: `${repository}@${built}`,
    candidate: slowImage,
  },
  {
    title: 'A pull request with a smaller model: 40 prompts of examples/prompts.jsonl tell what is lost',
    with: { name: 'llama-pr-8', image: quantizedImage },
    spec: (example) => `${example.replace('appName: llama\n', '')}compare: {prompts: prompts.jsonl, worse: 5%}\n`,
    expected: { operation: 'created', 'failure-reason': 'worse', 'image-digest': '' },
    exitCode: 1,
    image: `${repository}@${built}`,
    candidate: quantizedImage,
  },
  {
    title: 'A pull request that is right, and dies at six at once: `load: true` asks eight at once',
    with: { name: 'llama-pr-9', image: smallImage },
    spec: (example) => `${example.replace('appName: llama\n', '').replace('maxNum: 3', 'maxNum: 1')}load: true\n`,
    expected: { operation: 'created', 'failure-reason': 'overloaded', 'image-digest': '' },
    exitCode: 1,
    image: `${repository}@${built}`,
    candidate: smallImage,
  },
  {
    title: '`command: test`, as on a schedule: does the model still answer?',
    with: { command: 'test' },
    expected: { operation: 'tested', changed: 'false' },
    image: `${repository}@${built}`,
    writesNothing: true,
  },
  {
    title: 'The day after: how is it?',
    with: { command: 'status', image: `${repository}@${built}` },
    expected: { operation: 'read', 'failure-reason': '' },
    image: `${repository}@${built}`,
    writesNothing: true,
  },
];

async function play(act: Act, emulator: Emulator): Promise<string[]> {
  heading(act.title);
  emulator.clearRequests();
  const example = await readFile(fileURLToPath(new URL('../../examples/endpoint.yaml', import.meta.url)), 'utf8');
  const ended = new AbortController();
  const asked = act.isAskedByUser ? askEachSecond(emulator, ended.signal) : undefined;
  const result = await runChild({
    files: { 'endpoint.yaml': act.spec?.(example) ?? example, 'prompts.jsonl': prompts },
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, ...act.with },
    virtualTime: false,
    env: { NODE_OPTIONS: `--require ${fastTime}` },
  });
  ended.abort();
  const answers = (await asked) ?? [];
  const wrongAnswers = answers.filter((answer) => !answer.includes('Paris')).length;
  const { endpoints = '[]', ...outputs } = result.outputs;
  const [endpoint = {}]: Record<string, unknown>[] = JSON.parse(endpoints);
  const { exitCode = 0 } = act;
  const stored = emulator.endpoints()[0]?.image.image;
  const wrong = Object.entries(act.expected).filter(([name, value]) => (result.outputs[name] ?? '') !== value);
  const writes = requestLines(emulator).filter((line) => line.startsWith('POST') && !line.includes('/serve/'));
  const problems = [
    ...wrong.map(([name, value]) => `${act.title}: expected ${name}=${value}, got ${result.outputs[name]}`),
    ...(result.exitCode === exitCode ? [] : [`${act.title}: expected exit code ${exitCode}, got ${result.exitCode}`]),
    ...(act.writesNothing && writes.length > 0 ? [`${act.title}: expected no write, got ${writes.join(', ')}`] : []),
    ...(endpoint.image === (act.candidate ?? act.image)
      ? []
      : [`${act.title}: expected ${act.candidate ?? act.image} in the output endpoints, got ${endpoint.image}`]),
    ...(wrongAnswers > 0 ? [`${act.title}: ${wrongAnswers} of ${answers.length} answers to a user were wrong`] : []),
    ...(stored === act.image ? [] : [`${act.title}: expected ${act.image} to be what serves, got ${stored}`]),
  ];
  if (isVerbose || problems.length > 0) {
    show('Log', result.log);
    if (result.stderr !== '') show('Standard error', result.stderr);
    if (result.annotations.length > 0) show('Annotations', result.annotations.join('\n'));
    const lines = Object.entries(outputs).map(([name, value]) => `${name}=${value}`);
    show('Outputs', [...lines, 'endpoints: one object', ...membersOf(endpoint)].join('\n'));
    show('Summary', result.summary);
    show('Requests', requestLines(emulator).join('\n'));
  } else {
    const told = gistOf(act, result.log);
    const hasMessages = told.length === 0;
    for (const line of [...told, ...result.annotations.map((each) => annotation(each, hasMessages))]) console.log(line);
  }
  if (asked) console.log(`A user has asked ${answers.length} times meanwhile: ${wrongAnswers} wrong answers.`);
  return problems;
}

/** What a user of the endpoint that was created first is answered, until the signal. */
async function askEachSecond(emulator: Emulator, signal: AbortSignal): Promise<string[]> {
  const url = `${emulator.endpoints()[0]?.url}/v1/chat/completions`;
  const body = JSON.stringify({ model: 'llama-3.1-8b', messages: [{ role: 'user', content: 'Where?' }] });
  const answers: string[] = [];
  while (!signal.aborted) {
    const answer = await fetch(url, { method: 'POST', body });
    answers.push(answer.ok ? await answer.text() : String(answer.status));
    await setTimeout(1000 / speed);
  }
  return answers;
}

/** The log as a runner shows it, with its groups folded. */
function gistOf({ isFollowed, with: inputs }: Act, log: string): string[] {
  const folded = log.trimEnd().replaceAll(/^::group::(.*)\n[\s\S]*?^::endgroup::/gm, '  ▸ $1');
  const lines = folded.split('\n').filter((line) => line !== '');
  const isWhole = isFollowed || inputs?.command !== undefined;
  return isWhole
    ? lines
    : lines.filter((line) =>
        /^(?:Plan|Test passed|Failed|Restored|Candidate|Done|Compared|Loaded): |^ {2}~ /.test(line),
      );
}

/** `::error title=T::message` as on a terminal; the message repeats what the log has, if it has anything. */
function annotation(command: string, hasMessage: boolean): string {
  const [, kind = '', title = '', message = ''] = /^::(\w+) title=(.*?)::(.*)/.exec(command) ?? [];
  const text = hasMessage ? `${title}\n  ${message}` : title;
  return `${kind}: ${text.replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%0A', '\n  ')}`;
}

/** Each on a line; the plan is in the log already. */
function membersOf(endpoint: Readonly<Record<string, unknown>>): string[] {
  const short = (text: string) => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
  return Object.entries(endpoint).map(([name, value]) => `  ${name}: ${short(JSON.stringify(value))}`);
}

/** Polls that follow each other are one line. */
function requestLines({ requests }: Emulator): string[] {
  const lines: { text: string; times: number }[] = [];
  for (const { method, path, status } of requests) {
    const text = `${method} ${path} → ${status}`;
    const last = lines.at(-1);
    if (last?.text === text) last.times += 1;
    else lines.push({ text, times: 1 });
  }
  return lines.map(({ text, times }) => (times === 1 ? text : `${text} (${times} times)`));
}

function heading(title: string): void {
  console.log(`\n━━━ ${title} ${'━'.repeat(Math.max(0, 90 - title.length))}`);
}

function show(title: string, text: string): void {
  console.log(`\n── ${title}\n${text.trimEnd()}`);
}

const words = ['The ', 'capital ', 'of ', 'France ', 'is ', 'Paris', '.', ' It ', 'is ', 'on ', 'the ', 'Seine', '.'];
await using emulator = await startEmulator({
  clock: fastClock,
  scripts: [{ image: brokenImage, outcome: 'image-pull' }],
  models: [
    { words, ...goldenSet(), firstTokenMs: 800, tokenMs: 60, noise: 'calm' },
    { image: babblingImage, words: ['I ', 'am ', 'a ', 'teapot', '.'] },
    { image: slowImage, words, firstTokenMs: 2400, tokenMs: 60, noise: 'calm' },
    { image: smallImage, words, firstTokenMs: 500, tokenMs: 40, batchShare: 0.1, diesAt: 6, noise: 'calm' },
    { image: quantizedImage, words, ...goldenSet(8), firstTokenMs: 500, noise: 'calm' },
  ],
});
const problems: string[] = [];
for (const act of acts) problems.push(...(await play(act, emulator)));
problems.push(...registry.violations);
heading(problems.length === 0 ? 'All acts went as they should' : 'Something is wrong');
for (const problem of problems) console.log(problem);
if (problems.length === 0)
  console.log(`npm run demo -- --verbose   also the outputs, summaries and requests of each act
npm run emulator            the same service to play with: docs/recipes/local.md
README.md                   your own endpoint in ten minutes`);
process.exitCode = problems.length === 0 ? 0 : 1;
