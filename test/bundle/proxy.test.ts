/** A proxy in the environment of the process: found in every form, never shown, and its chunk of the bundle loads. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startEmulator } from '../emulator/emulator.ts';
import { smallSpec } from '../scenarios/deployment.ts';
import { runChild } from './child.ts';

const behindProxy = {
  files: { 'endpoint.yaml': smallSpec },
  with: { 'base-url': 'https://service.invalid', 'api-key': 'test-key' },
};

test('a proxy without a scheme is asked for the service', async () => {
  const asked = new Set<string | undefined>();
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.add(url);
    // A client that has read the refusal may reset the connection instead of closing it.
    socket.on('error', () => {});
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = proxy.address() as AddressInfo;
    const { outputs, stderr } = await runChild({ ...behindProxy, env: { HTTPS_PROXY: `localhost:${port}` } });
    expect({ reason: outputs['failure-reason'], stderr, asked: [...asked] }).toEqual({
      reason: 'unavailable',
      stderr: '',
      asked: ['service.invalid:443'],
    });
  } finally {
    proxy.close();
  }
});

test('a proxy that is no address is named, and not shown', async () => {
  const { outputs, stderr, annotations } = await runChild({
    ...behindProxy,
    env: { HTTPS_PROXY: 'hunter2 is no address' },
  });
  expect({ reason: outputs['failure-reason'], stderr }).toEqual({ reason: 'inputs-invalid', stderr: '' });
  expect(annotations.join()).toContain('HTTPS_PROXY');
  expect(annotations.join()).not.toContain('hunter2');
});

test('one that only the registry is behind is a notice', async () => {
  await using emulator = await startEmulator({ advancePerRequestMs: 5000 });
  const { exitCode, annotations } = await runChild({
    files: { 'endpoint.yaml': smallSpec },
    with: { 'base-url': emulator.url, 'api-key': emulator.apiKey, 'resolve-image': 'check' },
    env: { HTTPS_PROXY: 'hunter2 is no address' },
  });
  const notices = annotations.filter((line) => line.includes('which could not be checked'));
  expect([exitCode, notices]).toEqual([0, [expect.stringContaining('HTTPS_PROXY is not a proxy address')]]);
});

test('the password of a proxy that refuses is not told', async () => {
  const password = 'proxy-password-d4e5f601';
  const { outputs, raw, stderr, summary } = await runChild({
    ...behindProxy,
    env: { https_proxy: `http://builder:${password}@127.0.0.1:9` },
  });
  expect(outputs['failure-reason']).toBe('unavailable');
  const said = raw.split('\n').filter((line) => !line.startsWith('::add-mask::'));
  expect([...said, stderr, summary, JSON.stringify(outputs)].join('\n')).not.toContain(password);
});
