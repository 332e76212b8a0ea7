// What the emulator's model says, to the letter: the bytes that tests of a spec are judged on. The official client (openai 7.57) has read them.
import { describe, expect, test } from 'vitest';
import { startEmulator } from './emulator.ts';
import type { ServedModel } from './model.ts';

async function chatWith(model: ServedModel, more: object): Promise<{ status: number; text: string }> {
  await using emulator = await startEmulator({ pace: 'instant', models: [model] });
  const id = emulator.seed({ workerConfig: { minNum: 1 } });
  const body = JSON.stringify({ model: 'llama-3.1-8b', messages: [{ role: 'user', content: 'Say pong.' }], ...more });
  const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
  const answer = await fetch(`${emulator.url}/serve/${id}/v1/chat/completions`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

describe('a chat', () => {
  test('is streamed in chunks, with its usage if it is asked for', async () => {
    const { text } = await chatWith({}, { stream: true, stream_options: { include_usage: true } });
    const [end, ...events] = text.split('\n\n').filter(Boolean).reverse();
    const chunk = {
      id: 'chatcmpl-1',
      created: expect.any(Number),
      model: 'llama-3.1-8b',
      object: 'chat.completion.chunk',
    };
    const choice = (delta: object, reason: string | null = null) => ({
      ...chunk,
      choices: [{ index: 0, delta, finish_reason: reason, logprobs: null }],
    });
    expect(events.reverse().map((event) => JSON.parse(event.replace(/^data: /, '')))).toEqual([
      choice({ role: 'assistant', content: '' }),
      choice({ content: 'Pong' }),
      choice({ content: '.' }),
      choice({}, 'stop'),
      { ...chunk, choices: [], usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 } },
    ]);
    expect(end).toBe('data: [DONE]');
  });

  test('is refused another model, and without its key', async () => {
    const refused = async (model: ServedModel, name: string) => {
      const { status, text } = await chatWith(model, { model: name });
      return [status, JSON.parse(text).error.message];
    };
    expect([await refused({}, 'gpt'), await refused({ key: 'other' }, 'llama-3.1-8b')]).toEqual([
      [404, 'The model `gpt` does not exist.'],
      [401, 'Unauthorized'],
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
