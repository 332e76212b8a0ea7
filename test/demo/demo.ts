/** Owns the demonstration: the bundle, started as a runner starts it, takes a real spec to a serving endpoint on the emulator, and shows all of it. */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import { runStep } from '../scenarios/step.ts';

/** Fast enough to watch; the states are those of a real start. */
const pace = { schedulingMs: 400, pullingMs: 1500, startingMs: 800, healthCheckMs: 500, stoppingMs: 400 };

interface Act {
  title: string;
  with?: Readonly<Record<string, string>>;
  expected: Readonly<Record<string, string>>;
}

const acts: readonly Act[] = [
  { title: 'The first push: no endpoint of this name exists', expected: { operation: 'created', changed: 'true' } },
  { title: 'The same push again: nothing has changed', expected: { operation: 'unchanged', changed: 'false' } },
  {
    title: 'A container build has pushed a new image',
    with: { image: 'ghcr.io/acme/llama:1.1' },
    expected: { operation: 'updated', changed: 'true', image: 'ghcr.io/acme/llama:1.1' },
  },
];

async function play(act: Act, emulator: Emulator): Promise<string[]> {
  heading(act.title);
  emulator.clearRequests();
  const spec = await readFile(fileURLToPath(new URL('../../examples/endpoint.yaml', import.meta.url)));
  const result = await runStep({
    files: { 'endpoint.yaml': spec },
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, 'wait-timeout': '60s', ...act.with },
    virtualTime: false,
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
  show('Requests', emulator.requests.map(({ method, path, status }) => `${method} ${path} → ${status}`).join('\n'));
  const wrong = Object.entries(act.expected).filter(([name, value]) => result.outputs[name] !== value);
  return [
    ...wrong.map(([name, value]) => `${act.title}: expected ${name}=${value}, got ${result.outputs[name]}`),
    ...(result.exitCode === 0 ? [] : [`${act.title}: expected exit code 0, got ${result.exitCode}`]),
  ];
}

function heading(title: string): void {
  console.log(`\n━━━ ${title} ${'━'.repeat(Math.max(0, 90 - title.length))}`);
}

function show(title: string, text: string): void {
  console.log(`\n── ${title}\n${text.trimEnd()}`);
}

await using emulator = await startEmulator({ pace });
const problems: string[] = [];
for (const act of acts) problems.push(...(await play(act, emulator)));
heading(problems.length === 0 ? 'All acts went as they should' : 'Something is wrong');
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
