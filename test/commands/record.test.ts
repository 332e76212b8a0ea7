/** The record that a run keeps: what it says, and that nothing restarts for it. */

import { describe, expect, test } from 'vitest';
import { newRecord, withRunRecord } from '../../src/commands/record.ts';
import { readRecord } from '../../src/model/record.ts';
import type { Spec } from '../../src/model/spec.ts';
import { makePlan, type Plan } from '../../src/plan/plan.ts';
import { commandContext, endpoint, eventOf, record } from './scene.ts';

describe('the record of a run', () => {
  test('names repository, commit, ref, attempt, time and tool', () => {
    const { context } = commandContext();
    expect(newRecord(context, undefined)).toEqual({
      ...record,
      run: '9.2',
      time: '2026-01-01T00:00:00.000Z',
      tool: expect.stringMatching(/^deploy-gpu-endpoint\/\d/),
    });
    expect(newRecord(context, 7)).toMatchObject({ pullRequest: 7 });
  });

  test.for<[string, Parameters<typeof eventOf>[0]]>([
    ['no repository', { repository: '' }],
    ['no commit', { sha: '' }],
  ])('is none with %s', ([, given]) => {
    expect(newRecord(commandContext({ event: eventOf(given) }).context, undefined)).toBeUndefined();
  });

  test('counts a runner that tells no attempt as the first', () => {
    const { context } = commandContext({ event: eventOf({ runAttempt: '' }) });
    expect(newRecord(context, undefined)?.run).toBe('9.1');
  });
});

describe('a plan carries', () => {
  const before = { ...record, run: '1.1' };
  const now = { ...record, run: '2.1' };
  const planOf = (spec: Spec, resend = false): Plan =>
    makePlan({
      spec,
      secretEnvs: new Map(),
      live: endpoint('llama', { recorded: before }),

      resend,
    });
  test.for<[string, Spec, string, boolean?]>([
    ['the live record where nothing changes', { name: 'llama' }, '1.1'],
    ['the live record where workers are only scaled', { name: 'llama', workerConfig: { minNum: 3, maxNum: 9 } }, '1.1'],
    ['its own where the image changes', { name: 'llama', image: { image: 'ghcr.io/acme/llama:9' } }, '2.1'],
    ['its own where an env changes', { name: 'llama', envs: [{ key: 'A', value: 'new' }] }, '2.1'],
    ['its own where the endpoint is replaced', { name: 'llama', appName: 'another' }, '2.1'],
    ['its own where it sends an entrypoint again', { name: 'llama', image: { entrypoint: 'serve' } }, '2.1', true],
    ['the live one where it does not', { name: 'llama', image: { entrypoint: 'serve' } }, '1.1'],
  ])('%s', ([, spec, run, resend]) => {
    const plan = planOf(spec, resend);
    expect(readRecord(withRunRecord(plan, now).desired)?.run).toBe(run);
    // Outside a workflow there is none of its own.
    expect(readRecord(withRunRecord(plan, undefined).desired)?.run).toBe(run === '1.1' ? '1.1' : undefined);
  });

  test('its own where the endpoint is created', () => {
    const plan = makePlan({
      spec: { name: 'llama', image: { image: 'a:1' }, ports: [8000] },
      secretEnvs: new Map(),
      live: undefined,

      resend: false,
    });
    expect(readRecord(withRunRecord(plan, now).desired)).toEqual(now);
  });
});
