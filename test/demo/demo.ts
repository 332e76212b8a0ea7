/** Owns the demonstration: the bundle, started as a runner starts it, takes a real spec to a serving endpoint on the emulator, and shows all of it. */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runChild } from '../bundle/child.ts';
import { type Clock, type Emulator, realClock, startEmulator } from '../emulator/emulator.ts';

/** The service's time runs as fast as the bundle's, so that a start of half a minute is there to watch and is soon over. */
const speed = 20;
const fastTime = fileURLToPath(new URL('./fast-time.cjs', import.meta.url));
const fastClock: Clock = {
  nowMs: () => Date.now() * speed,
  waitUntil: (atMs) => realClock.waitUntil(atMs / speed),
};

const brokenImage = 'ghcr.io/acme/llama:1.2-broken';

interface Act {
  title: string;
  with?: Readonly<Record<string, string>>;
  expected: Readonly<Record<string, string>>;
  exitCode?: number;
  /** What the emulator must hold afterwards. */
  image: string;
}

const acts: readonly Act[] = [
  {
    title: 'The first push: no endpoint of this name exists',
    expected: { operation: 'created', changed: 'true' },
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
    expected: { operation: 'updated', changed: 'true', image: 'ghcr.io/acme/llama:1.1' },
    image: 'ghcr.io/acme/llama:1.1',
  },
  {
    title: 'The next image cannot be pulled: the step is red, and the previous one serves again',
    with: { image: brokenImage },
    expected: { operation: 'restored', 'failure-reason': 'image-pull', image: 'ghcr.io/acme/llama:1.1' },
    exitCode: 1,
    image: 'ghcr.io/acme/llama:1.1',
  },
];

async function play(act: Act, emulator: Emulator): Promise<string[]> {
  heading(act.title);
  emulator.clearRequests();
  const spec = await readFile(fileURLToPath(new URL('../../examples/endpoint.yaml', import.meta.url)));
  const result = await runChild({
    files: { 'endpoint.yaml': spec },
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, ...act.with },
    virtualTime: false,
    env: { NODE_OPTIONS: `--require ${fastTime}` },
  });
  show('Log', result.log);
  if (result.stderr !== '') show('Standard error', result.stderr);
  if (result.annotations.length > 0) show('Annotations', result.annotations.join('\n'));
  show(
    'Outputs',
    Object.entries(result.outputs)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n'),
  );
  show('Summary', result.summary);
  show('Requests', requestLines(emulator).join('\n'));
  const { exitCode = 0 } = act;
  const stored = emulator.endpoints()[0]?.image.image;
  const wrong = Object.entries(act.expected).filter(([name, value]) => result.outputs[name] !== value);
  return [
    ...wrong.map(([name, value]) => `${act.title}: expected ${name}=${value}, got ${result.outputs[name]}`),
    ...(result.exitCode === exitCode ? [] : [`${act.title}: expected exit code ${exitCode}, got ${result.exitCode}`]),
    ...(stored === act.image ? [] : [`${act.title}: expected ${act.image} to be what serves, got ${stored}`]),
  ];
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

await using emulator = await startEmulator({
  clock: fastClock,
  scripts: [{ image: brokenImage, outcome: 'image-pull' }],
});
const problems: string[] = [];
for (const act of acts) problems.push(...(await play(act, emulator)));
heading(problems.length === 0 ? 'All acts went as they should' : 'Something is wrong');
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
