/** Which event of a pull request deploys its preview, which deletes it, and which does neither; and what a preview costs at most. */

import { describe, expect, test } from 'vitest';
import type { Spec } from '../../src/model/spec.ts';
import {
  limitWorkers,
  mayDeploy,
  neededTypes,
  type PreviewRefusal,
  type PullRequestTraits,
  previewRefusal,
  previewStep,
} from '../../src/plan/preview.ts';

/** The pull request after its event: open unless the event closes it. */
function rowOf(action: string): Record<string, string> {
  const labels = {
    none: { label: '', labels: ['bug'] },
    present: { label: 'gpu-preview', labels: ['bug', 'GPU-preview'] },
    absent: { label: 'gpu-preview', labels: ['bug'] },
  };
  const drafts = [{ isDraft: false, drafts: false }, ...[false, true].map((drafts) => ({ isDraft: true, drafts }))];
  const stepsWith = (byLabel: { label: string; labels: string[] }) =>
    drafts.map((byDraft) => {
      const all = { isOpen: action !== 'closed', ...byLabel, ...byDraft };
      return previewStep(action, previewRefusal(all, all));
    });
  return Object.fromEntries(Object.entries(labels).map(([name, byLabel]) => [name, stepsWith(byLabel).join(' ')]));
}

describe('an event', () => {
  // Each cell: no draft · draft · draft with `drafts=true`.
  const never = 'delete delete delete';
  const [creates, keeps] = ['create delete create', 'keep delete keep'].map((step) => {
    return { none: step, present: step, absent: never };
  });
  const created = 'create nothing create';
  const table: Record<string, unknown> = {
    opened: { none: created, present: created, absent: 'nothing nothing nothing' },
    closed: { none: never, present: never, absent: never },
    // `labeled`, of this label or another: the run of this label's event may have given way to the one at hand.
    ...{ reopened: creates, synchronize: creates, labeled: creates, ready_for_review: creates, submitted: creates },
    ...{ unlabeled: keeps, converted_to_draft: keeps, edited: keeps, assigned: keeps, review_requested: keeps },
  };

  test('does with label and draft what the table says', () => {
    expect(Object.fromEntries(Object.keys(table).map((action) => [action, rowOf(action)]))).toEqual(table);
  });

  test('that nobody knows yet deploys nothing', () => {
    expect([rowOf('enqueued'), mayDeploy('enqueued'), mayDeploy('')]).toEqual([keeps, false, false]);
  });

  test.for(['opened', 'synchronize', 'unlabeled', 'closed'])('%s neither deploys nor deletes on a guess', (action) => {
    expect(previewStep(action, 'unknown')).toBe('keep');
  });
});

test.for<[Partial<PullRequestTraits>, string, boolean, PreviewRefusal | undefined]>([
  [{}, '', true, undefined],
  [{ labels: undefined }, '', false, undefined],
  [{ labels: undefined }, 'gpu', false, 'unknown'],
  [{ isDraft: undefined }, '', true, undefined],
  [{ isDraft: undefined }, '', false, 'unknown'],
  // What is told decides, whatever the rest would say.
  [{ isDraft: undefined, labels: [] }, 'gpu', false, 'label'],
  [{ isDraft: true, labels: undefined }, 'gpu', false, 'draft'],
  [{ isOpen: false, isDraft: undefined, labels: undefined }, 'gpu', false, 'closed'],
])('a pull request with %j, label=%s, drafts=%s: %s', ([traits, label, drafts, refusal]) => {
  expect(previewRefusal({ isOpen: true, labels: [], isDraft: false, ...traits }, { label, drafts })).toBe(refusal);
});

test.for<[string, boolean, string]>([
  ['', true, 'opened synchronize reopened closed'],
  ['', false, 'opened synchronize reopened closed ready_for_review converted_to_draft'],
  ['gpu', true, 'opened synchronize reopened closed labeled unlabeled'],
  ['gpu', false, 'opened synchronize reopened closed labeled unlabeled ready_for_review converted_to_draft'],
])('previews with label=%s, drafts=%s need %s', ([label, drafts, types]) => {
  expect(neededTypes({ label, drafts }).join(' ')).toBe(types);
});

/** A preview costs no more than this, whatever its spec says. */
test.for<[string, Spec['workerConfig'], number, Spec['workerConfig']]>([
  ['no block', undefined, 1, { minNum: 0 }],
  ['no `minNum`', { maxNum: 4, gpuNum: 2 }, 2, { minNum: 0, maxNum: 2, gpuNum: 2 }],
  ['a `minNum` within the limit', { minNum: 1 }, 1, { minNum: 0 }],
  ['more workers than allowed', { minNum: 3, maxNum: 5 }, 2, { minNum: 0, maxNum: 2 }],
])('of a spec with %s', ([, workerConfig, workers, expected]) => {
  const spec: Spec = { name: 'llama', ...(workerConfig && { workerConfig }) };
  expect(limitWorkers(spec, { workers })).toEqual({ name: 'llama', workerConfig: expected });
});
