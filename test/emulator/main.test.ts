// The emulator's command line: what it takes and refuses, and as a child process what it prints and how it ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createRequest, paths } from './caller.ts';
import { parseArguments, usage } from './main.ts';
import { defaultSwitches } from './switches.ts';

// Windows has no signals: what is sent there ends a process at once.
const testWithSignals = test.skipIf(process.platform === 'win32');

const main = fileURLToPath(new URL('main.ts', import.meta.url));

function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => (await lines.next()).value as string | undefined;
  return { child, nextLine };
}

async function ended(child: ChildProcess): Promise<readonly unknown[]> {
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const [code, signal] = await once(child, 'close');
  return [code, signal, errors];
}

const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer k' };

testWithSignals(
  'plays what its arguments say, tells each request in a line, and ends on SIGTERM with the bill',
  async () => {
    const raw = { id: 'a1', name: 'odd', state: null };
    const { child, nextLine } = run(
      ...['--api-key', 'k', '--pace', 'instant', '--switch', 'pageBase=0', '--limits', '{}'],
      ...['--fault', '{"operation":"limits","kind":"hang"}', '--script', '{"image":"broken","outcome":"never"}'],
      ...['--model', '{"id":"llama","words":["Paris."]}', '--raw-endpoint', JSON.stringify(raw)],
      ...['--change', '{"kind":"create","before":"list","nth":2,"part":{"name":"theirs"}}'],
    );
    const end = ended(child);
    const url = (await nextLine())?.replace('emulator listening on ', '') ?? '';
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
    const list = async () => (await fetch(`${url}${paths.list(0)}`, { headers })).json();
    expect(await list()).toEqual({ endpoints: [raw], total: 1 });
    expect(await nextLine()).toBe(`#1 list GET ${paths.list(0)} → 200`);
    expect(await list()).toMatchObject({ endpoints: [raw, { name: 'theirs' }], total: 2 });
    expect(await nextLine()).toBe(`#2 list GET ${paths.list(0)} → 200`);
    const post = async (path: string, body: unknown) =>
      (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<{
        id?: string;
      }>;
    const workerConfig = { ...createRequest.workerConfig, minNum: 1 };
    const { id } = await post(paths.create, { endpoint: { ...createRequest, workerConfig } });
    expect(await nextLine()).toBe(`#3 create POST ${paths.create} → 200`);
    const messages = [{ role: 'user', content: 'What is the capital of France?' }];
    expect(await post(`/serve/${id}/v1/chat/completions`, { model: 'llama', messages })).toMatchObject({
      choices: [{ message: { content: 'Paris.' } }],
    });
    expect(await nextLine()).toMatch(/^#4 serve POST .* → 200$/);
    // Over two connections, so either may arrive first, and hangs. The answer to the other one shows that it has arrived.
    const both = [1, 2].map(() =>
      fetch(`${url}${paths.limits}`, { headers }).then(
        ({ status }) => status,
        () => 'lost',
      ),
    );
    expect(await Promise.race(both)).toBe(200);
    expect(await nextLine()).toBe(`#6 limits GET ${paths.limits} → 200`);
    child.kill('SIGTERM');
    expect((await Promise.all(both)).toSorted()).toEqual([200, 'lost']);
    const last = [await nextLine(), await nextLine(), await nextLine()].join('\n');
    expect(last).toContain(`#5 limits GET ${paths.limits} → no answer fault: hang`);
    expect(last).toMatch(new RegExp(`^${id}: \\d+ worker-seconds$`, 'm'));
    expect(await end).toEqual([0, null, '']);
  },
);

test('--help tells the options and every switch', () => {
  expect(parseArguments(['--help']).isHelp).toBe(true);
  expect(usage).toMatch(/^usage: node test\/emulator\/main\.ts \[options\]\n/);
  expect(Object.keys(defaultSwitches).filter((name) => !usage.includes(`  ${name}=`))).toEqual([]);
});

test('an argument that is wrong ends the process with the usage and exit code 2', async () => {
  const { child } = run('--nope');
  expect(await ended(child)).toEqual([2, null, expect.stringMatching(/Unknown option '--nope'[\s\S]*usage:/)]);
});

test.each([
  [['--pace', 'fast'], '--pace fast: expected one of typical, instant'],
  [['--switch', 'nope=1'], 'unknown switch or value'],
])('%j is refused', (args, message) => {
  expect(() => parseArguments(args)).toThrow(message);
});

test('`npm run emulator` keeps workers over a change of scaling, as the plan says', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { switches } = parseArguments(scripts['emulator:serve'].split(' ').slice(2)).options;
  expect(switches).toMatchObject({ rolloutOn: 'container-change' });
});
