/** A run's way to registries: its bounds, what it tells of each request, and that no answer can break it. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRegistries, type RegistriesOptions } from '../../src/registry/registries.ts';
import { startServer } from '../http/server.ts';
import { runs } from '../runs.ts';
import { quiet, resolve, startLlama } from './scene.ts';

function open(changes: Partial<RegistriesOptions> = {}) {
  const registries = openRegistries({ ...quiet, ...changes });
  return {
    close: registries.close,
    resolve: (written: string) => resolve(registries, written),
    [Symbol.asyncDispose]: registries.close,
  };
}

test('a proxy that an address is asked through resolves its name', async () => {
  await using server = await startServer(
    (_, response) => void response.writeHead(500).end(),
    (socket) => void socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
  );
  await using registries = open({ proxyFor: () => server.url });
  const reason = expect.stringMatching(/^registry\.invalid could not be reached/);
  expect(await registries.resolve('registry.invalid/x')).toEqual({ kind: 'unknown', cause: 'unavailable', reason });
  expect(server.requests).toMatchObject([{ method: 'CONNECT', url: 'registry.invalid:443' }]);
});

test('a proxy that is no address', async () => {
  const wrong = new Error('no address of a proxy');
  const proxyFor = () => {
    throw wrong;
  };
  await using registries = open({ proxyFor });
  await expect(registries.resolve('registry.example/x')).rejects.toBe(wrong);
});

test('what is still asked at the end gets no answer', async () => {
  await using registry = await startLlama();
  registry.fail({ at: 'manifest', kind: 'hang' });
  const registries = open();
  const resolving = registries.resolve(`${registry.domain}/acme/llama:1`);
  await registry.hung;
  await registries.close();
  expect(await resolving).toMatchObject({ kind: 'unknown', cause: 'unavailable' });
});

test('any JSON, at any place, is no more than an answer', async () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  const image = { digest, size: 1, platform: { os: 'linux', architecture: 'amd64' } };
  const frames: ((json: unknown) => unknown)[] = [
    (json) => json,
    (json) => ({ errors: json, token: json }),
    (json) => ({ errors: [json], token: 'x' }),
    (json) => ({ manifests: json, annotations: json }),
    (json) => ({ manifests: [image, { ...image, platform: json, annotations: json }] }),
    (json) => ({ config: { digest, mediaType: json }, layers: [json] }),
  ];
  let answers: readonly (readonly [status: number, body: string])[] = [];
  let turn = 0;
  await using server = await startServer((_, response) => {
    const [status, body] = answers[turn++ % answers.length] ?? [200, ''];
    const headers =
      status === 401 ? { 'www-authenticate': `Bearer realm="http://127.0.0.1:${server.port}/token"` } : {};
    response.writeHead(status, headers).end(body);
  });
  await using registries = open();
  const answer = fc.tuple(fc.constantFrom(200, 200, 401, 404), fc.constantFrom(...frames), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 4 }), async (made) => {
      answers = made.map(([status, frame, json]) => [status, JSON.stringify(frame(json))] as const);
      turn = 0;
      const { kind } = await registries.resolve(`127.0.0.1:${server.port}/acme/llama:1`);
      expect(['unknown', 'found', 'missing', 'other-platform']).toContain(kind);
    }),
    { numRuns: runs(200) },
  );
});
