/** Which previews should be there: what each event does with label and draft, whose preview an endpoint is, and what a preview costs at most. */

import { describe, expect, test } from 'vitest';
import type { Spec } from '../../src/model/spec.ts';
import { limitWorkers, previewSpec } from '../../src/plan/preview-spec.ts';
import {
  isPreviewOf,
  mayDeploy,
  type PreviewQuestion,
  type PullRequestTraits,
  type RecordedPreview,
  reconcile,
  unknownPull,
} from '../../src/plan/previews.ts';
import { liveConfig, liveEndpoint } from './example.ts';

const day = 86_400;
const open: PullRequestTraits = { state: 'open', labels: [], isDraft: false };
const everyone = { label: '', drafts: true, maxAgeSeconds: undefined };
/** A preview of pull request #7, deployed so many days ago; `noted`: what its record says of its name. */
const preview = (name: string, days = 1, noted: { name?: string } = { name }): RecordedPreview => {
  const time = new Date(-days * day * 1000).toISOString();
  const endpoint = { ...liveEndpoint, config: { ...liveConfig, name } };
  const run = { repository: 'acme/llama', commit: 'c', ref: 'refs/pull/7/merge', run: '5', tool: 't' };
  return { endpoint, record: { ...run, pullRequest: 7, time, ...noted } };
};
const nameOf = ({ endpoint }: RecordedPreview) => endpoint.config.name;
type Asked = Partial<PreviewQuestion> & { listed?: readonly RecordedPreview[] };
const ask = ({ listed = [preview('llama-pr-7'), preview('other-pr-7')], ...given }: Asked) =>
  reconcile(
    { event: 'synchronize', number: 7, pull: open, before: open, rules: everyone, names: ['llama'], ...given },
    { listed, nowMs: 0 },
  );

describe('an event', () => {
  const labels = {
    none: { label: '', labels: ['bug'] },
    present: { label: 'gpu-preview', labels: ['bug', 'GPU-preview'] },
    absent: { label: 'gpu-preview', labels: ['bug'] },
  };
  const drafts = [{ isDraft: false, drafts: false }, ...[false, true].map((drafts) => ({ isDraft: true, drafts }))];

  /** The pull request after its event: open unless the event closes it. */
  function rowOf(event: string): Record<string, string> {
    const state = event === 'closed' ? 'closed' : 'open';
    const cell = (byLabel: { label: string; labels: string[] }) =>
      drafts.map((byDraft) => {
        const all = { ...everyone, state, ...byLabel, ...byDraft } as const;
        const { create, remove } = ask({ event, pull: all, rules: all });
        const removed = remove.length === 2 ? 'all' : remove.length === 1 ? 'own' : 'none';
        return create ? `create+${removed}`.replace('+none', '') : removed;
      });
    return Object.fromEntries(Object.entries(labels).map(([name, byLabel]) => [name, cell(byLabel).join(' ')]));
  }

  // Each cell: no draft · draft · draft with `drafts=true`. `all` and `own`: which previews of the pull request go.
  const table: Record<string, string> = {
    ...{ opened: 'create own create', reopened: 'create own create', synchronize: 'create own create' },
    // `labeled`, of this label or another: the run of this label's event may have given way to the one at hand.
    ...{ labeled: 'create own create', ready_for_review: 'create own create', submitted: 'create own create' },
    ...{ unlabeled: 'none own none', converted_to_draft: 'none own none', edited: 'none own none' },
    ...{ assigned: 'none own none', enqueued: 'none own none' },
  };

  test('does with label and draft what the table says', () => {
    const expected = Object.entries(table).map(([event, due]) => {
      return [event, { none: due, present: due, absent: 'own own own' }];
    });
    expect(Object.keys(table).map((event) => [event, rowOf(event)])).toEqual(expected);
    for (const event of ['closed', 'delete'])
      expect(rowOf(event)).toEqual({ none: 'all all all', present: 'all all all', absent: 'all all all' });
    expect([mayDeploy('enqueued'), mayDeploy('')]).toEqual([false, false]);
  });
});

test.for<[Partial<PullRequestTraits>, string, boolean, string]>([
  [{}, '', true, 'due'],
  [{ labels: undefined }, '', false, 'due'],
  [{ labels: undefined }, 'gpu', false, 'unknown'],
  [{ isDraft: undefined }, '', true, 'due'],
  [{ isDraft: undefined }, '', false, 'unknown'],
  [{ state: undefined }, '', true, 'unknown'],
  // What is told decides, whatever the rest would say.
  [{ isDraft: undefined, labels: [] }, 'gpu', false, 'refused'],
  [{ isDraft: true, labels: undefined }, 'gpu', false, 'refused'],
  [{ state: 'merged', isDraft: undefined, labels: undefined }, 'gpu', false, 'over'],
])('a pull request with %j, label=%s, drafts=%s: %s', ([traits, label, drafts, expected]) => {
  const { standing, remove } = ask({ pull: { ...open, ...traits }, rules: { ...everyone, label, drafts } });
  expect(standing).toBe(expected);
  // Nothing is deployed or deleted on a guess.
  if (expected === 'unknown') expect(remove).toEqual([]);
});

test.for<[string, Asked, Record<string, string>]>([
  ['the close', { pull: { ...open, state: 'closed' } }, { 'llama-pr-7': '-', 'other-pr-7': '-' }],
  ['a refusal', { pull: { ...open, isDraft: true } }, { 'llama-pr-7': '-', 'other-pr-7': 'no spec of this step' }],
  [
    'a refusal where a spec cannot be read',
    { pull: { ...open, isDraft: true }, names: ['llama', undefined] },
    { 'llama-pr-7': '-', 'other-pr-7': 'a spec of this step cannot be read' },
  ],
  [
    'a sweep by age',
    { event: 'sweep', listed: [preview('llama-pr-7', 3), preview('other-pr-7', 4)] },
    { 'llama-pr-7': 'is open', 'other-pr-7': '-' },
  ],
  ['a deploy, whatever the age', { listed: [preview('other-pr-7', 9)] }, { 'other-pr-7': 'is open' }],
  [
    'a sweep of a pull request that GitHub does not tell',
    { event: 'sweep', pull: unknownPull, listed: [preview('llama-pr-7'), preview('other-pr-7', 4)] },
    { 'llama-pr-7': 'may still be open', 'other-pr-7': '-' },
  ],
  [
    'a close, of what a person has copied, or renamed',
    {
      pull: { ...open, state: 'closed' },
      listed: [preview('copy-of-llama-pr-7', 1, { name: 'llama-pr-7' }), preview('copy'), preview('llama-pr-8')],
    },
    { 'copy-of-llama-pr-7': 'has another name', copy: 'has another name', 'llama-pr-8': 'has another name' },
  ],
])('what %s removes (-) and keeps', ([, given, expected]) => {
  const rules = { label: '', drafts: false, maxAgeSeconds: 3 * day };
  const { remove, keep } = ask({ rules, ...given });
  expect(Object.keys(expected).filter((id) => expected[id] === '-')).toEqual(remove.map(nameOf));
  for (const each of keep) expect(each.why).toContain(expected[nameOf(each)]);
});

test.for<[string, Partial<PullRequestTraits>, string, boolean]>([
  ['the label goes', { labels: ['gpu'] }, 'refused', true],
  ['another label goes', { labels: ['bug'] }, 'refused', false],
  ['a close of one that had the label', { labels: ['gpu'] }, 'over', true],
  ['a close of one without', {}, 'over', false],
  ['nothing is known of before', unknownPull, 'over', true],
  ['it is due', { labels: ['gpu'] }, 'due', false],
])('an event may leave a preview that is not listed yet: %s', ([, before, standing, mayBeLate]) => {
  const pull = { ...open, ...(standing === 'over' && { state: 'closed' as const }) };
  const rules = { ...everyone, label: 'gpu' };
  const labels = standing === 'due' ? ['gpu'] : [];
  const answer = ask({ pull: { ...pull, labels }, before: { ...open, ...before }, rules });
  expect([answer.standing, answer.mayBeLate]).toEqual([standing, mayBeLate]);
});

test('a preview has the name of its record, and that of a preview of the pull request', () => {
  const names = ['llama-pr-7', 'llama-pr-17', 'llama-pr-7-copy', 'pr-7'];
  expect(names.filter((name) => isPreviewOf(7, preview(name)))).toEqual(['llama-pr-7']);
  expect([{}, { name: 'llama' }].filter((noted) => isPreviewOf(7, preview('llama-pr-7', 1, noted)))).toEqual([]);
});

/** A preview costs no more than this, whatever its spec says. */
test.for<[string, Spec['workerConfig'], number, Spec['workerConfig']]>([
  ['no block', undefined, 1, { minNum: 0 }],
  ['no `minNum`', { maxNum: 4, gpuNum: 2 }, 2, { minNum: 0, maxNum: 2, gpuNum: 2 }],
  ['a `minNum` within the limit', { minNum: 1 }, 1, { minNum: 0 }],
  ['more workers than allowed', { minNum: 3, maxNum: 5 }, 2, { minNum: 0, maxNum: 2 }],
])('of a spec with %s', ([, workerConfig, workers, expected]) => {
  const spec: Spec = { name: 'llama', ...(workerConfig && { workerConfig }) };
  expect(limitWorkers(spec, workers)).toEqual({ name: 'llama', workerConfig: expected });
});

test('names keep within the lengths of the service by a hash of the whole name', () => {
  const { name, appName } = previewSpec({ name: 'n'.repeat(220), appName: 'a'.repeat(46) }, 7);
  expect([name, appName]).toEqual([
    expect.stringMatching(/^n{206}-[0-9a-f]{8}-pr-7$/),
    expect.stringMatching(/^a{32}-[0-9a-f]{8}-pr-7$/),
  ]);
});
