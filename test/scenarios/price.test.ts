/** `price`: wherever money is spoken of, the amount is told; nothing is decided by it, and nothing of it is sent. */

import { describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../emulator/emulator.ts';
import { compared, play } from './compare-stage.ts';
import { deployTo, passing, recordKey, smallSpec, writesOf } from './deployment.ts';
import { setStage } from './github-stage.ts';

type Seed = NonNullable<Parameters<Emulator['seed']>[0]>;

const spec = `${smallSpec}workerConfig: {minNum: 1, maxNum: 3}\n`;
const price = 'price: 0.69\n';
/** With the price, and without. */
const both = [`${spec}${price}`, spec] as const;
const amount = /an hour|cost/i;

test('a plan tells what a change costs, in the log and in the comment', async () => {
  const told = await Promise.all(
    both.map(async (each) => {
      await using stage = await setStage();
      const { log } = await stage.pullRequestStep({ action: 'opened', spec: each, with: { command: 'plan' } });
      return [log, stage.api.comments(7)[0]?.body ?? ''];
    }),
  );
  for (const text of told[0] ?? []) expect(text).toMatch(/\nCost: 0\.69 an hour while idle, at most 2\.07\n/);
  expect(told[1]?.join('\n')).not.toMatch(amount);
});

test('a preview tells what it costs asleep and awake, and only the spec says it', async () => {
  await using stage = await setStage();
  const { log, end } = await stage.pullRequestStep({ action: 'opened', spec: both[0], with: { preview: 'true' } });
  expect([end, log]).toEqual(['created', expect.stringContaining('\nCost: asleep 0, awake 0.69 an hour\n')]);
  expect(stage.api.comments(7)[0]?.body).toContain('\n| Cost | asleep 0, awake 0.69 an hour |\n');
  expect(JSON.stringify(stage.emulator.requests)).not.toMatch(/price|0\.69/);
  const next = { action: 'synchronize', with: { preview: 'true', image: 'a:2' } };
  const { summary } = await stage.pullRequestStep({ ...next, spec: both[1] });
  expect((stage.api.comments(7)[0]?.body ?? '') + summary).not.toMatch(amount);
});

describe('status', () => {
  const columns = async (each: string, seed: Seed, variables: string) => {
    await using emulator = await startEmulator(passing);
    emulator.seed({ name: 'llama', ...seed });
    // It has run, and stays listed for some minutes.
    emulator.addChange({ kind: 'list-worker', worker: { state: 'removed' } });
    const inputs = { command: 'status', variables };
    const { log, summary, outputs } = await deployTo(emulator, { spec: each, with: inputs });
    const endpoints: { name: string; status: object }[] = JSON.parse(outputs.endpoints ?? '');
    return {
      text: log.split('\n').flatMap((line) => /^(?:ENDPOINT|llama) .*?(COST|\S+ an hour|)$/.exec(line)?.[1] ?? []),
      markdown: summary.split('\n').flatMap((line) => /^\|.* \| (Cost|\S+ an hour) \|$/.exec(line)?.[1] ?? []),
      output: endpoints.map(({ status }) => ('hourly-cost' in status ? status['hourly-cost'] : undefined)),
    };
  };
  const shown = (cost: number) => ({
    text: ['COST', `${cost} an hour`],
    markdown: ['Cost', `${cost} an hour`],
    output: [cost],
  });
  const none = { text: ['', ''], markdown: [], output: [undefined] };

  const parked = [{ key: recordKey, value: JSON.stringify({ parked: { minNum: 1, freeTimeout: 300 } }) }];
  const asleep = { workerConfig: { minNum: 0 } };
  const up = { workerConfig: { minNum: 1 } };
  const byVariable = `${spec}price: \${PRICE}\n`;
  test.for<[string, string, Seed, string, object]>([
    ['of the workers that are up', both[0], { workerConfig: { minNum: 3, maxNum: 3 } }, '', shown(2.07)],
    ['of none that sleep', both[0], asleep, '', shown(0)],
    ['of none that are parked', both[0], { ...asleep, envs: parked }, '', shown(0)],
    ['by a variable', byVariable, up, 'PRICE=0.1', shown(0.1)],
    ['only with the variable', byVariable, up, '', none],
    ['only with a price', spec, up, '', none],
  ])('has the cost %s', async ([, each, seed, variables, expected]) => {
    expect(await columns(each, seed, variables)).toEqual(expected);
  });
});

test('a comparison ends with what the candidate costs', async () => {
  const words = 'Cost of `llama-candidate`: 0.69 an hour while idle.';
  const spec = `${compared}workerConfig: {minNum: 1, maxNum: 1}\n`;
  const [priced, unpriced] = [await play({ spec: spec + price }), await play({ spec })];
  expect([priced.end, priced.log]).toEqual(['created', expect.stringMatching(new RegExp(`\\. ${words}$`, 'm'))]);
  expect(priced.summary).toContain(words.replaceAll('`llama-candidate`', '<code>llama-candidate</code>'));
  expect(unpriced.log + unpriced.summary).not.toMatch(/an hour|Cost/);
});

test('another price changes nothing, but the digest that approves', async () => {
  await using emulator = await startEmulator(passing);
  await deployTo(emulator, { spec: both[0] });
  const before = writesOf(emulator);
  const again = await deployTo(emulator, { spec: `${spec}price: 0.7\n` });
  expect([again.end, again.log]).toEqual(['unchanged', expect.not.stringContaining('Cost:')]);
  expect(writesOf(emulator)).toEqual(before);
  const digests = await Promise.all(
    [...both, `${spec}price: 0.7\n`].map(async (each) => {
      const { outputs } = await deployTo(emulator, { spec: each, with: { command: 'plan' } });
      return outputs['plan-digest'];
    }),
  );
  expect(new Set(digests).size).toBe(3);
});
