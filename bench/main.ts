/**
 * The measurements of speed: `npm run bench` takes every row of the table of goals and writes `bench/results.md`, within eight minutes; `-- --quick` takes fewer
 * rounds and leaves out what is long, within one. `-- --hostile` shows how long hostile input blocks, `-- --specs` how long big specs take. Nothing here fails a
 * build: a busy machine is no mistake. What must hold anywhere is counted in tests (`test/bundle/chunks.test.ts`).
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchBigSpecs } from './big-specs.ts';
import { benchHostile } from './hostile.ts';
import { printRow, type Row, writeResults } from './results.ts';
import { accountRows, fleetRows, latenessRows, sizeRows, startRows, storyRows } from './rows.ts';

const has = (flag: string) => process.argv.includes(flag);
const isQuick = has('--quick');
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  if (has('--hostile')) await benchHostile();
  else if (has('--specs')) await benchBigSpecs(folder);
  else await benchAll();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function benchAll(): Promise<void> {
  const key = join(folder, 'key.pem');
  const cert = join(folder, 'cert.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const keep = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-nodes', '-days', '1', ...keep, ...subject], { stdio: 'ignore' });
  const place = { folder, key, cert, rounds: isQuick ? 3 : 15, isQuick };
  const rows: Row[] = [];
  for (const measure of [startRows, storyRows, sizeRows, accountRows, fleetRows, latenessRows])
    for (const row of await measure(place)) {
      rows.push(row);
      printRow(row);
    }
  if (!isQuick) writeResults(rows);
}
