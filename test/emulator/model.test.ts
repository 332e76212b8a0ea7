// The official client takes what the emulator's model says: the same bytes that tests of a spec are judged on.
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import { startEmulator } from './emulator.ts';
import type { ServedModel } from './model.ts';

async function withClient<Result>(model: ServedModel, use: (client: OpenAI) => Promise<Result>): Promise<Result> {
  await using emulator = await startEmulator({ pace: 'instant', models: [model] });
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  return await use(new OpenAI({ baseURL: `${emulator.url}/serve/${id}/v1`, apiKey: 'key', maxRetries: 0 }));
}
const messages = [{ role: 'user' as const, content: 'Say pong.' }];

describe('the official client', () => {
  test('reads a streamed chat with its usage', async () => {
    const chunks = await withClient({}, async (client) => {
      const stream = await client.chat.completions.create({
        model: 'llama-3.1-8b',
        messages,
        stream: true,
        stream_options: { include_usage: true },
      });
      return Array.fromAsync(stream);
    });
    expect([
      chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join(''),
      chunks.flatMap(({ choices }) => choices[0]?.finish_reason ?? []),
      chunks.at(-1)?.usage?.completion_tokens,
    ]).toEqual(['Pong.', ['stop'], 2]);
  });

  test('is refused another model, and without its key', async () => {
    const refused = (model: ServedModel, name: string) =>
      withClient(model, (client) => client.chat.completions.create({ model: name, messages })).catch(
        (error: unknown) => (error instanceof OpenAI.APIError ? error.message : error),
      );
    expect([await refused({}, 'gpt'), await refused({ key: 'other' }, 'llama-3.1-8b')]).toEqual([
      '404 The model `gpt` does not exist.',
      '401 Unauthorized',
    ]);
  });
});

test('images have models of their own, the last one added first; without one, each request is answered', async () => {
  await using emulator = await startEmulator({
    pace: 'instant',
    models: [{ image: 'ghcr.io/acme/llama:1', id: 'old' }],
  });
  const [one, two] = ['ghcr.io/acme/llama:1', 'ghcr.io/acme/llama:2'].map((image) =>
    emulator.seed({ workerConfig: { minNum: 1 }, image: { image } }),
  );
  const models = async (id = '') => (await fetch(`${emulator.url}/serve/${id}/v1/models`)).json();
  expect([await models(one), await models(two)]).toMatchObject([{ data: [{ id: 'old' }] }, { path: '/v1/models' }]);
  emulator.addModel({ id: 'new' });
  expect([await models(one), await models(two)]).toMatchObject([{ data: [{ id: 'new' }] }, { data: [{ id: 'new' }] }]);
});
