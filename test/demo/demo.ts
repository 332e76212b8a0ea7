/** The demonstration: the bundle, started as a runner starts it, takes a real spec to a serving endpoint on the emulator, and shows what a first look needs; `--verbose` shows all. */

import { readFile } from 'node:fs/promises';
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

const isVerbose = process.argv.includes('--verbose');

interface Act {
  title: string;
  /** Whether its whole log is shown; of the others only the plan and the end. */
  isFollowed?: boolean;
  /** What happened since the act before. */
  before?: () => void;
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
const build = (label: string) => registry.push('acme/llama', image({ label, layers: [4_200_000_000] }), 'main', label);
const [first, second] = [build('1.2').digest, build('1.3').digest];
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
    title: 'A container build has pushed a new image',
    with: { image: 'ghcr.io/acme/llama:1.1' },
    expected: { operation: 'updated', changed: 'true' },
    image: 'ghcr.io/acme/llama:1.1',
  },
  {
    title: 'The next image cannot be pulled: the step is red, and the previous one serves',
    isFollowed: true,
    with: { image: brokenImage },
    expected: { operation: 'restored', 'failure-reason': 'image-pull' },
    exitCode: 1,
    image: 'ghcr.io/acme/llama:1.1',
  },
  {
    title: 'The next model is healthy, but answers wrong: red by its test, and the previous one serves',
    with: { image: babblingImage },
    expected: { operation: 'restored', 'failure-reason': 'test-failed' },
    exitCode: 1,
    image: 'ghcr.io/acme/llama:1.1',
  },
  {
    title: 'A tag that nobody has pushed: refused before any write',
    with: { image: `${repository}:1.4`, 'resolve-image': 'check' },
    expected: { operation: '', 'failure-reason': 'image-not-found' },
    exitCode: 1,
    image: 'ghcr.io/acme/llama:1.1',
    writesNothing: true,
  },
  {
    title: '`resolve-image: pin` deploys the digest that the tag stands for',
    before: () => registry.tag('acme/llama', 'main', first),
    with: pin,
    expected: { operation: 'updated', 'image-digest': first },
    image: `${repository}@${first}`,
  },
  {
    title: 'The tag has moved: the same inputs again, and the new build is deployed',
    before: () => registry.tag('acme/llama', 'main', second),
    with: pin,
    expected: { operation: 'updated', 'image-digest': second },
    image: `${repository}@${second}`,
  },
  {
    title: 'A pull request with a slower image: compared with production, which stays as it is',
    with: { name: 'llama-pr-7', image: slowImage },
    // An appName belongs to one endpoint.
    spec: (example) => `${example.replace('appName: llama\n', '')}compare: {slower: 20%}\n`,
    expected: { operation: 'created', 'failure-reason': 'slower', 'image-digest': '' },
    exitCode: 1,
    image: `${repository}@${second}`,
    candidate: slowImage,
  },
  {
    title: 'A pull request with a smaller model: 40 prompts of examples/prompts.jsonl tell what is lost',
    with: { name: 'llama-pr-8', image: quantizedImage },
    spec: (example) => `${example.replace('appName: llama\n', '')}compare: {prompts: prompts.jsonl, worse: 5%}\n`,
    expected: { operation: 'created', 'failure-reason': 'worse', 'image-digest': '' },
    exitCode: 1,
    image: `${repository}@${second}`,
    candidate: quantizedImage,
  },
  {
    title: '`command: test`, as on a schedule: does the model still answer?',
    with: { command: 'test' },
    expected: { operation: 'tested', changed: 'false' },
    image: `${repository}@${second}`,
    writesNothing: true,
  },
  {
    title: 'The day after: how is it?',
    with: { command: 'status', image: `${repository}@${second}` },
    expected: { operation: 'read', 'failure-reason': '' },
    image: `${repository}@${second}`,
    writesNothing: true,
  },
];

async function play(act: Act, emulator: Emulator): Promise<string[]> {
  heading(act.title);
  act.before?.();
  emulator.clearRequests();
  const example = await readFile(fileURLToPath(new URL('../../examples/endpoint.yaml', import.meta.url)), 'utf8');
  const result = await runChild({
    files: { 'endpoint.yaml': act.spec?.(example) ?? example, 'prompts.jsonl': prompts },
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, ...act.with },
    virtualTime: false,
    env: { NODE_OPTIONS: `--require ${fastTime}` },
  });
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
  return problems;
}

/** The log as a runner shows it, with its groups folded. */
function gistOf({ isFollowed, with: inputs }: Act, log: string): string[] {
  const folded = log.trimEnd().replaceAll(/^::group::(.*)\n[\s\S]*?^::endgroup::/gm, '  ▸ $1');
  const lines = folded.split('\n').filter((line) => line !== '');
  const isWhole = isFollowed || inputs?.command !== undefined;
  return isWhole
    ? lines
    : lines.filter((line) => /^(?:Plan|Test passed|Failed|Restored|Done|Compared): |^ {2}~ /.test(line));
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
