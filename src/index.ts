/** The start of the process: the only file that reads the process's environment and has side effects on import. */

import * as core from '@actions/core';
import { getProxyUrl } from '@actions/http-client/lib/proxy';
import { systemClock } from './clock.ts';
import { cancelledBy, runProgram } from './program.ts';

const cancelled = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => cancelled.abort(cancelledBy(name)));

// A bundle in CommonJS has no top-level await.
void runProgram({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  toolkit: core,
  clock: systemClock,
  systemProxy: getProxyUrl,
  signal: cancelled.signal,
}).then((exitCode) => {
  process.exitCode = exitCode;
});
