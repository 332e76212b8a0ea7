/** What a user reads: the address before the wait, and what there is now after a failure that was not simply undone. */

import { describe, expect, test } from 'vitest';
import { crashing, expectEnding, openWorld, spec } from './world.ts';

test('a new endpoint says its URL before it is waited for', async () => {
  await using world = await openWorld({ endpoint: null });
  const { log, outputs } = await world.run({ spec });
  const url = outputs.url ?? 'no url';
  expect(log.indexOf(url), log).toBeGreaterThan(0);
  expect(log.indexOf(url), log).toBeLessThan(log.indexOf('Wait:'));
});

describe('the annotation of a failure that was not simply undone tells what there is now, and what to do', () => {
  test('cancelled once the previous configuration was written back', async () => {
    await using world = await openWorld({ life: crashing });
    const ended = await world.run({
      onStart: ({ kill }) => {
        const readings = {
          operation: 'get',
          after: 2,
          kind: 'hook',
          when: 'after',
          run: () => kill('SIGINT'),
        } as const;
        const run = () => world.addFault(readings);
        world.addFault({ operation: 'update', after: 1, kind: 'hook', when: 'after', run });
      },
    });
    expectEnding(ended, {
      reason: 'crashed',
      isRestored: true,
      says: [
        /title=llama%3A ghcr.io\/acme\/llama%3A2 crashed%2C ghcr.io\/acme\/llama%3A1 written back%2C not seen serving::/,
        /\. Written back, not seen serving: .*cancelled/,
        /the command `status`/,
      ],
      saysNot: [/Run it again/],
    });
  });

  test.for(['update', 'create', 'create, kept', 'not parked'])(
    'a stopped endpoint bills nothing: %s',
    async (which) => {
      const isNew = which !== 'update';
      await using world = await openWorld({ ...(isNew && { endpoint: null }) });
      const stop = () => world.emulator.setSwitches({ answersReplace: { 'state.state': 'stopped', workers: [] } });
      world.addFault({ operation: isNew ? 'create' : 'list', kind: 'hook', when: 'after', run: stop });
      if (which === 'not parked')
        world.addFault({
          ...{ operation: 'update', kind: 'status', status: 400, times: 'always' },
          ...{ reason: 'BALANCE_NOT_ENOUGH', message: 'balance not enough' },
        });
      const keeps = which === 'update' || which === 'create, kept';
      const ended = await world.run({ with: keeps ? { 'on-failure': 'keep' } : {} });
      expect(ended.outputs['failure-reason'], ended.log).toBe('endpoint-failed');
      expect(`${ended.told}${ended.log}${ended.summary}`).not.toMatch(/still (?:being )?billed/i);
      if (isNew && which !== 'create')
        expect(ended.told).toContain('Nothing is billed until the service starts it again');
    },
  );
});
