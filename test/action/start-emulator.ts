/** Starts the emulator for the steps of a workflow: in the background, with its address and key as outputs of the step. It ends by itself after ten minutes. */

import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const apiKey = 'key-of-the-emulator';
// A file, because a pipe would end with this process, and the emulator with the pipe.
const log = join(mkdtempSync(join(process.env.RUNNER_TEMP ?? tmpdir(), 'emulator-')), 'log');
const main = fileURLToPath(new URL('../emulator/main.ts', import.meta.url));
// The service's time moves by what is asked of it, so that no step waits for a worker's start.
const args = [main, '--api-key', apiKey, '--advance-per-request-ms', '5000', '--max-seconds', '600'];
const output = openSync(log, 'a');
const child = spawn(process.execPath, args, { detached: true, stdio: ['ignore', output, output] });
let exitCode: number | null | undefined;
child.once('exit', (code) => {
  exitCode = code;
});
let url: string | undefined;
while (url === undefined) {
  if (exitCode !== undefined) throw new Error(`the emulator ended with ${exitCode}: ${readFileSync(log, 'utf8')}`);
  await setTimeout(20);
  url = /^emulator listening on (\S+)\n/.exec(readFileSync(log, 'utf8'))?.[1];
}
console.log(`The emulator listens on ${url}; its requests are in ${log}.`);
appendFileSync(process.env.GITHUB_OUTPUT ?? '', `url=${url}\napi-key=${apiKey}\npid=${child.pid}\n`);
child.unref();
