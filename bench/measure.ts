/** Measured processes: one run of each contender in turn, so that whatever else the machine does meets all of them alike. */

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Contender {
  name: string;
  argv: readonly string[];
  env?: Readonly<Record<string, string>>;
  exitCode: number;
  /** Before each of its runs. */
  prepare?: () => Promise<void>;
}

export interface Usage {
  wallMs: number;
  cpuMs: number;
  peakMib: number;
}

const preload = fileURLToPath(new URL('./usage.cjs', import.meta.url));

/** Without `usage`, nothing is loaded into the process, and only its time is known. */
async function runOnce(contender: Contender, folder: string, { usage }: { usage: boolean }): Promise<Usage> {
  const { name, argv, env, exitCode, prepare } = contender;
  await prepare?.();
  const usageFile = join(folder, 'usage.json');
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...(usage ? ['--require', preload] : []), ...argv], {
    cwd: folder,
    env: { PATH: process.env.PATH, USAGE_FILE: usageFile, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const wallMs = performance.now() - startedMs;
  if (status !== exitCode) throw new Error(`${name} ended with ${status} instead of ${exitCode}: ${said.slice(-1000)}`);
  const used = usage
    ? (JSON.parse(await readFile(usageFile, 'utf8')) as Omit<Usage, 'wallMs'>)
    : { cpuMs: 0, peakMib: 0 };
  return { wallMs, ...used };
}

export interface Series {
  /** In the order of the contenders, one for each round. */
  runs: readonly (readonly Usage[])[];
}

/** One round warms up and does not count, unless there is no other. */
export async function takeTurns(
  contenders: readonly Contender[],
  { rounds, folder, usage = true }: { rounds: number; folder: string; usage?: boolean },
): Promise<Series> {
  const runs = contenders.map((): Usage[] => []);
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, contender] of contenders.entries()) {
      const used = await runOnce(contender, folder, { usage });
      if (round > 0 || rounds === 0) runs[index]?.push(used);
    }
  return { runs };
}

export interface Spread {
  median: number;
  p10: number;
  p90: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p10: at(0.1), p90: at(0.9) };
}

/** Of contender `index`, in multiples of the first one's run of the same round. */
export function ratios({ runs }: Series, index: number, of: (usage: Usage) => number): number[] {
  return (runs[index] ?? []).map((usage, round) => of(usage) / of(runs[0]?.[round] ?? usage));
}
