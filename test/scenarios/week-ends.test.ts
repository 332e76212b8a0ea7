/** Weeks in which a failure meets another one: a clean-up, a restore, or what is kept. What is left, who serves and what is billed is said as it is. */

import { describe, test } from 'vitest';
import { smallSpec } from './deployment.ts';
import { commits, type Stage } from './github-stage.ts';
import { playWeek, type RunOfWeek } from './week.ts';

const [good, bad] = ['ghcr.io/acme/llama:1', 'ghcr.io/acme/llama:bad'];
const awake = `${smallSpec}workerConfig: {minNum: 1}\nhealthy: {path: /health}\n`;
const asleep = `${smallSpec}healthy: {path: /health}\ntests: [/health]\n`;
const week = { emulator: { scripts: [{ image: bad, outcome: 'crash-loop', times: 'always' }] } } as const;
const first: RunOfWeek = { spec: awake, end: 'created', left: { llama: { serves: [good] } } };
const push = { spec: awake, image: bad, sha: commits.second, afterMinutes: 30 } as const;
const refusedKey = { kind: 'status', status: 401, times: 'always' } as const;
const refuse = (stage: Stage, after: number) => {
  for (const operation of ['get', 'list', 'update'] as const)
    stage.emulator.addFault({ ...refusedKey, operation, after });
};

describe('a restore', () => {
  test('that is cancelled', async () => {
    await playWeek(
      [
        first,
        {
          ...push,
          dies: { operation: 'update', after: 1, isDone: true },
          end: 'crashed',
          says: [/put back%2C not waited for::/, /1 worker \(\S+:1\) serves/],
        },
        {
          ...push,
          attempt: 2,
          end: 'crashed',
          says: /crashed%2C restored to \S+1::/,
          left: { llama: { image: good } },
        },
      ],
      week,
    );
  });

  test('whose key is refused in its middle', async () => {
    await playWeek(
      [
        first,
        {
          ...push,
          before: (stage) =>
            stage.emulator.addFault({
              operation: 'update',
              kind: 'hook',
              when: 'after',
              after: 1,
              run: () => refuse(stage, 0),
            }),
          end: 'crashed',
          says: [
            /RESTORE FAILED::.*Nothing shows its previous configuration again/,
            /wrong `api-key`/,
            /1 old worker \(\S+:1\) serves/,
          ],
        },
      ],
      week,
    );
  });
});

describe('a clean-up', () => {
  test('whose key is refused in its middle', async () => {
    await playWeek(
      [
        {
          ...push,
          before: (stage) =>
            stage.emulator.addFault({
              operation: 'limits',
              kind: 'hook',
              when: 'before',
              after: 1,
              run: () => refuse(stage, 0),
            }),
          end: 'crashed',
          says: [
            /STILL BILLED%3A 1 worker::/,
            /Not undone: .*wrong `api-key`/,
            /To end the bill, run the command `delete`/,
          ],
        },
      ],
      week,
    );
  });

  test('that is cancelled in its middle', async () => {
    const parked = { llama: { minNum: 0, billed: 0 } };
    const dies = { operation: 'limits', after: 1 } as const;
    await playWeek([{ ...push, dies, end: 'crashed', says: /crashed%2C parked::/, left: parked }], week);
  });
});

test.for([
  // The old worker is not taken for the new version.
  [
    'that runs',
    awake,
    /crashed%2C written%2C not proved.*Run 5001 served \S+:1 until [^:]+:\d\d UTC: start its job again/,
    /1 old worker (?:\(\S+:1\)|of an earlier version) serves, 1 other \w+/,
    ['update', 'update'],
  ],
  // A kept failure does not sleep into a green.
  [
    'that may sleep',
    asleep,
    /crashed%2C written%2C not proved/,
    // The mark is an env: it has replaced the worker by none.
    /It sleeps: the first request wakes a worker\. Nothing is billed unless it is called/,
    ['update', 'update'],
  ],
] as const)('a kept failure: %s: a push that changes nothing is red, too', async ([, spec, then, serves, writes]) => {
  const kept = { ...push, spec, with: { 'on-failure': 'keep' } };
  await playWeek(
    [
      { ...first, spec },
      {
        ...kept,
        end: 'crashed',
        says: [/crashed%2C written%2C not proved/, serves],
        left: { llama: { image: bad } },
      },
      { ...kept, sha: commits.third, end: 'crashed', says: [then, serves], writes, left: { llama: { image: bad } } },
    ],
    week,
  );
});
