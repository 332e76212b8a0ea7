/** The start of the process: the only file that reads the process's environment and has side effects on import. */

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
  summary,
  warning,
} from '@actions/core';
import { getProxyUrl } from '@actions/http-client/lib/proxy';
import { systemClock } from './clock.ts';
import { asDeployError } from './errors.ts';
import { cancelledBy, runProgram } from './run.ts';

// By name: what the program does not use of it, an HTTP client above all, is then not part of the bundle.
const toolkit = { debug, endGroup, error, getInput, info, notice, setOutput, setSecret, startGroup, summary, warning };

const cancelled = new AbortController();
/** After a crash: for the clean-up, and what may hang besides. */
const maxEndMs = 15_000;
// A defect in a callback, or a full disk behind the standard output: what has been written is cleaned up first.
process.on('uncaughtException', (error: unknown) => {
  if (cancelled.signal.aborted) return;
  // Node would quote the line of the error, and a line of the bundle is the bundle.
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
  setTimeout(() => process.exit(), maxEndMs).unref();
  cancelled.abort(asDeployError(error));
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
});
