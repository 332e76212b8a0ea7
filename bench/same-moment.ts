/**
 * Whether it makes a difference that both sides of a comparison are asked at the same moment: equal models over real
 * HTTP, on loopback. `node bench/same-moment.ts [runs]` prints how the ratios of the two sides lie about 1.
 */

import { systemClock } from '../src/clock.ts';
import { median } from '../src/compare/ratio.ts';
import { openRounds } from '../src/compare/rounds.ts';
import { openConnection } from '../src/tests/connection.ts';
import { startEmulator } from '../test/emulator/emulator.ts';

const words = Array.from({ length: 16 }, (_, index) => `word${index} `);
const runs = Number(process.argv[2] ?? 40);
const ratios = { 'first-token': [] as number[], 'tokens-per-second': [] as number[], total: [] as number[] };
const verdicts: Record<string, number> = {};
for (let run = 0; run < runs; run += 1) {
  const model = { words, firstTokenMs: 40, tokenMs: 4, answerMs: 20, noise: 'usual' } as const;
  await using emulator = await startEmulator({
    pace: 'instant',
    models: [
      { ...model, image: 'a:1', seed: 2 * run + 1 },
      { ...model, image: 'a:2', seed: 2 * run + 2 },
    ],
  });
  const side = (image: string) => {
    const id = emulator.seed({ image: { image }, workerConfig: { minNum: 1 } });
    return { url: `${emulator.url}/serve/${id}`, isUp: undefined };
  };
  const rounds = openRounds({
    secrets: new Map(),
    clean: (text) => text,
    clock: systemClock,
    connect: async (url) => openConnection(url, { userAgent: 'bench', clock: systemClock, proxyFor: () => undefined }),
  });
  const { judged } = await rounds({
    tests: [
      { chat: 'Count.', model: 'llama-3.1-8b' },
      { post: '/v1/embeddings', json: { input: 'a' } },
    ],
    rules: { slower: 0.2 },
    set: undefined,
    log: () => {},
    production: side('a:1'),
    candidate: side('a:2'),
    signal: new AbortController().signal,
    deadlineMs: systemClock.monotonicMs() + 600_000,
    onAwake: async () => true,
  });
  verdicts[judged.verdict] = (verdicts[judged.verdict] ?? 0) + 1;
  for (const { measurements } of judged.groups)
    for (const { number, ratio } of measurements)
      ratios[number].push(number === 'tokens-per-second' ? 1 / ratio : ratio);
}
console.log(verdicts);
for (const [number, values] of Object.entries(ratios)) {
  const above = values.filter((each) => each > 1).length;
  const sorted = values.toSorted((a, b) => a - b);
  const shown = [sorted[0], median(values), sorted.at(-1)].map((each) => each?.toFixed(3)).join(' / ');
  console.log(`${number}: candidate slower in ${above} of ${values.length}; ratio min / median / max ${shown}`);
}
