/** The outcome of a rollout that failed → what is said to be there now, and what to do about it. */

import { expect, test } from 'vitest';
import { DeployError } from '../../src/errors.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { endStateLines, failedRolloutLines, wholeFailure } from '../../src/render/end-state.ts';
import { readingOf } from '../../src/rollout/events.ts';
import { initialOutcome, type Outcome } from '../../src/rollout/outcome.ts';
import { liveConfig, liveEndpoint } from '../plan/example.ts';

const live = { ...liveEndpoint, id: 'live' };
const planOf = (part: object = {}): Plan => ({
  operation: 'update',
  live,
  desired: liveConfig,
  tests: [],
  changes: [],
  calls: ['update-v1'],
  unverifiable: [],
  problems: [],
  saysImage: true,
  workers: 'replaced',
  keptEnvs: [],
  foreignEnvs: [],
  secretKeys: [],
  missingSecrets: [],
  ...part,
});
const creation = planOf({ operation: 'create', live: undefined, calls: ['create-v1'] });
const failureOf = (code: DeployError['code']) => new DeployError({ code, message: 'it went wrong', hint: 'Mend it.' });
const outcomeOf = (plan: Plan, part: Partial<Outcome> = {}): Outcome => ({
  ...initialOutcome(plan),
  failure: failureOf('crashed'),
  ...part,
});
const readNew = readingOf({ ...live, id: 'new', workers: [], state: { state: '', error: '', message: '' } });
const down: Partial<Outcome> = { endpoint: readingOf({ ...live, workers: [] }) };
const liveIs = 'llama (live) is serving, workers: 1 running, image ghcr.io/acme/llama:1';
test('what is there now', () => {
  const created: Partial<Outcome> = { operation: 'created', changed: true, endpointId: 'new' };
  const made = { ...created, endpoint: readNew };
  const foreign = { failure: failureOf('conflict') };
  const restoreFailure = failureOf('unavailable');
  const stopped = { endpoint: readingOf({ ...live, workers: [], state: { ...live.state, state: 'stopped' } }) };
  const ends: [string, Plan, Partial<Outcome>][] = [
    ['no endpoint', creation, {}],
    ['perhaps a new one', creation, { unconfirmed: 'create-v1', changed: true }],
    ['a new one that was not read', creation, created],
    ['a new one', creation, made],
    ['the one that was found', planOf(), {}],
    ['one that may have been updated', planOf(), { changed: true, unconfirmed: 'update-v1' }],
    ['one that was written to, and read since', planOf(), { changed: true }],
    ['the new configuration', planOf(), { operation: 'updated' }],
    ['the new configuration of a cancelled run', planOf(), { operation: 'updated', failure: failureOf('cancelled') }],
    ['the previous configuration', planOf(), { operation: 'restored' }],
    ['the one that was found after a lost answer', creation, { ...made, isFound: true }],
    ['someone else’s', planOf(), { operation: 'updated', ...foreign }],
    ['someone else’s, and nothing was written', planOf(), { operation: 'unchanged', ...foreign, ...down }],
    ['someone else’s change of a new one', creation, { ...made, ...foreign }],
    ['the new configuration, which no worker serves', planOf(), { operation: 'updated', ...down }],
    ['the same, stopped by the service', planOf(), { operation: 'updated', ...stopped }],
    ['a new one, stopped by the service', creation, { ...made, ...stopped }],
    ['the same, and its clean-up failed', creation, { ...made, ...stopped, cleanUp: restoreFailure }],
    ['the same, after a restore that failed', planOf(), { operation: 'updated', ...down, restoreFailure }],
    ['perhaps the new one, after a restore that failed', planOf(), { unconfirmed: 'update-v1', restoreFailure }],
    ['nothing', planOf(), { isGone: true }],
    ['parked', planOf(), { operation: 'created', cleanUp: 'parked' }],
    ['a new one, or a new preview, whose clean-up failed', creation, { ...made, cleanUp: restoreFailure }],
    ['deleted', creation, { ...created, cleanUp: 'deleted' }],
  ];
  const told = ends.map(([name, plan, part]) => {
    const lines = endStateLines(plan, outcomeOf(plan, part));
    expect(failedRolloutLines(plan, outcomeOf(plan, part)).slice(0, lines.length)).toEqual(lines);
    return [`# ${name}`, ...lines].join('\n');
  });
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "# no endpoint
    Unchanged: no endpoint is named llama, and none was created.
    # perhaps a new one
    Unconfirmed: the response to the v1 create was lost, so a new llama may exist.
    The next run looks it up by name before it creates anything.
    If it exists, it is billed: run the step again, or delete it with \`command: delete\`.
    # a new one that was not read
    Left: llama (new) was created and could not be read since.
    It was created by this run and is still being billed; \`command: delete\` with \`endpoint-id: new\` deletes it.
    # a new one
    Left: llama (new) is without a state, no workers, image ghcr.io/acme/llama:1.
    It was created by this run and is still being billed; \`command: delete\` with \`endpoint-id: new\` deletes it.
    # the one that was found
    Unchanged: llama (live) is serving, workers: 1 running, image ghcr.io/acme/llama:1.
    # one that may have been updated
    Unconfirmed: the v1 update was in progress and may have taken effect. Last seen: llama (live) is serving, workers: 1 running, image ghcr.io/acme/llama:1.
    The next run reads it first and continues from there.
    # one that was written to, and read since
    Left: llama (live) is serving, workers: 1 running, image ghcr.io/acme/llama:1.
    # the new configuration
    Updated, and left with the new configuration: llama (live) is serving, workers: 1 running, image ghcr.io/acme/llama:1.
    # the new configuration of a cancelled run
    Updated, and left with the new configuration: llama (live) is serving, workers: 1 running, image ghcr.io/acme/llama:1.
    A cancelled run restores nothing; the next run continues from here.
    # the previous configuration
    Restored: llama (live) is serving, workers: 1 running, image ghcr.io/acme/llama:1, with its previous configuration.
    # the one that was found after a lost answer
    Left: llama (new) is without a state, no workers, image ghcr.io/acme/llama:1.
    It was found after the response to create was lost, and nothing proves that this run created it: check before you delete it.
    # someone else’s
    Left with someone else's change: llama (live) is serving, workers: 1 running, image ghcr.io/acme/llama:1.
    # someone else’s, and nothing was written
    Left with someone else's change: llama (live) is serving, no workers, image ghcr.io/acme/llama:1.
    # someone else’s change of a new one
    Left with someone else's change: llama (new) is without a state, no workers, image ghcr.io/acme/llama:1.
    # the new configuration, which no worker serves
    Updated, and left with the new configuration: llama (live) is serving, no workers, image ghcr.io/acme/llama:1.
    No worker of it serves. It is still being billed: push a fix or a revert; or, to give the endpoint up, run \`command: delete\` with \`endpoint-id: live\`.
    # the same, stopped by the service
    Updated, and left with the new configuration: llama (live) is stopped, no workers, image ghcr.io/acme/llama:1.
    # a new one, stopped by the service
    Left: llama (live) is stopped, no workers, image ghcr.io/acme/llama:1.
    It is stopped, so it bills nothing until the service starts it again; \`command: delete\` with \`endpoint-id: live\` deletes it.
    # the same, and its clean-up failed
    Left: llama (live) is stopped, no workers, image ghcr.io/acme/llama:1.
    # the same, after a restore that failed
    Updated, and left with the new configuration: llama (live) is serving, no workers, image ghcr.io/acme/llama:1.
    # perhaps the new one, after a restore that failed
    Unconfirmed: the v1 update was in progress and may have taken effect. Last seen: llama (live) is serving, workers: 1 running, image ghcr.io/acme/llama:1.
    # nothing
    Left: nothing. llama (live) was deleted by someone else; last seen: llama (live) is serving, workers: 1 running, image ghcr.io/acme/llama:1.
    # parked
    Parked: llama (live) is serving, workers: 1 running, image ghcr.io/acme/llama:1.
    It bills nothing unless it is called. The next deploy starts its workers again; \`command: delete\` with \`endpoint-id: live\` deletes it.
    # a new one, or a new preview, whose clean-up failed
    STILL BILLED: llama (new) is without a state, no workers, image ghcr.io/acme/llama:1.
    # deleted
    Deleted: llama (new), which this run had created."
  `);
});

test('a restore that failed says how to do it by hand, without the values of envs', () => {
  const lines = failedRolloutLines(
    planOf(),
    outcomeOf(planOf(), { operation: 'updated', restoreFailure: failureOf('quota') }),
  );
  expect(lines.slice(1, 3)).toEqual(['The previous configuration was:', '  + name: llama']);
  expect(lines).toContain('  + image.image: ghcr.io/acme/llama:1');
  // What to do is in the failure: another order beside it would contradict it.
  expect(lines.join('\n')).not.toMatch(/Mend it|command: delete|next run/);
  expect(lines.join('\n')).toContain('envs.HF_TOKEN');
  expect(lines.join('\n')).not.toContain('secret-of-hf');
});

test('a restore that was written and not seen to serve is no restore that failed', () => {
  const restored: Partial<Outcome> = { operation: 'restored', restoreFailure: failureOf('timeout') };
  expect(failedRolloutLines(planOf(), outcomeOf(planOf(), restored))).toEqual([
    `Restored: ${liveIs}, with its previous configuration.`,
  ]);
});

test('the failure tells what failed on top of it, and then what to do about that', () => {
  const [on, gone] = [failureOf('unavailable'), failureOf('not-found')];
  const other = readingOf({ ...live, config: { ...liveConfig, image: { ...liveConfig.image, image: 'a:2' } } });
  const told = (part: Partial<Outcome>) => {
    const { code, message, hint } = wholeFailure(planOf(), outcomeOf(planOf(), part)) ?? {};
    return [code, message, hint];
  };
  const [first, hint] = ['it went wrong', 'Mend it.'];
  const back =
    'To bring the previous version back, run the workflow of its commit again with `allow: older-commit`, or push a revert.';
  const check = 'Run `command: status` to see whether it serves.';
  const stopped = readingOf({ ...live, workers: [], state: { ...live.state, state: 'stopped' } });
  const end =
    'To end it, run `command: delete` with `endpoint-id: live`, or delete it in the console of the service. Mend it.';
  const restore = (has: string) => `${first}. RESTORE FAILED, the endpoint ${has}: it went wrong`;
  const updated = { operation: 'updated', restoreFailure: on } as const;
  expect(
    [
      {},
      updated,
      { ...updated, endpoint: other },
      { ...updated, endpoint: other, unconfirmed: 'update-v1' } as const,
      { operation: 'restored', restoreFailure: on } as const,
      { ...updated, restoreFailure: failureOf('conflict') },
      { ...updated, restoreFailure: gone, isGone: true },
      { operation: 'created', cleanUp: 'parked' } as const,
      { operation: 'created', cleanUp: on } as const,
      { operation: 'created', cleanUp: on, endpoint: stopped } as const,
    ].map(told),
  ).toEqual([
    ['crashed', first, hint],
    ['crashed', restore('still has the new configuration'), back],
    ['crashed', restore('still has a:2'), back],
    ['crashed', restore('may still have a:2'), back],
    ['crashed', `${first}. Written back, not seen serving: ${first}`, `${check} ${hint}`],
    ['crashed', `${first}. Not restored: ${first}`, `Check that change first. ${back}`],
    ['crashed', `${first}. Not restored: ${first}`, hint],
    ['crashed', first, hint],
    ['crashed', `${first}. STILL BILLED: its clean-up failed: it went wrong`, end],
    [
      'crashed',
      `${first}. Its clean-up failed: it went wrong`,
      expect.stringMatching(/^It is stopped, so it bills no.*Mend it/),
    ],
  ]);
  expect(wholeFailure(planOf(), { ...initialOutcome(planOf()), cleanUp: on })).toBeUndefined();
});
