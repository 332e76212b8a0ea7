/** Which event of a pull request deploys its preview, which deletes it, and which does neither; and what a preview costs at most. */

import { describe, expect, test } from 'vitest';
import type { Spec } from '../../src/model/spec.ts';
import {
  limitWorkers,
  mayDeploy,
  neededTypes,
  type PullRequestTraits,
  previewStep,
  type Refusal,
  refusalOf,
} from '../../src/plan/preview.ts';

const actions = [
  ...['opened', 'reopened', 'synchronize', 'labeled', 'unlabeled', 'ready_for_review'],
  ...['converted_to_draft', 'closed', 'edited', 'assigned', 'review_requested', 'submitted'],
];

/** The pull request after its event: open unless the event closes it. */
function rowOf(action: string): Record<string, string> {
  const labels = {
    none: { label: '', labels: ['bug'] },
    present: { label: 'gpu-preview', labels: ['bug', 'GPU-preview'] },
    absent: { label: 'gpu-preview', labels: ['bug'] },
  };
  const drafts = {
    'no draft': { isDraft: false, drafts: false },
    draft: { isDraft: true, drafts: false },
    'draft, drafts=true': { isDraft: true, drafts: true },
  };
  return Object.fromEntries(
    Object.entries(labels).map(([name, byLabel]) => [
      name,
      Object.values(drafts)
        .map((byDraft) => {
          const all = { isOpen: action !== 'closed', ...byLabel, ...byDraft };
          return previewStep(action, refusalOf(all, all));
        })
        .join(' '),
    ]),
  );
}

describe('an event', () => {
  // Each cell: no draft · draft · draft with `drafts=true`.
  const table: Record<string, Record<string, string>> = {
    opened: { none: 'create nothing create', present: 'create nothing create', absent: 'nothing nothing nothing' },
    reopened: { none: 'create delete create', present: 'create delete create', absent: 'delete delete delete' },
    synchronize: { none: 'create delete create', present: 'create delete create', absent: 'delete delete delete' },
    // Of this label or another: the run of this label's event may have given way to the one at hand.
    labeled: { none: 'create delete create', present: 'create delete create', absent: 'delete delete delete' },
    unlabeled: { none: 'keep delete keep', present: 'keep delete keep', absent: 'delete delete delete' },
    ready_for_review: { none: 'create delete create', present: 'create delete create', absent: 'delete delete delete' },
    converted_to_draft: { none: 'keep delete keep', present: 'keep delete keep', absent: 'delete delete delete' },
    closed: { none: 'delete delete delete', present: 'delete delete delete', absent: 'delete delete delete' },
    edited: { none: 'keep delete keep', present: 'keep delete keep', absent: 'delete delete delete' },
    assigned: { none: 'keep delete keep', present: 'keep delete keep', absent: 'delete delete delete' },
    review_requested: { none: 'keep delete keep', present: 'keep delete keep', absent: 'delete delete delete' },
    submitted: { none: 'create delete create', present: 'create delete create', absent: 'delete delete delete' },
  };

  test('does with label and draft what the table says', () => {
    expect(Object.fromEntries(actions.map((action) => [action, rowOf(action)]))).toEqual(table);
  });

  test('that nobody knows yet deploys nothing', () => {
    expect({ step: rowOf('enqueued'), may: mayDeploy('enqueued'), none: mayDeploy('') }).toEqual({
      step: table.assigned,
      may: false,
      none: false,
    });
  });

  test.for(['opened', 'synchronize', 'unlabeled', 'closed'])('%s neither deploys nor deletes on a guess', (action) => {
    expect(previewStep(action, 'untold')).toBe('keep');
  });
});

test.for<[Partial<PullRequestTraits>, string, boolean, Refusal | undefined]>([
  [{}, '', true, undefined],
  [{ labels: undefined }, '', false, undefined],
  [{ labels: undefined }, 'gpu', false, 'untold'],
  [{ isDraft: undefined }, '', true, undefined],
  [{ isDraft: undefined }, '', false, 'untold'],
  // What is told decides, whatever the rest would say.
  [{ isDraft: undefined, labels: [] }, 'gpu', false, 'label'],
  [{ isDraft: true, labels: undefined }, 'gpu', false, 'draft'],
  [{ isOpen: false, isDraft: undefined, labels: undefined }, 'gpu', false, 'closed'],
])('a pull request with %j, label=%s, drafts=%s: %s', ([traits, label, drafts, refusal]) => {
  expect(refusalOf({ isOpen: true, labels: [], isDraft: false, ...traits }, { label, drafts })).toBe(refusal);
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
  ['a `minNum` within the limit', { minNum: 1 }, 1, { minNum: 1 }],
  ['more workers than allowed', { minNum: 3, maxNum: 5 }, 2, { minNum: 2, maxNum: 2 }],
])('of a spec with %s', ([, workerConfig, workers, expected]) => {
  const spec: Spec = { name: 'llama', ...(workerConfig && { workerConfig }) };
  expect(limitWorkers(spec, { workers })).toEqual({ name: 'llama', workerConfig: expected });
});
