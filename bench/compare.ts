/** A comparison beside an outsider: what our tests measure of a streamed chat, and what a few lines around Node's own `fetch` do, by turns. */

import { systemClock } from '../src/clock.ts';
import { openConnection } from '../src/tests/connection.ts';
import { ask, knowNothing } from '../src/tests/run.ts';
import { startEmulator } from '../test/emulator/emulator.ts';
import { spreadOf } from './measure.ts';
import type { Row } from './results.ts';
import type { Place } from './service.ts';

interface Times {
  firstTokenMs: number;
  tokensPerSecond: number;
}

const words = Array.from({ length: 40 }, (_, index) => `word${index} `);
const model = 'llama-3.1-8b';

export async function compareRows({ isQuick }: Place): Promise<Row[]> {
  await using emulator = await startEmulator({
    pace: 'instant',
    models: [{ words, firstTokenMs: 150, tokenMs: 15, noise: 'calm' }],
  });
  const endpointUrl = new URL(`${emulator.url}/serve/${emulator.seed({ workerConfig: { minNum: 1 } })}`);
  const connection = openConnection(endpointUrl, { userAgent: 'bench', clock: systemClock, proxyFor: () => undefined });
  const asking = {
    ...{
      secrets: new Map(),
      clock: systemClock,
      endpointUrl,
      connection,
      isTimed: false,
      models: new Map(),
      known: knowNothing(),
    },
    ...{ signal: new AbortController().signal, deadlineMs: Number.POSITIVE_INFINITY },
  };
  const byTest = async (): Promise<Times> => {
    const { measured } = await ask({ chat: 'Count.', model }, asking);
    return {
      firstTokenMs: measured.firstTokenMs ?? Number.NaN,
      tokensPerSecond: measured.tokensPerSecond ?? Number.NaN,
    };
  };
  const byFetch = async (): Promise<Times> => {
    const startedMs = performance.now();
    const { body } = await fetch(`${endpointUrl.href}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Count.' }], temperature: 0, stream: true }),
    });
    const atMs: number[] = [];
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? [])
      if (piece.includes('"word')) atMs.push(performance.now() - startedMs);
    const [first = Number.NaN, last = Number.NaN] = [atMs[0], atMs.at(-1)];
    return { firstTokenMs: first, tokensPerSecond: ((atMs.length - 1) * 1000) / (last - first) };
  };
  const rounds = isQuick ? 5 : 20;
  const ours: Times[] = [];
  const theirs: Times[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const [tested, streamed] = [await byTest(), await byFetch()];
    // The first of each opens a connection.
    if (round > 0) ours.push(tested) && theirs.push(streamed);
  }
  await connection.close();
  const apart = (number: keyof Times) => {
    const [our, their] = [ours, theirs].map((times) => spreadOf(times.map((each) => each[number])).median);
    const percent = 100 * Math.abs((our ?? Number.NaN) / (their ?? Number.NaN) - 1);
    return { median: percent, p10: percent, p90: percent };
  };
  const what = 'a streamed chat, by a test and by fetch';
  return [
    { what: `${what}: first token`, unit: '% apart', value: apart('firstTokenMs'), goal: 5, rounds },
    { what: `${what}: tokens/s`, unit: '% apart', value: apart('tokensPerSecond'), goal: 5, rounds },
  ];
}
