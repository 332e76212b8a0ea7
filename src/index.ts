/** The start of the process: the only file that reads the process's environment and has side effects on import. */

import { writeFileSync } from 'node:fs';
import {
  debug,
  endGroup,
  error,
  getInput,
  info,
  notice,
  setOutput,
  setSecret,
  startGroup,
  warning,
} from '@actions/core';
import { getProxyUrl } from '@actions/http-client/lib/proxy';
import { systemClock } from './clock.ts';
import { cancelledBy, runProgram, stoppedBy } from './run/run.ts';
import { crashEndMs } from './times.ts';

// By name: what the program does not use of it, an HTTP client above all, is then not part of the bundle.
const named = { debug, endGroup, error, getInput, info, notice, setOutput, setSecret, startGroup, warning };
const toolkit = { ...named, writeSummary: writeFileSync };

const cancelled = new AbortController();
let hasCrashed = false;
// The run cleans up what it has written first. Then the standard output may fail again and again.
process.on('uncaughtException', (error: unknown) => {
  if (hasCrashed) return;
  hasCrashed = true;
  // Node would quote the line of the error, and a line of the bundle is the bundle.
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  cancelled.abort(stoppedBy(error));
  void systemClock.sleep(crashEndMs).then(() => process.exit(1));
});
// The runner sends SIGINT, then SIGTERM; on Windows Ctrl+C, then Ctrl+Break.
for (const name of ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const)
  process.once(name, () => cancelled.abort(cancelledBy(name)));

// A bundle in CommonJS has no top-level await.
void runProgram({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  toolkit,
  clock: systemClock,
  systemProxy: getProxyUrl,
  signal: cancelled.signal,
}).then((exitCode) => {
  process.exitCode = exitCode;
  if (hasCrashed) process.exit(1);
});
