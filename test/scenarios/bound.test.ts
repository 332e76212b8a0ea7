/** What a run does is bound to what it, or somebody, has seen: whose branch it is, which secrets, which bytes, which commit has served. */

import { describe, expect, test } from 'vitest';
import { recordKey, smallSpec, writesOf } from './deployment.ts';
import { setStage } from './github-stage.ts';

describe('a deploy of a pull request', () => {
  const refused = 'inputs-invalid';
  const onComment = { eventName: 'issue_comment' };
  test.for<[string, Record<string, string>, object, string]>([
    ['is refused', {}, {}, refused],
    ['is refused with a name of its own', { name: 'llama-staging' }, {}, refused],
    ['is refused with the ID of an endpoint', { 'endpoint-id': 'x' }, {}, refused],
    ['is refused where one is closed', {}, { action: 'closed' }, refused],
    [
      'is refused on a review',
      {},
      { eventName: 'pull_request_review', payload: { review: { author_association: 'OWNER' } } },
      refused,
    ],
    ['is refused on pull_request_target', { allow: 'untrusted' }, { eventName: 'pull_request_target' }, refused],
    ['goes where that is allowed', { allow: 'pull-request' }, {}, 'created'],
    ['goes as a preview', { preview: 'true' }, {}, 'created'],
    ['is planned', { command: 'plan' }, {}, 'planned'],
    ['goes for what is merged', {}, { action: 'closed', payload: merged() }, 'created'],
  ])('%s', async ([, inputs, facts, expected]) => {
    await using stage = await setStage();
    const { end, annotations } = await stage.pullRequestStep({ action: 'opened', ...facts, with: inputs });
    expect([end, writesOf(stage.emulator)]).toEqual([expected, expected === 'created' ? ['create'] : []]);
    if (expected === refused) expect(annotations.join()).toMatch(/preview: true.*command: plan.*push.*pull-request/);
  });

  function merged() {
    const repo = { full_name: 'acme/llama' };
    const head = { sha: 'a'.repeat(40), repo };
    return {
      pull_request: {
        number: 7,
        state: 'closed',
        merged: true,
        merge_commit_sha: 'b'.repeat(40),
        head,
        base: { repo },
      },
    };
  }

  test.for([onComment])('is not meant by %j', async () => {
    await using stage = await setStage();
    const payload = { issue: { number: 7, pull_request: {} }, comment: { author_association: 'OWNER' } };
    const event = { name: 'issue_comment', payload };
    const { annotations } = await stage.step({ event, files: { '.git/HEAD': `${'a'.repeat(40)}\n` } });
    expect(annotations.join()).not.toContain('not merged');
  });
});

describe('secrets', () => {
  const spec = `${smallSpec}envs: {LOG: info}\n`;
  const changed = spec.replace('llama:1', 'llama:2');
  const secrets = { 'secret-envs': 'HF_TOKEN=token-of-a-hub\nDB=url-of-a-base' };
  const other = { 'secret-envs': 'DB=url-of-a-base' };
  /** What is deployed after it; how it ends, and which envs are there. */
  test.for<[string, { spec?: string; with?: Record<string, string> }, string, string[]]>([
    ['a run without any', { spec: changed }, 'secrets-missing', ['DB', 'HF_TOKEN', 'LOG']],
    ['a run without any, and without another change', { spec }, 'secrets-missing', ['DB', 'HF_TOKEN', 'LOG']],
    ['a run that may drop them', { spec: changed, with: { allow: 'drop-secrets' } }, 'updated', ['LOG']],
    ['a run with some of them', { spec: changed, with: other }, 'updated', ['DB', 'LOG']],
    ['a run with all of them', { spec: changed, with: secrets }, 'updated', ['DB', 'HF_TOKEN', 'LOG']],
    ['a spec that does not own the envs', { spec: smallSpec }, 'unchanged', ['DB', 'HF_TOKEN', 'LOG']],
    [
      'a spec that says them itself',
      { spec: `${changed}`.replace('LOG: info', 'LOG: info, HF_TOKEN: a, DB: b') },
      'updated',
      ['DB', 'HF_TOKEN', 'LOG'],
    ],
  ])('that came by `secret-envs`: %s', async ([, given, expected, keys]) => {
    await using stage = await setStage();
    await stage.step({ spec, with: secrets });
    const planned = await stage.step({ ...given, with: { ...given.with, command: 'plan' } });
    const { end, annotations } = await stage.step(given);
    const envs = stage.emulator.endpoints()[0]?.envs.map(({ key }) => key) ?? [];
    expect([end, envs.filter((key) => key !== recordKey).toSorted()]).toEqual([expected, keys]);
    if (expected !== 'secrets-missing') return;
    expect(annotations.join()).toMatch(/DB, HF_TOKEN.*drop-secrets/s);
    expect(planned.annotations.join()).toMatch(/A deploy would be refused.*DB, HF_TOKEN/s);
  });

  test('stay marked through a run that does not own the envs, until the spec has them', async () => {
    await using stage = await setStage();
    await stage.step({ spec, with: secrets });
    const ends: string[] = [];
    for (const text of [
      smallSpec.replace('llama:1', 'llama:2'),
      changed,
      `${changed}`.replace('LOG: info', 'HF_TOKEN: a, DB: b'),
      spec,
    ])
      ends.push((await stage.step({ spec: text })).end);
    expect(ends).toEqual(['updated', 'secrets-missing', 'updated', 'updated']);
  });

  test.for([0, 1, 40, 41, 400])('%i of them fit into the record', async (count) => {
    await using stage = await setStage();
    const lines = Array.from({ length: count }, (_, index) => `SECRET_${index}=value-of-${index}`);
    await stage.step({ spec, with: count > 0 ? { 'secret-envs': lines.join('\n') } : {} });
    const text = stage.emulator.endpoints()[0]?.envs.find(({ key }) => key === recordKey)?.value ?? '';
    expect(Buffer.byteLength(text)).toBeLessThan(2048);
    expect((await stage.step({ spec: changed })).end).toBe(count > 0 ? 'secrets-missing' : 'updated');
  });
});
