/** Every member of every answer in odd types: nothing of others stops a run, and nothing of ours makes it a defect or a blind write. */

import { afterAll, describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import { foreignEndpoint, type RawEndpoint } from '../emulator/others.ts';
import { everySecond } from '../runs.ts';
import { deployTo, passing, smallSpec } from '../scenarios/deployment.ts';

const oddValues: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  '\u202e\u001b[31m::error::x\n##[set-output name=a]b',
  '\ud800',
  '__proto__',
  'y'.repeat(5000),
  0,
  -1,
  1.5,
  1e308,
  true,
  [],
  [null],
  [[]],
  {},
  { toString: 1, constructor: null },
];

const whole: RawEndpoint = {
  ...foreignEndpoint('', ''),
  state: { state: 'serving', error: '', message: '' },
  envs: [{ key: 'A', value: 'b' }],
  volumeMounts: [{ type: 'local', id: 'v', size: 50, mountPath: '/data' }],
  workers: [{ id: 'w', state: { state: 'running', error: '', message: '' }, log: '', metrics: '', healthy: true }],
  createdAt: '2026-01-01T00:00:00Z',
};

/** The paths of all members, those inside lists and blocks included. */
function pathsOf(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return [
    ...(path.length > 0 ? [[...path]] : []),
    ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key])),
  ];
}

function changed(endpoint: RawEndpoint, path: readonly string[], odd: unknown): RawEndpoint {
  const copy = structuredClone(endpoint) as Record<string, unknown>;
  const last = path.at(-1) ?? '';
  const parent = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy);
  if (odd === undefined && !Array.isArray(parent)) delete parent[last];
  else parent[last] = odd;
  return copy;
}

/** What would rewrite what a reader sees. */
const controls = ['\u001b', '\u202e'];

const paths = pathsOf(whole);
let counted = 0;
afterAll(() => console.log(`Odd answers: ${counted} of them, in ${paths.length} members`));
const writes = ({ requests }: Emulator) =>
  requests.filter(({ operation }) => /^(create|update|delete)/.test(operation));

describe('of others', () => {
  /** All of them in one account, which is a list only if each has an ID; an odd name may make it nobody's. */
  const account = paths
    .filter(([member]) => member !== 'id')
    .flatMap((path, row) =>
      oddValues.map((odd, column) =>
        changed({ ...whole, id: `odd-${row}-${column}`, name: `odd ${row} ${column}` }, path, odd),
      ),
    );

  test.for(['create', 'update', 'plan', 'status', 'logs', 'delete', 'export'])('stop no %s', async (what) => {
    counted += account.length;
    await using emulator = await startEmulator({ ...passing, rawEndpoints: account });
    if (what !== 'create') emulator.seed({ name: 'llama' });
    const command = ['create', 'update'].includes(what) ? 'deploy' : what;
    const { exitCode, log, annotations, raw } = await deployTo(emulator, {
      with: { command, ...(what === 'export' && { name: 'llama', spec: 'out.yaml' }) },
    });
    expect(exitCode, `${log}\n${annotations}`).toBe(0);
    expect(raw).not.toMatch(/^##\[|^\s*::(?!warning|notice|group|endgroup|add-mask)/m);
    for (const control of controls) expect(raw).not.toContain(control);
    expect(emulator.rawEndpoints().length).toBe(account.length);
  });
});

describe('of our own endpoint', () => {
  /** Each path with three of the values, all values in turn. */
  const cells = paths.flatMap((path, row) =>
    [0, 1, 2].map((column) => ({ path, odd: oddValues[(row * 3 + column) % oddValues.length] })),
  );
  const played = everySecond(cells);

  test.each(played)('$path: $odd', async ({ path, odd }) => {
    counted += 1;
    const raw = changed({ ...whole, id: '00000000000000aa', name: 'llama' }, path, odd);
    await using emulator = await startEmulator({ ...passing, rawEndpoints: [raw] });
    const { outputs, annotations, log } = await deployTo(emulator, {
      with: { command: 'plan' },
      spec: 'name: llama\nimage: a:2\n',
    });
    expect(outputs['failure-reason'], `${log}\n${annotations}`).not.toBe('internal');
    expect(writes(emulator)).toEqual([]);
    for (const control of controls) expect([log, ...annotations].join('\n')).not.toContain(control);
  });
});

test.for(['limits', 'list', 'create', 'get', 'update'] as const)(
  'of an operation: %s, whatever it is',
  async (operation) => {
    for (const odd of everySecond(oddValues)) {
      counted += 1;
      await using emulator = await startEmulator(passing);
      if (operation === 'update') emulator.seed({ name: 'llama' });
      emulator.addFault({ operation, kind: 'wrong-type', body: odd ?? null, times: 'always' });
      const { outputs, annotations, log } = await deployTo(emulator, { spec: smallSpec, with: { wait: 'none' } });
      expect(outputs['failure-reason'], `${JSON.stringify(odd)?.slice(0, 80)}\n${log}\n${annotations}`).not.toBe(
        'internal',
      );
      expect(emulator.endpoints().length).toBeLessThanOrEqual(1);
    }
  },
);
