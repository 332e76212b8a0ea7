/** The ports of the credentials on a real machine: files and helper programs, bounded in size and time. */

import { spawn } from 'node:child_process';
import { open, stat } from 'node:fs/promises';
import type { FileContent, HelperAnswer, ReadFile, RunHelper } from './credentials.ts';

/** The whole of a regular file. What is a pipe or a device is refused before it is opened: opening might never end. */
export const readLoginFile: ReadFile = (path, { maxBytes, timeoutMs, signal }) => {
  const { promise, resolve } = Promise.withResolvers<FileContent>();
  // A file system that hangs cannot be interrupted; it is left behind.
  const stopped = AbortSignal.any([AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs))), signal]);
  const onStop = () => resolve(unreadable('could not be read in time'));
  if (stopped.aborted) onStop();
  stopped.addEventListener('abort', onStop, { once: true });
  readWhole(path, maxBytes).then(resolve, (error: unknown) => {
    const code = codeOf(error);
    resolve(code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'absent' } : unreadable(`cannot be read: ${code}`));
  });
  return promise.finally(() => stopped.removeEventListener('abort', onStop));
};

async function readWhole(path: string, maxBytes: number): Promise<FileContent> {
  const facts = await stat(path);
  if (!facts.isFile()) return unreadable('is not a file');
  if (facts.size > maxBytes) return unreadable(`is larger than ${maxBytes} bytes`);
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0);
  if (bytesRead > maxBytes) return unreadable(`is larger than ${maxBytes} bytes`);
  return { kind: 'text', text: buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '') };
}

/** Helpers get the given environment and no terminal; what they say on standard error is dropped, since it may quote secrets. */
export function createRunHelper(environment: Readonly<Record<string, string | undefined>>): RunHelper {
  return ({ program, input, timeoutMs, maxBytes, signal }) => {
    const { promise, resolve } = Promise.withResolvers<HelperAnswer>();
    const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(timeoutMs)));
    const child = spawn(program, ['get'], {
      env: environment,
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const fail = (came: string) => {
      resolve({ kind: 'failed', came });
      child.kill('SIGKILL');
      // A grandchild may hold the pipe open; the run must not wait for it.
      child.stdout.destroy();
      child.unref();
    };
    const stopped = AbortSignal.any([timeout, signal]);
    const onStop = () => fail(signal.aborted ? 'was stopped' : 'did not answer in time');
    if (stopped.aborted) onStop();
    stopped.addEventListener('abort', onStop, { once: true });
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) fail(`answered more than ${maxBytes} bytes`);
      else chunks.push(chunk);
    });
    child.on('error', (error) => {
      const code = codeOf(error);
      fail(code === 'ENOENT' ? 'is not installed' : `could not be started: ${code}`);
    });
    child.on('close', (exitCode) => {
      if (exitCode === null) return fail('was killed');
      resolve({ kind: 'ended', exitCode, stdout: Buffer.concat(chunks).toString('utf8') });
    });
    // A helper that ends without reading closes the pipe, which is no failure of its own.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    return promise.finally(() => stopped.removeEventListener('abort', onStop));
  };
}

function unreadable(came: string): FileContent {
  return { kind: 'unreadable', came };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';
}
