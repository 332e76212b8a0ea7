/**
 * Owns the measurements of speed: pairs runs that take turns, prints medians and ratios, judges nothing.
 * `npm run bench -- --hostile` measures how long hostile input blocks. `npm run bench` measures the start, a big spec, and an unchanged deploy against a floor that does the same two requests with nothing around them.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { benchHostile } from './hostile.ts';

const isHostile = process.argv.includes('--hostile');
const rounds = isHostile ? 1 : Number(process.argv[2] ?? 15);
const bundle = fileURLToPath(new URL('../dist/index.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'bench-'));

interface Contender {
  name: string;
  argv: readonly string[];
  env?: Readonly<Record<string, string>>;
  exitCode: number;
}

function timeMs({ argv, env, exitCode, name }: Contender): number {
  const startedMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, argv, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
  });
  const elapsedMs = performance.now() - startedMs;
  if (status !== exitCode)
    throw new Error(`${name} ended with ${status} instead of ${exitCode}: ${stderr.slice(0, 500)}`);
  return elapsedMs;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The first contender is what the others are compared with, pair by pair. */
function compare(title: string, contenders: readonly [Contender, ...Contender[]]): void {
  const times = contenders.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    // The first round warms the caches of the file system.
    for (const [index, contender] of contenders.entries()) {
      const elapsedMs = timeMs(contender);
      if (round > 0) times[index]?.push(elapsedMs);
    }
  }
  console.log(`\n${title} (median of ${rounds})`);
  for (const [index, { name }] of contenders.entries()) {
    const ratios = times[index]?.map((value, round) => value / (times[0]?.[round] ?? Number.NaN)) ?? [];
    console.log(
      `  ${name.padEnd(44)} ${median(times[index] ?? [])
        .toFixed(0)
        .padStart(6)} ms   × ${median(ratios).toFixed(2)}`,
    );
  }
}

const step = (env: Readonly<Record<string, string>> = {}) => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_WORKSPACE: folder,
  ...env,
});
const nothing: Contender = { name: 'node -e 0', argv: ['-e', '0'], exitCode: 0 };

if (isHostile) {
  await benchHostile();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

try {
  compare('Start', [
    nothing,
    { name: 'the bundle until it names missing inputs', argv: [bundle], env: step(), exitCode: 1 },
  ]);

  const bigSpecs: Readonly<Record<string, string>> = {
    'keys.yaml': Array.from({ length: 100_000 }, (_, n) => `k${n}: 1`).join('\n'),
    'envs.yaml': `name: a\nenvs:\n${Array.from({ length: 6000 }, (_, n) => `  KEY_${n}: ${'v'.repeat(150)}`).join('\n')}`,
    'text.yaml': `name: a\nimage: {image: a, command: "${'x '.repeat(500_000)}"}`,
    'nested.yaml': '['.repeat(1_000_000),
    'variables.yaml': `name: a\nimage: {image: a, command: "${'${NOPE} '.repeat(120_000)}"}`,
    'comments.yaml': `name: a\n${'# comment\n'.repeat(100_000)}`,
  };
  for (const [name, text] of Object.entries(bigSpecs)) writeFileSync(join(folder, name), text.slice(0, 1024 * 1024));
  compare('A spec of 1 MiB, judged offline', [
    nothing,
    ...Object.keys(bigSpecs).map((name) => ({
      name,
      argv: [bundle, 'validate', name],
      exitCode: ['text.yaml', 'envs.yaml'].includes(name) ? 0 : 1,
    })),
  ]);

  // In a thread of its own: the runs are waited for synchronously, and the emulator has to answer meanwhile.
  const emulator = new Worker(new URL('./emulator-thread.ts', import.meta.url), { workerData: { latencyMs: 25 } });
  const url = await new Promise<string>((resolve) => emulator.once('message', resolve));
  writeFileSync(
    join(folder, 'endpoint.yaml'),
    'name: llama\nimage: ghcr.io/acme/llama:1\nports: [8000]\npolicy: {type: concurrency, value: 8}\n',
  );
  const access = { GPU_ENDPOINT_BASE_URL: url, GPU_ENDPOINT_API_KEY: 'test-key' };
  compare('An unchanged deploy, 25 ms away', [
    {
      name: 'floor: the two requests, node:http alone',
      argv: [fileURLToPath(new URL('./floor.mjs', import.meta.url)), url],
      exitCode: 0,
    },
    { name: 'the bundle', argv: [bundle], env: step(access), exitCode: 0 },
  ]);
  await emulator.terminate();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
