/** The smoke test asks public hosts, and this machine only where the service is on it. */

import { expect, test } from 'vitest';
import { guardProbe } from '../src/probe-guard.ts';

const options = { timeoutMs: 1000, signal: new AbortController().signal };

async function asked(url: string, baseUrl: string): Promise<boolean> {
  const urls: string[] = [];
  const probe = guardProbe(async ({ href }) => {
    urls.push(href);
    return { kind: 'lost', came: 'nothing' };
  }, baseUrl);
  const failure = await probe(new URL(url), options).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure === undefined).toBe(urls.length === 1);
  if (failure)
    expect(failure).toMatchObject({ code: 'smoke-test', message: expect.stringContaining('it is not contacted') });
  return urls.length === 1;
}

test.for<[string, boolean, boolean]>([
  ['https://e1.runsync.example.dev/health', true, true],
  ['http://127.0.0.1:8080/serve', false, true],
  ['http://localhost/', false, true],
  ['http://[::1]/', false, true],
  ['http://2130706433/', false, true],
  ['http://169.254.169.254/latest/meta-data', false, false],
  ['http://[fe80::1]/', false, false],
  ['http://metadata.google.internal/', false, false],
  ['http://0.0.0.0/', false, false],
  ['http://[::ffff:169.254.169.254]/', false, false],
])('%s', async ([url, fromPublic, fromLoopback]) => {
  expect(await asked(url, 'https://api.example.com')).toBe(fromPublic);
  expect(await asked(url, 'http://127.0.0.1:9000')).toBe(fromLoopback);
});
