/** The measurements of speed: `npm run bench`. Nothing here fails a build: a busy machine is no mistake. What must hold anywhere is counted in tests (README.md). */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareRows } from './compare.ts';
import { benchHostile } from './hostile.ts';
import { printRow, type Row, writeResults } from './results.ts';
import {
  accountRows,
  availabilityRows,
  fleetRows,
  latenessRows,
  scenarioRows,
  sizeRows,
  startRows,
  waitRows,
} from './rows.ts';
import { candidateRows, truthRows } from './truth.ts';

const help = `npm run bench [-- FLAG]

Measures speed against the goals and writes bench/results.md; seven minutes on an idle machine.

  --quick     fewer rounds, without what is long and without the file; one minute
  --hostile   how long hostile input blocks the event loop
  --help      this text
`;

const options = { quick: { type: 'boolean' }, hostile: { type: 'boolean' }, help: { type: 'boolean' } } as const;

function readFlags() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`);
    return process.exit(2);
  }
}

async function benchAll(folder: string, { quick: isQuick = false }: ReturnType<typeof readFlags>) {
  const startedMs = performance.now();
  const key = join(folder, 'key.pem');
  const cert = join(folder, 'cert.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const keep = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-nodes', '-days', '1', ...keep, ...subject], { stdio: 'ignore' });
  const place = { folder, key, cert, rounds: isQuick ? 3 : 10, isQuick };
  const rows: Row[] = [];
  for (const measure of [
    startRows,
    scenarioRows,
    availabilityRows,
    sizeRows,
    accountRows,
    fleetRows,
    waitRows,
    latenessRows,
    truthRows,
    candidateRows,
    compareRows,
  ]) {
    try {
      for (const row of await measure(place)) {
        rows.push(row);
        printRow(row);
      }
    } catch (error) {
      // The other rows are worth having.
      console.error(`${measure.name}: ${(error as Error).message}`);
      process.exitCode = 1;
    }
    if (!isQuick) writeResults(rows);
  }
  console.log(`${((performance.now() - startedMs) / 1000).toFixed(0)} s in all`);
}

const flags = readFlags();
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  if (flags.help) process.stdout.write(help);
  else if (flags.hostile) await benchHostile();
  else await benchAll(folder, flags);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
