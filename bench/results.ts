/** The rows of a benchmark, printed and written down with the machine that they were measured on. */

import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import type { Spread } from './measure.ts';

export interface Row {
  what: string;
  unit: string;
  value: Spread;
  /** At most so much; undefined where nothing is asked for. */
  goal?: number;
  rounds: number;
}

const shown = (value: number) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));
const spread = ({ median, p10, p90 }: Spread) =>
  p10 === p90 ? shown(median) : `${shown(median)} (${shown(p10)}–${shown(p90)})`;
const verdict = ({ value, goal }: Row) => (goal === undefined ? '' : value.median <= goal ? 'met' : 'not met');

export function printRow(row: Row): void {
  const goal = row.goal === undefined ? '' : `goal ${row.goal}: ${verdict(row)}`;
  console.log(`${row.what.padEnd(58)} ${`${spread(row.value)} ${row.unit}`.padEnd(32)} ${goal}`);
}

export function writeResults(rows: readonly Row[]): void {
  const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    version: string;
    dependencies: Readonly<Record<string, string>>;
  };
  const versions = Object.entries(dependencies).map(([name, number]) => `${name} ${number}`);
  const [cpu] = cpus();
  const text = [
    '# Results of `npm run bench`',
    '',
    `deploy-gpu-endpoint ${version}, Node ${process.versions.node}, ${versions.join(', ')}.`,
    `${cpus().length} cores (${cpu?.model ?? 'unknown'}), load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}: above the number of cores, something else was running, and times are those of a busy machine.`,
    '',
    'Medians with the tenth and the ninetieth percentile. Ratios are of pairs that ran one after the other. `npm run bench` measures again.',
    '',
    '| What | Measured | Unit | Goal | | Rounds |',
    '|---|---|---|---|---|---|',
    ...rows.map(
      (row) =>
        `| ${row.what} | ${spread(row.value)} | ${row.unit} | ${row.goal ?? ''} | ${verdict(row)} | ${row.rounds} |`,
    ),
    '',
  ];
  writeFileSync('bench/results.md', text.join('\n'));
}
